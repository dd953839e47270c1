//! The start of one runner.

use super::{BEFORE_GUN_MS, Course, Hit, PASSING_MS, chain};
use crate::timing::correction::StartChoice;

/// At most so many crossings of the start are compared, the latest ones: a chip that lies beside the mat is read for hours.
const MOST_CROSSINGS: usize = 32;

/// A runner's start, and the points passed after it.
pub(super) struct Start {
    /// When the runner started, in epoch milliseconds: the gun when there is no start read.
    pub(super) time: i64,
    /// As [`super::Passings::crossing`].
    pub(super) crossing: Option<i64>,
    /// As [`super::Passings::earlier_wave`].
    pub(super) earlier_wave: bool,
    /// As [`super::Passings::read_before`].
    pub(super) read_before: bool,
    /// As [`super::Passings::points`].
    pub(super) points: Vec<Option<i64>>,
}

/// When the start opens: 6 s before the contest's first gun. `None` while the own gun is not set.
pub(super) fn opens(course: &Course) -> Option<i64> {
    let own = course.gun?;
    Some(course.first_gun.map_or(own, |first| first.min(own)).saturating_sub(BEFORE_GUN_MS))
}

/// Finds the start in reads that are in order of time; `None` while the own gun is not set.
///
/// A person's choice of the gun makes it the start, whenever the start was crossed; which points were passed still follows from the
/// crossing. The choice of the own crossing makes a read before the start opened the start, when there is no other.
pub(super) fn find(course: &Course, hits: &[Hit], choice: Option<StartChoice>) -> Option<Start> {
    let (own, opens) = (course.gun?, opens(course)?);
    let mut crossings = crossings(course, hits, opens, own);
    let before = hits.iter().filter(|hit| starts(course, **hit)).take_while(|hit| hit.time < opens).last();
    if crossings.is_empty() && choice == Some(StartChoice::Crossing) {
        crossings.extend(before.map(|hit| hit.time));
    }
    let (crossing, mut points) = likeliest(course, hits, own, &crossings);
    let by_gun = choice == Some(StartChoice::Gun);
    let time = crossing.filter(|_| !by_gun).map_or(own, |at| counted(at, own));
    for point in points.iter_mut().filter(|point| point.is_some_and(|at| at <= time)) {
        // Nothing can be passed before the time from which a person decided to count.
        *point = None;
    }
    Some(Start {
        time,
        crossing,
        earlier_wave: !by_gun && crossing.is_some_and(|at| at < own - BEFORE_GUN_MS),
        read_before: !by_gun && crossing.is_none() && before.is_some(),
        points,
    })
}

/// Whether a runner without a start was on the course all the same: after a read at the start, or at any time where the start has no
/// mat, points were passed. The gun was set too late, or not at all.
pub(super) fn was_on_course(course: &Course, hits: &[Hit]) -> bool {
    let first = match hits.iter().find(|hit| starts(course, **hit)) {
        Some(hit) => Some(hit.time),
        None if course.start_mats.is_empty() => Some(i64::MIN),
        None => None,
    };
    first.is_some_and(|first| chain::longest(course, first, hits).iter().any(Option::is_some))
}

/// The times at which the start may have been crossed, in order: the last of the reads there that follow one another within
/// [`PASSING_MS`], until the start of the own wave closes or the runner is read at a split.
fn crossings(course: &Course, hits: &[Hit], opens: i64, own: i64) -> Vec<i64> {
    let closes = own.saturating_add(course.start_open_ms);
    let mut crossings: Vec<i64> = Vec::new();
    for hit in hits {
        let last = crossings.last_mut();
        if starts(course, *hit) && (opens..=closes).contains(&hit.time) {
            match last.filter(|last| hit.time - **last <= PASSING_MS) {
                Some(last) => *last = hit.time,
                None => crossings.push(hit.time),
            }
        } else if is_split(course, last.map_or(own, |at| counted(*at, own)), *hit) {
            // The runner is on the course: a later read at the start is none.
            break;
        }
    }
    crossings
}

/// The crossing after which most points were passed, of equal ones the last, with these points.
fn likeliest(course: &Course, hits: &[Hit], own: i64, crossings: &[i64]) -> (Option<i64>, Vec<Option<i64>>) {
    let passed = |points: &[Option<i64>]| points.iter().flatten().count();
    let Some((last, earlier)) = crossings.split_last() else { return (None, chain::longest(course, own, hits)) };
    let mut found = (Some(*last), chain::longest(course, counted(*last, own), hits));
    if earlier.is_empty() {
        return found;
    }
    let read_at = |at: &usize| hits.iter().any(|hit| course.takes(*at, *hit));
    let most = (0..course.points.len()).filter(read_at).count();
    for crossing in earlier.iter().rev().take(MOST_CROSSINGS) {
        if passed(&found.1) >= most {
            break;
        }
        let points = chain::longest(course, counted(*crossing, own), hits);
        if passed(&points) > passed(&found.1) {
            found = (Some(*crossing), points);
        }
    }
    found
}

/// Whether a read is one at the start: the chip of a later leg of a relay is not read there to start.
fn starts(course: &Course, hit: Hit) -> bool {
    course.start_mats.contains(&hit.mat) && hit.leg.is_none_or(|leg| leg == 0)
}

/// The time that a start read counts as: up to 6 s before the own gun it is the gun.
fn counted(at: i64, own: i64) -> i64 {
    if at < own - BEFORE_GUN_MS { at } else { at.max(own) }
}

/// Whether a read is the passing of a split by a runner who started at `start`. Splits at the start mats are left out: there a read
/// can't be told from a start.
fn is_split(course: &Course, start: i64, hit: Hit) -> bool {
    let splits = course.points.len().saturating_sub(1);
    !course.start_mats.contains(&hit.mat)
        && course.points.iter().take(splits).enumerate().any(|(at, point)| {
            course.takes(at, hit) && (point.minimum_ms..=point.maximum_ms).contains(&hit.time.saturating_sub(start))
        })
}
