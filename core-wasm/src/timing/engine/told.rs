//! The versions of a field: what boards were told of it, and what the next version tells them.
//!
//! A field computes its rows whenever something was read ([`Field::compute`]), and tells of them in versions: the rows as they were told
//! are known of each row that differs now, so the next version is their difference, whatever has happened in between. Versions outlive a
//! field: they are stored ([`StoredVersions`]), and another field of the same race continues them.
//!
//! - [`Field::next_version`] says what the next version would be, and changes nothing; [`Field::publish`] tells it.
//! - [`Field::follow`] takes versions that another process has told meanwhile.
//! - [`Field::resume`] continues stored versions in a field that was just built: when all that it shows is what the newest of them shows.
//! - [`Field::begin_epoch`] begins versions that no board has: boards then load the whole field.
//!
//! Not here: where versions are stored, and which of two processes tells the next one (the server decides both).

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};

use super::Field;
use super::slot::Slot;
use crate::timing::feed::{Change, FORMAT, Feed, KeptFrame, Step, frame, to_bytes};
use crate::timing::head::LiveHead;
use crate::timing::sent::Sent;
use crate::timing::standing::{Row, bib_order};

/// What boards were told of a field.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) epoch: String,
    /// The number of the newest version; 0 before the first.
    pub(super) number: u64,
    /// When that was made, in epoch milliseconds.
    pub(super) updated_at: i64,
    pub(super) head: LiveHead,
    /// A number that fields have in common which show the same.
    digest: u128,
    /// The rows as they were told, by their bibs, of those that look otherwise now; `None` for one that was not shown.
    before: BTreeMap<String, Option<Row>>,
    /// What happened in the last versions.
    pub(super) feed: Feed,
    /// The bibs of the runners, by their numbers.
    pub(super) by_number: Vec<String>,
    /// The numbers of bibs that the field does not know at present.
    reserved: HashMap<String, u32>,
}

impl Told {
    /// Nothing was told yet in this epoch.
    pub(super) fn nothing(epoch: String) -> Self {
        Self { epoch, ..Self::default() }
    }

    /// The row as it was told, of a slot.
    pub(super) fn row_of<'a>(&'a self, slot: &'a Slot) -> Option<&'a Row> {
        if self.before.is_empty() {
            return slot.row.as_ref();
        }
        self.before.get(&slot.bib).map_or(slot.row.as_ref(), Option::as_ref)
    }

    /// The number of a bib that has a slot now and had none before.
    pub(super) fn take_reserved(&mut self, bib: &str) -> Option<u32> {
        if self.reserved.is_empty() { None } else { self.reserved.remove(bib) }
    }
}

/// Versions as they are stored: all that is needed of the newest one to continue with the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredVersions {
    /// The epoch, in which numbers of versions and of runners have a meaning.
    pub epoch: String,
    /// The number of the newest version.
    pub number: u64,
    /// When that was made, in epoch milliseconds.
    pub updated_at: i64,
    /// The number of the version that the first of the kept frames follows.
    pub first: u64,
    /// A number that fields have in common which show the same.
    pub digest: u128,
    /// The head of the newest version.
    pub head: Vec<u8>,
    /// The kept frames, each with the number of the version that it makes, ascending.
    pub frames: Vec<(u64, Vec<u8>)>,
    /// How many runners have a smaller number than the first of `bibs`.
    pub numbered: usize,
    /// The bibs of the runners with the numbers after those.
    pub bibs: Vec<String>,
}

/// The next version of a field, before it is told.
pub struct NextVersion {
    /// What it adds to the versions that are stored of the same epoch.
    pub added: StoredVersions,
    head: LiveHead,
    /// `None` when it is the first one.
    frame: Option<KeptFrame>,
}

/// A row that looks otherwise than it was told.
struct Changed<'a> {
    bib: &'a str,
    /// `None` for who is shown for the first time.
    number: Option<u32>,
    before: Option<&'a Row>,
    after: Option<&'a Row>,
}

