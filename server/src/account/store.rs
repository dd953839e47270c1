//! The rows of accounts and sessions.

use core_wasm::account::Role;
use core_wasm::account::login::Stay;

use super::device::{self, Device};
use super::token::{Begun, SessionIds};
use crate::audit::{About, Actor};
use crate::config::Config;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::ids::new_id;

/// The most sessions of an account; the ones that began last are kept.
const MOST_SESSIONS: i64 = 100;

/// A user as stored.
#[derive(Debug, Clone)]
pub struct User {
    /// Opaque.
    pub id: String,
    /// In the user's spelling.
    pub username: String,
    /// In the user's spelling.
    pub email: String,
    /// The user's role.
    pub role: Role,
    /// argon2id, as a PHC string.
    pub password_hash: String,
}

impl User {
    /// The user as the author of changes in the audit record.
    pub(crate) fn actor(&self) -> Actor {
        Actor::user(&self.id, &self.username)
    }

    /// The user as the object of changes in the audit record.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.id, name: &self.username }
    }
}

/// The values of a new user.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// In the user's spelling.
    pub username: String,
    /// In the user's spelling.
    pub email: String,
    /// The user's role.
    pub role: Role,
    /// argon2id, as a PHC string.
    pub password_hash: String,
}

/// Returns the key by which names and addresses are compared: equal for two that count as the same.
#[must_use]
pub fn key(text: &str) -> String {
    core_wasm::race::name::key(text)
}

/// Adds a user and returns its id; [`Error::Taken`](crate::error::Error::Taken) when another user has the name or address.
///
/// # Errors
/// When the row is refused.
pub fn add(tx: &Tx<'_>, new: &NewUser, now: i64) -> Result<String> {
    let id = new_id();
    tx.execute(
        "INSERT INTO users (id, username, username_key, email, email_key, role, password_hash, created_at, updated_at, named_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)",
        params![
            id,
            new.username.trim(),
            key(&new.username),
            new.email.trim(),
            key(&new.email),
            new.role.as_str(),
            new.password_hash,
            now
        ],
    )?;
    Ok(id)
}

/// Returns the user with this name or, failing that, this e-mail address.
///
/// # Errors
/// When the database cannot be read.
pub fn find(tx: &Tx<'_>, name_or_email: &str) -> Result<Option<User>> {
    match by_username(tx, name_or_email)? {
        Some(user) => Ok(Some(user)),
        None => by_email(tx, name_or_email),
    }
}

/// Returns the user with this username.
///
/// # Errors
/// When the database cannot be read.
pub fn by_username(tx: &Tx<'_>, username: &str) -> Result<Option<User>> {
    tx.query_opt(&format!("{SELECT} WHERE username_key = $1"), params![key(username)], user)
}

/// Returns the user with this e-mail address.
///
/// # Errors
/// When the database cannot be read.
pub fn by_email(tx: &Tx<'_>, email: &str) -> Result<Option<User>> {
    tx.query_opt(&format!("{SELECT} WHERE email_key = $1"), params![key(email)], user)
}

/// Returns the user with this id.
///
/// # Errors
/// When the database cannot be read.
pub fn by_id(tx: &Tx<'_>, id: &str) -> Result<Option<User>> {
    tx.query_opt(&format!("{SELECT} WHERE id = $1"), params![id], user)
}

const SELECT: &str = "SELECT id, username, email, role, password_hash FROM users";

fn user(row: &Row<'_>) -> Result<User> {
    Ok(User {
        id: row.get(0)?,
        username: row.get(1)?,
        email: row.get(2)?,
        // The table allows no other value; if there were one, the user would get the role with the fewest rights.
        role: Role::parse(&row.get::<String>(3)?).unwrap_or(Role::InProgress),
        password_hash: row.get(4)?,
    })
}

