//! Runners who chose to be private: how they are shown, and how an account is recognized as a runner (DESIGN §5).
//!
//! Which accounts are private is stored by the server; this module compares persons and gives the words. It does not decide who may
//! see a private runner's name: the owner and administrators do, and the server knows them.

use crate::text;

/// What stands in place of a private runner's name.
pub const PRIVATE_RUNNER: &str = "Private runner";

/// By what a person is recognized across lists: the name without case and accents, and the date of birth (ISO). `None` without a name or
/// a date of birth, since a name alone is that of many.
///
/// ```
/// use core_wasm::privacy::person;
///
/// assert_eq!(person("Zoë", "O’Brien ", "1990-02-28"), person(" ZOE", "O'Brien", "1990-02-28"));
/// assert_ne!(person("Zoë", "O’Brien", "1990-02-28"), person("Zoë", "O’Brien", "1990-03-28"));
/// assert_eq!(person("Zoë", "O’Brien", ""), None);
/// ```
pub fn person(first_name: &str, last_name: &str, dob: &str) -> Option<(String, String)> {
    let name = name(first_name, last_name);
    let dob = dob.trim();
    (!name.is_empty() && !dob.is_empty()).then(|| (name, dob.to_owned()))
}

/// The name without case, accents and superfluous blanks.
pub fn name(first_name: &str, last_name: &str) -> String {
    let folded = text::fold(&[first_name, " ", last_name].concat());
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
