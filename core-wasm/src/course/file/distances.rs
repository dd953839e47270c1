//! Distances along a track.

use super::TrackPoint;

/// The mean radius of the earth in metres (IUGG 1980).
const EARTH_METRES: f64 = 6_371_008.8;

/// The distance of each point from the start in metres, along the track: great circles by the haversine formula (Sinnott 1984),
/// which is exact enough also for points that are a metre apart.
pub(super) fn distances(track: &[TrackPoint]) -> Vec<f64> {
    let mut along = 0.0;
    let first = track.first().map(|_| 0.0);
    let rest = track.windows(2).map(|pair| {
        if let [from, to] = pair {
            along += between(*from, *to);
        }
        along
    });
    first.into_iter().chain(rest).collect()
}

fn between(from: TrackPoint, to: TrackPoint) -> f64 {
    let (lat, lon) = ((to.lat - from.lat).to_radians(), (to.lon - from.lon).to_radians());
    let root = (lat / 2.0).sin().powi(2) + from.lat.to_radians().cos() * to.lat.to_radians().cos() * (lon / 2.0).sin().powi(2);
    2.0 * EARTH_METRES * root.clamp(0.0, 1.0).sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_of_latitude_has_111_kilometers() {
        let point = |lat, lon| TrackPoint { lat, lon, elevation: None };
        let metres = distances(&[point(45.0, 7.0), point(46.0, 7.0), point(46.0, 7.0)]);
        assert!((metres[1] - 111_195.08).abs() < 0.1 && metres[1] == metres[2], "{metres:?}");
        assert!(distances(&[]).is_empty());
    }
}
