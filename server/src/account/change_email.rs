//! `POST /changeEmail`, `PUT /changeEmail`, `DELETE /changeEmail`: another e-mail address, proved by a code.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::code::{self, CODE_MS, MOST_SENDS, MOST_TRIES, RESEND_PAUSE_MS};
use core_wasm::account::{login, profile};
use core_wasm::error::Problems;
use secrecy::SecretString;
use serde::Deserialize;
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::login::Said;
use super::{Accounts, Caller, codes, letters, present_password, store};
use crate::attempts::{Account, Kind};
use crate::audit::{self, Event, Fields, NOTHING};
use crate::config::Config;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

/// How long a new address waits for its code, in milliseconds: a day. So many codes are sent in that time, whatever the addresses.
const WAITS_MS: i64 = 24 * 3_600_000;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailForm {
    /// The new address.
    email: String,
    /// The present password; not needed for another code to the address that waits for one.
    #[schema(value_type = Option<String>)]
    password: Option<SecretString>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailCodeForm {
    /// The six digits of the mail.
    code: String,
}

/// A new address that waits for its code.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) email: String,
    code_hash: String,
    pub(super) code_expires_at: i64,
    tries: i64,
    sends: i64,
    sent_at: i64,
}

impl Waiting {
    /// Whether it waits for a code, and was not given up.
    pub(super) fn is_open(&self) -> bool {
        !self.email.is_empty()
    }

    /// From when on another code can be asked for; `None` when no more are sent.
    pub(super) fn resend_from(&self) -> Option<i64> {
        (self.sends < MOST_SENDS).then_some(self.sent_at + RESEND_PAUSE_MS)
    }
}

/// The new address of an account, also one that was given up today.
pub(super) fn waiting(tx: &Tx<'_>, user_id: &str, now: i64) -> Result<Option<Waiting>> {
    tx.query_opt(
        "SELECT email, code_hash, code_expires_at, tries, sends, sent_at FROM email_changes WHERE user_id = $1 AND expires_at > $2",
        params![user_id, now],
        |row: &Row<'_>| {
            Ok(Waiting {
                email: row.get(0)?,
                code_hash: row.get(1)?,
                code_expires_at: row.get(2)?,
                tries: row.get(3)?,
                sends: row.get(4)?,
                sent_at: row.get(5)?,
            })
        },
    )
}

/// Send a code to a new e-mail address. The answer is the same whether another account has the address or not.
#[utoipa::path(post, path = "/changeEmail", tag = "account", security(("session" = [])), request_body = EmailForm, responses(
    (status = 200, body = Said), (status = 400, description = "What is wrong, at each field"), (status = 401),
    (status = 429, description = "Too soon after the last code, or too many")))]
pub(super) async fn begin(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Caller,
    Json(form): Json<EmailForm>,
) -> Result<Answer<Said>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    let mut problems = Problems::default();
    let Some(email) = problems.take("email", login::email(&form.email)) else { return Err(problems.into()) };
    let proved = match &form.password {
        Some(password) => Some(present_password::check(&accounts, &caller, address, password).await?),
        None => None,
    };
    let now = accounts.clock.now_ms();
    let (attempts, config) = (accounts.attempts.clone(), accounts.config.clone());
    let send_code = move |tx: &Tx<'_>| {
        let before = waiting(tx, &caller.user_id, now)?;
        let is_again = before.as_ref().is_some_and(|before| before.is_open() && before.email == email);
        let user = match &proved {
            Some(user) => user.clone(),
            None if is_again => store::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?,
            None => {
                let mut problems = Problems::default();
                problems.take("password", profile::check_present(""));
                return Err(problems.into());
            }
        };
        if email == user.email {
            let mut problems = Problems::default();
            problems.add("email", "same_email", profile::words::SAME_EMAIL);
            return Err(problems.into());
        }
        if let Some(before) = &before {
            refuse_too_soon(before, now)?;
        }
        // Each code is a mail to an address that anybody with an account can type.
        attempts.begin(tx, Kind::SignUp, &Account::Named(email.clone()), address, now)?.fail(tx, now)?;
        send(tx, &config, &user, &email, before.map_or(0, |before| before.sends) + 1, now)
    };
    accounts.db.write(send_code).await?;
    Ok(Answer(Said { message: profile::words::EMAIL_CODE_SENT.into() }))
}

fn refuse_too_soon(before: &Waiting, now: i64) -> Result<()> {
    let wait = before.sent_at + RESEND_PAUSE_MS - now;
    if before.sends >= MOST_SENDS {
        return Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "NO_SENDS", profile::words::NO_CODES));
    }
    if wait > 0 {
        let refusal = Error::refused(StatusCode::TOO_MANY_REQUESTS, "RESEND_PAUSE", code::words::resend_pause());
        return Err(refusal.retry_after(u64::try_from((wait + 999) / 1000).unwrap_or(1)));
    }
    Ok(())
}

