//! `PUT /tickets/{ticketId}/writing`: who is writing an answer, for the others at the desk.

use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::ticket::WRITING_MS;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Tickets, detail, store};
use crate::account::Admin;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::{Json, Path};

/// Whether the caller is writing.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Writing {
    writing: bool,
}

/// Tell that the caller is writing an answer, for 20 seconds, or is not any more. It changes nothing about the ticket.
#[utoipa::path(put, path = "/tickets/{ticketId}/writing", tag = "ticket", security(("session" = ["admin"])), request_body = Writing,
    params(("ticketId" = String, Path)),
    responses((status = 204, description = "Noted"), (status = 404, description = "NO_SUCH_TICKET")))]
pub(super) async fn note(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    Json(Writing { writing }): Json<Writing>,
) -> Result<StatusCode> {
    let (number, now) = (detail::of_path(&id)?, tickets.clock.now_ms());
    let noted = tickets.db.write(move |tx| {
        detail::found(store::find(tx, number)?)?;
        tx.execute("DELETE FROM ticket_writers WHERE until <= $1", params![now])?;
        if writing {
            tx.execute(
                "INSERT INTO ticket_writers (ticket_id, user_id, until) VALUES ($1, $2, $3)
                 ON CONFLICT (ticket_id, user_id) DO UPDATE SET until = excluded.until",
                params![number, caller.user_id, now + WRITING_MS],
            )
        } else {
            tx.execute("DELETE FROM ticket_writers WHERE ticket_id = $1 AND user_id = $2", params![number, caller.user_id])
        }
    });
    noted.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The usernames of who else is writing to a ticket.
pub(super) fn others(tx: &Tx<'_>, number: i64, me: &str, now: i64) -> Result<Vec<String>> {
    tx.query_all(
        "SELECT u.username FROM ticket_writers w JOIN users u ON u.id = w.user_id
         WHERE w.ticket_id = $1 AND w.user_id <> $2 AND w.until > $3 ORDER BY u.username COLLATE \"C\"",
        params![number, me, now],
        |row| row.get(0),
    )
}
