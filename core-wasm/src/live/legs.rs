//! The times of a runner's legs: Swim, T1, Bike, T2, Run, or those of a relay's members.

use serde::{Deserialize, Serialize};

use super::text;
use crate::timing::standing::{LiveContest, Row};

/// The time of one leg.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LegTime {
    /// The leg's name.
    pub leg: String,
    /// The time in milliseconds.
    pub ms: i64,
    /// The time as it is shown.
    pub time: String,
}

/// The times of the legs of a contest with several. A leg ends at its last point, where the next one starts: the time of an exchange
/// is both. A leg without a time, and a leg that took no time at all, is left out: it was not done, and must not be the fastest.
pub fn legs(contest: &LiveContest, row: &Row) -> Vec<LegTime> {
    let splits = contest.splits.iter().zip(row.splits.iter().copied().chain(std::iter::repeat(None)));
    let splits = splits.map(|(point, at)| (point.leg.named(Some(&point.leg_name)), point.metres, at));
    let finish = (contest.finish_leg.named(Some(&contest.finish_leg_name)), contest.distance_metres, row.finish);
    let points: Vec<(&str, f64, Option<i64>)> = splits.chain([finish]).collect();
    let ends: Vec<(&str, f64, Option<i64>)> =
        points.chunk_by(|(one, ..), (next, ..)| one == next).filter_map(|leg| leg.last().copied()).collect();
    if ends.len() < 2 {
        return Vec::new();
    }
    let mut times = Vec::with_capacity(ends.len());
    let (mut started, mut from) = (row.start.map(|_| 0), 0.0);
    for (leg, metres, end) in ends {
        // The next leg starts where a leg of no length begins, also when nobody was read there.
        if end.is_none() && metres <= from {
            continue;
        }
        if let Some(ms) = end.zip(started).map(|(end, start)| end - start).filter(|ms| *ms > 0) {
            times.push(LegTime { leg: leg.to_owned(), ms, time: text::time(ms) });
        }
        (started, from) = (end, metres);
    }
    times
}
