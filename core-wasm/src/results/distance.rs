//! The distances under which results of all races are listed together.

use crate::timing::length::MILE_METRES;
use crate::timing::setup::Sport;

/// The named distances of road races in metres.
const NAMED: [(&str, f64); 10] = [
    ("1 Mile", MILE_METRES),
    ("5K", 5_000.0),
    ("8K", 8_000.0),
    ("5 Miles", 5.0 * MILE_METRES),
    ("10K", 10_000.0),
    ("15K", 15_000.0),
    ("10 Miles", 10.0 * MILE_METRES),
    ("Half Marathon", 21_097.5),
    ("30K", 30_000.0),
    ("Marathon", 42_195.0),
];

/// How far a course may be from a named distance, as a part of it: one that was measured less exactly is still a 5K.
const TOLERANCE: f64 = 0.005;

/// The distance of a contest: a named one, or its length; of wheelchairs and handcycles, and of triathlons, one of their own, since
/// their times do not compare with those of runners.
///
/// ```
/// use core_wasm::results::distance::label;
/// use core_wasm::timing::setup::Sport;
///
/// assert_eq!(label(Sport::Run, 21_097.5), "Half Marathon");
/// assert_eq!(label(Sport::Wheel, 10_000.0), "10K Wheelchair");
/// assert_eq!(label(Sport::Run, 1_609.344), "1 Mile");
/// assert_eq!(label(Sport::Run, 8_046.72), "5 Miles");
/// assert_eq!(label(Sport::Run, 8_000.0), "8K");
/// assert_eq!(label(Sport::Run, 6_500.0), "6.5K");
/// ```
pub fn label(sport: Sport, metres: f64) -> String {
    let named = NAMED.into_iter().find(|(_, length)| (metres - length).abs() <= length * TOLERANCE);
    let length = named.map_or_else(|| kilometres(metres), |(name, _)| name.to_owned());
    match sport {
        Sport::Run => length,
        Sport::Wheel => format!("{length} Wheelchair"),
        Sport::Tri => format!("Triathlon {}", kilometres(metres)),
    }
}

/// The length in kilometres with at most one decimal: `6.5K`, `51.5K`, `12K`.
fn kilometres(metres: f64) -> String {
    let tenths = (metres / 100.0).round();
    if tenths % 10.0 == 0.0 { format!("{:.0}K", tenths / 10.0) } else { format!("{:.1}K", tenths / 10.0) }
}
