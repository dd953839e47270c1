//! The mails of tickets.

use core_wasm::ticket::words;

use super::incoming::set_thread;
use super::link::Links;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::mail::{self, Letter, OfTicket};

/// Saves the mail that confirms a ticket; returns its id. The outbox sends it from `from` on.
pub(super) fn confirm(
    tx: &Tx<'_>,
    config: &Config,
    links: &Links,
    to: &str,
    (ticket, now, from): (i64, i64, i64),
) -> Result<i64> {
    let link = [config.site_url(), links.path(ticket)].concat();
    let (subject, body) = words::received(ticket, &config.site_name, &link);
    let of = OfTicket { ticket, message: 0 };
    let id = mail::enqueue_of_ticket(tx, now, &Letter { to: to.to_owned(), subject, body }, of, from)?;
    set_thread(tx, config, links, of)?;
    Ok(id)
}

/// Saves the mail with an answer of the team.
pub(super) fn answer(
    tx: &Tx<'_>,
    config: &Config,
    links: &Links,
    to: &str,
    (of, text): (OfTicket, &str),
    now: i64,
) -> Result<()> {
    let link = [config.site_url(), links.path(of.ticket)].concat();
    let (subject, body) = words::answer(of.ticket, &config.site_name, &link, text);
    mail::enqueue_of_ticket(tx, now, &Letter { to: to.to_owned(), subject, body }, of, now)?;
    set_thread(tx, config, links, of)
}
