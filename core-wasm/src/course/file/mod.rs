//! Makes a course of a GPX file.

mod climb;
mod distances;
mod gpx;
mod refusals;
mod simplify;

use super::{Climb, Course, CoursePlace, whole};
use crate::error::CoreError;

/// The most points that the line of a course has.
const MOST_POINTS: usize = 400;
/// The number of equally long parts into which a profile is divided.
const PROFILE_PARTS: usize = 200;

/// A point of a track.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TrackPoint {
    /// Degrees, north positive.
    lat: f64,
    /// Degrees, east positive. It may be beyond 180 where a track crosses the antimeridian.
    lon: f64,
    /// Metres above sea level.
    elevation: Option<f64>,
}

/// Metres in whole decimetres, so that a course that is read from its stored text equals the one that was stored.
fn to_decimetres(metres: f64) -> f64 {
    f64::from(whole(metres * 10.0)) / 10.0
}

impl Course {
    /// Reads the course from the text of a GPX file: its longest track or, without one, its longest route.
    ///
    /// # Errors
    /// What is wrong with the file, as a sentence; nothing in it is quoted.
    pub fn from_gpx(text: &str) -> Result<Self, CoreError> {
        let track = gpx::read(text)?;
        let distances = distances::distances(&track);
        let metres = distances.last().copied().unwrap_or_default();
        refusals::check_length(metres)?;
        let elevations = climb::filled(&track, &distances);
        let kept = simplify::simplify(&track, &distances, MOST_POINTS);
        let place = |i: &usize| {
            let (point, along) = (track.get(*i)?, distances.get(*i)?);
            Some(CoursePlace(whole(point.lat * 1e6), whole(point.lon * 1e6), whole(along * 10.0).unsigned_abs()))
        };
        let Climb { up, down } = climb::climb(&elevations);
        Ok(Self {
            points: kept.iter().filter_map(place).collect(),
            metres: to_decimetres(metres),
            elevation: climb::samples(&elevations, &distances, PROFILE_PARTS).into_iter().map(|one| whole(one * 10.0)).collect(),
            climb: Climb { up: to_decimetres(up), down: to_decimetres(down) },
        })
    }
}
