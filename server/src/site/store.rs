//! Races with the times of their rows, for feeds.

use core_wasm::race::Race;

use crate::db::Tx;
use crate::error::Result;
use crate::ids::sha256;

/// A race and when it was made and changed, in epoch milliseconds.
pub(super) struct Dated {
    /// The race without its pictures.
    pub race: Race,
    /// Names it in feeds and calendars for ever, whatever it is called; not its id, which never travels.
    pub uid: String,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Every race, the newest first.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn all(tx: &Tx<'_>) -> Result<Vec<Dated>> {
    let sql = "SELECT id, record, created_at, updated_at FROM races WHERE deleted_at IS NULL ORDER BY created_at DESC, id";
    let rows = tx.query_all(sql, [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?))
    })?;
    let dated = |(id, record, created_at, updated_at): (String, String, i64, i64)| {
        let hash = sha256(format!("feeds of race {id}"));
        let uid = format!("{}@splitline", hash.get(..32).unwrap_or(&hash));
        Ok(Dated { race: serde_json::from_str(&record)?, uid, created_at, updated_at })
    };
    rows.into_iter().map(dated).collect()
}
