//! The head of a ticket's mail, by which mail programs thread it and answers find back.

use super::outbox::OfTicket;
use crate::db::{Row, Tx, params};
use crate::error::Result;

/// What a mail of a ticket has in its head beside the sender and the recipient. A mail without it has an id made from its row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thread {
    /// Its `Message-ID`, without brackets.
    pub mail_ref: Option<String>,
    /// The mails before it, the oldest first, without brackets: `References`, of which the last one is `In-Reply-To`.
    pub answers: Vec<String>,
    /// The address to which it is answered.
    pub reply_to: Option<String>,
}

impl Thread {
    /// Reads three columns of the outbox, from this one on.
    pub(super) fn read(row: &Row<'_>, column: usize) -> Result<Self> {
        let answers: Option<String> = row.get(column + 1)?;
        Ok(Self {
            mail_ref: row.get(column)?,
            answers: answers.unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
            reply_to: row.get(column + 2)?,
        })
    }
}

/// Sets the head of a mail that was just saved for a ticket.
///
/// # Errors
/// When the row cannot be written.
pub fn set_thread(tx: &Tx<'_>, of: OfTicket, thread: &Thread) -> Result<()> {
    tx.execute(
        "UPDATE mail_outbox SET mail_ref = $1, answers = $2, reply_to = $3 WHERE ticket_id = $4 AND ticket_message_id = $5",
        params![thread.mail_ref, thread.answers.join(" "), thread.reply_to, of.ticket, of.message],
    )?;
    Ok(())
}

/// Notes that a mail of a ticket has come back: it counts as given up. Returns whether it was there and had not failed yet.
///
/// # Errors
/// When the row cannot be written.
pub fn note_bounce(tx: &Tx<'_>, of: OfTicket, why: &str, now: i64) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE mail_outbox SET sent_at = NULL, given_up_at = $1, last_error = $2, body = ''
         WHERE ticket_id = $3 AND ticket_message_id = $4 AND given_up_at IS NULL",
        params![now, why, of.ticket, of.message],
    )?;
    Ok(changed > 0)
}
