//! The rows of tickets.

use core_wasm::ticket::{Contact, MessageKind, RequestType, TicketStatus, race_words, ticket_id, words_of};

use crate::audit::About;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};

/// A ticket as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Ticket {
    pub(super) number: i64,
    pub(super) name: String,
    pub(super) contact: String,
    pub(super) contact_key: String,
    pub(super) request_type: RequestType,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) race_details: String,
    pub(super) status: TicketStatus,
    /// The id of who takes care of it.
    pub(super) assignee_id: Option<String>,
    /// The username of who takes care of it.
    pub(super) assignee: Option<String>,
    /// The username of who was logged in when it was written.
    pub(super) account: Option<String>,
    /// The id of the same account.
    pub(super) account_id: Option<String>,
    /// The number of the ticket of which it has become a part.
    pub(super) joined_into: Option<i64>,
    pub(super) messages: i64,
    pub(super) version: i64,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    /// When the team answered first.
    pub(super) first_answer_at: Option<i64>,
}

pub(super) const SELECT: &str = "SELECT t.id, t.name, t.contact, t.contact_key, t.request_type, t.title, t.description, t.race_details, t.status, t.assignee, a.username, u.username, t.messages, t.version, t.created_at, t.updated_at, t.first_answer_at, t.user_id, t.joined_into FROM tickets t LEFT JOIN users a ON a.id = t.assignee LEFT JOIN users u ON u.id = t.user_id";

impl Ticket {
    /// Whether the account of its runner was deleted, and its texts with it.
    pub(super) fn is_emptied(&self) -> bool {
        self.contact.is_empty()
    }

    /// Reads a row of [`SELECT`].
    pub(super) fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self {
            number: row.get(0)?,
            name: row.get(1)?,
            contact: row.get(2)?,
            contact_key: row.get(3)?,
            request_type: RequestType::parse(&row.get::<String>(4)?).unwrap_or(RequestType::Other),
            title: row.get(5)?,
            description: row.get(6)?,
            race_details: row.get(7)?,
            status: TicketStatus::parse(&row.get::<String>(8)?).unwrap_or(TicketStatus::Open),
            assignee_id: row.get(9)?,
            assignee: row.get(10)?,
            account: row.get(11)?,
            messages: row.get(12)?,
            version: row.get(13)?,
            created_at: row.get(14)?,
            updated_at: row.get(15)?,
            first_answer_at: row.get(16)?,
            account_id: row.get(17)?,
            joined_into: row.get(18)?,
        })
    }

    /// The address to which answers are mailed.
    pub(super) fn address(&self) -> Option<&str> {
        matches!(Contact::parse(&self.contact), Ok(Contact::Email(_))).then_some(&self.contact)
    }
}

/// The number of the ticket that has the texts of this one: itself, unless it has become a part of another one.
pub(super) fn whole(tx: &Tx<'_>, number: i64) -> Result<i64> {
    let into = tx.query_opt("SELECT joined_into FROM tickets WHERE id = $1", params![number], |row| row.get::<Option<i64>>(0))?;
    Ok(into.flatten().unwrap_or(number))
}

/// The numbers of the tickets that have become parts of this one.
pub(super) fn parts(tx: &Tx<'_>, number: i64) -> Result<Vec<i64>> {
    tx.query_all("SELECT id FROM tickets WHERE joined_into = $1 ORDER BY id", params![number], |row| row.get(0))
}

/// The ticket with this number.
pub(super) fn find(tx: &Tx<'_>, number: i64) -> Result<Option<Ticket>> {
    tx.query_opt(&format!("{SELECT} WHERE t.id = $1"), params![number], Ticket::read)
}

/// The same, locked until this transaction ends: of two who answer at once the second one sees the first one's answer.
pub(super) fn lock(tx: &Tx<'_>, number: i64) -> Result<Option<Ticket>> {
    // Changes nothing, but locks the row.
    tx.execute("UPDATE tickets SET version = version WHERE id = $1", params![number])?;
    find(tx, number)
}

/// Adds a message, and changes the ticket with it; returns the message's id.
pub(super) fn add_message(
    tx: &Tx<'_>,
    ticket: &Ticket,
    (kind, author, text): (MessageKind, Option<&str>, &str),
    status: TicketStatus,
    now: i64,
) -> Result<i64> {
    let id = tx.query_one(
        "INSERT INTO ticket_messages (ticket_id, kind, author, at, text) VALUES ($1, $2, $3, $4, $5) RETURNING id",
        params![ticket.number, kind.as_str(), author, now, text],
        |row| row.get(0),
    )?;
    add_words(tx, ticket.number, &words_of(text))?;
    let answered = (kind == MessageKind::Staff).then_some(now);
    let changed = tx.execute(
        "UPDATE tickets SET status = $1, messages = messages + 1, version = version + 1, updated_at = $2,
           first_answer_at = coalesce(first_answer_at, $3) WHERE id = $4 AND version = $5",
        params![status.as_str(), now, answered, ticket.number, ticket.version],
    )?;
    // Another transaction has changed the ticket since.
    if changed == 1 { Ok(id) } else { Err(Error::Raced) }
}

/// Adds the words by which a new ticket is found.
pub(super) fn add_first_words(tx: &Tx<'_>, number: i64, texts: [&str; 4], race_details: &str) -> Result<()> {
    for text in texts.iter().chain([&race_details]) {
        add_words(tx, number, &words_of(text))?;
    }
    add_words(tx, number, &words_of(&ticket_id(number)))?;
    add_words(tx, number, &race_words(race_details))
}

fn add_words(tx: &Tx<'_>, number: i64, words: &[String]) -> Result<()> {
    for word in words {
        let sql = "INSERT INTO ticket_words (ticket_id, word) VALUES ($1, $2) ON CONFLICT (ticket_id, word) DO NOTHING";
        tx.execute(sql, params![number, word])?;
    }
    Ok(())
}

/// The ticket's id and name in the audit record.
pub(super) fn in_record<T>(number: i64, record: impl FnOnce(About<'_>) -> T) -> T {
    record(About { id: &number.to_string(), name: &ticket_id(number) })
}
