//! The sentences about results: `(code, sentence)`.

use super::awards::AwardRules;
use crate::dates::{self, Tz};
use crate::text;
use crate::timing::setup::Ranking;

/// A code for programs and a sentence for people.
pub type Words = (&'static str, &'static str);

/// 404 for a contest that the race's setup and its results do not have.
pub const NO_SUCH_CONTEST: Words = ("NO_SUCH_CONTEST", "This race has no contest of this name.");
/// 409 before anybody has finished.
pub const NOTHING_TO_PUBLISH: Words = ("NOTHING_TO_PUBLISH", "Nobody has finished yet, so there is nothing to publish.");
/// 409 for results that are the same as the last version.
pub const NOTHING_CHANGED: Words = ("NOTHING_CHANGED", "These results are the same as those that are published.");
/// 400 for a further version without a reason.
pub const REASON_NEEDED: Words =
    ("REASON_NEEDED", "Say in at most 300 characters why the results change; everybody can read it.");
/// The code of 409 for results about which something is open.
pub const STILL_OPEN: &str = "STILL_OPEN";
/// 409 for results that are not published.
pub const NOT_PUBLISHED: Words = ("NOT_PUBLISHED", "The results of this contest are not published.");
/// 404 for a version that there is not.
pub const NO_SUCH_VERSION: Words = ("NO_SUCH_VERSION", "These results have no such version.");
/// 404 for a runner's page that there is not.
pub const NO_SUCH_RESULT: Words = (
    "NO_SUCH_RESULT",
    "There is no such result. It may have been taken back, or its address is incomplete. Search for the name or bib among the results.",
);
/// 404 for the file of a certificate whose code is not signed, or whose results are not shown any more.
pub const NO_SUCH_CERTIFICATE: Words = ("NO_SUCH_CERTIFICATE", "There is no such certificate.");

/// Above lines of contests that are timed and not published.
pub const UNOFFICIAL: &str = "Unofficial: these times come from the race as it is timed, are not published yet and may change.";

/// The longest reason of a version, in characters.
pub const LONGEST_REASON: usize = 300;

/// Checks and cleans the reason of a version; an empty one stays empty.
///
/// # Errors
/// [`REASON_NEEDED`] when it is too long.
pub fn reason(typed: &str) -> Result<String, Words> {
    // A line break is a blank.
    let reason = text::cleaned(&typed.replace(['\r', '\n', '\t'], " ")).trim().to_owned();
    if reason.chars().count() > LONGEST_REASON { Err(REASON_NEEDED) } else { Ok(reason) }
}

/// How a contest is ranked, as a sentence above its results.
pub fn rule(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::Gun => "Ranked by gun time: from the gun to the finish.",
        Ranking::Chip => "Ranked by chip time: from the own crossing of the start to the finish.",
        Ranking::Hybrid => {
            "The first three overall and the first three of each gender are ranked by gun time, everybody else after them by chip time."
        }
    }
}

/// Since when a version is shown, as a sentence above its lines.
///
/// ```
/// use core_wasm::dates::DEFAULT_ZONE;
///
/// let noon = 1_809_878_400_000;
/// assert_eq!(core_wasm::results::words::since(1, noon, DEFAULT_ZONE), "Official since May 9, 2027, 12:00 PM.");
/// assert_eq!(core_wasm::results::words::since(2, noon, DEFAULT_ZONE), "Updated May 9, 2027, 12:00 PM.");
/// ```
pub fn since(version: i64, published_at: i64, zone: Tz) -> String {
    let at = dates::minute_text(published_at, zone);
    if version > 1 { format!("Updated {at}.") } else { format!("Official since {at}.") }
}

/// The question before results are published although something is open.
pub fn still_open(points: usize) -> String {
    match points {
        1 => "Something is still open. Look at it first, or publish all the same.".to_owned(),
        _ => format!("{points} things are still open. Look at them first, or publish all the same."),
    }
}

/// How the awards were chosen, as a sentence.
pub fn award_rule(rules: AwardRules) -> &'static str {
    if rules.overall_out_of_groups {
        "The first three overall of each gender, and the first three of each age group without them. Equal times share a place."
    } else {
        "The first three overall of each gender, and the first three of each age group, where they count too. Equal times share a place."
    }
}

/// What the records are of, as a sentence above them.
pub fn records_of(of_race: bool) -> &'static str {
    if of_race {
        "The best official times of this race, in all years of which results are published."
    } else {
        "The best official times of each distance, in all published results."
    }
}
