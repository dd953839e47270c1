//! The calls of the live page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::live::filters::Filters;
use core_wasm::live::participant::Participants;
use core_wasm::live::poll::{BEHIND_SECONDS, POLL_SECONDS};
use core_wasm::live::teams;
use core_wasm::race::{Frame, embed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Boards;
use super::answers::{AnswerKind, Snapshot};
use super::board::Board;
use super::choose::{self, Followed};
use crate::account::Viewer;
use crate::config::Config;
use crate::error::Result;
use crate::http::address::{ClientAddress, ThroughProxy};
use crate::http::answer::{FOR_NETWORKS, PRIVATE, REVALIDATE, SHARED_FOR_A_SECOND, has_tag};
use crate::http::extract::{Path, Query, malformed};
use crate::race::store::{self, Stored};
use crate::timed::no_race;

/// In how many seconds a page asks again, when that is not the usual interval.
const NEXT_POLL: HeaderName = HeaderName::from_static("next-poll");

/// How many seconds ago the field was last read from the database, when that is long ago. An answer that a browser keeps says also that it is
/// not: the browser would otherwise keep this header of an earlier one with it (RFC 9111 §3.2).
const DATA_AGE: HeaderName = HeaderName::from_static("data-age");

/// The longest value of a filter, in characters; an entrant's contest has the same limit. Answers are cached by these values.
const LONGEST_CHOICE: usize = 200;

#[derive(Debug, Deserialize)]
pub(super) struct Since {
    since: Option<String>,
}

/// All runners of a race, or what has happened since a version, in the form that `timing::feed` of the core writes and reads; nothing
/// when the browser has the current version. Other programs use `getLiveTimes`.
#[utoipa::path(
    get,
    path = "/live/{RaceName}",
    tag = "live",
    params(("RaceName" = String, Path), ("since" = Option<String>, Query, description = "The version that the caller has")),
    responses(
        (status = 200, description = "The whole field, or what has happened since `since`",
         body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 204, description = "Nothing has happened since `since`. When the header `next-poll` is there, a page asks again in so \
         many seconds, else in five. The header `data-age` is there, as in any other answer of this path, when the database is out of reach: \
         the seconds since it was last read. Answers with the whole field have it always, 0 when it is not"),
        (status = 304, description = "The whole field is as the browser has it"),
        (status = 404, description = "No such race")
    )
)]
pub(super) async fn live(
    State(boards): State<Boards>,
    viewer: Viewer,
    ThroughProxy(through_proxy): ThroughProxy,
    client: ClientAddress,
    Path(race): Path<String>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response> {
    let (race, is_hidden) = choose::look_up(&boards, race, viewer).await?;
    let (board, snapshot) = boards.snapshot_for(&race, since.as_deref()).await?;
    let kind = snapshot.document_since(since.as_deref());
    let polled = Polled { client, is_whole: kind == Some(AnswerKind::Document), is_hidden, through_proxy };
    let mut response = match kind {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(AnswerKind::Document) if has_tag(&headers, snapshot.version()) => StatusCode::NOT_MODIFIED.into_response(),
        Some(kind) => board.answer(&snapshot, kind).await?.answer(&headers),
    };
    polled.complete(&boards, &board, &snapshot, &mut response);
    Ok(response)
}

/// What the headers of an answer to a poll depend on.
pub(super) struct Polled {
    /// Who asked.
    pub(super) client: ClientAddress,
    /// Whether the whole field was asked for.
    pub(super) is_whole: bool,
    /// Whether only administrators see the race.
    pub(super) is_hidden: bool,
    /// Whether the request came through a trusted proxy.
    pub(super) through_proxy: bool,
}

impl Polled {
    /// Adds the headers of the answer to a poll, and counts the poll.
    pub(super) fn complete(&self, boards: &Boards, board: &Board, snapshot: &Snapshot, response: &mut Response) {
        let headers = response.headers_mut();
        // The usual interval is not said: it would be sent with every poll.
        let seconds = boards.next_poll_seconds(board, self.client);
        if seconds != POLL_SECONDS {
            headers.insert(NEXT_POLL, HeaderValue::from(seconds));
        }
        let age = board.age().as_secs();
        let is_behind = age >= BEHIND_SECONDS;
        if is_behind || self.is_whole {
            headers.insert(DATA_AGE, HeaderValue::from(if is_behind { age } else { 0 }));
        }
        let cache = match (self.is_hidden, self.through_proxy) {
            (true, _) => PRIVATE,
            (false, true) => SHARED_FOR_A_SECOND,
            (false, false) => REVALIDATE,
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if cache == SHARED_FOR_A_SECOND {
            let (name, value) = FOR_NETWORKS;
            headers.insert(name, HeaderValue::from_static(value));
        }
        // What happened since a version is asked for once, and needs no tag. Weak: the same document is sent compressed or uncompressed.
        if self.is_whole
            && let Ok(tag) = HeaderValue::from_str(&format!("W/\"{}\"", snapshot.version()))
        {
            headers.insert(header::ETAG, tag);
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(super) struct Choice {
    race: Option<String>,
    race_distance: String,
    age_group: String,
    gender: String,
    team: String,
}

/// The two lists of runners of the specification: under way and finished.
#[utoipa::path(
    get,
    path = "/getLiveTimes",
    tag = "live",
    params(
        ("race" = Option<String>, Query, description = "Without it, the live race that started last"),
        ("raceDistance" = Option<String>, Query),
        ("ageGroup" = Option<String>, Query),
        ("gender" = Option<String>, Query, description = "m, f or a"),
        ("team" = Option<String>, Query, description = "A team's name, in any case")
    ),
    responses((status = 200, body = Participants), (status = 404, description = "No such race"))
)]
pub(super) async fn live_times(
    State(boards): State<Boards>,
    viewer: Viewer,
    Query(choice): Query<Choice>,
    headers: HeaderMap,
) -> Result<Response> {
    let typed = [
        ("raceDistance", &choice.race_distance),
        ("ageGroup", &choice.age_group),
        ("gender", &choice.gender),
        ("team", &choice.team),
    ];
    if let Some((field, _)) = typed.iter().find(|(_, value)| value.chars().count() > LONGEST_CHOICE) {
        return Err(malformed(format!("{field} is longer than {LONGEST_CHOICE} characters")));
    }
    let race = choose::named_or_first(&boards, choice.race, viewer).await?;
    let kind = AnswerKind::Participants {
        distance: choice.race_distance.trim().to_lowercase(),
        age_group: choice.age_group.trim().to_lowercase(),
        gender: choice.gender.trim().to_lowercase(),
        team: teams::key(&choice.team),
    };
    Ok(boards.answer(&race, kind).await?.answer(&headers))
}

#[derive(Debug, Deserialize)]
pub(super) struct RaceQuery {
    race: Option<String>,
}

/// The live page's filters.
#[utoipa::path(
    get,
    path = "/liveFilters",
    tag = "live",
    params(("race" = Option<String>, Query, description = "Without it, the live race that started last")),
    responses((status = 200, body = Filters), (status = 404, description = "No such race"))
)]
pub(super) async fn live_filters(
    State(boards): State<Boards>,
    viewer: Viewer,
    Query(RaceQuery { race }): Query<RaceQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let race = choose::named_or_first(&boards, race, viewer).await?;
    Ok(boards.answer(&race, AnswerKind::Filters).await?.answer(&headers))
}

/// The live map.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RaceMap)]
pub(super) struct Map {
    /// The frame's address; blank when the race has none.
    race_map: String,
    event_name: String,
    /// The same with the name of its provider, for an iframe.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<Frame>,
}

/// The map of the race's course, as an address for an iframe.
#[utoipa::path(
    get,
    path = "/raceMap",
    tag = "live",
    params(("race" = Option<String>, Query, description = "Without it, the live race that started last")),
    responses((status = 200, body = Map), (status = 404, description = "No such race"))
)]
pub(super) async fn race_map(
    State(boards): State<Boards>,
    State(config): State<Arc<Config>>,
    viewer: Viewer,
    Query(RaceQuery { race }): Query<RaceQuery>,
) -> Result<Json<Map>> {
    let id = choose::named_or_first(&boards, race, viewer).await?;
    let Stored { race, .. } = boards.db().read(move |tx| store::bare(tx, &id)).await?.ok_or_else(no_race)?;
    let frame = embed::frames(&race, &config.embed_hosts).race_map;
    let race_map = frame.as_ref().map(|frame| frame.url.clone()).unwrap_or_default();
    Ok(Json(Map { race_map, event_name: race.name, frame }))
}

/// The races that are live or have been timed; the first one is shown first.
#[utoipa::path(
    get,
    path = "/liveRaces",
    tag = "live",
    responses((status = 200, body = Vec<Followed>))
)]
pub(super) async fn live_races(State(boards): State<Boards>) -> Result<Json<Vec<Followed>>> {
    Ok(Json(choose::followed(&boards).await?))
}
