//! The support tickets of an account: those that were written while it was logged in, and those with its address.

use std::collections::HashMap;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use core_wasm::ticket::{Contact, ticket_id, words};
use serde_json::{Value, json};

use super::person::Person;
use crate::account::{Accounts, Caller};
use crate::db::{Tx, params};
use crate::error::{OrNotFound, Result};
use crate::http::answer::PRIVATE;
use crate::http::extract::Path;
use crate::http::unread::UnreadBudget;

/// The most bytes of a picture in full size that are reserved before it is read.
const PICTURE_BYTES: usize = 2 * 1024 * 1024;

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
        let mut extras = extras(tx, number)?;
        let messages = tx.query_all(
            "SELECT m.id, m.kind, m.text FROM ticket_messages m WHERE m.ticket_id = $1 AND m.kind IN ('runner', 'staff') ORDER BY m.at, m.id",
            params![number],
            |row| {
                let Extra { quoted, left_out, pictures } = extras.remove(&row.get::<i64>(0)?).unwrap_or_default();
                let (from, text): (String, String) = (row.get(1)?, row.get(2)?);
                Ok(json!({ "from": from, "text": text, "quoted": quoted, "leftOut": left_out, "pictures": pictures }))
            },
        )?;
        let Extra { quoted, left_out, pictures } = extras.remove(&0).unwrap_or_default();
        all.push(tx.query_one(
            "SELECT name, contact, request_type, title, description, race_details, status FROM tickets WHERE id = $1",
            params![number],
            |row| {
                Ok(json!({
                    "ticketId": ticket_id(number), "name": row.get::<String>(0)?, "contact": row.get::<String>(1)?,
                    "requestType": row.get::<String>(2)?, "title": row.get::<String>(3)?, "description": row.get::<String>(4)?,
                    "raceDetails": row.get::<String>(5)?, "status": row.get::<String>(6)?, "messages": messages, "quoted": quoted,
                    "leftOut": left_out, "pictures": pictures
                }))
            },
        )?);
    }
    Ok(all)
}

/// What a message has beside its text.
#[derive(Default)]
struct Extra {
    /// What the mail by which it came quotes.
    quoted: String,
    /// Which attachments of that mail were left out.
    left_out: String,
    /// The addresses of its pictures, which the session of the account opens.
    pictures: Vec<String>,
}

/// What the messages of a ticket have, by their ids; that of the description is 0.
fn extras(tx: &Tx<'_>, number: i64) -> Result<HashMap<i64, Extra>> {
    let mut all: HashMap<i64, Extra> = HashMap::new();
    let mails = "SELECT message_id, quoted, left_out FROM ticket_mail_texts WHERE ticket_id = $1";
    tx.for_each(mails, params![number], |row| {
        let extra = all.entry(row.get(0)?).or_default();
        (extra.quoted, extra.left_out) = (row.get(1)?, row.get(2)?);
        Ok(())
    })?;
    let pictures = "SELECT message_id, id FROM ticket_pictures WHERE ticket_id = $1 AND message_id IS NOT NULL ORDER BY message_id, position";
    tx.for_each(pictures, params![number], |row| {
        let address = format!("/api/account/ticketPictures/{}", row.get::<String>(1)?);
        all.entry(row.get(0)?).or_default().pictures.push(address);
        Ok(())
    })?;
    Ok(all)
}

/// Send a picture of one of the caller's own tickets, in full size: the copy of the own data names its address.
#[utoipa::path(get, path = "/account/ticketPictures/{pictureID}", tag = "account", security(("session" = [])),
    params(("pictureID" = String, Path)), responses(
    (status = 200, body = String, content_type = "image/webp"), (status = 404, description = "NO_SUCH_PICTURE")))]
pub(super) async fn picture(
    State(accounts): State<Accounts>,
    State(unread): State<UnreadBudget>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response> {
    let reservation = unread.reserve(PICTURE_BYTES).await?;
    let data = accounts.db.read(move |tx| own_picture(tx, &caller.user_id, &id)).await?;
    let data = data.or_not_found(("NO_SUCH_PICTURE", words::NO_SUCH_PICTURE))?;
    let mut response = Response::new(Body::from(data));
    response.extensions_mut().insert(reservation);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(PRIVATE));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    Ok(response)
}

/// The bytes of a picture, if it belongs to a ticket of the account, and to no note of the team.
fn own_picture(tx: &Tx<'_>, user: &str, id: &str) -> Result<Option<Vec<u8>>> {
    let Some(person) = Person::known(tx, user)? else { return Ok(None) };
    let ticket = tx.query_opt(
        "SELECT p.ticket_id FROM ticket_pictures p LEFT JOIN ticket_messages m ON m.id = p.message_id
         WHERE p.id = $1 AND p.message_id IS NOT NULL AND coalesce(m.kind, '') <> 'note'",
        params![id],
        |row| row.get::<i64>(0),
    )?;
    let Some(ticket) = ticket else { return Ok(None) };
    if !of(tx, &person)?.contains(&ticket) {
        return Ok(None);
    }
    let sql = "SELECT data FROM ticket_picture_sizes WHERE picture = $1 ORDER BY width DESC LIMIT 1";
    tx.query_opt(sql, params![id], |row| row.get(0))
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
        tx.execute("DELETE FROM ticket_mail_texts WHERE ticket_id = $1", params![number])?;
        let bytes = "SELECT coalesce(sum(bytes), 0) FROM ticket_pictures WHERE ticket_id = $1";
        let bytes: i64 = tx.query_one(bytes, params![number], |row| row.get(0))?;
        tx.execute(
            "UPDATE ticket_picture_sum SET bytes = CASE WHEN bytes > $1 THEN bytes - $1 ELSE 0 END WHERE one = 1",
            params![bytes],
        )?;
        tx.execute("DELETE FROM ticket_pictures WHERE ticket_id = $1", params![number])?;
    }
    let aside = tx.query_all("SELECT id, sender FROM ticket_mails_aside", params![], |row| {
        Ok((row.get::<i64>(0)?, row.get::<String>(1)?))
    })?;
    // A sender may be written with the name before the address.
    for (id, sender) in aside {
        if person.owns(sender.rsplit('<').next().unwrap_or_default().trim_end_matches('>')) {
            tx.execute("DELETE FROM ticket_mails_aside WHERE id = $1", params![id])?;
        }
    }
    Ok(())
}
