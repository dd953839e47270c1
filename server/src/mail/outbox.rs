//! The outbox: a table, and a worker that sends its mails.

use std::sync::Arc;
use std::time::Duration;

use core_wasm::ticket::MailState;
use futures_util::stream::{self, StreamExt};
use tokio::sync::RwLock;

use super::{Head, Letter, Mail, Thread};
use crate::clock::Clock;
use crate::db::{Db, Row, Tx, params};
use crate::error::Result;
use crate::ids::sha256;
use crate::work::finish;

/// The pauses before each further attempt, in milliseconds; after the last one no further attempt is made.
const PAUSES: [i64; 8] = [30_000, 120_000, 600_000, 1_800_000, 3_600_000, 4 * 3_600_000, 8 * 3_600_000, 24 * 3_600_000];
/// The pauses of the mails of tickets and announcements. They are given up sooner, because the team sees it and can do something.
const TICKET_PAUSES: [i64; 5] = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000];
/// How long a claimed mail is reserved for its sender, in milliseconds. If the sender's process ends, another one sends the mail
/// after that.
const CLAIM: i64 = 5 * 60_000;
/// How long the end of the program waits for the mail that is being sent.
const STOP_TIMEOUT: Duration = Duration::from_secs(25);
/// How many are sent at the same time, so that one which a server keeps waiting does not stop the others.
const SENT_AT_ONCE: usize = 4;
/// How often the worker checks the outbox.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Sent mails are stored this long, in milliseconds, without their text; they contain addresses.
const KEEP_SENT: i64 = 7 * 24 * 3_600_000;

/// Saves a mail to be sent; call it in the transaction of the change that causes it.
///
/// # Errors
/// When the row cannot be written.
pub fn enqueue(tx: &Tx<'_>, now: i64, letter: &Letter) -> Result<()> {
    tx.execute(
        "INSERT INTO mail_outbox (recipient, subject, body, created_at, next_at) VALUES ($1, $2, $3, $4, $5)",
        params![letter.to, letter.subject, letter.body, now, now],
    )?;
    Ok(())
}

/// Saves a mail whose row is deleted as soon as it was sent or given up, for an address that nothing else names any more.
///
/// # Errors
/// When the row cannot be written.
pub fn enqueue_and_forget(tx: &Tx<'_>, now: i64, letter: &Letter) -> Result<()> {
    tx.execute(
        "INSERT INTO mail_outbox (recipient, subject, body, created_at, next_at, forget) VALUES ($1, $2, $3, $4, $5, 1)",
        params![letter.to, letter.subject, letter.body, now, now],
    )?;
    Ok(())
}

/// The mail of a ticket: of one of its messages, or of the ticket itself (message 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfTicket {
    /// The ticket's number.
    pub ticket: i64,
    /// The message's id, or 0.
    pub message: i64,
}

/// Saves a mail of a ticket, which [`run`] sends from `from` on; returns its id, for [`send_one`].
///
/// # Errors
/// When the row cannot be written.
pub fn enqueue_of_ticket(tx: &Tx<'_>, now: i64, letter: &Letter, of: OfTicket, from: i64) -> Result<i64> {
    tx.query_one(
        "INSERT INTO mail_outbox (recipient, subject, body, created_at, next_at, ticket_id, ticket_message_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        params![letter.to, letter.subject, letter.body, now, from, of.ticket, of.message],
        |row| row.get(0),
    )
}

/// What became of the mails of a ticket, by message. Those that were sent more than a week ago are not there any more.
///
/// # Errors
/// When the rows cannot be read.
pub fn states_of_ticket(tx: &Tx<'_>, ticket: i64) -> Result<Vec<(i64, MailState)>> {
    tx.query_all("SELECT ticket_message_id, sent_at, given_up_at FROM mail_outbox WHERE ticket_id = $1", params![ticket], |row| {
        let state = match (row.get::<Option<i64>>(1)?, row.get::<Option<i64>>(2)?) {
            (Some(_), _) => MailState::Sent,
            (None, Some(_)) => MailState::Failed,
            (None, None) => MailState::Waiting,
        };
        Ok((row.get(0)?, state))
    })
}

