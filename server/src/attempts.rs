//! Growing pauses against guessed passwords (docs/decisions/0026).
//!
//! Failed attempts are counted in the database, so that they still count after a restart. Running attempts are counted in memory,
//! so that a thousand at once count as a thousand; an attempt that ends without a result does not count.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use core_wasm::account::messages;

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::ids::sha256;

/// The first pause; each further one is twice as long.
const FIRST_PAUSE_MS: i64 = 2_000;
/// The longest pause.
const LONGEST_PAUSE_MS: i64 = 15 * 60_000;
/// How many counts are stored; those that would expire first are deleted to make room.
const MAX_COUNTS: i64 = 20_000;
/// How long an address counts as known after a login from it: 90 days.
const KNOWN_ADDRESS_MS: i64 = 90 * 24 * 3_600_000;
/// The most known addresses of an account; the newest ones are kept.
const MAX_KNOWN_ADDRESSES: i64 = 20;

/// What is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A login.
    Login,
    /// A request for a mail with a link to choose a new password.
    Forgot,
    /// A request for a mail with the code of a sign-up.
    SignUp,
    /// A support ticket whose confirmation is mailed.
    Ticket,
    /// A login by passkey.
    Passkey,
    /// The token of an invitation.
    Invitation,
    /// A mail that anybody can ask for, of whichever kind: what networks are counted for.
    Mail,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Forgot => "forgot",
            Self::SignUp => "signup",
            Self::Ticket => "ticket",
            Self::Passkey => "passkey",
            Self::Invitation => "invitation",
            Self::Mail => "mail",
        }
    }

    /// Whether every attempt sends a mail, or may.
    fn sends_mail(self) -> bool {
        matches!(self, Self::Forgot | Self::SignUp | Self::Ticket)
    }
}

/// The account that is attempted.
#[derive(Clone, Debug)]
pub(crate) enum Account {
    /// The account with this id, by whichever name it was given.
    Known(String),
    /// No existing account; the name that was typed.
    Named(String),
    /// No account is named: only the address counts.
    Nobody,
}

impl Account {
    /// The key in the database. It is a hash, because people type passwords into the field for the name.
    fn key(&self) -> Option<String> {
        match self {
            Self::Known(id) => Some(sha256(format!("id {id}"))),
            Self::Named(name) => Some(sha256(format!("name {}", core_wasm::race::name::key(name)))),
            Self::Nobody => None,
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Known(id) => id,
            Self::Named(_) | Self::Nobody => "",
        }
    }
}

/// How long a failure counts. It is the same for every count of a login, so that the failures of one count can be subtracted from another.
const FAILURE_LIFETIME_MS: i64 = 15 * 60_000;
/// How many failures at one account are free of a pause, from one address and from anywhere.
const FREE_PER_ACCOUNT: i64 = 5;
/// How many failures from one address are free of a pause: an office, or the tent on race day, has many people behind one address.
const FREE_PER_ADDRESS: i64 = 50;

/// How many mails the addresses of one network (/24 of IPv4, /48 of IPv6) may ask for without a pause: one customer can have all of them,
/// and every mail of theirs delays the others.
const FREE_PER_NETWORK: i64 = 200;
/// How long such a mail counts: afterwards a network has two a minute.
const MAIL_LIFETIME_MS: i64 = 30_000;

/// What failures are counted for: an account at an address, an account, an address, or a network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    kind: Kind,
    account: String,
    address: String,
    /// How many failures are free of a pause.
    free: i64,
    /// How long a failure counts, in milliseconds.
    lifetime: i64,
}

impl Subject {
    /// The number of failures that still count, from the milliseconds until none does.
    fn count(&self, remaining: i64) -> i64 {
        (remaining + self.lifetime - 1) / self.lifetime
    }

    /// Returns the milliseconds until no failure counts any more, and the time when the pause ends.
    fn load(&self, tx: &Tx<'_>, now: i64) -> Result<(i64, i64)> {
        let row = tx.query_opt(
            "SELECT forgotten_at, blocked_until FROM attempts WHERE kind = $1 AND account = $2 AND address = $3",
            params![self.kind.word(), self.account, self.address],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
        )?;
        Ok(self.remaining(row.unwrap_or_default(), now))
    }

