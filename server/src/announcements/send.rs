//! `POST /announcements/{RaceName}`

use std::collections::HashMap;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::announcements::{AnnouncementForm, Audience, MOST_A_DAY, MOST_PEOPLE, People, check, is_key, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Announcements;
use super::store::{self, RaceFacts};
use crate::account::{Admin, Caller};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract::Json;
use crate::ids::sha256;
use crate::race::{ByAdmin, store as pages};
use crate::timed::no_race;

const DAY_MS: i64 = 24 * 3_600_000;

/// An announcement that is to be sent, and what its author has seen.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAnnouncement {
    subject: String,
    text: String,
    /// The name of the race, as the question before sending said it.
    race: String,
    /// To how many addresses it goes, as the question said.
    people: u32,
    /// The newest announcement of the race that its author has seen.
    last: Option<i64>,
    /// Makes a repetition of the request the same announcement: at most 100 visible ASCII characters.
    key: String,
}

/// An announcement is being sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AnnouncementSent {
    id: i64,
    message: String,
}

/// Who would get it now, in the refusal of an announcement because of how many would.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AudienceNow {
    #[serde(skip_serializing_if = "Option::is_none")]
    audience: Option<Audience>,
}

/// Send an announcement to all entrants of a race who have an address and have not unsubscribed, little by little. The same key with the same
/// text is the same announcement.
#[utoipa::path(post, path = "/announcements/{RaceName}", tag = "announcements", security(("session" = ["admin"])),
    request_body = NewAnnouncement,
    params(("RaceName" = String, Path), ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now")),
    responses(
        (status = 201, body = AnnouncementSent),
        (status = 400, description = "What is wrong, at each field, or BAD_KEY"),
        (status = 404, description = "No such race"),
        (status = 409, description = "RENAMED, ANNOUNCED_MEANWHILE, OTHER_NUMBER, NOBODY or TOO_MANY_PEOPLE: it is not what the author has seen; or KEY_REUSED", body = RefusalWith<AudienceNow>),
        (status = 429, description = "TOO_MANY_ANNOUNCEMENTS: very many to this race within a day")
    ))]
pub(super) async fn send(
    State(here): State<Announcements>,
    Admin(caller): Admin,
    by: ByAdmin,
    Json(sent): Json<NewAnnouncement>,
) -> Result<(StatusCode, Answer<AnnouncementSent>)> {
    if !is_key(&sent.key) {
        return Err(Error::refused(StatusCode::BAD_REQUEST, "BAD_KEY", words::BAD_KEY));
    }
    let form = check(&AnnouncementForm { subject: sent.subject.clone(), text: sent.text.clone() })?;
    let (ours, now) = (here.clone(), here.clock.now_ms());
    let (id, people) = here.db.write(move |tx| add(tx, &ours, &caller, (&by.race.id, &form, &sent), now)).await?;
    Ok((StatusCode::CREATED, Answer(AnnouncementSent { id, message: words::sent(people) })))
}

/// Adds an announcement; returns its id, and how many people get it.
fn add(
    tx: &Tx<'_>,
    here: &Announcements,
    caller: &Caller,
    (race_id, form, sent): (&str, &AnnouncementForm, &NewAnnouncement),
    now: i64,
) -> Result<(i64, u32)> {
    // One after the other for a race, so that of two at once the second one sees the first.
    pages::lock(tx, race_id)?;
    let key = sha256(format!("{} {}", caller.user_id, sent.key));
    let content = sha256(serde_json::to_vec(&(race_id, &form.subject, &form.text))?);
    let before = tx.query_opt("SELECT id, people, sent FROM announcements WHERE sent_key = $1", params![key], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get::<String>(2)?))
    })?;
    match before {
        Some((id, people, same)) if same == content => return Ok((id, people)),
        Some(_) => return Err(conflict("KEY_REUSED", words::KEY_REUSED)),
        None => {}
    }
    let facts = RaceFacts::load(tx, race_id)?.ok_or_else(no_race)?;
    let people = may_be_sent(tx, here, &facts, sent, now)?;
    let number = store::count(people.len());
    let id = tx.query_one(
        "INSERT INTO announcements (race_id, subject, body, author, created_at, sent_key, sent, people, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'sending') RETURNING id",
        params![race_id, form.subject, form.text, caller.user_id, now, key, content, number],
        |row| row.get(0),
    )?;
    add_recipients(tx, id, &people, now)?;
    // The text stays in its own row: it may name somebody.
    let new = serde_json::json!({ "announcement": id, "people": number });
    let about = About { id: race_id, name: &facts.name };
    audit::record(tx, now, &Actor::from(caller), Event::AnnouncementSent, about, &NOTHING, &new)?;
    Ok((id, number))
}

