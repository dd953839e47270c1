//! `PUT /tickets/{ticketId}`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::account::Role;
use core_wasm::error::Problems;
use core_wasm::ticket::{TicketStatus, words};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::detail::{self, Detail, TicketNow};
use super::{Tickets, store};
use crate::account::{Admin, Caller, store as users};
use crate::audit::{self, Actor, Event};
use crate::db::{Tx, params};
use crate::error::{RefusalWith, Result};
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
        (status = 409, description = "TICKET_CHANGED: it is another version now", body = RefusalWith<TicketNow>)
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
        return Err(detail::changed(tx, ticket)?);
    }
    let status = change.status.unwrap_or(ticket.status);
    let assignee = change.assignee.clone().unwrap_or_else(|| ticket.assignee_id.clone());
    if (status, &assignee) == (ticket.status, &ticket.assignee_id) {
        return detail::detail(tx, ticket);
    }
    if let Some(id) = assignee.as_ref().filter(|_| assignee != ticket.assignee_id)
        && users::by_id(tx, id)?.is_none_or(|user| user.role != Role::Admin)
    {
        let mut problems = Problems::default();
        problems.add("assignee", "no_such_assignee", words::NO_SUCH_ASSIGNEE);
        return Err(problems.into());
    }
    tx.execute(
        "UPDATE tickets SET status = $1, assignee = $2, version = version + 1, updated_at = $3 WHERE id = $4",
        params![status.as_str(), assignee, now, number],
    )?;
    let old = serde_json::json!({ "status": ticket.status, "assignee": ticket.assignee_id });
    let new = serde_json::json!({ "status": status, "assignee": assignee });
    store::in_record(number, |about| audit::record(tx, now, &Actor::from(caller), Event::TicketChanged, about, &old, &new))?;
    detail::detail(tx, detail::found(store::find(tx, number)?)?)
}
