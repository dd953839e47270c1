//! Entrants: their list, and lists that change it.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use core_wasm::timing::Entrant;
use core_wasm::timing::entrants::search::{self, Found};
use core_wasm::timing::entrants::write;
use serde::{Deserialize, Serialize};

use super::Timing;
use super::access::{ByStaff, ByTimer};
use crate::audit::{self, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::Query;
use crate::http::unread::{csv_response, json_response};
use crate::timed::store;

/// The estimated size of an entrant in an answer, in bytes.
const ENTRANT_BYTES: usize = 256;

/// List the entrants. The desk gets all fields, a timing key only bib, chip, contest and wave.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/entrants",
    tag = "timing",
    security(("session" = ["timer"]), ("timingKey" = [])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Vec<Entrant>))
)]
pub(super) async fn list(State(timing): State<Timing>, by: ByStaff) -> Result<Response> {
    let id = by.race.id.clone();
    let count = "SELECT count(*) FROM timing_entrants WHERE race_id = $1";
    let count = timing.db.read(move |tx| tx.query_one(count, params![id], |row| row.get::<u32>(0))).await?;
    let reservation = timing.unread.reserve(count as usize * ENTRANT_BYTES).await?;
    let make = move |tx: &Tx<'_>| {
        let mut entrants = store::entrants(tx, &by.race.id)?;
        if by.is_box {
            entrants = entrants.into_iter().map(Entrant::for_boxes).collect();
        }
        Ok((serde_json::to_vec(&entrants)?, reservation.clone()))
    };
    let (json, reservation) = timing.db.read_long(make).await?;
    Ok(json_response(json, reservation))
}

/// The query of a search.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    q: String,
    offset: usize,
    limit: usize,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { q: String::new(), offset: 0, limit: search::LONGEST_PAGE }
    }
}

/// Find entrants by bib or name.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/entrantSearch",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("q" = Option<String>, Query, description = "Words of a bib, a name or a chip; without it, everybody is found"),
        ("offset" = Option<usize>, Query, description = "How many of those found come before"),
        ("limit" = Option<usize>, Query, description = "How many are answered at most")
    ),
    responses((status = 200, body = Found))
)]
pub(super) async fn find(State(timing): State<Timing>, by: ByTimer, Query(wanted): Query<Wanted>) -> Result<Json<Found>> {
    let find = move |tx: &Tx<'_>| Ok(search::find(store::entrants(tx, &by.race.id)?, &wanted.q, wanted.offset, wanted.limit));
    Ok(Json(timing.db.read_long(find).await?))
}

/// What is recorded of an export.
#[derive(Serialize)]
struct Exported {
    /// How many entrants the file has.
    entrants: u32,
}

/// Export the entrants as CSV, in the columns that a list is read by. No cell of it is run as a formula by a spreadsheet. That it was
/// downloaded is recorded.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/entrants.csv",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub(super) async fn export(State(timing): State<Timing>, by: ByTimer) -> Result<Response> {
    let (id, race, actor) = (by.race.id.clone(), by.race.clone(), by.actor.clone());
    let count = "SELECT count(*) FROM timing_entrants WHERE race_id = $1";
    let count = timing.db.read(move |tx| tx.query_one(count, params![id], |row| row.get::<u32>(0))).await?;
    let reservation = timing.unread.reserve(count as usize * ENTRANT_BYTES).await?;
    let make = move |tx: &Tx<'_>| Ok((write::csv(&store::entrants(tx, &by.race.id)?), reservation.clone()));
    let (csv, reservation) = timing.db.read_long(make).await?;
    let now = timing.clock.now_ms();
    timing
        .db
        .write(move |tx| {
            let facts = Exported { entrants: count };
            audit::record(tx, now, &actor, Event::TimingEntrantsExported, race.about(), &NOTHING, &facts)
        })
        .await?;
    Ok(csv_response(csv, reservation, "entrants.csv"))
}
