//! Race-day search for everybody: what the page needs of the race, and a search for callers without the live board.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use core_wasm::live::board::{SearchText, full_name};
use core_wasm::packets::search::{self, SEARCH_CHARS};
use core_wasm::packets::{FoundRunner, RaceDay};
use core_wasm::timing::engine::Field;
use serde::Deserialize;

use super::{Packets, places};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::answer::{PRIVATE, REVALIDATE};
use crate::http::extract::{Path, Query, malformed};
use crate::race::names;
use crate::race::store::{self, Stored};
use crate::timed::no_race;
use crate::work::lock;

/// Of how many races the names are in memory.
const RACES: usize = 4;

/// The names and bibs of the fields that were searched last, so that a search does not fold ten thousand names.
#[derive(Clone, Default)]
pub(super) struct Names(Arc<Mutex<HashMap<String, Arc<Index>>>>);

struct Index {
    /// The state of the field.
    state: String,
    text: SearchText,
    /// In the order of the text.
    bibs: Vec<Box<str>>,
}

impl Names {
    fn of(&self, race_id: &str, field: &Field) -> Arc<Index> {
        let state = field.state();
        if let Some(index) = lock(&self.0).get(race_id).filter(|index| index.state == state) {
            return index.clone();
        }
        let text = SearchText::new(field.rows().map(|row| (full_name(row), &*row.bib)));
        let index = Arc::new(Index { state, text, bibs: field.rows().map(|row| row.bib.clone()).collect() });
        let mut kept = lock(&self.0);
        if kept.len() >= RACES && !kept.contains_key(race_id) {
            kept.clear();
        }
        kept.insert(race_id.to_owned(), index.clone());
        index
    }
}

/// What a race's page has about its day, its id, and whether it is hidden.
async fn day_of(packets: &Packets, named: String, viewer: Viewer) -> Result<(RaceDay, String, bool)> {
    let read = move |tx: &Tx<'_>| {
        let Some(found) = names::look_up(tx, &named, &viewer)? else { return Ok(None) };
        let Some(Stored { race, .. }) = store::bare(tx, &found.id)? else { return Ok(None) };
        Ok(Some((RaceDay { race: race.into(), places: places::of(tx, &found.id)? }, found.id, found.hidden)))
    };
    packets.db.read(read).await?.ok_or_else(no_race)
}

fn answer<T: serde::Serialize>(value: T, hidden: bool) -> Response {
    let cache = HeaderValue::from_static(if hidden { PRIVATE } else { REVALIDATE });
    ([(header::CACHE_CONTROL, cache)], Json(value)).into_response()
}

/// What the race-day search needs of a race besides the live board: its start times, packet places and pens.
#[utoipa::path(
    get,
    path = "/raceDaySearch/{RaceName}/day",
    tag = "packets",
    params(("RaceName" = String, Path)),
    responses((status = 200, body = RaceDay), (status = 404, description = "No such race"))
)]
pub(super) async fn day(State(packets): State<Packets>, viewer: Viewer, Path(race): Path<String>) -> Result<Response> {
    let (day, _, hidden) = day_of(&packets, race, viewer).await?;
    Ok(answer(day, hidden))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    q: String,
}

/// Find runners by bib or name: the best 20, those with exactly this bib first. Nobody without a search.
#[utoipa::path(
    get,
    path = "/raceDaySearch/{RaceName}",
    tag = "packets",
    params(("RaceName" = String, Path), ("q" = Option<String>, Query, description = "A bib, or words of a name; at most 100 characters")),
    responses(
        (status = 200, body = Vec<FoundRunner>),
        (status = 400, description = "The search is too long"),
        (status = 404, description = "No such race")
    )
)]
pub(super) async fn search(
    State(packets): State<Packets>,
    viewer: Viewer,
    Path(race): Path<String>,
    Query(Asked { q }): Query<Asked>,
) -> Result<Response> {
    if q.chars().count() > SEARCH_CHARS {
        return Err(malformed(format!("q is longer than {SEARCH_CHARS} characters")));
    }
    let (day, id, hidden) = day_of(&packets, race, viewer).await?;
    let (names, race_id) = (packets.names.clone(), id.clone());
    let find = move |field: &Field| -> Vec<FoundRunner> {
        let index = names.of(&race_id, field);
        let runner = |at: usize| {
            let bib = index.bibs.get(at)?;
            Some(((**bib).into(), full_name(field.row(bib)?)))
        };
        let head = field.head();
        let (_, best) = search::best(&index.text, &q, runner);
        let rows = best.into_iter().filter_map(|at| field.row(index.bibs.get(at)?));
        rows.map(|row| day.found(&head, row)).collect()
    };
    Ok(answer(packets.boards.read_field(&id, find).await?, hidden))
}
