//! `PUT /updateContentSections`

use axum::extract::State;
use core_wasm::editor::edit::ContentEdit;

use super::Desk;
use super::edit::{self, Asked, Refused, Saved};
use crate::account::Admin;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Query};

/// Change the texts of a page; fields that are not sent stay unchanged.
#[utoipa::path(put, path = "/updateContentSections", tag = "editor", params(Asked),
    request_body(description = "RaceName, PacketPickUp, Timing, Training, Safety, Refund, AwardText, MoreInfo, Amenities (list), Rules (list), requireID, noCoaches, AgeRequirement (number).", content = ContentEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_content_sections(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<ContentEdit>,
) -> Result<Saved> {
    edit::save_form(&desk, &caller, asked, form).await
}
