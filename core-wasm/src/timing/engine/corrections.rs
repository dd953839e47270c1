//! The corrections of a field: which of them count, and what they change.
//!
//! A correction changes the decisions about one thing, and only the slots that it affects are computed again. Which decision counts
//! depends on the numbers of the corrections, not on the order in which the field receives them. A refresh decides each thing once,
//! however many new corrections are about it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::store::{Stored, Tag};
use super::{ChipSpan, Field};
use crate::timing::correction::{Correction, Decision, ReadRef, StartChoice};
use crate::timing::read::Read;
use crate::timing::status::Override;

/// The source of reads that a person made.
pub(super) const BY_HAND: &str = "Timing desk";

/// Something about which corrections decide.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Thing {
    /// A read, by its fingerprint.
    Read(u128),
    /// Everything that is decided about one bib.
    Runner(String),
    /// Whose a chip is.
    Chip(String),
    /// The clock of a box.
    Clock(String),
    /// A read that a person made, by the number of its correction.
    Added(i64),
}

/// What counts instead of a read's own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadChange {
    /// The read does not count.
    Void,
    /// The read counts at another time.
    At(i64),
}

/// What is decided about a runner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Runner {
    pub(super) status: Option<Override>,
    pub(super) start: Option<StartChoice>,
    /// By the time of the passing: whether it was accepted (`true`) or refused.
    pub(super) finishes: BTreeMap<i64, bool>,
    pub(super) removed: bool,
}

/// Whose a chip is in a span, from a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Given {
    span: ChipSpan,
    bib: Option<String>,
}

/// A change of a box's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Offset {
    span: ChipSpan,
    ms: i64,
}

/// The corrections of a field, and the decisions that count.
#[derive(Debug, Clone, Default)]
pub(super) struct Corrections {
    rows: BTreeMap<i64, Decision>,
    /// The numbers of the corrections about each thing.
    about: HashMap<Thing, BTreeSet<i64>>,
    /// For each correction that takes back an earlier one, the number of that one.
    takes_back: BTreeMap<i64, i64>,
    /// The corrections that one which counts takes back.
    taken_back: HashSet<i64>,
    /// The corrections that were received since the last refresh.
    new: BTreeSet<i64>,
    /// The reads that a person made and that are in a slot, by the number of their correction.
    added: HashMap<i64, u128>,

    reads: HashMap<u128, ReadChange>,
    runners: HashMap<String, Runner>,
    /// In the order of their corrections: the last one counts.
    chips: HashMap<String, Vec<Given>>,
    /// By the number of the source; in the order of their corrections.
    offsets: HashMap<u16, Vec<Offset>>,
    /// As `offsets`, with those that do not count any more.
    past_offsets: HashMap<u16, Vec<Offset>>,
}

impl Corrections {
    /// Whether a correction counts: none that counts takes it back.
    pub(super) fn counts(&self, id: i64) -> bool {
        !self.taken_back.contains(&id)
    }

    /// Whether a correction is a read that a person made.
    pub(super) fn is_read(&self, id: i64) -> bool {
        self.added.contains_key(&id)
    }

    /// Decides anew which corrections count; returns the things about which the new ones decide, and those that count no longer or
    /// again.
    fn decide_rows(&mut self) -> HashSet<Thing> {
        let mut concerned = std::mem::take(&mut self.new);
        let mut taken_back = HashSet::new();
        // A correction takes back an earlier one only: whether it counts is known after all later ones.
        for (id, target) in self.takes_back.iter().rev() {
            if !taken_back.contains(id) {
                taken_back.insert(*target);
            }
        }
        concerned.extend(taken_back.symmetric_difference(&self.taken_back));
        self.taken_back = taken_back;
        concerned.iter().filter_map(|id| Some(things(*id, self.rows.get(id)?))).flatten().collect()
    }

    /// The decisions about a thing that count, in the order of their numbers.
    fn counting(&self, thing: &Thing) -> impl Iterator<Item = &Decision> {
        let ids = self.about.get(thing).into_iter().flatten();
        ids.filter(|id| self.counts(**id)).filter_map(|id| self.rows.get(id))
    }

    /// What is decided about a bib.
    pub(super) fn runner(&self, bib: &str) -> Option<&Runner> {
        self.runners.get(bib)
    }

    /// The time at which a read counts; `None` when it does not count.
    pub(super) fn time_of(&self, read: &Stored) -> Option<i64> {
        match self.reads.get(&read.id) {
            Some(ReadChange::Void) => return None,
            Some(ReadChange::At(time)) => return Some(*time),
            None => {}
        }
        Some(self.clock_of(read))
    }

