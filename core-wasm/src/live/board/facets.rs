//! The rows of a board by what a visitor filters and counts: contest, wave, gender, age group, the last point reached, the status.

use super::rows::RowSet;
use crate::live::filters::RowFilter;
use crate::timing::standing::{LiveDocument, Row};

const GENDERS: [&str; 4] = ["", "m", "f", "a"];

/// A set of rows for each value.
#[derive(Debug, Clone, Default)]
pub(super) struct Facets {
    rows: usize,
    contests: Vec<ContestRows>,
    genders: [RowSet; GENDERS.len()],
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
    /// The sets of a document's rows.
    pub(super) fn new(document: &LiveDocument) -> Self {
        let rows = document.runners.len();
        let none = || RowSet::none(rows);
        let contests = document.contests.iter().map(|contest| ContestRows {
            all: none(),
            waves: contest.waves.iter().map(|_| none()).collect(),
            points: (0..contest.splits.len() + 2).map(|_| none()).collect(),
        });
        let mut facets = Self {
            rows,
            contests: contests.collect(),
            genders: std::array::from_fn(|_| none()),
            groups: document.age_groups.iter().map(|_| none()).collect(),
            finished: none(),
            out: none(),
            waiting: none(),
        };
        let mut row = Row::default();
        for at in 0..rows {
            if document.runners.read(at, &mut row).is_some() {
                facets.put(u32::try_from(at).unwrap_or(u32::MAX), &row, true);
            }
        }
        facets
    }

    /// Adds a row, or takes it out as it was added.
    pub(super) fn put(&mut self, at: u32, row: &Row, is_in: bool) {
        self.put_times(at, row, is_in);
        if let Some(contest) = self.contests.get_mut(row.contest) {
            contest.all.set(at, is_in);
            contest.waves.get_mut(row.wave).into_iter().for_each(|wave| wave.set(at, is_in));
        }
        let gender = GENDERS.iter().position(|gender| **gender == *row.gender);
        gender.and_then(|gender| self.genders.get_mut(gender)).into_iter().for_each(|rows| rows.set(at, is_in));
        let group = usize::try_from(row.public_group()).ok();
        group.and_then(|group| self.groups.get_mut(group)).into_iter().for_each(|rows| rows.set(at, is_in));
    }

    /// Adds a row to the sets that depend on its times and its status, or takes it out as it was added.
    pub(super) fn put_times(&mut self, at: u32, row: &Row, is_in: bool) {
        self.finished.set(at, is_in && row.finish.is_some());
        self.out.set(at, is_in && row.status.is_set());
        self.waiting.set(at, is_in && !row.status.is_set() && row.start.is_none());
        let Some(contest) = self.contests.get_mut(row.contest) else { return };
        let point = place(row, contest.points.len().saturating_sub(1));
        point.and_then(|point| contest.points.get_mut(point)).into_iter().for_each(|rows| rows.set(at, is_in));
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
            keep(GENDERS.iter().position(|gender| **gender == filter.gender).and_then(|gender| self.genders.get(gender)));
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
