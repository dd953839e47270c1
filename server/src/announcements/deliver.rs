//! The worker that puts the mails of announcements into the outbox, some each second: a code or an answer never waits behind thousands of
//! them. A mail and the row of its address are written in one transaction, so that after a crash none is missing and none comes twice.

use std::time::Duration;

use core_wasm::announcements::{AnnouncementForm, PER_SECOND, People, audience};
use core_wasm::timing::Entrant;

use super::store::{self, RaceFacts};
use super::{Announcements, detail, send, stop};
use crate::audit::{About, Actor};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::mail;
use crate::timed::store as timed;

/// How often a lot is put into the outbox.
const INTERVAL: Duration = Duration::from_secs(1);
/// While so many mails of announcements wait for their first attempts, no more are made: the mail server does not keep up, or takes none.
const MOST_FRESH: i64 = 100;
/// The lease of the copy that makes them, so that the pace is that of one; and its length in milliseconds.
const LEASE: (&str, i64) = ("announcements", 15_000);
/// How many announcements share a lot.
const AT_ONCE: i64 = 5;

/// Puts lots into the outbox, for as long as the program runs.
pub(crate) async fn run(here: Announcements) {
    loop {
        let ours = here.clone();
        match tokio::spawn(async move { ours.deliver().await }).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) if error.is_unreachable() => {}
            Ok(Err(error)) => tracing::error!(%error, "announcements could not be put into the outbox"),
            Err(panic) => tracing::error!(%panic, "the worker of announcements panicked"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// An announcement that is being sent.
struct Sending {
    id: i64,
    race_id: String,
    form: AnnouncementForm,
}

/// An address that waits for its mail.
struct Waiting {
    id: i64,
    address: String,
    address_key: Option<String>,
}

impl Announcements {
    /// Puts a lot into the outbox; returns how many mails it has.
    ///
    /// # Errors
    /// When the rows cannot be read or written.
    pub(crate) async fn deliver(&self) -> Result<usize> {
        let due = self.db.read(|tx| Ok(!sending(tx)?.is_empty() && mail::announced_and_fresh(tx)? < MOST_FRESH)).await?;
        if !due || !self.leases.hold(LEASE.0, LEASE.1).await? {
            return Ok(0);
        }
        let (here, now) = (self.clone(), self.clock.now_ms());
        self.db.write(move |tx| lot(tx, &here, now)).await
    }
}

fn sending(tx: &Tx<'_>) -> Result<Vec<Sending>> {
    tx.query_all(
        "SELECT id, race_id, subject, body FROM announcements WHERE state = 'sending' ORDER BY id LIMIT $1",
        params![AT_ONCE],
        |row| {
            Ok(Sending {
                id: row.get(0)?,
                race_id: row.get(1)?,
                form: AnnouncementForm { subject: row.get(2)?, text: row.get(3)? },
            })
        },
    )
}

fn lot(tx: &Tx<'_>, here: &Announcements, now: i64) -> Result<usize> {
    let sending = sending(tx)?;
    let share = PER_SECOND / i64::try_from(sending.len()).unwrap_or(1).max(1);
    let mut mailed = 0;
    for one in &sending {
        mailed += share_of(tx, here, one, share, now)?;
    }
    Ok(mailed)
}

/// Mails the next addresses of an announcement.
fn share_of(tx: &Tx<'_>, here: &Announcements, one: &Sending, share: i64, now: i64) -> Result<usize> {
    // A stop comes before or after, not in between.
    let locked = tx.execute("UPDATE announcements SET state = state WHERE id = $1 AND state = 'sending'", params![one.id])?;
    if locked == 0 {
        return Ok(0);
    }
    let Some(facts) = RaceFacts::load(tx, &one.race_id)? else {
        // Nobody can look at the announcements of a deleted race, nor stop them.
        stop::stop_now(tx, one.id, now)?;
        let name = tx.query_one("SELECT name FROM races WHERE id = $1", params![one.race_id], |row| row.get::<String>(0))?;
        stop::record(tx, &Actor::system(), About { id: &one.race_id, name: &name }, one.id, now)?;
        return Ok(0);
    };
    let waiting = tx.query_all(
        "SELECT id, address, address_key FROM announcement_recipients WHERE announcement_id = $1 AND state = 'waiting' ORDER BY id LIMIT $2",
        params![one.id, share],
        |row| Ok(Waiting { id: row.get(0)?, address: row.get(1)?, address_key: row.get(2)? }),
    )?;
    if waiting.is_empty() {
        tx.execute("UPDATE announcements SET state = 'done' WHERE id = $1", params![one.id])?;
        return Ok(0);
    }
    // The whole list is read at most once, and only when an address has none of its bibs any more.
    let mut list = None;
    let mut mailed = 0;
    for recipient in &waiting {
        mailed += usize::from(mail_one(tx, here, one, (&facts, &mut list), recipient, now)?);
    }
    Ok(mailed)
}

/// Mails an announcement to an address, for those who have it by now; returns whether it was mailed.
fn mail_one(
    tx: &Tx<'_>,
    here: &Announcements,
    one: &Sending,
    (facts, list): (&RaceFacts, &mut Option<Vec<People>>),
    recipient: &Waiting,
    now: i64,
) -> Result<bool> {
    let Some(key) = &recipient.address_key else { return set(tx, recipient, "withdrawn", None, now).map(|()| false) };
    let people =
        People { address: recipient.address.clone(), key: core_wasm::race::name::key(&recipient.address), bibs: Vec::new() };
    let (mut entrants, mut gone) = (Vec::new(), Vec::new());
    for bib in detail::bibs(tx, recipient.id)? {
        match timed::entrant(tx, &facts.id, &bib)? {
            Some(entrant) if people.has(&entrant) => entrants.push(entrant),
            Some(entrant) => {
                move_on(tx, here, one.id, &entrant, now)?;
                gone.push(bib);
            }
            None => gone.push(bib),
        }
    }
    if entrants.is_empty() {
        entrants = elsewhere(tx, one.id, (facts, list), &people, recipient.id)?;
    }
    if entrants.is_empty() {
        return set(tx, recipient, "withdrawn", None, now).map(|()| false);
    }
    for bib in &gone {
        let sql = "DELETE FROM announcement_bibs WHERE announcement_id = $1 AND bib = $2 AND recipient_id = $3";
        tx.execute(sql, params![one.id, bib, recipient.id])?;
    }
    if store::is_unsubscribed(tx, key, &facts.id)? {
        return set(tx, recipient, "unsubscribed", None, now).map(|()| false);
    }
    let named = entrants.iter().map(|entrant| facts.addressee(entrant)).collect();
    let link = here.links.page(&here.config, key, &facts.id);
    let letter = facts.letter(here, &one.form, &recipient.address, named, link);
    let one_click = here.links.one_click(&here.config, key, &facts.id);
    let mail = mail::enqueue_of_announcement(tx, now, &letter, one.id, &one_click)?;
    set(tx, recipient, "mailed", Some(mail), now).map(|()| true)
}

fn set(tx: &Tx<'_>, recipient: &Waiting, state: &str, mail: Option<i64>, now: i64) -> Result<()> {
    tx.execute(
        "UPDATE announcement_recipients SET state = $1, mail_id = $2, at = $3 WHERE id = $4",
        params![state, mail, now, recipient.id],
    )?;
    Ok(())
}

/// An entrant has another address by now: it gets the announcement at that one, unless that has got it already.
fn move_on(tx: &Tx<'_>, here: &Announcements, announcement: i64, entrant: &Entrant, now: i64) -> Result<()> {
    let (people, _) = audience(std::slice::from_ref(entrant));
    let Some(one) = people.first() else { return Ok(()) };
    let key = here.links.address(&one.address);
    let sql = "SELECT id, state FROM announcement_recipients WHERE announcement_id = $1 AND address_key = $2";
    let known = tx.query_opt(sql, params![announcement, key], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
    match known {
        Some((id, state)) if state == "waiting" => send::set_recipient(tx, announcement, &entrant.bib, id),
        Some(_) => Ok(()),
        None => send::add_recipient(tx, announcement, one, &key, now).map(|_| ()),
    }
}

/// Those who have an address under other bibs by now.
fn elsewhere(
    tx: &Tx<'_>,
    announcement: i64,
    (facts, list): (&RaceFacts, &mut Option<Vec<People>>),
    people: &People,
    recipient: i64,
) -> Result<Vec<Entrant>> {
    if list.is_none() {
        *list = Some(audience(&timed::entrants(tx, &facts.id)?).0);
    }
    let mut entrants = Vec::new();
    for bib in list.iter().flatten().filter(|one| one.key == people.key).flat_map(|one| &one.bibs) {
        if let Some(entrant) = timed::entrant(tx, &facts.id, bib)? {
            send::set_recipient(tx, announcement, bib, recipient)?;
            entrants.push(entrant);
        }
    }
    Ok(entrants)
}
