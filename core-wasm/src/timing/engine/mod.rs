//! One race's field: its setup, its entrants, all its reads, and what is derived from them.
//!
//! Reads are taken one by one, and only the results that they affect are computed again: [`Field::ingest`] marks the runner as
//! changed, [`Field::refresh`] computes the marked runners, ranks the contests in which something changed, and makes a new version
//! of what is shown ([`told`]). The result is a function of the *set* of reads, the setup, the entrants and the *set* of
//! corrections. `tests/real_day.rs` checks this.
//!
//! A field does not read a clock: the caller of `refresh` passes the time, which is used in the document only.
//!
//! # From reads to a row
//!
//! ```text
//! all reads of one bib          chips and bibs assign each read to a slot        (build)
//!   → reads that may count      withdrawn, foreign and impossible ones are out   (slot::judged)    
//!   → start, splits, finish     the rules of one runner                          (passing)
//!   → judgement                 status, speed of each stretch                    (slot::compute)
//!   → waiting finishes, ranks   the only step that needs the rest of a contest   (ranking)
//! ```
//!
//! # Decisions of a person
//!
//! Every step but the last depends on one slot. [`Field::correct`] only keeps a correction; `refresh` decides the things anew that new
//! corrections are about, computes the slots that this affects, and ranks their contests again. A correction never changes a stored
//! read, so taking it back is to decide anew without it. Where each kind is applied:
//!
//! - a voided or retimed read, the clock offset of a box: in `judged`, by the read's identity, source and time;
//! - a read that a person made: a read of the slot, from the correction;
//! - an accepted or refused finish, the start of a runner who left with an earlier wave, a status: in `compute`;
//! - a chip that was given to a bib: in `place`, before the entrants' chips.

mod answers;
mod build;
mod checks;
mod corrections;
mod course;
mod fed;
mod lists;
mod mats;
mod ranking;
mod runner;
mod slot;
mod store;
mod timers;
mod told;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::dates::{RaceDate, Tz};
use crate::timing::age::AgeBand;
use crate::timing::counts::Counts;
use crate::timing::entrants::{ChipSpan, Entrant};
use crate::timing::read::Read;
use crate::timing::setup::Setup;

pub use answers::{UnknownTag, UnknownTags};
pub use checks::{Check, CheckList, Checks};
use corrections::Corrections;
use course::Rules;
pub use lists::{RunnerLine, RunnerList, RunnerOrder, Runners, RunnersQuery};
use mats::MatReads;
pub use mats::{BoxCount, MissedPoint};
use ranking::{ContestField, RowsBefore};
pub use runner::{RunnerPage, RunnerPoint, RunnerRead};
use slot::Slot;
use store::{Names, Stored, Tag};
pub use timers::TimerCount;
use told::Told;
pub use told::{NextVersion, StoredVersions};

/// The facts about the race that a field needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaceFacts {
    /// The race's id, which stays when it is renamed.
    pub id: String,
    /// The race's name, as its page has it.
    pub name: String,
    /// The heading of the live page.
    pub event_name: String,
    /// The race's date.
    pub date: RaceDate,
    /// The race's zone.
    pub zone: Tz,
    /// A text without spaces that is new each time a field is built. It distinguishes this field's versions from those of an
    /// earlier run or process, unless it continues them ([`Field::resume`]): a `since` with another epoch is answered with the whole field.
    pub epoch: String,
}

/// An entrant who has a chip.
#[derive(Debug, Clone)]
struct ChipOwner {
    bib: String,
    span: ChipSpan,
    /// The index in [`Entrant::chips`]; `None` for the chip of the whole race.
    chip: Option<u16>,
}

/// A race's field. See the module's documentation.
#[derive(Debug, Clone)]
pub struct Field {
    facts: RaceFacts,
    setup: Setup,
    /// The contests in the form that the rules use.
    rules: Vec<Rules>,
    age_bands: Vec<AgeBand>,
    entrants: Vec<Entrant>,
    corrections: Corrections,

    mats: Names,
    sources: Names,
    timers: Names,
    /// What each mat has sent, by its number.
    mat_reads: Vec<MatReads>,
    /// How many reads carry each timer code, by its number.
    timer_reads: Vec<u64>,
    /// For each timer code, by its number, whether it is one of the race's own.
    own_timers: Vec<bool>,
    tags: Vec<Tag>,
    tag_numbers: HashMap<Tag, u32>,
    /// The identities of all reads, so that a read that is sent twice is taken once.
    seen: HashSet<u128>,
    /// The time range of the race, in epoch milliseconds: reads outside it are impossible.
    day: std::ops::RangeInclusive<i64>,

    /// One slot for each bib or tag with an entry or a read, known or not.
    slots: Vec<Slot>,
    by_bib: HashMap<String, usize>,
    /// The slots of chips that no runner had when they were read.
    by_chip: HashMap<String, usize>,
    /// The entrants who have each chip, and when.
    chips: HashMap<String, Vec<ChipOwner>>,
    /// Whether a chip that no entrant has may be the bib of an entrant without a chip.
    tags_are_bibs: bool,
    contests: Vec<ContestField>,

    dirty: BTreeSet<usize>,
    /// Whether the setup or the entrants changed since the field was computed; such a change need not change any row.
    rebuilt: bool,
    counts: Counts,
    /// Counts what has changed.
    changes: u64,
    /// What boards were told.
    told: Told,
}

