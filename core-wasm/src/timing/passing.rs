//! Finds a start, splits and a finish in one runner's reads.
//!
//! The result depends on the contest and the set of reads only, not on the order in which the reads were received.

/// How long before the gun a read at the start is still a start; it then counts as the gun. ChronoTrack rounds such reads up
/// to the gun, and TIMING's rule "start" does the same.
pub const BEFORE_GUN_MS: i64 = 6_000;

/// Reads at one point within this time are one passing (RACE RESULT joins main and backup mats within 20 s).
pub const PASSING_MS: i64 = 20_000;

/// One read of a runner, in the form that the rules use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// Epoch milliseconds.
    pub time: i64,
    /// The number of the mat, as assigned by the caller.
    pub mat: u16,
}

/// A contest, in the form that the rules use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// The gun in epoch milliseconds; `None` until it is set.
    pub gun: Option<i64>,
    /// The mats of the start.
    pub start_mats: Vec<u16>,
    /// How long after the gun a read at the start is still a start, in milliseconds.
    pub start_open_ms: i64,
    /// The points in the order in which they are passed; the last one is the finish.
    pub points: Vec<Point>,
}

/// A timing point of a [`Course`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Point {
    /// The mats whose reads are passings of this point.
    pub mats: Vec<u16>,
    /// Milliseconds after the runner's start before which a read here is not a passing.
    pub minimum_ms: i64,
}

/// The start, splits and finish of one runner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passings {
    /// When the runner started, in epoch milliseconds; `None` while no read shows that the runner started.
    pub start: Option<i64>,
    /// Whether the start was read. A runner without a start read who is read at a later point started with the gun.
    pub start_read: bool,
    /// When each point was passed; `None` when the mat did not read the chip, or has not yet. The last one is the finish.
    pub points: Vec<Option<i64>>,
}

impl Passings {
    /// When the runner finished.
    pub fn finish(&self) -> Option<i64> {
        self.points.last().copied().flatten()
    }
}

/// How a runner's read was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// It made a time or belongs to the same passing.
    Used,
    /// It is earlier than the opening of the start.
    BeforeStart,
    /// It made no time.
    Spare,
    /// Its mat belongs to no point of the contest.
    OffCourse,
}

/// Finds the start, the splits and the finish in a runner's reads, which must be in order of time.
///
/// - The start is the *last* read at the start mats from 6 s before the gun until the start closes; a start before the gun counts
///   as the gun.
/// - Every other point is the *first* read at its mats at least its minimum after the start.
/// - When two points share a mat (laps, out and back), the second is at least the difference of their minimums after the
///   first, so that neither one passing nor a slow first lap is taken for two points.
/// - Points are passed in order: a point that is read only after a later point counts as missed, and that read is spare. So
///   crossing a mat again after the finish changes nothing.
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

/// Returns how a read was used by [`passings`], which returned `found`.
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
