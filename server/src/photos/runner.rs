//! The photos of a runner, for everybody.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use core_wasm::photos::words::{self, FOR_RUNNERS, RunnerPhotoWords};
use serde::Serialize;
use utoipa::ToSchema;

use super::Photos;
use super::store;
use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::answer::TaggedJson;
use crate::http::extract;
use crate::privacy;
use crate::race::names;
use crate::timed::{self, TimedRace};

/// The most photos of one runner.
const MOST: i64 = 500;

/// A runner's photos.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunnerPhotos {
    /// The race's name.
    race: String,
    /// In the order of the cameras' clocks; at most 500.
    photos: Vec<RunnerPhoto>,
    /// What the page says.
    words: RunnerPhotoWords,
}

/// A photo of a runner.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunnerPhoto {
    /// Its id; its sizes are at `/photo/{id}/{width}`.
    id: String,
    /// The widths that are stored, the smallest first.
    widths: Vec<u32>,
    /// Of its largest size, in pixels.
    height: u32,
}

/// The photos of the runner with this bib; none of a private runner, but for that runner.
#[utoipa::path(
    get,
    path = "/photos/{RaceName}/runner/{bib}",
    tag = "photos",
    params(("RaceName" = String, Path), ("bib" = String, Path)),
    responses((status = 200, body = RunnerPhotos), (status = 404, description = "No such race"))
)]
pub(super) async fn by_bib(
    State(photos): State<Photos>,
    viewer: Viewer,
    request_headers: HeaderMap,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<Response> {
    let (name, bib) = path;
    let read = photos.db.read(move |tx| {
        let race = names::timed(tx, &name, &viewer)?;
        let may_see = !privacy::hides_bib(tx, &viewer.eyes(tx)?, &race.id, &bib)?;
        TaggedJson::new(&of(tx, &race, may_see.then_some(bib.as_str()))?)
    });
    Ok(read.await?.answer(&request_headers))
}

/// The photos of a runner of published results, for the runner's page.
#[utoipa::path(
    get,
    path = "/runnerPhotos/{raceID}/{publicID}",
    tag = "photos",
    params(("raceID" = String, Path), ("publicID" = String, Path)),
    responses((status = 200, body = RunnerPhotos), (status = 404, description = "No such race or runner"))
)]
pub(super) async fn by_public_id(
    State(photos): State<Photos>,
    viewer: Viewer,
    request_headers: HeaderMap,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<Response> {
    let (race_id, public_id) = path;
    let read = photos.db.read(move |tx| {
        let race = TimedRace::by_id(tx, &race_id)?;
        if !names::may_see(tx, &race_id, &viewer)? {
            return Err(timed::no_race());
        }
        let missing = || Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_RUNNER);
        if viewer.eyes(tx)?.seen(tx, &public_id)?.hides_person() {
            return Err(missing());
        }
        let bib = tx.query_opt(
            "SELECT r.bib FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1
             WHERE r.public_id = $1 AND v.race_id = $2",
            params![public_id, race_id],
            |row| row.get::<String>(0),
        )?;
        TaggedJson::new(&of(tx, &race, Some(&bib.ok_or_else(missing)?))?)
    });
    Ok(read.await?.answer(&request_headers))
}

fn of(tx: &Tx<'_>, race: &TimedRace, bib: Option<&str>) -> Result<RunnerPhotos> {
    let mut photos = tx.query_all(
        "SELECT p.number, p.id, p.race_id, p.name, p.camera, p.wall, p.width, p.height, p.bytes, p.list, p.by_hand
         FROM photo_bibs b JOIN photos p ON p.number = b.photo
         WHERE b.race_id = $1 AND b.bib = $2 AND p.list = 'matched' ORDER BY b.photo LIMIT $3",
        params![race.id, bib, MOST],
        store::photo,
    )?;
    photos.sort_by_key(|photo| (photo.wall, photo.number));
    let photos = photos.into_iter().map(|photo| RunnerPhoto { widths: photo.widths(), id: photo.id, height: photo.height });
    Ok(RunnerPhotos { race: race.name.clone(), photos: photos.collect(), words: FOR_RUNNERS })
}
