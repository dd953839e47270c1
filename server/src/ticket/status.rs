//! `POST /ticketStatus`, `POST /ticketReply`: what the link of a ticket's mails opens.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::error::Problems;
use core_wasm::ticket::{
    MOST_REPLIES, MOST_REPLIES_A_DAY, MessageKind, RequestType, TicketStatus, check_message, ticket_id, words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extras::Extras;
use super::keys::{self, IdempotencyKey, Key};
use super::link::no_ticket;
use super::pictures::{self, TicketPicture};
use super::{Tickets, store};
use crate::account::Said;
use crate::audit::{self, Actor, Event};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::Json;

const DAY_MS: i64 = 24 * 3_600_000;

/// A link of a ticket.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TicketLink {
    /// `T-1042`.
    ticket_id: String,
    /// From the fragment of the link.
    token: String,
}

/// A ticket as its runner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketOfRunner {
    ticket_id: String,
    title: String,
    request_type: RequestType,
    status: TicketStatus,
    /// In epoch milliseconds.
    created_at: i64,
    /// The description, then what was written after it. Notes of the team are not among them.
    messages: Vec<MessageOfRunner>,
    /// The numbers of other tickets that have become parts of it.
    parts: Vec<String>,
}

/// A message as the runner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageOfRunner {
    /// In epoch milliseconds.
    at: i64,
    from: MessageFrom,
    text: String,
    /// What the mail by which it came quotes of earlier ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    quoted: Option<String>,
    /// Which attachments of that mail were left out, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    pictures: Vec<TicketPicture>,
}

/// Who wrote a message: the runner or the team, of whom no names are told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MessageFrom {
    Runner,
    Staff,
}

/// A reply of the runner.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TicketReply {
    /// `T-1042`.
    ticket_id: String,
    /// From the fragment of the link.
    token: String,
    text: String,
    /// The ids of pictures that were sent before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<String>>)]
    pictures: Vec<String>,
}

/// Tell how the ticket of a link stands. It is a read; it is POST so that the token is in no log.
#[utoipa::path(post, path = "/ticketStatus", tag = "ticket", request_body = TicketLink, responses(
    (status = 200, body = TicketOfRunner), (status = 404, description = "NO_TICKET: no such ticket, or another token")))]
pub(super) async fn status(
    State(tickets): State<Tickets>,
    Json(TicketLink { ticket_id, token }): Json<TicketLink>,
) -> Result<Answer<TicketOfRunner>> {
    let number = tickets.links.open_ticket(&ticket_id, &token)?;
    Ok(Answer(tickets.db.read(move |tx| seen(tx, store::whole(tx, number)?)).await?))
}

fn seen(tx: &Tx<'_>, number: i64) -> Result<TicketOfRunner> {
    let ticket = store::find(tx, number)?.ok_or_else(no_ticket)?;
    let mut extras = Extras::of(tx, number)?;
    let mut message = |id: i64, at: i64, from: MessageFrom, text: String| {
        let mail = extras.mail(id);
        let (quoted, left_out) = mail.map(|mail| (mail.quoted, mail.left_out)).unwrap_or_default();
        MessageOfRunner { at, from, text, quoted, left_out, pictures: extras.pictures(id) }
    };
    let mut messages = vec![message(0, ticket.created_at, MessageFrom::Runner, ticket.description)];
    messages.extend(tx.query_all(
        "SELECT m.id, m.at, m.kind, m.text FROM ticket_messages m WHERE m.ticket_id = $1 AND m.kind IN ('runner', 'staff')
         ORDER BY m.at, m.id",
        params![number],
        |row| {
            let is_runner = row.get::<String>(2)? == MessageKind::Runner.as_str();
            let from = if is_runner { MessageFrom::Runner } else { MessageFrom::Staff };
            Ok(message(row.get(0)?, row.get(1)?, from, row.get(3)?))
        },
    )?);
    // The texts of an account that was deleted are empty.
    messages.retain(|message| !message.text.is_empty());
    Ok(TicketOfRunner {
        ticket_id: ticket_id(number),
        title: ticket.title,
        request_type: ticket.request_type,
        status: ticket.status,
        created_at: ticket.created_at,
        messages,
        parts: store::parts(tx, number)?.into_iter().map(ticket_id).collect(),
    })
}

/// Add a reply of the runner to the ticket of a link, which is open again then.
#[utoipa::path(post, path = "/ticketReply", tag = "ticket", request_body = TicketReply,
    params(("Idempotency-Key" = Option<String>, Header, description = "At most 100 visible ASCII characters, kept for a day")),
    responses(
        (status = 201, body = Said),
        (status = 400, description = "The text is missing or too long"),
        (status = 404, description = "NO_TICKET: no such ticket, or another token"),
        (status = 409, description = "KEY_REUSED: the key was used for another text; TICKET_EMPTIED: the ticket has no contact any more"),
        (status = 429, description = "TICKET_LIMIT: too many replies")
    ))]
pub(super) async fn reply(
    State(tickets): State<Tickets>,
    key: IdempotencyKey,
    Json(sent): Json<TicketReply>,
) -> Result<(StatusCode, Answer<Said>)> {
    let number = tickets.links.open_ticket(&sent.ticket_id, &sent.token)?;
    let mut problems = Problems::default();
    let Some(text) = problems.take("text", check_message(&sent.text)) else { return Err(problems.into()) };
    let key = key.of(&format!("reply {number}"), &sent)?;
    let now = tickets.clock.now_ms();
    let write = move |tx: &Tx<'_>| {
        let number = store::whole(tx, number)?;
        let Some(message) = add(tx, number, &text, key.as_ref(), now)? else { return Ok(()) };
        pictures::attach(tx, (number, message), false, &sent.pictures)
    };
    tickets.db.write(write).await?;
    Ok((StatusCode::CREATED, Answer(Said { message: words::REPLIED.into() })))
}

/// Adds a reply of the runner, by the link or by mail; returns its id, or `None` if the key says that it is there already.
///
/// # Errors
/// 404 without the ticket, 429 when it has too many replies.
pub(super) fn add(tx: &Tx<'_>, number: i64, text: &str, key: Option<&Key>, now: i64) -> Result<Option<i64>> {
    if keys::take(tx, key, now)?.is_some() {
        return Ok(None);
    }
    let number = store::whole(tx, number)?;
    let ticket = store::lock(tx, number)?.ok_or_else(no_ticket)?;
    if ticket.is_emptied() {
        // Nobody could be answered, and nothing would find it at the next deletion.
        return Err(Error::refused(StatusCode::CONFLICT, "TICKET_EMPTIED", words::EMPTIED));
    }
    let (all, today) = tx.query_one(
        "SELECT count(*), count(CASE WHEN at > $1 THEN 1 END) FROM ticket_messages WHERE ticket_id = $2 AND kind = 'runner'",
        params![now - DAY_MS, number],
        |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
    )?;
    let limit = |words: &str| Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "TICKET_LIMIT", words));
    if all >= MOST_REPLIES {
        return limit(words::FULL);
    }
    if today >= MOST_REPLIES_A_DAY {
        return limit(words::TOO_MANY_REPLIES);
    }
    let status = ticket.status.after_reply();
    let message = store::add_message(tx, &ticket, (MessageKind::Runner, None, text), status, now)?;
    keys::note(tx, key, number)?;
    let (old, new) = (serde_json::json!({ "status": ticket.status }), serde_json::json!({ "status": status }));
    store::in_record(number, |about| audit::record(tx, now, &Actor::system(), Event::TicketReplied, about, &old, &new))?;
    Ok(Some(message))
}
