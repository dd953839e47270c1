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
    /// What a person has to look at.
    pub fn checks(&self) -> Checks {
        let head = self.head();
        let mut rows: Vec<&Row> = self.rows().filter(|row| row.flags & Row::TO_CHECK != 0).collect();
        rows.sort_by(|a, b| bib_order(&a.bib, &b.bib));
        let of = |flag: u16, reason: fn(&LiveContest, &Row) -> String| {
            rows.iter().filter(|row| row.has(flag)).map(|row| check(&head, row, reason)).collect()
        };
        Checks {
            waiting: of(Row::WAITING, |contest, row| {
                let read = row.splits.iter().filter(|split| split.is_some()).count();
                format!("Finished with {read} of {} splits.", contest.splits.len())
            }),
            suspicious: of(Row::SUSPICIOUS, |_, _| "Faster than any human.".to_owned()),
            earlier_wave: of(Row::EARLIER_WAVE, |_, row| {
                let early = crate::dates::duration_text(row.start.unwrap_or_default().saturating_neg());
                format!("Left {early} before the own gun; timed from that crossing.")
            }),
            read_before: of(Row::READ_BEFORE, |_, _| "Read at the start only before it opened; timed from the gun.".to_owned()),
            timers: self.timer_counts(),
        }
    }
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
    }
}
