//! The place on a drawn line that belongs to a distance.

/// A point of the drawn line: x and y in the view box, y downwards, and the distance from the start in metres. It is written as an
/// array.
pub type LinePoint = [f64; 3];

/// The place on the line at a distance from the start in metres: x and y. Before the start it is the start, behind the finish the
/// finish; `None` for a line without points.
///
/// ```
/// let line = [[0.0, 0.0, 0.0], [10.0, 0.0, 100.0], [10.0, 20.0, 200.0]];
/// assert_eq!(core_wasm::course::at(&line, 150.0), Some((10.0, 10.0)));
/// ```
pub fn at(line: &[LinePoint], metres: f64) -> Option<(f64, f64)> {
    let next = line.partition_point(|[.., along]| *along < metres);
    let to = line.get(next).or(line.last())?;
    let from = next.checked_sub(1).and_then(|before| line.get(before)).unwrap_or(to);
    let ([x0, y0, from], [x1, y1, to]) = (from, to);
    let share = if to > from { ((metres - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    Some((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_by_its_distance_also_where_the_course_comes_back() {
        // Out and back over the same ground, with a turn at 100 m.
        let line = [[0.0, 0.0, 0.0], [100.0, 0.0, 100.0], [0.0, 0.0, 200.0]];
        assert_eq!(at(&line, 25.0), Some((25.0, 0.0)));
        assert_eq!(at(&line, 175.0), Some((25.0, 0.0)));
        assert_eq!((at(&line, -5.0), at(&line, 500.0)), (Some((0.0, 0.0)), Some((0.0, 0.0))));
        assert_eq!(at(&[], 1.0), None);
    }
}
