//! Changes of a board: what has not changed is neither sorted nor folded again.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Board, SearchText, full_name};
use crate::live::filters;
use crate::timing::feed::Step;
use crate::timing::rank::{Finisher, Order};
use crate::timing::standing::{self, LiveContest, Row};

impl Board {
    /// Makes everything that is derived from the document.
    pub(super) fn build(&mut self) {
        self.orders = self.document.contests.iter().map(|contest| Order::new(contest.ranking)).collect();
        let all: Vec<(u32, usize)> = (0..).zip(self.document.runners.iter().map(|row| row.contest)).collect();
        self.rank(&all);
        let rows = &self.document.runners;
        let numbered = || rows.iter().enumerate().filter_map(|(at, row)| Some((u32::try_from(at).ok()?, row)));
        self.by_bib = numbered().map(|(at, row)| (row.bib.clone(), at)).collect();
        self.search_text = SearchText::new(rows.iter().map(|row| (full_name(row), &*row.bib)));
        self.filters = filters::of_document(&self.document);
        let contests = &self.document.contests;
        let list = |is_finished: bool| {
            let mut list: Vec<u32> =
                numbered().filter(|(_, row)| row.finish.is_some() == is_finished).map(|(at, _)| at).collect();
            list.sort_by(|a, b| in_order(rows, contests, is_finished, *a, *b));
            list
        };
        (self.finished, self.active) = (list(true), list(false));
    }

    /// Applies what happened since the version of this number. Returns whether there was anything; `None` when it does not follow this
    /// board's version, which is then unchanged.
    pub(super) fn apply(&mut self, since: u64, steps: Vec<Step>) -> Option<bool> {
        let (epoch, number) = self.document.version.rsplit_once('-')?;
        let newest = since.checked_add(u64::try_from(steps.len()).ok()?)?;
        let version = format!("{epoch}-{newest}");
        if number.parse() != Ok(since) {
            return None;
        }
        let Some(updated_at) = steps.last().map(|step| step.updated_at) else { return Some(false) };
        let changes = self.changes(steps)?;
        self.document.version = version;
        self.document.updated_at = updated_at;
        // A list that is changed at the desk is rare: then everything is made again.
        let replaced: Option<Vec<(u32, Row)>> = changes
            .iter()
            .map(|(number, row)| Some((u32::try_from(self.document.position_of(*number)?).ok()?, row.clone()?)))
            .collect();
        match replaced {
            Some(rows) => self.replace(rows),
            None => self.rearrange(changes),
        }
        Some(true)
    }

