//! `DELETE /deletePage`

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Desk;
use super::race_ref::{ById, RaceRef};
use crate::account::Admin;
use crate::audit::{self, Actor, Event, NOTHING};
use crate::error::Result;
use crate::http::extract::{Json, Query};
use crate::race::store;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeletePage {
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// The name of the deleted page.
#[derive(Serialize, ToSchema)]
pub(super) struct Deleted {
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// Delete a race page. Nobody finds it any more and its name is free; for 30 days it can be restored with all its data.
#[utoipa::path(delete, path = "/deletePage", tag = "editor", params(ById), request_body = DeletePage,
    responses((status = 200, body = Deleted), (status = 401), (status = 403), (status = 404)))]
pub(super) async fn delete_page(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(ById { id }): Query<ById>,
    Json(DeletePage { race_name: name }): Json<DeletePage>,
) -> Result<Answer<Deleted>> {
    let (now, actor, race_ref) = (desk.clock.now_ms(), Actor::from(&caller), RaceRef { name, id });
    let stored = desk
        .db
        .write(move |tx| {
            let stored = race_ref.lock(tx)?.bare(tx)?;
            store::delete(tx, &stored.id, &actor.name, now)?;
            audit::record(tx, now, &actor, Event::RaceDeleted, stored.about(), &stored.race, &NOTHING)?;
            Ok(stored)
        })
        .await?;
    desk.boards.remove(&stored.id);
    Ok(Answer(Deleted { race_name: stored.race.name }))
}
