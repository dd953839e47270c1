//! `GET` and `POST /savedReplies`, `PUT` and `DELETE /savedReplies/{id}`: texts that the desk answers again and again.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::error::Problems;
use core_wasm::ticket::{MOST_SAVED, SavedReplyForm, check_saved_reply, words};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Tickets;
use crate::account::{Admin, Caller, Said};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{FILE, Row, Tx, params};
use crate::error::{Error, OrNotFound, RefusalWith, Result};
use crate::http::extract::{Json, Path, Query};
use crate::ids::new_id;

/// A saved reply.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SavedReply {
    id: String,
    title: String,
    /// With placeholders, which the page fills in.
    text: String,
    /// Increases with every change; a change names the one that its author has seen.
    version: i64,
}

/// All of them, by title.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedReplies {
    replies: Vec<SavedReply>,
}

/// A change of a saved reply.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedReplyChange {
    title: String,
    text: String,
    /// The version that the caller has seen.
    version: i64,
}

/// The saved reply as it is now, in the refusal of a change to an older version.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedReplyNow {
    reply: SavedReply,
}

/// Which version is deleted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SavedReplySeen {
    /// The version that the caller has seen.
    version: i64,
}

fn read(row: &Row<'_>) -> Result<SavedReply> {
    Ok(SavedReply { id: row.get(0)?, title: row.get(1)?, text: row.get(2)?, version: row.get(3)? })
}

fn find(tx: &Tx<'_>, id: &str) -> Result<Option<SavedReply>> {
    tx.query_opt("SELECT id, title, text, version FROM saved_replies WHERE id = $1", params![id], read)
}

/// List the saved replies, by title.
#[utoipa::path(get, path = "/savedReplies", tag = "ticket", security(("session" = ["admin"])), responses((status = 200, body = SavedReplies)))]
pub(super) async fn list(State(tickets): State<Tickets>, _: Admin) -> Result<Answer<SavedReplies>> {
    let found = tickets.db.read(|tx| {
        let sql = "SELECT id, title, text, version FROM saved_replies ORDER BY title_key COLLATE \"C\" LIMIT $1";
        Ok(SavedReplies { replies: tx.query_all(sql, params![MOST_SAVED], read)? })
    });
    Ok(Answer(found.await?))
}

/// Save a new reply.
#[utoipa::path(post, path = "/savedReplies", tag = "ticket", security(("session" = ["admin"])), request_body = SavedReplyForm,
    responses(
        (status = 201, body = SavedReply),
        (status = 400, description = "What is wrong, at each field"),
        (status = 409, description = "TOO_MANY_SAVED")
    ))]
pub(super) async fn create(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Json(form): Json<SavedReplyForm>,
) -> Result<(StatusCode, Answer<SavedReply>)> {
    let form = check_saved_reply(&form)?;
    let now = tickets.clock.now_ms();
    let saved = tickets.db.write(move |tx| {
        if tx.query_one("SELECT count(*) FROM saved_replies", [], |row| row.get::<i64>(0))? >= MOST_SAVED {
            return Err(Error::refused(StatusCode::CONFLICT, "TOO_MANY_SAVED", words::too_many_saved(MOST_SAVED)));
        }
        let reply = SavedReply { id: new_id(), title: form.title.clone(), text: form.text.clone(), version: 1 };
        tx.execute(
            "INSERT INTO saved_replies (id, title, title_key, text, version, updated_at) VALUES ($1, $2, $3, $4, $5, $6)",
            params![reply.id, reply.title, title_key(&reply.title), reply.text, reply.version, now],
        )?;
        record(tx, &caller, Event::SavedReplyChanged, &reply, now)?;
        Ok(reply)
    });
    Ok((StatusCode::CREATED, Answer(saved.await.map_err(taken)?)))
}