    /// The time of a read by the corrected clock of its box.
    pub(super) fn clock_of(&self, read: &Stored) -> i64 {
        let offsets = self.offsets.get(&read.source).into_iter().flatten();
        let offset = offsets.rev().find(|offset| offset.span.contains(read.time)).map_or(0, |offset| offset.ms);
        read.time.saturating_add(offset)
    }

    /// The times at which a read counts or has counted by a correction of its time or of its box's clock.
    ///
    /// A decision about a passing names the time that the passing had when a person looked at it. By these times it stays a
    /// decision about the same reads, when they count at another time later.
    pub(super) fn times_of(&self, read: &Stored) -> impl Iterator<Item = i64> + '_ {
        let (time, now) = (read.time, self.time_of(read));
        let moved = self.past_offsets.get(&read.source).into_iter().flatten();
        let moved = moved.filter(move |offset| offset.span.contains(time)).map(move |offset| time.saturating_add(offset.ms));
        let ids = self.about.get(&Thing::Read(read.id)).into_iter().flatten();
        let set = ids.filter_map(|id| match self.rows.get(id) {
            Some(Decision::Retime { time, .. }) => Some(*time),
            _ => None,
        });
        now.into_iter().chain([time]).chain(moved).chain(set)
    }

    /// Whose a chip is at a time by the corrections: the inner `None` when it is nobody's, the outer one when none decides.
    pub(super) fn owner_of(&self, chip: &str, ms: i64) -> Option<Option<&str>> {
        let given = self.chips.get(chip)?.iter().rev().find(|given| given.span.contains(ms))?;
        Some(given.bib.as_deref())
    }

    /// The bibs to which corrections give a chip.
    fn bibs_with(&self, chip: &str) -> Vec<String> {
        self.chips.get(chip).into_iter().flatten().filter_map(|given| given.bib.clone()).collect()
    }

    /// The chips that corrections give to a bib at a time.
    pub(super) fn chips_of<'a>(&'a self, bib: &'a str, ms: i64) -> impl Iterator<Item = &'a str> {
        let chips = self.chips.keys().filter(move |chip| self.owner_of(chip, ms) == Some(Some(bib)));
        chips.map(String::as_str)
    }

    /// The numbers of the newest corrections about a bib, its reads (by their identities) and its chips, the newest first.
    pub(super) fn about(&self, bib: &str, reads: &HashSet<String>, chips: &[String], most: usize) -> Vec<i64> {
        let mut found = BTreeSet::new();
        // A row takes back an earlier one only, which is found before it.
        for (id, decision) in &self.rows {
            let is_about = match decision {
                Decision::Void { read } | Decision::Restore { read } | Decision::Retime { read, .. } => reads.contains(&read.id),
                Decision::Chip { chip, .. } if chips.contains(chip) => true,
                Decision::TakeBack { correction } => found.contains(correction),
                decision => decision.bibs().iter().any(|one| one == bib),
            };
            if is_about {
                found.insert(*id);
            }
        }
        found.into_iter().rev().take(most).collect()
    }

    /// Decides a runner anew; returns whether that changed anything.
    fn decide_runner(&mut self, bib: &str) -> bool {
        let mut runner = Runner::default();
        for decision in self.counting(&Thing::Runner(bib.to_owned())) {
            match decision {
                Decision::Status { status, .. } => runner.status = *status,
                Decision::Start { choice, .. } => runner.start = Some(*choice),
                Decision::Accept { time, .. } => _ = runner.finishes.insert(*time, true),
                Decision::Refuse { time, .. } => _ = runner.finishes.insert(*time, false),
                Decision::Remove { .. } => runner.removed = true,
                _ => {}
            }
        }
        if runner == Runner::default() {
            self.runners.remove(bib).is_some()
        } else {
            self.runners.insert(bib.to_owned(), runner.clone()) != Some(runner)
        }
    }

    /// Decides a read anew.
    fn decide_read(&mut self, read: u128) {
        let change = self.counting(&Thing::Read(read)).last().and_then(|decision| match decision {
            Decision::Void { .. } => Some(ReadChange::Void),
            Decision::Retime { time, .. } => Some(ReadChange::At(*time)),
            _ => None,
        });
        match change {
            Some(change) => self.reads.insert(read, change),
            None => self.reads.remove(&read),
        };
    }

    /// Decides anew whose a chip is.
    fn decide_chip(&mut self, chip: &str) {
        let span = |from: Option<i64>, to: Option<i64>| ChipSpan { from: from.unwrap_or(i64::MIN), to: to.unwrap_or(i64::MAX) };
        let thing = Thing::Chip(chip.to_owned());
        let given = self.counting(&thing).filter_map(|decision| match decision {
            Decision::Chip { bib, from, to, .. } => Some(Given { span: span(*from, *to), bib: bib.clone() }),
            Decision::Exchange { bib, chip: new, from, .. } => {
                let bib = Some(bib.clone()).filter(|_| new == chip);
                Some(Given { span: span(Some(*from), None), bib })
            }
            _ => None,
        });
        let given: Vec<Given> = given.collect();
        if given.is_empty() {
            self.chips.remove(chip);
        } else {
            self.chips.insert(chip.to_owned(), given);
        }
    }

    /// Decides a box's clock anew.
    fn decide_clock(&mut self, source: &str, number: u16) {
        let thing = Thing::Clock(source.to_owned());
        let offset = |decision: &Decision| match decision {
            Decision::Offset { from, to, offset_ms, .. } => {
                let span = ChipSpan { from: from.unwrap_or(i64::MIN), to: to.unwrap_or(i64::MAX) };
                Some(Offset { span, ms: *offset_ms })
            }
            _ => None,
        };
        let ever = self.about.get(&thing).into_iter().flatten().filter_map(|id| self.rows.get(id)).filter_map(offset).collect();
        let counting: Vec<Offset> = self.counting(&thing).filter_map(offset).collect();
        self.past_offsets.insert(number, ever);
        if counting.is_empty() {
            self.offsets.remove(&number);
        } else {
            self.offsets.insert(number, counting);
        }
    }
}

