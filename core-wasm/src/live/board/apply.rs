//! Changes of a board: a delta costs what it changes.

use std::collections::BTreeMap;

use super::facets::Spot;
use super::lists::Lists;
use super::{Board, Facets, SearchText};
use crate::live::filters;
use crate::live::teams::Teams;
use crate::timing::columns::Columns;
use crate::timing::feed::Step;
use crate::timing::head::LiveHead;
use crate::timing::standing::Row;

/// Rows by the runners' numbers; `None` for who is no longer shown.
type Changes = BTreeMap<u32, Option<Row>>;

impl Board {
    /// Makes everything that is derived from the document.
    pub(super) fn build(&mut self) {
        let mut facets = Facets::none(&self.document);
        self.lists = Lists::new(&self.document, |at, row| facets.put(at, row, true));
        self.facets = facets;
        self.name();
        self.group();
    }

    /// Makes what depends on the names.
    fn name(&mut self) {
        self.search_text = SearchText::of_rows(&self.document.runners);
        self.last_search.take();
        self.name_stamp = self.name_stamp.wrapping_add(1);
    }

    /// Makes what depends on the age groups and the teams.
    fn group(&mut self) {
        self.teams = Teams::of_rows(&self.document.runners);
        self.filters = filters::of_field(&self.document, |group| self.facets.has_group(group), &self.teams);
        self.filters_stamp = self.filters_stamp.wrapping_add(1);
    }

    /// Applies what happened since the version of this number: this board's version or an older one, of whose steps the board has the
    /// first. Returns whether there was anything new; `None` when the steps do not lead on from this board's version, which is then
    /// unchanged.
    pub(super) fn apply(&mut self, since: u64, mut steps: Vec<Step>) -> Option<bool> {
        let (epoch, number) = self.document.version.rsplit_once('-')?;
        let newest = since.checked_add(u64::try_from(steps.len()).ok()?)?;
        let version = format!("{epoch}-{newest}");
        let known = usize::try_from(number.parse::<u64>().ok()?.checked_sub(since)?).ok()?;
        if known > steps.len() {
            return None;
        }
        steps.drain(..known);
        let Some(updated_at) = steps.last().map(|step| step.updated_at) else { return Some(false) };
        let is_passed = steps.iter().any(|step| !step.passed.is_empty());
        if steps.iter().all(|step| self.has_all(step, is_passed)) {
            steps.into_iter().for_each(|step| self.change(step));
        } else {
            // A setup, a gun or a list that is changed at the desk is rare: then everything is made again.
            let (changes, head) = self.changes(steps)?;
            self.rearrange(changes, head);
        }
        self.document.version = version;
        self.document.updated_at = updated_at;
        Some(true)
    }

    /// Whether a step changes only rows that are there, and no head, and each passing has a gun; also after the rows of these steps, if
    /// somebody passes in one of them.
    fn has_all(&self, step: &Step, is_passed: bool) -> bool {
        let contests = &self.document.contests;
        let has_gun =
            |(contest, wave): (usize, usize)| contests.get(contest).is_some_and(|contest| contest.gun_of(wave).is_some());
        let has_row_with_gun = |number: u32| {
            let position = self.document.position_of(number);
            position.and_then(|position| self.document.runners.wave(position)).is_some_and(has_gun)
        };
        let has_splits = |position: usize, new: &Row| self.document.runners.splits_len(position) == new.splits.len();
        let is_known = |number: u32, new: &Row| self.document.position_of(number).is_some_and(|at| has_splits(at, new));
        step.gone.is_empty()
            && step.head.is_none()
            && step.passed.iter().all(|(number, ..)| has_row_with_gun(*number))
            && step.rows.iter().all(|(number, new)| is_known(*number, new) && (!is_passed || has_gun((new.contest, new.wave))))
    }

