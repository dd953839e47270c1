//! How many tickets an address and a contact may write: three an hour each, counted in the database.

use axum::http::StatusCode;
use core_wasm::ticket::{Contact, words};

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::ids::sha256;

/// The time in which tickets are counted, in milliseconds (SPEC §9).
const HOUR_MS: i64 = 3_600_000;

/// Whose tickets are counted, as hashes: the address and the contact.
pub(super) fn subjects(address: ClientAddress, contact: &Contact) -> [String; 2] {
    let mut subjects = [sha256(format!("address {}", address.subject())), of_contact(contact)];
    // Concurrent requests lock the rows in one order.
    subjects.sort_unstable();
    subjects
}

/// The contact alone, whose tickets come by mail.
pub(super) fn of_contact(contact: &Contact) -> String {
    sha256(format!("contact {}", contact.key()))
}

/// Counts a ticket.
///
/// # Errors
/// 429 when one of the subjects has written three in the last hour; then nothing is counted.
pub(super) fn count(tx: &Tx<'_>, subjects: &[String], now: i64) -> Result<()> {
    tx.execute("DELETE FROM ticket_limits WHERE third_at <= $1", params![now - HOUR_MS])?;
    let mut wait = 0;
    for subject in subjects {
        // The update changes nothing, but locks the row.
        let (first, second, third) = tx.query_one(
            "INSERT INTO ticket_limits (subject, first_at, second_at, third_at) VALUES ($1, 0, 0, 0)
             ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject RETURNING first_at, second_at, third_at",
            params![subject],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<i64>(2)?)),
        )?;
        wait = wait.max(first + HOUR_MS - now);
        tx.execute(
            "UPDATE ticket_limits SET first_at = $1, second_at = $2, third_at = $3 WHERE subject = $4",
            params![second, third, now, subject],
        )?;
    }
    if wait <= 0 {
        return Ok(());
    }
    // A clock that was set back does not make anybody wait longer.
    let seconds = u64::try_from((wait.min(HOUR_MS) + 999) / 1000).unwrap_or(1);
    Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "TICKET_LIMIT", words::LIMIT).retry_after(seconds))
}
