//! What a field builds from the setup and the entrants: whose read is whose, in which contest and wave a bib runs.

use super::course::Rules;
use super::ranking::ContestField;
use super::slot::Slot;
use super::store::{Stored, Tag};
use super::{ChipOwner, Field};
use crate::dates::{DAY_MS, HOUR_MS, RaceDate, StartTime, date_in, local_to_instant};
use crate::timing::age;
use crate::timing::counts::Counts;
use crate::timing::setup::Contest;

/// A race whose gun is fired soon after midnight has reads of the evening before.
const BEFORE_MIDNIGHT_GUN_MS: i64 = 6 * HOUR_MS;

/// Milliseconds a metre of the slowest runner: 20 minutes a kilometre, as over 200 miles of mountains.
const SLOWEST_MS_A_METRE: f64 = 1_200.0;

impl Field {
    /// Builds everything that depends on the setup and the entrants anew, and assigns every read to the slot of its bib again.
    pub(super) fn rebuild(&mut self) {
        self.rules = self.setup.contests.iter().map(|contest| Rules::new(contest, &mut self.mats)).collect();
        self.age_bands = age::bands(&self.setup.age_bands);
        self.day = self.race_day();
        let before = std::mem::take(&mut self.slots);
        self.by_bib.clear();
        self.by_chip.clear();
        self.dirty.clear();
        self.counts = Counts::default();
        self.index_chips();

        for at in 0..self.entrants.len() {
            let Some(entrant) = self.entrants.get(at) else { continue };
            let bib = entrant.bib.clone();
            let slot = self.slot_of(&bib);
            if let Some(slot) = self.slots.get_mut(slot) {
                slot.entrant = Some(at);
            }
        }
        for slot in before {
            // The shown row is kept, so that the next refresh reports only what changed, and its number. A chip of nobody has none.
            if !slot.is_chip {
                let (row, number) = (slot.row, slot.number);
                let at = self.slot_of(&slot.bib);
                if let Some(slot) = self.slots.get_mut(at) {
                    (slot.row, slot.number) = (row, number);
                }
            }
            slot.reads.into_iter().for_each(|read| self.place(read));
        }
        // Slots that were made for reads above did not have all entrants yet, so contests are assigned last.
        self.contests = self.setup.contests.iter().map(ContestField::new).collect();
        for at in 0..self.slots.len() {
            self.enter(at);
        }
        self.dirty.extend(0..self.slots.len());
        self.rebuilt = true;
    }

    /// Lists the owners of each chip, and decides whether other chips may be bibs.
    fn index_chips(&mut self) {
        self.chips.clear();
        for entrant in &self.entrants {
            for (chip, span, at) in entrant.worn_chips() {
                let owner = ChipOwner { bib: entrant.bib.clone(), span, chip: at.and_then(|at| u16::try_from(at).ok()) };
                self.chips.entry(chip.to_owned()).or_default().push(owner);
            }
        }
        let with_chip = self.entrants.iter().filter(|entrant| entrant.has_chip()).count();
        self.tags_are_bibs = self.setup.tags_are_bibs.unwrap_or(with_chip == 0 || with_chip * 2 < self.entrants.len());
    }

    /// Adds a read to the slot of its bib.
    pub(super) fn place(&mut self, mut read: Stored) {
        let owner = match self.tags.get(read.tag as usize) {
            Some(Tag::Bib(bib)) => Ok((bib.clone(), None)),
            Some(Tag::Chip(chip)) if let Some(owner) = self.corrections.owner_of(chip, read.time) => {
                owner.map(|bib| (bib.to_owned(), None)).ok_or_else(|| chip.clone())
            }
            Some(Tag::Chip(chip)) => match self.chips.get(chip) {
                Some(owners) => {
                    let owner = owners.iter().find(|owner| owner.span.contains(read.time));
                    owner.map(|owner| (owner.bib.clone(), owner.chip)).ok_or_else(|| chip.clone())
                }
                None if self.may_be_bib(chip) => Ok((chip.clone(), None)),
                None => Err(chip.clone()),
            },
            None => return,
        };
        let at = match owner {
            Ok((bib, chip)) => {
                read.chip = chip;
                self.slot_of(&bib)
            }
            Err(chip) => self.slot_of_chip(&chip),
        };
        if let Some(slot) = self.slots.get_mut(at) {
            slot.reads.push(read);
        }
        self.dirty.insert(at);
    }

    /// Whether a chip that no entrant has may be the bib itself: many timers program chips with the bib.
    fn may_be_bib(&self, chip: &str) -> bool {
        let entrant = self.by_bib.get(chip).and_then(|at| self.slots.get(*at)?.entrant).and_then(|at| self.entrants.get(at));
        match (entrant, self.setup.tags_are_bibs) {
            (_, Some(set)) => set,
            (None, None) => true,
            (Some(entrant), None) => self.tags_are_bibs && !entrant.has_chip(),
        }
    }

