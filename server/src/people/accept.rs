//! `POST /invitation`, `POST /acceptInvitation`: by whoever has the link of a mail.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::login::Stay;
use core_wasm::account::{Role, password as password_rules};
use core_wasm::error::Problems;
use core_wasm::people::{masked, words};
use core_wasm::signup::{check_username, words as signup_words};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use crate::account::token::Begun;
use crate::account::{Accounts, Caller, Device, store as users};
use crate::attempts::{Account, Kind};
use crate::audit::{self, Event, NOTHING};
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;
use crate::ids::sha256;

/// What the mail says about the sessions.
const OTHERS_ENDED: &str = "You are logged out on every other device. Log in again here:";

/// The token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenForm {
    /// From the fragment of the mail's link.
    #[schema(value_type = String)]
    token: SecretString,
}

/// What an invitation offers, and to whom.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Offer {
    role: Role,
    /// What it offers, as a sentence.
    offer: String,
    /// The address to which it was sent, of which most is hidden.
    email: String,
    /// Until when it can be used, in epoch milliseconds.
    expires_at: i64,
    /// Whether an account has that address: it has to log in.
    has_account: bool,
    /// The username of the caller; absent when nobody is logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<String>,
    /// Whether the caller's account can do already what is offered.
    has_role: bool,
}

/// The acceptance of an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AcceptForm {
    /// From the fragment of the mail's link.
    #[schema(value_type = String)]
    token: SecretString,
    /// For a new account; absent for the account that is logged in.
    #[serde(rename = "Username")]
    username: Option<String>,
    /// For a new account.
    #[schema(value_type = Option<String>)]
    password: Option<SecretString>,
}

/// An invitation was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Accepted {
    message: String,
    role: Role,
}

/// An invitation that can be used.
#[derive(Debug, Clone)]
struct Open {
    id: String,
    email: String,
    role: Role,
    expires_at: i64,
}

/// Returns the invitation of a token, when it can be used, and whether an account has its address.
fn find(tx: &Tx<'_>, token_hash: &str, now: i64) -> Result<Option<(Open, bool)>> {
    let open = tx.query_opt(
        "SELECT i.id, i.email, i.role, i.expires_at FROM invitations i JOIN users u ON u.id = i.invited_by
         WHERE i.token_hash = $1 AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2 AND u.role = 'admin'",
        params![token_hash, now],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<i64>(3)?)),
    )?;
    let Some((id, email, role, expires_at)) = open else { return Ok(None) };
    let Some(role) = Role::parse(&role) else { return Ok(None) };
    let has_account = users::by_email(tx, &email)?.is_some();
    Ok(Some((Open { id, email, role, expires_at }, has_account)))
}

/// Returns the invitation of a token; a wrong one counts as a failed attempt of this address.
async fn open(accounts: &Accounts, token: &SecretString, address: ClientAddress) -> Result<(Open, bool)> {
    let (now, attempts) = (accounts.clock.now_ms(), accounts.attempts.clone());
    let token_hash = sha256(token.expose_secret());
    let (attempt, found) = accounts
        .db
        .read(move |tx| {
            let attempt = attempts.begin(tx, Kind::Invitation, &Account::Named(token_hash.clone()), address, now)?;
            Ok((attempt, find(tx, &token_hash, now)?))
        })
        .await?;
    let Some(found) = found else {
        accounts.db.write(move |tx| attempt.fail(tx, now)).await?;
        return Err(link_void());
    };
    Ok(found)
}

/// The same for a wrong, used, expired or revoked token.
fn link_void() -> Error {
    Error::refused(StatusCode::BAD_REQUEST, "LINK_VOID", words::LINK_VOID)
}

fn refused(code: &'static str, message: &str) -> Error {
    Error::refused(StatusCode::CONFLICT, code, message)
}

/// Tell what the link of an invitation offers; the link can still be used afterwards.
#[utoipa::path(post, path = "/invitation", tag = "people", request_body = TokenForm, responses(
    (status = 200, body = Offer),
    (status = 400, description = "The link does not work: it is wrong, used, expired or revoked"),
    (status = 429, description = "Too many wrong links; Retry-After says how long to wait")))]
pub(super) async fn look(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Option<Caller>,
    Json(form): Json<TokenForm>,
) -> Result<Answer<Offer>> {
    let (Open { email, role, expires_at, .. }, has_account) = open(&accounts, &form.token, address).await?;
    Ok(Answer(Offer {
        role,
        offer: words::offered(role),
        email: masked(&email),
        expires_at,
        has_account,
        has_role: caller.as_ref().is_some_and(|caller| !role.is_more_than(caller.role)),
        username: caller.map(|caller| caller.username),
    }))
}

/// Accept an invitation: the account that is logged in gets the role, or an account is made with the invited address. The answer sets both
/// cookies.
#[utoipa::path(post, path = "/acceptInvitation", tag = "people", request_body = AcceptForm, responses(
    (status = 200, body = Accepted),
    (status = 400, description = "The link does not work, or what is wrong at each field"),
    (status = 401, description = "Nobody is logged in, and no account is to be made"),
    (status = 409, description = "The invited address has an account, or the caller's account has the role already, or the username is taken"),
    (status = 429, description = "Too many wrong links; Retry-After says how long to wait")))]
