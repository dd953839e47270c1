//! `POST /forgotPassword`, `POST /resetPassword/check`, `POST /resetPassword`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::{login as rules, messages, password as password_rules};
use core_wasm::error::Problems;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::Said;
use super::{Accounts, letters, store};
use crate::attempts::{self, Account, Kind};
use crate::audit::{self, Event, Fields, NOTHING};
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;
use crate::ids::{new_secret, sha256};

/// How long a link works, in milliseconds: an hour.
const LINK_MS: i64 = 3_600_000;
/// The mail's text. It contains nothing that a visitor typed.
const LETTER: &str = include_str!("reset_mail.txt");

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ForgotForm {
    email: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResetLink {
    /// From the fragment of the mail's link.
    token: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResetForm {
    /// From the fragment of the mail's link.
    token: String,
    #[schema(value_type = String)]
    password: SecretString,
}

/// Request a link to choose a new password; the answer is the same whether the address is known or not.
#[utoipa::path(post, path = "/forgotPassword", tag = "account", request_body = ForgotForm,
    responses((status = 200, body = Said), (status = 400, description = "Not an e-mail address")))]
pub(super) async fn forgot_password(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    Json(form): Json<ForgotForm>,
) -> Result<Answer<Said>> {
    let problems = rules::check_forgot(&form.email);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let now = accounts.clock.now_ms();
    let attempts = accounts.attempts.clone();
    let asked = accounts
        .db
        .write(move |tx| {
            // Counted by the address and not by the account: whether an account has this address must make no difference here.
            let key = store::key(&form.email);
            attempts.begin(tx, Kind::Forgot, &Account::Named(form.email.clone()), address, now)?.fail(tx, now)?;
            tx.execute("INSERT INTO reset_requests (email_key) VALUES ($1)", params![key])?;
            Ok(())
        })
        .await;
    match asked {
        // An address with too many requests gets no mail, but the same answer: the answer must not reveal which addresses are
        // known.
        Err(Error::Refused { status: StatusCode::TOO_MANY_REQUESTS, .. }) => {}
        other => other?,
    }
    Ok(Answer(Said { message: messages::RESET_SENT.into() }))
}

/// Writes the requested mails to the outbox and returns how many. It runs before mail is sent, not while a request waits: the time
/// that it takes would reveal which addresses are known.
///
/// # Errors
/// When the database cannot be read or written.
pub(crate) async fn write_letters(accounts: &Accounts) -> Result<usize> {
    let asked = accounts.db.read(|tx| tx.query_opt("SELECT id FROM reset_requests LIMIT 1", [], |row| row.get::<i64>(0))).await?;
    if asked.is_none() {
        return Ok(0);
    }
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    accounts
        .db
        .write(move |tx| {
            tx.execute("DELETE FROM reset_tokens WHERE expires_at <= $1", params![now])?;
            let asked = tx.query_all("SELECT id, email_key FROM reset_requests ORDER BY id LIMIT 100", [], |row| {
                Ok((row.get::<i64>(0)?, row.get::<String>(1)?))
            })?;
            let mut written = 0;
            for (id, email_key) in asked {
                if tx.execute("DELETE FROM reset_requests WHERE id = $1", params![id])? == 0 {
                    // Another process has handled it.
                    continue;
                }
                let Some(user) = store::by_email(tx, &email_key)? else { continue };
                write_letter(tx, &config, user, now)?;
                written += 1;
            }
            Ok(written)
        })
        .await
}

fn write_letter(tx: &Tx<'_>, config: &Config, user: store::User, now: i64) -> Result<()> {
    let secret = new_secret();
    tx.execute(
        "INSERT INTO reset_tokens (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        params![sha256(&secret), user.id, now, now + LINK_MS],
    )?;
    let text = LETTER.replace("{token}", &secret);
    letters::enqueue(tx, config, &user.email, ("Choose a new password", &text), now)
}

/// A link that works.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub(super) struct LinkWorks {
    #[serde(rename = "message")]
    message: &'static str,
    /// Of the account whose password it changes: who has the link can choose the password anyway.
    username: String,
}

