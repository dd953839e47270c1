//! From one runner's reads to a start, splits and a finish.
//!
//! A pure function of the contest and the set of reads; the order in which they came plays no part.

/// How long before the gun a read at the start still is a start; it then counts as the gun (ChronoTrack rounds such reads up
/// to the gun; issue 2).
pub const BEFORE_GUN_MS: i64 = 6_000;

/// Reads at one point within this time are one passing (RACE RESULT joins main and backup mats within 20 s).
pub const PASSING_MS: i64 = 20_000;

/// One read of a runner, as the rules look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// Epoch milliseconds.
    pub time: i64,
    /// The number of the mat, as the caller numbers them.
    pub mat: u16,
}

/// A contest as the rules look at it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// The gun in epoch milliseconds; `None` while nobody started.
    pub gun: Option<i64>,
    /// The mats of the start.
    pub start_mats: Vec<u16>,
    /// How long after the gun a read at the start still is one, in milliseconds.
    pub start_open_ms: i64,
    /// The points in the order in which they are passed; the last one is the finish.
    pub points: Vec<Point>,
}

/// A timing point of a [`Course`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Point {
    /// The mats that feed it.
    pub mats: Vec<u16>,
    /// Milliseconds after the runner's start before which a read here is not a passing.
    pub minimum_ms: i64,
}

/// What one runner's reads say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passings {
    /// When the runner started, in epoch milliseconds; `None` as long as there is no sign of it.
    pub start: Option<i64>,
    /// Whether the start was read. A runner without a start read who is seen later started with the gun.
    pub start_read: bool,
    /// When each point was passed; `None` where the mat did not see the chip, or not yet. The last one is the finish.
    pub points: Vec<Option<i64>>,
}

impl Passings {
    /// When the runner finished.
    pub fn finish(&self) -> Option<i64> {
        self.points.last().copied().flatten()
    }
}

/// What became of a read of a runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// It made a time or belongs to the same passing.
    Used,
    /// It lies before the start opened.
    BeforeStart,
    /// It made no time.
    Spare,
    /// Its mat feeds no point of the contest.
    OffCourse,
}

/// Finds the start, the splits and the finish in a runner's reads, which must be in order of time.
///
/// - The start is the *last* read at the start from 6 s before the gun to the end of its opening, and not before the gun.
/// - Every point is the *first* read at its mats at least its minimum after the start.
/// - Where two points share a mat (laps, out and back), the second is at least the difference of their minimums after the
///   first, so that one passing, or a slow first lap, is never taken for two points.
/// - Points are passed in order: a point seen only after a later one was missed, and what was read there is spare. So a
///   stroll past a mat after the finish changes nothing.
pub fn passings(course: &Course, hits: &[Hit]) -> Passings {
    let nothing = Passings { start: None, start_read: false, points: vec![None; course.points.len()] };
    let Some(gun) = course.gun else { return nothing };

    let opens = gun - BEFORE_GUN_MS..=gun + course.start_open_ms;
    let start_read = hits.iter().rev().find(|hit| opens.contains(&hit.time) && course.start_mats.contains(&hit.mat));
    let start = start_read.map_or(gun, |hit| hit.time.max(gun));

    let mut points: Vec<Option<i64>> = Vec::with_capacity(course.points.len());
    for point in &course.points {
        let earliest = course
            .points
            .iter()
            .zip(&points)
            .filter(|(before, _)| before.mats.iter().any(|mat| point.mats.contains(mat)))
            .filter_map(|(before, passed)| passed.map(|at| at + (point.minimum_ms - before.minimum_ms).max(PASSING_MS)))
            .fold(start + point.minimum_ms, i64::max);
        let from = hits.partition_point(|hit| hit.time < earliest);
        let first = hits.iter().skip(from).find(|hit| point.mats.contains(&hit.mat));
        points.push(first.map(|hit| hit.time));
    }
    let mut next = i64::MAX;
    for passed in points.iter_mut().rev() {
        *passed = passed.filter(|at| *at < next);
        next = passed.unwrap_or(next);
    }

    let seen = start_read.is_some() || points.iter().any(Option::is_some);
    Passings { start: seen.then_some(start), start_read: start_read.is_some(), points }
}

/// What became of one of the reads from which [`passings`] found these.
pub fn use_of(course: &Course, found: &Passings, hit: Hit) -> Use {
    let at_start = course.start_mats.contains(&hit.mat);
    if !at_start && !course.points.iter().any(|point| point.mats.contains(&hit.mat)) {
        return Use::OffCourse;
    }
    let Some(gun) = course.gun.filter(|gun| hit.time >= gun - BEFORE_GUN_MS) else { return Use::BeforeStart };
    if at_start && hit.time <= gun + course.start_open_ms {
        return Use::Used;
    }
    let passed = course.points.iter().zip(&found.points).any(|(point, passed)| {
        point.mats.contains(&hit.mat) && passed.is_some_and(|at| (at..=at + PASSING_MS).contains(&hit.time))
    });
    if passed { Use::Used } else { Use::Spare }
}
