//! `POST /login`, `POST /logout`, `GET /checkLogin`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::login::{self as rules, Stay};
use core_wasm::account::{Role, messages};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::{self, PasskeyNeeded};
use super::store::User;
use super::token::{Begun, SessionIds};
use super::{Accounts, Caller, Device, store};
use crate::attempts::{Account, Kind};
use crate::audit::{self, Event, NOTHING};
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LoginForm {
    /// The username or the e-mail address.
    username: String,
    #[schema(value_type = String)]
    password: SecretString,
    /// Whether the session outlives the browser, for a week; else it ends when the browser is closed, and after 12 hours.
    #[serde(default = "remembered")]
    #[schema(default = true)]
    remember: bool,
}

/// Whoever says nothing is remembered.
pub(super) fn remembered() -> bool {
    true
}

/// The answer to a login, in addition to its cookies.
#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    message: &'static str,
    role: Role,
}

/// A message.
#[derive(Serialize, ToSchema)]
pub(crate) struct Said {
    pub(crate) message: String,
}

/// Log in: the answer sets both cookies.
#[utoipa::path(post, path = "/login", tag = "account", request_body = LoginForm, responses(
    (status = 200, body = LoggedIn),
    (status = 401, description = "WRONG_LOGIN: unknown name or wrong password; PASSKEY_NEEDED: the account's passkey is needed too",
        body = RefusalWith<PasskeyNeeded>),
    (status = 429, description = "Too many failed tries; Retry-After says how long to wait")))]
pub(super) async fn login(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    device: Device,
    headers: HeaderMap,
    jar: CookieJar,
    Json(form): Json<LoginForm>,
) -> Result<(CookieJar, Answer<LoggedIn>)> {
    let problems =
        rules::check(&rules::LoginForm { username: form.username.clone(), password: form.password.expose_secret().to_owned() });
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (now, stay) = (accounts.clock.now_ms(), Stay::chosen(form.remember));
    let attempts = accounts.attempts.clone();
    let (attempt, user) = accounts
        .db
        .write(move |tx| {
            let user = store::find(tx, &form.username)?;
            let account = user.as_ref().map_or(Account::Named(form.username.clone()), |user| Account::Known(user.id.clone()));
            Ok((attempts.begin(tx, Kind::Login, &account, address, now)?, user))
        })
        .await?;
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let right = accounts.hasher.verify(form.password.expose_secret().to_owned(), hash).await?;
    let reason = if user.is_none() { "unknown name" } else { "wrong password" };
    let wrong = || Error::refused(StatusCode::UNAUTHORIZED, "WRONG_LOGIN", messages::WRONG_LOGIN);
    let Some(user) = user.filter(|_| right) else {
        let pause_ms = accounts.db.write(move |tx| attempt.fail(tx, now)).await?;
        // The typed name is never logged: people type passwords into that field.
        tracing::info!(address = address.subject(), reason, pause_ms, "a login was refused");
        return Err(wrong());
    };
    let (role, config, cookie, former) = (user.role, accounts.config.clone(), device.clone(), accounts.tokens.read(&headers));
    let begun = accounts
        .db
        .write(move |tx| {
            // Half of a login is neither a success nor a failure.
            if let Some(needed) = passkeys::needed(tx, &config, &user, now)? {
                return Ok(Err(needed.refusal()));
            }
            let Some(begun) = begin(tx, &config, &user, &device, former.as_ref(), (false, stay), now)? else {
                attempt.fail(tx, now)?;
                return Ok(Err(wrong()));
            };
            attempt.succeed(tx, now)?;
            Ok(Ok(begun))
        })
        .await?;
    answer(&accounts, jar, &begun?, role, &cookie)
}

/// Begins a session, as [`store::begin_session`], and records the login. `former` is what the browser's cookie named until now, a session or
/// a sign-up that is under way: it ends, since the cookies of the new session replace it.
pub(super) fn begin(
    tx: &Tx<'_>,
    config: &Config,
    user: &User,
    device: &Device,
    former: Option<&SessionIds>,
    how: (bool, Stay),
    now: i64,
) -> Result<Option<Begun>> {
    let begun = store::begin_session(tx, config, user, device, how, now)?;
    if begun.is_some() {
        if let Some(former) = former {
            store::end_session(tx, former)?;
        }
        audit::record(tx, now, &user.actor(), Event::AccountLogin, user.about(), &NOTHING, &NOTHING)?;
    }
    Ok(begun)
}

/// The answer to a login, with the cookies of the session that has begun.
pub(super) fn answer(
    accounts: &Accounts,
    jar: CookieJar,
    begun: &Begun,
    role: Role,
    device: &Device,
) -> Result<(CookieJar, Answer<LoggedIn>)> {
    let jar = accounts.tokens.cookies(jar, begun, role, Some(device))?;
    Ok((jar, Answer(LoggedIn { message: messages::LOGGED_IN, role })))
}

/// Log out: the session ends at once, even for a copied cookie; so does a sign-up that is under way.
#[utoipa::path(post, path = "/logout", tag = "account", responses((status = 200, body = Said)))]
pub(super) async fn logout(
    State(accounts): State<Accounts>,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<(CookieJar, Answer<Said>)> {
    // Whichever account the page shows, nobody is logged in here afterwards.
    if let Some(named) = accounts.tokens.read(&headers) {
        let now = accounts.clock.now_ms();
        accounts
            .db
            .write(move |tx| {
                let lasting = "SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2 AND expires_at > $3";
                let lasting = tx.query_opt(lasting, params![named.session_id, named.user_id, now], |row| row.get::<i64>(0))?;
                if lasting.is_some()
                    && let Some(user) = store::by_id(tx, &named.user_id)?
                {
                    audit::record(tx, now, &user.actor(), Event::AccountLogout, user.about(), &NOTHING, &NOTHING)?;
                }
                store::end_session(tx, &named)
            })
            .await?;
    }
    Ok((accounts.tokens.delete_cookies(jar), Answer(Said { message: messages::LOGGED_OUT.into() })))
}

/// Whether the caller is logged in: 200, or 401.
#[utoipa::path(get, path = "/checkLogin", tag = "account", security(("session" = [])), responses(
    (status = 200, body = LoggedIn), (status = 401, description = "Not logged in")))]
pub(super) async fn check_login(caller: Caller) -> Answer<LoggedIn> {
    Answer(LoggedIn { message: messages::LOGGED_IN, role: caller.role })
}