/// The things about which a correction decides.
fn things(id: i64, decision: &Decision) -> Vec<Thing> {
    match decision {
        Decision::Void { read } | Decision::Restore { read } | Decision::Retime { read, .. } => {
            read.fingerprint().map(Thing::Read).into_iter().collect()
        }
        Decision::Add { .. } => vec![Thing::Added(id)],
        Decision::Chip { chip, .. } => vec![Thing::Chip(chip.clone())],
        Decision::Exchange { chip, replaces, .. } => {
            std::iter::once(chip).chain(replaces).map(|chip| Thing::Chip(chip.clone())).collect()
        }
        Decision::Status { bibs, .. } => bibs.iter().cloned().map(Thing::Runner).collect(),
        Decision::Accept { bib, .. } | Decision::Refuse { bib, .. } | Decision::Start { bib, .. } | Decision::Remove { bib } => {
            vec![Thing::Runner(bib.clone())]
        }
        Decision::Offset { source, .. } => vec![Thing::Clock(source.clone())],
        Decision::TakeBack { .. } => Vec::new(),
    }
}

impl Field {
    /// Takes a correction; returns `false` when the field has it already. Its effect is visible after the next [`Field::refresh`].
    ///
    /// Only the slots of the runners that it concerns are computed again; the clock of a box concerns all whom the box has read.
    pub fn correct(&mut self, correction: &Correction) -> bool {
        let Correction { id, decision } = correction;
        let corrections = &mut self.corrections;
        if corrections.rows.contains_key(id) {
            return false;
        }
        for thing in things(*id, decision) {
            corrections.about.entry(thing).or_default().insert(*id);
        }
        if let Decision::TakeBack { correction } = decision
            && correction < id
        {
            corrections.takes_back.insert(*id, *correction);
        }
        corrections.rows.insert(*id, decision.clone());
        corrections.new.insert(*id);
        true
    }

    /// Decides everything anew that the new corrections are about, and marks the slots that this affects.
    pub(super) fn apply_corrections(&mut self) {
        if !self.corrections.new.is_empty() {
            self.corrections.decide_rows().iter().for_each(|thing| self.decide(thing));
        }
    }

