//! Best times: which races are the same course in all its years.

use super::leaderboard;
use crate::text;

/// What the names of a race have alike every year: its words, in their order, without years and counts. Records of a course are those of
/// all years. A name of nothing else is itself.
///
/// ```
/// use core_wasm::results::bests::every_year;
///
/// assert_eq!(every_year("41st Annual Harbor 10K 2026"), every_year("Harbor 10K 2027"));
/// assert_ne!(every_year("Harbor 10K"), every_year("Harbor 5K"));
/// assert_eq!(every_year("2026"), "2026");
/// ```
pub fn every_year(race: &str) -> String {
    let folded = text::fold(race);
    let all: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && is_number(word);
    let is_count = |word: &str| ["st", "nd", "rd", "th"].iter().any(|end| word.strip_suffix(end).is_some_and(is_number));
    let kept: Vec<&str> = all.iter().copied().filter(|word| !(is_year(word) || is_count(word) || *word == "annual")).collect();
    if kept.is_empty() { all.join(" ") } else { kept.join(" ") }
}

/// The order of records: all ages first, then the age groups, the youngest first; in each women, men, Non-Binary.
pub fn order(gender: &str, age_group: &str) -> (bool, (u32, String), usize) {
    let gender = ["f", "m", "a"].iter().position(|one| *one == gender).unwrap_or(usize::MAX);
    (!age_group.is_empty(), leaderboard::group_order(age_group), gender)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
