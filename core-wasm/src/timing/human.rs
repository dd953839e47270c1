//! The fastest times that a human can run. A faster time is a timing error.
//!
//! Causes are a chip carried on a bicycle, a start that was not read, or a runner of another wave who stood at the line.
//! Such a time is shown as suspicious and is not ranked until a person has checked it.

use super::setup::Sport;

/// Metres, and the fastest time in milliseconds that any human is known to have run over them.
///
/// Track or road, ratified or not (so the 1:59:40 of Vienna 2019 is the marathon's), men, as known in 2025: World
/// Athletics' record lists, and for 100 km the timed run of Nardò 2025. When a later record is missing here, the only effect is
/// that the runner who sets it is checked by a person.
const FASTEST: [(f64, f64); 15] = [
    (100.0, 9_580.0),
    (200.0, 19_190.0),
    (400.0, 43_030.0),
    (800.0, 100_910.0),
    (1_500.0, 206_000.0),
    (1_609.344, 223_130.0),
    (3_000.0, 437_550.0),
    (5_000.0, 755_360.0),
    (10_000.0, 1_571_000.0),
    (15_000.0, 2_387_000.0),
    (21_097.5, 3_402_000.0),
    (42_195.0, 7_180_000.0),
    (50_000.0, 9_523_000.0),
    (100_000.0, 21_560_000.0),
    (160_934.4, 39_099_000.0),
];

/// The fastest time in milliseconds that a human can run this distance in.
///
/// Between two distances of the table it is T1(1−u) + T2·u with u = ln(d/d1) ÷ ln(d2/d1), the interpolation of age-grading tables
/// (TIMING); beyond the ends of the table, the pace at that end.
pub fn fastest_ms(metres: f64) -> f64 {
    let mut below: Option<(f64, f64)> = None;
    for (distance, time) in FASTEST {
        if metres <= distance {
            return below.map_or(time * metres / distance, |(d1, t1)| {
                let u = (metres / d1).ln() / (distance / d1).ln();
                t1 * (1.0 - u) + time * u
            });
        }
        below = Some((distance, time));
    }
    below.map_or(0.0, |(distance, time)| time * metres / distance)
}

/// Whether a time from the runner's own start to the finish is faster than any human.
///
/// Only running is checked: a triathlon's time depends on its legs, whose minimums are in the setup.
pub fn is_superhuman(sport: Sport, metres: f64, chip_ms: i64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
    let chip = chip_ms as f64;
    sport == Sport::Run && metres > 0.0 && chip < fastest_ms(metres)
}
