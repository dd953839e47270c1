//! The text of a cell, and the values that lists of every kind have.

use super::write;
use crate::text;
use crate::timing::entrants::quoted;
use crate::timing::read::clean_bib;

/// The longest bib, in characters.
pub(crate) const BIB_CHARS: usize = 20;
/// The longest other field, in characters.
pub(crate) const FIELD_CHARS: usize = 200;

/// The text of a cell on one line; empty when nothing in it is visible.
///
/// # Errors
/// When it is too long.
pub(crate) fn plain(cell: &str) -> Result<String, String> {
    if text::is_blank(cell) {
        return Ok(String::new());
    }
    let cell = write::unguarded(cell.trim());
    // A spreadsheet's way to keep the zeros of a number: ="0042".
    let cell = cell.strip_prefix("=\"").and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell);
    let cell = text::cleaned(&cell.replace(['\n', '\r', '\t'], " "));
    if cell.chars().count() > FIELD_CHARS {
        return Err(format!("A field is longer than {FIELD_CHARS} characters."));
    }
    Ok(cell)
}

/// A bib or chip, without the zeros before it and the decimals that a spreadsheet adds to a number.
pub(crate) fn bib(value: &str) -> String {
    let whole = value.strip_suffix(".0").filter(|whole| whole.bytes().all(|byte| byte.is_ascii_digit()));
    clean_bib(whole.unwrap_or(value))
}

/// Converts the gender as lists write it (TIMING: M, F, X, Male, Female, NB) to the spec's letters.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn gender(text: &str) -> Result<&'static str, String> {
    let key: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Ok(match key.as_str() {
        "" if text.trim().is_empty() => "",
        "unspecified" | "notspecified" | "undisclosed" | "unknown" | "prefernottosay" | "prefernottodisclose" => "",
        "m" | "male" | "man" | "men" | "boy" | "mr" => "m",
        "f" | "female" | "w" | "woman" | "women" | "girl" | "ms" | "mrs" => "f",
        "a" | "x" | "nb" | "nonbinary" | "nonbinaryx" | "enby" | "d" | "divers" | "diverse" => "a",
        _ => return Err(format!("The gender {} is not M, F or X (Non-Binary).", quoted(text))),
    })
}

/// Reads an age on race day.
///
/// # Errors
/// Why it can't be read.
pub(crate) fn age(text: &str) -> Result<u32, String> {
    let whole = text.strip_suffix(".0").unwrap_or(text);
    whole.parse().ok().filter(|age| *age <= 120).ok_or_else(|| format!("The age {} is not a number from 0 to 120.", quoted(text)))
}
