//! The live page's messages for missing data (SPEC §8, Live page). The messages for empty lists are part of each page of
//! the board.

use serde::{Deserialize, Serialize};

use crate::dates::{self, Tz};
use crate::notice::{Notice, Tone};
use crate::race::RaceDateEntry;
use crate::race::failure::{self, FailureKind, LoadKind, LoadOutcome, LoadResult};
use crate::race::phase::{RaceStage, Schedule};

/// The live page's sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LiveWords {
    /// The live data could not be fetched.
    pub fetch_failed: String,
    /// The filters could not be loaded; shown next to a Retry button.
    pub filters_failed: String,
    /// The map could not be loaded.
    pub map_failed: String,
    /// The race has no map.
    pub map_missing: String,
    /// The map is being loaded.
    pub map_loading: String,
    /// There is no race to follow.
    pub no_races: String,
    /// Results of the shown race are published; followed by a link to them.
    pub published: String,
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
        published: "Results of this race are published. The times below are those that were shown during the race.".into(),
    }
}

/// The live page's message after a failed request for the live data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LiveFailure {
    /// The state in a word or two, for the freshness indicator. It is "Offline" only when the network is lost.
    pub state: String,
    /// The sentence that is shown.
    pub text: String,
    /// The sentence about the rows that are still shown.
    pub shown: String,
}

/// The message after a failed request for the live data.
pub fn failure(outcome: &LoadOutcome) -> LiveFailure {
    let lost = outcome.outcome == LoadResult::Network;
    let (text, shown) = match failure::kind(outcome) {
        // A race that was deleted or hidden while its board was open will not be available again without an administrator's
        // change.
        FailureKind::Missing => (failure::load_failure(LoadKind::Race, outcome).text, "What you see is from the last update."),
        FailureKind::Lost | FailureKind::Refused => {
            (words().fetch_failed, "What you see is from the last update. It will catch up by itself.")
        }
    };
    LiveFailure { state: if lost { "Offline" } else { "Not updating" }.into(), text, shown: shown.into() }
}

/// The board's notice when the race is canceled. It is the same with and without runners on the board: a race may be canceled
/// while it is running.
pub fn canceled_notice(entry: &RaceDateEntry, now_ms: i64) -> Option<Notice> {
    let text = match Schedule::from(entry).stage(now_ms) {
        RaceStage::Canceled => "This race is canceled. Times that were taken before stay here.",
        RaceStage::Missed => "This race was called off and did not take place.",
        RaceStage::Coming | RaceStage::Opening | RaceStage::Running | RaceStage::Over => return None,
    };
    Some(Notice { tone: Tone::Info, text: text.into(), clear_after_ms: None })
}

/// The number of runners that a search found on both lists, for screen readers.
pub fn found(active: usize, finished: usize) -> String {
    match active + finished {
        0 => "No runners found".into(),
        1 => format!("1 runner found, {}", if active == 1 { "still active" } else { "finished" }),
        all => format!("{all} runners found: {active} active, {finished} finished"),
    }
}

/// The state of the page's data in a word or two: that of the last request when it failed ([`LiveFailure::state`]).
pub fn freshness(failure: Option<String>, paused: bool, live: bool) -> String {
    let state = if paused {
        "Paused"
    } else if live {
        "Live"
    } else {
        "Up to date"
    };
    failure.unwrap_or_else(|| state.into())
}

/// When the data that is shown was last known to be up to date, in the race's zone as all times of its pages: `Last updated 9:41:05 AM`; with
/// the date when that is not today's there.
pub fn updated(checked_ms: i64, now_ms: i64, zone: Tz) -> String {
    let is_today = dates::date_in(checked_ms, zone) == dates::date_in(now_ms, zone);
    let at = if is_today { dates::clock_text(checked_ms, zone) } else { dates::minute_text(checked_ms, zone) };
    format!("Last updated {at}")
}

/// The age of the data that is shown: `3 minutes old`; blank under a minute.
pub fn age(ms: i64) -> String {
    let minutes = ms / dates::MINUTE_MS;
    let (count, unit) = match minutes {
        ..=0 => return String::new(),
        1..=119 => (minutes, "minute"),
        120..=2879 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} old", if count == 1 { "" } else { "s" })
}
