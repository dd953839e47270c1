//! Who changed what: recorded in the same transaction as the change, never altered, each row carrying the hash of the last.

use serde::Serialize;

use crate::account::Caller;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::sha256;

/// Who made a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// A user's id, `key:<id>` for a timing key, `system` for the program.
    pub id: String,
    /// How people know them.
    pub name: String,
}

impl Actor {
    /// The program itself, or who sits at its command line.
    #[must_use]
    pub fn system() -> Self {
        Self { id: "system".into(), name: "system".into() }
    }

    /// A timing box, by its key.
    #[must_use]
    pub fn key(id: &str, label: &str) -> Self {
        Self { id: format!("key:{id}"), name: label.into() }
    }
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self { id: caller.user_id.clone(), name: caller.username.clone() }
    }
}

/// The hash before the first row.
const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Records a change; call it in the transaction that makes the change.
///
/// `action` is `<what>.<done>` (`race.created`), `object` is `<kind>:<id>` (`race:Spring Half`).
///
/// # Errors
/// When the row cannot be written; the change must then fail too.
pub fn record<O: Serialize, N: Serialize>(
    tx: &Tx<'_>,
    now: i64,
    actor: &Actor,
    action: &str,
    object: &str,
    old: Option<&O>,
    new: Option<&N>,
) -> Result<()> {
    let (old, new) = (serde_json::to_string(&old)?, serde_json::to_string(&new)?);
    let last = tx.query_opt("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1", [], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    })?;
    let (last_id, previous) = last.unwrap_or((0, BEGINNING.into()));
    let id = last_id + 1;
    let hash = link(&previous, &(id, now, &actor.id, &actor.name, action, object, &old, &new))?;
    tx.execute(
        "INSERT INTO audit (id, at, actor_id, actor_name, action, object, old, new, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![id, now, actor.id, actor.name, action, object, old, new, previous, hash],
    )?;
    Ok(())
}

/// Walks the chain and answers how many rows it has.
///
/// # Errors
/// Names the first row that does not fit.
pub fn verify(tx: &Tx<'_>) -> Result<i64> {
    let (mut rows, mut previous) = (0_i64, BEGINNING.to_owned());
    tx.for_each(
        "SELECT id, at, actor_id, actor_name, action, object, old, new, previous_hash, hash FROM audit ORDER BY id",
        [],
        |row| {
            let text = |column| row.get::<_, String>(column);
            let id: i64 = row.get(0)?;
            let at: i64 = row.get(1)?;
            let hash = link(&previous, &(id, at, text(2)?, text(3)?, text(4)?, text(5)?, text(6)?, text(7)?))?;
            if id != rows + 1 || text(8)? != previous || text(9)? != hash {
                return Err(Error::message(format!("the audit record was altered at or before row {id}")));
            }
            rows = id;
            previous = hash;
            Ok(())
        },
    )?;
    Ok(rows)
}

fn link(previous: &str, row: &impl Serialize) -> Result<String> {
    Ok(sha256(serde_json::to_vec(&(previous, row))?))
}
