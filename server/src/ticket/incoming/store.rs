//! Stores a mail where it belongs, in one transaction.

use core_wasm::ticket::incoming::{
    AsideReason, MOST_AUTOMATIC_A_DAY, MOST_NEW_BY_MAIL_AN_HOUR, MailMatch, MailTexts, Nature, Place, form, place, read_bounce,
    read_reply_address, shown_line, texts, words,
};
use core_wasm::ticket::words::LIMIT;
use core_wasm::ticket::{MessageKind, TicketStatus};

use super::parse::{Mail, first_lines};
use super::thread::{mail_purpose, reply_purpose};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::images::Cleaned;
use crate::mail::{self, OfTicket};
use crate::ticket::{Tickets, create, letters, limits, pictures, status, store};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// How long the key of a mail is kept, in milliseconds, and how many keys, the newest ones.
const KEPT_MS: i64 = 90 * DAY_MS;
const MOST_KEPT: i64 = 50_000;
/// How many mails of each reason are on the administrators' list, the newest ones.
const MOST_ASIDE: i64 = 100;

/// A mail that is set aside.
#[derive(Clone)]
pub(super) struct Aside {
    why: AsideReason,
    key: String,
    sender: String,
    subject: String,
    bytes: usize,
}

impl Aside {
    /// A mail that could not be read.
    pub(super) fn unread(bytes: &[u8], hash: String) -> Self {
        let (sender, subject) = first_lines(bytes);
        let (sender, subject) = (shown_line(&sender), shown_line(&subject));
        Self { why: AsideReason::Unreadable, key: hash, sender, subject, bytes: bytes.len() }
    }

    /// A mail that was read.
    pub(super) fn of(mail: &Mail, bytes: usize) -> Self {
        let (sender, subject) = (shown_line(&mail.head.from), shown_line(&mail.head.subject));
        Self { why: AsideReason::Unreadable, key: mail.key.clone(), sender, subject, bytes }
    }

    /// The same for this reason.
    pub(super) fn because(self, why: AsideReason) -> Self {
        Self { why, ..self }
    }
}

/// Why a mail that was refused is set aside; `None` if the error is another one.
pub(super) fn reason(error: &Error) -> Option<AsideReason> {
    match error {
        Error::Refused { body, .. } if body.code == "TICKET_LIMIT" && body.message == LIMIT => Some(AsideReason::TooMany),
        Error::Refused { body, .. } if body.code == "TICKET_LIMIT" => Some(AsideReason::Full),
        _ => None,
    }
}

/// Puts a mail on the administrators' list, unless it is there already.
pub(super) fn set_aside(tx: &Tx<'_>, aside: &Aside, now: i64) -> Result<()> {
    let fresh = tx.execute(
        "INSERT INTO ticket_mails (key, place, received_at) VALUES ($1, 'aside', $2)
         ON CONFLICT (key) DO UPDATE SET place = excluded.place WHERE ticket_mails.place <> 'aside'",
        params![aside.key, now],
    )?;
    if fresh == 0 {
        return Ok(());
    }
    tx.execute(
        "INSERT INTO ticket_mails_aside (why, sender, subject, bytes, received_at) VALUES ($1, $2, $3, $4, $5)",
        params![aside.why.as_str(), aside.sender, aside.subject, i64::try_from(aside.bytes).unwrap_or(i64::MAX), now],
    )?;
    tx.execute(
        "DELETE FROM ticket_mails_aside WHERE why = $1 AND id <= (SELECT id FROM ticket_mails_aside WHERE why = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
        params![aside.why.as_str(), MOST_ASIDE],
    )?;
    Ok(())
}

