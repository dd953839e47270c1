//! The cameras of a race: how far their clocks are off, and matching anew.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::audit::Event;
use core_wasm::photos::camera::CameraClock;
use core_wasm::photos::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Photos, matching};
use crate::audit;
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::extract;
use crate::race::ByAdmin;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PhotoCameraClock)]
pub(super) struct CameraSet {
    /// The camera as its files name it; empty for files that name none.
    camera: String,
    /// How far its clock is ahead of the race's, in milliseconds, negative when it is behind; null while nobody knows, then its photos are
    /// not matched by time.
    #[schema(required)]
    offset_ms: Option<i64>,
    /// How long before and after a finish its photos show the runner, in milliseconds.
    window_ms: i64,
}

/// What matching anew has done.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PhotosMatched)]
pub(super) struct Matched {
    /// How many photos have other runners now.
    changed: i64,
    /// The same as a sentence.
    text: String,
}

/// Say how far a camera's clock is off, and match its photos anew.
#[utoipa::path(
    put,
    path = "/photos/{RaceName}/camera",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = CameraSet,
    responses(
        (status = 200, body = Matched),
        (status = 400, description = "A time outside the limits"),
        (status = 404, description = "No photo of the race is from this camera")
    )
)]
pub(super) async fn set(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(CameraSet { camera, offset_ms, window_ms }): extract::Json<CameraSet>,
) -> Result<Json<Matched>> {
    CameraClock { offset_ms: offset_ms.unwrap_or_default(), window_ms }.check()?;
    let (now, at, by) = (photos.clock.now_ms(), race.clone(), actor.clone());
    let set = photos.db.write(move |tx| {
        let sql = "SELECT offset_ms, window_ms FROM photo_cameras WHERE race_id = $1 AND camera = $2";
        let before = tx.query_opt(sql, params![at.id, camera], |row| Ok((row.get::<Option<i64>>(0)?, row.get::<i64>(1)?)))?;
        let before = before.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CAMERA))?;
        tx.execute(
            "UPDATE photo_cameras SET offset_ms = $1, window_ms = $2 WHERE race_id = $3 AND camera = $4",
            params![offset_ms, window_ms, at.id, camera],
        )?;
        let facts = |(offset, window): (Option<i64>, i64)| serde_json::json!({ "offsetMs": offset, "windowMs": window });
        audit::record(tx, now, &by, Event::PhotosCameraSet, at.about(), &facts(before), &facts((offset_ms, window_ms)))
    });
    set.await?;
    let changed = matching::again(&photos, &race, &actor, false).await?;
    Ok(Json(Matched { changed, text: words::matched(changed) }))
}

/// Match the race's photos anew with its times as they are now. The server does it by itself within a minute after they changed.
#[utoipa::path(
    post,
    path = "/photos/{RaceName}/match",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Matched))
)]
pub(super) async fn match_again(State(photos): State<Photos>, ByAdmin { race, actor }: ByAdmin) -> Result<Json<Matched>> {
    let changed = matching::again(&photos, &race, &actor, true).await?;
    Ok(Json(Matched { changed, text: words::matched(changed) }))
}