/// Refuses what its author has not seen, or too much; returns who gets it.
fn may_be_sent(
    tx: &Tx<'_>,
    here: &Announcements,
    facts: &RaceFacts,
    sent: &NewAnnouncement,
    now: i64,
) -> Result<Vec<(People, String)>> {
    let newest =
        tx.query_one("SELECT max(id) FROM announcements WHERE race_id = $1", params![facts.id], |row| row.get::<Option<i64>>(0))?;
    if newest != sent.last {
        return Err(conflict("ANNOUNCED_MEANWHILE", words::ANNOUNCED_MEANWHILE));
    }
    if facts.name != sent.race {
        return Err(conflict("RENAMED", words::RENAMED));
    }
    // The day's are the newest ones.
    let today = tx.query_all(
        "SELECT created_at FROM announcements WHERE race_id = $1 ORDER BY id DESC LIMIT $2",
        params![facts.id, MOST_A_DAY],
        |row| row.get::<i64>(0),
    )?;
    let of_today = today.iter().filter(|at| **at > now - DAY_MS).count();
    if i64::try_from(of_today).is_ok_and(|of_today| of_today >= MOST_A_DAY) {
        let refusal = Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_ANNOUNCEMENTS", words::too_many());
        let first = today.last().copied().unwrap_or(now);
        return Err(refusal.retry_after(u64::try_from((first + DAY_MS - now + 999) / 1000).unwrap_or(1)));
    }
    let (people, audience) = store::reached(tx, &here.links, &facts.id)?;
    let refused = |code, words: String| conflict(code, &words).with(&AudienceNow { audience: Some(audience) });
    if people.len() > MOST_PEOPLE {
        return Err(refused("TOO_MANY_PEOPLE", words::too_many_people())?);
    }
    if people.is_empty() {
        return Err(refused("NOBODY", words::NOBODY.into())?);
    }
    if audience.people != sent.people {
        return Err(refused("OTHER_NUMBER", words::other_number(audience.people))?);
    }
    Ok(people)
}

fn conflict(code: &'static str, words: &str) -> Error {
    Error::refused(StatusCode::CONFLICT, code, words)
}

/// Adds the addresses of a new announcement, each of which waits for its mail.
fn add_recipients(tx: &Tx<'_>, announcement: i64, people: &[(People, String)], now: i64) -> Result<()> {
    let mut added = tx.rows(
        "INSERT INTO announcement_recipients (announcement_id, address, address_key, state, at) VALUES ($1, $2, $3, 'waiting', $4)",
    )?;
    for (one, address_key) in people {
        added.add(params![announcement, one.address, address_key, now])?;
    }
    added.finish()?;
    let sql = "SELECT address_key, id FROM announcement_recipients WHERE announcement_id = $1";
    let ids: HashMap<String, i64> =
        tx.query_all(sql, params![announcement], |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect();
    let mut bibs = tx.rows("INSERT INTO announcement_bibs (announcement_id, bib, recipient_id) VALUES ($1, $2, $3)")?;
    for (one, address_key) in people {
        for bib in &one.bibs {
            bibs.add(params![announcement, bib, ids.get(address_key).copied()])?;
        }
    }
    bibs.finish().map(drop)
}

/// Adds an address that waits for its mail.
pub(super) fn add_recipient(tx: &Tx<'_>, announcement: i64, one: &People, address_key: &str, now: i64) -> Result<i64> {
    let id = tx.query_one(
        "INSERT INTO announcement_recipients (announcement_id, address, address_key, state, at) VALUES ($1, $2, $3, 'waiting', $4)
         RETURNING id",
        params![announcement, one.address, address_key, now],
        |row| row.get(0),
    )?;
    for bib in &one.bibs {
        set_recipient(tx, announcement, bib, id)?;
    }
    Ok(id)
}

/// Notes at which address an entrant gets an announcement.
pub(super) fn set_recipient(tx: &Tx<'_>, announcement: i64, bib: &str, recipient: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO announcement_bibs (announcement_id, bib, recipient_id) VALUES ($1, $2, $3)
         ON CONFLICT (announcement_id, bib) DO UPDATE SET recipient_id = excluded.recipient_id",
        params![announcement, bib, recipient],
    )?;
    Ok(())
}
