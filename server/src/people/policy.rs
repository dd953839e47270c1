//! `PUT /people/policy`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::Role;
use core_wasm::people::words;
use serde::Deserialize;
use utoipa::ToSchema;

use super::store::ADMIN_PASSKEYS;
use crate::account::{self, Accounts, Admin, Caller, Said};
use crate::audit::{self, About, Actor, Event};
use crate::db::{self, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::Json;

/// What is demanded of administrators.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Policy {
    /// Whether they need a passkey.
    admin_passkeys: bool,
}

/// Demand a passkey of every administrator, or do so no longer.
#[utoipa::path(put, path = "/people/policy", tag = "people", security(("session" = ["admin"])), request_body = Policy, responses(
    (status = 200, body = Said), (status = 409, description = "The caller has logged in without a passkey, or an administrator has none")))]
pub(super) async fn set(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Json(Policy { admin_passkeys: wanted }): Json<Policy>,
) -> Result<Answer<Said>> {
    let now = accounts.clock.now_ms();
    accounts.db.write(move |tx| change(tx, &caller, wanted, now)).await?;
    let message = if wanted { words::PASSKEYS_DEMANDED } else { words::PASSKEYS_FREE };
    Ok(Answer(Said { message: message.into() }))
}

fn change(tx: &Tx<'_>, caller: &Caller, wanted: bool, now: i64) -> Result<()> {
    // Who has none could lock every administrator out, also the own account.
    let sql = "SELECT passkey FROM sessions WHERE id = $1";
    let used = tx.query_opt(sql, params![caller.session_id], |row| row.get::<bool>(0))?;
    if wanted && used != Some(true) {
        return Err(Error::refused(StatusCode::CONFLICT, "NEEDS_OWN_PASSKEY", words::NEEDS_OWN_PASSKEY));
    }
    let without = tx.query_all(
        "SELECT username FROM users WHERE role = 'admin' AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
         ORDER BY username_key COLLATE \"C\" LIMIT 10",
        params![],
        |row| row.get::<String>(0),
    )?;
    if wanted && !without.is_empty() {
        // With the password alone they could add a first passkey, which is what the demand is to prevent.
        return Err(Error::refused(StatusCode::CONFLICT, "ADMINS_WITHOUT_PASSKEY", words::admins_without_passkey(&without)));
    }
    let before = account::demanded(tx, Role::Admin)?;
    let changed = if wanted {
        tx.execute(
            "INSERT INTO site_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            params![ADMIN_PASSKEYS, "on"],
        )?
    } else {
        tx.execute("DELETE FROM site_settings WHERE name = $1", params![ADMIN_PASSKEYS])?
    };
    if changed == 0 {
        return Ok(());
    }
    let facts = |demanded: bool| serde_json::json!({ "adminPasskeys": demanded });
    let about = About { id: "main", name: db::FILE };
    audit::record(tx, now, &Actor::from(caller), Event::PeoplePolicySet, about, &facts(before), &facts(wanted))
}
