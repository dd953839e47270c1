//! Mails that come in for tickets (docs/decisions/0064): fetched from a mailbox, read, and stored where the core says that they belong.
//!
//! One mail is taken at a time, each in a transaction of its own, and marked in the mailbox once it is stored: after a crash in between it is
//! recognised by its key and only marked. No mail stops the others: one that can't be read is set aside for the administrators, and so is
//! one over which the process has ended several times.

pub(super) mod aside;
mod html;
mod imap;
mod mailbox;
mod maildir;
mod parse;
mod store;
mod thread;
mod tries;

pub(crate) use mailbox::Mailbox;
pub(super) use thread::set as set_thread;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use core_wasm::ticket::incoming::{Nature, kept, nature};
use tempfile::NamedTempFile;

use self::mailbox::{Fetched, Opened};
use self::parse::Mail;
use self::store::Aside;
use super::Tickets;
use crate::error::{Error, Result};
use crate::ids::sha256;
use crate::images::Cleaned;
use crate::leases::Leases;
use crate::work::lock;

/// How often the mailbox is looked at.
const CHECK_INTERVAL: Duration = Duration::from_secs(20);
/// The lease of the copy that looks at it, and its length in milliseconds: two would fetch each mail twice, to store it once.
const LEASE: (&str, i64) = ("mailbox", 120_000);
/// How many mails are taken in one round; the others are found the next time.
const MOST_AT_ONCE: usize = 100;
/// How many mails that the mailbox does not give or cannot mark end a round.
const MOST_FAILED: u32 = 4;
/// How many of them are remembered.
const MOST_PUT_OFF: usize = 1_000;
/// The longest pause after a mailbox could not be reached; each pause is twice the one before.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);
/// The time limit of reading one mail.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Takes what comes in, for as long as the program runs.
pub(crate) async fn run(tickets: Tickets, mailbox: Mailbox, leases: Leases) {
    let (mut pause, put_off) = (CHECK_INTERVAL, PutOff::default());
    loop {
        if !leases.hold(LEASE.0, LEASE.1).await.unwrap_or(false) {
            tokio::time::sleep(CHECK_INTERVAL).await;
            continue;
        }
        let (here, from, put_off) = (tickets.clone(), mailbox.clone(), put_off.clone());
        // In a task of its own: if a library panics, the worker continues.
        let taking = tokio::spawn(async move { take_all(&here, &from, &put_off).await });
        pause = match leases.during(LEASE.0, LEASE.1, taking).await {
            Ok(Ok(_)) => CHECK_INTERVAL,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the mailbox of tickets could not be read");
                (pause * 2).min(LONGEST_PAUSE)
            }
            Err(panic) => {
                tracing::error!(%panic, "the worker of incoming mail panicked");
                (pause * 2).min(LONGEST_PAUSE)
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// The mails that the mailbox did not give or could not mark, by their ids; the one that failed last is the last.
#[derive(Clone, Default)]
pub(crate) struct PutOff(Arc<Mutex<Vec<String>>>);

impl PutOff {
    /// The new mails in the order in which they are taken: those that did not fail before, and then the others, the one that failed first before all.
    fn order(&self, mut new: Vec<String>) -> Vec<String> {
        let mut failed = lock(&self.0);
        failed.retain(|id| new.contains(id));
        new.retain(|id| !failed.contains(id));
        new.extend(failed.iter().cloned());
        new.truncate(MOST_AT_ONCE);
        new
    }

    fn has(&self, id: &str) -> bool {
        lock(&self.0).iter().any(|one| one == id)
    }

    fn add(&self, id: String) {
        let mut failed = lock(&self.0);
        failed.retain(|one| *one != id);
        failed.push(id);
        if failed.len() > MOST_PUT_OFF {
            failed.remove(0);
        }
    }
}

/// Takes the mails that are new in the mailbox, once; returns how many were stored or set aside.
///
/// # Errors
/// When the mailbox cannot be reached. A mail that cannot be fetched, stored or marked waits for the next time.
pub(crate) async fn take_all(tickets: &Tickets, mailbox: &Mailbox, put_off: &PutOff) -> Result<usize> {
    let mut opened = mailbox.open().await?;
    let (mut taken, mut failed) = (0, 0);
    for id in put_off.order(opened.new_mails().await?) {
        match take_one(tickets, &mut opened, &id).await {
            Ok(is_taken) => taken += usize::from(is_taken),
            Err(error) => {
                tracing::warn!(%error, "an incoming mail could not be fetched or marked: it is tried again later");
                // One that failed before ends the round when it fails again: the others of its kind have theirs.
                failed += if put_off.has(&id) { MOST_FAILED } else { 1 };
                put_off.add(id);
                if failed >= MOST_FAILED {
                    return Ok(taken);
                }
                // Afterwards the connection may be of no use.
                opened = mailbox.open().await?;
            }
        }
    }
    opened.close().await;
    Ok(taken)
}

/// Takes one mail; `false` when it is to be tried again, or is gone. An error is one of the mailbox.
async fn take_one(tickets: &Tickets, opened: &mut Opened, id: &str) -> Result<bool> {
    let Some(fetched) = opened.fetch(id).await? else { return Ok(false) };
    match take(tickets, fetched).await {
        Ok(Some(marked)) => opened.mark(id, marked).await.map(|()| true),
        Ok(None) => Ok(false),
        // What is wrong with one mail, or with the database at this moment, does not stop the others.
        Err(error) => {
            tracing::error!(%error, "an incoming mail could not be stored: it is tried again later");
            Ok(false)
        }
    }
}

/// How a mail is marked in the mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marked {
    /// It is stored, or nothing becomes of it.
    Done,
    /// It is set aside for the administrators.
    Aside,
}

/// Stores one mail. `None` if it is to be tried again later.
async fn take(tickets: &Tickets, fetched: Fetched) -> Result<Option<Marked>> {
    let now = tickets.clock.now_ms();
    let hash = sha256(&fetched.bytes);
    let begun = hash.clone();
    let size = fetched.bytes.len();
    match tickets.db.write(move |tx| tries::begin(tx, &begun, now)).await? {
        tries::Begun::Now => {}
        tries::Begun::Later => return Ok(None),
        tries::Begun::TooOften => {
            tracing::warn!(bytes = size, "an incoming mail was tried very often: it is set aside");
            return set_aside(tickets, Aside::unread(&fetched.bytes, hash.clone()), hash, now).await.map(Some);
        }
    }
    let (unread, is_cut) = (Aside::unread(&fetched.bytes, hash.clone()), fetched.is_cut);
    let read = tokio::task::spawn_blocking(move || parse::parse(&fetched.bytes, is_cut));
    let mail = match tokio::time::timeout(READ_TIMEOUT, read).await {
        Ok(Ok(Some(mail))) => mail,
        // A library panicked over it, it took too long, or it is no mail.
        _ => return set_aside(tickets, unread, hash, now).await.map(Some),
    };
    let nature = nature(&mail.head, &tickets.own_addresses());
    let (pictures, left_out) = if nature == Nature::Person { pictures(tickets, &mail).await? } else { Default::default() };
    let (here, done) = (tickets.clone(), hash.clone());
    let aside = Aside::of(&mail, size);
    let stored = tickets.db.write(move |tx| {
        let marked = store::store(tx, &here, (&mail, nature), (&pictures, &left_out), now)?;
        tries::end(tx, &done)?;
        Ok(marked)
    });
    match stored.await {
        Ok(None) => Ok(Some(Marked::Done)),
        Ok(Some(why)) => set_aside(tickets, aside.because(why), hash, now).await.map(Some),
        Err(error) => match store::reason(&error) {
            Some(why) => set_aside(tickets, aside.because(why), hash, now).await.map(Some),
            None => Err(error),
        },
    }
}

async fn set_aside(tickets: &Tickets, aside: Aside, hash: String, now: i64) -> Result<Marked> {
    tickets
        .db
        .write(move |tx| {
            store::set_aside(tx, &aside, now)?;
            tries::end(tx, &hash)
        })
        .await?;
    Ok(Marked::Aside)
}

/// Cleans the pictures of a mail that the core keeps, and returns the names of everything else.
async fn pictures(tickets: &Tickets, mail: &Mail) -> Result<(Vec<Cleaned>, Vec<String>)> {
    let described: Vec<_> = mail.attachments.iter().map(|(attachment, _)| attachment.clone()).collect();
    let mut kept = kept(&described);
    let mut cleaned = Vec::new();
    for at in kept.pictures {
        let Some((attachment, bytes)) = mail.attachments.get(at) else { continue };
        let file = NamedTempFile::new_in(tickets.images.spool())?;
        tokio::fs::write(file.path(), bytes).await?;
        match tickets.images.clean(file.path().to_owned()).await? {
            Ok(picture) => cleaned.push(picture),
            // It can't be decoded, or is too large.
            Err(_) => kept.left_out.push(core_wasm::ticket::incoming::file_name(&attachment.name)),
        }
    }
    Ok((cleaned, kept.left_out))
}

/// Turns an error of the mailbox into one for the log, without what the server may have repeated of the login.
fn mailbox_error(what: &'static str, error: &dyn std::error::Error) -> Error {
    Error::message(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_that_failed_come_after_all_others_in_turn() {
        let put_off = PutOff::default();
        let order = |new: &[&str]| put_off.order(new.iter().map(|id| (*id).to_owned()).collect());
        assert_eq!(order(&["1", "2", "3", "4"]), ["1", "2", "3", "4"]);
        for bad in ["1", "2", "3"] {
            put_off.add(bad.into());
        }
        assert_eq!(order(&["1", "2", "3", "4", "5"]), ["4", "5", "1", "2", "3"]);
        put_off.add("1".into());
        assert_eq!(order(&["1", "2", "3", "4", "5"]), ["4", "5", "2", "3", "1"]);
        // One that is gone from the mailbox is forgotten.
        assert_eq!(order(&["1", "3"]), ["3", "1"]);
        assert!(put_off.has("1") && !put_off.has("2"));
        // Also of more than are taken at once.
        let many: Vec<String> = (0..250).map(|id| id.to_string()).collect();
        (0..120).for_each(|bad| put_off.add(bad.to_string()));
        assert_eq!(put_off.order(many), (120..220).map(|id| id.to_string()).collect::<Vec<_>>());
    }
}
