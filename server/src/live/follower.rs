//! The field of one race's board, kept up to date from the tables, and its versions, which are the stored ones.
//!
//! An update reads the tables and the stored versions in one view. Whatever a stored version contains was in the tables before it was
//! stored, so the field then has all of the newest stored version, and perhaps more; the difference becomes the next version.

use std::time::{Duration, Instant};

use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::live::window;
use core_wasm::race::Race;
use core_wasm::race::phase::Window;
use core_wasm::timing::engine::{Field, NextVersion, RaceFacts, StoredVersions};
use core_wasm::timing::{Correction, Entrant, Read, Setup};

use super::versions::{self, Contained, Newest, Stored, Wanted};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::ids::new_epoch;
use crate::privacy;
use crate::timed::store;

/// What a follower has read of the tables: enough to query for what is new.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    built: bool,
    race_id: String,
    name: String,
    record: String,
    setup: Setup,
    revision: i64,
    privacy: i64,
    contained: Contained,
}

/// What a follower has read, and which of the stored versions it wants.
#[derive(Clone, Debug)]
pub(super) struct Position {
    mark: Mark,
    wanted: Wanted,
}

/// What the tables have in addition to a position.
pub(super) enum Update {
    /// The race does not exist any more.
    Gone,
    /// The race is there.
    Present(Box<Present>),
}

/// What is new of a race, in one consistent view of the tables.
pub(super) struct Present {
    /// Its present state, when more changed than what is only added to.
    changed: Option<Changed>,
    /// Reads and corrections that the stored versions contain, for a field that is built anew.
    told: Added,
    /// Those after that.
    added: Added,
    newest: Option<Newest>,
    stored: Stored,
}

/// Reads and corrections that are to be applied, and the numbers of the last ones.
#[derive(Default)]
struct Added {
    reads: Vec<Read>,
    last_read: i64,
    corrections: Vec<Correction>,
    last_correction: i64,
}

impl Added {
    /// Those after these numbers, up to those of `to`.
    fn between(tx: &Tx<'_>, race_id: &str, from: Contained, to: Contained) -> Result<Self> {
        let (reads, last_read) = store::reads_between(tx, race_id, from.run, from.last_read, to.last_read)?;
        let corrections = store::corrections_between(tx, race_id, from.run, from.last_correction, to.last_correction)?;
        let last_correction = corrections.last().map_or(from.last_correction, |correction| correction.id);
        Ok(Self { reads, last_read, corrections, last_correction })
    }

    fn since(tx: &Tx<'_>, race_id: &str, from: Contained) -> Result<Self> {
        Self::between(tx, race_id, from, Contained { last_read: i64::MAX, last_correction: i64::MAX, ..from })
    }
}

/// A race's present state.
struct Changed {
    mark: Mark,
    entrants: Vec<Entrant>,
    /// Whether the field must be built anew, from all reads and corrections.
    rebuild: bool,
}

/// Queries the tables for what is new since a position, in one consistent view.
pub(super) fn updates_since(tx: &Tx<'_>, race_id: &str, position: &Position) -> Result<Update> {
    let Position { mark, wanted } = position;
    let race = tx.query_opt("SELECT name, record FROM races WHERE id = $1 AND deleted_at IS NULL", params![race_id], |row| {
        Ok((row.get::<String>(0)?, row.get::<String>(1)?))
    })?;
    let Some((name, record)) = race else { return Ok(Update::Gone) };
    let revision: Option<i64> =
        tx.query_opt("SELECT revision FROM timing_races WHERE race_id = $1", params![race_id], |row| row.get(0))?;
    let same_text = mark.built && mark.name == name && mark.record == record;
    let privacy = privacy::changes(tx)?;
    if same_text && mark.revision == revision.unwrap_or_default() && mark.privacy == privacy {
        let (newest, stored) = versions::stored(tx, race_id, wanted)?;
        let added = Added::since(tx, race_id, mark.contained)?;
        return Ok(Update::Present(Box::new(Present { changed: None, told: Added::default(), added, newest, stored })));
    }
    let store::State { setup, run, revision } = store::state(tx, race_id)?;
    // Setup, entrants and names change within an epoch. Another run of the timing, another date and another zone begin a new one.
    let same_race = same_text || (mark.built && times(&mark.record) == times(&record));
    let rebuild = !same_race || mark.contained.run != run;
    let none = Contained { run, last_read: 0, last_correction: 0 };
    let (newest, stored) = versions::stored(tx, race_id, if rebuild { &Wanted::All } else { wanted })?;
    let (told, added) = match &stored {
        // What the newest version contains is read first, to see whether the field then shows the same.
        Stored::All(_, contained) if rebuild && contained.run == run => {
            (Added::between(tx, race_id, none, *contained)?, Added::since(tx, race_id, *contained)?)
        }
        _ => (Added::default(), Added::since(tx, race_id, if rebuild { none } else { mark.contained })?),
    };
    let mut entrants = store::entrants(tx, race_id)?;
    privacy::mark_entrants(tx, race_id, &mut entrants)?;
    let race_id = race_id.to_owned();
    let contained = Contained { run, ..mark.contained };
    let mark = Mark { built: true, race_id, name, record, setup, revision, privacy, contained };
    Ok(Update::Present(Box::new(Present { changed: Some(Changed { mark, entrants, rebuild }), told, added, newest, stored })))
}

