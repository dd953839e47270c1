//! The course overview: the chosen distance's points, and the number of runners whose last read was at each.

use serde::{Deserialize, Serialize};

use super::{Board, BoardQuery, List};
use crate::live::filters::RowFilter;
use crate::timing::standing::Row;

/// A point of a course and the number of runners there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CoursePoint {
    /// "Start", a split's label, or "Finish".
    pub label: String,
    /// The position along the course, from 0 to 100.
    pub at: f64,
    /// The runners whose last read was here. Those with the status DNF, DQ or DNS are counted only at the finish.
    pub runners: usize,
}

impl Board {
    /// The points of the chosen distance. Empty without one, and for the finished list, all of whose runners are at the finish.
    pub(super) fn course(&self, query: &BoardQuery, filter: &RowFilter) -> Vec<CoursePoint> {
        let wanted = query.distance.trim();
        let contests = self.document.contests.iter().enumerate();
        let named = contests.into_iter().find(|(_, contest)| contest.name.trim().eq_ignore_ascii_case(wanted));
        let Some((number, contest)) = named.filter(|_| query.list == List::Active && !wanted.is_empty()) else {
            return Vec::new();
        };
        let length = contest.distance_metres;
        let along = |metres: f64| if length > 0.0 { (metres / length * 100.0).clamp(0.0, 100.0) } else { 0.0 };
        let point = |label: &str, at: f64| CoursePoint { label: label.to_owned(), at, runners: 0 };
        let mut points = vec![point("Start", 0.0)];
        points.extend(contest.splits.iter().map(|split| point(&split.label, along(split.metres))));
        points.push(point("Finish", 100.0));
        let last = points.len() - 1;
        for row in self.document.runners.iter().filter(|row| row.contest == number && filter.matches(row)) {
            if let Some(point) = place(row, last).and_then(|place| points.get_mut(place)) {
                point.runners += 1;
            }
        }
        points
    }
}

/// The index of the point of a runner's last read; `None` before the start, and for a runner with the status DNF, DQ or DNS
/// without a finish.
fn place(row: &Row, finish: usize) -> Option<usize> {
    if row.finish.is_some() {
        return Some(finish);
    }
    if row.status.is_set() {
        return None;
    }
    row.last_split().map(|(i, _)| i + 1).or(row.start.map(|_| 0))
}
