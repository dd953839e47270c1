//! The head of the mails of tickets, by which answers find back.

use core_wasm::ticket::incoming::{message_ref, reply_address};

use super::super::link::Links;
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::mail::{self, OfTicket, Thread};

/// Sets the head of a mail that was just saved: its id, the mails before it in the ticket's thread, and its signed address.
pub(in super::super) fn set(tx: &Tx<'_>, config: &Config, links: &Links, of: OfTicket) -> Result<()> {
    let host = mail::address_of(&config.mail_from).and_then(|address| address.rsplit('@').next().map(str::to_owned));
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let own = |message: i64| message_ref(of.ticket, message, &links.tag(&mail_purpose(of.ticket, message)), &host);
    let first = tx.query_opt(
        "SELECT mail_ref FROM ticket_mail_texts WHERE ticket_id = $1 AND message_id = 0 AND mail_ref <> ''",
        params![of.ticket],
        |row| row.get::<String>(0),
    )?;
    let last = tx.query_opt(
        "SELECT mail_ref FROM ticket_mail_texts WHERE ticket_id = $1 AND message_id > 0 AND automatic = 0 AND mail_ref <> ''
         ORDER BY message_id DESC LIMIT 1",
        params![of.ticket],
        |row| row.get::<String>(0),
    )?;
    // A ticket that came by mail begins with that mail; its confirmation follows, and is the first one of every other ticket.
    let mut answers: Vec<String> = first.into_iter().collect();
    if of.message != 0 {
        answers.push(own(0));
        answers.extend(last);
    }
    let reply_to =
        config.reply_address.as_deref().map(|base| reply_address(base, of.ticket, &links.tag(&reply_purpose(of.ticket))));
    mail::set_thread(tx, of, &Thread { mail_ref: Some(own(of.message)), answers, reply_to })
}

/// What the tag of a mail's id is made of.
pub(super) fn mail_purpose(ticket: i64, message: i64) -> String {
    format!("mail:{ticket}:{message}")
}

/// What the tag of a signed address is made of.
pub(super) fn reply_purpose(ticket: i64) -> String {
    format!("reply:{ticket}")
}
