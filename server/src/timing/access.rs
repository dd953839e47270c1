//! Authorization of the timing calls, from the head of a request, before its body is read.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};

use super::race::named_or_renamed;
use super::words;
use crate::account::{Accounts, Caller, Viewer};
use crate::audit::Actor;
use crate::db::{self, Db, params};
use crate::error::{Error, Result};
use crate::ids::sha256;
pub(super) use crate::race::ByTimer;
use crate::race::named;
use crate::race::names;
use crate::timed::TimedRace;

/// The race of the path, for a call by somebody of the desk or with one of the race's keys.
pub(super) struct ByStaff {
    pub(super) race: TimedRace,
    pub(super) actor: Actor,
    /// Whether the call has a key: a timing box receives only the personal data that it needs.
    pub(super) is_box: bool,
}

/// The race of the path, for a call with one of its keys.
pub(super) struct ByKey {
    pub(super) race: TimedRace,
    pub(super) key: Key,
}

/// A valid timing key.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) id: String,
    pub(super) label: String,
}

impl<S: Send + Sync> FromRequestParts<S> for ByKey
where
    Accounts: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let secret = bearer(parts).ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, words::KEY_NEEDED))?.to_owned();
        let named = named(parts).await?;
        let (race, key) = Db::from_ref(state)
            .read(move |tx| {
                // Looked up by its hash: the time of the comparison does not tell how much of a guessed key was right.
                let key = tx.query_opt(
                    "SELECT id, label, race_id FROM timing_keys WHERE key_hash = $1 AND revoked_at IS NULL",
                    params![sha256(&secret)],
                    |row| Ok((Key { id: row.get(0)?, label: row.get(1)? }, row.get::<String>(2)?)),
                )?;
                // A timing box keeps sending when the race is renamed.
                let race = match &key {
                    Some((_, race_id)) => named_or_renamed(tx, &named, race_id)?,
                    // Without a key of the race, a hidden race is not found.
                    None => names::timed(tx, &named, &Viewer::Visitor)?,
                };
                let key = key.filter(|(_, race_id)| *race_id == race.id).map(|(key, _)| key);
                Ok((race, key))
            })
            .await?;
        let wrong = || Error::say(StatusCode::UNAUTHORIZED, words::KEY_WRONG);
        let key = key.ok_or_else(wrong)?;
        let id = key.id.clone();
        // A key that is revoked while a body arrives is of no use.
        db::guard(move |tx| {
            let valid = "SELECT 1 FROM timing_keys WHERE id = $1 AND revoked_at IS NULL";
            tx.query_opt(valid, params![id], |row| row.get::<i64>(0))?.map(|_| ()).ok_or_else(wrong)
        });
        Ok(Self { race, key })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ByStaff
where
    Accounts: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        if bearer(parts).is_some() {
            let ByKey { race, key } = ByKey::from_request_parts(parts, state).await?;
            return Ok(Self { race, actor: Actor::key(&key.id, &key.label), is_box: true });
        }
        if <Caller as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await?.is_none() {
            return Err(Error::unauthorized());
        }
        let ByTimer { race, actor } = ByTimer::from_request_parts(parts, state).await?;
        Ok(Self { race, actor, is_box: false })
    }
}

/// The secret that a request carries in its header `Authorization`.
pub(crate) fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}
