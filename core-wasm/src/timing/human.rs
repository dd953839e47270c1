//! The fastest times that a human can run. A faster time is a timing error.
//!
//! Causes are a chip carried on a bicycle, a start that was not read, or a runner of another wave who stood at the line.
//! Such a time is shown as suspicious and is not ranked until a person has checked it.

use super::setup::{Leg, Sport};

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

/// Milliseconds a metre that no wheelchair and no handcycle falls below: 60 km/h. A handcycle needs about an hour for a marathon;
/// the rest is for stretches downhill.
const WHEEL_MS_A_METRE: f64 = 60.0;
/// Milliseconds a metre that no swimmer falls below: 100 m in 45 s.
const SWIM_MS_A_METRE: f64 = 450.0;
/// Milliseconds a metre that no cyclist of a triathlon falls below: 72 km/h, for stretches downhill.
const BIKE_MS_A_METRE: f64 = 50.0;

/// The fastest time in milliseconds for a stretch of a course in this sport; the leg matters in a triathlon only. A transition has
/// no fastest time.
pub fn fastest_stretch_ms(sport: Sport, leg: Leg, metres: f64) -> f64 {
    if !(metres.is_finite() && metres > 0.0) {
        return 0.0;
    }
    match (sport, leg) {
        (Sport::Run, _) | (Sport::Tri, Leg::Run) => fastest_ms(metres),
        (Sport::Wheel, _) => metres * WHEEL_MS_A_METRE,
        (Sport::Tri, Leg::Swim) => metres * SWIM_MS_A_METRE,
        (Sport::Tri, Leg::Bike) => metres * BIKE_MS_A_METRE,
        (Sport::Tri, Leg::T1 | Leg::T2) => 0.0,
    }
}

/// Whether a time from the runner's own start to the finish is faster than any human in this sport.
///
/// The time of a whole triathlon is not checked: it depends on its legs, which are checked one by one ([`Speeds`]).
pub fn is_superhuman(sport: Sport, metres: f64, chip_ms: i64) -> bool {
    sport != Sport::Tri && milliseconds(chip_ms) < fastest_stretch_ms(sport, Leg::Run, metres)
}

/// The fastest times of a course's stretches, computed once for all runners.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Speeds {
    sport: Sport,
    /// For each point, splits and finish: its distance from the start and the discipline of the stretch before it.
    points: Vec<(f64, Leg)>,
    /// For each point: the fastest time of the stretch from the point before.
    fastest: Vec<f64>,
}

impl Speeds {
    /// The stretches between these points of a sport's course, the finish last.
    pub fn new(sport: Sport, points: Vec<(f64, Leg)>) -> Self {
        let before = std::iter::once(0.0).chain(points.iter().map(|(metres, _)| *metres));
        let fastest =
            points.iter().zip(before).map(|((metres, leg), before)| fastest_stretch_ms(sport, *leg, metres - before)).collect();
        Self { sport, points, fastest }
    }

    /// Whether a runner was faster than any human somewhere ([`Self::superhuman`]).
    pub fn is_superhuman(&self, times: impl Iterator<Item = Option<i64>>) -> bool {
        self.superhuman(times).is_some()
    }

    /// The first stretch between two points that were read on which a runner was faster than any human, or else the whole course:
    /// the point where it begins, `None` for the start, and the one where it ends. The times are in milliseconds after the own
    /// start, one for each point; the start is the beginning of the first stretch.
    pub fn superhuman(&self, times: impl Iterator<Item = Option<i64>>) -> Option<(Option<usize>, usize)> {
        let mut before = (None, 0);
        for (at, time) in times.enumerate().filter_map(|(at, time)| Some((at, time?))) {
            if milliseconds(time - before.1) < self.fastest_between(before.0, at) {
                return Some((before.0, at));
            }
            before = (Some(at), time);
        }
        let (last, time) = before;
        let is_whole = |last: &usize| self.sport != Sport::Tri && milliseconds(time) < self.fastest_between(None, *last);
        last.filter(is_whole).map(|last| (None, last))
    }

    /// The fastest time from a point, or from the start, to a later point.
    fn fastest_between(&self, from: Option<usize>, to: usize) -> f64 {
        let first = from.map_or(0, |from| from + 1);
        if first == to || self.sport == Sport::Tri {
            return self.fastest.get(first..=to).unwrap_or_default().iter().sum();
        }
        let metres = |at: usize| self.points.get(at).map_or(0.0, |(metres, _)| *metres);
        fastest_stretch_ms(self.sport, Leg::Run, metres(to) - from.map_or(0.0, metres))
    }
}

fn milliseconds(ms: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
    let ms = ms as f64;
    ms
}
