//! Pace and speed, in the units of each leg (TIMING: run min/mile, swim min/100 m, bike mph).

use crate::timing::length::MILE_METRES;
use crate::timing::setup::{Leg, Sport};

/// Minutes a mile, floored to the second (DESIGN §5): `7:12`. Empty when there is no distance or no time.
///
/// ```
/// // 10 km in 44:44: 6.21371 miles.
/// assert_eq!(core_wasm::live::pace::per_mile(2_684_000, 10_000.0), "7:11");
/// ```
pub fn per_mile(ms: i64, metres: f64) -> String {
    per(ms, metres, MILE_METRES)
}

/// A pace in minutes a mile as [`per_mile`] writes it, in minutes a kilometer, floored to the second; empty for a text that is none.
///
/// ```
/// assert_eq!(core_wasm::live::pace::mile_to_kilometer("7:30"), "4:39");
/// assert_eq!(core_wasm::live::pace::mile_to_kilometer("21.4 mph"), "");
/// ```
pub fn mile_to_kilometer(pace: &str) -> String {
    let seconds = pace.split_once(':').and_then(|(minutes, seconds)| {
        let (minutes, seconds) = (minutes.parse::<i64>().ok()?, seconds.parse::<i64>().ok()?);
        (0..60).contains(&seconds).then_some(minutes * 60 + seconds)
    });
    seconds.map(|seconds| per(seconds * 1000, MILE_METRES, 1_000.0)).unwrap_or_default()
}

/// The pace of a whole race: per mile for runners and wheelchairs; empty for a triathlon, which mixes disciplines.
pub fn overall(sport: Sport, ms: i64, metres: f64) -> String {
    match sport {
        Sport::Run | Sport::Wheel => per_mile(ms, metres),
        Sport::Tri => String::new(),
    }
}

/// The pace or speed of one stretch with its unit: `7:12 /mi`, `1:45 /100 m`, `21.4 mph`. Empty for a transition.
pub fn of_leg(leg: Leg, ms: i64, metres: f64) -> String {
    let with = |text: String, unit: &str| if text.is_empty() { text } else { format!("{text} {unit}") };
    match leg {
        Leg::Run => with(per_mile(ms, metres), "/mi"),
        Leg::Swim => with(per(ms, metres, 100.0), "/100 m"),
        Leg::Bike => with(miles_an_hour(ms, metres), "mph"),
        Leg::T1 | Leg::T2 => String::new(),
    }
}

fn per(ms: i64, metres: f64, unit: f64) -> String {
    if ms <= 0 || !(metres.is_finite() && metres > 0.0) {
        return String::new();
    }
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "race times are far below 2^52 ms")]
    let seconds = (ms as f64 / 1000.0 * (unit / metres)).floor() as i64;
    crate::dates::duration_text(seconds.saturating_mul(1000))
}

fn miles_an_hour(ms: i64, metres: f64) -> String {
    if ms <= 0 || !(metres.is_finite() && metres > 0.0) {
        return String::new();
    }
    #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
    let hours = ms as f64 / 3_600_000.0;
    format!("{:.1}", metres / MILE_METRES / hours)
}