pub(super) async fn accept(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Option<Caller>,
    device: Device,
    headers: HeaderMap,
    jar: CookieJar,
    Json(form): Json<AcceptForm>,
) -> Result<(CookieJar, Answer<Accepted>)> {
    let (invitation, has_account) = open(&accounts, &form.token, address).await?;
    let (now, role, cookie) = (accounts.clock.now_ms(), invitation.role, device.clone());
    let begun = match (caller, form.username) {
        (Some(_), Some(_)) => return Err(refused("LOGGED_IN", signup_words::HAS_ACCOUNT)),
        (Some(caller), None) => {
            let config = accounts.config.clone();
            accounts.db.write(move |tx| join(tx, &config, &caller, &invitation, now)).await?
        }
        (None, _) if has_account => return Err(refused("LOG_IN_FIRST", words::LOG_IN_FIRST)),
        (None, None) => return Err(Error::unauthorized()),
        (None, Some(username)) => {
            let password = form.password.unwrap_or_default();
            let new = check(&accounts, &username, &password, &invitation).await?;
            let (config, former) = (accounts.config.clone(), accounts.tokens.read(&headers));
            let begun = accounts.db.write(move |tx| {
                let begun = create(tx, &config, &new, &device, &invitation, now)?;
                // A sign-up that is under way in this browser: the cookies of the session replace it.
                former.as_ref().map_or(Ok(()), |former| users::end_session(tx, former))?;
                Ok(begun)
            });
            begun.await?
        }
    };
    let jar = accounts.tokens.cookies(jar, &begun, role, Some(&cookie))?;
    Ok((jar, Answer(Accepted { message: words::accepted(role), role })))
}

/// Checks the form of a new account, and hashes its password.
async fn check(accounts: &Accounts, username: &str, password: &SecretString, invitation: &Open) -> Result<users::NewUser> {
    let mut problems = Problems::default();
    let username = problems.take("Username", check_username(username)).unwrap_or_default();
    let about = [username.clone(), invitation.email.clone()];
    problems.take("password", password_rules::check_new(password.expose_secret(), &about));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let wanted = username.clone();
    // Checked before the password is hashed, which is expensive.
    if accounts.db.read(move |tx| users::by_username(tx, &wanted)).await?.is_some() {
        return Err(refused("USERNAME_TAKEN", signup_words::USERNAME_TAKEN));
    }
    let password_hash = accounts.hasher.hash(password.expose_secret().to_owned()).await?;
    Ok(users::NewUser { username, email: invitation.email.clone(), role: invitation.role, password_hash })
}

/// Uses the invitation up, or refuses: of two who use one link at once, one gets it.
fn take(tx: &Tx<'_>, id: &str, now: i64) -> Result<()> {
    let taken = tx.execute(
        "UPDATE invitations SET used_at = $1 WHERE id = $2 AND used_at IS NULL AND revoked_at IS NULL AND expires_at > $3
           AND EXISTS (SELECT 1 FROM users WHERE users.id = invitations.invited_by AND users.role = 'admin')",
        params![now, id, now],
    )?;
    if taken == 1 { Ok(()) } else { Err(link_void()) }
}

fn used_by(tx: &Tx<'_>, id: &str, user_id: &str) -> Result<()> {
    tx.execute("UPDATE invitations SET used_by = $1 WHERE id = $2", params![user_id, id])?;
    Ok(())
}

/// Gives the role to the account that is logged in. Its other sessions end; this one goes on under another id.
fn join(tx: &Tx<'_>, config: &Config, caller: &Caller, invitation: &Open, now: i64) -> Result<Begun> {
    let Open { id, role, .. } = invitation;
    take(tx, id, now)?;
    let user = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
    if !role.is_more_than(user.role) {
        return Err(refused("HAS_ROLE", words::HAS_ROLE));
    }
    store::give_role(tx, &user, *role, now)?;
    used_by(tx, id, &user.id)?;
    users::end_other_sessions(tx, &user.id, &caller.session_id)?;
    let begun = users::renew_session(tx, &user.id, &caller.session_id)?;
    store::tell(tx, config, &user, *role, OTHERS_ENDED, now)?;
    let (old, new) = (serde_json::json!({ "role": user.role }), serde_json::json!({ "role": role, "invitation": id }));
    audit::record(tx, now, &user.actor(), Event::AccountRoleSet, user.about(), &old, &new)?;
    Ok(begun)
}

/// Makes an account with the invited address, which the link proves, and logs it in.
fn create(tx: &Tx<'_>, config: &Config, new: &users::NewUser, device: &Device, invitation: &Open, now: i64) -> Result<Begun> {
    take(tx, &invitation.id, now)?;
    if users::by_email(tx, &new.email)?.is_some() {
        return Err(refused("LOG_IN_FIRST", words::LOG_IN_FIRST));
    }
    if users::by_username(tx, &new.username)?.is_some() {
        return Err(refused("USERNAME_TAKEN", signup_words::USERNAME_TAKEN));
    }
    let id = users::add(tx, new, now)?;
    used_by(tx, &invitation.id, &id)?;
    let missing = || Error::message("the account that was just made is missing");
    let user = users::by_id(tx, &id)?.ok_or_else(missing)?;
    let facts = serde_json::json!({ "role": new.role, "invitation": invitation.id });
    audit::record(tx, now, &user.actor(), Event::AccountCreated, user.about(), &NOTHING, &facts)?;
    users::begin_session(tx, config, &user, device, (false, Stay::Remembered), now)?.ok_or_else(missing)
}
