//! The runners that an account follows: the same on all of its devices.

use axum::Json;
use axum::extract::State;
use core_wasm::live::follow;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Boards, choose};
use crate::account::{Caller, Viewer};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::{self, Path};

/// Whom an account follows in a race.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Follows {
    /// The bibs, in the order in which they were followed.
    bibs: Vec<String>,
}

/// What a device changed since it last heard of the account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowChange {
    /// The bibs that were followed on the device.
    add: Vec<String>,
    /// Those that are no longer followed.
    remove: Vec<String>,
}

/// Whom the account follows in a race.
#[utoipa::path(
    get,
    path = "/follows/{RaceName}",
    tag = "live",
    security(("session" = [])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Follows), (status = 404, description = "No such race"))
)]
pub(super) async fn get(
    State(boards): State<Boards>,
    caller: Caller,
    viewer: Viewer,
    Path(race): Path<String>,
) -> Result<Json<Follows>> {
    let (race_id, _) = choose::look_up(&boards, race, viewer).await?;
    let bibs = boards.db().read(move |tx| followed(tx, &caller.user_id, &race_id)).await?;
    Ok(Json(Follows { bibs }))
}

/// Follow runners of a race in the account, and no longer follow others. What another device changed stays; there is room for so many runners
/// as may be followed, and those that came first stay.
#[utoipa::path(
    put,
    path = "/follows/{RaceName}",
    tag = "live",
    security(("session" = [])),
    params(("RaceName" = String, Path)),
    request_body = FollowChange,
    responses((status = 200, body = Follows), (status = 404, description = "No such race"))
)]
pub(super) async fn put(
    State(boards): State<Boards>,
    caller: Caller,
    viewer: Viewer,
    Path(race): Path<String>,
    extract::Json(FollowChange { add, remove }): extract::Json<FollowChange>,
) -> Result<Json<Follows>> {
    let (race_id, _) = choose::look_up(&boards, race, viewer).await?;
    let now = boards.now_ms();
    let change = move |tx: &Tx<'_>| {
        let user_id = &caller.user_id;
        // Two devices of one account follow runners one after the other.
        tx.execute("UPDATE users SET updated_at = updated_at WHERE id = $1", params![user_id])?;
        for bib in follow::shared(&follow::link(&remove)) {
            tx.execute("DELETE FROM follows WHERE user_id = $1 AND race_id = $2 AND bib = $3", params![user_id, race_id, bib])?;
        }
        let before = followed(tx, user_id, &race_id)?;
        let after = follow::add(before.clone(), follow::shared(&follow::link(&add))).bibs;
        for (at, bib) in (0_i64..).zip(after.iter().skip(before.len())) {
            let sql = "INSERT INTO follows (user_id, race_id, bib, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            tx.execute(sql, params![user_id, race_id, bib, now + at])?;
        }
        Ok(after)
    };
    let bibs = boards.db().write(change).await?;
    Ok(Json(Follows { bibs }))
}

fn followed(tx: &Tx<'_>, user_id: &str, race_id: &str) -> Result<Vec<String>> {
    let sql = "SELECT bib FROM follows WHERE user_id = $1 AND race_id = $2 ORDER BY created_at";
    tx.query_all(sql, params![user_id, race_id], |row| row.get(0))
}
