//! The rows of passkeys and of the ceremonies that wait for one.

use super::webauthn::Stored;
use crate::account::store::User;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::ids::{new_id, sha256};

/// How long a passkey may take to answer, in milliseconds; the same as `timeout` in what a browser gets.
const CEREMONY_MS: i64 = 5 * 60_000;
/// How many logins by passkey wait for their passkey; anybody can begin one, and the oldest ones are deleted to make room. Of the other
/// kinds an account has one each.
const MAX_LOGINS: i64 = 20_000;

/// What a passkey is wanted for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ceremony<'a> {
    /// To add it to the account with this id.
    Register(&'a str),
    /// To log in, by any of the site's.
    Login,
    /// To log in to this account, whose password was right.
    Second(&'a User),
}

/// A ceremony that was taken.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) user_id: Option<String>,
    pub(super) kind: String,
    pub(super) state: Vec<u8>,
    proved: Option<String>,
}

impl Taken {
    /// Whether the account's password and role are those with which the ceremony began.
    pub(super) fn is_of(&self, user: &User) -> bool {
        self.user_id.as_ref() == Some(&user.id) && self.proved == Some(proof(user))
    }
}

/// What is stored of a password that was right: it tells whether it is still the account's.
fn proof(user: &User) -> String {
    sha256(format!("{} {}", user.role.as_str(), user.password_hash))
}

/// Stores a ceremony; returns its id.
pub(super) fn begin(tx: &Tx<'_>, ceremony: Ceremony<'_>, state: &[u8], now: i64) -> Result<String> {
    let (kind, user_id, proved) = match ceremony {
        Ceremony::Register(user_id) => ("register", Some(user_id), None),
        Ceremony::Login => ("login", None, None),
        Ceremony::Second(user) => ("second", Some(user.id.as_str()), Some(proof(user))),
    };
    let id = new_id();
    tx.execute("DELETE FROM passkey_ceremonies WHERE kind = $1 AND expires_at <= $2", params![kind, now])?;
    match user_id {
        Some(user_id) => {
            tx.execute("DELETE FROM passkey_ceremonies WHERE kind = $1 AND user_id = $2", params![kind, user_id])?;
        }
        None => {
            tx.execute(
                "DELETE FROM passkey_ceremonies WHERE kind = $1 AND expires_at <=
                   (SELECT expires_at FROM passkey_ceremonies WHERE kind = $1 ORDER BY expires_at DESC LIMIT 1 OFFSET $2)",
                params![kind, MAX_LOGINS - 1],
            )?;
        }
    }
    tx.execute(
        "INSERT INTO passkey_ceremonies (id, user_id, kind, state, proved, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![id, user_id, kind, state, proved, now + CEREMONY_MS],
    )?;
    Ok(id)
}

/// Takes a ceremony, which cannot be used again; `None` when there is none or it has expired.
pub(super) fn take(tx: &Tx<'_>, id: &str, now: i64) -> Result<Option<Taken>> {
    let taken = tx.query_opt(
        "DELETE FROM passkey_ceremonies WHERE id = $1 RETURNING user_id, kind, state, proved, expires_at",
        params![id],
        |row| {
            let taken = Taken { user_id: row.get(0)?, kind: row.get(1)?, state: row.get(2)?, proved: row.get(3)? };
            Ok((taken, row.get::<i64>(4)?))
        },
    )?;
    Ok(taken.filter(|(_, expires_at)| *expires_at > now).map(|(taken, _)| taken))
}

const SELECT: &str = "SELECT id, user_id, fixed, changing, transports FROM passkeys";

fn stored(row: &Row<'_>) -> Result<Stored> {
    Ok(Stored {
        id: row.get(0)?,
        user_id: row.get(1)?,
        fixed: row.get(2)?,
        changing: row.get(3)?,
        transports: u8::try_from(row.get::<i64>(4)?).unwrap_or_default(),
    })
}

/// The passkeys of an account.
pub(super) fn of(tx: &Tx<'_>, user_id: &str) -> Result<Vec<Stored>> {
    tx.query_all(&format!("{SELECT} WHERE user_id = $1 ORDER BY created_at, id COLLATE \"C\""), params![user_id], stored)
}

/// The passkey with this id.
pub(super) fn find(tx: &Tx<'_>, id: &str) -> Result<Option<Stored>> {
    tx.query_opt(&format!("{SELECT} WHERE id = $1"), params![id], stored)
}

/// How many passkeys an account has. The account's row is locked until the transaction ends, so that the number stays true.
pub(super) fn count(tx: &Tx<'_>, user_id: &str) -> Result<i64> {
    tx.execute("UPDATE users SET updated_at = updated_at WHERE id = $1", params![user_id])?;
    tx.query_one("SELECT count(*) FROM passkeys WHERE user_id = $1", params![user_id], |row| row.get(0))
}

/// Adds a passkey; [`Error::Taken`](crate::error::Error::Taken) when an account has it already.
pub(super) fn add(tx: &Tx<'_>, passkey: &Stored, name: &str, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO passkeys (id, user_id, name, fixed, changing, transports, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![passkey.id, passkey.user_id, name, passkey.fixed, passkey.changing, i64::from(passkey.transports), now],
    )?;
    Ok(())
}

/// Removes a passkey of an account; returns whether there was one. After the last one no session counts as one with a passkey, so that the
/// next passkey needs the password again.
pub(super) fn remove(tx: &Tx<'_>, user_id: &str, id: &str) -> Result<bool> {
    let is_removed = tx.execute("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", params![id, user_id])? > 0;
    tx.execute(
        "UPDATE sessions SET passkey = $1 WHERE user_id = $2 AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $2)",
        params![false, user_id],
    )?;
    Ok(is_removed)
}

/// Notes the use of a passkey; returns false when another use came in between, or it was removed.
pub(super) fn note_use(tx: &Tx<'_>, before: &Stored, changing: &[u8], now: i64) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE passkeys SET changing = $1, last_used_at = $2 WHERE id = $3 AND user_id = $4 AND changing = $5",
        params![changing, now, before.id, before.user_id, before.changing],
    )?;
    Ok(changed > 0)
}
