//! The steps of a refresh: the slots that changed, then the contests in which a finisher changed.

use std::collections::BTreeMap;

use super::slot::{self, Computed, RaceContext};
use super::{Field, Slot};
use crate::timing::rank::{Finisher, Order, Place};
use crate::timing::setup::Contest;
use crate::timing::standing::Row;
use crate::timing::waiting::{Expected, Finishes};

/// What a field knows of one contest besides its rules.
#[derive(Debug, Clone)]
pub(super) struct ContestField {
    /// The slots of its runners.
    pub(super) members: Vec<usize>,
    /// How many of its finishers were read at each split.
    finishes: Finishes,
    /// The points that were expected of its finishers at the last ranking.
    expected: Expected,
    /// Its ranked finishers, by slot.
    order: Order,
}

impl ContestField {
    pub(super) fn new(contest: &Contest) -> Self {
        Self {
            members: Vec::new(),
            finishes: Finishes::new(contest.splits.len()),
            expected: Expected::default(),
            order: Order::new(contest.ranking),
        }
    }
}

/// The rows of the version before that have changed, by their slots; `None` for one that was not shown.
pub(super) type RowsBefore = BTreeMap<usize, Option<Row>>;

impl Field {
    /// What the computation of a slot needs of the rest of the field.
    pub(super) fn context(&self) -> RaceContext<'_> {
        RaceContext {
            rules: &self.rules,
            age_bands: &self.age_bands,
            own_timers: &self.own_timers,
            day: &self.day,
            race_date: self.facts.date,
            corrections: &self.corrections,
        }
    }

    /// Computes one slot, and records whether it must be ranked again, by its contest, and its row as it was before if that has changed.
    pub(super) fn compute_slot(&mut self, at: usize, to_rank: &mut BTreeMap<usize, Vec<usize>>, before: &mut RowsBefore) -> bool {
        let Some(slot) = self.slots.get(at) else { return false };
        let entrant = slot.entrant.and_then(|entrant| self.entrants.get(entrant));
        let Computed { mut row, finisher, accepted, counts } = slot.compute(&self.context(), entrant);
        let Some(slot) = self.slots.get_mut(at) else { return false };
        let read_at: Option<Box<[bool]>> =
            row.as_ref().filter(|row| row.finish.is_some()).map(|row| row.splits.iter().map(Option::is_some).collect());
        if let (Some(row), Some(before)) = (&mut row, &slot.row) {
            // The result of the last ranking is kept until the contest is ranked again.
            (row.overall_rank, row.gender_rank, row.group_rank) = (before.overall_rank, before.gender_rank, before.group_rank);
            row.hidden_ahead = before.hidden_ahead;
            row.flags |= before.flags & Row::OF_RANKING;
        }
        // The contest, and whether a person set the status, which decide whether a runner is ranked or waits.
        let standing = |row: &Option<Row>| row.as_ref().map(|row| (row.contest, row.status.is_set()));
        let accepted_now = slot.accepted != accepted;
        if accepted_now || slot.finisher != finisher || standing(&slot.row) != standing(&row) || slot.finish_counted != read_at {
            slot.contest.into_iter().for_each(|contest| to_rank.entry(contest).or_default().push(at));
        }
        if let (Some(row), None) = (&mut row, &finisher) {
            let waits = row.finish.is_some() && row.has(Row::WAITING) && !row.status.is_set() && !accepted;
            slot::set_place(row, Place::NONE, waits);
        }
        let changed = slot.row != row;
        self.counts.remove(&slot.counts);
        self.counts.add(&counts);
        if slot.finish_counted != read_at
            && let Some(contest) = slot.contest.and_then(|contest| self.contests.get_mut(contest))
        {
            slot.finish_counted.iter().for_each(|splits| contest.finishes.remove(splits));
            read_at.iter().for_each(|splits| contest.finishes.add(splits));
        }
        slot.finish_counted = read_at;
        let row_before = std::mem::replace(&mut slot.row, row);
        if changed {
            before.insert(at, row_before);
        }
        slot.finisher = finisher;
        slot.accepted = accepted;
        slot.counts = counts;
        changed
    }

    /// Ranks the finishers of a contest again, after these of its slots have changed; returns whether any row changed, and records the
    /// rows as they were before of which something changed that is sent.
    ///
    /// A finish that waits for a person has no rank; one that is faster than any human can wait too.
    pub(super) fn rank_contest(&mut self, contest: usize, mut slots: Vec<usize>, before: &mut RowsBefore) -> bool {
        let Some(ContestField { members, finishes, expected, order }) = self.contests.get_mut(contest) else { return false };
        let now = finishes.expected();
        if *expected != now {
            // Any finish of the contest may wait now, or wait no longer.
            let finished = |at: &usize| self.slots.get(*at).is_some_and(|slot| slot.finish_counted.is_some());
            slots.extend(members.iter().copied().filter(finished));
            slots.sort_unstable();
            slots.dedup();
            *expected = now;
        }
        let waits = |slot: &Slot| {
            let decided = slot.accepted || slot.row.as_ref().is_none_or(|row| row.status.is_set());
            !decided && slot.finish_counted.as_ref().is_some_and(|splits| expected.waits(splits))
        };
        let mut updates: Vec<(usize, Option<&Finisher>)> = Vec::with_capacity(slots.len());
        let mut unranked: Vec<(usize, bool)> = Vec::new();
        for (at, slot) in slots.into_iter().filter_map(|at| Some((at, self.slots.get(at)?))) {
            let waits = waits(slot);
            let finisher = slot.finisher.as_ref().filter(|_| !waits);
            updates.push((at, finisher));
            if finisher.is_none() {
                unranked.push((at, waits));
            }
        }
        let placed = order.update(updates.into_iter()).into_iter().map(|(at, place)| (at, place, false));
        let unranked = unranked.into_iter().map(|(at, waits)| (at, Place::NONE, waits));
        let mut changed = false;
        for (at, place, waits) in placed.chain(unranked) {
            let Some(slot) = self.slots.get_mut(at) else { continue };
            let Some(row) = slot.row.as_mut() else { continue };
            // Places are not sent (`timing::sent`).
            if row.has(Row::WAITING) != waits {
                before.entry(at).or_insert_with(|| Some(row.clone()));
            }
            changed |= slot::set_place(row, place, waits);
        }
        changed
    }
}
