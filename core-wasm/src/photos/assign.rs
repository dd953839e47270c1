//! The bibs that a person gives a photo.

use super::matching::MOST_BIBS;
use crate::error::CoreError;

/// The longest bib, in characters.
const LONGEST_BIB: usize = 20;

/// Reads typed bibs, separated by spaces or commas; no bib is an answer too: nobody can be recognized.
///
/// # Errors
/// `too_many_bibs` for more than twenty, `bad_bib` for a text that is none.
pub fn typed(text: &str) -> Result<Vec<String>, CoreError> {
    let bibs = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).map(|bib| bib.trim_start_matches('#'));
    check(bibs.filter(|bib| !bib.is_empty()).map(str::to_owned).collect())
}

/// Checks a list of bibs; one that is there twice counts once.
///
/// # Errors
/// As [`typed`].
pub fn check(bibs: Vec<String>) -> Result<Vec<String>, CoreError> {
    let mut checked: Vec<String> = Vec::new();
    for bib in bibs {
        let bib = bib.trim();
        let is_bib = !bib.is_empty() && bib.chars().count() <= LONGEST_BIB && !bib.chars().any(char::is_control);
        if !is_bib {
            let shown: String = bib.chars().filter(|c| !c.is_control()).take(LONGEST_BIB).collect();
            return Err(CoreError::new("bad_bib", format!("“{shown}” is no bib.")));
        }
        if !checked.iter().any(|known| known == bib) {
            checked.push(bib.to_owned());
        }
    }
    if checked.len() > MOST_BIBS {
        return Err(CoreError::new("too_many_bibs", format!("A photo shows at most {MOST_BIBS} runners.")));
    }
    Ok(checked)
}

/// The refusal of bibs that the race does not have.
pub fn unknown(bibs: &[String]) -> CoreError {
    let names = bibs.join(", ");
    let words = if bibs.len() == 1 { format!("The race has no bib {names}.") } else { format!("The race has no bibs {names}.") };
    CoreError::new("unknown_bib", words)
}
