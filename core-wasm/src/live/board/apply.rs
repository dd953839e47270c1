//! Changes of a board: what a delta does not change is neither sorted nor folded again.

use std::cmp::Ordering;

use super::{Board, SearchText, full_name};
use crate::live::filters;
use crate::timing::rank::{Finisher, Order};
use crate::timing::standing::{self, LiveContest, LiveDocument, Row};

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

    /// Applies a delta: replaces, adds and removes runners. Returns whether it contained a change.
    pub(super) fn apply(&mut self, mut delta: LiveDocument) -> bool {
        if delta.version == self.document.version {
            return false;
        }
        let changed = std::mem::take(&mut delta.runners);
        let gone = std::mem::take(&mut delta.gone);
        let is_same_head = delta.contests == self.document.contests && delta.age_groups == self.document.age_groups;
        self.document = LiveDocument { runners: std::mem::take(&mut self.document.runners), ..delta };
        // A list that is changed at the desk, and another setup, are rare: then everything is made again.
        let is_same_field = gone.is_empty() && changed.iter().all(|row| self.by_bib.contains_key(&row.bib));
        if !is_same_head || !is_same_field {
            let gone: std::collections::HashSet<&str> =
                gone.iter().map(String::as_str).chain(changed.iter().map(|row| &*row.bib)).collect();
            self.document.runners.retain(|row| !gone.contains(&*row.bib));
            self.document.runners.extend(changed);
            self.build();
            return true;
        }
        self.replace(changed);
        true
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
            for (at, mut place) in order.update(finishers.iter().map(|(at, finisher)| (*at, finisher.as_ref()))) {
                let Some(row) = self.document.runners.get_mut(at) else { continue };
                let was_by_gun = row.has(Row::BY_GUN);
                place.hidden_ahead = row.hidden_ahead;
                if place.ranks.group > 0 {
                    place.ranks.group += i32::from(row.hidden_ahead);
                }
                row.set_place(place);
                if was_by_gun != row.has(Row::BY_GUN) {
                    timed_anew.extend(u32::try_from(at));
                }
            }
        }
        timed_anew
    }

    /// Replaces rows that are there, and moves them to their places in the lists.
    fn replace(&mut self, changed: Vec<Row>) {
        let (mut moved, mut is_named_anew, mut is_grouped_anew) = (Vec::with_capacity(changed.len()), false, false);
        let mut contests = Vec::with_capacity(changed.len());
        for row in changed {
            let Some(at) = self.by_bib.get(&row.bib).copied() else { continue };
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