/// How the versions of a field belong to those that are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Link {
    /// They are the stored ones, or replace them with the next version.
    #[default]
    Stored,
    /// They are its own, since a version could not be stored at this time; a later one replaces the stored ones.
    Own(Instant),
    /// They are its own for a while, since this time: a process that shows the same tables otherwise stores others.
    Apart(Instant),
}

/// For how long versions stay apart: to try again costs all reads.
const APART_FOR: Duration = Duration::from_secs(600);
/// For how long nothing is stored after it failed.
const STORE_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// A field, and what was read for it.
#[derive(Default)]
pub(super) struct Follower {
    field: Option<Field>,
    mark: Mark,
    window: Option<Window>,
    link: Link,
    /// The newest version that is stored, as of the last update.
    newest: Option<Newest>,
    /// Whether the field is built anew because another process began an epoch that this one could not continue.
    is_displaced: bool,
}

/// What came of an update.
pub(super) enum Applied {
    /// Everything that is shown was told.
    Told,
    /// This is to be told next. It is stored first, with what it contains, unless the field's versions are apart.
    Next(Box<NextVersion>),
    /// The versions that are stored cannot be continued: the field is built anew by the next update.
    Lost,
}

impl Follower {
    /// What it has read of the tables, and what it has told.
    pub(super) fn position(&self) -> Position {
        let told = self.field.as_ref().map(|field| (field.told(), field.numbered()));
        let wanted = match (told, self.link) {
            (None, _) => Wanted::All,
            (Some(_), Link::Own(_)) => Wanted::Newest,
            (Some(_), Link::Apart(since)) if since.elapsed() < APART_FOR => Wanted::Newest,
            (Some(((epoch, number), numbered)), _) => Wanted::After((epoch.to_owned(), number), numbered),
        };
        Position { mark: self.mark.clone(), wanted }
    }

    /// When the race is live, as its page says; `None` for a canceled race, and for one without a date or a start.
    pub(super) fn window(&self) -> Option<Window> {
        self.window
    }

    /// The field; `None` before the first update, and when the race does not exist any more.
    pub(super) fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    /// What of the race's timing the field contains.
    pub(super) fn basis(&self) -> store::Basis {
        let Contained { run, last_correction, .. } = self.mark.contained;
        store::Basis { revision: self.mark.revision, run, last_correction }
    }

    /// Applies an update. All reads of a race take long: call it on a thread that may block.
    pub(super) fn apply(&mut self, update: Update, now_ms: i64) -> Applied {
        let Present { changed, told, added, newest, stored } = match update {
            Update::Gone => {
                *self = Self::default();
                return Applied::Told;
            }
            Update::Present(present) => *present,
        };
        let is_new = changed.as_ref().is_some_and(|changed| changed.rebuild);
        if let Some(changed) = changed {
            self.change(changed, now_ms);
        }
        self.newest = newest;
        let Some(field) = &mut self.field else { return Applied::Told };
        if is_new {
            let is_displaced = std::mem::take(&mut self.is_displaced);
            let is_resumed = match &stored {
                Stored::All(versions, contained) if contained.run == self.mark.contained.run => {
                    take(field, &told);
                    field.resume(versions)
                }
                _ => false,
            };
            self.link = if is_displaced && !is_resumed { Link::Apart(Instant::now()) } else { Link::Stored };
        }
        take(field, &added);
        (self.mark.contained.last_read, self.mark.contained.last_correction) = (added.last_read, added.last_correction);
        let is_continued = match &stored {
            Stored::Later(later) => Some(field.follow(later)),
            Stored::All(versions, _) if !is_new => Some(field.resume(versions)),
            Stored::All(..) | Stored::Nothing => None,
        };
        if is_continued == Some(true) {
            self.link = Link::Stored;
        }
        if is_continued == Some(false) {
            let is_other = self.newest.as_ref().is_some_and(|(epoch, _)| epoch != field.told().0);
            *self = Self { is_displaced: is_other, ..Self::default() };
            return Applied::Lost;
        }
        field.next_version(now_ms).map_or(Applied::Told, |next| Applied::Next(Box::new(next)))
    }

