//! `PUT /{race}/memory-images`

use axum::Json as Answer;
use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use core_wasm::editor::edit::{Edit, MemoriesEdit, add_memory, from_fields};
use core_wasm::race::Image;
use serde::Serialize;
use utoipa::ToSchema;

use super::Desk;
use super::edit::{self, Asked, Change, Refused, Saved};
use super::pictures;
use crate::account::Admin;
use crate::described::MemoriesForm;
use crate::error::{RefusalWith, Result};
use crate::http::extract::{Json, Path, Query};
use crate::http::upload::{self, Upload};
use crate::ids::new_id;

/// The page's state, and its memories as a list of their own.
#[derive(Serialize, ToSchema)]
pub(super) struct Gallery {
    #[serde(flatten)]
    saved: Saved,
    #[serde(rename = "memImages")]
    mem_images: Vec<Memory>,
}

#[derive(Serialize, ToSchema)]
struct Memory {
    id: String,
    #[serde(flatten)]
    image: Image,
}

/// Add memories to a page, remove or reorder them.
#[utoipa::path(put, path = "/{race}/memory-images", tag = "editor",
    params(("race" = String, Path), Asked),
    request_body(description = "Files memories and action add; or a JSON body: action remove with imageId or a list of \
        imageIds; action order with imageIds in their order, those that it does not name stay behind them",
        content((MemoriesForm = "multipart/form-data"), (MemoriesEdit = "application/json"))),
    responses((status = 200, body = Gallery),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>),
        (status = 413, description = "More than 50 MB")))]
pub(super) async fn memory_images(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Answer<Gallery>> {
    let is_json =
        request.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let (form, files): (MemoriesEdit, _) = if is_json {
        (Json::from_request(request, &()).await?.0, Vec::new())
    } else {
        let Upload { texts, files } = upload::read(request, desk.images.spool()).await?;
        let form = from_fields(&texts)?;
        (form, pictures::assign(files, |field, nth| (field == "memories").then(|| (nth, format!("{field}.{nth}"))))?)
    };
    let change = Change::of(&form, Some(name), &asked);
    let memories = pictures::clean_for(&desk, &caller, &change, files).await?;
    let saved = edit::save(&desk, &caller, asked, change, memories, move |race, memories| {
        form.apply(race);
        memories.into_iter().for_each(|(_, image)| add_memory(race, new_id(), image));
        Ok(())
    })
    .await?;
    let memories = saved.updated_race.mem_images.iter().cloned();
    let mem_images = memories.map(|memory| Memory { id: memory.image_id, image: memory.image }).collect();
    Ok(Answer(Gallery { saved, mem_images }))
}
