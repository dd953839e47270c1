//! Leaves out the points of a track that its line does not need.

use super::TrackPoint;
use crate::course::number;

/// The deviation with which the simplification begins, in metres: the error of a position by GPS.
const FIRST_TOLERANCE: f64 = 2.0;
/// How many points the algorithm is given at most: it needs up to the square of it in time.
const MOST_GIVEN: usize = 4_000;

/// The indices of the points to keep, ascending, at most `most`: by the algorithm of Ramer, Douglas and Peucker (D. H. Douglas,
/// T. K. Peucker: "Algorithms for the reduction of the number of points required to represent a digitized line or its caricature",
/// 1973), with a tolerance that doubles until they are few enough.
pub(super) fn simplify(track: &[TrackPoint], distances: &[f64], most: usize) -> Vec<usize> {
    let spaced = spaced(distances);
    let plane = plane(track);
    let mut tolerance = FIRST_TOLERANCE;
    loop {
        let kept = reduce(&plane, &spaced, tolerance);
        if kept.len() <= most.max(2) {
            return kept;
        }
        tolerance *= 2.0;
    }
}

/// The points that are not too close behind the one before, along the track; always the first and the last.
fn spaced(distances: &[f64]) -> Vec<usize> {
    let gap = distances.last().copied().unwrap_or_default() / number(MOST_GIVEN - 2);
    let mut before: Option<f64> = None;
    let last = distances.len().saturating_sub(1);
    let mut kept = Vec::new();
    for (i, along) in distances.iter().enumerate() {
        if i == last || before.is_none_or(|before| along - before > gap) {
            kept.push(i);
            before = Some(*along);
        }
    }
    kept
}

/// The points in metres on a plane that touches the earth at the first one.
fn plane(track: &[TrackPoint]) -> Vec<(f64, f64)> {
    const METRES: f64 = 111_195.0;
    let Some(first) = track.first() else { return Vec::new() };
    let shrink = first.lat.to_radians().cos();
    track.iter().map(|point| ((point.lon - first.lon) * METRES * shrink, (point.lat - first.lat) * METRES)).collect()
}

fn reduce(plane: &[(f64, f64)], given: &[usize], tolerance: f64) -> Vec<usize> {
    let place = |at: usize| given.get(at).and_then(|i| plane.get(*i)).copied().unwrap_or_default();
    let mut keep = vec![false; given.len()];
    let last = given.len().saturating_sub(1);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        for end in [from, to] {
            if let Some(keep) = keep.get_mut(end) {
                *keep = true;
            }
        }
        let (a, b) = (place(from), place(to));
        let deviations = (from + 1..to).map(|at| (at, deviation(place(at), a, b)));
        let farthest = deviations.max_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((at, _)) = farthest.filter(|(_, metres)| *metres > tolerance) {
            parts.extend([(from, at), (at, to)]);
        }
    }
    given.iter().zip(keep).filter(|(_, keep)| *keep).map(|(i, _)| *i).collect()
}

/// The distance of a point from a stretch, not from the endless line through it: a course that turns back is beyond its ends.
fn deviation(point: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { ((point.0 - a.0) * dx + (point.1 - a.1) * dy) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (point.0 - a.0 - dx * share).hypot(point.1 - a.1 - dy * share)
}

#[cfg(test)]
mod tests {
    use super::super::distances;
    use super::*;

    fn track(points: &[(f64, f64)]) -> Vec<TrackPoint> {
        points.iter().map(|(lat, lon)| TrackPoint { lat: *lat, lon: *lon, elevation: None }).collect()
    }

    fn kept(points: &[(f64, f64)], most: usize) -> Vec<usize> {
        let track = track(points);
        simplify(&track, &distances::distances(&track), most)
    }

    #[test]
    fn points_on_a_straight_line_go_and_corners_and_turns_stay() {
        let corner = [(50.0, 8.0), (50.0, 8.001), (50.0, 8.002), (50.001, 8.002), (50.002, 8.002)];
        assert_eq!(kept(&corner, 400), [0, 2, 4]);
        // Out and back: the turn is as far from the straight line as nothing, and still needed.
        assert_eq!(kept(&[(50.0, 8.0), (50.0, 8.01), (50.0, 8.0)], 400), [0, 1, 2]);
        assert_eq!(kept(&[(50.0, 8.0), (50.0, 8.0)], 400), [0, 1]);
    }

    #[test]
    fn a_winding_track_of_any_length_is_cut_to_the_number_of_points() {
        let winding: Vec<(f64, f64)> = (0..50_000).map(|i| (50.0 + f64::from(i % 7) * 1e-3, 8.0 + f64::from(i) * 1e-5)).collect();
        let kept = kept(&winding, 400);
        assert!((2..=400).contains(&kept.len()) && kept[0] == 0 && kept.last() == Some(&49_999), "{}", kept.len());
    }
}