/// Sends a code. The owner of an address that has an account gets another mail, and no code is right: who asks sees no difference.
fn send(tx: &Tx<'_>, config: &Config, user: &store::User, email: &str, sends: i64, now: i64) -> Result<()> {
    let code = codes::new();
    let is_known = store::by_email(tx, email)?.is_some_and(|other| other.id != user.id);
    let hash = if is_known { String::new() } else { codes::hash(&user.id, &code) };
    tx.execute("DELETE FROM email_changes WHERE user_id = $1 AND expires_at <= $2", params![user.id, now])?;
    tx.execute(
        "INSERT INTO email_changes (user_id, email, code_hash, code_expires_at, tries, sends, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, 0, $5, $6, $7)
         ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, code_hash = excluded.code_hash,
           code_expires_at = excluded.code_expires_at, tries = 0, sends = excluded.sends, sent_at = excluded.sent_at",
        params![user.id, email, hash, now + CODE_MS, sends, now, now + WAITS_MS],
    )?;
    let letter = if is_known {
        ("You have an account".to_owned(), include_str!("email_known_mail.txt"))
    } else {
        (format!("{code} is your code"), include_str!("email_code_mail.txt"))
    };
    letters::enqueue(tx, config, email, (&letter.0, &letter.1.replace("{code}", &code)), now)
}

/// Prove the new e-mail address by its code; from then on it is the account's, and the former address is told.
#[utoipa::path(put, path = "/changeEmail", tag = "account", security(("session" = [])), request_body = EmailCodeForm, responses(
    (status = 200, body = Said), (status = 400, description = "A wrong or expired code"), (status = 401),
    (status = 404, description = "No new address waits"), (status = 409, description = "Meanwhile another account has the address"),
    (status = 429, description = "Too many wrong codes")))]
pub(super) async fn prove(
    State(accounts): State<Accounts>,
    caller: Caller,
    Json(form): Json<EmailCodeForm>,
) -> Result<Answer<Said>> {
    let mut problems = Problems::default();
    let Some(code) = problems.take("code", code::check_code(&form.code)) else { return Err(problems.into()) };
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    // A wrong try is counted by the transaction, so its refusal is not an error of it.
    accounts.db.write(move |tx| change(tx, &config, &caller.user_id, &code, now)).await??;
    Ok(Answer(Said { message: profile::words::EMAIL_CHANGED.into() }))
}

fn change(tx: &Tx<'_>, config: &Config, user_id: &str, typed: &str, now: i64) -> Result<Result<()>> {
    let refused = |status, code: &'static str, message: String| Ok(Err(Error::refused(status, code, message)));
    let user = store::by_id(tx, user_id)?.ok_or_else(Error::unauthorized)?;
    let Some(waiting) = waiting(tx, user_id, now)?.filter(Waiting::is_open) else { return Ok(Err(none_waits())) };
    if waiting.tries >= MOST_TRIES {
        return refused(StatusCode::TOO_MANY_REQUESTS, "NO_TRIES", code::words::NO_TRIES.to_owned());
    }
    if waiting.code_expires_at <= now {
        return refused(StatusCode::BAD_REQUEST, "CODE_EXPIRED", code::words::CODE_EXPIRED.to_owned());
    }
    if !bool::from(codes::hash(user_id, typed).as_bytes().ct_eq(waiting.code_hash.as_bytes())) {
        tx.execute("UPDATE email_changes SET tries = tries + 1 WHERE user_id = $1", params![user_id])?;
        return refused(StatusCode::BAD_REQUEST, "WRONG_CODE", code::words::wrong_code(MOST_TRIES - waiting.tries - 1));
    }
    let key = store::key(&waiting.email);
    let taken =
        tx.query_opt("SELECT 1 FROM users WHERE email_key = $1 AND id <> $2", params![key, user_id], |row| row.get::<i64>(0))?;
    if taken.is_some() {
        return refused(StatusCode::CONFLICT, "EMAIL_TAKEN", profile::words::EMAIL_TAKEN.to_owned());
    }
    tx.execute(
        "UPDATE users SET email = $1, email_key = $2, updated_at = $3 WHERE id = $4",
        params![waiting.email, key, now, user_id],
    )?;
    // A link that was mailed to the former address opens the account no more.
    tx.execute("DELETE FROM reset_tokens WHERE user_id = $1 AND used_at IS NULL", params![user_id])?;
    tx.execute("DELETE FROM email_changes WHERE user_id = $1", params![user_id])?;
    letters::enqueue(tx, config, &user.email, letters::EMAIL_CHANGED, now)?;
    audit::record(tx, now, &user.actor(), Event::AccountEmailChanged, user.about(), &NOTHING, &Fields(&["email"]))?;
    Ok(Ok(()))
}

fn none_waits() -> Error {
    Error::refused(StatusCode::NOT_FOUND, "NO_EMAIL_CHANGE", profile::words::NO_EMAIL_CHANGE)
}

/// Give up a change of the e-mail address.
#[utoipa::path(delete, path = "/changeEmail", tag = "account", security(("session" = [])),
    responses((status = 200, body = Said), (status = 401), (status = 404, description = "No new address waits")))]
pub(super) async fn give_up(State(accounts): State<Accounts>, caller: Caller) -> Result<Answer<Said>> {
    let now = accounts.clock.now_ms();
    accounts
        .db
        .write(move |tx| {
            // The row stays until its day is over, so that codes are counted; without an address and a code it is nobody's.
            let ended = tx.execute(
                "UPDATE email_changes SET email = '', code_hash = '' WHERE user_id = $1 AND email <> '' AND expires_at > $2",
                params![caller.user_id, now],
            )?;
            if ended == 0 { Err(none_waits()) } else { Ok(()) }
        })
        .await?;
    Ok(Answer(Said { message: profile::words::EMAIL_CHANGE_ENDED.into() }))
}
