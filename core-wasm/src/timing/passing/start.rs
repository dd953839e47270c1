//! The start of one runner.

use super::{BEFORE_GUN_MS, Course, Hit};
use crate::timing::correction::StartChoice;

/// A runner's start.
pub(super) struct Start {
    /// When the runner started, in epoch milliseconds: the gun when there is no start read.
    pub(super) time: i64,
    /// As [`super::Passings::crossing`].
    pub(super) crossing: Option<i64>,
    /// As [`super::Passings::earlier_wave`].
    pub(super) earlier_wave: bool,
    /// As [`super::Passings::read_before`].
    pub(super) read_before: bool,
}

/// When the start opens: 6 s before the contest's first gun. `None` while the own gun is not set.
pub(super) fn opens(course: &Course) -> Option<i64> {
    let own = course.gun?;
    Some(course.first_gun.map_or(own, |first| first.min(own)).saturating_sub(BEFORE_GUN_MS))
}

/// Finds the start in reads that are in order of time; `None` while the own gun is not set.
///
/// A person's choice of the gun makes it the start, whenever the start was crossed. The choice of the own crossing makes a read before the start
/// opened the start, when there is no other.
pub(super) fn find(course: &Course, hits: &[Hit], choice: Option<StartChoice>) -> Option<Start> {
    let (own, opens) = (course.gun?, opens(course)?);
    let closes = own.saturating_add(course.start_open_ms);
    // The chip of a later leg of a relay is not read at the start to start.
    let at_start = |hit: &&Hit| course.start_mats.contains(&hit.mat) && hit.leg.is_none_or(|leg| leg == 0);
    let mut last: Option<i64> = None;
    for hit in hits {
        if at_start(&hit) && (opens..=closes).contains(&hit.time) {
            last = Some(hit.time);
        } else if is_split(course, last.map_or(own, |at| counted(at, own)), *hit) {
            // The runner is on the course: a later read at the start is none.
            break;
        }
    }
    let before = hits.iter().filter(at_start).take_while(|hit| hit.time < opens).last();
    if last.is_none() && choice == Some(StartChoice::Crossing) {
        last = before.map(|hit| hit.time);
    }
    let by_gun = choice == Some(StartChoice::Gun);
    Some(Start {
        time: last.filter(|_| !by_gun).map_or(own, |at| counted(at, own)),
        crossing: last,
        earlier_wave: !by_gun && last.is_some_and(|at| at < own - BEFORE_GUN_MS),
        read_before: !by_gun && last.is_none() && before.is_some(),
    })
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
