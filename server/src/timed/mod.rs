//! Timed races: the fields of a race that its timing needs, and the rows of its timing data.
//!
//! Timing writes these rows, the live board reads them, and the editor copies them.

pub(crate) mod store;

use core_wasm::audit::About;
use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::race::Race;
use core_wasm::race::failure::LoadKind;

use crate::db::{Tx, params};
use crate::error::{Error, Result};

/// A race with the fields that its timing needs.
#[derive(Clone, Debug)]
pub(crate) struct TimedRace {
    /// Its id.
    pub id: String,
    /// Its name, as on its page.
    pub name: String,
    /// Its date; `None` while it has none.
    pub date: Option<RaceDate>,
    /// Its time zone.
    pub zone: Tz,
}

impl TimedRace {
    /// Takes these fields from a record.
    pub(crate) fn new(id: String, race: &Race) -> Self {
        let zone = dates::zone_or_default(&race.time_zone);
        Self { id, name: race.name.clone(), date: race.date.parse().ok(), zone }
    }

    /// Returns the race with this id, whatever its name is.
    ///
    /// # Errors
    /// 404 when the race does not exist or is deleted.
    pub(crate) fn by_id(tx: &Tx<'_>, id: &str) -> Result<Self> {
        let sql = "SELECT record FROM races WHERE id = $1 AND deleted_at IS NULL";
        let record = tx.query_opt(sql, params![id], |row| row.get::<String>(0))?.ok_or_else(no_race)?;
        Ok(Self::new(id.to_owned(), &serde_json::from_str(&record)?))
    }

    /// The date by which ages are computed and times of day are read: the race's, or today's while it has none.
    pub(crate) fn date_or(&self, now_ms: i64) -> RaceDate {
        self.date.unwrap_or_else(|| dates::date_in(now_ms, self.zone))
    }

    /// The race's id and name for the audit record.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.id, name: &self.name }
    }
}

/// 404, in the words of the core.
pub(crate) fn no_race() -> Error {
    Error::no_race(LoadKind::Race)
}
