//! `POST /tickets/{ticketId}/replies`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::error::Problems;
use core_wasm::ticket::{MessageKind, TicketStatus, check_message, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::{refuse_part, set_status};
use super::detail::{self, TicketNow};
use super::keys::{self, IdempotencyKey, Key};
use super::{Tickets, letters, pictures, store};
use crate::account::{Admin, Caller};
use crate::audit::{self, Actor, Event};
use crate::db::{Tx, params};
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Path};
use crate::mail::OfTicket;

/// What the team writes.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TeamMessage {
    text: String,
    kind: TeamMessageKind,
    /// The version that the caller has seen.
    version: i64,
    /// When absent, an answer makes the ticket wait for the runner, and a note changes nothing.
    status: Option<TicketStatus>,
    /// The ids of pictures that were sent before.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    pictures: Vec<String>,
}

/// For whom the team writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TeamMessageKind {
    /// For the runner: it is mailed.
    Staff,
    /// For the team.
    Note,
}

/// A message of the team is saved.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TeamMessageSaved {
    message: &'static str,
    /// The ticket's version now.
    version: i64,
}

/// Answer a ticket, or write a note about it.
#[utoipa::path(post, path = "/tickets/{ticketId}/replies", tag = "ticket", security(("session" = ["admin"])), request_body = TeamMessage,
    params(
        ("ticketId" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 100 visible ASCII characters, kept for a day")
    ),
    responses(
        (status = 201, body = TeamMessageSaved),
        (status = 400, description = "The text is missing or too long"),
        (status = 404, description = "NO_SUCH_TICKET"),
        (status = 409, description = "TICKET_CHANGED: it is another version now, TICKET_JOINED, or KEY_REUSED", body = RefusalWith<TicketNow>)
    ))]
pub(super) async fn write(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    key: IdempotencyKey,
    Json(sent): Json<TeamMessage>,
) -> Result<(StatusCode, Answer<TeamMessageSaved>)> {
    let number = detail::of_path(&id)?;
    let mut problems = Problems::default();
    let Some(text) = problems.take("text", check_message(&sent.text)) else { return Err(problems.into()) };
    // A repetition has the same message: its author may have read the ticket since, choose another status, or send it to the ticket that
    // this one was joined into.
    let message = (&sent.text, sent.kind, &sent.pictures);
    let key = key.of(&format!("desk {}", caller.user_id), &message)?;
    let (here, now) = (tickets.clone(), tickets.clock.now_ms());
    let job = move |tx: &Tx<'_>| add(tx, &here, &caller, (number, &sent, &text), key.as_ref(), now);
    Ok((StatusCode::CREATED, Answer(tickets.db.write(job).await?)))
}

fn add(
    tx: &Tx<'_>,
    tickets: &Tickets,
    caller: &Caller,
    (number, sent, text): (i64, &TeamMessage, &str),
    key: Option<&Key>,
    now: i64,
) -> Result<TeamMessageSaved> {
    let used = match keys::take(tx, key, now) {
        Ok(Some(used)) if used != number && store::whole(tx, used)? != number => Err(keys::reused()),
        used => used,
    };
    let ticket = detail::found(store::lock(tx, number)?)?;
    let used = match used {
        Err(reused) if reused.status() == StatusCode::CONFLICT => {
            return Err(detail::with_ticket(reused, tx, ticket, &caller.user_id, now)?);
        }
        used => used?,
    };
    let message = match (sent.kind, ticket.address()) {
        (TeamMessageKind::Note, _) => words::NOTED,
        (TeamMessageKind::Staff, Some(_)) => words::ANSWERED,
        (TeamMessageKind::Staff, None) => words::ANSWERED_WITHOUT_MAIL,
    };
    let (kind, event, usual) = match sent.kind {
        TeamMessageKind::Staff => (MessageKind::Staff, Event::TicketAnswered, TicketStatus::Waiting),
        TeamMessageKind::Note => (MessageKind::Note, Event::TicketNoted, ticket.status),
    };
    let status = match used {
        Some(used) if used == number => sent.status.unwrap_or(ticket.status),
        // The whole into which the ticket was joined is answered by it only now.
        _ => sent.status.unwrap_or(usual),
    };
    if used.is_some() && status == ticket.status {
        return Ok(TeamMessageSaved { message, version: ticket.version });
    }
    refuse_part(tx, &ticket, &caller.user_id, now)?;
    if ticket.version != sent.version {
        return Err(detail::changed(tx, ticket, &caller.user_id, now)?);
    }
    if used.is_some() {
        // The message is there; only its status is new.
        set_status(tx, caller, &ticket, (status, ticket.assignee_id.as_deref()), now)?;
        return Ok(TeamMessageSaved { message, version: ticket.version + 1 });
    }
    let id = store::add_message(tx, &ticket, (kind, Some(&caller.user_id), text), status, now)?;
    pictures::attach(tx, (number, id), true, &sent.pictures)?;
    if let Some(to) = ticket.address().filter(|_| kind == MessageKind::Staff) {
        let of = OfTicket { ticket: number, message: id };
        let text = words::with_pictures(text, sent.pictures.len());
        letters::answer(tx, &tickets.config, &tickets.links, to, (of, &text), now)?;
    }
    tx.execute("DELETE FROM ticket_writers WHERE ticket_id = $1 AND user_id = $2", params![number, caller.user_id])?;
    keys::note(tx, key, number)?;
    let (old, new) = (serde_json::json!({ "status": ticket.status }), serde_json::json!({ "status": status }));
    store::in_record(number, |about| audit::record(tx, now, &Actor::from(caller), event, about, &old, &new))?;
    Ok(TeamMessageSaved { message, version: ticket.version + 1 })
}
