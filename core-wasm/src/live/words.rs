//! What the live page says when something is missing (SPEC §8, Live page). The words for empty lists come with each page of
//! the board.

use serde::{Deserialize, Serialize};

use crate::notice::{Notice, Tone};
use crate::race::RaceDateEntry;
use crate::race::failure::{self, FailureKind, LoadEnd, LoadKind, LoadOutcome};
use crate::race::phase::{RaceStage, Schedule};

/// The live page's sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LiveWords {
    /// A look at the field failed.
    pub fetch_failed: String,
    /// The filters could not be loaded; a Retry stands beside it.
    pub filters_failed: String,
    /// The map could not be loaded.
    pub map_failed: String,
    /// The race has no map.
    pub map_missing: String,
    /// The map is on its way.
    pub map_loading: String,
    /// There is no race to follow.
    pub no_races: String,
}

/// The live page's sentences.
pub fn words() -> LiveWords {
    LiveWords {
        fetch_failed: "Failed to fetch live data. Please try again later.".into(),
        filters_failed: "Failed to load filters".into(),
        map_failed: "Failed to load race map".into(),
        map_missing: "No race map available".into(),
        map_loading: "Loading map...".into(),
        no_races: "No races found.".into(),
    }
}

/// What the live page says of a look at the field that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LiveFailure {
    /// A word for the mark of freshness. Only a lost network is "Offline".
    pub state: String,
    /// The sentence.
    pub text: String,
    /// What is to be said of the rows that are shown all the same.
    pub shown: String,
}

/// The words for a look at the field that failed.
pub fn failure(outcome: &LoadOutcome) -> LiveFailure {
    let lost = outcome.outcome == LoadEnd::Network;
    let (text, shown) = match failure::kind(outcome) {
        // A race that was deleted or hidden while its board was open does not come back by itself.
        FailureKind::Missing => (failure::load_failure(LoadKind::Race, outcome).text, "What you see is from the last update."),
        FailureKind::Lost | FailureKind::Refused => {
            (words().fetch_failed, "What you see is from the last update. It will catch up by itself.")
        }
    };
    LiveFailure { state: if lost { "Offline" } else { "Not updating" }.into(), text, shown: shown.into() }
}

/// What the board of a race says when the race is called off, since nobody will come over its lines.
pub fn called_off(entry: &RaceDateEntry, now_ms: i64) -> Option<Notice> {
    let text = match Schedule::from(entry).stage(now_ms) {
        RaceStage::Canceled => "This race is canceled: nobody will be seen here.",
        RaceStage::Missed => "This race was called off and did not take place.",
        RaceStage::Coming | RaceStage::Opening | RaceStage::Running | RaceStage::Over => return None,
    };
    Some(Notice { tone: Tone::Info, text: text.into(), clear_after_ms: None })
}

/// How many runners a search found on both lists, for who hears it.
pub fn found(active: usize, finished: usize) -> String {
    match active + finished {
        0 => "No runners found".into(),
        1 => format!("1 runner found, {}", if active == 1 { "still active" } else { "finished" }),
        all => format!("{all} runners found: {active} active, {finished} finished"),
    }
}

/// How old what is shown is: `3 minutes old`; blank under a minute.
pub fn age(ms: i64) -> String {
    let minutes = ms / crate::dates::MINUTE_MS;
    let (count, unit) = match minutes {
        ..=0 => return String::new(),
        1..=119 => (minutes, "minute"),
        120..=2879 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} old", if count == 1 { "" } else { "s" })
}
