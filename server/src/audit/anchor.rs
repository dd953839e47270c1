//! How far the audit record goes, so that rows that were cut off are noticed (docs/decisions/0027).

use std::time::Duration;

use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};

/// The hash before the first row.
pub(super) const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// How often the log is told how far the record goes.
const HOUR: Duration = Duration::from_secs(3600);

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
        rows => tx.query_opt("SELECT hash FROM audit WHERE id = $1", params![rows], |row| row.get::<String>(0))?,
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
