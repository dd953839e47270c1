//! One race's field: its setup, its entrants, all its reads, and what is derived from them.
//!
//! Reads are taken one by one, and only the results that they affect are computed again: [`Field::ingest`] marks the runner as
//! changed, [`Field::refresh`] computes the marked runners, ranks the contests in which something changed, and gives every runner
//! whose row differs the new version. The result is a function of the *set* of reads, the setup, the entrants and the statuses
//! that a person set. `tests/real_day.rs` checks this.
//!
//! A field does not read a clock: the caller of `refresh` passes the time, which is used in the document only.

mod answers;
mod course;
mod slot;
mod store;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::dates::{DAY_MS, RaceDate, StartTime, Tz, date_in, local_to_instant};
use crate::timing::counts::Counts;
use crate::timing::entrants::Entrant;
use crate::timing::passing::Course;
use crate::timing::rank::{self, Finisher};
use crate::timing::read::Read;
use crate::timing::setup::Setup;
use crate::timing::standing::Row;
use crate::timing::status::Override;

pub use answers::{BoxCount, UnknownTag};
use slot::Slot;
use store::{Names, Stored, Tag};

/// The facts about the race that a field needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceFacts {
    /// The race's name, as its page has it.
    pub name: String,
    /// The heading of the live page.
    pub event_name: String,
    /// The race's date.
    pub date: RaceDate,
    /// The race's zone.
    pub zone: Tz,
    /// A text without spaces that is new each time a field is built. It distinguishes this field's versions from those of an
    /// earlier run or process: a `since` with another epoch is answered with the whole field.
    pub epoch: String,
}

/// A race's field. See the module's documentation.
#[derive(Debug, Clone)]
pub struct Field {
    facts: RaceFacts,
    setup: Setup,
    courses: Vec<Course>,
    entrants: Vec<Entrant>,
    overrides: BTreeMap<String, Override>,

    mats: Names,
    sources: Names,
    timers: Names,
    /// How many reads carry each timer code, by its number.
    timer_reads: Vec<u64>,
    /// The number of the race's own timer code, once it is clear.
    own_timer: Option<u16>,
    tags: Vec<Tag>,
    tag_numbers: HashMap<Tag, u32>,
    /// The identities of all reads, so that a read that is sent twice is taken once.
    seen: HashSet<u128>,
    /// The time range of the race, in epoch milliseconds: reads outside it are impossible.
    day: std::ops::RangeInclusive<i64>,

    /// One slot for each bib or tag with an entry or a read, known or not.
    slots: Vec<Slot>,
    by_bib: HashMap<String, usize>,
    /// The bib of each chip that an entrant has.
    chips: HashMap<String, String>,
    /// The slots of each contest.
    members: Vec<Vec<usize>>,

    dirty: BTreeSet<usize>,
    /// Whether the contests may have changed since the last refresh; such a change need not change any row.
    rebuilt: bool,
    counts: Counts,
    version: u64,
    updated_at: i64,
    /// Bibs that were shown and are no longer, with the version in which they were removed.
    gone: BTreeMap<String, u64>,
}

impl Field {
    /// A field without reads. The setup should have passed [`Setup::check`]; faulty parts of it are not timed.
    pub fn new(facts: RaceFacts, setup: Setup, entrants: Vec<Entrant>, overrides: BTreeMap<String, Override>) -> Self {
        let mut field = Self {
            facts,
            setup,
            courses: Vec::new(),
            entrants,
            overrides,
            mats: Names::default(),
            sources: Names::default(),
            timers: Names::default(),
            timer_reads: Vec::new(),
            own_timer: None,
            tags: Vec::new(),
            tag_numbers: HashMap::new(),
            seen: HashSet::new(),
            day: i64::MIN..=i64::MAX,
            slots: Vec::new(),
            by_bib: HashMap::new(),
            chips: HashMap::new(),
            members: Vec::new(),
            dirty: BTreeSet::new(),
            rebuilt: true,
            counts: Counts::default(),
            version: 0,
            updated_at: 0,
            gone: BTreeMap::new(),
        };
        field.rebuild();
        field
    }

    /// Takes a read; returns `false` when the field has it already. Its effect is visible after the next [`Field::refresh`].
    pub fn ingest(&mut self, read: &Read) -> bool {
        if !self.seen.insert(read.fingerprint()) {
            return false;
        }
        let timer = read.timer.as_deref().map(|code| self.timers.number(code));
        if let Some(timer) = timer {
            let at = usize::from(timer);
            if self.timer_reads.len() <= at {
                self.timer_reads.resize(at + 1, 0);
            }
            if let Some(count) = self.timer_reads.get_mut(at) {
                *count += 1;
            }
        }
        let stored = Stored {
            time: read.time,
            seq: read.seq,
            tag: self.tag_number(Tag::of(read)),
            mat: self.mats.number(&read.mat),
            source: self.sources.number(&read.source),
            timer,
            invalid: read.invalid,
        };
        self.place(stored);
        true
    }

