//! Where the field was at each point of the course: everybody's place there, and the median time of each stretch. Derived once, when
//! a version is published, and stored with it. Runners who are still on the course have no line and are not counted.

use super::published::ResultRow;
use crate::timing::setup::Ranking;
use crate::timing::status::Status;

/// The place of each row at each split of the course: how many were there in less time, plus one. −1 where the runner was not read,
/// and for the disqualified, who are not counted either.
///
/// In a contest ranked by gun time the time since the gun decides, as at the finish; otherwise the time since the own start.
pub fn places(rows: &[ResultRow], ranking: Ranking, points: usize) -> Vec<Vec<i32>> {
    let mut places = vec![vec![-1; points]; rows.len()];
    for point in 0..points {
        let mut there: Vec<(i64, usize)> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.status != Status::Dq)
            .filter_map(|(at, row)| Some((since(row, ranking, point)?, at)))
            .collect();
        there.sort_unstable();
        let (mut place, mut last) = (0, None);
        for (count, (time, at)) in (1..).zip(there) {
            if last != Some(time) {
                (place, last) = (count, Some(time));
            }
            if let Some(own) = places.get_mut(at).and_then(|own| own.get_mut(point)) {
                *own = place;
            }
        }
    }
    places
}

/// How long after the start that counts a runner was at a split.
fn since(row: &ResultRow, ranking: Ranking, point: usize) -> Option<i64> {
    let own = (*row.splits.get(point)?)?;
    match ranking {
        Ranking::Gun => Some(own + row.start.unwrap_or_default()),
        Ranking::Chip | Ranking::Hybrid => Some(own),
    }
}

/// The median time in milliseconds of each stretch that ends at a split, and of the last one, which ends at the finish. A stretch
/// begins at the point before; who was not read at both ends is not counted, and a stretch that nobody ran has no median. Of an even
/// number of runners the slower one of the two in the middle.
pub fn medians(rows: &[ResultRow], points: usize) -> Vec<Option<i64>> {
    let at = |row: &ResultRow, point: usize| row.splits.get(point).copied().flatten();
    let stretch = |point: usize| {
        let mut times: Vec<i64> = rows
            .iter()
            .filter_map(|row| {
                let end = if point == points { row.chip } else { at(row, point) };
                let from = match point.checked_sub(1) {
                    Some(before) => at(row, before),
                    None => Some(0),
                };
                Some(end? - from?)
            })
            .collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    };
    (0..=points).map(stretch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(start: i64, splits: [Option<i64>; 2], chip: Option<i64>, status: Status) -> ResultRow {
        ResultRow { start: Some(start), splits: splits.to_vec(), chip, status, ..ResultRow::default() }
    }

    #[test]
    fn places_at_a_point_share_ties_and_leave_out_the_disqualified() {
        let rows = [
            row(0, [Some(100), Some(200)], Some(300), Status::Finished),
            row(50, [Some(100), None], Some(290), Status::Finished),
            row(10, [Some(120), Some(190)], None, Status::Dnf),
            row(0, [Some(90), Some(180)], Some(280), Status::Dq),
        ];
        assert_eq!(places(&rows, Ranking::Chip, 2), [[1, 2], [1, -1], [3, 1], [-1, -1]]);
        assert_eq!(places(&rows, Ranking::Gun, 2), [[1, 1], [3, -1], [2, 1], [-1, -1]]);
    }

    #[test]
    fn the_median_of_a_stretch_counts_who_was_read_at_both_ends() {
        let rows = [
            row(0, [Some(100), Some(200)], Some(300), Status::Finished),
            row(0, [Some(110), None], Some(290), Status::Finished),
            row(0, [None, Some(190)], Some(310), Status::Finished),
        ];
        assert_eq!(medians(&rows, 2), [Some(110), Some(100), Some(120)]);
        assert_eq!(medians(&[], 1), [None, None]);
    }
}
