//! The course overview: the chosen distance's points, and the number of runners whose last read was at each.

use serde::{Deserialize, Serialize};

use super::query::Filtered;
use super::{Board, BoardQuery, List};

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
    pub(super) fn course(&self, query: &BoardQuery, filtered: &Filtered) -> Vec<CoursePoint> {
        let chosen = filtered.contest.filter(|_| query.list == List::Active);
        let Some(contest) = chosen.and_then(|number| self.document.contests.get(number)) else { return Vec::new() };
        let length = contest.distance_metres;
        let along = |metres: f64| if length > 0.0 { (metres / length * 100.0).clamp(0.0, 100.0) } else { 0.0 };
        let splits = contest.splits.iter().map(|split| (split.label.as_str(), along(split.metres)));
        let points = [("Start", 0.0)].into_iter().chain(splits).chain([("Finish", 100.0)]);
        points
            .zip(&filtered.at_points)
            .map(|((label, at), runners)| CoursePoint { label: label.to_owned(), at, runners: *runners })
            .collect()
    }
}
