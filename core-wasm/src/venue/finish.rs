//! Who has just crossed the line.

use serde::{Deserialize, Serialize};

use super::{VenueBoard, words};
use crate::dates;
use crate::live::board::full_name;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// The most finishers of an answer.
const MOST: usize = 50;

/// A finisher as texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArrivedLine {
    /// Unique within the race.
    pub bib: String,
    /// First and last name as everybody may see them.
    pub name: String,
    /// The age; empty when it is not known here.
    pub age: String,
    /// The town; empty when it is not known here.
    pub town: String,
    /// The contest's name.
    pub distance: String,
    /// The chip time.
    pub chip: String,
    /// The official time with its kind, when that is not the chip time: `Gun time 41:30`; else empty.
    pub gun: String,
    /// The places: `12th overall · 3rd female · 1st female 30-39`, or why there is none.
    pub place: String,
    /// The time of day at the line in the race's zone.
    pub tod: String,
    /// The same in epoch milliseconds.
    pub at: i64,
}

/// The last finishers, the newest first, and what is said when there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArrivedPage {
    /// The finishers.
    pub lines: Vec<ArrivedLine>,
    /// Why there are none; empty when there are some.
    pub empty: String,
}

impl VenueBoard {
    /// The last finishers of a contest, or of all when its name is blank.
    pub fn arrived(&self, distance: &str, count: usize) -> ArrivedPage {
        let document = self.board.document();
        let mut arrived: Vec<(i64, usize)> = document
            .runners
            .times()
            .enumerate()
            .filter(|(_, row)| is_of(document, row, distance) && !row.status.is_set())
            .filter_map(|(at, row)| Some((instant(document, &row, row.finish?)?, at)))
            .collect();
        arrived.sort_unstable_by(|a, b| b.cmp(a));
        let lines: Vec<ArrivedLine> = arrived
            .into_iter()
            .take(count.min(MOST))
            .filter_map(|(instant, at)| Some(self.arrived_line(&self.board.row_of(&document.runners.bib(at))?, instant)))
            .collect();
        let empty = if lines.is_empty() { words::nobody_finished(document.runners.is_empty()).to_owned() } else { String::new() };
        ArrivedPage { lines, empty }
    }

    fn arrived_line(&self, row: &Row, at: i64) -> ArrivedLine {
        let document = self.board.document();
        let zone = dates::zone_or_default(&document.time_zone);
        let (age, town) = self.person(&row.bib);
        let time = |ms: Option<i64>| ms.map(|ms| row.time_text(ms)).unwrap_or_default();
        ArrivedLine {
            bib: row.bib.to_string(),
            name: full_name(row),
            age,
            town,
            distance: document.contests.get(row.contest).map(|contest| contest.name.clone()).unwrap_or_default(),
            chip: time(row.finish),
            gun: if row.has(Row::BY_GUN) { format!("Gun time {}", time(row.gun_time())) } else { String::new() },
            place: words::places(document, row).unwrap_or_else(|| words::NOT_RANKED.to_owned()),
            tod: dates::clock_text(at, zone),
            at,
        }
    }
}

/// Whether a row is of a contest of this name; of any when it is blank.
pub(super) fn is_of(document: &LiveDocument, row: &Row, distance: &str) -> bool {
    distance.is_empty() || document.contests.get(row.contest).is_some_and(|contest: &LiveContest| contest.name == distance)
}

/// When a runner was somewhere, in epoch milliseconds; `after` in milliseconds after the own start.
pub(super) fn instant(document: &LiveDocument, row: &Row, after: i64) -> Option<i64> {
    let gun = document.contests.get(row.contest)?.gun_of(row.wave)?;
    Some(gun.saturating_add(row.start?).saturating_add(after))
}
