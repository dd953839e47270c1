//! A runner's page: the splits with places and what changed between them, and the comparison with others.
//!
//! The page is of a published version, so nothing here looks at reads. What a stranger must not know (the date of birth) is no part
//! of it.

use serde::{Deserialize, Serialize};

use super::age_grade::AgeGrade;
use super::chart::{self, PaceChart};
use super::leaderboard::{ResultLine, StoredLine};
use crate::dates;
use crate::live::pace;
use crate::privacy::listed_as;
use crate::timing::length::MILE_METRES;
use crate::timing::setup::{Contest, Leg};

/// How many runners a page compares with its own.
pub const MOST_COMPARED: usize = 3;

/// What is stored of a runner and a version for the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredRunner {
    /// The runner's line.
    pub line: StoredLine,
    /// After the own start, in milliseconds; one for each split of the course.
    pub splits: Vec<Option<i64>>,
    /// The place at each split, −1 for none.
    pub places: Vec<i32>,
}

impl StoredRunner {
    /// First and last name.
    pub(super) fn name(&self) -> String {
        listed_as(&self.line.first_name, &self.line.last_name, self.line.shown)
    }

    /// After the own start at each split and at the finish.
    fn times(&self, points: usize) -> Vec<Option<i64>> {
        (0..points).map(|point| self.splits.get(point).copied().flatten()).chain([self.line.chip]).collect()
    }
}

/// A point of the course on a runner's page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ResultPoint))]
#[serde(rename_all = "camelCase")]
pub struct RunnerPoint {
    /// `10K`, `Finish`.
    pub label: String,
    /// The leg that ends here or goes on, in a contest with several; else empty.
    pub leg: String,
    /// How far from the start: `6.2 mi`.
    pub at: String,
    /// The time since the own start; empty when the runner was not read.
    pub time: String,
    /// The time since the point before at which the runner was read.
    pub segment: String,
    /// The pace or speed of that stretch, with its unit.
    pub pace: String,
    /// The place here, −1 for none.
    pub place: i32,
    /// How many places were won since the point before at which the runner had one; negative for lost ones.
    pub gained: i32,
    /// The same in words; empty where nothing changed.
    pub change: String,
}

/// A runner with whom the page is compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedRunner {
    /// The runner's opaque id.
    #[serde(rename = "publicID")]
    pub public_id: String,
    /// The bib.
    pub bib: String,
    /// The name.
    pub name: String,
    /// At each point of the page: the time, and how much later or earlier it is than that of the page's runner.
    pub times: Vec<ComparedTime>,
}

/// A compared runner at a point.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ComparedTime {
    /// The time since the own start; empty when the runner was not read.
    pub time: String,
    /// `+0:12` when later, `−0:12` when earlier; empty when one of both was not read.
    pub gap: String,
}

/// A runner's result with everything that the page shows, but for photos.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerResult {
    /// The runner's line of the leaderboard.
    pub result: ResultLine,
    /// How the contest is ranked, as a sentence.
    pub rule: String,
    /// Since when the results are official, as a sentence.
    pub since: String,
    /// How many lines the results have.
    pub field: i64,
    /// The splits in the order of the course, last the finish.
    pub points: Vec<RunnerPoint>,
    /// The pace over the distance against the median of the field; absent with fewer than two stretches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<PaceChart>,
    /// With whom the page is compared.
    pub compared: Vec<ComparedRunner>,
    /// The age grade of the chip time; absent without a date of birth or a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_grade: Option<AgeGrade>,
    /// The code of the certificate; absent without a finish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The video of the finish line, from just before this finish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<super::clip::FinishClip>,
}

/// A point of a course, the finish among them.
pub(super) struct CoursePoint<'a> {
    pub(super) label: &'a str,
    pub(super) metres: f64,
    pub(super) leg: Leg,
    pub(super) leg_name: &'a str,
}

/// The points of a course, last the finish.
pub(super) fn course(contest: &Contest) -> Vec<CoursePoint<'_>> {
    let splits = contest.splits.iter().map(|split| CoursePoint {
        label: &split.label,
        metres: split.metres,
        leg: split.leg,
        leg_name: split.leg.named(split.leg_name.as_deref()),
    });
    let finish = CoursePoint {
        label: "Finish",
        metres: contest.distance_metres,
        leg: contest.finish.leg,
        leg_name: contest.finish.leg.named(contest.finish.leg_name.as_deref()),
    };
    splits.chain([finish]).collect()
}

