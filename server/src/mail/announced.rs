//! The mails of announcements in the outbox: they leave after all others, in the order in which they were saved.

use super::Letter;
use crate::db::{Tx, params};
use crate::error::Result;

/// Saves a mail of an announcement; returns its id. `one_click` is the address at which a program for mail can unsubscribe.
///
/// # Errors
/// When the row cannot be written.
pub fn enqueue_of_announcement(tx: &Tx<'_>, now: i64, letter: &Letter, announcement: i64, one_click: &str) -> Result<i64> {
    tx.query_one(
        "INSERT INTO mail_outbox (recipient, subject, body, created_at, next_at, announcement_id, one_click)
         VALUES ($1, $2, $3, $4, $4, $5, $6) RETURNING id",
        params![letter.to, letter.subject, letter.body, now, announcement, one_click],
        |row| row.get(0),
    )
}

/// How many mails of announcements wait for one of their first attempts: so many are in the way of each other.
///
/// # Errors
/// When the rows cannot be read.
pub fn announced_and_fresh(tx: &Tx<'_>) -> Result<i64> {
    tx.query_one(
        "SELECT count(*) FROM mail_outbox WHERE announcement_id IS NOT NULL AND sent_at IS NULL AND given_up_at IS NULL AND attempts <= 2",
        params![],
        |row| row.get(0),
    )
}

/// How many mails of an announcement are still to be sent, and how many were given up.
///
/// # Errors
/// When the rows cannot be read.
pub fn unsent_of_announcement(tx: &Tx<'_>, announcement: i64) -> Result<(i64, i64)> {
    let waiting = "SELECT count(*) FROM mail_outbox WHERE announcement_id = $1 AND sent_at IS NULL AND given_up_at IS NULL";
    let failed = "SELECT count(*) FROM mail_outbox WHERE announcement_id = $1 AND sent_at IS NULL AND given_up_at IS NOT NULL";
    let count = |sql: &str| tx.query_one(sql, params![announcement], |row| row.get::<i64>(0));
    Ok((count(waiting)?, count(failed)?))
}

/// Whether a mail is still to be sent, or was given up; neither when it was sent, also if it is not there any more.
///
/// # Errors
/// When the row cannot be read.
pub fn is_waiting_or_failed(tx: &Tx<'_>, mail: i64) -> Result<(bool, bool)> {
    let row = tx.query_opt("SELECT sent_at, given_up_at FROM mail_outbox WHERE id = $1", params![mail], |row| {
        Ok((row.get::<Option<i64>>(0)?, row.get::<Option<i64>>(1)?))
    })?;
    Ok(match row {
        Some((None, given_up)) => (given_up.is_none(), given_up.is_some()),
        _ => (false, false),
    })
}

/// Deletes the mails of an announcement that are not sent yet and that nobody is sending now; returns their ids.
///
/// # Errors
/// When the rows cannot be written.
pub fn stop_announcement(tx: &Tx<'_>, announcement: i64, now: i64) -> Result<Vec<i64>> {
    tx.query_all(
        "DELETE FROM mail_outbox WHERE announcement_id = $1 AND sent_at IS NULL AND given_up_at IS NULL AND claimed_until <= $2 RETURNING id",
        params![announcement, now],
        |row| row.get(0),
    )
}

/// Deletes a mail that is not sent yet and that nobody is sending now; returns whether it did.
///
/// # Errors
/// When the row cannot be written.
pub fn take_back(tx: &Tx<'_>, mail: i64, now: i64) -> Result<bool> {
    let taken = tx.execute(
        "DELETE FROM mail_outbox WHERE id = $1 AND sent_at IS NULL AND given_up_at IS NULL AND claimed_until <= $2",
        params![mail, now],
    )?;
    Ok(taken == 1)
}
