//! One race's field, updated from the tables.

use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::live::window;
use core_wasm::race::Race;
use core_wasm::race::phase::Window;
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::{Correction, Entrant, Read, Setup};

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
    run: i64,
    last_read: i64,
    last_correction: i64,
}

/// What the tables have in addition to a mark.
pub(super) enum Update {
    /// The race does not exist any more.
    Gone,
    /// Rows only that are never changed (perhaps none).
    Added(Added),
    /// More than that changed.
    Changed(Box<Changed>),
}

/// Reads and corrections that are to be applied, and the numbers of the last ones.
pub(super) struct Added {
    reads: Vec<Read>,
    last_read: i64,
    corrections: Vec<Correction>,
    last_correction: i64,
}

impl Added {
    fn since(tx: &Tx<'_>, race_id: &str, run: i64, last_read: i64, last_correction: i64) -> Result<Self> {
        let (reads, last_read) = store::reads_after(tx, race_id, run, last_read)?;
        let corrections = store::corrections_after(tx, race_id, run, last_correction)?;
        let last_correction = corrections.last().map_or(last_correction, |correction| correction.id);
        Ok(Self { reads, last_read, corrections, last_correction })
    }
}

/// A race's present state, and what is to be applied.
pub(super) struct Changed {
    mark: Mark,
    entrants: Vec<Entrant>,
    added: Added,
    /// Whether the field must be built anew, from all reads and corrections.
    rebuild: bool,
}

/// Queries the tables for what is new since `mark`, in one consistent view.
pub(super) fn updates_since(tx: &Tx<'_>, race_id: &str, mark: &Mark) -> Result<Update> {
    let race = tx.query_opt("SELECT name, record FROM races WHERE id = $1 AND deleted_at IS NULL", params![race_id], |row| {
        Ok((row.get::<String>(0)?, row.get::<String>(1)?))
    })?;
    let Some((name, record)) = race else { return Ok(Update::Gone) };
    let revision: Option<i64> =
        tx.query_opt("SELECT revision FROM timing_races WHERE race_id = $1", params![race_id], |row| row.get(0))?;
    let same_text = mark.built && mark.name == name && mark.record == record;
    let privacy = privacy::changes(tx)?;
    if same_text && mark.revision == revision.unwrap_or_default() && mark.privacy == privacy {
        return Ok(Update::Added(Added::since(tx, race_id, mark.run, mark.last_read, mark.last_correction)?));
    }
    let store::State { setup, run, revision } = store::state(tx, race_id)?;
    // Entrants can change within an epoch: screens then receive only the runners that changed. Everything else may
    // change the rest of the document, so it begins a new epoch, and every screen loads the whole document.
    let same_race = same_text || (mark.built && mark.name == name && times(&mark.record) == times(&record));
    let rebuild = !same_race || mark.run != run || mark.setup != setup;
    let (last_read, last_correction) = if rebuild { (0, 0) } else { (mark.last_read, mark.last_correction) };
    let added = Added::since(tx, race_id, run, last_read, last_correction)?;
    let mut entrants = store::entrants(tx, race_id)?;
    privacy::mark_entrants(tx, race_id, &mut entrants)?;
    let race_id = race_id.to_owned();
    let mark = Mark { built: true, race_id, name, record, setup, revision, privacy, run, last_read, last_correction };
    Ok(Update::Changed(Box::new(Changed { mark, entrants, added, rebuild })))
}

/// A field, and what was read for it.
#[derive(Default)]
pub(super) struct Follower {
    field: Option<Field>,
    mark: Mark,
    window: Option<Window>,
}

impl Follower {
    /// What it has read of the tables.
    pub(super) fn mark(&self) -> Mark {
        self.mark.clone()
    }

    /// When the race is live, as its page says; `None` for a canceled race, and for one without a date or a start.
    pub(super) fn window(&self) -> Option<Window> {
        self.window
    }

    /// The field; `None` before the first update, and when the race does not exist any more.
    pub(super) fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    /// Applies an update. All reads of a race take long: call it on a thread that may block.
    pub(super) fn apply(&mut self, update: Update, now_ms: i64) {
        let added = match update {
            Update::Gone => {
                *self = Self::default();
                return;
            }
            Update::Added(added) => added,
            Update::Changed(changed) => self.change(*changed, now_ms),
        };
        self.mark.last_read = added.last_read;
        self.mark.last_correction = added.last_correction;
        if let Some(field) = &mut self.field {
            for correction in &added.corrections {
                field.correct(correction);
            }
            for read in &added.reads {
                field.ingest(read);
            }
            field.refresh(now_ms);
        }
    }

    /// Applies everything but the rows that are never changed, and returns those.
    fn change(&mut self, changed: Changed, now_ms: i64) -> Added {
        let Changed { mark, entrants, added, rebuild } = changed;
        match self.field.as_mut().filter(|_| !rebuild) {
            Some(field) => field.set_entrants(entrants),
            None => self.field = Some(Field::new(facts(&mark, now_ms), mark.setup.clone(), entrants)),
        }
        self.window = window::window(&race_of(&mark.record).into());
        self.mark = mark;
        added
    }
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