    /// Returns the slot of a bib; creates it when there is none.
    fn slot_of(&mut self, bib: &str) -> usize {
        if let Some(at) = self.by_bib.get(bib) {
            return *at;
        }
        self.by_bib.insert(bib.to_owned(), self.slots.len());
        let number = self.told.take_reserved(bib);
        self.add_slot(Slot { number, ..Slot::new(bib, false) })
    }

    /// Returns the slot of a chip that is no runner's; creates it when there is none.
    fn slot_of_chip(&mut self, chip: &str) -> usize {
        if let Some(at) = self.by_chip.get(chip) {
            return *at;
        }
        self.by_chip.insert(chip.to_owned(), self.slots.len());
        self.add_slot(Slot::new(chip, true))
    }

    fn add_slot(&mut self, slot: Slot) -> usize {
        let at = self.slots.len();
        self.slots.push(slot);
        self.enter(at);
        at
    }

    /// Assigns a slot to its contest and wave. During a rebuild the contests are assigned last.
    fn enter(&mut self, at: usize) {
        let Some(slot) = self.slots.get(at) else { return };
        let contest = self.contest_of(slot);
        let entrant = slot.entrant.and_then(|at| self.entrants.get(at));
        let wave = |contest: usize| {
            let named = entrant.and_then(|entrant| entrant.wave.as_deref());
            self.setup.contests.get(contest).map_or(0, |contest| contest.wave_of(&slot.bib, named))
        };
        let wave = contest.map_or(0, wave);
        if let Some(slot) = self.slots.get_mut(at) {
            (slot.contest, slot.wave) = (contest, wave);
        }
        if let Some(contest) = contest.and_then(|contest| self.contests.get_mut(contest)) {
            contest.members.push(at);
        }
    }

    /// The contest of a slot; `None` for a tag that belongs to no runner of the race.
    fn contest_of(&self, slot: &Slot) -> Option<usize> {
        match slot.entrant.and_then(|at| self.entrants.get(at)) {
            Some(entrant) if !entrant.contest.trim().is_empty() => self.setup.contest_named(&entrant.contest),
            Some(_) => self.setup.contest_of(&slot.bib),
            None if slot.is_chip => None,
            None => {
                let contest = self.setup.contest_of(&slot.bib)?;
                self.setup.contests.get(contest)?.accept_unlisted.then_some(contest)
            }
        }
    }

    pub(super) fn tag_number(&mut self, tag: Tag) -> u32 {
        if let Some(number) = self.tag_numbers.get(&tag) {
            return *number;
        }
        let number = u32::try_from(self.tags.len()).unwrap_or(u32::MAX);
        self.tags.push(tag.clone());
        self.tag_numbers.insert(tag, number);
        number
    }

    /// The time in which reads can belong to the race: from midnight before the first gun, or [`BEFORE_MIDNIGHT_GUN_MS`] before it
    /// when that is earlier, until the slowest can have finished after the last gun of each contest. While no gun was fired, it is
    /// the race's date and the day after it, or longer for a long course.
    fn race_day(&self) -> std::ops::RangeInclusive<i64> {
        let contests = &self.setup.contests;
        let midnight =
            |date: RaceDate| StartTime::from_minutes(0).map_or(i64::MIN, |time| local_to_instant(date, time, self.facts.zone));
        let first = contests.iter().filter_map(Contest::gun_ms).min();
        let last = contests.iter().filter_map(|contest| Some(contest.last_gun_ms()?.saturating_add(longest_ms(contest)))).max();
        match (first, last) {
            (Some(first), Some(last)) => {
                let opens = midnight(date_in(first, self.facts.zone)).min(first.saturating_sub(BEFORE_MIDNIGHT_GUN_MS));
                opens..=last
            }
            _ => {
                let starts = midnight(self.facts.date);
                let longest = contests.iter().map(longest_ms).max().unwrap_or(DAY_MS);
                starts..=starts.saturating_add(DAY_MS).saturating_add(longest)
            }
        }
    }
}

/// How long after its gun a contest's reads can be those of its runners: a day, or longer on a long course.
fn longest_ms(contest: &Contest) -> i64 {
    let slowest = contest.distance_metres.clamp(0.0, 1_000_000.0) * SLOWEST_MS_A_METRE;
    let maximum =
        contest.finish.maximum_seconds.filter(|seconds| seconds.is_finite()).unwrap_or_default().clamp(0.0, 1e6) * 1000.0;
    #[expect(clippy::cast_possible_truncation, reason = "bounded")]
    let ms = slowest.max(maximum) as i64;
    ms.max(DAY_MS)
}
