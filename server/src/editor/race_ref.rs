//! Finding the race that a call is for.

use core_wasm::editor::words::header;
use core_wasm::race::name;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::db::{Tx, params};
use crate::error::{OrNotFound, Result};
use crate::race::store::{self, Stored};

/// `?id=…`
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ById {
    /// The race of this id, whatever it is called by now
    pub(super) id: Option<String>,
}

/// The race that a call is for.
#[derive(Debug, Clone)]
pub(super) struct RaceRef {
    /// The name under which the caller knows it.
    pub(super) name: String,
    /// If there is an id, it is used instead of the name: the race may have been renamed since the caller opened it, and another
    /// race may have its name.
    pub(super) id: Option<String>,
}

impl RaceRef {
    /// Locks the row of that race until this transaction ends, and returns a reference by its id.
    ///
    /// # Errors
    /// As [`Self::bare`].
    pub(super) fn lock(&self, tx: &Tx<'_>) -> Result<Self> {
        let id = self.id(tx)?;
        store::lock(tx, &id)?;
        Ok(Self { id: Some(id), name: self.name.clone() })
    }

    /// Returns that race without its pictures.
    ///
    /// # Errors
    /// 404 `RACE_NOT_FOUND` when there is none, or it is deleted.
    pub(super) fn bare(&self, tx: &Tx<'_>) -> Result<Stored> {
        let stored = match &self.id {
            Some(id) => store::bare(tx, id)?,
            None => store::find(tx, &self.name)?,
        };
        stored.or_not_found(("RACE_NOT_FOUND", header::NOT_FOUND))
    }

    /// Returns its id.
    ///
    /// # Errors
    /// As [`Self::bare`].
    pub(super) fn id(&self, tx: &Tx<'_>) -> Result<String> {
        let by_id = "SELECT id FROM races WHERE id = $1 AND deleted_at IS NULL";
        let by_name = "SELECT id FROM races WHERE name_key = $1 AND deleted_at IS NULL";
        let found = match &self.id {
            Some(id) => tx.query_opt(by_id, params![id], |row| row.get(0))?,
            None => tx.query_opt(by_name, params![name::key(&name::from_segment(&self.name))], |row| row.get(0))?,
        };
        found.or_not_found(("RACE_NOT_FOUND", header::NOT_FOUND))
    }

    /// Returns that race with its pictures by address.
    ///
    /// # Errors
    /// As [`Self::bare`].
    pub(super) fn find(&self, tx: &Tx<'_>) -> Result<Stored> {
        store::whole(tx, self.bare(tx)?)
    }
}
