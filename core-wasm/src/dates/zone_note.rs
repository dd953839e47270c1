//! The note that names the zone of a page's times, for visitors in another zone.

use serde::{Deserialize, Serialize};

use super::{MINUTE_MS, Tz, zone_or_default};

/// A time that a page shows, with what is needed to compare its zone with the visitor's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownTime {
    /// The race's zone; blank means the default.
    pub zone: String,
    /// The instant, in epoch milliseconds.
    pub at: f64,
    /// The offset of the visitor's zone to UTC at that instant, in minutes.
    pub visitor: f64,
}

/// The sentence that names the zone of a page's times; blank when the visitor's clocks show the same times. Two zones with the
/// same offset at that time count as the same.
pub fn zone_note(times: &[ShownTime]) -> String {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a cast of a float saturates, and a visitor's clocks are hours away at most"
    )]
    let shown: Vec<(Tz, i64, i64)> =
        times.iter().map(|time| (zone_or_default(&time.zone), time.at as i64, time.visitor as i64)).collect();
    if shown.iter().all(|(zone, at, visitor)| zone.offset_ms(*at) / MINUTE_MS == *visitor) {
        return String::new();
    }
    let mut labels: Vec<&str> = Vec::new();
    let mut letters: Vec<&str> = Vec::new();
    for (zone, at, _) in shown {
        for (list, one) in [(&mut labels, zone.label()), (&mut letters, zone.letters(at))] {
            if !list.contains(&one) {
                list.push(one);
            }
        }
    }
    match (labels.as_slice(), letters.as_slice()) {
        ([zone], [letters]) => format!("Times are {zone} ({letters})."),
        ([zone], _) => format!("Times are {zone}."),
        _ => format!("Times are on each race's own clocks: {}.", labels.join(", ")),
    }
}