/// A stretch between two points at which a runner was read.
pub(super) struct Stretch {
    /// The index of the point where it ends.
    pub(super) end: usize,
    /// Metres from the start.
    pub(super) from: f64,
    /// Metres from the start.
    pub(super) to: f64,
    pub(super) ms: i64,
}

/// The stretches of a runner; a point at which the runner was not read joins two of them.
pub(super) fn stretches(course: &[CoursePoint<'_>], times: &[Option<i64>]) -> Vec<Stretch> {
    let (mut from, mut at) = (0.0, 0);
    let mut stretches = Vec::new();
    for (end, (point, time)) in course.iter().zip(times).enumerate() {
        let Some(time) = *time else { continue };
        stretches.push(Stretch { end, from, to: point.metres, ms: time - at });
        (from, at) = (point.metres, time);
    }
    stretches
}

/// The table of a runner's points.
pub fn points(contest: &Contest, runner: &StoredRunner) -> Vec<RunnerPoint> {
    let course = course(contest);
    let several = course.iter().any(|point| course.first().is_some_and(|first| first.leg_name != point.leg_name));
    let times = runner.times(contest.splits.len());
    let stretches = stretches(&course, &times);
    let (decimals, last) = (runner.line.decimals, contest.splits.len());
    let mut before: Option<i32> = None;
    let point = |(at, point): (usize, &CoursePoint<'_>)| {
        let place = if at == last { runner.line.ranks[0] } else { runner.places.get(at).copied().unwrap_or(-1) };
        let gained = match before {
            Some(before) if place > 0 => before - place,
            _ => 0,
        };
        if place > 0 {
            before = Some(place);
        }
        let stretch = stretches.iter().find(|stretch| stretch.end == at);
        RunnerPoint {
            label: point.label.to_owned(),
            leg: if several { point.leg_name.to_owned() } else { String::new() },
            at: format!("{:.1} mi", point.metres / MILE_METRES),
            time: times.get(at).copied().flatten().map(|ms| dates::decimals_text(ms, decimals)).unwrap_or_default(),
            segment: stretch.map(|stretch| dates::result_text(stretch.ms)).unwrap_or_default(),
            pace: stretch.map(|stretch| pace::of_leg(point.leg, stretch.ms, stretch.to - stretch.from)).unwrap_or_default(),
            place,
            gained,
            change: change(gained),
        }
    };
    course.iter().enumerate().map(point).collect()
}

fn change(gained: i32) -> String {
    let places = |count: u32| if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
    match gained {
        0 => String::new(),
        gained if gained > 0 => format!("{} won", places(gained.unsigned_abs())),
        lost => format!("{} lost", places(lost.unsigned_abs())),
    }
}

/// Another runner of the same contest beside the page's.
pub fn compared(contest: &Contest, runner: &StoredRunner, other: &StoredRunner) -> ComparedRunner {
    let points = contest.splits.len();
    let times = runner.times(points).into_iter().zip(other.times(points)).map(|(own, their)| ComparedTime {
        time: their.map(|ms| dates::decimals_text(ms, other.line.decimals)).unwrap_or_default(),
        gap: own.zip(their).map(|(own, their)| gap(their - own)).unwrap_or_default(),
    });
    ComparedRunner {
        public_id: other.line.public_id.clone(),
        bib: other.line.bib.clone(),
        name: other.name(),
        times: times.collect(),
    }
}

/// The difference of two times with its sign.
fn gap(ms: i64) -> String {
    let text = dates::result_text(ms.abs());
    match ms {
        0 => "0:00".to_owned(),
        ms if ms > 0 => format!("+{text}"),
        _ => format!("\u{2212}{text}"),
    }
}

/// The chart of a runner's pace, with the median of the field and the compared runners.
pub fn pace_chart(contest: &Contest, medians: &[Option<i64>], runners: &[&StoredRunner]) -> Option<PaceChart> {
    let course = course(contest);
    let median: Vec<Option<i64>> = {
        let mut sum = Some(0);
        let stretch = |median: &Option<i64>| {
            sum = sum.zip(*median).map(|(sum, median)| sum + median);
            sum
        };
        medians.iter().map(stretch).collect()
    };
    let lines = runners.iter().map(|runner| (runner.name(), runner.times(contest.splits.len())));
    chart::draw(&course, medians, lines.collect(), &median)
}