/// Stores a mail; returns the reason if it is to be set aside instead.
///
/// # Errors
/// A refusal because of a limit, for which [`reason`] tells why it is set aside; then nothing is stored.
pub(super) fn store(
    tx: &Tx<'_>,
    tickets: &Tickets,
    (mail, nature): (&Mail, Nature),
    (cleaned, left_out): (&[Cleaned], &[String]),
    now: i64,
) -> Result<Option<AsideReason>> {
    if !is_new(tx, &mail.key, now)? {
        return Ok(None);
    }
    let found = matched(tx, tickets, mail)?;
    let place = place(nature, &found);
    let (number, message) = match place {
        Place::Ignored => return Ok(None),
        Place::Bounce => {
            if bounced(tx, tickets, mail, now)? {
                settle(tx, &mail.key, "bounce")?;
            }
            return Ok(None);
        }
        Place::Noted(number) => {
            let Some(message) = noted(tx, number, mail, now)? else { return Ok(None) };
            settle(tx, &mail.key, "noted")?;
            (number, message)
        }
        Place::Reply(number) => {
            let texts = texts(&mail.text);
            let message = status::add(tx, number, &texts.text, None, now)?.unwrap_or(0);
            keep_texts(tx, (number, message), (mail, false), (&texts, cleaned, left_out), now)?;
            settle(tx, &mail.key, "reply")?;
            (number, message)
        }
        Place::New => match created(tx, tickets, mail, (cleaned, left_out), now)? {
            Ok(number) => {
                settle(tx, &mail.key, "new")?;
                (number, 0)
            }
            Err(why) => return Ok(Some(why)),
        },
    };
    tracing::info!(ticket = number, message, "a mail was taken in");
    Ok(None)
}

/// Takes a mail's key; returns whether the mail was not stored before.
fn is_new(tx: &Tx<'_>, key: &str, now: i64) -> Result<bool> {
    tx.execute(
        "DELETE FROM ticket_mails WHERE received_at <= $1 OR received_at <= (SELECT received_at FROM ticket_mails ORDER BY received_at DESC LIMIT 1 OFFSET $2)",
        params![now - KEPT_MS, MOST_KEPT],
    )?;
    let sql = "INSERT INTO ticket_mails (key, place, received_at) VALUES ($1, 'ignored', $2) ON CONFLICT (key) DO NOTHING";
    Ok(tx.execute(sql, params![key, now])? == 1)
}

fn settle(tx: &Tx<'_>, key: &str, place: &str) -> Result<()> {
    tx.execute("UPDATE ticket_mails SET place = $1 WHERE key = $2", params![place, key])?;
    Ok(())
}

/// The tickets to which a mail leads by addresses and ids whose tags are right.
fn matched(tx: &Tx<'_>, tickets: &Tickets, mail: &Mail) -> Result<MailMatch> {
    let mut found = MailMatch { from: mail.head.from.clone(), ..MailMatch::default() };
    if let Some(base) = &tickets.config.reply_address {
        for (number, tag) in mail.recipients.iter().filter_map(|to| read_reply_address(base, to)) {
            if !tickets.links.is_tag(&reply_purpose(number), &tag) {
                continue;
            }
            // Into a ticket without a contact nobody writes any more: a new one is opened.
            if let Some(ticket) = store::find(tx, store::whole(tx, number)?)?.filter(|ticket| !ticket.is_emptied()) {
                found.signed = Some(ticket.number);
                break;
            }
        }
    }
    for named in &mail.refs {
        if tickets.links.is_tag(&mail_purpose(named.ticket, named.message), &named.tag)
            && let Some(ticket) = store::find(tx, store::whole(tx, named.ticket)?)?
        {
            found.referred = Some((ticket.number, ticket.contact));
            break;
        }
    }
    Ok(found)
}

/// Notes that a mail has not arrived, and why; returns whether it was one of the site's.
fn bounced(tx: &Tx<'_>, tickets: &Tickets, mail: &Mail, now: i64) -> Result<bool> {
    let bounce = read_bounce(&mail.report);
    if !bounce.failed {
        return Ok(false);
    }
    for named in &mail.reported {
        if !tickets.links.is_tag(&mail_purpose(named.ticket, named.message), &named.tag) {
            continue;
        }
        // The mails of a ticket that became a part of another one are that one's, but for its confirmation.
        let whole = store::whole(tx, named.ticket)?;
        let of = OfTicket { ticket: if named.message == 0 { named.ticket } else { whole }, message: named.message };
        // Once for each mail.
        if mail::note_bounce(tx, of, &bounce.reason, now)?
            && let Some(ticket) = store::lock(tx, whole)?
        {
            let texts = MailTexts { text: words::bounced(&bounce.reason), quoted: String::new() };
            let message = note(tx, &ticket, &texts.text, now)?;
            keep_texts(tx, (ticket.number, message), (mail, true), (&texts, &[], &[]), now)?;
        }
        return Ok(true);
    }
    Ok(false)
}

