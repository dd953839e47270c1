//! Bindings of the slice `live`, except those of the board.

use super::Ts;
use crate::dates;
use crate::live::estimate::{self, Expected, ExpectedLine};
use crate::live::filters::{AskedFilters, ChosenFilters, Filters};
use crate::live::follow::{self, FollowAdded};
use crate::live::window::{self, LiveRace};
use crate::live::words::{self, LiveFailure, LiveWords};
use crate::notice::Notice;
use crate::race::RaceDateEntry;
use crate::race::failure::LoadOutcome;
use crate::text;

exports! {
    /// The races whose window is open; the one to show first is the first.
    liveRaces(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Vec<Ts<LiveRace>> = window::live_races(&entries, now_ms as i64);

    /// A count of runners or teams with commas: `31,984`.
    countText(count: usize) -> String = text::grouped(count);

    /// The live page's sentences.
    liveWords() -> Ts<LiveWords> = words::words();

    /// The live page's message after a failed request for the live data.
    liveFailure(outcome: Ts<LoadOutcome>) -> Ts<LiveFailure> = words::failure(&outcome);

    /// The board's notice when the race is canceled.
    liveCanceledNotice(entry: Ts<RaceDateEntry>, now_ms: f64) -> Option<Ts<Notice>> = words::canceled_notice(&entry, now_ms as i64);

    /// The text with the number of runners that a search found.
    liveFound(active: usize, finished: usize) -> String = words::found(active, finished);

    /// The age of the data that is shown; blank under a minute.
    liveAge(ms: f64) -> String = words::age(ms as i64);

    /// How long it is until a runner is expected; empty when the runner should have been there.
    liveUntil(likely_ms: f64, late_ms: f64, now_ms: f64) -> String =
        estimate::until(likely_ms as i64, late_ms as i64, now_ms as i64);

    /// When a runner is expected at a point, as it is shown at a time; nothing when the runner should have been there.
    liveExpected(expected: Ts<Expected>, zone: &str, now_ms: f64) -> Option<Ts<ExpectedLine>> =
        expected.line(dates::zone(zone)?, now_ms as i64);

    /// When the data that is shown was last known to be up to date.
    liveUpdated(checked_ms: f64, now_ms: f64, zone: &str) -> String =
        words::updated(checked_ms as i64, now_ms as i64, dates::zone(zone)?);

    /// The state of the page's data in a word or two; `failure` is that of the last request, if it failed.
    liveFreshness(failure: Option<String>, paused: bool, live: bool) -> String = words::freshness(failure, paused, live);

    /// The filters that an address of the live page chooses.
    liveChosen(filters: Ts<Filters>, asked: Ts<AskedFilters>) -> Ts<ChosenFilters> = filters.chosen(&asked);

    /// The race whose live window opens next.
    liveNextRace(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Option<Ts<LiveRace>> =
        window::next_race(&entries, now_ms as i64);

    /// The followed bibs after some were added, as many as may be followed.
    followAdd(followed: Vec<String>, bibs: Vec<String>) -> Ts<FollowAdded> = follow::add(followed, bibs);

    /// The value of `follow` in a link that carries followed runners.
    followLink(bibs: Vec<String>) -> String = follow::link(&bibs);
}
