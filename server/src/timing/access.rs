//! Who may do what: decided from the head of a request, before any of its body is read.

use std::collections::HashMap;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};

use super::race::TimedRace;
use super::words;
use crate::account::{Admin, Caller};
use crate::app::App;
use crate::audit::Actor;
use crate::db::params;
use crate::error::{Error, Result};
use crate::ids::sha256;

/// The race of the path, asked for by an administrator.
pub(super) struct AdminDoor {
    pub(super) race: TimedRace,
    pub(super) actor: Actor,
}

/// The race of the path, asked for by an administrator or with one of the race's keys.
pub(super) struct StaffDoor {
    pub(super) race: TimedRace,
    pub(super) actor: Actor,
}

/// The race of the path, asked for with one of its keys.
pub(super) struct KeyDoor {
    pub(super) race: TimedRace,
    pub(super) key: Key,
}

/// A timing key that is good.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) id: String,
    pub(super) label: String,
}

impl FromRequestParts<App> for AdminDoor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Admin(caller) = Admin::from_request_parts(parts, app).await?;
        Ok(Self { race: race(parts, app).await?, actor: Actor::from(&caller) })
    }
}

impl FromRequestParts<App> for KeyDoor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let secret = bearer(parts).ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, words::KEY_NEEDED))?.to_owned();
        let race = race(parts, app).await?;
        let race_id = race.id.clone();
        let key = app
            .db()
            .read(move |tx| {
                // Looked up by its hash: no comparison here can tell how much of a guess was right.
                tx.query_opt(
                    "SELECT id, label FROM timing_keys WHERE key_hash = $1 AND race_id = $2 AND revoked_at IS NULL",
                    params![sha256(secret), race_id],
                    |row| Ok(Key { id: row.get(0)?, label: row.get(1)? }),
                )
            })
            .await?;
        let key = key.ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, words::KEY_WRONG))?;
        Ok(Self { race, key })
    }
}

impl FromRequestParts<App> for StaffDoor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if bearer(parts).is_some() {
            let KeyDoor { race, key } = KeyDoor::from_request_parts(parts, app).await?;
            return Ok(Self { race, actor: Actor::key(&key.id, &key.label) });
        }
        if <Caller as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?.is_none() {
            return Err(Error::unauthorized());
        }
        let AdminDoor { race, actor } = AdminDoor::from_request_parts(parts, app).await?;
        Ok(Self { race, actor })
    }
}

async fn race(parts: &mut Parts, app: &App) -> Result<TimedRace> {
    let path = <Path<HashMap<String, String>> as FromRequestParts<App>>::from_request_parts(parts, app).await;
    let Path(path) = path.map_err(Error::from)?;
    let named = path.get("RaceName").cloned().unwrap_or_default();
    app.db().read(move |tx| TimedRace::named(tx, &named)).await
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}
