//! `GET` and `POST /passkeys`, `POST /passkeys/options`, `DELETE /passkeys/{id}`: the caller's own passkeys.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::passkey::{self as rules, MOST};
use core_wasm::error::Problems;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::demanded;
use super::shapes::{CreationOptions, NewCredential};
use super::store::{self, Ceremony};
use super::webauthn::Party;
use crate::account::login::Said;
use crate::account::store as users;
use crate::account::{Accounts, Caller, Device};
use crate::account::{letters, present_password, refuse_too_many};
use crate::audit::{self, Event, NOTHING};
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::{Json, Path};

/// The mails after a change. They contain nothing that a visitor typed.
const ADDED: letters::Words<'static> = ("A passkey was added", include_str!("added_mail.txt"));
const REMOVED: letters::Words<'static> = ("A passkey was removed", include_str!("removed_mail.txt"));

/// A passkey of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passkey {
    /// The credential's id, in base64url.
    id: String,
    name: String,
    /// In epoch milliseconds.
    created_at: i64,
    /// In epoch milliseconds; absent before its first use.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<i64>,
}

/// The caller's passkeys, the oldest first.
#[derive(Serialize, ToSchema)]
pub(super) struct Passkeys {
    passkeys: Vec<Passkey>,
    /// Whether the site demands one of the caller.
    demanded: bool,
}

/// The caller's password; not needed in a session that a passkey has begun.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyRequest {
    #[schema(value_type = Option<String>)]
    password: Option<SecretString>,
}

/// What a browser needs to create a passkey, within five minutes.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyRegistration {
    /// To be sent back with the passkey.
    ceremony: String,
    options: CreationOptions,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPasskey {
    ceremony: String,
    /// At most 60 characters; when it is blank, the passkey is named after the browser and its system.
    name: String,
    credential: NewCredential,
}

/// A passkey was added.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyAdded {
    id: String,
    name: String,
    message: &'static str,
}

/// List the caller's passkeys.
#[utoipa::path(get, path = "/passkeys", tag = "account", security(("session" = [])), responses((status = 200, body = Passkeys)))]
pub(super) async fn list(State(accounts): State<Accounts>, caller: Caller) -> Result<Answer<Passkeys>> {
    let found = accounts.db.read(move |tx| {
        let passkeys = tx.query_all(
            "SELECT id, name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id COLLATE \"C\"",
            params![caller.user_id],
            |row| Ok(Passkey { id: row.get(0)?, name: row.get(1)?, created_at: row.get(2)?, last_used_at: row.get(3)? }),
        )?;
        Ok(Passkeys { passkeys, demanded: demanded(tx, caller.role)? })
    });
    Ok(Answer(found.await?))
}

/// Begin to add a passkey. The password is needed, unless the session began with a passkey.
#[utoipa::path(post, path = "/passkeys/options", tag = "account", security(("session" = [])), request_body = PasskeyRequest,
    responses((status = 200, body = PasskeyRegistration), (status = 400, description = "A wrong password"),
        (status = 409, description = "PASSKEYS_UNAVAILABLE, or TOO_MANY_PASSKEYS"),
        (status = 429, description = "Too many failed tries; Retry-After says how long to wait")))]
pub(super) async fn options(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Caller,
    Json(form): Json<PasskeyRequest>,
) -> Result<Answer<PasskeyRegistration>> {
    let party = Party::of(&accounts.config)?;
    if !caller.passkey {
        present_password::check(&accounts, &caller, address, &form.password.unwrap_or_default()).await?;
    }
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    let begun = accounts.db.write(move |tx| {
        let present = store::of(tx, &caller.user_id)?;
        if present.len() >= MOST {
            return Err(too_many());
        }
        let (state, mut options) = party.begin_registration(&caller.user_id, &present)?;
        options.rp.name.clone_from(&config.site_name);
        options.user.name.clone_from(&caller.username);
        options.user.display_name.clone_from(&caller.username);
        Ok(PasskeyRegistration { ceremony: store::begin(tx, Ceremony::Register(&caller.user_id), &state, now)?, options })
    });
    Ok(Answer(begun.await?))
}

