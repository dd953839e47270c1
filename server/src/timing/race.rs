//! The race that a call is about, as timing looks at it.

use axum::http::StatusCode;
use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::race::failure::LoadKind;
use core_wasm::race::{Race, name};

use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::race::{names, read, store};

/// A race and what its reads need to know of it.
#[derive(Clone, Debug)]
pub(crate) struct TimedRace {
    /// Its id.
    pub id: String,
    /// Its name, as its page has it.
    pub name: String,
    /// Its date; `None` while it has none.
    pub date: Option<RaceDate>,
    /// Its zone.
    pub zone: Tz,
}

impl TimedRace {
    /// What timing needs to know of a race.
    pub(crate) fn new(id: String, race: &Race) -> Self {
        let zone = dates::zone_or_default(&race.time_zone);
        Self { id, name: race.name.clone(), date: race.date.parse().ok(), zone }
    }

    /// The race of this name, in any case, or the one that visitors last knew by it.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(crate) fn named(tx: &Tx<'_>, named: &str) -> Result<Self> {
        Self::seen(tx, named, &Viewer::Staff)
    }

    /// The same for a certain viewer: a hidden race is there for administrators alone.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(super) fn seen(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Self> {
        let id = names::id_of(tx, named, viewer)?.ok_or_else(not_found)?;
        Self::by_id(tx, &id)
    }

    /// The race of this id, whatever it is called.
    ///
    /// # Errors
    /// 404 when it is gone.
    pub(super) fn by_id(tx: &Tx<'_>, id: &str) -> Result<Self> {
        let stored = store::bare(tx, id)?.ok_or_else(not_found)?;
        Ok(Self::new(stored.id, &stored.race))
    }

    /// The race of this name as whoever has a key of the race of this id finds it: that race itself under its name of now, or, where no
    /// other race shows under this one, under a name that it once had.
    ///
    /// # Errors
    /// 404 when there is neither.
    pub(super) fn named_or_renamed(tx: &Tx<'_>, named: &str, race_id: &str) -> Result<Self> {
        let own = store::bare(tx, race_id)?;
        let is_own = own.as_ref().is_some_and(|own| !names::has_moved(named, &own.race));
        match (names::id_of(tx, named, &Viewer::Visitor)?, own) {
            (_, Some(own)) if is_own => Ok(Self::new(own.id, &own.race)),
            (Some(id), _) => Self::by_id(tx, &id),
            (None, Some(own)) if store::was_named(tx, race_id, named)? => Ok(Self::new(own.id, &own.race)),
            (None, _) => Err(not_found()),
        }
    }

    /// The id of the race that has this name now, in any case.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(crate) fn id_of(tx: &Tx<'_>, named: &str) -> Result<String> {
        let key = name::key(&name::from_segment(named));
        tx.query_opt("SELECT id FROM races WHERE name_key = $1 AND deleted_at IS NULL", params![key], |row| row.get(0))?
            .ok_or_else(not_found)
    }

    /// The date that counts for ages and formats: the race's, or today's while it has none.
    pub(crate) fn date_or(&self, now_ms: i64) -> RaceDate {
        self.date.unwrap_or_else(|| dates::date_in(now_ms, self.zone))
    }

    /// The name of the audited object.
    pub(super) fn object(&self) -> String {
        format!("race:{}", self.name)
    }
}

/// 404 in the core's words.
pub(crate) fn not_found() -> Error {
    let (code, message) = read::not_found(LoadKind::Race);
    Error::refused(StatusCode::NOT_FOUND, code, message)
}
