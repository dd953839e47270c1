//! Idempotency keys: what is sent twice with one key is stored once.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use core_wasm::ticket::words;
use serde::Serialize;

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::sha256;

/// The header with the key.
const HEADER: &str = "idempotency-key";
/// The longest key, in bytes.
const LONGEST: usize = 100;
/// How long a key is kept, in milliseconds.
const KEPT_MS: i64 = 24 * 3_600_000;
/// How many keys are kept; the newest ones.
const MOST_KEPT: i64 = 50_000;

/// The key of a request, if it has one.
pub(super) struct IdempotencyKey(Result<Option<String>, ()>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let Some(value) = parts.headers.get(HEADER) else { return Ok(Self(Ok(None))) };
        let is_key = (1..=LONGEST).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
        let key = value.to_str().ok().filter(|_| is_key).map(str::to_owned);
        Ok(Self(key.map(Some).ok_or(())))
    }
}

impl IdempotencyKey {
    /// The key for this purpose and this content; `None` without one. The same key is another one for another purpose.
    ///
    /// # Errors
    /// 400 for a text that is no key.
    pub(super) fn of(self, purpose: &str, content: &impl Serialize) -> Result<Option<Key>> {
        let key = self.0.map_err(|()| Error::refused(StatusCode::BAD_REQUEST, "BAD_KEY", words::BAD_KEY))?;
        let Some(key) = key else { return Ok(None) };
        let sent = sha256(serde_json::to_vec(content)?);
        Ok(Some(Key { key: sha256(format!("{purpose} {key}")), sent }))
    }
}

/// A key, and what was sent with it, as hashes.
#[derive(Clone)]
pub(super) struct Key {
    key: String,
    sent: String,
}

/// Takes a key, which then is taken for concurrent requests; returns the ticket for which it was used before.
///
/// # Errors
/// 409 when it was used for something else.
pub(super) fn take(tx: &Tx<'_>, key: Option<&Key>, now: i64) -> Result<Option<i64>> {
    let Some(Key { key, sent }) = key else { return Ok(None) };
    tx.execute(
        "DELETE FROM ticket_keys WHERE created_at <= $1 OR created_at <= (SELECT created_at FROM ticket_keys ORDER BY created_at DESC LIMIT 1 OFFSET $2)",
        params![now - KEPT_MS, MOST_KEPT],
    )?;
    let taken = tx.execute(
        "INSERT INTO ticket_keys (key, sent, created_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING",
        params![key, sent, now],
    )?;
    if taken == 1 {
        return Ok(None);
    }
    let (before, ticket) = tx.query_one("SELECT sent, ticket_id FROM ticket_keys WHERE key = $1", params![key], |row| {
        Ok((row.get::<String>(0)?, row.get::<Option<i64>>(1)?))
    })?;
    match ticket {
        Some(ticket) if before == *sent => Ok(Some(ticket)),
        _ => Err(reused()),
    }
}

/// The refusal of a key that was used for something else (409).
pub(super) fn reused() -> Error {
    Error::refused(StatusCode::CONFLICT, "KEY_REUSED", words::KEY_REUSED)
}

/// Notes for which ticket a key was used.
pub(super) fn note(tx: &Tx<'_>, key: Option<&Key>, ticket: i64) -> Result<()> {
    if let Some(Key { key, .. }) = key {
        tx.execute("UPDATE ticket_keys SET ticket_id = $1 WHERE key = $2", params![ticket, key])?;
    }
    Ok(())
}
