//! Signing up: verify racer, verify e-mail, create account (docs/decisions/0052). The forms, the comparison with results and the words are
//! in the core.
//!
//! Who signs up has a cookie like a user's, which names a row of `signups` and opens these calls alone.

mod account;
pub(crate) mod claims;
mod decide;
mod email;
mod racer;
mod store;

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use core_wasm::account::messages;
use core_wasm::signup::words;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::{Accounts, is_meant};
use crate::config::Config;
use crate::error::{Error, Result};
pub(crate) use account::ClaimAnswer;
use store::Signup;

/// Somebody who is signing up; any other caller is refused (401).
pub(crate) struct SigningUp(Signup);

impl<S: Send + Sync> FromRequestParts<S> for SigningUp
where
    Accounts: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let accounts = Accounts::from_ref(state);
        let named = accounts.tokens.read(&parts.headers).ok_or_else(no_signup)?;
        let now = accounts.clock.now_ms();
        let found = accounts.db.read(move |tx| store::find(tx, &named, now)).await?;
        let signup = found.ok_or_else(no_signup)?;
        if !is_meant(&parts.headers, &signup.id) {
            return Err(Error::refused(StatusCode::CONFLICT, "OTHER_SIGNUP", messages::OTHER_SIGNUP));
        }
        Ok(Self(signup))
    }
}

/// The refusal of callers who are not signing up.
fn no_signup() -> Error {
    Error::refused(StatusCode::UNAUTHORIZED, "NO_SIGNUP", words::NO_SIGNUP)
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(racer::verify_racer))
        .routes(routes!(email::signup))
        .routes(routes!(email::verify_email))
        .routes(routes!(email::resend))
        .routes(routes!(account::username))
        .routes(routes!(account::create))
        .routes(routes!(decide::waiting))
        .routes(routes!(decide::decide))
}
