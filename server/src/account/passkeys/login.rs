//! `POST /passkeyLogin/options`, `POST /passkeyLogin`: logging in by a passkey alone, or by one after the password.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::login::Stay;
use core_wasm::account::passkey as words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::demanded;
use super::shapes::{RequestOptions, UsedCredential};
use super::store::{self, Ceremony, Taken};
use super::webauthn::{Asked, Party, Stored};
use crate::account::login::{self, LoggedIn};
use crate::account::store::{self as users, User};
use crate::account::{Accounts, Device};
use crate::attempts::{self, Account, Attempt, Kind, Lookup};
use crate::config::Config;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

/// What a browser needs to use a passkey, within five minutes.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyLoginOptions {
    /// To be sent back with the passkey's answer.
    ceremony: String,
    options: RequestOptions,
}

/// Beside a refused login whose password was right: the account's passkey is needed too (PASSKEY_NEEDED).
#[derive(Serialize, ToSchema)]
pub(in crate::account) struct PasskeyNeeded {
    /// To be sent back with the passkey's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    ceremony: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<RequestOptions>,
}

/// The answer of a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyLogin {
    ceremony: String,
    credential: UsedCredential,
    /// As in `POST /login`; of a login in two steps, this second one decides.
    #[serde(default = "login::remembered")]
    #[schema(default = true)]
    remember: bool,
}

/// Begin a login by passkey. The answer is the same whether anybody has a passkey or not.
#[utoipa::path(post, path = "/passkeyLogin/options", tag = "account", responses((status = 200, body = PasskeyLoginOptions),
    (status = 409, description = "PASSKEYS_UNAVAILABLE"),
    (status = 429, description = "Begun very often from this address; Retry-After says how long to wait")))]
pub(super) async fn options(State(accounts): State<Accounts>, address: ClientAddress) -> Result<Answer<PasskeyLoginOptions>> {
    let now = accounts.clock.now_ms();
    accounts.lookups.count(Lookup::Passkey, address, now)?;
    let (state, options) = Party::of(&accounts.config)?.begin_login()?;
    let ceremony = accounts.db.write(move |tx| store::begin(tx, Ceremony::Login, &state, now)).await?;
    Ok(Answer(PasskeyLoginOptions { ceremony, options }))
}

/// Begins the second step of a login whose password was right, if the site demands a passkey of this account and it has one; `None` when
/// the session can begin. Of an account that has none, the role's rights are held back until it has one ([`Caller`](crate::account::Caller)).
pub(in crate::account) fn needed(tx: &Tx<'_>, config: &Config, user: &User, now: i64) -> Result<Option<PasskeyNeeded>> {
    if !demanded(tx, user.role)? {
        return Ok(None);
    }
    let present = store::of(tx, &user.id)?;
    // Where passkeys cannot be used, the rights are held back too.
    let Ok(party) = Party::of(config) else { return Ok(None) };
    if present.is_empty() {
        return Ok(None);
    }
    let (state, options) = party.begin_second(&present)?;
    let ceremony = store::begin(tx, Ceremony::Second(user), &state, now)?;
    Ok(Some(PasskeyNeeded { ceremony: Some(ceremony), options: Some(options) }))
}

impl PasskeyNeeded {
    /// The refusal of the login.
    pub(in crate::account) fn refusal(&self) -> Error {
        let refusal = Error::refused(StatusCode::UNAUTHORIZED, "PASSKEY_NEEDED", words::NEEDED);
        refusal.with(self).unwrap_or_else(|error| error)
    }
}

/// Log in by passkey: the answer sets both cookies, as that of `POST /login`.
#[utoipa::path(post, path = "/passkeyLogin", tag = "account", request_body = PasskeyLogin, responses((status = 200, body = LoggedIn),
    (status = 401, description = "WRONG_PASSKEY, whatever the reason"), (status = 409, description = "PASSKEYS_UNAVAILABLE"),
    (status = 429, description = "Too many failed tries; Retry-After says how long to wait")))]
pub(super) async fn login(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    device: Device,
    headers: HeaderMap,
    jar: CookieJar,
    Json(PasskeyLogin { ceremony, credential, remember }): Json<PasskeyLogin>,
) -> Result<(CookieJar, Answer<LoggedIn>)> {
    let party = Party::of(&accounts.config)?;
    let now = accounts.clock.now_ms();
    let (running, id) = (accounts.attempts.clone(), credential.id.clone());
    let (attempt, found) = accounts
        .db
        .write(move |tx| {
            let attempt = running.begin(tx, Kind::Passkey, &Account::Nobody, address, now)?;
            Ok((attempt, find(tx, &ceremony, &id, now)?))
        })
        .await?;
    let Found { asked, taken, stored, user } = match found {
        Ok(found) => found,
        Err(reason) => return Err(refuse(&accounts, attempt, address, reason.to_owned(), now).await?),
    };
    let (before, state) = (stored.clone(), taken.state);
    let checked = accounts.hasher.run(move || party.used(asked, &state, &stored, &credential)).await?;
    let changing = match checked {
        Ok(changing) => changing,
        Err(reason) => return Err(refuse(&accounts, attempt, address, reason, now).await?),
    };
    let (role, config, cookie, former) = (user.role, accounts.config.clone(), device.clone(), accounts.tokens.read(&headers));
    let begun = accounts.db.write(move |tx| {
        if !store::note_use(tx, &before, &changing, now)? {
            return Ok(None);
        }
        let begun = login::begin(tx, &config, &user, &device, former.as_ref(), (true, Stay::chosen(remember)), now)?;
        if begun.is_some() {
            attempts::remember_address(tx, &user.id, address, now)?;
        }
        Ok(begun)
    });
    match begun.await? {
        Some(begun) => login::answer(&accounts, jar, &begun, role, &cookie),
        None => Err(refuse(&accounts, attempt, address, "the passkey or its account has just changed".into(), now).await?),
    }
}

/// What a login by passkey refers to.
struct Found {
    asked: Asked,
    taken: Taken,
    stored: Stored,
    user: User,
}

/// Takes the ceremony and finds the passkey and its account, or the reason for the log.
fn find(tx: &Tx<'_>, ceremony: &str, id: &str, now: i64) -> Result<Result<Found, &'static str>> {
    let Some(taken) = store::take(tx, ceremony, now)? else { return Ok(Err("no such ceremony, or it has expired")) };
    let Some(stored) = store::find(tx, id)? else { return Ok(Err("no such passkey")) };
    let Some(user) = users::by_id(tx, &stored.user_id)? else { return Ok(Err("no such account")) };
    let asked = match taken.kind.as_str() {
        "login" => Asked::Any,
        "second" if taken.is_of(&user) => Asked::Second,
        "second" => return Ok(Err("another account, password or role than at its begin")),
        _ => return Ok(Err("a ceremony of another kind")),
    };
    Ok(Ok(Found { asked, taken, stored, user }))
}

/// Counts and logs a refused login by passkey; returns the refusal.
async fn refuse(accounts: &Accounts, attempt: Attempt, address: ClientAddress, reason: String, now: i64) -> Result<Error> {
    let pause_ms = accounts.db.write(move |tx| attempt.fail(tx, now)).await?;
    tracing::info!(address = address.subject(), ?reason, pause_ms, "a login by passkey was refused");
    Ok(Error::refused(StatusCode::UNAUTHORIZED, "WRONG_PASSKEY", words::NOT_ACCEPTED))
}
