//! The profile of a track, and what is climbed and descended on it.

use super::TrackPoint;
use crate::course::elevation::between;
use crate::course::{Climb, number};

/// What a climb must have at least to be counted, in metres: smaller ones are mostly errors of the measurement.
const THRESHOLD: f64 = 5.0;
/// The share of points that must have an elevation; the others are interpolated.
const NEEDED: f64 = 0.8;

/// The elevation of every point in metres, where most have one; otherwise empty. A track that is 0 throughout has none: that is how
/// some route planners write an unknown elevation.
pub(super) fn filled(track: &[TrackPoint], distances: &[f64]) -> Vec<f64> {
    let known: Vec<(f64, f64)> =
        track.iter().zip(distances).filter_map(|(point, along)| Some((*along, point.elevation?))).collect();
    if number(known.len()) < NEEDED * number(track.len()) || known.iter().all(|(_, metres)| *metres == 0.0) {
        return Vec::new();
    }
    distances.iter().filter_map(|along| between(&known, *along)).collect()
}

/// Elevations at equally spaced distances, `parts` + 1 of them; empty without elevations.
pub(super) fn samples(elevations: &[f64], distances: &[f64], parts: usize) -> Vec<f64> {
    let known: Vec<(f64, f64)> = distances.iter().copied().zip(elevations.iter().copied()).collect();
    let metres = distances.last().copied().unwrap_or_default();
    (0..=parts).filter_map(|part| between(&known, metres * number(part) / number(parts))).collect()
}

/// What is climbed: the sum of the differences between each low point and the high point after it, where they exceed a threshold
/// (the method that Strava describes in its article "Elevation Gain", support.strava.com, 216917087).
pub(super) fn climb(elevations: &[f64]) -> Climb {
    let mut sum = Climb::default();
    let Some(first) = elevations.first().copied() else { return sum };
    // The direction is unknown until a difference exceeds the threshold; until then the lowest and the highest point are kept.
    let (mut low, mut high, mut is_up) = (first, first, None);
    // The last turning point, and the highest or lowest point since.
    let (mut turn, mut extreme) = (first, first);
    for metres in elevations.iter().copied() {
        match is_up {
            None if metres - low >= THRESHOLD => (turn, extreme, is_up) = (low, metres, Some(true)),
            None if high - metres >= THRESHOLD => (turn, extreme, is_up) = (high, metres, Some(false)),
            None => (low, high) = (low.min(metres), high.max(metres)),
            Some(up) if (metres > extreme) == up => extreme = metres,
            Some(up) if (metres - extreme).abs() >= THRESHOLD => {
                add(&mut sum, extreme - turn);
                (turn, extreme, is_up) = (extreme, metres, Some(!up));
            }
            Some(_) => {}
        }
    }
    if is_up.is_some() {
        add(&mut sum, extreme - turn);
    }
    sum
}

fn add(sum: &mut Climb, difference: f64) {
    if difference > 0.0 {
        sum.up += difference;
    } else {
        sum.down -= difference;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn climbs_below_the_threshold_are_not_counted_and_others_are_whole() {
        let sum = |elevations: &[f64]| {
            let Climb { up, down } = climb(elevations);
            (up, down)
        };
        assert_eq!(sum(&[]), (0.0, 0.0));
        assert_eq!(sum(&[10.0, 12.0, 9.0, 11.0, 10.0]), (0.0, 0.0));
        assert_eq!(sum(&[10.0, 20.0, 18.0, 30.0, 10.0]), (20.0, 20.0));
        assert_eq!(sum(&[50.0, 44.0, 47.0, 40.0]), (0.0, 10.0));
        assert_eq!(sum(&[0.0, 6.0, 0.0, 6.0]), (12.0, 6.0));
        assert_eq!(sum(&[10.0, 7.0, 11.0, 16.0]), (9.0, 0.0));
        assert_eq!(sum(&[10.0, 10.0, 20.0, 20.0]), (10.0, 0.0));
    }

    #[test]
    fn a_profile_has_equal_steps_and_a_file_with_few_elevations_has_none() {
        let point = |elevation| TrackPoint { lat: 0.0, lon: 0.0, elevation };
        let track = [point(Some(10.0)), point(None), point(Some(30.0)), point(Some(30.0)), point(Some(30.0))];
        let distances = [0.0, 50.0, 100.0, 150.0, 200.0];
        assert_eq!(filled(&track, &distances), [10.0, 20.0, 30.0, 30.0, 30.0]);
        assert_eq!(samples(&filled(&track, &distances), &distances, 4), [10.0, 20.0, 30.0, 30.0, 30.0]);
        assert!(filled(&[point(Some(10.0)), point(None)], &[0.0, 1.0]).is_empty());
        assert!(filled(&[point(Some(0.0)), point(Some(0.0))], &[0.0, 1.0]).is_empty());
        assert!(samples(&[], &[], 4).is_empty());
    }
}
