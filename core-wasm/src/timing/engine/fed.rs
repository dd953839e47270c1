//! What live boards receive of a field: all of it, and then what happens in each version.

use super::Field;
use super::ranking::RowsBefore;
use crate::timing::columns::Columns;
use crate::timing::feed::{self, Change, Received};
use crate::timing::standing::{LiveDocument, Row, bib_order, number_since};

impl Field {
    /// The version of what is shown: `epoch-number`. A different text means that something changed.
    pub fn version(&self) -> String {
        format!("{}-{}", self.facts.epoch, self.version)
    }

    /// The whole field, as a board loads it ([`feed`]).
    pub fn live_document(&self) -> Vec<u8> {
        let mut numbered: Vec<(u32, &Row)> =
            self.slots.iter().filter_map(|slot| Some((slot.number?, slot.row.as_ref()?))).collect();
        numbered.sort_unstable_by_key(|(number, _)| *number);
        let is_complete = (0..).zip(&numbered).all(|(position, (number, _))| position == *number);
        let numbers = if is_complete { Vec::new() } else { numbered.iter().map(|(number, _)| *number).collect() };
        let runners = Columns::of(numbered.iter().map(|(_, row)| *row));
        feed::whole(&LiveDocument { runners, numbers, ..self.head() })
    }

    /// What happened since a version of this field, for a board that has it ([`feed`](crate::timing::feed)); `None` when it is of another
    /// epoch, not a version, or so old that the whole field is to be loaded.
    pub fn live_since(&self, since: &str) -> Option<Vec<u8>> {
        self.feed.since(number_since(&self.version(), since)?)
    }

    /// The bibs of the runners whose rows changed since a version of this field, in no particular order; `None` in the same cases as
    /// [`Self::live_since`]: then any row may have changed.
    pub fn changed_since(&self, since: &str) -> Option<Vec<&str>> {
        let Received::Since(_, steps) = feed::read(&self.live_since(since)?)? else { return None };
        let mut bibs = std::collections::BTreeSet::new();
        for step in steps {
            let passed = step.passed.into_iter().map(|(number, ..)| number);
            let numbers = passed.chain(step.rows.into_iter().map(|(number, _)| number)).chain(step.gone);
            bibs.extend(numbers.filter_map(|number| self.by_number.get(usize::try_from(number).ok()?)));
        }
        Some(bibs.into_iter().map(String::as_str).collect())
    }

    /// The number of the oldest version for which [`Self::live_since`] has an answer.
    pub fn live_from(&self) -> u64 {
        self.feed.first()
    }

    /// Writes what a new version changes for the boards.
    pub(super) fn feed_boards(&mut self, before: &RowsBefore, is_rebuilt: bool) {
        self.number_runners(before);
        let head = is_rebuilt.then(|| self.head());
        if let Some(head) = head
            && !self.feed.has_head(&head)
        {
            self.feed.begin(self.version, head.contests, head.age_groups);
            return;
        }
        let changes = before.iter().filter_map(|(at, before)| {
            let slot = self.slots.get(*at)?;
            Some(Change { number: slot.number?, before: before.as_ref(), after: slot.row.as_ref() })
        });
        let frame = feed::frame(self.feed.contests(), self.updated_at, changes);
        self.feed.push(frame, self.by_bib.len());
    }

    /// Gives a number to each runner who is shown for the first time, in the order of the bibs: that of the list of entrants might tell
    /// something that is not shown.
    fn number_runners(&mut self, before: &RowsBefore) {
        let is_new = |at: &usize| self.slots.get(*at).is_some_and(|slot| slot.number.is_none() && slot.row.is_some());
        let mut new: Vec<usize> = before.keys().copied().filter(is_new).collect();
        let bib = |at: &usize| self.slots.get(*at).map(|slot| slot.bib.as_str()).unwrap_or_default();
        new.sort_by(|a, b| bib_order(bib(a), bib(b)));
        for at in new {
            if let Some(slot) = self.slots.get_mut(at) {
                slot.number = u32::try_from(self.by_number.len()).ok();
                self.by_number.push(slot.bib.clone());
            }
        }
    }
}
