//! `GET /deletedRaces`, and the removal of races that were deleted long ago.

use axum::Json;
use axum::extract::State;
use core_wasm::dates::DAY_MS;
use core_wasm::editor::delete::RESTORABLE_DAYS;
use serde::Serialize;
use utoipa::ToSchema;

use super::Desk;
use super::rfc3339;
use crate::account::Admin;
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::images;

/// How long a deleted race can be restored, in milliseconds.
pub(super) const RESTORABLE_MS: i64 = RESTORABLE_DAYS * DAY_MS;
/// How often the races whose time to be restored is over are removed.
const ROUND: std::time::Duration = std::time::Duration::from_secs(60 * 60);

/// The races that can be restored.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedRaces {
    races: Vec<DeletedRace>,
}

/// A race that can be restored; times in RFC 3339.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeletedRace {
    id: String,
    name: String,
    /// As on the page, such as June 15, 2024; may be blank.
    date: String,
    deleted_at: String,
    deleted_by: String,
    /// The end of the time in which it can be restored.
    until: String,
}

/// The races that were deleted in the last 30 days, the latest first.
#[utoipa::path(get, path = "/deletedRaces", tag = "editor",
    responses((status = 200, body = DeletedRaces), (status = 401), (status = 403)))]
pub(super) async fn deleted_races(State(desk): State<Desk>, _admin: Admin) -> Result<Json<DeletedRaces>> {
    let since = desk.clock.now_ms() - RESTORABLE_MS;
    let races = desk.db.read(move |tx| list(tx, since)).await?;
    Ok(Json(DeletedRaces { races }))
}

fn list(tx: &Tx<'_>, since: i64) -> Result<Vec<DeletedRace>> {
    tx.query_all(
        "SELECT id, name, date, deleted_at, deleted_by FROM races WHERE deleted_at > $1 ORDER BY deleted_at DESC, name COLLATE \"C\"",
        params![since],
        |row| {
            let deleted_at: i64 = row.get(3)?;
            Ok(DeletedRace {
                id: row.get(0)?,
                name: row.get(1)?,
                date: row.get(2)?,
                deleted_at: rfc3339(deleted_at),
                deleted_by: row.get(4)?,
                until: rfc3339(deleted_at + RESTORABLE_MS),
            })
        },
    )
}

/// Removes races whose time to be restored is over, at the start and every hour. Never returns.
pub(crate) async fn run(desk: Desk) {
    loop {
        if let Err(error) = purge(&desk).await {
            tracing::error!(%error, "old deleted races could not be removed");
        }
        tokio::time::sleep(ROUND).await;
    }
}

/// Removes the races whose time to be restored is over, with pictures, history, timing setup and entrants, and returns how many.
/// Their reads are kept: reads are never deleted.
///
/// # Errors
/// When the rows cannot be deleted.
pub async fn purge(desk: &Desk) -> Result<usize> {
    let now = desk.clock.now_ms();
    desk.db
        .write(move |tx| {
            let over = tx.query_all(
                "SELECT id, name FROM races WHERE deleted_at <= $1 ORDER BY deleted_at",
                params![now - RESTORABLE_MS],
                |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
            )?;
            for (id, name) in &over {
                let gone =
                    tx.execute("DELETE FROM races WHERE id = $1 AND deleted_at <= $2", params![id, now - RESTORABLE_MS])?;
                if gone == 0 {
                    // Another process restored or removed it since the query.
                    continue;
                }
                audit::record(tx, now, &Actor::system(), Event::RacePurged, About { id, name }, &NOTHING, &NOTHING)?;
            }
            if !over.is_empty() {
                images::store::delete_unused(tx)?;
            }
            Ok(over.len())
        })
        .await
}
