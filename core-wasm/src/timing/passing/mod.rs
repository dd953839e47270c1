//! Finds a start, splits and a finish in one runner's reads.
//!
//! The result depends on the contest and the set of reads only, not on the order in which the reads were received.

mod chain;
mod laps;
mod start;

use start::Start;

use crate::timing::correction::StartChoice;

/// How long before the gun a read at the start is still a start; it then counts as the gun. ChronoTrack rounds such reads up
/// to the gun, and TIMING's rule "Start" does the same.
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
    /// The number of the leg to which the chip belongs, in a relay; `None` for a chip of the whole course.
    pub leg: Option<u16>,
    /// Whether a person decided that it is no finish.
    pub no_finish: bool,
}

impl Hit {
    /// A read of a chip that belongs to the whole course.
    pub fn new(time: i64, mat: u16) -> Self {
        Self { time, mat, leg: None, no_finish: false }
    }
}

/// A contest as a runner of one of its waves passes it, in the form that the rules use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Course {
    /// The gun of the runner's wave in epoch milliseconds; `None` until it is set.
    pub gun: Option<i64>,
    /// The first gun of the contest; `None` when there is no earlier wave.
    pub first_gun: Option<i64>,
    /// The mats of the start.
    pub start_mats: Vec<u16>,
    /// How long after the own gun a read at the start is still a start, in milliseconds.
    pub start_open_ms: i64,
    /// The points in the order in which they are passed; the last one is the finish.
    pub points: Vec<Point>,
    /// Whether several points share a mat and are told apart by even pace ([`laps`]): a run of laps.
    pub laps: bool,
}

/// A timing point of a [`Course`].
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The mats whose reads are passings of this point.
    pub mats: Vec<u16>,
    /// Milliseconds after the runner's start before which a read here is not a passing.
    pub minimum_ms: i64,
    /// Milliseconds after the runner's start after which a read here is not a passing.
    pub maximum_ms: i64,
    /// The distance from the start.
    pub metres: f64,
    /// The fastest time in which anybody gets here from the start by the contest's sport, in milliseconds; 0 when it is not known.
    pub fastest_ms: i64,
    /// The number of the leg that this point belongs to.
    pub leg: u16,
}

impl Default for Point {
    fn default() -> Self {
        Self { mats: Vec::new(), minimum_ms: 0, maximum_ms: i64::MAX, metres: 0.0, fastest_ms: 0, leg: 0 }
    }
}

impl Point {
    fn shares_mat(&self, other: &Self) -> bool {
        self.mats.iter().any(|mat| other.mats.contains(mat))
    }
}

impl Course {
    /// Whether a chip's read can be a passing of the point at `at`: the chip of a leg counts at the points of its leg and at the
    /// exchange where its leg starts.
    fn takes(&self, at: usize, hit: Hit) -> bool {
        let Some(point) = self.points.get(at).filter(|point| point.mats.contains(&hit.mat)) else { return false };
        hit.leg.is_none_or(|leg| leg == point.leg || self.starts_leg(at, leg))
    }

    /// Whether a person refused a read at the point at `at`: only finishes are refused.
    fn refuses(&self, at: usize, hit: Hit) -> bool {
        hit.no_finish && at + 1 == self.points.len()
    }

    /// Whether the point at `at` is the exchange at which the leg starts.
    fn starts_leg(&self, at: usize, leg: u16) -> bool {
        self.points.get(at).zip(self.points.get(at + 1)).is_some_and(|(here, next)| here.leg != leg && next.leg == leg)
    }
}

/// The start, splits and finish of one runner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passings {
    /// When the runner started, in epoch milliseconds; `None` while no read shows that the runner started.
    pub start: Option<i64>,
    /// The read of the start, from which the runner is timed unless the gun counts instead; `None` when there is none.
    pub crossing: Option<i64>,
    /// Whether the start was read. A runner without a start read who is read at a later point started with the own gun.
    pub start_read: bool,
    /// Whether the runner left with an earlier wave: the start is more than [`BEFORE_GUN_MS`] before the own gun.
    pub earlier_wave: bool,
    /// Whether the runner was read at the start only before it opened, and so has no start read.
    pub read_before: bool,
    /// Whether the runner has no start but was on the course all the same, by the reads before the start opened.
    pub not_opened: bool,
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
/// - The start is the *last* read at the start mats from 6 s before the contest's first gun until the start of the own wave
///   closes; an earlier crossing when more points follow it. Up to 6 s before the own gun it counts as the own gun; earlier, the runner left with an earlier wave and is timed from
///   that read. A read at the start after a split is no start. Without one, the own gun is the start.
/// - The other points are the longest chain in course order in which each time is between the point's minimum and maximum. At each
///   point the *first* read counts. So a point that is read only after a later point counts as missed, and crossing a mat again
///   changes nothing.
/// - When two points share a mat (laps, out and back), the second is not sooner after the first than anybody gets from one to the
///   other, nor than the difference of their minimums where that is less, so that a runner who lingers at a mat passes one point.
/// - A finish that a later split follows is none: the runner crossed the finish mat on the course.
/// - `choice` is a person's decision about the start, when there is one.
pub fn passings(course: &Course, hits: &[Hit], choice: Option<StartChoice>) -> Passings {
    let nothing = Passings { points: vec![None; course.points.len()], ..Passings::default() };
    let found = start::find(course, hits, choice).map(|Start { time, crossing, earlier_wave, read_before, points }| {
        let start = Some(time).filter(|_| crossing.is_some() || points.iter().any(Option::is_some));
        Passings { start, crossing, start_read: crossing.is_some(), earlier_wave, read_before, points, not_opened: false }
    });
    let found = found.unwrap_or(nothing);
    Passings { not_opened: found.start.is_none() && start::was_on_course(course, hits), ..found }
}

/// Returns how a read was used by [`passings`], which returned `found`.
pub fn use_of(course: &Course, found: &Passings, hit: Hit) -> Use {
    let at_start = course.start_mats.contains(&hit.mat);
    if !at_start && !course.points.iter().any(|point| point.mats.contains(&hit.mat)) {
        return Use::OffCourse;
    }
    if at_start && found.crossing == Some(hit.time) {
        return Use::Used;
    }
    if start::opens(course).is_none_or(|opens| hit.time < opens) {
        return Use::BeforeStart;
    }
    let until_start = found.crossing.zip(found.start).is_some_and(|(crossing, start)| hit.time <= crossing.max(start));
    if at_start && until_start {
        return Use::Used;
    }
    let passed = course.points.iter().zip(&found.points).any(|(point, passed)| {
        point.mats.contains(&hit.mat) && passed.is_some_and(|at| (at..=at + PASSING_MS).contains(&hit.time))
    });
    if passed { Use::Used } else { Use::Spare }
}
