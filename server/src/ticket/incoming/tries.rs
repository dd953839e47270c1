//! How often a mail was begun. It is counted before the attempt: a mail over which the process ends is not tried for ever.

use crate::db::{Tx, params};
use crate::error::Result;

/// After so many attempts a mail is set aside.
const MOST: i64 = 6;
/// The pause after an attempt that failed, for each attempt so far, in milliseconds.
const PAUSE_MS: i64 = 5 * 60_000;
/// How long an attempt is remembered, in milliseconds.
const KEPT_MS: i64 = 7 * 24 * 3_600_000;

/// Whether a mail is begun.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Begun {
    Now,
    /// The pause after the last attempt is not over.
    Later,
    TooOften,
}

/// Counts an attempt at the mail with this hash.
pub(super) fn begin(tx: &Tx<'_>, hash: &str, now: i64) -> Result<Begun> {
    tx.execute("DELETE FROM ticket_mail_tries WHERE at <= $1", params![now - KEPT_MS])?;
    let before = tx.query_opt("SELECT tries, at FROM ticket_mail_tries WHERE hash = $1", params![hash], |row| {
        Ok((row.get::<i64>(0)?, row.get::<i64>(1)?))
    })?;
    let (tries, at) = before.unwrap_or((0, 0));
    if tries >= MOST {
        return Ok(Begun::TooOften);
    }
    if tries > 0 && at + tries * PAUSE_MS > now {
        return Ok(Begun::Later);
    }
    tx.execute(
        "INSERT INTO ticket_mail_tries (hash, tries, at) VALUES ($1, 1, $2)
         ON CONFLICT (hash) DO UPDATE SET tries = ticket_mail_tries.tries + 1, at = excluded.at",
        params![hash, now],
    )?;
    Ok(Begun::Now)
}

/// Forgets the attempts: the mail is stored.
pub(super) fn end(tx: &Tx<'_>, hash: &str) -> Result<()> {
    tx.execute("DELETE FROM ticket_mail_tries WHERE hash = $1", params![hash])?;
    Ok(())
}
