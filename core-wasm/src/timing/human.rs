//! How fast a human can run: the bound beyond which a time is a fault of timing.
//!
//! A chip that is carried on a bicycle, a start that was missed, a runner of another wave standing at the line: all of them
//! show as times that nobody can run. Such a time is shown as suspicious and is not ranked, until a person has looked.

use super::setup::Sport;

/// Metres, and the fastest time in milliseconds that any human is known to have run over them.
///
/// Track or road, ratified or not (so the 1:59:40 of Vienna 2019 stands for the marathon), men, as known in 2025: World
/// Athletics' record lists, and for 100 km the timed run of Nardò 2025. A later record only makes the bound a little too
/// strict for the person who sets it, who will be looked at anyway.
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
/// Between two distances of the table it is T1(1−u) + T2·u with u = ln(d/d1) ÷ ln(d2/d1), as age-grading tables are read
/// (TIMING); beyond its ends, the pace at that end.
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

/// Whether a time from the runner's start is faster than any human.
///
/// Only running is judged: a triathlon's time depends on its legs, whose minimums the setup holds.
pub fn is_superhuman(sport: Sport, metres: f64, chip_ms: i64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
    let chip = chip_ms as f64;
    sport == Sport::Run && metres > 0.0 && chip < fastest_ms(metres)
}