/// Begins a session for a user whose password was verified, and deletes the sessions that have expired.
///
/// Returns `None` when the password or the role has changed since `user` was read: that change ended every session of the account,
/// and a session that was requested before it must not outlive it. `passkey` says whether a passkey was used for it, `stay` how long it lasts.
pub(crate) fn begin_session(
    tx: &Tx<'_>,
    config: &Config,
    user: &User,
    device: &Device,
    (passkey, stay): (bool, Stay),
    now: i64,
) -> Result<Option<Begun>> {
    // The update changes nothing, but locks the row: a concurrent change of the password is either found here or waits, and then
    // ends this session too.
    let unchanged = tx.execute(
        "UPDATE users SET updated_at = updated_at WHERE id = $1 AND password_hash = $2 AND role = $3",
        params![user.id, user.password_hash, user.role.as_str()],
    )?;
    if unchanged == 0 {
        return Ok(None);
    }
    let named = SessionIds { user_id: user.id.clone(), session_id: new_id() };
    let expires = now + stay.lasts_ms();
    tx.execute("DELETE FROM sessions WHERE expires_at <= $1", params![now])?;
    tx.execute(
        "INSERT INTO sessions (id, user_id, created_at, expires_at, device, address, last_seen_at, passkey)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![named.session_id, named.user_id, now, expires, device.label, device.network, now, passkey],
    )?;
    tx.execute(
        "DELETE FROM sessions WHERE user_id = $1 AND created_at <
           (SELECT created_at FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1 OFFSET $2)",
        params![user.id, MOST_SESSIONS - 1],
    )?;
    device::note(tx, config, user, device, now)?;
    Ok(Some(Begun { ids: named, expires_ms: expires, stay }))
}

/// Ends what a cookie names: a session, or a sign-up that is under way.
pub(crate) fn end_session(tx: &Tx<'_>, named: &SessionIds) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE id = $1", params![named.session_id])?;
    tx.execute("DELETE FROM signups WHERE id = $1 AND session_id = $2", params![named.user_id, named.session_id])?;
    Ok(())
}

/// Gives a session another id, whenever it gets more rights or the account another password: a copy of its cookie opens nothing any more.
///
/// # Errors
/// 401 when the session has ended.
pub(crate) fn renew_session(tx: &Tx<'_>, user_id: &str, session_id: &str) -> Result<Begun> {
    let renewed = new_id();
    let (created, expires_ms) = tx
        .query_opt(
            "UPDATE sessions SET id = $1 WHERE id = $2 RETURNING created_at, expires_at",
            params![renewed, session_id],
            |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)),
        )?
        .ok_or_else(Error::unauthorized)?;
    let ids = SessionIds { user_id: user_id.to_owned(), session_id: renewed };
    Ok(Begun { ids, expires_ms, stay: Stay::of_session(expires_ms - created) })
}

/// Ends every session of a user but this one; returns how many were ended.
pub(crate) fn end_other_sessions(tx: &Tx<'_>, user_id: &str, session_id: &str) -> Result<usize> {
    tx.execute("DELETE FROM sessions WHERE user_id = $1 AND id <> $2", params![user_id, session_id])
}

/// Ends every session of a user, after a new password or role; returns how many.
///
/// # Errors
/// When the database cannot be written.
pub fn end_all_sessions(tx: &Tx<'_>, user_id: &str) -> Result<usize> {
    tx.execute("DELETE FROM sessions WHERE user_id = $1", params![user_id])
}

/// Locks the administrators until this transaction ends, so that what is read about them stays true: whether another one remains, and
/// whether the caller still is one.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn lock_admins(tx: &Tx<'_>) -> Result<()> {
    // Changes nothing, but locks the rows: concurrent transactions that lock them too run one after the other.
    tx.execute("UPDATE users SET updated_at = updated_at WHERE role = 'admin'", [])?;
    Ok(())
}

/// Whether there is an administrator besides this user; call it after [`lock_admins`].
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn is_another_admin(tx: &Tx<'_>, user_id: &str) -> Result<bool> {
    let other =
        tx.query_opt("SELECT 1 FROM users WHERE role = 'admin' AND id <> $1 LIMIT 1", params![user_id], |row| row.get::<i64>(0))?;
    Ok(other.is_some())
}