/// Change a saved reply.
#[utoipa::path(put, path = "/savedReplies/{id}", tag = "ticket", security(("session" = ["admin"])), request_body = SavedReplyChange,
    params(("id" = String, Path)),
    responses(
        (status = 200, body = SavedReply),
        (status = 400, description = "What is wrong, at each field"),
        (status = 404, description = "NO_SAVED_REPLY"),
        (status = 409, description = "SAVED_REPLY_CHANGED: it is another version now", body = RefusalWith<SavedReplyNow>)
    ))]
pub(super) async fn change(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    Json(SavedReplyChange { title, text, version }): Json<SavedReplyChange>,
) -> Result<Answer<SavedReply>> {
    let form = check_saved_reply(&SavedReplyForm { title, text })?;
    let now = tickets.clock.now_ms();
    let saved = tickets.db.write(move |tx| {
        let before = seen(tx, &id, version)?;
        let after = SavedReply { title: form.title.clone(), text: form.text.clone(), version: version + 1, ..before.clone() };
        if (&after.title, &after.text) == (&before.title, &before.text) {
            return Ok(before);
        }
        let changed = tx.execute(
            "UPDATE saved_replies SET title = $1, title_key = $2, text = $3, version = $4, updated_at = $5 WHERE id = $6 AND version = $7",
            params![after.title, title_key(&after.title), after.text, after.version, now, id, version],
        )?;
        if changed == 0 {
            return Err(Error::Raced);
        }
        record(tx, &caller, Event::SavedReplyChanged, &after, now)?;
        Ok(after)
    });
    Ok(Answer(saved.await.map_err(taken)?))
}

/// Delete a saved reply.
#[utoipa::path(delete, path = "/savedReplies/{id}", tag = "ticket", security(("session" = ["admin"])),
    params(("id" = String, Path), SavedReplySeen),
    responses(
        (status = 200, body = Said),
        (status = 404, description = "NO_SAVED_REPLY"),
        (status = 409, description = "SAVED_REPLY_CHANGED: it is another version now", body = RefusalWith<SavedReplyNow>)
    ))]
pub(super) async fn delete(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    Query(SavedReplySeen { version }): Query<SavedReplySeen>,
) -> Result<Answer<Said>> {
    let now = tickets.clock.now_ms();
    let deleted = tickets.db.write(move |tx| {
        let reply = seen(tx, &id, version)?;
        if tx.execute("DELETE FROM saved_replies WHERE id = $1 AND version = $2", params![id, version])? == 0 {
            return Err(Error::Raced);
        }
        record(tx, &caller, Event::SavedReplyDeleted, &reply, now)
    });
    deleted.await?;
    Ok(Answer(Said { message: words::SAVED_REPLY_DELETED.into() }))
}

/// The saved reply, if it is the version that the caller has seen.
fn seen(tx: &Tx<'_>, id: &str, version: i64) -> Result<SavedReply> {
    let reply = find(tx, id)?.or_not_found(("NO_SAVED_REPLY", words::NO_SAVED_REPLY))?;
    if reply.version != version {
        let refusal = Error::refused(StatusCode::CONFLICT, "SAVED_REPLY_CHANGED", words::SAVED_REPLY_CHANGED);
        return Err(refusal.with(&SavedReplyNow { reply })?);
    }
    Ok(reply)
}

/// Two titles that read alike are the same one.
fn title_key(title: &str) -> String {
    core_wasm::text::fold(title)
}

fn taken(error: Error) -> Error {
    let Error::Taken = error else { return error };
    let mut problems = Problems::default();
    problems.add("title", "title_taken", words::SAVED_TITLE_TAKEN);
    problems.into()
}

/// Records a change by the title alone: a text may have what is no business of who reads the record.
fn record(tx: &Tx<'_>, caller: &Caller, event: Event, reply: &SavedReply, now: i64) -> Result<()> {
    let new = serde_json::json!({ "savedReply": reply.id });
    audit::record(tx, now, &Actor::from(caller), event, About { id: "main", name: FILE }, &NOTHING, &new)
}