impl Field {
    /// A field without reads. The setup should have passed [`Setup::check`]; faulty parts of it are not timed.
    pub fn new(facts: RaceFacts, setup: Setup, entrants: Vec<Entrant>) -> Self {
        let told = Told::nothing(facts.epoch.clone());
        let mut field = Self {
            facts,
            setup,
            rules: Vec::new(),
            age_bands: Vec::new(),
            entrants,
            corrections: Corrections::default(),
            mats: Names::default(),
            sources: Names::default(),
            timers: Names::default(),
            mat_reads: Vec::new(),
            timer_reads: Vec::new(),
            own_timers: Vec::new(),
            tags: Vec::new(),
            tag_numbers: HashMap::new(),
            seen: HashSet::new(),
            day: i64::MIN..=i64::MAX,
            slots: Vec::new(),
            by_bib: HashMap::new(),
            by_chip: HashMap::new(),
            chips: HashMap::new(),
            tags_are_bibs: true,
            contests: Vec::new(),
            dirty: BTreeSet::new(),
            rebuilt: true,
            counts: Counts::default(),
            changes: 0,
            told,
        };
        field.rebuild();
        field
    }

    /// Takes a read; returns `false` when the field has it already. Its effect is visible after the next [`Field::refresh`].
    pub fn ingest(&mut self, read: &Read) -> bool {
        let stored = self.stored(read);
        if !self.seen.insert(stored.id) {
            return false;
        }
        if let Some(timer) = stored.timer {
            let at = usize::from(timer);
            if self.timer_reads.len() <= at {
                self.timer_reads.resize(at + 1, 0);
            }
            if let Some(count) = self.timer_reads.get_mut(at) {
                *count += 1;
            }
        }
        self.count_at_mat(&stored);
        self.place(stored);
        true
    }

    /// A read in the form that the field stores.
    fn stored(&mut self, read: &Read) -> Stored {
        Stored {
            id: read.fingerprint(),
            time: read.time,
            seq: read.seq,
            tag: self.tag_number(Tag::of(read)),
            mat: self.mats.number(&read.mat),
            source: self.sources.number(&read.source),
            timer: read.timer.as_deref().map(|code| self.timers.number(code)),
            chip: None,
            invalid: read.invalid,
        }
    }

    /// Computes what the changes since the last time affect, and tells of it as the next version; returns `true` when anything that is
    /// shown changed.
    ///
    /// `now_ms` becomes the document's `updatedAt`; nothing else depends on it.
    pub fn refresh(&mut self, now_ms: i64) -> bool {
        self.compute();
        let next = self.next_version(now_ms);
        let is_changed = next.is_some();
        next.into_iter().for_each(|next| self.publish(next));
        is_changed
    }

    /// Computes what the changes since the last time affect. Boards are not told of it: [`Self::next_version`].
    pub fn compute(&mut self) {
        self.apply_corrections();
        if self.update_own_timers() {
            self.dirty.extend(0..self.slots.len());
        }
        let mut changed = std::mem::take(&mut self.rebuilt);
        let (mut to_rank, mut before) = (BTreeMap::new(), RowsBefore::new());
        for at in std::mem::take(&mut self.dirty) {
            changed |= self.compute_slot(at, &mut to_rank, &mut before);
        }
        for (contest, slots) in to_rank {
            changed |= self.rank_contest(contest, slots, &mut before);
        }
        self.changes += u64::from(changed);
        self.note_told(before);
    }

    /// A text that is another one whenever a row, a place, the setup or the entrants changed, also when nothing of that is shown. Unlike
    /// a version, no other field has it.
    pub fn state(&self) -> String {
        format!("{}-{}", self.facts.epoch, self.changes)
    }

    /// Replaces the setup: guns, mats, minimums. The same setup again costs no computation.
    pub fn set_setup(&mut self, setup: Setup) {
        if self.setup != setup {
            self.setup = setup;
            self.rebuild();
        }
    }

    /// Replaces the race's name and the heading of its live page.
    pub fn rename(&mut self, name: String, event_name: String) {
        (self.facts.name, self.facts.event_name) = (name, event_name);
        // No row depends on them.
        self.changes += 1;
    }

    /// Sets or removes the gun of a contest with one wave, in epoch milliseconds; returns `false` when there is no such contest.
    pub fn set_gun(&mut self, contest: &str, gun: Option<i64>) -> bool {
        self.set_wave_gun(contest, None, gun)
    }

    /// Sets or removes the gun of a wave, in epoch milliseconds; returns `false` when there is no such contest or wave.
    pub fn set_wave_gun(&mut self, contest: &str, wave: Option<&str>, gun: Option<i64>) -> bool {
        let gun = gun.map(|ms| crate::dates::format_instant(ms, self.facts.zone));
        let set = self.setup.set_gun(contest, wave, gun).is_ok();
        if set {
            self.rebuild();
        }
        set
    }

    /// Replaces the entrants. The same entrants again cost no computation.
    pub fn set_entrants(&mut self, entrants: Vec<Entrant>) {
        if self.entrants != entrants {
            self.entrants = entrants;
            self.rebuild();
        }
    }

    /// The current setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The facts about the race.
    pub fn facts(&self) -> &RaceFacts {
        &self.facts
    }
}
