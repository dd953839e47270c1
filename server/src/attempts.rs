//! Growing pauses against guessing (docs/decisions/0026).
//!
//! Failed attempts are counted in the database, so that they still count after a restart. Attempts under way are counted in
//! memory, so that a thousand at once count as a thousand; one that ends without a verdict does not count.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use core_wasm::account::messages;

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::ids::sha256;

/// The first pause; each further one doubles.
const FIRST_PAUSE_MS: i64 = 2_000;
/// The longest pause.
const LONGEST_PAUSE_MS: i64 = 15 * 60_000;
/// Counts that are kept; those that would be forgotten first make room.
const MOST_COUNTS: i64 = 20_000;
/// How long an address stays known that somebody logged in from: 90 days.
const KNOWN_MS: i64 = 90 * 24 * 3_600_000;
/// The most known addresses of an account, the newest ones.
const MOST_KNOWN: i64 = 20;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A password.
    Login,
    /// A mail with a link to choose a new one.
    Forgot,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Forgot => "forgot",
        }
    }
}

/// Whose account is tried.
#[derive(Clone, Debug)]
pub(crate) enum Account {
    /// The account with this id, whatever name of it was typed.
    Known(String),
    /// Nobody's, as far as we know, by the name that was typed.
    Named(String),
}

impl Account {
    /// Hashed: people type passwords into the field for the name, too.
    fn key(&self) -> String {
        match self {
            Self::Known(id) => sha256(format!("id {id}")),
            Self::Named(name) => sha256(format!("name {}", core_wasm::race::name::key(name))),
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Known(id) => id,
            Self::Named(_) => "",
        }
    }
}

/// How long a failure is remembered: by everything that counts it, so that what one count has of it can be taken off another.
const FORGET_MS: i64 = 15 * 60_000;
/// Failures at one account that are free, from one address and from anywhere.
const FREE_PER_ACCOUNT: i64 = 5;
/// Failures from one address that are free: an office, or the tent on race day, has many people behind one.
const FREE_PER_ADDRESS: i64 = 50;

/// How many failures are left while it takes so long until nothing of them is.
fn count(remaining: i64) -> i64 {
    (remaining + FORGET_MS - 1) / FORGET_MS
}

/// What failures are counted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    kind: Kind,
    account: String,
    address: String,
}

impl Subject {
    fn free(&self) -> i64 {
        if self.account.is_empty() { FREE_PER_ADDRESS } else { FREE_PER_ACCOUNT }
    }

    /// How much is remembered, in milliseconds until nothing is, and when the pause ends.
    fn stands(&self, tx: &Tx<'_>, now: i64) -> Result<(i64, i64)> {
        let row = tx.query_opt(
            "SELECT forgotten_at, blocked_until FROM attempts WHERE kind = $1 AND account = $2 AND address = $3",
            params![self.kind.word(), self.account, self.address],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
        )?;
        Ok(self.left(row.unwrap_or_default(), now))
    }

    /// The same, to be changed: nobody else changes it until this transaction ends. Whoever locks several takes them in the order of
    /// [`Attempt::subjects`].
    fn lock(&self, tx: &Tx<'_>, now: i64) -> Result<(i64, i64)> {
        let row = tx.query_one(
            "INSERT INTO attempts (kind, account, address, forgotten_at, blocked_until) VALUES ($1, $2, $3, 0, 0)
             ON CONFLICT (kind, account, address) DO UPDATE SET kind = excluded.kind RETURNING forgotten_at, blocked_until",
            params![self.kind.word(), self.account, self.address],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
        )?;
        Ok(self.left(row, now))
    }

    fn left(&self, (forgotten_at, blocked_until): (i64, i64), now: i64) -> (i64, i64) {
        // What would last longer was written before the clock was set back.
        let remaining = (forgotten_at - now).clamp(0, (self.free() + 20) * FORGET_MS);
        (remaining, if blocked_until - now <= LONGEST_PAUSE_MS { blocked_until } else { 0 })
    }

    fn keep(&self, tx: &Tx<'_>, forgotten_at: i64, blocked_until: i64) -> Result<()> {
        tx.execute(
            "INSERT INTO attempts (kind, account, address, forgotten_at, blocked_until) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (kind, account, address) DO UPDATE SET forgotten_at = excluded.forgotten_at, blocked_until = excluded.blocked_until",
            params![self.kind.word(), self.account, self.address, forgotten_at, blocked_until],
        )?;
        Ok(())
    }
}

/// How many tries of whom are being looked at; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts {
    under_way: Arc<Mutex<HashMap<Subject, i64>>>,
}

