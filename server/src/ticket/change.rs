//! `PUT /tickets/{ticketId}`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::Role;
use core_wasm::error::Problems;
use core_wasm::ticket::{TicketStatus, joined_text, words};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::Tickets;
use super::detail::{self, Detail, TicketNow};
use super::store::{self, Ticket};
use crate::account::{Admin, Caller, store as users};
use crate::audit::{self, Actor, Event};
use crate::db::{Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract::{Json, Path};

/// What changes about a ticket; what is absent stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TicketChange {
    status: Option<TicketStatus>,
    /// The id of the administrator who takes care of it; null for nobody.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    assignee: Option<Option<String>>,
    /// The version that the caller has seen.
    version: i64,
}

/// Tells a field that is null from one that is absent.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Change the status of a ticket, or who takes care of it.
#[utoipa::path(put, path = "/tickets/{ticketId}", tag = "ticket", security(("session" = ["admin"])), request_body = TicketChange,
    params(("ticketId" = String, Path)),
    responses(
        (status = 200, body = Detail),
        (status = 400, description = "The assignee is no administrator"),
        (status = 404, description = "NO_SUCH_TICKET"),
        (status = 409, description = "TICKET_CHANGED: it is another version now, or TICKET_JOINED: it is a part of another one", body = RefusalWith<TicketNow>)
    ))]
pub(super) async fn change(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    Json(change): Json<TicketChange>,
) -> Result<Answer<Detail>> {
    let (number, now) = (detail::of_path(&id)?, tickets.clock.now_ms());
    Ok(Answer(tickets.db.write(move |tx| apply(tx, &caller, number, &change, now)).await?))
}

fn apply(tx: &Tx<'_>, caller: &Caller, number: i64, change: &TicketChange, now: i64) -> Result<Detail> {
    let ticket = detail::found(store::lock(tx, number)?)?;
    if ticket.version != change.version {
        return Err(detail::changed(tx, ticket, &caller.user_id, now)?);
    }
    refuse_part(tx, &ticket, &caller.user_id, now)?;
    let status = change.status.unwrap_or(ticket.status);
    let assignee = change.assignee.clone().unwrap_or_else(|| ticket.assignee_id.clone());
    if (status, &assignee) == (ticket.status, &ticket.assignee_id) {
        return detail::detail(tx, ticket, &caller.user_id, now);
    }
    if let Some(id) = assignee.as_ref().filter(|_| assignee != ticket.assignee_id)
        && users::by_id(tx, id)?.is_none_or(|user| user.role != Role::Admin)
    {
        let mut problems = Problems::default();
        problems.add("assignee", "no_such_assignee", words::NO_SUCH_ASSIGNEE);
        return Err(problems.into());
    }
    set_status(tx, caller, &ticket, (status, assignee.as_deref()), now)?;
    detail::detail(tx, detail::found(store::find(tx, number)?)?, &caller.user_id, now)
}

/// Refuses a change of a ticket that has become a part of another one.
pub(super) fn refuse_part(tx: &Tx<'_>, ticket: &Ticket, me: &str, now: i64) -> Result<()> {
    let Some(whole) = ticket.joined_into else { return Ok(()) };
    let refusal = Error::refused(StatusCode::CONFLICT, "TICKET_JOINED", joined_text(ticket.number, whole));
    Err(detail::with_ticket(refusal, tx, ticket.clone(), me, now)?)
}

/// Writes who takes care of a ticket, and its status.
pub(super) fn set_status(
    tx: &Tx<'_>,
    caller: &Caller,
    ticket: &Ticket,
    (status, assignee): (TicketStatus, Option<&str>),
    now: i64,
) -> Result<()> {
    tx.execute(
        "UPDATE tickets SET status = $1, assignee = $2, version = version + 1, updated_at = $3 WHERE id = $4",
        params![status.as_str(), assignee, now, ticket.number],
    )?;
    let old = serde_json::json!({ "status": ticket.status, "assignee": ticket.assignee_id });
    let new = serde_json::json!({ "status": status, "assignee": assignee });
    store::in_record(ticket.number, |about| audit::record(tx, now, &Actor::from(caller), Event::TicketChanged, about, &old, &new))
}