    /// Computes what the changes since the last refresh affect; returns `true` when anything that is shown changed.
    ///
    /// `now_ms` becomes the document's `updatedAt`; nothing else depends on it.
    pub fn refresh(&mut self, now_ms: i64) -> bool {
        let own = self.current_own_timer();
        if own != self.own_timer {
            self.own_timer = own;
            self.dirty.extend(0..self.slots.len());
        }
        let mut changed = BTreeSet::new();
        let mut contests = BTreeSet::new();
        for at in std::mem::take(&mut self.dirty) {
            self.compute_slot(at, &mut changed, &mut contests);
        }
        for contest in contests {
            self.rank_contest(contest, &mut changed);
        }
        if changed.is_empty() && !std::mem::take(&mut self.rebuilt) {
            return false;
        }
        self.rebuilt = false;
        self.version += 1;
        self.updated_at = now_ms;
        for at in changed {
            let Some(slot) = self.slots.get_mut(at) else { continue };
            slot.changed = self.version;
            if slot.row.is_some() {
                self.gone.remove(&slot.bib);
            } else {
                self.gone.insert(slot.bib.clone(), self.version);
            }
        }
        true
    }

    /// Replaces the setup: guns, mats, minimums.
    pub fn set_setup(&mut self, setup: Setup) {
        self.setup = setup;
        self.rebuild();
    }

    /// Sets or removes a contest's gun, in epoch milliseconds; returns `false` when there is no contest of this name.
    pub fn set_gun(&mut self, contest: &str, gun: Option<i64>) -> bool {
        let Some(at) = self.setup.contest_named(contest) else { return false };
        let zone = self.facts.zone;
        if let Some(contest) = self.setup.contests.get_mut(at) {
            contest.gun = gun.map(|ms| crate::dates::format_instant(ms, zone));
        }
        self.rebuild();
        true
    }

    /// Replaces the entrants.
    pub fn set_entrants(&mut self, entrants: Vec<Entrant>) {
        self.entrants = entrants;
        self.rebuild();
    }

    /// Sets or removes a runner's status. The status of a bib that no runner has yet is stored and applies once a runner has it.
    pub fn set_override(&mut self, bib: &str, status: Option<Override>) {
        let bib = crate::timing::read::clean_bib(bib);
        match status {
            Some(status) => self.overrides.insert(bib.clone(), status),
            None => self.overrides.remove(&bib),
        };
        self.dirty.extend(self.by_bib.get(&bib).copied());
    }

    /// The current setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The facts about the race.
    pub fn facts(&self) -> &RaceFacts {
        &self.facts
    }

    /// Builds everything that depends on the setup and the entrants anew, and assigns every read to the slot of its bib again.
    fn rebuild(&mut self) {
        self.courses = self.setup.contests.iter().map(|contest| course::course(contest, &mut self.mats)).collect();
        self.day = self.race_day();
        let before = std::mem::take(&mut self.slots);
        self.by_bib.clear();
        self.dirty.clear();
        self.counts = Counts::default();
        self.members = vec![Vec::new(); self.setup.contests.len()];
        self.chips = self.entrants.iter().filter_map(|e| Some((e.chip.clone()?, e.bib.clone()))).collect();

        for at in 0..self.entrants.len() {
            let Some(entrant) = self.entrants.get(at) else { continue };
            let bib = entrant.bib.clone();
            let slot = self.slot_of(&bib);
            if let Some(slot) = self.slots.get_mut(slot) {
                slot.entrant = Some(at);
            }
        }
        for slot in before {
            // The shown row is kept, so that the next refresh reports only what changed.
            let (row, changed) = (slot.row, slot.changed);
            let at = self.slot_of(&slot.bib);
            if let Some(slot) = self.slots.get_mut(at) {
                slot.row = row;
                slot.changed = changed;
            }
            slot.reads.into_iter().for_each(|read| self.place(read));
        }
        // Slots that were made for reads above did not have all entrants yet, so contests are assigned last.
        self.members = vec![Vec::new(); self.setup.contests.len()];
        for at in 0..self.slots.len() {
            let contest = self.slots.get(at).and_then(|slot| self.contest_of(slot));
            if let Some(slot) = self.slots.get_mut(at) {
                slot.contest = contest;
            }
            if let Some(members) = contest.and_then(|contest| self.members.get_mut(contest)) {
                members.push(at);
            }
        }
        self.dirty.extend(0..self.slots.len());
        self.rebuilt = true;
    }

    /// Adds a read to the slot of its bib.
    fn place(&mut self, read: Stored) {
        let bib = match self.tags.get(read.tag as usize) {
            Some(Tag::Bib(bib)) => bib.clone(),
            // A chip that no entrant has may be the bib itself: many timers program chips with the bib.
            Some(Tag::Chip(chip)) => self.chips.get(chip).unwrap_or(chip).clone(),
            None => return,
        };
        let at = self.slot_of(&bib);
        if let Some(slot) = self.slots.get_mut(at) {
            slot.reads.push(read);
        }
        self.dirty.insert(at);
    }

