//! Converts a contest of the setup to the form that the rules of passings use.

use super::store::Names;
use crate::timing::passing::{Course, Point};
use crate::timing::setup::Contest;

pub(super) fn course(contest: &Contest, mats: &mut Names) -> Course {
    let mut numbers = |names: &[String]| names.iter().map(|name| mats.number(name.trim())).collect::<Vec<u16>>();
    let start_mats = numbers(&contest.start.mats);
    let mut points: Vec<Point> = contest
        .splits
        .iter()
        .map(|split| Point { mats: numbers(&split.mats), minimum_ms: milliseconds(split.minimum_seconds) })
        .collect();
    points.push(Point { mats: numbers(&contest.finish.mats), minimum_ms: milliseconds(contest.finish.minimum_seconds) });
    Course { gun: contest.gun_ms(), start_mats, start_open_ms: milliseconds(contest.start.minimum_lap_seconds), points }
}

/// Converts to whole milliseconds; a value that is not finite counts as 0 ([`super::Setup::check`] reports it).
fn milliseconds(seconds: f64) -> i64 {
    if !seconds.is_finite() {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "bounded")]
    let ms = (seconds.clamp(0.0, 1e9) * 1000.0).round() as i64;
    ms
}
