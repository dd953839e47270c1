//! `GET /sessions`, `DELETE /sessions`, `DELETE /sessions/{id}`: where the caller is logged in.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::profile::words;
use serde::Serialize;
use utoipa::ToSchema;

use super::login::Said;
use super::{Accounts, Caller, store};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::extract::Path;

/// The most sessions of an answer, the latest ones.
const LISTED: i64 = 100;

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionShown {
    /// Names the session in `DELETE /sessions/{id}`; it is no cookie.
    id: String,
    /// Browser and system, as the browser says.
    device: String,
    /// The network of the address at the login.
    network: String,
    /// When it began, in epoch milliseconds.
    created_at: i64,
    /// When it was last used, to a quarter of an hour.
    last_seen_at: i64,
    /// Whether it is the one of this request.
    current: bool,
    /// Whether a passkey was used.
    passkey: bool,
}

/// The sessions of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionsShown {
    /// The latest first.
    sessions: Vec<SessionShown>,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionsEnded {
    message: String,
    ended: usize,
}

/// List where the caller is logged in.
#[utoipa::path(get, path = "/sessions", tag = "account", security(("session" = [])),
    responses((status = 200, body = SessionsShown), (status = 401)))]
pub(super) async fn list(State(accounts): State<Accounts>, caller: Caller) -> Result<Answer<SessionsShown>> {
    let now = accounts.clock.now_ms();
    let sessions = accounts.db.read(move |tx| {
        tx.query_all(
            "SELECT id, device, address, created_at, last_seen_at, passkey FROM sessions WHERE user_id = $1 AND expires_at > $2
             ORDER BY created_at DESC, id COLLATE \"C\" LIMIT $3",
            params![caller.user_id, now, LISTED],
            |row| {
                let (id, created_at): (String, i64) = (row.get(0)?, row.get(3)?);
                Ok(SessionShown {
                    current: id == caller.session_id,
                    device: row.get(1)?,
                    network: row.get(2)?,
                    created_at,
                    // Sessions that began before this was stored have no time.
                    last_seen_at: row.get::<i64>(4)?.max(created_at),
                    passkey: row.get(5)?,
                    id,
                })
            },
        )
    });
    Ok(Answer(SessionsShown { sessions: sessions.await? }))
}

/// Log out every other device.
#[utoipa::path(delete, path = "/sessions", tag = "account", security(("session" = [])),
    responses((status = 200, body = SessionsEnded), (status = 401)))]
pub(super) async fn end_others(State(accounts): State<Accounts>, caller: Caller) -> Result<Answer<SessionsEnded>> {
    let now = accounts.clock.now_ms();
    let ended = accounts
        .db
        .write(move |tx| {
            let ended = store::end_other_sessions(tx, &caller.user_id, &caller.session_id)?;
            if ended > 0 {
                let ended = serde_json::json!({ "ended": ended });
                audit::record(tx, now, &Actor::from(&caller), Event::AccountSessionsEnded, caller.about(), &NOTHING, &ended)?;
            }
            Ok(ended)
        })
        .await?;
    Ok(Answer(SessionsEnded { message: words::sessions_ended(ended), ended }))
}

/// Log out one device.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "account", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Said), (status = 401), (status = 404, description = "No such session")))]
pub(super) async fn end_one(State(accounts): State<Accounts>, caller: Caller, Path(id): Path<String>) -> Result<Answer<Said>> {
    let now = accounts.clock.now_ms();
    accounts
        .db
        .write(move |tx| {
            let ended = tx.execute("DELETE FROM sessions WHERE id = $1 AND user_id = $2", params![id, caller.user_id])?;
            if ended == 0 {
                return Err(Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_SESSION", words::NO_SUCH_SESSION));
            }
            let ended = serde_json::json!({ "ended": ended });
            audit::record(tx, now, &Actor::from(&caller), Event::AccountSessionsEnded, caller.about(), &NOTHING, &ended)
        })
        .await?;
    Ok(Answer(Said { message: words::SESSION_ENDED.into() }))
}
