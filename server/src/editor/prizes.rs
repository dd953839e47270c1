//! `PUT /updatePrizeImages/{race}`

use axum::extract::{Request, State};
use core_wasm::editor::edit::{Edit, PrizesEdit, from_fields};

use super::Desk;
use super::edit::{self, Asked, Change, Refused, Saved};
use super::pictures;
use crate::account::Admin;
use crate::described::PrizesForm;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Path, Query};
use crate::http::upload::{self, Upload};
use crate::race::Kind;

/// Change the pictures of the prizes; those that are not named stay unchanged.
#[utoipa::path(put, path = "/updatePrizeImages/{race}", tag = "editor",
    params(("race" = String, Path), Asked),
    request_body(content = PrizesForm, content_type = "multipart/form-data", description = "Files medal, shirt, medals3, acrylic; imagesToDelete (JSON list of these kinds); Versions as JSON text"),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>),
        (status = 413, description = "More than 50 MB")))]
pub(super) async fn update_prize_images(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Saved> {
    let Upload { texts, files } = upload::read(request, desk.images.spool()).await?;
    let form: PrizesEdit = from_fields(&texts)?;
    let files = pictures::assign(files, |field, _| Some((kind(field)?, field.to_owned())))?;
    let change = Change::of(&form, Some(name), &asked);
    let prizes = pictures::clean_for(&desk, &caller, &change, files).await?;
    edit::save(&desk, &caller, asked, change, prizes, move |race, prizes| {
        form.apply(race);
        for (kind, image) in prizes {
            if let Some(place) = kind.field(race) {
                *place = Some(image);
            }
        }
        Ok(())
    })
    .await
}

fn kind(field: &str) -> Option<Kind> {
    [Kind::Medal, Kind::Shirt, Kind::Medals3, Kind::Acrylic].into_iter().find(|kind| kind.as_str() == field)
}
