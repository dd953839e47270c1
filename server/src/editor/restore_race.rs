//! `POST /restoreRace`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::editor::edit as rules;
use core_wasm::editor::words::EDITOR;
use core_wasm::race::{Race, name};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Desk;
use super::deleted::RESTORABLE_MS;
use super::history;
use crate::account::Admin;
use crate::audit::{self, Actor, Event, NOTHING};
use crate::error::{OrNotFound, Result};
use crate::http::extract::Json;
use crate::race::store;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreRace {
    /// The id in `/deletedRaces`.
    id: String,
    /// Another name, needed if the old one is taken.
    name: Option<String>,
}

/// The name of the restored race.
#[derive(Serialize, ToSchema)]
pub(super) struct Restored {
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// Restore a deleted race, with its pictures, history, timing setup and entrants.
#[utoipa::path(post, path = "/restoreRace", tag = "editor", request_body = RestoreRace,
    responses((status = 200, body = Restored), (status = 400, description = "The name cannot be used"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND: not deleted, or more than 30 days ago"),
        (status = 409, description = "DUPLICATE_NAME: send another name")))]
pub(super) async fn restore_race(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Json(request): Json<RestoreRace>,
) -> Result<Answer<Restored>> {
    let (now, actor) = (desk.clock.now_ms(), Actor::from(&caller));
    let wanted = request.name.as_deref().map(name::check).transpose()?;
    let stored = desk
        .db
        .write(move |tx| {
            store::lock(tx, &request.id)?;
            let stored = store::find_deleted(tx, &request.id, now - RESTORABLE_MS)?
                .or_not_found(("RACE_NOT_FOUND", EDITOR.restore_gone))?;
            let mut race = Race { name: wanted.clone().unwrap_or_else(|| stored.race.name.clone()), ..stored.race.clone() };
            rules::update_own_link(&stored.race, &mut race);
            store::restore(tx, &stored, &race, now)?;
            history::remember(tx, now, &actor.name, &stored, &race)?;
            let restored = store::Stored { race, ..stored };
            audit::record(tx, now, &actor, Event::RaceRestored, restored.about(), &NOTHING, &restored.race)?;
            Ok(restored)
        })
        .await?;
    Ok(Answer(Restored { race_name: stored.race.name }))
}