/// Notes the answer of a machine for the team; `None` if there were several today.
fn noted(tx: &Tx<'_>, number: i64, mail: &Mail, now: i64) -> Result<Option<i64>> {
    let today = tx.query_one(
        "SELECT count(*) FROM ticket_mail_texts WHERE ticket_id = $1 AND automatic = 1 AND at > $2",
        params![number, now - DAY_MS],
        |row| row.get::<i64>(0),
    )?;
    let Some(ticket) = store::lock(tx, number)?.filter(|_| today < MOST_AUTOMATIC_A_DAY) else { return Ok(None) };
    let texts = texts(&mail.text);
    let message = note(tx, &ticket, &texts.text, now)?;
    keep_texts(tx, (number, message), (mail, true), (&texts, &[], &[]), now)?;
    Ok(Some(message))
}

/// Adds a note, which leaves the status as it is.
fn note(tx: &Tx<'_>, ticket: &store::Ticket, text: &str, now: i64) -> Result<i64> {
    let message = store::add_message(tx, ticket, (MessageKind::Note, None, text), ticket.status, now)?;
    let status = serde_json::json!({ "status": ticket.status });
    store::in_record(ticket.number, |about| {
        audit::record(tx, now, &Actor::system(), Event::TicketNoted, about, &status, &status)
    })?;
    Ok(message)
}

/// Makes a mail a new ticket, which is confirmed as one of the form.
fn created(
    tx: &Tx<'_>,
    tickets: &Tickets,
    mail: &Mail,
    (cleaned, left_out): (&[Cleaned], &[String]),
    now: i64,
) -> Result<std::result::Result<i64, AsideReason>> {
    let texts = texts(&mail.text);
    let Some(form) = form(&mail.name, &mail.head.from, &mail.head.subject, &texts) else { return Ok(Err(AsideReason::NoSender)) };
    let by_mail = tx.query_one(
        "SELECT count(*) FROM ticket_mails WHERE place = 'new' AND received_at > $1",
        params![now - HOUR_MS],
        |row| row.get::<i64>(0),
    )?;
    if by_mail >= MOST_NEW_BY_MAIL_AN_HOUR {
        return Ok(Err(AsideReason::TooMany));
    }
    limits::count(tx, &[limits::of_contact(&form.contact)], now)?;
    let number = create::insert(tx, &form, None, now)?;
    keep_texts(tx, (number, 0), (mail, false), (&texts, cleaned, left_out), now)?;
    letters::confirm(tx, &tickets.config, &tickets.links, form.contact.as_str(), (number, now, now))?;
    let new = serde_json::json!({ "status": TicketStatus::Open, "requestType": form.request_type });
    store::in_record(number, |about| audit::record(tx, now, &Actor::system(), Event::TicketCreated, about, &NOTHING, &new))?;
    Ok(Ok(number))
}

/// Stores what a message has beside its text: who sent it, what it quotes, its pictures, and what was left out.
fn keep_texts(
    tx: &Tx<'_>,
    (number, message): (i64, i64),
    (mail, automatic): (&Mail, bool),
    (texts, cleaned, left_out): (&MailTexts, &[Cleaned], &[String]),
    now: i64,
) -> Result<()> {
    let mut left_out = left_out.to_vec();
    for (at, picture) in cleaned.iter().enumerate() {
        match pictures::add(tx, (number, Some(message)), (false, at), picture, now) {
            Ok(_) => {}
            // The ticket, or the day, has too many: nothing of this one is written.
            Err(Error::Refused { .. }) => left_out.push(words::A_PICTURE.to_owned()),
            Err(error) => return Err(error),
        }
    }
    let left_out = words::left_out(&left_out, mail.is_cut).unwrap_or_default();
    tx.execute(
        "INSERT INTO ticket_mail_texts (ticket_id, message_id, sender, automatic, quoted, left_out, mail_ref, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![number, message, shown_line(&mail.head.from), automatic, texts.quoted, left_out, mail.id, now],
    )?;
    Ok(())
}
