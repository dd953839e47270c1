//! What a person has to look at, in windows: times that look wrong, and chips that nobody has.

use axum::Json;
use axum::extract::State;
use core_wasm::timing::engine::{CheckList, Checks, Field, UnknownTags};
use serde::Deserialize;

use super::Timing;
use super::access::ByTimer;
use super::window::Window;
use crate::error::Result;
use crate::http::extract::Query;

/// The query of a list of times.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Looked {
    list: CheckList,
    search: String,
    offset: usize,
    count: Option<usize>,
}

/// List the runners whose times a person has to look at, each with the reason.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/checks",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("list" = inline(Option<CheckList>), Query, description = "waiting (default), suspicious, earlierWave, readBefore or notOpened"),
        ("search" = Option<String>, Query, description = "Words of a name, or the beginning of a bib"),
        ("offset" = Option<usize>, Query, description = "How many runners are left out before the first"),
        ("count" = Option<usize>, Query, description = "At most this many runners; 50 when absent, 500 at most")
    ),
    responses((status = 200, body = Checks))
)]
pub(super) async fn checks(
    State(timing): State<Timing>,
    ByTimer { race, .. }: ByTimer,
    Query(Looked { list, search, offset, count }): Query<Looked>,
) -> Result<Json<Checks>> {
    let Window { offset, count } = Window::new(offset, count);
    let answer = move |field: &Field| field.checks(list, &search, offset, count);
    Ok(Json(timing.boards.read_fresh_field(&race.id, answer).await?))
}

/// The query of the unknown tags.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tags {
    search: String,
    offset: usize,
    count: Option<usize>,
}

/// List the tags that no runner has and no contest accepts, most reads first.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/unknownTags",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("search" = Option<String>, Query, description = "A part of a tag"),
        ("offset" = Option<usize>, Query, description = "How many tags are left out before the first"),
        ("count" = Option<usize>, Query, description = "At most this many tags; 50 when absent, 500 at most")
    ),
    responses((status = 200, body = UnknownTags))
)]
pub(super) async fn unknown_tags(
    State(timing): State<Timing>,
    ByTimer { race, .. }: ByTimer,
    Query(Tags { search, offset, count }): Query<Tags>,
) -> Result<Json<UnknownTags>> {
    let Window { offset, count } = Window::new(offset, count);
    let answer = move |field: &Field| field.unknown_tags_found(&search, offset, count);
    Ok(Json(timing.boards.read_fresh_field(&race.id, answer).await?))
}
