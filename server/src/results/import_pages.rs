//! The lines of a file of past results that was checked, page by page, and the refused ones as a file.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use core_wasm::results::import::preview::{ImportPage, ImportQuery, ImportShow};
use core_wasm::results::import::words;
use serde::Deserialize;

use super::Results;
use super::import::OfRace;
use super::import_store::{Prepared, Upload};
use crate::error::{OrNotFound, Result};
use crate::http::extract::{Path, Query};
use crate::http::unread::csv_response;
use crate::timed::TimedRace;

/// The refused lines of a file are estimated at this many times the size of the file: each has its reason.
const REFUSED_FACTOR: usize = 4;

/// The query of a page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PageOf {
    show: ImportShow,
    q: String,
    offset: usize,
    limit: usize,
}

/// Show more lines of a file's dry run.
#[utoipa::path(
    get,
    path = "/results/import/{id}",
    tag = "results",
    security(("session" = ["admin"])),
    params(
        ("id" = String, Path),
        ("race" = String, Query, description = "The race's name"),
        ("show" = Option<ImportShow>, Query, description = "Which lines"),
        ("q" = Option<String>, Query, description = "Words of a bib or a name"),
        ("offset" = Option<usize>, Query, description = "How many of these lines come before"),
        ("limit" = Option<usize>, Query, description = "How many lines are answered at most")
    ),
    responses((status = 200, body = ImportPage), (status = 404, description = "The server does not have this file any more: check it again"))
)]
pub(super) async fn page(
    State(results): State<Results>,
    OfRace { race, .. }: OfRace,
    Path(id): Path<String>,
    Query(PageOf { show, q, offset, limit }): Query<PageOf>,
) -> Result<Json<ImportPage>> {
    let query = ImportQuery { show, q, offset, limit };
    let page = with(&results, race, &id, move |prepared| prepared.import.page(&query, &prepared.options())).await?;
    Ok(Json(page))
}

/// Download the refused lines of a file's dry run as CSV, each with its reason.
#[utoipa::path(
    get,
    path = "/results/import/{id}/refused.csv",
    tag = "results",
    security(("session" = ["admin"])),
    params(("id" = String, Path), ("race" = String, Query, description = "The race's name")),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 404, description = "The server does not have this file any more: check it again")
    )
)]
pub(super) async fn refused(
    State(results): State<Results>,
    OfRace { race, .. }: OfRace,
    Path(id): Path<String>,
) -> Result<Response> {
    let size = results.imports.get(&race.id, &id).await?.map(|upload| upload.sent.body.len()).unwrap_or_default();
    let reservation = results.unread.reserve(size * REFUSED_FACTOR).await?;
    let csv = with(&results, race, &id, |prepared| prepared.import.refused_csv()).await?;
    Ok(csv_response(csv, reservation, "refused lines.csv"))
}

/// Reads from a file that was checked; it is read again when only its text was kept.
async fn with<T: Send + 'static>(
    results: &Results,
    race: TimedRace,
    id: &str,
    show: impl Fn(&Prepared) -> T + Send + 'static,
) -> Result<T> {
    let Upload { sent, prepared, .. } = results.imports.get(&race.id, id).await?.or_not_found(words::NO_SUCH_IMPORT)?;
    let (imports, id) = (results.imports.clone(), id.to_owned());
    let today = core_wasm::dates::date_in(results.clock.now_ms(), race.zone);
    let work = move |tx: &crate::db::Tx<'_>| {
        let prepared = match &prepared {
            Some(prepared) => prepared.clone(),
            None => {
                let made = sent.prepare(tx, &race, today)?;
                let kept = Arc::clone(&made);
                imports.change(&id, |upload| upload.prepared = Some(kept));
                made
            }
        };
        Ok(show(&prepared))
    };
    results.db.read_long(work).await
}
