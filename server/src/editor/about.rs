//! `PUT /updateAboutDirectionsText`

use axum::extract::State;
use core_wasm::editor::edit::AboutEdit;

use super::Desk;
use super::edit::{self, Asked, Refused, Saved};
use crate::account::Admin;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Query};

/// Change a page's texts about the place.
#[utoipa::path(put, path = "/updateAboutDirectionsText", tag = "editor", params(Asked),
    request_body(description = "RaceName, About, StringAddress, Coordinates, MilitaryBase, MilitaryBaseName, MilitaryBaseDeadline, MilitaryBaseFormLink.", content = AboutEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_about_directions_text(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<AboutEdit>,
) -> Result<Saved> {
    edit::save_form(&desk, &caller, asked, form).await
}
