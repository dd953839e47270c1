//! Lists of runners for the timing desk, in windows.

use axum::Json;
use axum::extract::State;
use core_wasm::timing::engine::{Field, RunnerList, RunnerOrder, Runners, RunnersQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Timing;
use super::access::ByTimer;
use super::window::Window;
use crate::error::Result;
use crate::http::extract::Query;

/// The query of a list; the fields are as in the core's `RunnersQuery`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Asked {
    list: RunnerList,
    order: RunnerOrder,
    contest: String,
    point: String,
    search: String,
    offset: usize,
    count: Option<usize>,
    bibs: bool,
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunnersAnswer)]
pub(super) struct Answer {
    #[serde(flatten)]
    page: Runners,
    /// All bibs of the list, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    bibs: Option<Vec<String>>,
}

/// List runners: all, who is out, who was not seen since a point, who did not start.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/runners",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("list" = inline(Option<RunnerList>), Query, description = "all (default), out, notSeen or notStarted"),
        ("order" = inline(Option<RunnerOrder>), Query, description = "bib (default) or name"),
        ("contest" = Option<String>, Query, description = "Only runners of this contest"),
        ("point" = Option<String>, Query, description = "For notSeen: the label of the split; the finish when absent"),
        ("search" = Option<String>, Query, description = "Words of a name, or the beginning of a bib"),
        ("offset" = Option<usize>, Query, description = "How many runners are left out before the first"),
        ("count" = Option<usize>, Query, description = "At most this many runners; 50 when absent, 500 at most"),
        ("bibs" = Option<bool>, Query, description = "true: also all bibs of the list")
    ),
    responses((status = 200, body = Answer))
)]
pub(super) async fn list(
    State(timing): State<Timing>,
    ByTimer { race, .. }: ByTimer,
    Query(asked): Query<Asked>,
) -> Result<Json<Answer>> {
    let Asked { list, order, contest, point, search, offset, count, bibs } = asked;
    let Window { offset, count } = Window::new(offset, count);
    let query = RunnersQuery { list, order, contest, point, search, offset, count };
    let answer = move |field: &Field| Answer { page: field.runners(&query), bibs: bibs.then(|| field.bibs_of(&query)) };
    Ok(Json(timing.boards.read_fresh_field(&race.id, answer).await?))
}
