//! The present password, which a person types again before a change that would give the account away.

use axum::http::StatusCode;
use core_wasm::account::profile::{check_present, words};
use core_wasm::error::Problems;
use secrecy::{ExposeSecret, SecretString};

use super::{Accounts, Caller, store};
use crate::attempts::{Account, Kind};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;

/// Checks the present password of a caller, and returns the account as it was read for that. A wrong password counts as a failed login, so
/// that a stolen session can't be used to guess it.
///
/// # Errors
/// 400 at the field `password`; 429 during a pause; 503 when too many passwords are being checked.
pub(crate) async fn check(
    accounts: &Accounts,
    caller: &Caller,
    address: ClientAddress,
    password: &SecretString,
) -> Result<store::User> {
    let mut problems = Problems::default();
    problems.take("password", check_present(password.expose_secret()));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let now = accounts.clock.now_ms();
    let (attempts, id) = (accounts.attempts.clone(), caller.user_id.clone());
    let (attempt, user) = accounts
        .db
        .write(move |tx| {
            let user = store::by_id(tx, &id)?.ok_or_else(Error::unauthorized)?;
            Ok((attempts.begin(tx, Kind::Login, &Account::Known(id.clone()), address, now)?, user))
        })
        .await?;
    let right = accounts.hasher.verify(password.expose_secret().to_owned(), Some(user.password_hash.clone())).await?;
    let id = caller.user_id.clone();
    accounts
        .db
        .write(move |tx| {
            // Another request may have deleted the account meanwhile.
            store::by_id(tx, &id)?.ok_or_else(Error::unauthorized)?;
            if right { attempt.succeed(tx, now) } else { attempt.fail(tx, now).map(|_| ()) }
        })
        .await?;
    if right { Ok(user) } else { Err(wrong()) }
}

fn wrong() -> Error {
    let mut problems = Problems::default();
    problems.add("password", "wrong_password", words::WRONG_PASSWORD);
    problems.into()
}

/// The refusal of a change because the account has another password or role since the password was checked.
pub(crate) fn changed_meanwhile() -> Error {
    Error::refused(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", core_wasm::account::messages::NOT_LOGGED_IN)
}
