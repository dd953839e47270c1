//! All lines that the leaderboard's filters choose, as a file.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use core_wasm::results::export::{self, CsvFormat};
use core_wasm::results::leaderboard::{ResultLine, Wanted};
use serde::Deserialize;

use super::Results;
use super::leaderboard::{Asked, Leaderboard, answer};
use super::provisional::{self, Running};
use super::versions::number_of;
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::extract::Query;
use crate::http::unread::{csv_response, json_response};
use crate::privacy::Eyes;

/// The most lines of a file.
const MOST_EXPORTED: usize = 200_000;
/// How many lines are read at once: no more are in memory besides the file itself.
const AT_ONCE: u32 = 2000;
/// The estimated size of a line of CSV, in bytes.
const CSV_BYTES: i64 = 160;
/// The estimated size of a line of JSON, in bytes.
const JSON_BYTES: i64 = 480;

/// As which table the file is written.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Format {
    format: CsvFormat,
}

/// All lines that the filters choose, as CSV with the columns of registration systems, or those that USATF asks for. Pages don't matter.
#[utoipa::path(
    get,
    path = "/leaderboard.csv",
    tag = "results",
    params(Asked, ("format" = inline(Option<CsvFormat>), Query, description = "runsignup when absent")),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn csv(
    State(results): State<Results>,
    viewer: Viewer,
    Query(asked): Query<Asked>,
    Query(Format { format }): Query<Format>,
) -> Result<Response> {
    let wanted = asked.wanted()?;
    let running = provisional::contests(&results, &viewer, &wanted).await?;
    let size = size(&results, &wanted, &running, CSV_BYTES).await?;
    let reservation = results.unread.reserve(size).await?;
    let held = reservation.clone();
    let make = move |tx: &Tx<'_>| {
        let _held = &held;
        let mut file = export::begin(format);
        for_each_page(tx, &viewer.eyes(tx)?, &wanted, &running, |lines| {
            export::add(&mut file, format, lines);
            Ok(())
        })?;
        Ok(file)
    };
    Ok(csv_response(results.db.read_long(make).await?, reservation, "results.csv"))
}

/// All lines that the filters choose, as a JSON array. Pages don't matter.
#[utoipa::path(
    get,
    path = "/leaderboard.json",
    tag = "results",
    params(Asked),
    responses((status = 200, body = Vec<ResultLine>), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn json(State(results): State<Results>, viewer: Viewer, Query(asked): Query<Asked>) -> Result<Response> {
    let wanted = asked.wanted()?;
    let running = provisional::contests(&results, &viewer, &wanted).await?;
    let size = size(&results, &wanted, &running, JSON_BYTES).await?;
    let reservation = results.unread.reserve(size).await?;
    let held = reservation.clone();
    let make = move |tx: &Tx<'_>| {
        let _held = &held;
        let mut file = vec![b'['];
        for_each_page(tx, &viewer.eyes(tx)?, &wanted, &running, |lines| {
            for line in lines {
                if file.len() > 1 {
                    file.push(b',');
                }
                serde_json::to_writer(&mut file, line)?;
            }
            Ok(())
        })?;
        file.push(b']');
        Ok(file)
    };
    let mut response = json_response(results.db.read_long(make).await?, reservation);
    let name = HeaderValue::from_static("attachment; filename=\"results.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// The estimated size of a file.
async fn size(results: &Results, wanted: &Wanted, running: &[Running], line: i64) -> Result<usize> {
    let one = Wanted { page: 1, page_size: 1, ..wanted.clone() };
    let unpublished: usize = running.iter().map(|running| running.contest.lines.lines().len()).sum();
    let Leaderboard { total, .. } = results.db.read(move |tx| answer(tx, &Eyes::Public, &one, &[])).await?;
    Ok(usize::try_from(total.saturating_add(number_of(unpublished)).saturating_mul(line)).unwrap_or_default())
}

fn for_each_page(
    tx: &Tx<'_>,
    eyes: &Eyes,
    wanted: &Wanted,
    running: &[Running],
    mut each: impl FnMut(&[ResultLine]) -> Result<()>,
) -> Result<()> {
    let mut read = 0;
    for page in 1.. {
        let Leaderboard { items, .. } = answer(tx, eyes, &Wanted { page, page_size: AT_ONCE, ..wanted.clone() }, running)?;
        each(&items)?;
        read += items.len();
        if items.len() < AT_ONCE as usize || read >= MOST_EXPORTED {
            break;
        }
    }
    Ok(())
}
