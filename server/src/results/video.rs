//! The video of a race's finish line.

use axum::Json;
use axum::extract::State;
use core_wasm::audit::Event;
use core_wasm::results::clip::{self, FinishVideo};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Results;
use crate::audit;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract;
use crate::race::ByAdmin;

/// The video of a race; `None` when there is none.
pub(super) fn of(tx: &Tx<'_>, race_id: &str) -> Result<Option<FinishVideo>> {
    tx.query_opt("SELECT address, starts_at FROM finish_videos WHERE race_id = $1", params![race_id], |row| {
        Ok(FinishVideo { address: row.get(0)?, starts_at: row.get(1)? })
    })
}

/// Tell the video of the finish line; with empty values when there is none.
#[utoipa::path(
    get,
    path = "/results/{RaceName}/video",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = FinishVideo))
)]
pub(super) async fn show(State(results): State<Results>, ByAdmin { race, .. }: ByAdmin) -> Result<Json<FinishVideo>> {
    Ok(Json(results.db.read(move |tx| of(tx, &race.id)).await?.unwrap_or_default()))
}

/// The video of the finish line, as an administrator sends it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SentVideo {
    /// Its link, or the code of its frame; empty to take it away.
    address: String,
    /// The moment that it shows first, RFC 3339.
    starts_at: String,
}

/// Set the video of the finish line: runners see their finish in it. An empty address takes it away.
#[utoipa::path(
    put,
    path = "/results/{RaceName}/video",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = SentVideo,
    responses((status = 200, body = FinishVideo), (status = 400, description = "The video can't be shown"))
)]
pub(super) async fn put(
    State(results): State<Results>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(sent): extract::Json<SentVideo>,
) -> Result<Json<FinishVideo>> {
    let none = sent.address.trim().is_empty();
    let video = if none { FinishVideo::default() } else { FinishVideo { address: sent.address, starts_at: sent.starts_at } };
    if !none {
        clip::check(&video, &results.config.embed_hosts)?;
    }
    let (kept, now) = (video.clone(), results.clock.now_ms());
    results
        .db
        .write(move |tx| {
            let before = of(tx, &race.id)?.unwrap_or_default();
            if before == kept {
                return Ok(());
            }
            tx.execute("DELETE FROM finish_videos WHERE race_id = $1", params![race.id])?;
            if !none {
                tx.execute(
                    "INSERT INTO finish_videos (race_id, address, starts_at) VALUES ($1, $2, $3)",
                    params![race.id, kept.address, kept.starts_at],
                )?;
            }
            let [before, after] =
                [&before, &kept].map(|video| serde_json::json!({ "address": video.address, "startsAt": video.starts_at }));
            audit::record(tx, now, &actor, Event::FinishVideoSet, race.about(), &before, &after)
        })
        .await?;
    Ok(Json(video))
}