    /// Applies a step that changes only rows that are there.
    fn change(&mut self, step: Step) {
        // One for each contest, since its rows have as many splits: the memory is used again.
        let mut rows = vec![Row::default(); self.document.contests.len()];
        for (number, point, at) in step.passed {
            let Some(at_row) = self.document.position_of(number) else { continue };
            let Some(row) = self.document.runners.wave(at_row).and_then(|(contest, _)| rows.get_mut(contest)) else { continue };
            let Some(()) = self.document.runners.read(at_row, row) else { continue };
            let Some(gun) = self.document.contests.get(row.contest).and_then(|contest| contest.gun_of(row.wave)) else {
                continue;
            };
            let Ok(position) = u32::try_from(at_row) else { continue };
            self.lists.put(&self.document.contests, position, row, false);
            let before = Spot::of(row);
            row.pass(gun, point, at);
            self.facets.go(position, before, Spot::of(row));
            self.lists.put(&self.document.contests, position, row, true);
            self.document.runners.write_times(at_row, row);
        }
        let (mut is_named_anew, mut is_grouped_anew) = (false, false);
        for (number, row) in step.rows {
            let Some(at_row) = self.document.position_of(number) else { continue };
            let Some(known) = self.document.runners.get(at_row) else { continue };
            // The order of the bibs is made of all.
            is_named_anew |= known.bib != row.bib || known.public_name() != row.public_name();
            is_grouped_anew |= known.public_group() != row.public_group() || known.public_team() != row.public_team();
            let Ok(position) = u32::try_from(at_row) else { continue };
            self.lists.put(&self.document.contests, position, &known, false);
            self.facets.put(position, &known, false);
            self.document.runners.set(at_row, &row);
            // As it is kept, so that it is found when it is taken out.
            let row = self.document.runners.get(at_row).unwrap_or(row);
            self.facets.put(position, &row, true);
            self.lists.put(&self.document.contests, position, &row, true);
        }
        if is_named_anew {
            self.lists = Lists::new(&self.document, |_, _| {});
            self.name();
        }
        if is_grouped_anew {
            self.group();
        }
    }

    /// The rows that the steps change, as they are after the last of them, by the runners' numbers, `None` for who is no longer shown; and
    /// the head after the last of them, when it is another one.
    fn changes(&self, steps: Vec<Step>) -> Option<(Changes, Option<LiveHead>)> {
        fn changed<'a>(board: &Board, changes: &'a mut Changes, number: u32) -> Option<&'a mut Row> {
            let known = || board.document.position_of(number).and_then(|at| board.document.runners.get(at));
            changes.entry(number).or_insert_with(known).as_mut()
        }
        let mut changes = Changes::new();
        let mut head: Option<LiveHead> = None;
        for step in steps {
            head = step.head.or(head);
            let contests = head.as_ref().map_or(&self.document.contests, |head| &head.contests);
            for (number, point, at) in step.passed {
                let row = changed(self, &mut changes, number)?;
                let gun = contests.get(row.contest)?.gun_of(row.wave)?;
                row.pass(gun, point, at);
            }
            changes.extend(step.rows.into_iter().map(|(number, row)| (number, Some(row))));
            changes.extend(step.gone.into_iter().map(|number| (number, None)));
        }
        Some((changes, head))
    }

    /// Applies changes among which are new runners, some who are no longer shown, or another head.
    fn rearrange(&mut self, changes: Changes, head: Option<LiveHead>) {
        if let Some(head) = head {
            self.document.set_head(head);
        }
        let rows = std::mem::take(&mut self.document.runners);
        let numbers = std::mem::take(&mut self.document.numbers);
        let numbers = if numbers.is_empty() { (0..).take(rows.len()).collect() } else { numbers };
        let mut shown: BTreeMap<u32, Row> = numbers.into_iter().zip(rows.iter()).collect();
        for (number, row) in changes {
            match row {
                Some(row) => shown.insert(number, row),
                None => shown.remove(&number),
            };
        }
        let is_complete = (0..).zip(shown.keys()).all(|(position, number)| position == *number);
        self.document.numbers = if is_complete { Vec::new() } else { shown.keys().copied().collect() };
        self.document.runners = Columns::of(shown.values());
        self.build();
    }
}
