//! `PUT /updateCourse3Text` and `PUT /updateCourse2Text`

use axum::extract::State;
use core_wasm::editor::edit::CourseEdit;

use super::Desk;
use super::edit::{self, Asked, Refused, Saved};
use crate::account::Admin;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Query};

/// Change the course and its three maps.
#[utoipa::path(put, path = "/updateCourse3Text", tag = "editor", params(Asked),
    request_body(description = "RaceName, CourseDescription, Course1, Course2, Course3.", content = CourseEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_course3_text(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<CourseEdit>,
) -> Result<Saved> {
    edit::save_form(&desk, &caller, asked, form).await
}

/// Change the course and its two maps; a third map is removed.
#[utoipa::path(put, path = "/updateCourse2Text", tag = "editor", params(Asked),
    request_body(description = "RaceName, CourseDescription, Course1, Course2.", content = CourseEdit),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>)))]
pub(super) async fn update_course2_text(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(form): Json<CourseEdit>,
) -> Result<Saved> {
    edit::save_form(&desk, &caller, asked, CourseEdit { course3: None, ..form }).await
}