/// Whether a row looks the same to everybody.
fn looks_same(a: Option<&Row>, b: Option<&Row>) -> bool {
    a.map(Sent::of) == b.map(Sent::of)
}

/// A number for these bytes.
fn hash(kind: u8, bytes: &[u8]) -> u128 {
    let digest = Sha256::new().chain_update([kind]).chain_update(bytes).finalize();
    digest.iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn hash_of_head(head: &LiveHead) -> u128 {
    hash(1, &to_bytes(head))
}

/// What a row adds to the digest. A sum does not depend on the order, and changes by what changes.
fn hash_of_row(number: u32, row: Option<&Row>) -> u128 {
    row.map_or(0, |row| hash(2, &to_bytes(&(number, Sent::of(row)))))
}

impl Field {
    /// The version of what is shown: `epoch-number`. A different text means that something changed.
    pub fn version(&self) -> String {
        format!("{}-{}", self.told.epoch, self.told.number)
    }

    /// The epoch of the versions, and the number of the newest one; 0 before the first.
    pub fn told(&self) -> (&str, u64) {
        (&self.told.epoch, self.told.number)
    }

    /// How many runners have a number.
    pub fn numbered(&self) -> usize {
        self.told.by_number.len()
    }

    /// What the next version is; `None` when nothing that is shown changed since the newest one. `now_ms` becomes the document's
    /// `updatedAt`. The field is as it was computed last.
    pub fn next_version(&self, now_ms: i64) -> Option<NextVersion> {
        let told = &self.told;
        let is_first = told.number == 0;
        let head = self.live_head();
        let head_changed = is_first || head != told.head;
        let mut changed: Vec<Changed<'_>> = Vec::with_capacity(told.before.len());
        for (bib, before) in &told.before {
            let slot = self.by_bib.get(bib).and_then(|at| self.slots.get(*at));
            let after = slot.and_then(|slot| slot.row.as_ref());
            if !looks_same(before.as_ref(), after) {
                let number = slot.map_or_else(|| told.reserved.get(bib).copied(), |slot| slot.number);
                changed.push(Changed { bib, number, before: before.as_ref(), after });
            }
        }
        if !head_changed && changed.is_empty() {
            return None;
        }
        // New numbers are in the order of the bibs: that of the list of entrants might tell something that is not shown.
        let mut bibs: Vec<&str> = changed.iter().filter(|one| one.number.is_none()).map(|one| one.bib).collect();
        bibs.sort_by(|a, b| bib_order(a, b));
        let numbered = told.by_number.len();
        let new: HashMap<&str, u32> = bibs.iter().copied().zip((0..).skip(numbered)).collect();
        let changes = || {
            changed.iter().filter_map(|one| {
                let number = one.number.or_else(|| new.get(one.bib).copied())?;
                Some(Change { number, before: one.before, after: one.after })
            })
        };
        let mut digest = told.digest;
        if head_changed {
            let before = if is_first { self.hash_of_day() } else { digest.wrapping_sub(hash_of_head(&told.head)) };
            digest = before.wrapping_add(hash_of_head(&head));
        }
        for Change { number, before, after } in changes() {
            digest = digest.wrapping_sub(hash_of_row(number, before)).wrapping_add(hash_of_row(number, after));
        }
        let number = told.number + 1;
        let written = (!is_first)
            .then(|| frame(&head.contests, head_changed.then(|| head.clone()), now_ms, changes()))
            .map(|frame| (told.feed.first_with(&frame, self.by_bib.len()), frame.kept));
        let first = written.as_ref().map_or(number, |(first, _)| *first);
        let kept = written.as_ref().filter(|_| first < number);
        let added = StoredVersions {
            epoch: told.epoch.clone(),
            number,
            updated_at: now_ms,
            first,
            digest,
            head: to_bytes(&head),
            frames: kept.map(|(_, frame)| (number, frame.bytes().to_vec())).into_iter().collect(),
            numbered,
            bibs: bibs.into_iter().map(str::to_owned).collect(),
        };
        Some(NextVersion { added, head, frame: written.map(|(_, frame)| frame) })
    }

    /// Tells the next version, which was made of the field as it is.
    pub fn publish(&mut self, next: NextVersion) {
        let NextVersion { added, head, frame } = next;
        self.number_runners(added.bibs);
        let told = &mut self.told;
        match frame {
            Some(frame) => told.feed.push(frame, added.first),
            None => told.feed = Feed::new(added.number, []),
        }
        (told.number, told.updated_at, told.digest, told.head) = (added.number, added.updated_at, added.digest, head);
        told.before.clear();
    }

    /// All versions, as they are stored when the next one is told.
    pub fn all_versions(&self, next: &NextVersion) -> StoredVersions {
        let frames = self.told.feed.frames().filter(|(number, _)| *number > next.added.first);
        let frames = frames.map(|(number, frame)| (number, frame.bytes().to_vec()));
        StoredVersions {
            frames: frames.chain(next.added.frames.iter().cloned()).collect(),
            numbered: 0,
            bibs: self.told.by_number.iter().chain(&next.added.bibs).cloned().collect(),
            ..next.added.clone()
        }
    }

    /// Forgets all versions, and begins to count them anew in this epoch. The runners keep their numbers.
    pub fn begin_epoch(&mut self, epoch: String) {
        let shown = self.slots.iter().filter(|slot| slot.row.is_some());
        let before = shown.map(|slot| (slot.bib.clone(), None)).collect();
        let Told { by_number, reserved, .. } = std::mem::take(&mut self.told);
        self.told = Told { epoch, before, by_number, reserved, ..Told::default() };
    }

    /// Continues the versions that are stored, in a field that was computed; returns whether it shows what the newest of them shows. If
    /// not, nothing is known of the difference: a field that has told nothing begins its own epoch, and another one has to be built anew.
    /// `all` has every kept frame and every number.
    pub fn resume(&mut self, all: &StoredVersions) -> bool {
        let is_resumed = self.try_resume(all).is_some();
        if !is_resumed {
            self.forget_numbers();
        }
        is_resumed
    }

    fn try_resume(&mut self, all: &StoredVersions) -> Option<()> {
        let head: LiveHead = postcard::from_bytes(&all.head).ok()?;
        // Frames may have been removed: then those after the last gap are left.
        let mut frames = Vec::with_capacity(all.frames.len());
        let mut first = all.number;
        for (number, bytes) in all.frames.iter().rev().take_while(|(number, _)| *number > all.first) {
            if *number != first {
                break;
            }
            frames.push(KeptFrame::read(bytes)?.0);
            first -= 1;
        }
        frames.reverse();
        self.forget_numbers();
        self.number_runners(all.bibs.clone());
        let mut digest = self.hash_of_day().wrapping_add(hash_of_head(&head));
        for slot in self.slots.iter().filter(|slot| slot.row.is_some()) {
            digest = digest.wrapping_add(hash_of_row(slot.number?, slot.row.as_ref()));
        }
        if digest != all.digest || all.numbered > 0 {
            return None;
        }
        let told = &mut self.told;
        (told.epoch, told.number, told.updated_at) = (all.epoch.clone(), all.number, all.updated_at);
        (told.head, told.digest, told.feed) = (head, digest, Feed::new(first, frames));
        told.before.clear();
        Some(())
    }

    /// Takes the versions of the same epoch that another process told after the newest one of this field; returns `false` when they do not
    /// follow it, or do not lead to what is said that they show. Then this field cannot continue, but perhaps [`Self::resume`].
    ///
    /// What this field shows may be more than they tell: then that is the next version.
    pub fn follow(&mut self, later: &StoredVersions) -> bool {
        self.try_follow(later).is_some()
    }

    fn try_follow(&mut self, later: &StoredVersions) -> Option<()> {
        if later.epoch != self.told.epoch || later.numbered != self.told.by_number.len() || self.told.number == 0 {
            return None;
        }
        self.number_runners(later.bibs.clone());
        let mut digest = self.told.digest.wrapping_sub(hash_of_head(&self.told.head));
        let mut touched: BTreeMap<u32, Option<Row>> = BTreeMap::new();
        for (number, bytes) in &later.frames {
            if *number != self.told.number + 1 {
                return None;
            }
            let (frame, step) = KeptFrame::read(bytes)?;
            self.take_step(step, &mut digest, &mut touched)?;
            self.told.feed.push(frame, 0);
            self.told.number = *number;
        }
        if self.told.number != later.number {
            return None;
        }
        digest = digest.wrapping_add(hash_of_head(&self.told.head));
        for (number, row) in touched {
            digest = digest.wrapping_add(hash_of_row(number, row.as_ref()));
            let bib = self.told.by_number.get(usize::try_from(number).ok()?)?.clone();
            self.told.before.insert(bib, row);
        }
        self.told.feed.forget_before(later.first);
        (self.told.updated_at, self.told.digest) = (later.updated_at, digest);
        self.forget_told();
        (digest == later.digest).then_some(())
    }

    /// Applies what happened in a version to the rows as they were told. Takes those that it is the first to change out of the digest.
    fn take_step(&mut self, step: Step, digest: &mut u128, touched: &mut BTreeMap<u32, Option<Row>>) -> Option<()> {
        if let Some(head) = step.head {
            self.told.head = head;
        }
        for (number, point, at) in step.passed {
            let row = self.told_row(number, digest, touched)?.as_mut()?;
            row.pass(self.told.head.contests.get(row.contest)?.gun_of(row.wave)?, point, at);
        }
        for (number, row) in step.rows {
            *self.told_row(number, digest, touched)? = Some(row);
        }
        for number in step.gone {
            *self.told_row(number, digest, touched)? = None;
        }
        Some(())
    }

    /// The row as it was told of the runner with this number, which is taken out of the digest at the first time.
    fn told_row<'a>(
        &self,
        number: u32,
        digest: &mut u128,
        touched: &'a mut BTreeMap<u32, Option<Row>>,
    ) -> Option<&'a mut Option<Row>> {
        let bib = self.told.by_number.get(usize::try_from(number).ok()?)?;
        Some(touched.entry(number).or_insert_with(|| {
            let now = || self.by_bib.get(bib).and_then(|at| self.slots.get(*at)?.row.clone());
            let row = self.told.before.get(bib).cloned().unwrap_or_else(now);
            *digest = digest.wrapping_sub(hash_of_row(number, row.as_ref()));
            row
        }))
    }

    /// Notes the rows as they were told that have changed.
    pub(super) fn note_told(&mut self, changed: super::ranking::RowsBefore) {
        for (at, before) in changed {
            if let Some(slot) = self.slots.get(at) {
                self.told.before.entry(slot.bib.clone()).or_insert(before);
            }
        }
        self.forget_told();
    }

    /// Forgets the rows as they were told that look the same now.
    fn forget_told(&mut self) {
        let Self { told, slots, by_bib, .. } = self;
        let now = |bib: &String| by_bib.get(bib).and_then(|at| slots.get(*at)?.row.as_ref());
        told.before.retain(|bib, before| !looks_same(before.as_ref(), now(bib)));
    }

    /// Gives the next numbers to these bibs.
    fn number_runners(&mut self, bibs: Vec<String>) {
        for bib in bibs {
            let Ok(number) = u32::try_from(self.told.by_number.len()) else { return };
            match self.by_bib.get(&bib).and_then(|at| self.slots.get_mut(*at)) {
                Some(slot) => slot.number = Some(number),
                None => drop(self.told.reserved.insert(bib.clone(), number)),
            }
            self.told.by_number.push(bib);
        }
    }

    fn forget_numbers(&mut self) {
        self.told.by_number.clear();
        self.told.reserved.clear();
        self.slots.iter_mut().for_each(|slot| slot.number = None);
    }

    /// A number for what stays the same within an epoch, and for the form of what is stored.
    fn hash_of_day(&self) -> u128 {
        let facts = &self.facts;
        hash(0, format!("{FORMAT} {} {} {}", facts.id, facts.date, facts.zone.name()).as_bytes())
    }
}
