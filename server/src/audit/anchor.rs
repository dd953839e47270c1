//! Anchors of the audit record, by which removed rows at its end are noticed (docs/decisions/0027).

use std::time::Duration;

use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};

/// The previous hash of the first row.
pub(super) const FIRST_PREVIOUS_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// How often the anchor is written to the log.
const HOUR: Duration = Duration::from_secs(3600);

/// The number of rows of the record and the hash of the last one. Stored where nobody who can alter the database can alter it, it
/// shows whether the newest rows were removed, which the chain of hashes alone does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// The number of rows.
    pub rows: i64,
    /// The hash of the last row.
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
        if hash.len() == FIRST_PREVIOUS_HASH.len() && hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            Ok(Self { rows, hash: hash.to_ascii_lowercase() })
        } else {
            Err(unreadable())
        }
    }
}

/// Returns the record's present anchor.
///
/// # Errors
/// When it cannot be read.
pub fn anchor(tx: &Tx<'_>) -> Result<Anchor> {
    let last = tx.query_opt("SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1", [], |row| {
        Ok(Anchor { rows: row.get(0)?, hash: row.get(1)? })
    })?;
    Ok(last.unwrap_or_else(|| Anchor { rows: 0, hash: FIRST_PREVIOUS_HASH.into() }))
}

/// Checks that the record still has everything that it had when `anchor` was taken; [`verify`] checks what it has now.
///
/// # Errors
/// A message that says what is missing or altered.
pub fn check_anchor(tx: &Tx<'_>, anchor: &Anchor) -> Result<()> {
    let hash = match anchor.rows {
        0 => Some(FIRST_PREVIOUS_HASH.to_owned()),
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

/// Writes the anchor to the log: at the start, and after every hour in which the record grew. Never returns.
pub async fn log_anchors(db: Db) {
    let mut logged = None;
    loop {
        logged = log_anchor(&db, logged.as_ref()).await.or(logged);
        tokio::time::sleep(HOUR).await;
    }
}

/// Writes the present anchor to the log, unless it is the one that was `logged` last; returns the anchor that it wrote.
pub async fn log_anchor(db: &Db, logged: Option<&Anchor>) -> Option<Anchor> {
    match db.read(anchor).await {
        Ok(now) if logged != Some(&now) => {
            tracing::info!(anchor = %now, "the audit record's anchor, for `splitline audit verify --anchor`");
            Some(now)
        }
        Ok(_) => None,
        Err(error) => {
            tracing::error!(%error, "the audit record could not be read");
            None
        }
    }
}