/// Whether the mail that confirms a ticket is being sent for the first time: its fate is decided in a moment.
///
/// # Errors
/// When the row cannot be read.
pub fn is_being_sent(tx: &Tx<'_>, ticket: i64, now: i64) -> Result<bool> {
    let sql =
        "SELECT attempts, claimed_until FROM mail_outbox WHERE ticket_id = $1 AND ticket_message_id = 0 AND sent_at IS NULL";
    let found = tx.query_opt(sql, params![ticket], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))?;
    Ok(found.is_some_and(|(attempts, claimed_until)| attempts == 0 || (attempts == 1 && claimed_until > now)))
}

/// Calls `round`, which sends what is due, for as long as the program runs.
pub async fn run<F>(round: impl Fn() -> F)
where
    F: Future<Output = Result<usize>> + Send + 'static,
{
    loop {
        // In a task of its own: if a library panics over an address, the worker continues.
        match tokio::spawn(round()).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) if error.is_unreachable() => {}
            Ok(Err(error)) => tracing::error!(%error, "the outbox could not be sent"),
            Err(panic) => tracing::error!(%panic, "the outbox worker panicked"),
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Waits until the mail that is being sent has arrived and is marked as sent, and prevents any further sending: a mail that is cut
/// off in between would be sent again after a restart. The wait has a limit, because a mail server may not answer.
pub async fn stop(sending: &Arc<RwLock<()>>) {
    if !finish(sending, STOP_TIMEOUT).await {
        tracing::warn!("a mail was still being sent when the program ended: it will be sent again");
    }
}

/// A mail that is due.
struct Due {
    id: i64,
    letter: Letter,
    attempts: i64,
    created_at: i64,
    /// Whether it is of a ticket or an announcement.
    is_watched: bool,
    head: Head,
}

impl Due {
    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            letter: Letter { to: row.get(1)?, subject: row.get(2)?, body: row.get(3)? },
            attempts: row.get(4)?,
            created_at: row.get(5)?,
            is_watched: row.get::<Option<i64>>(6)?.is_some(),
            // Message 0 is the ticket itself, which is confirmed by the program.
            head: Head { one_click: row.get(7)?, thread: Thread::read(row, 8)?, by_person: row.get::<i64>(11)? > 0 },
        })
    }

    /// The pause after this attempt; `None` when it is the last one.
    fn pause(&self) -> Option<i64> {
        let pauses: &[i64] = if self.is_watched { &TICKET_PAUSES } else { &PAUSES };
        usize::try_from(self.attempts).ok().and_then(|tries| pauses.get(tries)).copied()
    }
}

