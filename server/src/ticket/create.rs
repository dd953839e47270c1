//! `POST /createTicket`

use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::ticket::{self, Checked, Contact, FIRST_NUMBER, MailState, TicketForm, TicketStatus, ticket_id, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::keys::{self, IdempotencyKey, Key};
use super::{Tickets, letters, limits, store};
use crate::account::{Accounts, Caller};
use crate::attempts::{Account, Attempts, Kind};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;
use crate::mail;

/// How long the answer waits for the mail server.
const WAIT: Duration = Duration::from_secs(3);
/// How often the outbox is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(50);

/// A ticket was created.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketCreated {
    /// Its number: `T-1042`.
    ticket_id: String,
    /// Whether the mail server has the mail that confirms it. If not, the mail is tried again later; there is none to a telephone number.
    email_sent: bool,
    message: String,
}

/// Create a ticket. The same `Idempotency-Key` with the same form gives the same ticket, and costs nothing; three tickets an hour are free
/// for an address and for a contact.
#[utoipa::path(post, path = "/createTicket", tag = "ticket", request_body = TicketForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "At most 100 visible ASCII characters, kept for a day")),
    responses(
        (status = 201, body = TicketCreated),
        (status = 400, description = "What is wrong, at each field"),
        (status = 409, description = "KEY_REUSED: the key was used for another form"),
        (status = 429, description = "TICKET_LIMIT: too many in an hour; Retry-After says how long to wait")
    ))]
pub(super) async fn create(
    State(tickets): State<Tickets>,
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Option<Caller>,
    key: IdempotencyKey,
    Json(form): Json<TicketForm>,
) -> Result<(StatusCode, Answer<TicketCreated>)> {
    let checked = ticket::check(&form)?;
    let key = key.of("create", &form)?;
    let (here, now) = (tickets.clone(), tickets.clock.now_ms());
    let by_mail = matches!(checked.contact, Contact::Email(_));
    let from = Sender { address, subjects: limits::subjects(address, &checked.contact), attempts: accounts.attempts };
    let write = move |tx: &Tx<'_>| add(tx, &here, (&checked, caller.as_ref()), key.as_ref(), &from, now);
    let (number, mail) = tickets.db.write(write).await?;
    if let Some(mail) = mail {
        // In a task of its own: it goes on when the caller leaves, and when the mail server is slow.
        tokio::spawn(send(tickets.clone(), mail));
    }
    let email_sent = by_mail && is_sent_soon(&tickets, number).await;
    let message = words::created(number, email_sent);
    Ok((StatusCode::CREATED, Answer(TicketCreated { ticket_id: ticket_id(number), email_sent, message })))
}

/// Who sends a ticket, and what is counted of it.
struct Sender {
    address: ClientAddress,
    subjects: [String; 2],
    attempts: Attempts,
}

/// Adds a ticket with its mail; returns its number, and the mail's id. With a key that was used before it is the ticket of then, without a
/// mail.
fn add(
    tx: &Tx<'_>,
    tickets: &Tickets,
    (form, caller): (&Checked, Option<&Caller>),
    key: Option<&Key>,
    from: &Sender,
    now: i64,
) -> Result<(i64, Option<i64>)> {
    if let Some(before) = keys::take(tx, key, now)? {
        return Ok((before, None));
    }
    limits::count(tx, &from.subjects, now)?;
    if matches!(form.contact, Contact::Email(_)) {
        // A customer has very many networks, and mails are sent one after another.
        from.attempts.begin(tx, Kind::Ticket, &Account::Nobody, from.address, now)?.fail(tx, now)?;
    }
    let number = insert(tx, form, caller.map(|caller| caller.user_id.as_str()), now)?;
    keys::note(tx, key, number)?;
    // The outbox leaves the mail alone while the call that made it sends it.
    let later = now + i64::try_from(WAIT.as_millis()).unwrap_or(0);
    let mail = match &form.contact {
        Contact::Email(to) => Some(letters::confirm(tx, &tickets.config, &tickets.links, to, (number, now, later))?),
        Contact::Phone(_) => None,
    };
    let new = serde_json::json!({ "status": TicketStatus::Open, "requestType": form.request_type });
    let by = caller.map_or_else(Actor::system, Actor::from);
    store::in_record(number, |about| audit::record(tx, now, &by, Event::TicketCreated, about, &NOTHING, &new))?;
    Ok((number, mail))
}

/// Adds the row of a ticket, and the words by which it is found; returns its number.
pub(super) fn insert(tx: &Tx<'_>, form: &Checked, user: Option<&str>, now: i64) -> Result<i64> {
    let Checked { name, contact, request_type, title, description, race_details } = form;
    let number = tx.query_one(
        "INSERT INTO tickets (id, name, contact, contact_key, request_type, title, description, race_details, status, user_id, messages,
           version, created_at, updated_at)
         SELECT coalesce(max(id) + 1, $1), $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 1, $11, $11 FROM tickets RETURNING id",
        params![
            FIRST_NUMBER,
            name,
            contact.as_str(),
            contact.key(),
            request_type.as_str(),
            title,
            description,
            race_details,
            TicketStatus::Open.as_str(),
            user,
            now
        ],
        |row| row.get::<i64>(0),
    );
    let number = match number {
        // Another transaction has taken the number since.
        Err(Error::Taken) => return Err(Error::Raced),
        number => number?,
    };
    store::add_first_words(tx, number, [name, contact.as_str(), title, description], race_details)?;
    Ok(number)
}

/// Sends a confirmation. When very many are sent at once, it waits for its turn, and the outbox may send it meanwhile.
async fn send(tickets: Tickets, mail: i64) {
    let Tickets { db, clock, mail: to, sending, confirming, .. } = &tickets;
    let Ok(_turn) = confirming.acquire().await else { return };
    if let Err(error) = mail::send_one(db, clock, to, sending, mail).await {
        tracing::error!(%error, "a confirmation could not be sent at once: the outbox sends it");
    }
}

/// Whether the mail server has the confirmation of a ticket, or gets it in a moment.
async fn is_sent_soon(tickets: &Tickets, number: i64) -> bool {
    let look = async {
        loop {
            let now = tickets.clock.now_ms();
            let seen = tickets.db.read(move |tx| {
                let states = mail::states_of_ticket(tx, number)?;
                let state = states.into_iter().find(|(message, _)| *message == 0).map(|(_, state)| state);
                Ok((state, mail::is_being_sent(tx, number, now)?))
            });
            match seen.await {
                Ok((Some(MailState::Waiting), true)) => tokio::time::sleep(LOOK).await,
                // A mail that was sent a week ago is not there any more.
                Ok((None | Some(MailState::Sent), _)) => return true,
                _ => return false,
            }
        }
    };
    tokio::time::timeout(WAIT, look).await.unwrap_or(false)
}
