//! `GET /ticketMails`, `DELETE /ticketMails/{mailID}`: mails that were set aside.

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::ticket::incoming::{AsideReason, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::Tickets;
use crate::account::{Admin, Said};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::params;
use crate::error::{OrNotFound, Result};
use crate::http::extract::Path;

/// Mails that were set aside, the newest first: at most a hundred for each reason. They stay in the mailbox, where they are flagged.
#[derive(Debug, Serialize, ToSchema)]
pub(in super::super) struct TicketMails {
    items: Vec<TicketMail>,
}

/// A mail that was set aside.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TicketMail {
    id: i64,
    /// Why, in a sentence.
    why: &'static str,
    /// Empty if it could not be read.
    sender: String,
    subject: String,
    bytes: i64,
    /// In epoch milliseconds.
    received_at: i64,
}

/// Tell which mails were set aside.
#[utoipa::path(get, path = "/ticketMails", tag = "ticket", security(("session" = ["admin"])), responses((status = 200, body = TicketMails)))]
pub(in super::super) async fn list(State(tickets): State<Tickets>, _: Admin) -> Result<Answer<TicketMails>> {
    let items = tickets.db.read(|tx| {
        tx.query_all(
            "SELECT id, why, sender, subject, bytes, received_at FROM ticket_mails_aside ORDER BY id DESC",
            params![],
            |row| {
                Ok(TicketMail {
                    id: row.get(0)?,
                    why: AsideReason::parse(&row.get::<String>(1)?).text(),
                    sender: row.get(2)?,
                    subject: row.get(3)?,
                    bytes: row.get(4)?,
                    received_at: row.get(5)?,
                })
            },
        )
    });
    Ok(Answer(TicketMails { items: items.await? }))
}

/// Take a mail off the list.
#[utoipa::path(delete, path = "/ticketMails/{mailID}", tag = "ticket", security(("session" = ["admin"])),
    params(("mailID" = i64, Path)), responses((status = 200, body = Said), (status = 404, description = "NO_SUCH_MAIL")))]
pub(in super::super) async fn done(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<i64>,
) -> Result<Answer<Said>> {
    let now = tickets.clock.now_ms();
    let done = tickets.db.write(move |tx| {
        let deleted = tx.execute("DELETE FROM ticket_mails_aside WHERE id = $1", params![id])?;
        (deleted == 1).then_some(()).or_not_found(("NO_SUCH_MAIL", words::NO_SUCH_MAIL))?;
        let about = About { id: "mails", name: "Mails that were set aside" };
        audit::record(tx, now, &Actor::from(&caller), Event::TicketMailDone, about, &NOTHING, &NOTHING)
    });
    done.await?;
    Ok(Answer(Said { message: words::DONE.into() }))
}
