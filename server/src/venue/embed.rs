//! Whether other sites may show the live results of a race.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::race::{RaceDateEntry, framing};
use core_wasm::venue::words;

use super::Venue;
use crate::account::Viewer;
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, REVALIDATE};
use crate::http::extract::Path;
use crate::race::names;
use crate::timed::no_race;

/// What the live results in another site's frame need besides the live board.
#[utoipa::path(
    get,
    path = "/embed/{RaceName}",
    tag = "venue",
    params(("RaceName" = String, Path)),
    responses(
        (status = 200, body = RaceDateEntry),
        (status = 404, description = "No such race, or one whose live results no other site may show (`NO_EMBED`)")
    )
)]
pub(super) async fn embed(State(venue): State<Venue>, viewer: Viewer, Path(race): Path<String>) -> Result<Response> {
    let stored = venue.db.read(move |tx| names::bare(tx, &race, &viewer)).await?.ok_or_else(no_race)?;
    if framing::origins(&stored.race.live_sites).is_empty() {
        return Err(Error::say(StatusCode::NOT_FOUND, words::NO_EMBED));
    }
    let cache = HeaderValue::from_static(if stored.race.is_hidden.0 { PRIVATE } else { REVALIDATE });
    Ok(([(header::CACHE_CONTROL, cache)], Json(RaceDateEntry::from(stored.race))).into_response())
}