    /// Returns the slot of a bib; creates it when there is none.
    fn slot_of(&mut self, bib: &str) -> usize {
        if let Some(at) = self.by_bib.get(bib) {
            return *at;
        }
        let at = self.slots.len();
        let mut slot = Slot::new(bib);
        slot.contest = self.contest_of(&slot);
        if let Some(members) = slot.contest.and_then(|contest| self.members.get_mut(contest)) {
            members.push(at);
        }
        self.slots.push(slot);
        self.by_bib.insert(bib.to_owned(), at);
        at
    }

    /// The contest of a slot; `None` for a tag that belongs to no runner of the race.
    fn contest_of(&self, slot: &Slot) -> Option<usize> {
        match slot.entrant.and_then(|at| self.entrants.get(at)) {
            Some(entrant) if !entrant.contest.trim().is_empty() => self.setup.contest_named(&entrant.contest),
            Some(_) => self.setup.contest_of(&slot.bib),
            None => {
                let contest = self.setup.contest_of(&slot.bib)?;
                self.setup.contests.get(contest)?.accept_unlisted.then_some(contest)
            }
        }
    }

    fn tag_number(&mut self, tag: Tag) -> u32 {
        if let Some(number) = self.tag_numbers.get(&tag) {
            return *number;
        }
        let number = u32::try_from(self.tags.len()).unwrap_or(u32::MAX);
        self.tags.push(tag.clone());
        self.tag_numbers.insert(tag, number);
        number
    }

    /// The race's own timer code: the one in the setup, or else the one that most reads carry; `None` while two codes are level.
    fn current_own_timer(&mut self) -> Option<u16> {
        if let Some(code) = self.setup.timer_code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
            return Some(self.timers.number(&crate::timing::read::clean_bib(code)));
        }
        let most = self.timer_reads.iter().copied().max().filter(|most| *most > 0)?;
        let mut leaders = self.timer_reads.iter().enumerate().filter(|(_, reads)| **reads == most);
        let (own, _) = leaders.next()?;
        leaders.next().is_none().then(|| u16::try_from(own).ok()).flatten()
    }

    /// From midnight before the first gun to 24 hours after the last; while no gun was fired, the race's date and the day
    /// after it.
    fn race_day(&self) -> std::ops::RangeInclusive<i64> {
        let guns = || self.setup.contests.iter().filter_map(crate::timing::setup::Contest::gun_ms);
        let midnight =
            |date: RaceDate| StartTime::from_minutes(0).map_or(i64::MIN, |time| local_to_instant(date, time, self.facts.zone));
        match (guns().min(), guns().max()) {
            (Some(first), Some(last)) => midnight(date_in(first, self.facts.zone))..=last.saturating_add(DAY_MS),
            _ => {
                let starts = midnight(self.facts.date);
                starts..=starts.saturating_add(2 * DAY_MS)
            }
        }
    }

    /// Computes one slot, and records whether its row changed and whether its contest must be ranked again.
    fn compute_slot(&mut self, at: usize, changed: &mut BTreeSet<usize>, contests: &mut BTreeSet<usize>) {
        let Some(slot) = self.slots.get(at) else { return };
        let entrant = slot.entrant.and_then(|entrant| self.entrants.get(entrant));
        let context = slot::RaceContext {
            setup: &self.setup,
            courses: &self.courses,
            own_timer: self.own_timer,
            day: &self.day,
            race_date: self.facts.date,
        };
        let (mut row, finisher, counts) = slot.compute(&context, entrant, self.overrides.get(&slot.bib).copied());
        let Some(slot) = self.slots.get_mut(at) else { return };
        if let (Some(row), Some(before)) = (&mut row, &slot.row) {
            // The earlier ranks are kept until the contest is ranked again.
            (row.overall_rank, row.gender_rank, row.group_rank) = (before.overall_rank, before.gender_rank, before.group_rank);
            row.flags |= before.flags & Row::BY_GUN;
        }
        if slot.finisher != finisher || slot.row.as_ref().map(|row| row.contest) != row.as_ref().map(|row| row.contest) {
            contests.extend(slot.contest);
        }
        if let (Some(row), None) = (&mut row, &finisher) {
            slot::set_ranks(row, rank::Ranks::NONE);
        }
        if slot.row != row {
            changed.insert(at);
        }
        self.counts.remove(&slot.counts);
        self.counts.add(&counts);
        slot.row = row;
        slot.finisher = finisher;
        slot.counts = counts;
    }

    fn rank_contest(&mut self, contest: usize, changed: &mut BTreeSet<usize>) {
        let (Some(members), Some(setup)) = (self.members.get(contest), self.setup.contests.get(contest)) else { return };
        let (slots, finishers): (Vec<usize>, Vec<Finisher>) =
            members.iter().filter_map(|at| Some((*at, self.slots.get(*at)?.finisher.clone()?))).unzip();
        for (at, ranks) in slots.into_iter().zip(rank::rank(setup.ranking, &finishers)) {
            let Some(row) = self.slots.get_mut(at).and_then(|slot| slot.row.as_mut()) else { continue };
            let before = (row.overall_rank, row.gender_rank, row.group_rank, row.flags);
            slot::set_ranks(row, ranks);
            if before != (row.overall_rank, row.gender_rank, row.group_rank, row.flags) {
                changed.insert(at);
            }
        }
    }
}
