//! Who changed what: recorded in the same transaction as the change, never altered, each row carrying the hash of the last.

use std::time::Duration;

use serde::Serialize;

use crate::db::{Db, Tx, params};
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

/// How far the record goes: its rows and the hash of the last one. Kept where whoever can alter the database cannot, it tells whether
/// the newest rows were cut off, which the chain alone does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// How many rows there are.
    pub rows: i64,
    /// The hash of the last one.
    pub hash: String,
}

impl std::fmt::Display for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.rows, self.hash)
    }
}

impl std::str::FromStr for Anchor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let unreadable = || Error::message("an anchor is the number of rows, a colon and the hash of the last one");
        let (rows, hash) = text.trim().split_once(':').ok_or_else(unreadable)?;
        let rows = rows.parse().ok().filter(|rows| *rows >= 0).ok_or_else(unreadable)?;
        if hash.len() == BEGINNING.len() && hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            Ok(Self { rows, hash: hash.to_ascii_lowercase() })
        } else {
            Err(unreadable())
        }
    }
}

/// How far the record goes now.
///
/// # Errors
/// When it cannot be read.
pub fn anchor(tx: &Tx<'_>) -> Result<Anchor> {
    let last = tx.query_opt("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1", [], |row| {
        Ok(Anchor { rows: row.get(0)?, hash: row.get(1)? })
    })?;
    Ok(last.unwrap_or_else(|| Anchor { rows: 0, hash: BEGINNING.into() }))
}

/// Checks that the record still holds everything that it held when `anchor` was taken; [`verify`] checks what it holds now.
///
/// # Errors
/// Says what is missing or altered.
pub fn holds(tx: &Tx<'_>, anchor: &Anchor) -> Result<()> {
    let hash = match anchor.rows {
        0 => Some(BEGINNING.to_owned()),
        rows => tx.query_opt("SELECT hash FROM audit WHERE id = $1", params![rows], |row| row.get::<_, String>(0))?,
    };
    match hash {
        None => {
            let left = self::anchor(tx)?.rows;
            Err(Error::message(format!(
                "the audit record was cut off: the anchor tells of {} rows, {left} are left",
                anchor.rows
            )))
        }
        Some(hash) if hash != anchor.hash => {
            Err(Error::message(format!("the audit record was rewritten: row {} is not the one of the anchor", anchor.rows)))
        }
        Some(_) => Ok(()),
    }
}

/// Writes to the log how far the record goes: at the start, and every hour in which it grew.
pub async fn tell(db: Db) {
    let mut told = None;
    loop {
        told = tell_if_not(&db, told.as_ref()).await.or(told);
        tokio::time::sleep(HOUR).await;
    }
}

/// Writes to the log how far the record goes now, unless that is what it was `told` last; answers what it told.
pub async fn tell_if_not(db: &Db, told: Option<&Anchor>) -> Option<Anchor> {
    match db.read(anchor).await {
        Ok(now) if told != Some(&now) => {
            tracing::info!(anchor = %now, "how far the audit record goes: `splitline audit verify --anchor` takes this");
            Some(now)
        }
        Ok(_) => None,
        Err(error) => {
            tracing::error!(%error, "the audit record could not be read");
            None
        }
    }
}

/// The hash before the first row.
const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// How often the log hears of the record.
const HOUR: Duration = Duration::from_secs(3600);

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
    let Anchor { rows, hash: previous } = anchor(tx)?;
    let id = rows + 1;
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
