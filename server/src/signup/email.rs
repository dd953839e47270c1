//! `GET /signup`, `POST /verifyEmail`, `POST /resendVerification`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::code::{MOST_SENDS, MOST_TRIES, RESEND_PAUSE_MS, check_code, words as code_words};
use core_wasm::account::login;
use core_wasm::error::Problems;
use core_wasm::signup::{Match, shown, words};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::store::{self, Signup};
use super::{SigningUp, claims, no_signup};
use crate::account::{Accounts, codes};
use crate::attempts::{Account, Kind};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

/// Where a sign-up stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignupStanding {
    /// By which a page says which sign-up it shows (`Splitline-Account`); it opens nothing.
    id: String,
    #[serde(rename = "FirstName")]
    first_name: String,
    #[serde(rename = "LastName")]
    last_name: String,
    /// Where the code was sent.
    #[serde(rename = "Email")]
    email: String,
    /// The name under which others will see the person's results.
    listed_as: String,
    /// The same when the account is private.
    listed_private: String,
    /// Whether the address is proved.
    proved: bool,
    /// Until when the code can be used, in epoch milliseconds.
    code_expires_at: i64,
    /// From when on another code can be asked for, in epoch milliseconds; absent when no more are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    resend_from: Option<i64>,
    /// The results that are offered.
    matches: Vec<Match>,
}

/// A message about the code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeAnswer {
    message: &'static str,
    /// Whether the address is proved.
    proved: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeForm {
    /// The six digits of the mail.
    code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResendForm {
    /// Another address, when the first one was wrong.
    #[serde(rename = "Email")]
    email: Option<String>,
}

/// Tell where the caller's sign-up stands.
#[utoipa::path(get, path = "/signup", tag = "signup", security(("signup" = [])), responses(
    (status = 200, body = SignupStanding), (status = 401, description = "No sign-up has begun")))]
pub(super) async fn signup(State(accounts): State<Accounts>, SigningUp(signup): SigningUp) -> Result<Answer<SignupStanding>> {
    let racer = signup.racer.clone();
    let matches = accounts.db.read(move |tx| claims::offered(tx, &racer)).await?;
    let Signup { id, racer, code_expires_at, sends, sent_at, proved, .. } = signup;
    Ok(Answer(SignupStanding {
        id,
        listed_as: shown(&racer.first_name, &racer.last_name, false),
        listed_private: shown(&racer.first_name, &racer.last_name, true),
        first_name: racer.first_name,
        last_name: racer.last_name,
        email: racer.email,
        proved,
        code_expires_at,
        resend_from: (sends < MOST_SENDS).then_some(sent_at + RESEND_PAUSE_MS),
        matches,
    }))
}

/// Prove the e-mail address by the code of the mail.
#[utoipa::path(post, path = "/verifyEmail", tag = "signup", security(("signup" = [])), request_body = CodeForm, responses(
    (status = 200, body = CodeAnswer),
    (status = 400, description = "Another code, or one that has expired"),
    (status = 401, description = "No sign-up has begun"),
    (status = 429, description = "Tried too often")))]
pub(super) async fn verify_email(
    State(accounts): State<Accounts>,
    SigningUp(Signup { id, .. }): SigningUp,
    Json(form): Json<CodeForm>,
) -> Result<Answer<CodeAnswer>> {
    let mut problems = Problems::default();
    let Some(code) = problems.take("code", check_code(&form.code)) else { return Err(problems.into()) };
    let now = accounts.clock.now_ms();
    // A wrong try is counted by the transaction, so its refusal is not an error of it.
    accounts.db.write(move |tx| prove(tx, &id, &code, now)).await??;
    Ok(Answer(CodeAnswer { message: words::PROVED, proved: true }))
}

fn prove(tx: &Tx<'_>, id: &str, code: &str, now: i64) -> Result<Result<()>> {
    let refused = |status, code: &'static str, message: String| Ok(Err(Error::refused(status, code, message)));
    let Some(signup) = store::present(tx, id)? else {
        return Ok(Err(no_signup()));
    };
    if signup.proved {
        return Ok(Ok(()));
    }
    if signup.tries >= MOST_TRIES {
        return refused(StatusCode::TOO_MANY_REQUESTS, "NO_TRIES", code_words::NO_TRIES.to_owned());
    }
    if signup.code_expires_at <= now {
        return refused(StatusCode::BAD_REQUEST, "CODE_EXPIRED", code_words::CODE_EXPIRED.to_owned());
    }
    if bool::from(codes::hash(id, code).as_bytes().ct_eq(signup.code_hash.as_bytes())) {
        store::prove(tx, id, now)?;
        return Ok(Ok(()));
    }
    store::count_try(tx, id)?;
    refused(StatusCode::BAD_REQUEST, "WRONG_CODE", code_words::wrong_code(MOST_TRIES - signup.tries - 1))
}

/// Send another code, also to another address; earlier codes are right no longer.
#[utoipa::path(post, path = "/resendVerification", tag = "signup", security(("signup" = [])), request_body = ResendForm, responses(
    (status = 200, body = CodeAnswer),
    (status = 400, description = "Not an e-mail address"),
    (status = 401, description = "No sign-up has begun"),
    (status = 429, description = "Too soon after the last one, or too many")))]
pub(super) async fn resend(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    SigningUp(Signup { id, .. }): SigningUp,
    Json(form): Json<ResendForm>,
) -> Result<Answer<CodeAnswer>> {
    let mut problems = Problems::default();
    let email = form.email.and_then(|typed| problems.take("Email", login::email(&typed)));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let now = accounts.clock.now_ms();
    let (attempts, config) = (accounts.attempts.clone(), accounts.config.clone());
    let proved = accounts
        .db
        .write(move |tx| {
            let signup = store::present(tx, &id)?.ok_or_else(no_signup)?;
            let to = email.clone().unwrap_or_else(|| signup.racer.email.clone());
            if signup.proved && to == signup.racer.email {
                return Ok(true);
            }
            let wait = signup.sent_at + RESEND_PAUSE_MS - now;
            if signup.sends >= MOST_SENDS {
                return Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "NO_SENDS", words::NO_SENDS));
            }
            if wait > 0 {
                let refusal = Error::refused(StatusCode::TOO_MANY_REQUESTS, "RESEND_PAUSE", code_words::resend_pause());
                return Err(refusal.retry_after(u64::try_from((wait + 999) / 1000).unwrap_or(1)));
            }
            attempts.begin(tx, Kind::SignUp, &Account::Named(to.clone()), address, now)?.fail(tx, now)?;
            store::send_code(tx, &config, &id, &to, now)?;
            Ok(false)
        })
        .await?;
    Ok(Answer(CodeAnswer { message: if proved { words::PROVED } else { words::SENT }, proved }))
}
