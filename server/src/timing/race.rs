//! The race that a call is about, as timing looks at it.

use axum::http::StatusCode;
use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::race::failure::LoadKind;
use core_wasm::race::{Race, name};

use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::race::{read, store};

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
    /// The race of this name, in any case.
    ///
    /// # Errors
    /// 404 when there is none.
    pub(crate) fn named(tx: &Tx<'_>, named: &str) -> Result<Self> {
        let key = name::key(&name::from_segment(named));
        tx.query_opt("SELECT id, name, record FROM races WHERE name_key = $1 AND deleted_at IS NULL", params![key], columns)?
            .map(Self::from_columns)
            .transpose()?
            .ok_or_else(not_found)
    }

    /// The race of this name, or the one with this id when it was once called so.
    ///
    /// # Errors
    /// 404 when there is neither.
    pub(super) fn named_or_renamed(tx: &Tx<'_>, named: &str, race_id: &str) -> Result<Self> {
        let now_named = match store::find(tx, named)? {
            None if store::was_named(tx, race_id, named)? => store::find_id(tx, race_id)?.map(|stored| stored.race.name),
            _ => None,
        };
        Self::named(tx, now_named.as_deref().unwrap_or(named))
    }

    /// The id of the race of this name, in any case.
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

    fn from_columns((id, name, record): (String, String, String)) -> Result<Self> {
        let race: Race = serde_json::from_str(&record)?;
        Ok(Self { id, name, date: race.date.parse().ok(), zone: dates::zone_or_default(&race.time_zone) })
    }

    /// The name of the audited object.
    pub(super) fn object(&self) -> String {
        format!("race:{}", self.name)
    }
}

fn columns(row: &Row<'_>) -> rusqlite::Result<(String, String, String)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// 404 in the core's words.
pub(crate) fn not_found() -> Error {
    let (code, message) = read::not_found(LoadKind::Race);
    Error::refused(StatusCode::NOT_FOUND, code, message)
}
