//! `GET /profile`

use axum::Json;
use axum::extract::State;
use core_wasm::account::Role;
use serde::Serialize;
use utoipa::ToSchema;

use super::Caller;
use crate::db::{Db, params};
use crate::error::{Error, Result};

/// The caller's profile (SPEC §3).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Profile {
    first_name: String,
    last_name: String,
    #[serde(rename = "DOB")]
    dob: String,
    gender: String,
    age_group: String,
    cell_phone: String,
    email: String,
    #[serde(rename = "UserID")]
    user_id: String,
    username: String,
    #[serde(rename = "isPrivate")]
    is_private: bool,
    #[serde(rename = "role")]
    role: Role,
}

/// The caller's profile.
#[utoipa::path(get, path = "/profile", tag = "account", security(("session" = [])), responses((status = 200, body = Profile), (status = 401)))]
pub(super) async fn profile(State(db): State<Db>, caller: Caller) -> Result<Json<Profile>> {
    let profile = db
        .read(move |tx| {
            tx.query_opt(
                "SELECT id, username, email, first_name, last_name, dob, gender, cell_phone, is_private
                 FROM users WHERE id = $1",
                params![caller.user_id],
                |row| {
                    Ok(Profile {
                        user_id: row.get(0)?,
                        username: row.get(1)?,
                        email: row.get(2)?,
                        role: caller.role,
                        first_name: row.get(3)?,
                        last_name: row.get(4)?,
                        dob: row.get(5)?,
                        gender: row.get(6)?,
                        cell_phone: row.get(7)?,
                        is_private: row.get(8)?,
                        // Computed from results, which will be a slice of their own.
                        age_group: String::new(),
                    })
                },
            )
        })
        .await?;
    // The account was deleted after the session was checked.
    profile.map(Json).ok_or_else(Error::unauthorized)
}