    /// The same, and locks the row until this transaction ends. Several rows are locked in the order of [`Attempt::subjects`].
    fn lock(&self, tx: &Tx<'_>, now: i64) -> Result<(i64, i64)> {
        let row = tx.query_one(
            "INSERT INTO attempts (kind, account, address, forgotten_at, blocked_until) VALUES ($1, $2, $3, 0, 0)
             ON CONFLICT (kind, account, address) DO UPDATE SET kind = excluded.kind RETURNING forgotten_at, blocked_until",
            params![self.kind.word(), self.account, self.address],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
        )?;
        Ok(self.remaining(row, now))
    }

    fn remaining(&self, (forgotten_at, blocked_until): (i64, i64), now: i64) -> (i64, i64) {
        // A value beyond this was written before the clock was set back.
        let remaining = (forgotten_at - now).clamp(0, (self.free + 20) * self.lifetime);
        (remaining, if blocked_until - now <= LONGEST_PAUSE_MS { blocked_until } else { 0 })
    }

    fn save(&self, tx: &Tx<'_>, forgotten_at: i64, blocked_until: i64) -> Result<()> {
        tx.execute(
            "INSERT INTO attempts (kind, account, address, forgotten_at, blocked_until) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (kind, account, address) DO UPDATE SET forgotten_at = excluded.forgotten_at, blocked_until = excluded.blocked_until",
            params![self.kind.word(), self.account, self.address, forgotten_at, blocked_until],
        )?;
        Ok(())
    }
}

/// The running attempts; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts {
    running: Arc<Mutex<HashMap<Subject, i64>>>,
}

impl Attempts {
    /// Begins an attempt, or refuses it during a pause (429). An attempt counts as running before it reads the failures, and a
    /// failure is written to the database before the attempt stops counting as running: so every attempt is seen by the next one.
    /// Running attempts of another process are not seen: what they lead to is looked at when this one ends.
    pub(crate) fn begin(&self, tx: &Tx<'_>, kind: Kind, account: &Account, address: ClientAddress, now: i64) -> Result<Attempt> {
        let (key, from) = (account.key(), address.subject());
        let subject = |account: &str, address: &str, free| {
            let lifetime = FAILURE_LIFETIME_MS;
            Subject { kind, account: account.into(), address: address.into(), free, lifetime }
        };
        let network =
            || Subject { kind: Kind::Mail, lifetime: MAIL_LIFETIME_MS, ..subject("", &address.network(), FREE_PER_NETWORK) };
        let known = is_known(tx, account.id(), &from, now)?;
        let attempt = Attempt {
            account: key.map(|key| [subject(&key, &from, FREE_PER_ACCOUNT), subject(&key, "", FREE_PER_ACCOUNT)]),
            address: subject("", &from, FREE_PER_ADDRESS),
            network: kind.sends_mail().then(network),
            user_id: account.id().to_owned(),
            known,
            attempts: self.clone(),
        };
        let others = attempt.count_running();
        for (subject, others) in attempt.subjects().into_iter().zip(others).filter(|(subject, _)| attempt.stops_at(subject)) {
            let (remaining, blocked_until) = subject.load(tx, now)?;
            let crowded = others > 0 && subject.count(remaining) + others >= subject.free;
            let wait = if crowded { (blocked_until - now).max(FIRST_PAUSE_MS) } else { blocked_until - now };
            if wait > 0 {
                return Err(too_many(wait));
            }
        }
        Ok(attempt)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Subject, i64>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt that has begun. One that is dropped without a result (the client disconnected, or the site was too busy) does not
/// count.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// The account at this address, and from anywhere; `None` when no account is named.
    account: Option<[Subject; 2]>,
    address: Subject,
    /// The network of the address; `None` when the attempt sends no mail.
    network: Option<Subject>,
    /// Empty when no existing account is attempted.
    user_id: String,
    /// Whether the account's user has logged in from this address before.
    known: bool,
    attempts: Attempts,
}

impl Attempt {
    fn subjects(&self) -> Vec<&Subject> {
        self.account.iter().flatten().chain([&self.address]).chain(&self.network).collect()
    }

    /// Whether a pause of this count refuses the attempt: a user who has logged in from this address before is not stopped by failures
    /// elsewhere.
    fn stops_at(&self, subject: &Subject) -> bool {
        !(self.known && subject.address.is_empty())
    }

