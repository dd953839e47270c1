//! `POST /tickets/{ticketId}/join`: a ticket becomes a part of another one.

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::error::Problems;
use core_wasm::ticket::{Joining, MessageKind, TicketStatus, check_joining, first_answer, number, ticket_id, words};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Tickets;
use super::change::refuse_part;
use super::detail::{self, Detail, TicketNow};
use super::store::{self, Ticket};
use crate::account::{Admin, Caller};
use crate::audit::{self, Actor, Event};
use crate::db::{Tx, params};
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Path};

/// Of which ticket it becomes a part.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TicketJoin {
    /// `T-1042`.
    into: String,
    /// The version of the ticket in the path that the caller has seen.
    version: i64,
}

/// Make a ticket a part of another one of the same contact: its texts are that one's from now on, and so is its link. It can't be undone.
#[utoipa::path(post, path = "/tickets/{ticketId}/join", tag = "ticket", security(("session" = ["admin"])), request_body = TicketJoin,
    params(("ticketId" = String, Path)),
    responses(
        (status = 200, description = "The whole", body = Detail),
        (status = 400, description = "The other ticket is the same one, or of another contact, or there is none"),
        (status = 404, description = "NO_SUCH_TICKET"),
        (status = 409, description = "TICKET_CHANGED: it is another version now, or TICKET_JOINED already", body = RefusalWith<TicketNow>)
    ))]
pub(super) async fn join(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    Json(TicketJoin { into, version }): Json<TicketJoin>,
) -> Result<Answer<Detail>> {
    let part = detail::of_path(&id)?;
    let now = tickets.clock.now_ms();
    let refuse = |code: &str, message: &str| {
        let mut problems = Problems::default();
        problems.add("into", code, message);
        problems
    };
    let Some(whole) = number(&into) else { return Err(refuse("no_such_ticket", words::NO_SUCH_TICKET).into()) };
    let joined = tickets.db.write(move |tx| {
        let part = detail::found(store::lock(tx, part)?)?;
        let Some(whole) = store::lock(tx, whole)? else {
            return Err(refuse("no_such_ticket", words::NO_SUCH_TICKET).into());
        };
        if part.joined_into == Some(whole.number) {
            // A repetition.
            return detail::detail(tx, whole, &caller.user_id, now);
        }
        for joined in [&part, &whole] {
            refuse_part(tx, joined, &caller.user_id, now)?;
        }
        if part.version != version {
            return Err(detail::changed(tx, part, &caller.user_id, now)?);
        }
        let of = |ticket: &'_ Ticket| (ticket.number, ticket.contact_key.clone(), ticket.account_id.clone());
        let (of_part, of_whole) = (of(&part), of(&whole));
        let joining = Joining {
            part: (of_part.0, &of_part.1, of_part.2.as_deref()),
            whole: (of_whole.0, &of_whole.1, of_whole.2.as_deref()),
        };
        check_joining(joining).map_err(|error| refuse(error.code.as_ref(), &error.message))?;
        move_over(tx, &caller, &part, &whole, now)?;
        detail::detail(tx, detail::found(store::find(tx, whole.number)?)?, &caller.user_id, now)
    });
    Ok(Answer(joined.await?))
}

fn move_over(tx: &Tx<'_>, caller: &Caller, part: &Ticket, whole: &Ticket, now: i64) -> Result<()> {
    let (from, into) = (part.number, whole.number);
    // The description becomes a message of its time.
    let description = tx.query_one(
        "INSERT INTO ticket_messages (ticket_id, kind, at, text) VALUES ($1, $2, $3, $4) RETURNING id",
        params![into, MessageKind::Runner.as_str(), part.created_at, part.description],
        |row| row.get::<i64>(0),
    )?;
    tx.execute(
        "UPDATE ticket_mail_texts SET ticket_id = $1, message_id = CASE WHEN message_id = 0 THEN $2 ELSE message_id END
         WHERE ticket_id = $3",
        params![into, description, from],
    )?;
    tx.execute(
        "UPDATE ticket_pictures SET ticket_id = $1, message_id = CASE WHEN message_id = 0 THEN $2 ELSE message_id END
         WHERE ticket_id = $3",
        params![into, description, from],
    )?;
    tx.execute("UPDATE ticket_messages SET ticket_id = $1 WHERE ticket_id = $2", params![into, from])?;
    // Those of an earlier part, so that its link opens the whole.
    tx.execute("UPDATE tickets SET joined_into = $1 WHERE joined_into = $2", params![into, from])?;
    tx.execute("UPDATE mail_outbox SET ticket_id = $1 WHERE ticket_id = $2 AND ticket_message_id <> 0", params![into, from])?;
    tx.execute(
        "INSERT INTO ticket_words (ticket_id, word) SELECT $1, word FROM ticket_words WHERE ticket_id = $2
         ON CONFLICT (ticket_id, word) DO NOTHING",
        params![into, from],
    )?;
    // The account of either is the account of the whole, so that a deletion finds all of it.
    tx.execute(
        "UPDATE tickets SET messages = messages + $1, version = version + 1, updated_at = $2, user_id = coalesce(user_id, $3),
           first_answer_at = $4, status = $5 WHERE id = $6",
        params![
            part.messages,
            now,
            part.account_id,
            first_answer(whole.created_at, [whole.first_answer_at, part.first_answer_at]),
            whole.status.with_part(part.status).as_str(),
            into
        ],
    )?;
    tx.execute(
        "UPDATE tickets SET status = $1, joined_into = $2, messages = 1, version = version + 1, updated_at = $3 WHERE id = $4",
        params![TicketStatus::Solved.as_str(), into, now, from],
    )?;
    let (old, new) = (serde_json::json!({ "status": part.status }), serde_json::json!({ "joinedInto": ticket_id(into) }));
    store::in_record(from, |about| audit::record(tx, now, &Actor::from(caller), Event::TicketJoined, about, &old, &new))
}
