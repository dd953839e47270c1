//! Races as timing looks at them: what of a race its reads need to know, and the rows of what is timed.
//!
//! Timing writes these rows, the live board follows them, and the editor copies them.

pub(crate) mod store;

use core_wasm::audit::About;
use core_wasm::dates::{self, RaceDate, Tz};
use core_wasm::race::Race;
use core_wasm::race::failure::LoadKind;

use crate::db::{Tx, params};
use crate::error::{Error, Result};

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

    /// The race of this id, whatever it is called.
    ///
    /// # Errors
    /// 404 when it is gone.
    pub(crate) fn by_id(tx: &Tx<'_>, id: &str) -> Result<Self> {
        let sql = "SELECT record FROM races WHERE id = $1 AND deleted_at IS NULL";
        let record = tx.query_opt(sql, params![id], |row| row.get::<String>(0))?.ok_or_else(no_race)?;
        Ok(Self::new(id.to_owned(), &serde_json::from_str(&record)?))
    }

    /// The date that counts for ages and formats: the race's, or today's while it has none.
    pub(crate) fn date_or(&self, now_ms: i64) -> RaceDate {
        self.date.unwrap_or_else(|| dates::date_in(now_ms, self.zone))
    }

    /// What the audit record says of which race it is.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.id, name: &self.name }
    }
}

/// 404 in the core's words.
pub(crate) fn no_race() -> Error {
    Error::no_race(LoadKind::Race)
}
