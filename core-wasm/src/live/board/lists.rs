//! The two lists of a board, by contest, each kept in its order.

use std::cmp::Reverse;

use super::List;
use super::rows::RowSet;
use crate::sorted::{Item, SortedList, ordered};
use crate::timing::columns::Columns;
use crate::timing::rank::{Finish, Place, RankedList};
use crate::timing::standing::{LiveContest, LiveDocument, Row, active_key, bib_order};

/// A runner without a finish, in the order of the active list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Active {
    /// What [`active_key`] says, as one number.
    order: u64,
    bib: u32,
    at: u32,
}

impl Active {
    fn of(contests: &[LiveContest], row: &Row, at: u32, bib: u32) -> Self {
        let (is_out, is_waiting, Reverse(reached), time) = active_key(contests, row);
        let farthest = MOST_POINTS - u16::try_from(reached).unwrap_or(MOST_POINTS).min(MOST_POINTS);
        let above = u16::from(is_out) << 15 | u16::from(is_waiting) << 14 | farthest;
        Self { order: ordered(above, time), bib, at }
    }
}

/// No contest has as many points.
const MOST_POINTS: u16 = (1 << 14) - 1;

impl Item for Active {
    fn kinds(&self) -> [Option<u16>; 2] {
        [None, None]
    }
}

/// Both lists, and the order of the bibs.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    finished: Vec<RankedList>,
    active: Vec<SortedList<Active>>,
    /// The positions of all rows in the order of their bibs.
    by_bib: Vec<u32>,
    /// The place of each row in that order.
    bibs: Vec<u32>,
}

impl Lists {
    /// The lists of a document's rows. `each` is told of every row without its texts, so that the rows are passed over once.
    pub(super) fn new(document: &LiveDocument, mut each: impl FnMut(u32, &Row)) -> Self {
        let rows = &document.runners;
        let by_bib = by_bib(rows);
        let mut bibs = vec![0; rows.len()];
        for (place, at) in (0..).zip(&by_bib) {
            bibs.get_mut(*at as usize).into_iter().for_each(|bib| *bib = place);
        }
        let mut finished: Vec<Vec<Finish>> = vec![Vec::new(); document.contests.len()];
        let mut active: Vec<Vec<Active>> = vec![Vec::new(); document.contests.len()];
        let mut row = Row::default();
        for (at, bib) in (0..).zip(&bibs) {
            if rows.read(at as usize, &mut row).is_none() {
                break;
            }
            let row = &row;
            each(at, row);
            match Finish::of(row, at, *bib) {
                Some(finish) => finished.get_mut(row.contest).into_iter().for_each(|list| list.push(finish)),
                None => {
                    let item = Active::of(&document.contests, row, at, *bib);
                    active.get_mut(row.contest).into_iter().for_each(|list| list.push(item));
                }
            }
        }
        let finished = document.contests.iter().zip(finished).map(|(contest, list)| RankedList::new(contest.ranking, list));
        Self { finished: finished.collect(), active: active.into_iter().map(SortedList::new).collect(), by_bib, bibs }
    }

    /// Adds a row to its list, or takes it out as it was added.
    pub(super) fn put(&mut self, contests: &[LiveContest], at: u32, row: &Row, is_in: bool) {
        let bib = self.bib(at);
        match Finish::of(row, at, bib) {
            Some(finish) => match self.finished.get_mut(row.contest) {
                Some(list) if is_in => list.insert(finish),
                Some(list) => list.remove(&finish),
                None => {}
            },
            None => {
                let item = Active::of(contests, row, at, bib);
                match self.active.get_mut(row.contest) {
                    Some(list) if is_in => list.insert(item),
                    Some(list) => list.remove(&item),
                    None => {}
                }
            }
        }
    }

    /// The position of the row with a bib.
    pub(super) fn position(&self, rows: &Columns, bib: &str) -> Option<u32> {
        let bib_at = |at: u32| rows.bib(at as usize);
        let place = self.by_bib.partition_point(|at| bib_order(&bib_at(*at), bib).is_lt());
        self.by_bib.get(place).copied().filter(|at| bib_at(*at) == bib)
    }

