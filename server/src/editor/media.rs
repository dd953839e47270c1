//! `PUT /updateRaceMedia`

use axum::extract::State;
use core_wasm::editor::edit::MediaEdit;

use super::Desk;
use super::edit::{self, Asked, Refused, Saved};
use crate::account::Admin;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Query};

/// Change what the media page shows.
#[utoipa::path(put, path = "/updateRaceMedia", tag = "editor", params(Asked),
    request_body(description = "RaceName, RaceMap, YoutubeLink, SmugMugEmbed.", content = MediaEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_race_media(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<MediaEdit>,
) -> Result<Saved> {
    edit::save_form(&desk, &caller, asked, form).await
}
