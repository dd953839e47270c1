//! Converts a contest of the setup to the form that the rules use.

use super::store::Names;
use crate::timing::human::{Speeds, fastest_stretch_ms};
use crate::timing::passing::{Course, Point};
use crate::timing::setup::{Contest, Sport};

/// A contest in the form that the rules use.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rules {
    /// The course of each wave.
    pub(super) courses: Vec<Course>,
    pub(super) speeds: Speeds,
    /// The names of the legs, in lower case.
    pub(super) legs: Vec<String>,
}

impl Rules {
    pub(super) fn new(contest: &Contest, mats: &mut Names) -> Self {
        let mut numbers = |names: &[String]| names.iter().map(|name| mats.number(name.trim())).collect::<Vec<u16>>();
        let start_mats = numbers(&contest.start.mats);
        let mut points: Vec<Point> = contest
            .splits
            .iter()
            .map(|split| Point {
                mats: numbers(&split.mats),
                minimum_ms: milliseconds(split.minimum_seconds),
                maximum_ms: split.maximum_seconds.map_or(i64::MAX, milliseconds),
                metres: split.metres,
                ..Point::default()
            })
            .collect();
        let finish = &contest.finish;
        points.push(Point {
            mats: numbers(&finish.mats),
            minimum_ms: milliseconds(finish.minimum_seconds),
            maximum_ms: finish.maximum_seconds.map_or(i64::MAX, milliseconds),
            metres: contest.distance_metres,
            ..Point::default()
        });
        let disciplines = contest.splits.iter().map(|split| split.leg).chain([finish.leg]);
        let legs = contest.splits.iter().map(|split| split.leg_name.as_deref()).chain([finish.leg_name.as_deref()]);
        let named: Vec<&str> = disciplines.clone().zip(legs).map(|(leg, name)| leg.named(name)).collect();
        let (mut fastest, mut before) = (0.0, 0.0);
        for (point, discipline) in points.iter_mut().zip(disciplines.clone()) {
            fastest += fastest_stretch_ms(contest.sport, discipline, point.metres - before);
            before = point.metres;
            point.fastest_ms = milliseconds(fastest / 1000.0);
        }
        let mut leg = 0;
        for (at, point) in points.iter_mut().enumerate() {
            leg += u16::from(at > 0 && named.get(at) != named.get(at - 1));
            point.leg = leg;
        }
        let speeds = Speeds::new(contest.sport, points.iter().map(|point| point.metres).zip(disciplines).collect());
        let course = Course {
            gun: None,
            first_gun: contest.gun_ms(),
            start_mats,
            start_open_ms: milliseconds(contest.start.minimum_lap_seconds),
            laps: contest.sport != Sport::Tri && are_laps(&points),
            points,
        };
        let courses = contest.starts().into_iter().map(|wave| Course { gun: wave.gun, ..course.clone() }).collect();
        Self { courses, speeds, legs: contest.legs().into_iter().map(str::to_lowercase).collect() }
    }

    /// The number of the leg of this name, ignoring case.
    pub(super) fn leg_named(&self, name: &str) -> Option<u16> {
        let name = name.trim().to_lowercase();
        self.legs.iter().position(|leg| *leg == name).and_then(|leg| u16::try_from(leg).ok())
    }
}

/// Whether some points share a mat, and all lie at different distances, by which the pace can be compared.
fn are_laps(points: &[Point]) -> bool {
    let shares =
        |(at, point): (usize, &Point)| points.iter().take(at).any(|other| other.mats.iter().any(|mat| point.mats.contains(mat)));
    let apart = points.windows(2).all(|pair| matches!(pair, [one, next] if one.metres < next.metres));
    apart && points.first().is_some_and(|first| first.metres > 0.0) && points.iter().enumerate().any(shares)
}

/// Converts to whole milliseconds; a value that is not finite counts as 0 ([`crate::timing::Setup::check`] reports it).
fn milliseconds(seconds: f64) -> i64 {
    if !seconds.is_finite() {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "bounded")]
    let ms = (seconds.clamp(0.0, 1e9) * 1000.0).round() as i64;
    ms
}
