//! `PUT /people/{userID}/role`, `DELETE /people/{userID}/sessions`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::Role;
use core_wasm::error::Problems;
use core_wasm::people::{given_role, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use crate::account::{Accounts, Admin, Caller, Said, store as users};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};

/// What the mail says about the sessions.
const ALL_ENDED: &str = "You are logged out on every device. Log in again here:";

/// A role for somebody.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RoleForm {
    /// user, timer or admin.
    role: String,
    /// The role that the page shows; with another one by now nothing is changed.
    was: Option<String>,
}

/// Sessions have ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionsEnded {
    message: String,
    /// How many.
    ended: usize,
}

/// Give somebody another role: every session of that account ends at once, and a mail says so.
#[utoipa::path(put, path = "/people/{userID}/role", tag = "people", security(("session" = ["admin"])), request_body = RoleForm,
    params(("userID" = String, Path)),
    responses(
        (status = 200, body = Said),
        (status = 400, description = "Not a role"),
        (status = 404, description = "No such account"),
        (status = 409, description = "LAST_ADMIN: nobody would be an administrator any more; ROLE_CHANGED: somebody else has changed it meanwhile")
    ))]
pub(super) async fn set(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Path(user_id): Path<String>,
    jar: CookieJar,
    Json(form): Json<RoleForm>,
) -> Result<(CookieJar, Answer<Said>)> {
    let mut problems = Problems::default();
    let Some(role) = problems.take("role", given_role(&form.role)) else { return Err(problems.into()) };
    let (now, config, own) = (accounts.clock.now_ms(), accounts.config.clone(), caller.user_id == user_id);
    let (changed, username) =
        accounts.db.write(move |tx| change(tx, &config, &caller, &user_id, (form.was.as_deref(), role), now)).await?;
    let jar = if own && changed { accounts.tokens.delete_cookies(jar) } else { jar };
    let message = if changed { words::role_set(&username, role) } else { words::role_kept(&username, role) };
    Ok((jar, Answer(Said { message })))
}

/// Changes a role, unless it is the present one; returns whether it did, and the name of the person.
fn change(
    tx: &Tx<'_>,
    config: &Config,
    caller: &Caller,
    user_id: &str,
    (was, role): (Option<&str>, Role),
    now: i64,
) -> Result<(bool, String)> {
    store::lock_as_admin(tx, caller)?;
    let user = store::person(tx, user_id)?;
    if user.role == role {
        return Ok((false, user.username));
    }
    if was.is_some_and(|was| was != user.role.as_str()) {
        return Err(Error::refused(StatusCode::CONFLICT, "ROLE_CHANGED", words::role_changed(&user.username, user.role)));
    }
    if user.role == Role::Admin {
        if !users::is_another_admin(tx, user_id)? {
            return Err(Error::refused(StatusCode::CONFLICT, "LAST_ADMIN", words::LAST_ADMIN));
        }
        // What this administrator has offered is void, also if the role is given back later.
        let open = "UPDATE invitations SET revoked_at = $1 WHERE invited_by = $2 AND used_at IS NULL AND revoked_at IS NULL";
        tx.execute(open, params![now, user_id])?;
    }
    store::give_role(tx, &user, role, now)?;
    users::end_all_sessions(tx, user_id)?;
    store::tell(tx, config, &user, role, ALL_ENDED, now)?;
    let (old, new) = (serde_json::json!({ "role": user.role }), serde_json::json!({ "role": role }));
    audit::record(tx, now, &Actor::from(caller), Event::AccountRoleSet, user.about(), &old, &new)?;
    Ok((true, user.username))
}

/// End every session of somebody at once.
#[utoipa::path(delete, path = "/people/{userID}/sessions", tag = "people", security(("session" = ["admin"])),
    params(("userID" = String, Path)),
    responses((status = 200, body = SessionsEnded), (status = 404, description = "No such account")))]
pub(super) async fn end_sessions(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Path(user_id): Path<String>,
    jar: CookieJar,
) -> Result<(CookieJar, Answer<SessionsEnded>)> {
    let (now, own) = (accounts.clock.now_ms(), caller.user_id == user_id);
    let (username, ended) = accounts
        .db
        .write(move |tx| {
            let user = store::person(tx, &user_id)?;
            tx.execute("DELETE FROM sessions WHERE expires_at <= $1", params![now])?;
            let ended = users::end_all_sessions(tx, &user_id)?;
            let new = serde_json::json!({ "ended": ended });
            audit::record(tx, now, &Actor::from(&caller), Event::AccountSessionsEnded, user.about(), &NOTHING, &new)?;
            Ok((user.username, ended))
        })
        .await?;
    let jar = if own { accounts.tokens.delete_cookies(jar) } else { jar };
    Ok((jar, Answer(SessionsEnded { message: words::sessions_ended(&username, ended), ended })))
}
