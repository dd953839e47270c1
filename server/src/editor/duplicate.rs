//! `POST /duplicatePage`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::editor::duplicate;
use core_wasm::race::name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Desk;
use super::race_ref::{ById, RaceRef};
use crate::account::Admin;
use crate::audit::{self, Actor, Event, NOTHING};
use crate::course;
use crate::error::Result;
use crate::http::extract::{Json, Query};
use crate::race::store;
use crate::timed::TimedRace;
use crate::timing;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub(super) struct DuplicatePage {
    race_name: String,
    new_name: String,
}

/// The name of the new page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Duplicated {
    race_name: String,
}

/// Copy a page for the race's next date, with its pictures, its courses, and the contests and mats of its timing. The copy is hidden until it is
/// published, and has no date, registration link, website path, guns or entrants.
#[utoipa::path(post, path = "/duplicatePage", tag = "editor", params(ById), request_body = DuplicatePage,
    responses((status = 201, body = Duplicated), (status = 400, description = "The name cannot be used"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "DUPLICATE_NAME")))]
pub(super) async fn duplicate_page(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(ById { id }): Query<ById>,
    Json(request): Json<DuplicatePage>,
) -> Result<(StatusCode, Answer<Duplicated>)> {
    let (now, actor) = (desk.clock.now_ms(), Actor::from(&caller));
    let name = name::check(&request.new_name)?;
    let race_ref = RaceRef { name: request.race_name, id };
    let race_name = desk
        .db
        .write(move |tx| {
            let stored = race_ref.find(tx)?;
            let race = duplicate::copy(&stored.race, &name);
            let copy = TimedRace::new(store::add(tx, &race, now)?, &race);
            audit::record(tx, now, &actor, Event::RaceCreated, copy.about(), &NOTHING, &race)?;
            timing::copy_setup(tx, &stored.id, &copy, &actor, now)?;
            course::store::copy(tx, &stored.id, &copy.id, now)?;
            Ok(race.name)
        })
        .await?;
    Ok((StatusCode::CREATED, Answer(Duplicated { race_name })))
}
