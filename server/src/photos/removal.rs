//! Removal on request: a visitor's press hides a photo at once; an administrator restores it or deletes it for good.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::audit::Event;
use core_wasm::dates::{DAY_MS, HOUR_MS};
use core_wasm::photos::words;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::{self, ListedPhoto};
use super::store::{self, List};
use super::{Photos, address_key};
use crate::account::Viewer;
use crate::audit::{self, Actor, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract;
use crate::ids::new_secret;
use crate::race::{ByAdmin, names};

/// How many photos one address may remove in an hour: a runner has some dozens.
const PER_ADDRESS: i64 = 60;
/// How many photos of a race visitors may remove in a day, from all addresses together.
const PER_RACE: i64 = 300;

/// A photo that was removed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PhotoRemoved)]
pub(super) struct Removed {
    /// What to say of it.
    text: &'static str,
}

/// Remove a photo of oneself: it is hidden for everybody at once. No login is needed; an administrator can restore it.
#[utoipa::path(
    post,
    path = "/photos/{RaceName}/photo/{photoID}/remove",
    tag = "photos",
    params(("RaceName" = String, Path), ("photoID" = String, Path)),
    responses(
        (status = 200, body = Removed),
        (status = 404, description = "No such photo is shown"),
        (status = 429, description = "Too many photos were removed")
    )
)]
pub(super) async fn remove(
    State(photos): State<Photos>,
    viewer: Viewer,
    address: ClientAddress,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<Json<Removed>> {
    let (name, id) = path;
    let now = photos.clock.now_ms();
    let removed = photos.db.write(move |tx| {
        let race = names::timed(tx, &name, &viewer)?;
        store::lock(tx, &race.id)?;
        let photo = store::of_race(tx, &race.id, &id)?;
        match photo.list {
            // The second press of two says the same.
            List::Removed => return Ok(()),
            List::Matched => {}
            List::Unmatched => return Err(Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_PHOTO)),
        }
        let address = address_key(&secret(tx)?, address);
        check_rate(tx, &race.id, &address, now)?;
        tx.execute(
            "INSERT INTO photo_removals (photo, race_id, address, at) VALUES ($1, $2, $3, $4)",
            params![photo.number, race.id, address, now],
        )?;
        store::move_to(tx, &photo, List::Removed)?;
        let facts = serde_json::json!({ "photo": photo.id });
        audit::record(tx, now, &Actor::system(), Event::PhotosRemoved, race.about(), &NOTHING, &facts)
    });
    removed.await?;
    Ok(Json(Removed { text: words::FOR_RUNNERS.removed }))
}

fn check_rate(tx: &Tx<'_>, race_id: &str, address: &str, now: i64) -> Result<()> {
    let count = |sql: &str, of: &str, since: i64| tx.query_one(sql, params![of, since], |row| row.get::<i64>(0));
    let own = count("SELECT count(*) FROM photo_removals WHERE address = $1 AND at > $2", address, now - HOUR_MS)?;
    let all = count("SELECT count(*) FROM photo_removals WHERE race_id = $1 AND at > $2", race_id, now - DAY_MS)?;
    if own >= PER_ADDRESS || all >= PER_RACE {
        let refusal = Error::say(StatusCode::TOO_MANY_REQUESTS, words::TOO_MANY_REMOVALS);
        return Err(refusal.retry_after(if all >= PER_RACE { 86_400 } else { 3_600 }));
    }
    Ok(())
}

/// The secret with which addresses are hashed.
fn secret(tx: &Tx<'_>) -> Result<Vec<u8>> {
    tx.query_one(
        "INSERT INTO secrets (name, value) VALUES ('photo-addresses', $1) ON CONFLICT (name) DO UPDATE SET name = excluded.name
         RETURNING value",
        params![new_secret().into_bytes()],
        |row| row.get(0),
    )
}

/// Show a photo again that was removed on request.
#[utoipa::path(
    post,
    path = "/photos/{RaceName}/photo/{photoID}/restore",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("photoID" = String, Path)),
    responses((status = 200, description = "The photo as it is now", body = ListedPhoto), (status = 404, description = "No such photo"))
)]
pub(super) async fn restore(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<Json<ListedPhoto>> {
    let (_, id) = path;
    let now = photos.clock.now_ms();
    let restored = photos.db.write(move |tx| {
        store::lock(tx, &race.id)?;
        let photo = store::of_race(tx, &race.id, &id)?;
        if photo.list == List::Removed {
            store::move_to(tx, &photo, List::of(store::bibs(tx, photo.number)?.len()))?;
            let facts = serde_json::json!({ "photo": photo.id });
            audit::record(tx, now, &actor, Event::PhotosRestored, race.about(), &NOTHING, &facts)?;
        }
        list::listed(tx, store::of_race(tx, &race.id, &id)?, race.zone)
    });
    Ok(Json(restored.await?))
}

/// Delete a photo for good, in all its sizes.
#[utoipa::path(
    delete,
    path = "/photos/{RaceName}/photo/{photoID}",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("photoID" = String, Path)),
    responses((status = 204, description = "It is deleted"), (status = 404, description = "No such photo"))
)]
pub(super) async fn delete(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<StatusCode> {
    let (_, id) = path;
    let (now, race_id, asked) = (photos.clock.now_ms(), race.id.clone(), id.clone());
    let photo = photos.db.read(move |tx| store::of_race(tx, &race_id, &asked)).await?;
    // The files first: a row without files can be deleted again, but files without a row would stay for ever.
    for key in photo.keys() {
        photos.objects.delete(&key).await?;
    }
    let race = Arc::new(race);
    photos
        .db
        .write(move |tx| {
            store::lock(tx, &race.id)?;
            let photo = store::of_race(tx, &race.id, &id)?;
            store::delete(tx, &photo)?;
            let facts = serde_json::json!({ "photo": photo.id });
            audit::record(tx, now, &actor, Event::PhotosDeleted, race.about(), &facts, &NOTHING)
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
