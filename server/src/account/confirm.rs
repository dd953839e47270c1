//! The password once more, before a change that a stolen session must not be able to make.

use core_wasm::account::{passkey as words, password};
use core_wasm::error::Problems;
use secrecy::{ExposeSecret, SecretString};

use super::{Accounts, Caller, store};
use crate::attempts::{Account, Kind};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;

/// Checks that `typed` is the caller's password. A wrong one counts as a failed login.
///
/// # Errors
/// 400 with the field `password`; 429 after too many wrong ones.
pub(super) async fn confirm_password(
    accounts: &Accounts,
    caller: &Caller,
    typed: Option<SecretString>,
    address: ClientAddress,
) -> Result<()> {
    let refuse = |code: &str, message: &str| {
        let mut problems = Problems::default();
        problems.add("password", code, message);
        Error::from(problems)
    };
    let typed =
        typed.filter(|typed| !typed.expose_secret().is_empty()).ok_or_else(|| refuse("required", words::PASSWORD_NEEDED))?;
    if typed.expose_secret().len() > password::MOST_BYTES {
        return Err(refuse("wrong_password", words::WRONG_PASSWORD));
    }
    let (now, running, user_id) = (accounts.clock.now_ms(), accounts.attempts.clone(), caller.user_id.clone());
    let begun = accounts.db.write(move |tx| {
        let attempt = running.begin(tx, Kind::Login, &Account::Known(user_id.clone()), address, now)?;
        Ok((attempt, store::by_id(tx, &user_id)?))
    });
    let (attempt, user) = begun.await?;
    let hash = user.map(|user| user.password_hash);
    if accounts.hasher.verify(typed.expose_secret().to_owned(), hash).await? {
        return accounts.db.write(move |tx| attempt.succeed(tx, now)).await;
    }
    let pause_ms = accounts.db.write(move |tx| attempt.fail(tx, now)).await?;
    tracing::info!(address = address.subject(), pause_ms, "a change of an account was refused: wrong password");
    Err(refuse("wrong_password", words::WRONG_PASSWORD))
}