    /// Refuses an attempt in whose time a pause has begun (429), by attempts of other processes: whether it was right is not told.
    fn refuse_in_pause(&self, tx: &Tx<'_>, now: i64) -> Result<()> {
        for subject in self.subjects().into_iter().filter(|subject| self.stops_at(subject)) {
            let (_, blocked_until) = subject.load(tx, now)?;
            if blocked_until > now {
                return Err(too_many(blocked_until - now));
            }
        }
        Ok(())
    }

    /// Counts it as running; returns how many others are.
    fn count_running(&self) -> Vec<i64> {
        let mut running = self.attempts.running();
        let mut count = |subject: &Subject| {
            let count = running.entry(subject.clone()).or_default();
            *count += 1;
            *count - 1
        };
        self.subjects().into_iter().map(&mut count).collect()
    }

    /// Counts it as failed; returns how long the next attempt has to wait, in milliseconds.
    ///
    /// # Errors
    /// 429 when a pause has begun meanwhile.
    pub(crate) fn fail(&self, tx: &Tx<'_>, now: i64) -> Result<i64> {
        self.refuse_in_pause(tx, now)?;
        tx.execute("DELETE FROM attempts WHERE forgotten_at <= $1", params![now])?;
        let mut longest = 0;
        for subject in self.subjects() {
            let (remaining, _) = subject.lock(tx, now)?;
            let remaining = remaining + subject.lifetime;
            let pause = pause(subject.count(remaining) - subject.free);
            subject.save(tx, now + remaining, now + pause)?;
            longest = longest.max(pause);
        }
        tx.execute(
            "DELETE FROM attempts WHERE forgotten_at <= (SELECT forgotten_at FROM attempts ORDER BY forgotten_at DESC LIMIT 1 OFFSET $1)",
            params![MAX_COUNTS],
        )?;
        Ok(longest)
    }

    /// The attempt was right: removes the failures for this account from this address, and no others. Mails that were asked for stay counted.
    ///
    /// All counts decrease at the same rate, so the rest of these failures in a larger count is at least their rest in their own
    /// count.
    ///
    /// # Errors
    /// 429 when a pause has begun meanwhile.
    pub(crate) fn succeed(&self, tx: &Tx<'_>, now: i64) -> Result<()> {
        self.refuse_in_pause(tx, now)?;
        let Some([here, account]) = &self.account else { return Ok(()) };
        let (own, _) = here.lock(tx, now)?;
        for subject in [account, &self.address] {
            let (all, blocked_until) = subject.lock(tx, now)?;
            let rest = (all - own).max(0);
            subject.save(tx, now + rest, if subject.count(rest) >= subject.free { blocked_until } else { 0 })?;
        }
        here.save(tx, now, 0)?;
        remember(tx, &self.user_id, &here.address, now)
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut running = self.attempts.running();
        for subject in self.subjects() {
            let left = running.get_mut(subject).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if left <= 0 {
                running.remove(subject);
            }
        }
    }
}

/// After a password was reset, no earlier failure of the account counts any more, from any address.
pub(crate) fn remove_failures(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    let key = Account::Known(user_id.to_owned()).key().unwrap_or_default();
    tx.execute("DELETE FROM attempts WHERE kind = $1 AND account = $2", params![Kind::Login.word(), key])?;
    Ok(())
}

/// Notes that the account's owner was at this address, so that failures elsewhere do not stop them there.
pub(crate) fn remember_address(tx: &Tx<'_>, user_id: &str, address: ClientAddress, now: i64) -> Result<()> {
    remember(tx, user_id, &address.subject(), now)
}

/// A call that looks something up for anybody: it is no guess that can be right or wrong, so only its rate is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lookup {
    /// Whether a username is free. Whoever may ask could collect the names of accounts.
    Username,
    /// The begin of a login by passkey. Each one that waits is a row.
    Passkey,
}

/// How long lookups are counted together.
const LOOKUP_MS: i64 = 60_000;
/// How many lookups of one kind an address has in that time: more than everybody behind one address types or presses.
const LOOKUPS: u32 = 120;
/// Of how many addresses lookups are counted; those whose time ends first make room.
const MAX_LOOKING: usize = 20_000;

/// Which lookups are counted together.
type Looking = (Lookup, String);

/// What an address has looked up.
#[derive(Clone, Copy, Debug, Default)]
struct Looked {
    /// When the count begins again, in epoch milliseconds.
    until: i64,
    count: u32,
}

