//! The support tickets of an account: those that were written while it was logged in, and those with its address.

use core_wasm::ticket::{Contact, ticket_id};
use serde_json::{Value, json};

use super::person::Person;
use crate::db::{Tx, params};
use crate::error::Result;

/// The numbers of the tickets.
fn of(tx: &Tx<'_>, person: &Person) -> Result<Vec<i64>> {
    let key = Contact::parse(&person.email).map(|contact| contact.key()).unwrap_or_default();
    tx.query_all(
        "SELECT id FROM tickets WHERE user_id = $1 UNION SELECT id FROM tickets WHERE contact_key = $2 ORDER BY id",
        params![person.id, key],
        |row| row.get(0),
    )
}

/// The tickets, as their runner sees them: without the notes of the team.
pub(super) fn exported(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for number in of(tx, person)? {
        let messages = tx.query_all(
            "SELECT m.kind, m.text FROM ticket_messages m WHERE m.ticket_id = $1 AND m.kind IN ('runner', 'staff') ORDER BY m.at, m.id",
            params![number],
            |row| Ok(json!({ "from": row.get::<String>(0)?, "text": row.get::<String>(1)? })),
        )?;
        all.push(tx.query_one(
            "SELECT name, contact, request_type, title, description, race_details, status FROM tickets WHERE id = $1",
            params![number],
            |row| {
                Ok(json!({
                    "ticketId": ticket_id(number), "name": row.get::<String>(0)?, "contact": row.get::<String>(1)?,
                    "requestType": row.get::<String>(2)?, "title": row.get::<String>(3)?, "description": row.get::<String>(4)?,
                    "raceDetails": row.get::<String>(5)?, "status": row.get::<String>(6)?, "messages": messages
                }))
            },
        )?);
    }
    Ok(all)
}

/// Empties what the tickets say; numbers, types and times stay, by which the desk counts. They wait for nobody any more.
pub(super) fn emptied(tx: &Tx<'_>, person: &Person, now: i64) -> Result<()> {
    for number in of(tx, person)? {
        tx.execute(
            "UPDATE tickets SET name = '', contact = '', contact_key = '', title = '', description = '', race_details = '', user_id = NULL,
               status = CASE WHEN status = 'spam' THEN 'spam' ELSE 'solved' END, version = version + 1, updated_at = $1 WHERE id = $2",
            params![now, number],
        )?;
        tx.execute("UPDATE ticket_messages SET text = '' WHERE ticket_id = $1", params![number])?;
        tx.execute("DELETE FROM ticket_words WHERE ticket_id = $1", params![number])?;
    }
    Ok(())
}
