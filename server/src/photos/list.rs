//! What an administrator sees of a race's photos.

use axum::Json;
use axum::extract::State;
use chrono::DateTime;
use core_wasm::dates::{self, Tz};
use core_wasm::photos::matching::Found;
use core_wasm::photos::upload::PIECE_BYTES;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Photos;
use super::store::{self, List, Photo};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract;
use crate::race::ByAdmin;

/// How many photos a page of a list has.
const PAGE: i64 = 50;
/// The most cameras that are listed.
const CAMERAS: i64 = 200;

/// A race's photos in numbers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhotoSummary)]
pub(super) struct Summary {
    /// The race's name.
    race: String,
    /// How many photos there are.
    photos: i64,
    /// How many have runners and are shown.
    matched: i64,
    /// How many have none.
    unmatched: i64,
    /// How many are hidden on request.
    removed: i64,
    /// The bytes of all their sizes.
    bytes: i64,
    /// How many bytes the race may have.
    most_bytes: u64,
    /// In how large pieces files are sent, in bytes.
    piece_bytes: u64,
    /// The cameras that took them.
    cameras: Vec<Camera>,
    /// The hashes of files that are being sent, also by another browser.
    open: i64,
}

/// A camera of a race.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhotoCamera)]
pub(super) struct Camera {
    /// As its files name it; empty for files that name none.
    camera: String,
    /// How far its clock is ahead, in milliseconds; null while nobody knows.
    #[schema(required)]
    offset_ms: Option<i64>,
    /// The time around a finish, in milliseconds.
    window_ms: i64,
    /// A photo of it.
    #[schema(required)]
    photo: Option<String>,
}

/// A photo in an administrator's list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPhoto)]
pub(super) struct ListedPhoto {
    /// Its id; its sizes are at `/photo/{id}/{width}`.
    id: String,
    /// The name of its file.
    name: String,
    /// The widths that are stored, the smallest first.
    widths: Vec<u32>,
    /// Of its largest size, in pixels.
    height: u32,
    /// The camera; empty when the file does not say.
    camera: String,
    /// What the camera's clock showed; empty when the file does not say.
    clock: String,
    /// `matched`, `unmatched` or `removed`.
    list: &'static str,
    /// Whether a person said whose it is.
    by_hand: bool,
    /// Who is in it.
    bibs: Vec<Found>,
    /// When it was removed on request, as a sentence with a short mark of the visitor; empty when it was not.
    removed: String,
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AdminPhotos)]
pub(super) struct Listed {
    /// How many photos the list has.
    total: i64,
    /// Those of this page, in the order of the cameras' clocks.
    photos: Vec<ListedPhoto>,
}

/// A race's photos in numbers, and its cameras.
#[utoipa::path(
    get,
    path = "/photos/{RaceName}",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Summary))
)]
pub(super) async fn summary(State(photos): State<Photos>, ByAdmin { race, .. }: ByAdmin) -> Result<Json<Summary>> {
    let most_bytes = photos.config.photos_per_race;
    let read = photos.db.read(move |tx| {
        let counts = store::counts(tx, &race.id)?;
        let cameras = tx.query_all(
            "SELECT c.camera, c.offset_ms, c.window_ms,
               (SELECT p.id FROM photos p WHERE p.race_id = c.race_id AND p.camera = c.camera ORDER BY p.number LIMIT 1)
             FROM photo_cameras c WHERE c.race_id = $1 ORDER BY c.camera COLLATE \"C\" LIMIT $2",
            params![race.id, CAMERAS],
            |row| Ok(Camera { camera: row.get(0)?, offset_ms: row.get(1)?, window_ms: row.get(2)?, photo: row.get(3)? }),
        )?;
        let open =
            tx.query_one("SELECT count(*) FROM photo_uploads WHERE race_id = $1 AND done = 0", params![race.id], |row| {
                row.get(0)
            })?;
        Ok(Summary {
            race: race.name.clone(),
            photos: counts.photos,
            matched: counts.photos - counts.unmatched - counts.removed,
            unmatched: counts.unmatched,
            removed: counts.removed,
            bytes: counts.bytes,
            most_bytes,
            piece_bytes: PIECE_BYTES,
            cameras,
            open,
        })
    });
    Ok(Json(read.await?))
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    list: Option<String>,
    page: Option<u16>,
}

/// A page of a race's photos: those without a runner, unless another list is asked for.
#[utoipa::path(
    get,
    path = "/photos/{RaceName}/list",
    tag = "photos",
    security(("session" = ["admin"])),
    params(
        ("RaceName" = String, Path),
        ("list" = Option<String>, Query, description = "matched, unmatched or removed"),
        ("page" = Option<u16>, Query, description = "from 0; 50 photos each")
    ),
    responses((status = 200, body = Listed))
)]
pub(super) async fn list(
    State(photos): State<Photos>,
    ByAdmin { race, .. }: ByAdmin,
    extract::Query(asked): extract::Query<Asked>,
) -> Result<Json<Listed>> {
    let list = asked.list.as_deref().and_then(List::parse).unwrap_or(List::Unmatched);
    let from = i64::from(asked.page.unwrap_or_default()) * PAGE;
    let read = photos.db.read(move |tx| {
        let counts = store::counts(tx, &race.id)?;
        let total = match list {
            List::Matched => counts.photos - counts.unmatched - counts.removed,
            List::Unmatched => counts.unmatched,
            List::Removed => counts.removed,
        };
        let page = tx.query_all(
            "SELECT number, id, race_id, name, camera, wall, width, height, bytes, list, by_hand FROM photos
             WHERE race_id = $1 AND list = $2 ORDER BY wall, number LIMIT $3 OFFSET $4",
            params![race.id, list.word(), PAGE, from],
            store::photo,
        )?;
        let photos = page.into_iter().map(|photo| listed(tx, photo, race.zone)).collect::<Result<_>>()?;
        Ok(Listed { total, photos })
    });
    Ok(Json(read.await?))
}

/// A photo as an administrator sees it.
pub(super) fn listed(tx: &Tx<'_>, photo: Photo, zone: Tz) -> Result<ListedPhoto> {
    let bibs = store::bibs(tx, photo.number)?;
    let removed = match photo.list {
        List::Removed => tx.query_opt(
            "SELECT at, address FROM photo_removals WHERE photo = $1 ORDER BY at DESC LIMIT 1",
            params![photo.number],
            |row| {
                let (at, address): (i64, String) = (row.get(0)?, row.get(1)?);
                Ok(core_wasm::photos::words::removed_at(at, zone, address.get(..6).unwrap_or_default()))
            },
        )?,
        _ => None,
    };
    let clock = photo.wall.and_then(DateTime::from_timestamp_millis).map_or_else(String::new, |wall| {
        let ms = wall.timestamp_millis();
        format!("{}, {}", dates::date_in(ms, Tz::UTC), dates::clock_text(ms, Tz::UTC))
    });
    Ok(ListedPhoto {
        widths: photo.widths(),
        id: photo.id,
        name: photo.name,
        height: photo.height,
        camera: photo.camera,
        clock,
        list: photo.list.word(),
        by_hand: photo.by_hand,
        bibs,
        removed: removed.unwrap_or_default(),
    })
}
