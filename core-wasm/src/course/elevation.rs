//! What is climbed on a course, and its elevation at a place.

use serde::{Deserialize, Serialize};

/// Metres up and down over a whole course.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Climb {
    /// The sum of all climbs.
    pub up: f64,
    /// The sum of all descents.
    pub down: f64,
}

/// The value at `x`, linear between known points, which are ascending; before the first and after the last the value there.
pub(super) fn between(known: &[(f64, f64)], x: f64) -> Option<f64> {
    let next = known.partition_point(|(at, _)| *at < x);
    let (to, high) = *known.get(next).or(known.last())?;
    let (from, low) = next.checked_sub(1).and_then(|before| known.get(before)).copied().unwrap_or((to, high));
    let share = if to > from { ((x - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
    Some(low + (high - low) * share)
}