    /// Decides a thing anew, and marks what that affects.
    fn decide(&mut self, thing: &Thing) {
        match thing {
            Thing::Runner(bib) => {
                if self.corrections.decide_runner(bib) {
                    self.dirty.extend(self.by_bib.get(bib.as_str()).copied());
                }
            }
            Thing::Read(read) => {
                self.corrections.decide_read(*read);
                let slots = self.slots_of(*read);
                self.dirty.extend(slots);
            }
            Thing::Chip(chip) => {
                let mut bibs = self.corrections.bibs_with(chip);
                self.corrections.decide_chip(chip);
                bibs.extend(self.corrections.bibs_with(chip));
                let mut slots = self.slots_of_chip_reads(chip);
                slots.extend(bibs.iter().filter_map(|bib| self.by_bib.get(bib.as_str()).copied()));
                self.place_again(chip, &slots);
            }
            Thing::Clock(source) => {
                let number = self.sources.number(source);
                self.corrections.decide_clock(source, number);
                let read = |slot: &super::Slot| slot.reads.iter().any(|read| read.source == number);
                self.dirty.extend(self.slots.iter().enumerate().filter(|(_, slot)| read(slot)).map(|(at, _)| at));
                self.count_mats_again();
            }
            Thing::Added(id) => self.set_added(*id),
        }
    }

    /// The slots that have a read. They are found by the bib or chip of the newest correction about it; when that names another
    /// tag, all slots are searched.
    fn slots_of(&self, read: u128) -> BTreeSet<usize> {
        let newest = self.corrections.about.get(&Thing::Read(read)).and_then(BTreeSet::last);
        let tag = match newest.and_then(|id| self.corrections.rows.get(id)) {
            Some(Decision::Void { read } | Decision::Restore { read } | Decision::Retime { read, .. }) => Some(read),
            _ => None,
        };
        let has = |at: &usize| self.slots.get(*at).is_some_and(|slot| slot.reads.iter().any(|one| one.id == read));
        let mut slots = tag.map(|tag| self.slots_of_tag(tag)).unwrap_or_default();
        slots.retain(has);
        let is_there = || self.seen.contains(&read) || self.corrections.added.values().any(|added| *added == read);
        if slots.is_empty() && is_there() {
            slots.extend((0..self.slots.len()).filter(has));
        }
        slots
    }

    /// The slots that may have the read of a correction.
    fn slots_of_tag(&self, read: &ReadRef) -> BTreeSet<usize> {
        match (&read.bib, &read.chip) {
            (Some(bib), _) => self.by_bib.get(bib.as_str()).copied().into_iter().collect(),
            (None, Some(chip)) => self.slots_of_chip_reads(chip),
            (None, None) => BTreeSet::new(),
        }
    }

    /// The slots that may have reads of a chip: those of its owners by the entrants and by corrections, of the bib with its number,
    /// and its own.
    fn slots_of_chip_reads(&self, chip: &str) -> BTreeSet<usize> {
        let owners = self.chips.get(chip).into_iter().flatten().map(|owner| owner.bib.as_str());
        let given = self.corrections.bibs_with(chip);
        let bibs = owners.chain(given.iter().map(String::as_str)).chain([chip]);
        let slots = bibs.filter_map(|bib| self.by_bib.get(bib).copied());
        slots.chain(self.by_chip.get(chip).copied()).collect()
    }

    /// Assigns the reads of a chip in these slots to their owners again.
    fn place_again(&mut self, chip: &str, slots: &BTreeSet<usize>) {
        let Some(tag) = self.tag_numbers.get(&Tag::Chip(chip.to_owned())).copied() else { return };
        let mut moved = Vec::new();
        for at in slots {
            if let Some(slot) = self.slots.get_mut(*at) {
                moved.extend(slot.reads.extract_if(.., |read| read.tag == tag));
            }
        }
        self.dirty.extend(slots);
        moved.into_iter().for_each(|read| self.place(read));
    }

    /// Adds the read of a person, or takes it out when its correction does not count.
    fn set_added(&mut self, id: i64) {
        let Some(Decision::Add { bib, mat, time }) = self.corrections.rows.get(&id) else { return };
        let counts = self.corrections.counts(id);
        if counts == self.corrections.is_read(id) {
            return;
        }
        let read = Read {
            source: BY_HAND.to_owned(),
            seq: Some(id),
            mat: mat.clone(),
            bib: Some(bib.clone()),
            time: *time,
            ..Read::default()
        };
        let stored = self.stored(&read);
        if counts {
            self.corrections.added.insert(id, stored.id);
            self.place(stored);
            return;
        }
        self.corrections.added.remove(&id);
        let Some(at) = read.bib.and_then(|bib| self.by_bib.get(&bib).copied()) else { return };
        if let Some(slot) = self.slots.get_mut(at)
            && let Some(read) = slot.reads.iter().position(|read| read.id == stored.id)
        {
            slot.reads.swap_remove(read);
        }
        self.dirty.insert(at);
    }
}
