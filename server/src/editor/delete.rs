//! `DELETE /deletePage`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::editor::words::header;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::account::Admin;
use crate::app::App;
use crate::audit::{self, Actor};
use crate::error::{OrNotFound, Result};
use crate::http::extract::Json;
use crate::race::store;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeletePage {
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// Which page is gone.
#[derive(Serialize, ToSchema)]
pub(super) struct Deleted {
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// Delete a race page with its pictures, timing setup and entrants. Its reads are kept: they are never deleted.
#[utoipa::path(delete, path = "/deletePage", tag = "editor", request_body = DeletePage,
    responses((status = 200, body = Deleted), (status = 401), (status = 403), (status = 404)))]
pub(super) async fn delete_page(
    State(app): State<App>,
    Admin(caller): Admin,
    Json(asked): Json<DeletePage>,
) -> Result<Answer<Deleted>> {
    let (now, actor) = (app.now_ms(), Actor::from(&caller));
    let race_name = app
        .db()
        .write(move |tx| {
            let stored = store::find(tx, &asked.race_name)?.or_not_found(("RACE_NOT_FOUND", header::NOT_FOUND))?;
            store::delete(tx, &stored.id)?;
            let object = format!("race:{}", stored.race.name);
            audit::record(tx, now, &actor, "race.deleted", &object, Some(&stored.race), None::<&()>)?;
            Ok(stored.race.name)
        })
        .await?;
    Ok(Answer(Deleted { race_name }))
}
