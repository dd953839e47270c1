//! `PUT /changePassword`

use axum::Json as Answer;
use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::password as rules;
use core_wasm::account::profile::words;
use core_wasm::error::Problems;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::login::Said;
use super::{Accounts, Caller, letters, present_password, profile, store};
use crate::audit::{self, Event, Fields, NOTHING};
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PasswordForm {
    /// The present one.
    #[schema(value_type = String)]
    password: SecretString,
    #[schema(value_type = String)]
    new_password: SecretString,
}

/// Choose another password. Every other session of the account ends, and this one gets other cookies.
#[utoipa::path(put, path = "/changePassword", tag = "account", security(("session" = [])), request_body = PasswordForm, responses(
    (status = 200, body = Said), (status = 400, description = "What is wrong, at each field"), (status = 401),
    (status = 429, description = "Too many wrong passwords; Retry-After says how long to wait")))]
pub(super) async fn change_password(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Caller,
    jar: CookieJar,
    Json(form): Json<PasswordForm>,
) -> Result<(CookieJar, Answer<Said>)> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    let id = caller.user_id.clone();
    let about = accounts
        .db
        .read(move |tx| {
            let sql = "SELECT username, email, first_name, last_name FROM users WHERE id = $1";
            tx.query_opt(sql, params![id], |row| Ok([row.get::<String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))
        })
        .await?
        .ok_or_else(Error::unauthorized)?;
    // The new one first: a mistake there should cost no try of the present one.
    let mut problems = Problems::default();
    problems.take("newPassword", rules::check_new(form.new_password.expose_secret(), &about));
    if form.new_password.expose_secret() == form.password.expose_secret() {
        problems.add("newPassword", "same_password", words::SAME_PASSWORD);
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let user = present_password::check(&accounts, &caller, address, &form.password).await?;
    let hash = accounts.hasher.hash(form.new_password.expose_secret().to_owned()).await?;
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    let role = caller.role;
    let begun = accounts
        .db
        .write(move |tx| {
            let changed = tx.execute(
                "UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3 AND password_hash = $4",
                params![hash, now, user.id, user.password_hash],
            )?;
            if changed == 0 {
                return Err(present_password::changed_meanwhile());
            }
            profile::refuse_too_many_passwords(tx, &caller, now)?;
            tx.execute("DELETE FROM reset_tokens WHERE user_id = $1 AND used_at IS NULL", params![user.id])?;
            tx.execute("DELETE FROM email_changes WHERE user_id = $1", params![user.id])?;
            store::end_other_sessions(tx, &user.id, &caller.session_id)?;
            let begun = store::renew_session(tx, &user.id, &caller.session_id)?;
            letters::enqueue(tx, &config, &user.email, letters::PASSWORD_CHANGED, now)?;
            audit::record(tx, now, &user.actor(), Event::AccountPasswordChanged, user.about(), &NOTHING, &Fields(&["password"]))?;
            Ok(begun)
        })
        .await?;
    let jar = accounts.tokens.cookies(jar, &begun, role, None)?;
    Ok((jar, Answer(Said { message: words::PASSWORD_CHANGED.into() })))
}
