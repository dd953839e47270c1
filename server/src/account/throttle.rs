//! Growing pauses against guessing, counted in the database so that a restart forgives nothing.
//!
//! A try is counted before the password is looked at: a thousand at once are a thousand, not one.

use axum::http::StatusCode;
use core_wasm::account::messages;

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::ids::sha256;

/// Tries at one account before pauses begin.
const FREE_PER_ACCOUNT: i64 = 5;
/// Tries from one address before pauses begin: an office has many people behind one.
const FREE_PER_ADDRESS: i64 = 20;
/// The first pause; each further one doubles.
const FIRST_PAUSE_MS: i64 = 2_000;
/// The longest pause.
const LONGEST_PAUSE_MS: i64 = 15 * 60_000;
/// Tries are forgotten when none came for this long.
const FORGOTTEN_MS: i64 = 24 * 3_600_000;

/// What is being tried, by whom.
#[derive(Debug, Clone)]
pub(crate) struct Try {
    kind: &'static str,
    account: String,
    address: String,
}

impl Try {
    /// A try of `kind` at the account that `name` names, known or not, from `address`.
    pub(crate) fn of(kind: &'static str, name: &str, address: ClientAddress) -> Self {
        // Hashed: people type passwords into the field above, too.
        let account = format!("account:{}", sha256(super::store::key(name)));
        Self { kind, account, address: format!("address:{}", address.subject()) }
    }

    /// Counts the try, or refuses it while a pause lasts (429).
    pub(crate) fn count(&self, tx: &Tx<'_>, now: i64) -> Result<()> {
        tx.execute("DELETE FROM attempts WHERE last_at < $1", params![now - FORGOTTEN_MS])?;
        let until = tx.query_one(
            "SELECT coalesce(max(blocked_until), 0) FROM attempts WHERE kind = $1 AND subject IN ($2, $3)",
            params![self.kind, self.account, self.address],
            |row| row.get::<_, i64>(0),
        )?;
        // One that would last longer was written before the clock was set back.
        if until > now && until - now <= LONGEST_PAUSE_MS {
            let seconds = u64::try_from((until - now + 999) / 1000).unwrap_or(1);
            return Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY", messages::TOO_MANY_LOGINS).retry_after(seconds));
        }
        for (subject, free) in [(&self.account, FREE_PER_ACCOUNT), (&self.address, FREE_PER_ADDRESS)] {
            let failures = tx.query_one(
                "INSERT INTO attempts (kind, subject, failures, last_at, blocked_until) VALUES ($1, $2, 1, $3, 0)
                 ON CONFLICT (kind, subject) DO UPDATE SET failures = attempts.failures + 1, last_at = excluded.last_at
                 RETURNING failures",
                params![self.kind, subject, now],
                |row| row.get::<_, i64>(0),
            )?;
            if let Some(pause) = pause(failures - free) {
                tx.execute(
                    "UPDATE attempts SET blocked_until = $1 WHERE kind = $2 AND subject = $3",
                    params![now + pause, self.kind, subject],
                )?;
            }
        }
        Ok(())
    }

    /// Forgives the account, and takes this one try off the address.
    pub(crate) fn forgive(&self, tx: &Tx<'_>) -> Result<()> {
        tx.execute("DELETE FROM attempts WHERE kind = $1 AND subject = $2", params![self.kind, self.account])?;
        tx.execute(
            "UPDATE attempts SET failures = failures - 1, blocked_until = 0 WHERE kind = $1 AND subject = $2",
            params![self.kind, self.address],
        )?;
        Ok(())
    }
}

/// The pause after so many tries too many.
fn pause(too_many: i64) -> Option<i64> {
    let doublings = u32::try_from(too_many).ok()?.min(20);
    Some((FIRST_PAUSE_MS << doublings).min(LONGEST_PAUSE_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        assert_eq!(pause(-1), None);
        assert_eq!(pause(0), Some(2_000));
        assert_eq!(pause(3), Some(16_000));
        assert_eq!(pause(1_000_000), Some(LONGEST_PAUSE_MS));
    }
}
