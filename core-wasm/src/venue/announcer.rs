//! Who comes next to the line, in the order in which they are expected, with the place that they would have now.
//!
//! When somebody is expected is learned from the others' times today ([`estimate`]). That is asked only of those who come first by their
//! own pace, so that a field of ten thousand costs a moment.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::finish::{ArrivedLine, instant, is_of};
use super::{VenueBoard, words};
use crate::dates;
use crate::live::board::full_name;
use crate::live::estimate::{self, Expected};
use crate::live::filters::gender_label;
use crate::timing::standing::{LiveDocument, Row};

/// How many runners are shown at most before the line.
const COMING: usize = 40;
/// Of how many the exact estimate is made at most; most of those that are left out are overdue.
const ASKED: usize = 300;
/// How many of those who have just finished are shown.
const ARRIVED: usize = 12;

/// What the announcer's page asks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnnouncerAsked {
    /// A contest's name; blank means all.
    pub distance: String,
    /// The time of this device, in epoch milliseconds.
    pub now: i64,
    /// Whether the race is called off: then nobody is expected.
    pub called_off: bool,
}

/// The announcer's page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnnouncerPage {
    /// Who comes next, in the order of the expected arrival.
    pub coming: Vec<ComingLine>,
    /// Why nobody is expected; empty when somebody is.
    pub empty: String,
    /// Who has just finished, the newest first.
    pub arrived: Vec<ArrivedLine>,
    /// The contests' names.
    pub distances: Vec<String>,
}

/// A runner who comes to the line, as texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComingLine {
    /// Unique within the race.
    pub bib: String,
    /// First and last name as everybody may see them.
    pub name: String,
    /// "Male", "Female", "Non-Binary" or empty.
    pub gender: String,
    /// The age; empty when it is not known here.
    pub age: String,
    /// The town; empty when it is not known here.
    pub town: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// Where and when the runner was read last: `8K at 9:12:04 AM`.
    pub last: String,
    /// The likely time of day at the line: `9:41 AM`.
    pub expected: String,
    /// Within which times of day four of five are there: `9:39 to 9:44 AM`.
    pub between: String,
    /// The likely time in epoch milliseconds.
    pub likely: i64,
    /// The later end of the range in epoch milliseconds.
    pub late: i64,
    /// The places if the runner finished now: `12th overall · 3rd female`; empty when there would be none.
    pub place: String,
}

impl VenueBoard {
    /// Who comes next to the line and who has just finished.
    pub fn announcer(&self, asked: &AnnouncerAsked) -> AnnouncerPage {
        let document = self.board.document();
        let coming = if asked.called_off { Vec::new() } else { self.coming(document, asked) };
        let empty = match coming.is_empty() {
            true => words::nobody_comes(document, asked).to_owned(),
            false => String::new(),
        };
        let distances = document.contests.iter().map(|contest| contest.name.clone()).collect();
        AnnouncerPage { coming, empty, arrived: self.arrived(&asked.distance, ARRIVED).lines, distances }
    }

    fn coming(&self, document: &LiveDocument, asked: &AnnouncerAsked) -> Vec<ComingLine> {
        let mut rough: Vec<(i64, usize)> = document
            .runners
            .times()
            .enumerate()
            .filter(|(_, row)| is_of(document, row, &asked.distance))
            .filter_map(|(at, row)| Some((estimate::rough_finish(document, &row)?, at)))
            .collect();
        rough.sort_unstable();
        // The rows of a contest are read once for all of its runners.
        let mut peers: HashMap<usize, Vec<Row>> = HashMap::new();
        let mut coming: Vec<(i64, ComingLine)> = Vec::new();
        for (_, at) in rough.into_iter().take(ASKED) {
            let Some(row) = document.runners.get(at) else { continue };
            let beside = peers
                .entry(row.contest)
                .or_insert_with(|| document.runners.times().filter(|peer| peer.contest == row.contest).collect());
            // The finish is the last of the points that are asked for.
            let Some(finish) = estimate::expected_beside(document, &row, beside, asked.now).pop() else { continue };
            coming.push((finish.likely, self.coming_line(document, &row, &finish, asked.now)));
            // Those who come first by their own pace are nearly in the order of the estimate.
            if coming.len() >= 2 * COMING {
                break;
            }
        }
        coming.sort_by(|(a, one), (b, other)| (a, &one.bib).cmp(&(b, &other.bib)));
        coming.into_iter().take(COMING).map(|(_, line)| line).collect()
    }

    fn coming_line(&self, document: &LiveDocument, row: &Row, finish: &Expected, now_ms: i64) -> ComingLine {
        let zone = dates::zone_or_default(&document.time_zone);
        let contest = document.contests.get(row.contest);
        let point = |at: usize| contest.and_then(|contest| contest.splits.get(at)).map(|point| point.label.clone());
        let last = row.last_split().and_then(|(at, after)| Some((point(at)?, instant(document, row, after)?)));
        let (age, town) = self.person(&row.bib);
        let expected = finish.line(zone, now_ms).unwrap_or_default();
        let started = instant(document, row, 0).unwrap_or(now_ms);
        let now = self.board.place_with(&row.bib, now_ms.saturating_sub(started).max(1));
        ComingLine {
            bib: row.bib.to_string(),
            name: full_name(row),
            gender: gender_label(&row.gender).to_owned(),
            age,
            town,
            distance: contest.map(|contest| contest.name.clone()).unwrap_or_default(),
            wave: contest.map(|contest| contest.wave_name(row.wave).to_owned()).unwrap_or_default(),
            last: last.map(|(label, at)| format!("{label} at {}", dates::clock_text(at, zone))).unwrap_or_default(),
            expected: expected.at,
            between: expected.between,
            likely: finish.likely,
            late: finish.late,
            place: now.and_then(|row| words::places(document, &row)).unwrap_or_default(),
        }
    }
}