    /// The place of a row; `None` without a finish.
    pub(super) fn place(&self, at: u32, row: &Row) -> Option<Place> {
        Some(self.finished.get(row.contest)?.place(&Finish::of(row, at, self.bib(at))?))
    }

    /// The positions of a contest's finishers in their order.
    pub(super) fn finishers(&self, contest: usize) -> impl Iterator<Item = u32> + '_ {
        self.finished.get(contest).into_iter().flat_map(RankedList::iter)
    }

    /// The rows of a list that are in a set of so many, all of these contests, in their order, from one on.
    pub(super) fn window(
        &self,
        document: &LiveDocument,
        list: List,
        contests: &[usize],
        (rows, total): (&RowSet, usize),
        window: (usize, usize),
    ) -> Vec<u32> {
        let (from, count) = window;
        if total <= from || count == 0 {
            return Vec::new();
        }
        let active = || contests.iter().filter_map(|contest| self.active.get(*contest));
        let finished = || contests.iter().filter_map(|contest| self.finished.get(*contest));
        let size: usize = match list {
            List::Active => active().map(SortedList::len).sum(),
            List::Finished => finished().map(RankedList::len).sum(),
        };
        // A few are sorted; of many the first are met soon.
        let passed = (from + count).min(total).saturating_mul(size) / total;
        if total.saturating_mul(COST_OF_SORTING) < passed {
            let row = |at: u32| {
                let mut row = Row::default();
                document.runners.read(at as usize, &mut row).map(|()| (at, row))
            };
            let rows = rows.iter().filter_map(row);
            return self.sorted(&document.contests, list, rows).into_iter().skip(from).take(count).collect();
        }
        let is_wanted = |at: &u32| rows.contains(*at);
        match list {
            List::Active => {
                let all = active().flat_map(|list| list.iter().map(|item| item.at));
                all.filter(is_wanted).skip(from).take(count).collect()
            }
            List::Finished => finished().flat_map(RankedList::iter).filter(is_wanted).skip(from).take(count).collect(),
        }
    }

    /// Rows of a list in their order.
    fn sorted(&self, contests: &[LiveContest], list: List, rows: impl Iterator<Item = (u32, Row)>) -> Vec<u32> {
        match list {
            List::Active => {
                let mut items: Vec<(usize, Active)> =
                    rows.map(|(at, row)| (row.contest, Active::of(contests, &row, at, self.bib(at)))).collect();
                items.sort_unstable();
                items.into_iter().map(|(_, item)| item.at).collect()
            }
            List::Finished => {
                let key = |(at, row): (u32, Row)| {
                    let finish = Finish::of(&row, at, self.bib(at))?;
                    Some((row.contest, self.finished.get(row.contest)?.key(&finish), at))
                };
                let mut items: Vec<_> = rows.filter_map(key).collect();
                items.sort_unstable();
                items.into_iter().map(|(.., at)| at).collect()
            }
        }
    }

    fn bib(&self, at: u32) -> u32 {
        self.bibs.get(at as usize).copied().unwrap_or_default()
    }
}

/// The positions of all rows in the order of their bibs ([`bib_order`]).
fn by_bib(rows: &Columns) -> Vec<u32> {
    let all = 0..u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let known = || (0..rows.len()).map(|at| rows.bib_number(at));
    // As most lists are.
    if known().all(|number| number.is_some()) && known().is_sorted() {
        return all.collect();
    }
    let bib = |at: u32| rows.bib(at as usize);
    let number = |at: u32| rows.bib_number(at as usize).map_or_else(|| bib(at).parse::<u64>().ok(), |number| Some(number.into()));
    let mut by_bib: Vec<((u8, u64), u32)> = all.map(|at| (number(at).map_or((1, 0), |number| (0, number)), at)).collect();
    by_bib.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| bib(a.1).cmp(&bib(b.1))));
    by_bib.into_iter().map(|(_, at)| at).collect()
}

/// To sort a row takes as long as to pass this many.
const COST_OF_SORTING: usize = 40;
