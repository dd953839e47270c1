//! `GET /tickets/{ticketId}`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::ticket::{MailState, MessageKind, RequestType, TicketStatus, number, ticket_id, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::beside::{self, TicketEntry, TicketResult};
use super::extras::{Extras, Origin};
use super::pictures::TicketPicture;
use super::store::{self, Ticket};
use super::{Tickets, writing};
use crate::account::Admin;
use crate::db::{Row, Tx, params};
use crate::error::{Error, OrNotFound, Result};
use crate::http::extract::Path;
use crate::mail;

/// How many other tickets of the same contact are named, the newest ones.
const OTHERS: i64 = 20;

/// A ticket with everything about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ticket)]
pub(super) struct Detail {
    /// `T-1042`.
    ticket_id: String,
    /// Empty after the account of its runner was deleted, as the other texts.
    title: String,
    name: String,
    contact: String,
    request_type: RequestType,
    status: TicketStatus,
    /// The username of who takes care of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    assignee: Option<String>,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    race_details: Option<String>,
    /// In epoch milliseconds.
    created_at: i64,
    /// Of the newest activity, in epoch milliseconds.
    updated_at: i64,
    /// What was written after the description.
    messages: Vec<Message>,
    /// Other tickets of the same contact, the newest first.
    others: Vec<OtherTicket>,
    /// The username of who was logged in when it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    /// Increases with every change; a change names the one that its author has seen.
    version: i64,
    /// What became of the mail that confirms it; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation: Option<MailState>,
    /// The usernames of who else is writing an answer.
    writers: Vec<String>,
    /// The numbers of the tickets that have become parts of it.
    parts: Vec<String>,
    /// The number of the ticket of which it has become a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    joined_into: Option<String>,
    /// Entries under the name of who wrote it, those with the same address first; 20 at most.
    entries: Vec<TicketEntry>,
    /// Published results under that name, the newest first; 20 at most.
    results: Vec<TicketResult>,
    /// The mail by which it came; absent for one of the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<Origin>,
    /// The pictures of that mail.
    pictures: Vec<TicketPicture>,
}

/// A message of a ticket.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TicketMessage)]
struct Message {
    id: i64,
    /// In epoch milliseconds.
    at: i64,
    kind: MessageKind,
    /// The username of who wrote it, of the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    text: String,
    /// What became of its mail; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<MailState>,
    /// The mail by which it came; absent for what was written on the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<Origin>,
    pictures: Vec<TicketPicture>,
}

/// Another ticket of the same contact.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OtherTicket {
    ticket_id: String,
    title: String,
    status: TicketStatus,
}

/// The ticket as it is now, in the refusal of a change to an older version.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TicketNow {
    pub(super) ticket: Detail,
}

/// Tell everything about a ticket.
#[utoipa::path(get, path = "/tickets/{ticketId}", tag = "ticket", security(("session" = ["admin"])),
    params(("ticketId" = String, Path)),
    responses((status = 200, body = Detail), (status = 404, description = "NO_SUCH_TICKET")))]
pub(super) async fn ticket(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
) -> Result<Answer<Detail>> {
    let (number, now) = (of_path(&id)?, tickets.clock.now_ms());
    let found = tickets.db.read(move |tx| detail(tx, found(store::find(tx, number)?)?, &caller.user_id, now));
    Ok(Answer(found.await?))
}

/// The number in the path of a request.
pub(super) fn of_path(id: &str) -> Result<i64> {
    found(number(id))
}

/// The refusal of a ticket that there is not (404).
pub(super) fn no_such_ticket() -> Error {
    Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_TICKET", words::NO_SUCH_TICKET)
}

/// What was found, or 404.
pub(super) fn found<T>(found: Option<T>) -> Result<T> {
    found.or_not_found(("NO_SUCH_TICKET", words::NO_SUCH_TICKET))
}

/// The refusal of a change to another version than the present one, with the ticket as it is now (409).
pub(super) fn changed(tx: &Tx<'_>, ticket: Ticket, me: &str, now: i64) -> Result<Error> {
    with_ticket(Error::refused(StatusCode::CONFLICT, "TICKET_CHANGED", words::CHANGED), tx, ticket, me, now)
}

/// A refusal with the ticket as it is now.
pub(super) fn with_ticket(refusal: Error, tx: &Tx<'_>, ticket: Ticket, me: &str, now: i64) -> Result<Error> {
    refusal.with(&TicketNow { ticket: detail(tx, ticket, me, now)? })
}

/// Reads the rest of a ticket, for the administrator with the id `me`.
pub(super) fn detail(tx: &Tx<'_>, ticket: Ticket, me: &str, now: i64) -> Result<Detail> {
    let mails = mail::states_of_ticket(tx, ticket.number)?;
    let is_mailed = ticket.address().is_some();
    // A mail that was sent more than a week ago is not there any more.
    let state = |message: i64| mails.iter().find(|(of, _)| *of == message).map_or(MailState::Sent, |(_, state)| *state);
    let mut extras = Extras::of(tx, ticket.number)?;
    let (mail, pictures) = (extras.mail(0), extras.pictures(0));
    let message = |row: &Row<'_>| {
        let (id, kind) = (row.get(0)?, MessageKind::parse(&row.get::<String>(2)?));
        let delivery = (is_mailed && kind == MessageKind::Staff).then(|| state(id));
        let (mail, pictures) = (extras.mail(id), extras.pictures(id));
        Ok(Message { id, at: row.get(1)?, kind, author: row.get(3)?, text: row.get(4)?, delivery, mail, pictures })
    };
    let messages = tx.query_all(
        "SELECT m.id, m.at, m.kind, u.username, m.text FROM ticket_messages m LEFT JOIN users u ON u.id = m.author
         WHERE m.ticket_id = $1 ORDER BY m.at, m.id",
        params![ticket.number],
        message,
    )?;
    let others = tx.query_all(
        "SELECT id, title, status FROM tickets WHERE contact_key = $1 AND id <> $2 AND contact_key <> '' AND joined_into IS NULL
         ORDER BY id DESC LIMIT $3",
        params![ticket.contact_key, ticket.number, OTHERS],
        |row| {
            let status = TicketStatus::parse(&row.get::<String>(2)?).unwrap_or(TicketStatus::Open);
            Ok(OtherTicket { ticket_id: ticket_id(row.get(0)?), title: row.get(1)?, status })
        },
    )?;
    Ok(Detail {
        ticket_id: ticket_id(ticket.number),
        writers: writing::others(tx, ticket.number, me, now)?,
        parts: store::parts(tx, ticket.number)?.into_iter().map(ticket_id).collect(),
        joined_into: ticket.joined_into.map(ticket_id),
        entries: beside::entries(tx, &ticket)?,
        results: beside::results(tx, &ticket)?,
        confirmation: is_mailed.then(|| state(0)),
        title: ticket.title,
        name: ticket.name,
        contact: ticket.contact,
        request_type: ticket.request_type,
        status: ticket.status,
        assignee: ticket.assignee,
        description: ticket.description,
        race_details: Some(ticket.race_details).filter(|details| !details.is_empty()),
        created_at: ticket.created_at,
        updated_at: ticket.updated_at,
        messages,
        others,
        account: ticket.account,
        version: ticket.version,
        mail,
        pictures,
    })
}
