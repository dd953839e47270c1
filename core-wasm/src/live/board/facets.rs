//! The rows of a board by what a visitor filters and counts: contest, wave, gender, age group, the last point reached, the status.

use super::rows::RowSet;
use crate::live::filters::RowFilter;
use crate::timing::rank::gender_code;
use crate::timing::standing::{LiveDocument, Row};

/// A set of rows for each value.
#[derive(Debug, Clone, Default)]
pub(super) struct Facets {
    rows: usize,
    contests: Vec<ContestRows>,
    /// By [`gender_code`]; a gender that is none of the usual ones has no set.
    genders: [RowSet; 4],
    groups: Vec<RowSet>,
    /// Rows with a finish.
    pub(super) finished: RowSet,
    /// Rows with the status DNF, DQ or DNS.
    pub(super) out: RowSet,
    /// Rows without a start and without such a status.
    pub(super) waiting: RowSet,
}

/// The rows of a contest.
#[derive(Debug, Clone, Default)]
struct ContestRows {
    all: RowSet,
    waves: Vec<RowSet>,
    /// By the last point reached: the start, the splits, the finish. Those with the status DNF, DQ or DNS are at the finish or nowhere.
    points: Vec<RowSet>,
}

impl Facets {
    /// The sets for a document's rows, without a row.
    pub(super) fn none(document: &LiveDocument) -> Self {
        let rows = document.runners.len();
        let none = || RowSet::none(rows);
        let contests = document.contests.iter().map(|contest| ContestRows {
            all: none(),
            waves: contest.waves.iter().map(|_| none()).collect(),
            points: (0..contest.splits.len() + 2).map(|_| none()).collect(),
        });
        Self {
            rows,
            contests: contests.collect(),
            genders: std::array::from_fn(|_| none()),
            groups: document.age_groups.iter().map(|_| none()).collect(),
            finished: none(),
            out: none(),
            waiting: none(),
        }
    }

    /// Adds a row, or takes it out as it was added.
    pub(super) fn put(&mut self, at: u32, row: &Row, is_in: bool) {
        let spot = Spot::of(row);
        if spot.is_finished {
            self.finished.set(at, is_in);
        }
        if spot.is_out {
            self.out.set(at, is_in);
        }
        if spot.is_waiting {
            self.waiting.set(at, is_in);
        }
        self.put_point(at, spot, is_in);
        if let Some(contest) = self.contests.get_mut(row.contest) {
            contest.all.set(at, is_in);
            contest.waves.get_mut(row.wave).into_iter().for_each(|wave| wave.set(at, is_in));
        }
        self.genders.get_mut(gender_code(&row.gender)).into_iter().for_each(|rows| rows.set(at, is_in));
        let group = usize::try_from(row.public_group()).ok();
        group.and_then(|group| self.groups.get_mut(group)).into_iter().for_each(|rows| rows.set(at, is_in));
    }

    fn put_point(&mut self, at: u32, spot: Spot, is_in: bool) {
        let points = self.contests.get_mut(spot.contest).map(|contest| &mut contest.points);
        let set = points.zip(spot.point).and_then(|(points, point)| {
            let last = points.len().saturating_sub(1);
            points.get_mut(point.min(last))
        });
        set.into_iter().for_each(|set| set.set(at, is_in));
    }

    /// Takes a row out of the sets of the spot before, and adds it to those of the spot now. Sets that have it before and now are not touched.
    pub(super) fn go(&mut self, at: u32, before: Spot, now: Spot) {
        let sets = [
            (before.is_finished, now.is_finished, &mut self.finished),
            (before.is_out, now.is_out, &mut self.out),
            (before.is_waiting, now.is_waiting, &mut self.waiting),
        ];
        for (before, now, set) in sets {
            if before != now {
                set.set(at, now);
            }
        }
        if (before.contest, before.point) == (now.contest, now.point) {
            return;
        }
        self.put_point(at, before, false);
        self.put_point(at, now, true);
    }

    /// The rows that match a filter.
    pub(super) fn matching(&self, filter: &RowFilter) -> RowSet {
        let none = || RowSet::none(self.rows);
        let mut rows = match filter.contest {
            Some(contest) => self.contests.get(contest).map_or_else(none, |contest| contest.all.clone()),
            None => RowSet::all(self.rows),
        };
        let mut keep = |other: Option<&RowSet>| match other {
            Some(other) => rows.keep(other),
            None => rows = none(),
        };
        if !filter.gender.is_empty() {
            keep(self.genders.get(gender_code(&filter.gender)));
        }
        if let Some(group) = filter.group {
            keep(usize::try_from(group).ok().and_then(|group| self.groups.get(group)));
        }
        if let Some(waves) = &filter.waves {
            let mut any = none();
            let named = waves.iter().filter_map(|(contest, wave)| self.contests.get(*contest)?.waves.get(*wave));
            named.for_each(|rows| any.add(rows));
            keep(Some(&any));
        }
        rows
    }

    /// The contests of which one of these rows is, by their indexes.
    pub(super) fn contests_with(&self, rows: &RowSet) -> Vec<usize> {
        let contests = self.contests.iter().enumerate();
        contests.filter(|(_, contest)| contest.all.meets(rows)).map(|(contest, _)| contest).collect()
    }

    /// How many of these rows are at each point of a contest.
    pub(super) fn at_points(&self, contest: usize, rows: &RowSet) -> Vec<usize> {
        let points = self.contests.get(contest).map(|contest| contest.points.as_slice()).unwrap_or_default();
        points.iter().map(|point| point.len_with(rows)).collect()
    }

    /// Whether a row is in the age group.
    pub(super) fn has_group(&self, group: usize) -> bool {
        self.groups.get(group).is_some_and(|rows| !rows.is_empty())
    }
}

/// Where a runner is: what the sets that change with a passing depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    contest: usize,
    /// The index of the point of the last read, however large for the finish; `None` before the start, and for a runner with the status
    /// DNF, DQ or DNS without a finish.
    point: Option<usize>,
    is_finished: bool,
    is_out: bool,
    is_waiting: bool,
}

impl Spot {
    pub(super) fn of(row: &Row) -> Self {
        let (is_finished, is_out) = (row.finish.is_some(), row.status.is_set());
        let point = match (is_finished, is_out) {
            (true, _) => Some(usize::MAX),
            (_, true) => None,
            _ => row.last_split().map(|(i, _)| i + 1).or(row.start.map(|_| 0)),
        };
        Self { contest: row.contest, point, is_finished, is_out, is_waiting: !is_out && row.start.is_none() }
    }
}
