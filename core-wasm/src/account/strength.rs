//! How hard a password is to guess, estimated by zxcvbn (Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security
//! 2016): by the words, names, dates, repetitions and rows of keys that it is made of, not by which kinds of characters it has.
//!
//! The dictionaries are large. They are in the server and in a module of the browser that is loaded only where a password is chosen.

use serde::{Deserialize, Serialize};
use zxcvbn::zxcvbn;

use crate::error::CoreError;
use crate::text;

/// The least score of a new password: more than a million guesses, too many for guesses at the login, whose number is limited.
pub const LEAST_SCORE: u8 = 2;

/// An estimate of a password, with what is said beside its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Strength {
    /// From 0 (guessed at once) to 4 (very hard to guess).
    pub score: u8,
    /// The score in words.
    pub words: String,
    /// What makes it weak, and what would make it stronger; empty for a good one.
    pub advice: String,
}

/// Estimates a password. `about` has words that are easy to guess for this account: the person's names, username and address.
///
/// ```
/// use core_wasm::account::strength::strength;
///
/// assert_eq!(strength("blue line to the finish", &[]).score, 4);
/// assert!(strength("zoeobrien1", &["zoeobrien".into()]).score < 2);
/// assert!(strength("obrienZoe1990", &["Zoë".into(), "O’Brien".into()]).score < 2);
/// ```
pub fn strength(password: &str, about: &[String]) -> Strength {
    let words: Vec<String> = about.iter().flat_map(|text| [text.clone(), spoken(text)]).collect();
    // Two of them in one word, such as first and last name, are tried before each of them with something else.
    let pairs: Vec<String> =
        words.iter().flat_map(|a| words.iter().filter(move |b| a != *b).map(move |b| [a.as_str(), b].concat())).collect();
    let about: Vec<&str> = words.iter().flat_map(|text| text.split(['@', '.', ' ', '-', '_']).chain([text.as_str()])).collect();
    let about: Vec<&str> = about.into_iter().chain(pairs.iter().map(String::as_str)).collect();
    let estimate = zxcvbn(password, &about);
    let score = u8::from(estimate.score());
    let words = match score {
        0 | 1 => "Easy to guess",
        2 => "Fair",
        3 => "Good",
        _ => "Strong",
    };
    let feedback = estimate.feedback().filter(|_| !password.is_empty());
    let advice = feedback
        .map(|feedback| {
            let warning = feedback.warning().map(|warning| warning.to_string());
            let suggestion = feedback.suggestions().first().map(ToString::to_string);
            warning.into_iter().chain(suggestion).collect::<Vec<_>>().join(" ")
        })
        .unwrap_or_default();
    Strength { score, words: words.into(), advice }
}

/// A name as it is typed into a password: without accents, apostrophes and other signs within a word.
fn spoken(name: &str) -> String {
    text::fold(name).replace('\'', "")
}

/// Refuses a new password that is too easy to guess.
///
/// # Errors
/// `weak_password`, with the advice.
///
/// ```
/// use core_wasm::account::strength::check;
///
/// assert!(check("correct horse battery", &[]).is_ok());
/// assert_eq!(check("1qaz2wsx3edc", &[]).unwrap_err().code, "weak_password");
/// ```
pub fn check(password: &str, about: &[String]) -> Result<(), CoreError> {
    let Strength { score, advice, .. } = strength(password, about);
    if score >= LEAST_SCORE {
        return Ok(());
    }
    Err(CoreError::new("weak_password", format!("This password is too easy to guess. {advice}").trim_end()))
}
