//! What a person has to look at: each runner whose time is flagged, with the reason in words.

use serde::{Deserialize, Serialize};

use super::{Field, TimerCount};
use crate::timing::standing::{LiveContest, LiveDocument, Row, bib_order};

/// A runner whose time a person has to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Check {
    /// The runner's bib.
    pub bib: String,
    /// First and last name; "Bib 1234" when no name is known.
    pub name: String,
    /// The contest's name.
    pub contest: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// Why the time is listed, in words.
    pub reason: String,
    /// The last passing in epoch milliseconds, which a person accepts or refuses; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub time: Option<i64>,
    /// Whether the last passing is the finish.
    #[serde(default)]
    pub finished: bool,
}

/// Everything that a person has to look at; each list is in the order of the bibs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Checks {
    /// Finishes that miss most points of the course; they are not ranked.
    pub waiting: Vec<Check>,
    /// Times faster than any human; they are not ranked.
    pub suspicious: Vec<Check>,
    /// Runners who left with an earlier wave.
    pub earlier_wave: Vec<Check>,
    /// Runners who were read at the start only before it opened.
    pub read_before: Vec<Check>,
    /// The timer codes that reads carry.
    pub timers: Vec<TimerCount>,
}

impl Field {
    /// What a person has to look at: of each list the first `most`, in the order of the bibs.
    pub fn checks(&self, most: usize) -> Checks {
        let head = self.head();
        let mut rows: Vec<&Row> = self.rows().filter(|row| row.flags & Row::TO_CHECK != 0 && !row.status.is_set()).collect();
        rows.sort_by(|a, b| bib_order(&a.bib, &b.bib));
        let of = |flag: u16, reason: fn(&LiveContest, &Row) -> String| {
            let rows = rows.iter().filter(|row| row.has(flag));
            let open = |row: &&&Row| flag & Row::OF_START == 0 || !self.start_is_decided(&row.bib);
            rows.filter(open).take(most).map(|row| check(&head, row, reason)).collect()
        };
        Checks {
            waiting: of(Row::WAITING, waiting),
            suspicious: of(Row::SUSPICIOUS, |_, _| SUSPICIOUS.to_owned()),
            earlier_wave: of(Row::EARLIER_WAVE, earlier_wave),
            read_before: of(Row::READ_BEFORE, |_, _| READ_BEFORE.to_owned()),
            timers: self.timer_counts(),
        }
    }

    /// Whether a person decided from when a runner is timed.
    pub(super) fn start_is_decided(&self, bib: &str) -> bool {
        self.corrections.runner(bib).is_some_and(|runner| runner.start.is_some())
    }
}

const SUSPICIOUS: &str = "Faster than any human.";
const READ_BEFORE: &str = "Read at the start only before it opened; timed from the gun.";

fn waiting(contest: &LiveContest, row: &Row) -> String {
    let read = row.splits.iter().filter(|split| split.is_some()).count();
    format!("Finished with {read} of {} splits.", contest.splits.len())
}

fn earlier_wave(_: &LiveContest, row: &Row) -> String {
    let early = crate::dates::duration_text(row.start.unwrap_or_default().saturating_neg());
    format!("Left {early} before the own gun; timed from that crossing.")
}

/// What a person should know about a runner's times, in words.
pub(super) fn findings(contest: &LiveContest, row: &Row) -> Vec<String> {
    let of = |flag: u16, words: &dyn Fn() -> String| row.has(flag).then(words);
    [
        of(Row::WAITING, &|| waiting(contest, row)),
        of(Row::SUSPICIOUS, &|| SUSPICIOUS.to_owned()),
        of(Row::EARLIER_WAVE, &|| earlier_wave(contest, row)),
        of(Row::READ_BEFORE, &|| READ_BEFORE.to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn check(head: &LiveDocument, row: &Row, reason: fn(&LiveContest, &Row) -> String) -> Check {
    let none = LiveContest::default();
    let contest = head.contests.get(row.contest).unwrap_or(&none);
    Check {
        bib: row.bib.to_string(),
        name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
        contest: contest.name.clone(),
        wave: contest.wave_name(row.wave).to_owned(),
        reason: reason(contest, row),
        time: last_passing(contest, row),
        finished: row.finish.is_some(),
    }
}

/// When a runner passed the last point that was read, in epoch milliseconds.
pub(super) fn last_passing(contest: &LiveContest, row: &Row) -> Option<i64> {
    let after_start = row.finish.or_else(|| row.last_split().map(|(_, at)| at))?;
    Some(contest.gun_of(row.wave)?.saturating_add(row.start?).saturating_add(after_start))
}