/// The lookups of the last minute; cheap to clone. They are counted in memory, because a lookup must not cost a write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookups(Arc<Mutex<HashMap<Looking, Looked>>>);

impl Lookups {
    /// Counts a lookup, or refuses it (429).
    pub(crate) fn count(&self, lookup: Lookup, address: ClientAddress, now: i64) -> Result<()> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (lookup, address.subject());
        if made.len() >= MAX_LOOKING && !made.contains_key(&key) {
            make_room(&mut made, now);
        }
        let looked = made.entry(key).or_default();
        // One that is later than a minute from now was set before the clock was set back.
        if looked.until <= now || looked.until > now + LOOKUP_MS {
            *looked = Looked { until: now + LOOKUP_MS, count: 0 };
        }
        if looked.count >= LOOKUPS {
            return Err(too_many(looked.until - now));
        }
        looked.count += 1;
        Ok(())
    }
}

/// Forgets the counts that are over, and if that is not enough a tenth of the others, so that not every further address costs a search.
fn make_room(made: &mut HashMap<Looking, Looked>, now: i64) {
    made.retain(|_, looked| looked.until > now);
    if made.len() < MAX_LOOKING {
        return;
    }
    let mut ends: Vec<i64> = made.values().map(|looked| looked.until).collect();
    ends.sort_unstable();
    let last = ends.get(MAX_LOOKING / 10).copied().unwrap_or(now);
    made.retain(|_, looked| looked.until > last);
}

/// The refusal of who has to wait (429).
fn too_many(wait_ms: i64) -> Error {
    let seconds = u64::try_from((wait_ms + 999) / 1000).unwrap_or(1);
    Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY", messages::too_many(seconds)).retry_after(seconds)
}

fn is_known(tx: &Tx<'_>, user_id: &str, address: &str, now: i64) -> Result<bool> {
    let seen = tx.query_opt(
        "SELECT seen_at FROM known_addresses WHERE user_id = $1 AND address = $2",
        params![user_id, address],
        |row| row.get::<i64>(0),
    )?;
    Ok(seen.is_some_and(|at| at > now - KNOWN_ADDRESS_MS))
}

fn remember(tx: &Tx<'_>, user_id: &str, address: &str, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO known_addresses (user_id, address, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, address) DO UPDATE SET seen_at = excluded.seen_at",
        params![user_id, address, now],
    )?;
    tx.execute(
        "DELETE FROM known_addresses WHERE user_id = $1 AND (seen_at <= $2 OR seen_at <
           (SELECT seen_at FROM known_addresses WHERE user_id = $1 ORDER BY seen_at DESC LIMIT 1 OFFSET $3))",
        params![user_id, now - KNOWN_ADDRESS_MS, MAX_KNOWN_ADDRESSES - 1],
    )?;
    Ok(())
}

/// The pause after this number of failures beyond the free ones; 0 for a negative number.
fn pause(too_many: i64) -> i64 {
    let Ok(doublings) = u32::try_from(too_many) else { return 0 };
    (FIRST_PAUSE_MS << doublings.min(20)).min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit() {
        assert_eq!(pause(-1), 0);
        assert_eq!(pause(0), 2_000);
        assert_eq!(pause(3), 16_000);
        assert_eq!(pause(1_000_000), LONGEST_PAUSE_MS);
    }

    #[test]
    fn lookups_of_very_many_addresses_are_forgotten() {
        let lookups = Lookups::default();
        for number in 0..u32::try_from(MAX_LOOKING).unwrap() + 10 {
            lookups.count(Lookup::Username, ClientAddress(std::net::Ipv4Addr::from(number).into()), i64::from(number)).unwrap();
        }
        let made = lookups.0.lock().unwrap();
        assert!((MAX_LOOKING / 2..=MAX_LOOKING).contains(&made.len()), "{}", made.len());
        assert!(made.contains_key(&(Lookup::Username, "0.0.78.41".into())), "the last one counts");
    }

    #[test]
    fn a_failure_counts_until_it_expires() {
        let lifetime = FAILURE_LIFETIME_MS;
        let subject = Subject { kind: Kind::Login, account: String::new(), address: String::new(), free: 1, lifetime };
        assert_eq!([0, 1, lifetime, 5 * lifetime].map(|remaining| subject.count(remaining)), [0, 1, 1, 5]);
    }
}
