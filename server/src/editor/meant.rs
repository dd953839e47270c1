//! The race that a call is about.

use core_wasm::editor::words::header;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::db::Tx;
use crate::error::{OrNotFound, Result};
use crate::race::Pictures;
use crate::race::store::{self, Stored};

/// `?id=…`
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ById {
    /// The race of this id, whatever it is called by now
    pub(super) id: Option<String>,
}

/// A race as a call names it.
#[derive(Debug, Clone)]
pub(super) struct Meant {
    /// The name by which the caller knows it.
    pub(super) name: String,
    /// Its id goes before its name: since the caller opened it, it may have been renamed, and its name be another race's.
    pub(super) id: Option<String>,
}

impl Meant {
    /// That race without its pictures.
    ///
    /// # Errors
    /// 404 `RACE_NOT_FOUND` when there is none, or none any more.
    pub(super) fn bare(&self, tx: &Tx<'_>) -> Result<Stored> {
        let stored = match &self.id {
            Some(id) => store::bare(tx, id)?,
            None => store::find(tx, &self.name)?,
        };
        stored.or_not_found(("RACE_NOT_FOUND", header::NOT_FOUND))
    }

    /// That race with its pictures by address.
    ///
    /// # Errors
    /// As [`Self::bare`].
    pub(super) fn find(&self, tx: &Tx<'_>) -> Result<Stored> {
        let stored = match &self.id {
            Some(id) => store::find_id(tx, id)?,
            None => store::find_whole(tx, &self.name, Pictures::Url)?,
        };
        stored.or_not_found(("RACE_NOT_FOUND", header::NOT_FOUND))
    }
}
