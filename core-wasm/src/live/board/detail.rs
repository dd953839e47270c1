//! A runner's detail: personal and race information, the timing table, the average pace (SPEC §2).

use serde::{Deserialize, Serialize};

use super::full_name;
use super::lines::{RunnerLines, RunnerTimes, lines};
use super::query::progress_input;
use crate::dates;
use crate::live::estimate::{self, Expected};
use crate::live::filters::gender_label;
use crate::live::follow::may_follow;
use crate::live::legs::{self, LegTime};
use crate::live::participant::{self, RunnerClock};
use crate::live::progress::{Progress, Tick, progress, ticks};
use crate::live::{pace, text};
use crate::timing::setup::{Leg, Sport};
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// Everything that the detail dialog shows, as texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunnerDetail {
    /// Unique within the race.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// The contest's name.
    pub distance: String,
    /// The runner's progress.
    pub progress: Progress,
    /// The splits on the progress bar.
    pub ticks: Vec<Tick>,
    /// The texts above and below the timing table.
    pub lines: RunnerLines,
    /// The rows of the timing table: start, splits and finish.
    pub rows: Vec<TimingRow>,
    /// The times of the legs, in a contest with several.
    pub legs: Vec<LegTime>,
    /// A remark about the times; empty when there is none.
    pub note: String,
    /// Whether the runner may be followed.
    pub followable: bool,
    /// When the runner is expected at the next point and at the finish.
    pub expected: Vec<Expected>,
}

/// A row of the timing table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimingRow {
    /// "Start", the split's label, or "Finish".
    pub label: String,
    /// The time of day in the race's zone, or empty.
    pub tod: String,
    /// The time since the runner's own start, or empty.
    pub chip: String,
    /// The time since the last point that was read, or empty.
    pub segment: String,
    /// The pace or speed of that stretch with its unit, or empty.
    pub pace: String,
    /// The remark that the mat of the point missed the chip, or how the start was decided; empty when there is none.
    pub note: String,
}

pub(super) fn detail(document: &LiveDocument, row: &Row, note: String) -> RunnerDetail {
    let no_contest = LiveContest::default();
    let contest = document.contests.get(row.contest).unwrap_or(&no_contest);
    let participant = participant::participant(document, row);
    let unit = |pace: &str| if pace.is_empty() { String::new() } else { format!("{pace} /mi") };
    let rows = table(document, contest, row);
    let last = rows.iter().skip(1).rfind(|row| !row.chip.is_empty()).cloned().unwrap_or_default();
    let progressed = progress_input(contest, row);
    let progress = progress(&progressed);
    let times = RunnerTimes {
        gender: gender_label(&row.gender).to_owned(),
        out: row.status.is_set(),
        official_time: participant::finish_text(row, row.official()),
        ranking: contest.ranking.label().to_owned(),
        chip_time: participant::finish_text(row, row.finish),
        gun_time: participant::finish_text(row, row.gun_time()),
        average_pace: unit(&participant.overall_pace),
        last_point: last.label,
        last_chip: last.chip,
        progress: progress.text.clone(),
    };
    RunnerDetail {
        name: full_name(row),
        ticks: ticks(&progressed),
        lines: lines(&participant, &times),
        distance: participant.race.contest_name,
        bib: participant.bib,
        progress,
        expected: estimate::expected(document, row, document.updated_at),
        followable: may_follow(row),
        rows,
        legs: legs::legs(contest, row),
        note,
    }
}

/// The remark about a start that is not the runner's own crossing after the own gun.
fn start_note(row: &Row) -> &'static str {
    if row.has(Row::EARLIER_WAVE) {
        "Left with an earlier wave"
    } else if row.has(Row::READ_BEFORE) {
        "Crossed the start before it opened; timed from the gun"
    } else if row.has(Row::START_ASSUMED) {
        "The mat missed the chip; timed from the gun"
    } else {
        ""
    }
}

/// A point of the table before it is formatted.
struct Point<'a> {
    label: &'a str,
    metres: f64,
    leg: Leg,
    at: Option<i64>,
}

fn table(document: &LiveDocument, contest: &LiveContest, row: &Row) -> Vec<TimingRow> {
    let clock = RunnerClock { contest, row, tz: dates::zone_or_default(&document.time_zone) };
    let start = clock.chip_time(row.start.map(|_| 0));
    let mut rows = vec![TimingRow {
        label: "Start".into(),
        tod: start.tod,
        chip: start.chip,
        note: start_note(row).into(),
        ..TimingRow::default()
    }];

    let splits = contest.splits.iter().enumerate().map(|(i, point)| Point {
        label: &point.label,
        metres: point.metres,
        leg: point.leg,
        at: row.splits.get(i).copied().flatten(),
    });
    let finish = Point { label: "Finish", metres: contest.distance_metres, leg: contest.finish_leg, at: row.finish };
    let missed = participant::missed(contest, row);
    let mut before = Some((0, 0.0));
    let mut legs = 0;
    for point in splits.chain([finish]) {
        // A stretch that includes a missed mat can contain two disciplines, and then it has no pace.
        legs += 1;
        let segment = before
            .zip(point.at)
            .filter(|_| row.start.is_some())
            .map(|((ms, metres), at)| (at.saturating_sub(ms), point.metres - metres));
        let whole = legs == 1 || contest.sport != Sport::Tri;
        let shown = clock.chip_time(point.at);
        rows.push(TimingRow {
            label: point.label.to_owned(),
            tod: shown.tod,
            chip: shown.chip,
            segment: text::time_or_blank(segment.map(|(ms, _)| ms)),
            pace: segment.filter(|_| whole).map(|(ms, metres)| pace::of_leg(point.leg, ms, metres)).unwrap_or_default(),
            note: if missed.contains(&point.label) { "The mat missed the chip".into() } else { String::new() },
        });
        if let Some(at) = point.at {
            before = Some((at, point.metres));
            legs = 0;
        }
    }
    rows
}
