//! `POST /ticketsStatus`: the status of many tickets at once.

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::error::Problems;
use core_wasm::ticket::{MOST_AT_ONCE, TicketStatus, changed_at_once, number, ticket_id, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::set_status;
use super::{Tickets, store};
use crate::account::{Admin, Caller};
use crate::db::Tx;
use crate::error::Result;
use crate::http::extract::Json;

/// New status for many tickets.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ManyTickets {
    status: TicketStatus,
    /// 100 at most.
    tickets: Vec<SeenTicket>,
}

/// A ticket, as the caller has seen it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeenTicket {
    /// `T-1042`.
    ticket_id: String,
    /// The version that the caller has seen.
    version: i64,
}

/// What became of them.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ManyChanged {
    message: String,
    /// The numbers of those that have the status now.
    changed: Vec<String>,
    /// The numbers of those that somebody has changed meanwhile; they stay as they are.
    overtaken: Vec<String>,
}

/// Change the status of many tickets; of those that somebody has changed meanwhile none is touched.
#[utoipa::path(post, path = "/ticketsStatus", tag = "ticket", security(("session" = ["admin"])), request_body = ManyTickets,
    responses((status = 200, body = ManyChanged), (status = 400, description = "No tickets, or too many")))]
pub(super) async fn change(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Json(many): Json<ManyTickets>,
) -> Result<Answer<ManyChanged>> {
    if many.tickets.is_empty() || many.tickets.len() > MOST_AT_ONCE {
        let mut problems = Problems::default();
        problems.add("tickets", "how_many", words::how_many_at_once(MOST_AT_ONCE));
        return Err(problems.into());
    }
    let now = tickets.clock.now_ms();
    Ok(Answer(tickets.db.write(move |tx| apply(tx, &caller, &many, now)).await?))
}

fn apply(tx: &Tx<'_>, caller: &Caller, many: &ManyTickets, now: i64) -> Result<ManyChanged> {
    let (mut changed, mut overtaken) = (Vec::new(), Vec::new());
    let mut numbers: Vec<(i64, i64)> =
        many.tickets.iter().filter_map(|seen| Some((number(&seen.ticket_id)?, seen.version))).collect();
    // In one order, so that two who change the same tickets at once don't wait for each other.
    numbers.sort_unstable();
    numbers.dedup_by_key(|(number, _)| *number);
    for (number, version) in numbers {
        match store::lock(tx, number)? {
            // A repetition finds them changed already.
            Some(ticket) if ticket.status == many.status => changed.push(ticket_id(number)),
            Some(ticket) if ticket.version == version && ticket.joined_into.is_none() => {
                set_status(tx, caller, &ticket, (many.status, ticket.assignee_id.as_deref()), now)?;
                changed.push(ticket_id(number));
            }
            _ => overtaken.push(ticket_id(number)),
        }
    }
    Ok(ManyChanged { message: changed_at_once(many.status, changed.len(), overtaken.len()), changed, overtaken })
}