/// Tell whether the link of the mail still works, and for which account, before anything is typed; it can still be used afterwards.
#[utoipa::path(post, path = "/resetPassword/check", tag = "account", request_body = ResetLink,
    responses((status = 200, body = LinkWorks), (status = 400, description = "LINK_EXPIRED: used, expired or unknown")))]
pub(super) async fn check_link(State(accounts): State<Accounts>, Json(form): Json<ResetLink>) -> Result<Answer<LinkWorks>> {
    let (now, token) = (accounts.clock.now_ms(), sha256(&form.token));
    let [username, ..] = accounts.db.read(move |tx| find(tx, &token, now)).await?.ok_or_else(expired)?;
    Ok(Answer(LinkWorks { message: messages::RESET_LINK_WORKS, username }))
}

/// Returns the names and addresses of the account whose link has this token, if it still works.
fn find(tx: &Tx<'_>, token_hash: &str, now: i64) -> Result<Option<[String; 4]>> {
    tx.query_opt(
        "SELECT u.username, u.email, u.first_name, u.last_name FROM reset_tokens t JOIN users u ON u.id = t.user_id
         WHERE t.token_hash = $1 AND t.used_at IS NULL AND t.expires_at > $2",
        params![token_hash, now],
        |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]),
    )
}

/// Choose a new password with the token of the mail; it works once, for an hour. Every session of the account ends.
#[utoipa::path(post, path = "/resetPassword", tag = "account", request_body = ResetForm,
    responses((status = 200, body = Said), (status = 400, description = "Used, expired, or a password that is refused")))]
pub(super) async fn reset_password(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    Json(form): Json<ResetForm>,
) -> Result<Answer<Said>> {
    let mut problems = Problems::default();
    problems.take("password", password_rules::check(form.password.expose_secret()));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (now, token) = (accounts.clock.now_ms(), sha256(&form.token));
    let known = token.clone();
    // Checked before the password is hashed: hashing is expensive, and anyone may send a wrong token.
    let about = accounts.db.read(move |tx| find(tx, &known, now)).await?.ok_or_else(expired)?;
    problems.take("password", password_rules::check_new(form.password.expose_secret(), &about));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let hash = accounts.hasher.hash(form.password.expose_secret().to_owned()).await?;
    let config = accounts.config.clone();
    accounts.db.write(move |tx| set_password(tx, &config, (&token, &hash), address, now)).await?;
    Ok(Answer(Said { message: messages::RESET_DONE.into() }))
}

fn set_password(
    tx: &Tx<'_>,
    config: &Config,
    (token_hash, password_hash): (&str, &str),
    address: ClientAddress,
    now: i64,
) -> Result<()> {
    let user_id = tx.query_opt(
        "UPDATE reset_tokens SET used_at = $1 WHERE token_hash = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id",
        params![now, token_hash, now],
        |row| row.get::<String>(0),
    )?;
    let user = user_id.map(|id| store::by_id(tx, &id)).transpose()?.flatten().ok_or_else(expired)?;
    tx.execute("UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3", params![password_hash, now, user.id])?;
    tx.execute("DELETE FROM reset_tokens WHERE user_id = $1 AND used_at IS NULL", params![user.id])?;
    // Somebody who knew the former password may have begun to change the address.
    tx.execute("DELETE FROM email_changes WHERE user_id = $1", params![user.id])?;
    store::end_all_sessions(tx, &user.id)?;
    letters::enqueue(tx, config, &user.email, letters::PASSWORD_CHANGED, now)?;
    attempts::remove_failures(tx, &user.id)?;
    attempts::remember_address(tx, &user.id, address, now)?;
    audit::record(tx, now, &user.actor(), Event::AccountPasswordReset, user.about(), &NOTHING, &Fields(&["password"]))
}

fn expired() -> Error {
    Error::refused(StatusCode::BAD_REQUEST, "LINK_EXPIRED", messages::RESET_EXPIRED)
}
