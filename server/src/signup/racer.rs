//! `POST /verifyRacer`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::Role;
use core_wasm::account::login::Stay;
use core_wasm::dates::{DEFAULT_ZONE, date_in};
use core_wasm::signup::{Match, RacerForm, check_racer, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::{claims, store};
use crate::account::token::Begun;
use crate::account::{Accounts, Caller, store as users};
use crate::attempts::{Account, Kind};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

/// The results that may be of the person who signs up.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Matches {
    matches: Vec<Match>,
}

/// Begin to sign up: the answer sets the in-progress cookies, and a code is sent by mail. It offers published results of the name and age,
/// and is the same whether the address has an account or not.
#[utoipa::path(post, path = "/verifyRacer", tag = "signup", request_body = RacerForm, responses(
    (status = 200, body = Matches),
    (status = 400, description = "What is wrong, at each field"),
    (status = 409, description = "The caller has an account"),
    (status = 429, description = "Too many sign-ups; Retry-After says how long to wait")))]
pub(super) async fn verify_racer(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Option<Caller>,
    headers: HeaderMap,
    jar: CookieJar,
    Json(form): Json<RacerForm>,
) -> Result<(CookieJar, Answer<Matches>)> {
    if caller.is_some() {
        return Err(Error::refused(StatusCode::CONFLICT, "HAS_ACCOUNT", words::HAS_ACCOUNT));
    }
    let now = accounts.clock.now_ms();
    let racer = check_racer(&form, date_in(now, DEFAULT_ZONE))?;
    let former = accounts.tokens.read(&headers);
    let (attempts, config) = (accounts.attempts.clone(), accounts.config.clone());
    let (begun, matches) = accounts
        .db
        .write(move |tx| {
            // Every sign-up counts, because each sends a mail to an address that anybody can type.
            attempts.begin(tx, Kind::SignUp, &Account::Named(racer.email.clone()), address, now)?.fail(tx, now)?;
            if let Some(former) = &former {
                users::end_session(tx, former)?;
            }
            let (ids, expires_ms) = store::add(tx, &racer, now)?;
            store::send_code(tx, &config, &ids.user_id, &racer.email, now)?;
            Ok((Begun { ids, expires_ms, stay: Stay::Remembered }, claims::offered(tx, &racer)?))
        })
        .await?;
    let jar = accounts.tokens.cookies(jar, &begun, Role::InProgress, None)?;
    Ok((jar, Answer(Matches { matches })))
}