/// Add the passkey that the browser has created. From now on the session counts as one with a passkey, under another
/// id: the answer sets both cookies.
#[utoipa::path(post, path = "/passkeys", tag = "account", security(("session" = [])), request_body = NewPasskey,
    responses((status = 201, body = PasskeyAdded),
        (status = 400, description = "A name that is refused, CEREMONY_EXPIRED, or PASSKEY_NOT_ADDED"),
        (status = 409, description = "PASSKEYS_UNAVAILABLE, PASSKEY_KNOWN, or TOO_MANY_PASSKEYS")))]
pub(super) async fn add(
    State(accounts): State<Accounts>,
    device: Device,
    caller: Caller,
    jar: CookieJar,
    Json(new): Json<NewPasskey>,
) -> Result<(StatusCode, CookieJar, Answer<PasskeyAdded>)> {
    let mut problems = Problems::default();
    let Some(name) = problems.take("name", rules::name(&new.name, &device.label)) else { return Err(problems.into()) };
    let party = Party::of(&accounts.config)?;
    let now = accounts.clock.now_ms();
    let taken = accounts.db.write(move |tx| store::take(tx, &new.ceremony, now)).await?;
    let taken = taken.filter(|taken| taken.kind == "register" && taken.user_id.as_ref() == Some(&caller.user_id));
    let taken = taken.ok_or_else(|| Error::refused(StatusCode::BAD_REQUEST, "CEREMONY_EXPIRED", rules::TOO_LATE))?;
    let user_id = caller.user_id.clone();
    let checked = accounts.hasher.run(move || party.registered(&taken.state, &user_id, &new.credential)).await?;
    let passkey = checked.map_err(|reason| {
        tracing::info!(?reason, "a new passkey was refused");
        Error::refused(StatusCode::BAD_REQUEST, "PASSKEY_NOT_ADDED", rules::NOT_ADDED)
    })?;
    let (id, shown) = (passkey.id.clone(), name.clone());
    let (config, role) = (accounts.config.clone(), caller.role);
    let added = accounts.db.write(move |tx| {
        let user = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
        if store::count(tx, &user.id)? >= i64::try_from(MOST).unwrap_or(i64::MAX) {
            return Err(too_many());
        }
        refuse_too_many(tx, &caller, now)?;
        store::add(tx, &passkey, &name, now)?;
        if tx.execute("UPDATE sessions SET passkey = $1 WHERE id = $2", params![true, caller.session_id])? == 0 {
            return Err(Error::unauthorized());
        }
        letters::enqueue(tx, &config, &user.email, ADDED, now)?;
        audit::record(tx, now, &user.actor(), Event::AccountPasskeyAdded, user.about(), &NOTHING, &NOTHING)?;
        users::renew_session(tx, &user.id, &caller.session_id)
    });
    let begun = match added.await {
        Err(Error::Taken) => return Err(Error::refused(StatusCode::CONFLICT, "PASSKEY_KNOWN", rules::KNOWN)),
        other => other?,
    };
    let jar = accounts.tokens.cookies(jar, &begun, role, None)?;
    Ok((StatusCode::CREATED, jar, Answer(PasskeyAdded { id, name: shown, message: rules::ADDED })))
}

/// Remove a passkey of the caller; no session ends.
#[utoipa::path(delete, path = "/passkeys/{id}", tag = "account", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Said), (status = 404, description = "No such passkey"),
        (status = 409, description = "LAST_PASSKEY: the site demands one")))]
pub(super) async fn remove(State(accounts): State<Accounts>, caller: Caller, Path(id): Path<String>) -> Result<Answer<Said>> {
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    accounts
        .db
        .write(move |tx| {
            let user = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
            let present = store::count(tx, &user.id)?;
            if !store::remove(tx, &user.id, &id)? {
                return Err(Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_PASSKEY", rules::GONE));
            }
            if present <= 1 && demanded(tx, user.role)? {
                return Err(Error::refused(StatusCode::CONFLICT, "LAST_PASSKEY", rules::LAST));
            }
            letters::enqueue(tx, &config, &user.email, REMOVED, now)?;
            audit::record(tx, now, &user.actor(), Event::AccountPasskeyRemoved, user.about(), &NOTHING, &NOTHING)
        })
        .await?;
    Ok(Answer(Said { message: rules::REMOVED.into() }))
}

fn too_many() -> Error {
    Error::refused(StatusCode::CONFLICT, "TOO_MANY_PASSKEYS", rules::TOO_MANY)
}
