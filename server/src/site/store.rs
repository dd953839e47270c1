//! Races with the times of their rows, for feeds.

use core_wasm::race::Race;

use crate::account::Viewer;
use crate::db::{Row, RowResult, Tx, params};
use crate::error::Result;
use crate::ids::sha256;
use crate::race::names;

/// A race and when it was made and changed, in epoch milliseconds.
pub(super) struct Dated {
    /// The race without its pictures.
    pub race: Race,
    /// Names it in feeds and calendars for ever, whatever it is called; not its id, which never travels.
    pub uid: String,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Every race that visitors may know of, the newest first.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn all(tx: &Tx<'_>) -> Result<Vec<Dated>> {
    let sql = "SELECT id, record, created_at, updated_at FROM races WHERE deleted_at IS NULL AND hidden = 0
               ORDER BY created_at DESC, id";
    tx.query_all(sql, [], columns)?.into_iter().map(dated).collect()
}

/// The race that a viewer means by a name.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn one(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<Dated>> {
    let Some(id) = names::id_of(tx, named, viewer)? else { return Ok(None) };
    let sql = "SELECT id, record, created_at, updated_at FROM races WHERE id = $1";
    tx.query_opt(sql, params![id], columns)?.map(dated).transpose()
}

type Columns = (String, String, i64, i64);

fn columns(row: &Row<'_>) -> RowResult<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn dated((id, record, created_at, updated_at): Columns) -> Result<Dated> {
    let hash = sha256(format!("feeds of race {id}"));
    let uid = format!("{}@splitline", hash.get(..32).unwrap_or(&hash));
    Ok(Dated { race: serde_json::from_str(&record)?, uid, created_at, updated_at })
}