    /// Applies everything but the rows that are never changed.
    fn change(&mut self, changed: Changed, now_ms: i64) {
        let Changed { mark, entrants, rebuild } = changed;
        match self.field.as_mut().filter(|_| !rebuild) {
            Some(field) => {
                if self.mark.name != mark.name {
                    field.rename(mark.name.clone(), mark.name.clone());
                }
                field.set_setup(mark.setup.clone());
                field.set_entrants(entrants);
            }
            None => self.field = Some(Field::new(facts(&mark, now_ms), mark.setup.clone(), entrants)),
        }
        self.window = window::window(&race_of(&mark.record).into());
        self.mark = mark;
    }

    /// What is to be stored before the next version is told; `None` when nothing is.
    pub(super) fn to_store(&self, next: &NextVersion) -> Option<ToStore> {
        let field = self.field.as_ref()?;
        match self.link {
            Link::Apart(_) => return None,
            Link::Own(failed) if failed.elapsed() < STORE_AGAIN_AFTER => return None,
            Link::Stored | Link::Own(_) => {}
        }
        let is_next = self.newest.as_ref().is_some_and(|(epoch, _)| *epoch == next.added.epoch);
        let versions = if is_next { next.added.clone() } else { field.all_versions(next) };
        Some(ToStore { newest: self.newest.clone(), versions, contained: self.mark.contained })
    }

    /// Tells the next version, which is stored, or of which nothing is to be stored.
    pub(super) fn publish(&mut self, next: NextVersion, is_stored: bool) {
        if is_stored {
            self.link = Link::Stored;
        }
        if let Some(field) = &mut self.field {
            field.publish(next);
        }
    }

    /// Tells the next version, which could not be stored, in an epoch of this process alone: another process may store another version of
    /// the same number.
    pub(super) fn publish_own(&mut self, next: NextVersion, now_ms: i64) {
        let Some(field) = &mut self.field else { return };
        if self.link == Link::Stored {
            field.begin_epoch(new_epoch());
            field.next_version(now_ms).into_iter().for_each(|next| field.publish(next));
        } else {
            field.publish(next);
        }
        self.link = Link::Own(Instant::now());
    }
}

/// What is stored of the next version: after which one it is the next, the versions, and what of the tables they contain.
pub(super) struct ToStore {
    pub(super) newest: Option<Newest>,
    pub(super) versions: StoredVersions,
    pub(super) contained: Contained,
}

/// Applies reads and corrections.
fn take(field: &mut Field, added: &Added) {
    for correction in &added.corrections {
        field.correct(correction);
    }
    for read in &added.reads {
        field.ingest(read);
    }
    field.compute();
}

/// The date and time zone by which a race is timed. A change of the page's other texts does not concern its timing.
fn times(record: &str) -> (Option<RaceDate>, Tz) {
    let race = race_of(record);
    (race.date.parse().ok(), dates::zone_or_default(&race.time_zone))
}

/// The race's page. A record that cannot be parsed must not stop the timing.
fn race_of(record: &str) -> Race {
    serde_json::from_str(record).unwrap_or_default()
}

fn facts(mark: &Mark, now_ms: i64) -> RaceFacts {
    let (date, zone) = times(&mark.record);
    RaceFacts {
        id: mark.race_id.clone(),
        name: mark.name.clone(),
        event_name: mark.name.clone(),
        date: date.unwrap_or_else(|| dates::date_in(now_ms, zone)),
        zone,
        epoch: new_epoch(),
    }
}
