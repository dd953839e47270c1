//! `PUT /updateHeaderText`

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use core_wasm::editor::edit::HeaderEdit;

use super::Desk;
use super::edit::{self, Asked, Refused, Saved};
use crate::account::Admin;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Query};

/// Change the name, the date, the distances and the registration.
#[utoipa::path(put, path = "/updateHeaderText", tag = "editor", params(Asked),
    request_body(description = "RaceName (so far), EditedName, Day, Date, Distance, DistanceStartTimes (JSON text or list), MaxCapacity, isCanceled, Link, TimeZone.", content = HeaderEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 304, description = "Nothing was changed"), (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "DUPLICATE_NAME, or EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_header_text(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<HeaderEdit>,
) -> Result<Response> {
    let saved = edit::save_form(&desk, &caller, asked, form).await?;
    // SPEC §8: only this call answers 304 when nothing was changed.
    Ok(if saved.code.is_some() { StatusCode::NOT_MODIFIED.into_response() } else { saved.into_response() })
}
