//! The device of a request: the browser from which somebody logs in.
//!
//! A browser is recognized by a cookie of its own that outlives sessions, so that a login on another one can be told to the account's owner.
//! The cookie gives no rights. Its hash is stored for the accounts that logged in with it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::device;

use super::letters;
use super::store::User;
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::OwnRequest;
use crate::http::address::ClientAddress;
use crate::ids::{new_secret, sha256};

/// The cookie's name; behind TLS with the prefix that makes browsers accept it from this very host only.
pub(super) fn cookie_name(behind_tls: bool) -> &'static str {
    if behind_tls { "__Host-device" } else { "device" }
}

/// The length of a value that this program made.
const LENGTH: usize = 43;
/// How long a device is known after its last login: 400 days, the longest that browsers keep a cookie.
pub(super) const KNOWN_MS: i64 = 400 * 24 * 3_600_000;
/// The most devices of an account; the ones that were used last are kept.
const MOST: i64 = 50;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 3_600_000;
/// Once so many devices were used in a day, a further one is not told: nobody reads so many mails.
const MOST_TOLD: i64 = 6;

/// The device of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Device {
    /// The core's name of browser and system.
    pub(crate) label: String,
    /// The network of the client's address.
    pub(crate) network: String,
    /// The value of its cookie, a new one when it has none.
    pub(super) cookie: String,
    /// Whether the request is the program's own, which no device has sent.
    is_program: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let jar = CookieJar::from_headers(&parts.headers);
        let known = jar
            .get(cookie_name(Arc::<Config>::from_ref(state).behind_tls()))
            .map(|cookie| cookie.value().to_owned())
            .filter(|value| value.len() == LENGTH);
        Ok(Self {
            label: device::label(agent),
            network: address.network(),
            cookie: known.unwrap_or_else(new_secret),
            is_program: parts.extensions.get::<OwnRequest>().is_some(),
        })
    }
}

/// Notes that a user logged in on a device. When the account is used on others and not yet on this one, its owner is told by mail, unless
/// the owner wants no such mails. So the first device of an account is not told, nor is a login of the program itself.
pub(super) fn note(tx: &Tx<'_>, config: &Config, user: &User, device: &Device, now: i64) -> Result<()> {
    if device.is_program {
        return Ok(());
    }
    let hash = sha256(&device.cookie);
    let (known, others, today): (bool, bool, i64) = tx.query_one(
        "SELECT count(*) FILTER (WHERE device = $1 AND last_at > $2) > 0, count(*) > 0, count(*) FILTER (WHERE last_at > $3)
         FROM known_devices WHERE user_id = $4",
        params![hash, now - KNOWN_MS, now - DAY_MS, user.id],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    tx.execute(
        "INSERT INTO known_devices (user_id, device, last_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, device) DO UPDATE SET last_at = excluded.last_at",
        params![user.id, hash, now],
    )?;
    tx.execute(
        "DELETE FROM known_devices WHERE user_id = $1 AND last_at <
           (SELECT last_at FROM known_devices WHERE user_id = $1 ORDER BY last_at DESC LIMIT 1 OFFSET $2)",
        params![user.id, MOST - 1],
    )?;
    let told: bool = tx.query_one("SELECT notice_devices FROM users WHERE id = $1", params![user.id], |row| row.get(0))?;
    if others && !known && told && today < MOST_TOLD {
        letters::enqueue(tx, config, &user.email, letters::NEW_DEVICE, now)?;
    }
    Ok(())
}