impl Attempts {
    /// Lets a try begin, or refuses it while a pause lasts (429). It counts itself as under way before it reads what failed, and a try that
    /// failed is counted in the database before it is no longer under way: so each is seen by the next one.
    /// Tries under way at another process are not.
    pub(crate) fn begin(&self, tx: &Tx<'_>, kind: Kind, account: &Account, address: ClientAddress, now: i64) -> Result<Attempt> {
        let (key, from) = (account.key(), address.subject());
        let subject = |account: &str, address: &str| Subject { kind, account: account.into(), address: address.into() };
        let attempt = Attempt {
            here: subject(&key, &from),
            account: subject(&key, ""),
            address: subject("", &from),
            user_id: account.id().to_owned(),
            attempts: self.clone(),
        };
        let others = attempt.enter();
        let known = is_known(tx, account.id(), &from, now)?;
        for (subject, others) in attempt.subjects().into_iter().zip(others) {
            // Whoever has logged in from here is not stopped by what strangers do elsewhere.
            if known && subject == &attempt.account {
                continue;
            }
            let (remaining, blocked_until) = subject.stands(tx, now)?;
            let crowded = others > 0 && count(remaining) + others >= subject.free();
            let wait = if crowded { (blocked_until - now).max(FIRST_PAUSE_MS) } else { blocked_until - now };
            if wait > 0 {
                let seconds = u64::try_from((wait + 999) / 1000).unwrap_or(1);
                let refusal = Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY", messages::TOO_MANY_LOGINS);
                return Err(refusal.retry_after(seconds));
            }
        }
        Ok(attempt)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Subject, i64>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A try that has begun. Dropped without a verdict (nobody waits for it any more, or the site was too busy), it was none.
#[derive(Debug)]
pub(crate) struct Attempt {
    here: Subject,
    account: Subject,
    address: Subject,
    /// Blank when nobody's account is tried.
    user_id: String,
    attempts: Attempts,
}

impl Attempt {
    fn subjects(&self) -> [&Subject; 3] {
        [&self.here, &self.account, &self.address]
    }

    /// Counts it as under way; answers how many others are.
    fn enter(&self) -> [i64; 3] {
        let mut under_way = self.attempts.under_way();
        self.subjects().map(|subject| {
            let count = under_way.entry(subject.clone()).or_default();
            *count += 1;
            *count - 1
        })
    }

    /// Counts it as failed; answers how long the next one has to wait, in milliseconds.
    pub(crate) fn fail(&self, tx: &Tx<'_>, now: i64) -> Result<i64> {
        tx.execute("DELETE FROM attempts WHERE forgotten_at <= $1", params![now])?;
        let mut longest = 0;
        for subject in self.subjects() {
            let (remaining, _) = subject.lock(tx, now)?;
            let remaining = remaining + FORGET_MS;
            let pause = pause(count(remaining) - subject.free());
            subject.keep(tx, now + remaining, now + pause)?;
            longest = longest.max(pause);
        }
        tx.execute(
            "DELETE FROM attempts WHERE forgotten_at <= (SELECT forgotten_at FROM attempts ORDER BY forgotten_at DESC LIMIT 1 OFFSET $1)",
            params![MOST_COUNTS],
        )?;
        Ok(longest)
    }

    /// It was right: forgives what failed for this account from this address, and nothing of what anybody else did.
    ///
    /// All counts shrink alike, so what is left of these failures in a count of more is at least what is left of them by themselves.
    pub(crate) fn succeed(&self, tx: &Tx<'_>, now: i64) -> Result<()> {
        let (own, _) = self.here.lock(tx, now)?;
        for subject in [&self.account, &self.address] {
            let (all, blocked_until) = subject.lock(tx, now)?;
            let rest = (all - own).max(0);
            subject.keep(tx, now + rest, if count(rest) >= subject.free() { blocked_until } else { 0 })?;
        }
        self.here.keep(tx, now, 0)?;
        know(tx, &self.user_id, &self.here.address, now)
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut under_way = self.attempts.under_way();
        for subject in self.subjects() {
            let left = under_way.get_mut(subject).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if left <= 0 {
                under_way.remove(subject);
            }
        }
    }
}

/// Whoever chose a new password by the mail's link is who they say: nothing that failed before counts, here or elsewhere.
pub(crate) fn lift(tx: &Tx<'_>, user_id: &str, address: ClientAddress, now: i64) -> Result<()> {
    let key = Account::Known(user_id.to_owned()).key();
    tx.execute("DELETE FROM attempts WHERE kind = $1 AND account = $2", params![Kind::Login.word(), key])?;
    know(tx, user_id, &address.subject(), now)
}

fn is_known(tx: &Tx<'_>, user_id: &str, address: &str, now: i64) -> Result<bool> {
    let seen = tx.query_opt(
        "SELECT seen_at FROM known_addresses WHERE user_id = $1 AND address = $2",
        params![user_id, address],
        |row| row.get::<i64>(0),
    )?;
    Ok(seen.is_some_and(|at| at > now - KNOWN_MS))
}

fn know(tx: &Tx<'_>, user_id: &str, address: &str, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO known_addresses (user_id, address, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, address) DO UPDATE SET seen_at = excluded.seen_at",
        params![user_id, address, now],
    )?;
    tx.execute(
        "DELETE FROM known_addresses WHERE user_id = $1 AND (seen_at <= $2 OR seen_at <
           (SELECT seen_at FROM known_addresses WHERE user_id = $1 ORDER BY seen_at DESC LIMIT 1 OFFSET $3))",
        params![user_id, now - KNOWN_MS, MOST_KNOWN - 1],
    )?;
    Ok(())
}

/// The pause after so many failures too many; none below zero.
fn pause(too_many: i64) -> i64 {
    let Ok(doublings) = u32::try_from(too_many) else { return 0 };
    (FIRST_PAUSE_MS << doublings.min(20)).min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        assert_eq!(pause(-1), 0);
        assert_eq!(pause(0), 2_000);
        assert_eq!(pause(3), 16_000);
        assert_eq!(pause(1_000_000), LONGEST_PAUSE_MS);
    }

    #[test]
    fn a_failure_counts_until_its_time_is_over() {
        assert_eq!([0, 1, FORGET_MS, 5 * FORGET_MS].map(count), [0, 1, 1, 5]);
    }
}
