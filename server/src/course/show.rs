//! `GET /course`: the drawing of a contest's course, for everybody who may see the race.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use core_wasm::course::{CourseContest, CourseView};
use core_wasm::timing::Setup;
use serde::Deserialize;

use super::{Courses, store};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::answer::{self, PRIVATE, REVALIDATE};
use crate::http::extract::Query;
use crate::race;
use crate::race::names;
use crate::timed::{self, no_race};

/// The timing of a race and its contests.
pub(super) fn contests(tx: &Tx<'_>, race_id: &str) -> Result<(i64, Vec<CourseContest>)> {
    let timed::store::State { setup, revision, .. } = timed::store::state(tx, race_id)?;
    Ok((revision, contests_of(tx, race_id, &setup)?))
}

fn contests_of(tx: &Tx<'_>, race_id: &str, setup: &Setup) -> Result<Vec<CourseContest>> {
    let page = race::store::bare(tx, race_id)?.ok_or_else(no_race)?;
    Ok(CourseContest::of_race(setup, &page.race.distance_start_times))
}

/// The contest of this name.
pub(super) fn named<'a>(contests: &'a [CourseContest], name: &str) -> Option<&'a CourseContest> {
    contests.iter().find(|contest| CourseContest::key(&contest.name) == CourseContest::key(name))
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    race: String,
    #[serde(default)]
    contest: String,
}

/// The course of a contest, drawn: its line, its marks and its profile.
#[utoipa::path(
    get,
    path = "/course",
    tag = "live",
    params(("race" = String, Query), ("contest" = String, Query, description = "The contest's name")),
    responses(
        (status = 200, body = CourseView),
        (status = 204, description = "The contest has no course"),
        (status = 304, description = "The course is as the browser has it"),
        (status = 404, description = "No such race")
    )
)]
pub(super) async fn course(
    State(courses): State<Courses>,
    viewer: Viewer,
    Query(Asked { race, contest }): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response> {
    courses
        .db
        .read(move |tx| {
            let found = names::look_up(tx, &race, &viewer)?.ok_or_else(no_race)?;
            let Some(newest) = store::newest(tx, &found.id, &contest)? else { return Ok(StatusCode::NO_CONTENT.into_response()) };
            let (revision, contests) = contests(tx, &found.id)?;
            let (Some(contest), Some(course)) = (named(&contests, &contest), store::current(tx, &found.id, &contest)?) else {
                return Ok(StatusCode::NO_CONTENT.into_response());
            };
            // The drawing depends on the contest's length and points, too.
            let tag = format!("{newest}-{revision}");
            let cache = if found.hidden { PRIVATE } else { REVALIDATE };
            let is_known = answer::has_tag(&headers, &tag);
            let drawn = if is_known { Vec::new() } else { serde_json::to_vec(&CourseView::new(&course, contest))? };
            Ok(answer::with_tag(&headers, &tag, "application/json", cache, drawn))
        })
        .await
}