    /// The rows that the steps change, as they are after the last of them, by the runners' numbers; `None` for who is no longer shown.
    fn changes(&self, steps: Vec<Step>) -> Option<BTreeMap<u32, Option<Row>>> {
        fn changed<'a>(board: &Board, changes: &'a mut BTreeMap<u32, Option<Row>>, number: u32) -> Option<&'a mut Row> {
            let known = || board.document.position_of(number).and_then(|at| board.document.runners.get(at).cloned());
            changes.entry(number).or_insert_with(known).as_mut()
        }
        let mut changes = BTreeMap::new();
        for step in steps {
            for (number, point, at) in step.passed {
                let row = changed(self, &mut changes, number)?;
                let gun = self.document.contests.get(row.contest)?.gun_of(row.wave)?;
                row.pass(gun, point, at);
            }
            changes.extend(step.rows.into_iter().map(|(number, row)| (number, Some(row))));
            changes.extend(step.gone.into_iter().map(|number| (number, None)));
        }
        Some(changes)
    }

    /// Applies changes among which are new runners, or some who are no longer shown.
    fn rearrange(&mut self, changes: BTreeMap<u32, Option<Row>>) {
        let rows = std::mem::take(&mut self.document.runners);
        let numbers = std::mem::take(&mut self.document.numbers);
        let numbers = if numbers.is_empty() { (0..).take(rows.len()).collect() } else { numbers };
        let mut shown: BTreeMap<u32, Row> = numbers.into_iter().zip(rows).collect();
        for (number, row) in changes {
            match row {
                Some(row) => shown.insert(number, row),
                None => shown.remove(&number),
            };
        }
        let is_complete = (0..).zip(shown.keys()).all(|(position, number)| position == *number);
        self.document.numbers = if is_complete { Vec::new() } else { shown.keys().copied().collect() };
        self.document.runners = shown.into_values().collect();
        self.build();
    }

    /// Counts the places of the finishers anew, after these rows have changed, each with the contest that it was in. Returns those whose official
    /// time is another one now: their order has changed, too.
    fn rank(&mut self, changed: &[(u32, usize)]) -> Vec<u32> {
        let rows = &self.document.runners;
        let mut finishers: Vec<Vec<(usize, Option<Finisher>)>> = vec![Vec::new(); self.orders.len()];
        for (at, before) in changed {
            let Some(row) = rows.get(*at as usize) else { continue };
            let at = *at as usize;
            if let Some(finishers) = finishers.get_mut(*before).filter(|_| *before != row.contest) {
                finishers.push((at, None));
            }
            if let Some(finishers) = finishers.get_mut(row.contest) {
                finishers.push((at, row.finisher()));
            }
        }
        let mut timed_anew = Vec::new();
        for (order, finishers) in self.orders.iter_mut().zip(finishers) {
            if finishers.is_empty() {
                continue;
            }
            for (at, place) in order.update(finishers.iter().map(|(at, finisher)| (*at, finisher.as_ref()))) {
                let Some(row) = self.document.runners.get_mut(at) else { continue };
                let was_by_gun = row.has(Row::BY_GUN);
                row.set_place(place);
                if was_by_gun != row.has(Row::BY_GUN) {
                    timed_anew.extend(u32::try_from(at));
                }
            }
        }
        timed_anew
    }

    /// Replaces the rows at these positions, and moves them to their places in the lists.
    fn replace(&mut self, changed: Vec<(u32, Row)>) {
        let (mut moved, mut is_named_anew, mut is_grouped_anew) = (Vec::with_capacity(changed.len()), false, false);
        let mut contests = Vec::with_capacity(changed.len());
        for (at, row) in changed {
            let Some(known) = self.document.runners.get_mut(at as usize) else { continue };
            is_named_anew |= known.public_name() != row.public_name();
            is_grouped_anew |= known.public_group() != row.public_group();
            contests.push((at, known.contest));
            *known = row;
            moved.push(at);
        }
        moved.extend(self.rank(&contests));
        moved.sort_unstable();
        moved.dedup();
        let rows = &self.document.runners;
        if is_named_anew {
            self.search_text = SearchText::new(rows.iter().map(|row| (full_name(row), &*row.bib)));
        }
        if is_grouped_anew {
            self.filters = filters::of_document(&self.document);
        }
        let mut is_moved = vec![false; rows.len()];
        for at in &moved {
            if let Some(is_moved) = is_moved.get_mut(*at as usize) {
                *is_moved = true;
            }
        }
        let stays = |at: &u32| !is_moved.get(*at as usize).copied().unwrap_or_default();
        for (list, is_finished) in [(&mut self.finished, true), (&mut self.active, false)] {
            let is_of_list = |at: &u32| rows.get(*at as usize).is_some_and(|row| row.finish.is_some() == is_finished);
            let by_order = |a: &u32, b: &u32| in_order(rows, &self.document.contests, is_finished, *a, *b);
            let mut added: Vec<u32> = moved.iter().copied().filter(is_of_list).collect();
            added.sort_by(by_order);
            *list = merged(list.iter().copied().filter(stays), added, by_order);
        }
    }
}

/// The order of two rows of a list, by their positions.
fn in_order(rows: &[Row], contests: &[LiveContest], is_finished: bool, a: u32, b: u32) -> Ordering {
    let (Some(a), Some(b)) = (rows.get(a as usize), rows.get(b as usize)) else { return Ordering::Equal };
    if is_finished { standing::finished_order(a, b) } else { standing::active_order(contests, a, b) }
}

/// Two sorted lists in one. Few are added to many, so the place of each is searched.
fn merged(list: impl Iterator<Item = u32>, added: Vec<u32>, order: impl Fn(&u32, &u32) -> Ordering) -> Vec<u32> {
    let list: Vec<u32> = list.collect();
    let mut merged = Vec::with_capacity(list.len() + added.len());
    let mut from = 0;
    for one in added {
        let rest = list.get(from..).unwrap_or_default();
        let before = rest.partition_point(|other| order(other, &one) == Ordering::Less);
        merged.extend(rest.iter().take(before));
        merged.push(one);
        from += before;
    }
    merged.extend(list.get(from..).unwrap_or_default());
    merged
}