/// Tries to send every mail that is due, once; returns how many were sent. `sending` is locked for reading while a mail is sent.
///
/// # Errors
/// When the outbox cannot be read or written; a mail that cannot be sent only waits for its next attempt.
pub async fn send_due(db: &Db, clock: &Clock, mail: &Mail, sending: &RwLock<()>) -> Result<usize> {
    let now = clock.now_ms();
    let (mut sent, mut failed) = (0, None);
    // Ends, because each attempt postpones its mail beyond `now`.
    loop {
        let due = db
            .read(move |tx| {
                tx.query_all(
                    "SELECT id, recipient, subject, body, attempts, created_at, coalesce(ticket_id, announcement_id), one_click,
                       mail_ref, answers, reply_to, ticket_message_id
                     FROM mail_outbox WHERE sent_at IS NULL AND given_up_at IS NULL AND next_at <= $1 AND claimed_until <= $1
                     ORDER BY announcement_id IS NOT NULL, mail_outbox.id LIMIT 20",
                    params![now],
                    Due::read,
                )
            })
            .await?;
        if due.is_empty() {
            return Ok(sent);
        }
        let mut sends = stream::iter(due).map(|one| send(db, clock, mail, sending, one)).buffer_unordered(SENT_AT_ONCE);
        while let Some(is_sent) = sends.next().await {
            // The others are still sent: one that is cut off in between would be sent twice.
            match is_sent {
                Ok(is_sent) => sent += usize::from(is_sent),
                Err(error) => failed = Some(error),
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
    }
}

/// Tries to send one mail now that was just saved, unless somebody else sends it; returns whether the mail server has it.
///
/// # Errors
/// As [`send_due`].
pub async fn send_one(db: &Db, clock: &Clock, mail: &Mail, sending: &RwLock<()>, id: i64) -> Result<bool> {
    let sql = "SELECT id, recipient, subject, body, attempts, created_at, coalesce(ticket_id, announcement_id), one_click, mail_ref, answers, reply_to, ticket_message_id FROM mail_outbox WHERE id = $1 AND attempts = 0";
    let Some(due) = db.read(move |tx| tx.query_opt(sql, params![id], Due::read)).await? else { return Ok(false) };
    send(db, clock, mail, sending, due).await
}

/// Claims a mail, tries to send it, and notes the result.
async fn send(db: &Db, clock: &Clock, mail: &Mail, sending: &RwLock<()>, due: Due) -> Result<bool> {
    let _sending = sending.read().await;
    // Of this moment and not of the round, which may be long: a reservation that had ended already would let another copy send the mail, too.
    let now = clock.now_ms();
    let pause = due.pause();
    let Due { id, letter, attempts, created_at, head, .. } = due;
    // Counted before the attempt: a mail that kills the process is not tried for ever.
    if !db.write(move |tx| claim(tx, id, attempts, now, pause)).await? {
        return Ok(false);
    }
    let key = sha256(format!("{id} {created_at} {}", letter.to));
    match mail.send(&letter, &key, &head).await {
        Ok(()) => {
            // What is not noted is sent twice. While the database is away nobody else can reserve the mail either, however long that is.
            let now = clock.now_ms();
            db.write_until_kept(move |tx| note_sent(tx, id, now)).await?;
            Ok(true)
        }
        Err(error) => {
            tracing::warn!(mail = id, attempts = attempts + 1, %error, "a mail was not sent");
            let why = error.to_string();
            db.write(move |tx| note_failure(tx, id, &why)).await?;
            Ok(false)
        }
    }
}

/// Reserves a mail for this sender and counts the attempt; returns `false` when another sender has reserved it.
fn claim(tx: &Tx<'_>, id: i64, attempts: i64, now: i64, pause: Option<i64>) -> Result<bool> {
    let claimed = tx.execute(
        "UPDATE mail_outbox SET attempts = attempts + 1, next_at = $1, given_up_at = $2, claimed_until = $3 WHERE id = $4 AND attempts = $5",
        params![now + pause.unwrap_or(0), pause.is_none().then_some(now), now + CLAIM, id, attempts],
    )?;
    Ok(claimed == 1)
}

/// Deletes the text: it may contain a link that gives access to an account, and is not needed any more.
fn note_sent(tx: &Tx<'_>, id: i64, now: i64) -> Result<()> {
    tx.execute(
        "UPDATE mail_outbox SET sent_at = $1, given_up_at = NULL, last_error = NULL, body = '' WHERE id = $2",
        params![now, id],
    )?;
    tx.execute("DELETE FROM mail_outbox WHERE id = $1 AND forget = 1", params![id])?;
    tx.execute("DELETE FROM mail_outbox WHERE sent_at < $1", params![now - KEEP_SENT])?;
    Ok(())
}

fn note_failure(tx: &Tx<'_>, id: i64, why: &str) -> Result<()> {
    tx.execute("UPDATE mail_outbox SET last_error = $1, claimed_until = 0 WHERE id = $2", params![why, id])?;
    tx.execute("DELETE FROM mail_outbox WHERE id = $1 AND given_up_at IS NOT NULL AND forget = 1", params![id])?;
    tx.execute("UPDATE mail_outbox SET body = '' WHERE id = $1 AND given_up_at IS NOT NULL", params![id])?;
    Ok(())
}
