//! `PUT /updateRaceCard/{raceName}`

use axum::extract::{Request, State};
use core_wasm::editor::edit::{CardEdit, Edit, from_fields};

use super::Desk;
use super::edit::{self, Asked, Change, Refused, Saved};
use super::pictures;
use crate::account::Admin;
use crate::described::CardForm;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Path, Query};
use crate::http::upload::{self, Upload};

/// Change the race's card; fields that are not sent stay unchanged.
#[utoipa::path(put, path = "/updateRaceCard/{raceName}", tag = "editor",
    params(("raceName" = String, Path), Asked),
    request_body(content = CardForm, content_type = "multipart/form-data", description = "Distance, CardLocation, Info, file raceLogo, all optional; Versions as JSON text"),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>),
        (status = 413, description = "More than 50 MB")))]
pub(super) async fn update_race_card(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Saved> {
    let Upload { texts, files } = upload::read(request, desk.images.spool()).await?;
    let form: CardEdit = from_fields(&texts)?;
    let files = pictures::assign(files, |field, _| (field == "raceLogo").then(|| ((), field.to_owned())))?;
    let change = Change::of(&form, Some(name), &asked);
    let logo = pictures::clean_for(&desk, &caller, &change, files).await?;
    edit::save(&desk, &caller, asked, change, logo, move |race, logo| {
        form.apply(race);
        if let Some(((), logo)) = logo.into_iter().last() {
            race.race_logo = Some(logo);
        }
        Ok(())
    })
    .await
}
