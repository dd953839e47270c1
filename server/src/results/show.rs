//! What is published of a race, and what is open before the next version.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use core_wasm::dates::Tz;
use core_wasm::results::difference::ResultChange;
use core_wasm::results::open::{self, OpenPoint};
use core_wasm::results::{distance, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::versions::Version;
use super::{Results, versions};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::answer::REVALIDATE;
use crate::http::extract::Path;
use crate::race::ByAdmin;
use crate::race::names;
use crate::timed::store;

/// What is published of a race.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RaceResults {
    /// The race's name.
    race: String,
    /// The race's IANA zone; times of day are shown in it.
    time_zone: &'static str,
    /// The race's date, `June 15, 2024`; empty while it has none.
    date: String,
    /// The contests of the setup, then those that only earlier results have.
    contests: Vec<ContestResults>,
}

/// What is published of a contest.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContestResults {
    /// Its name.
    contest: String,
    /// The distance under which it is listed.
    distance: String,
    /// The version that is shown; 0 while the results are provisional.
    version: i64,
    /// When that was published, in epoch milliseconds.
    #[schema(required)]
    published_at: Option<i64>,
    /// Since when that is shown, as a sentence; empty while the results are provisional.
    since: String,
    /// How many lines it has.
    lines: i64,
    /// How it is ranked, as a sentence.
    rule: String,
    /// What it changed, as a sentence; empty for a first version.
    changed: String,
    /// The runners that it changed; at most 200.
    changes: Vec<ResultChange>,
    /// Every version, the newest first.
    versions: Vec<PastVersion>,
}

/// A version in the list of all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PastVersion {
    /// Its number.
    version: i64,
    /// In epoch milliseconds.
    published_at: i64,
    /// Why it was published; empty for a first version.
    reason: String,
    /// When it was taken back without a next version, in epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back_at: Option<i64>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back_reason: Option<String>,
}

/// Tell what is published of a race: for each contest the version that is shown and what it changed.
#[utoipa::path(
    get,
    path = "/results/{RaceName}",
    tag = "results",
    params(("RaceName" = String, Path)),
    responses((status = 200, body = RaceResults), (status = 404, description = "No such race"))
)]
pub(super) async fn show(State(results): State<Results>, viewer: Viewer, Path(race): Path<String>) -> Result<Response> {
    let viewer = Arc::new(viewer);
    let answer = results.db.read_public(move |tx| {
        let race = names::timed(tx, &race, &viewer)?;
        let setup = store::state(tx, &race.id)?.setup;
        let all = versions::of_race(tx, &race.id)?;
        let mut contests = Vec::new();
        for contest in &setup.contests {
            let own: Vec<&Version> = all.iter().filter(|version| version.contest == contest.name).collect();
            let answer = ContestResults {
                contest: contest.name.clone(),
                distance: distance::label(contest.sport, contest.distance_metres),
                rule: words::rule(contest.ranking).to_owned(),
                ..ContestResults::default()
            };
            contests.push(of_contest(tx, race.zone, answer, &own)?);
        }
        let is_past = |version: &&Version| setup.contests.iter().all(|contest| contest.name != version.contest);
        let past: Vec<&Version> = all.iter().filter(is_past).collect();
        for own in past.chunk_by(|a, b| a.contest == b.contest) {
            // One that goes on under another name is shown there.
            let shown = |newest: &&&Version| newest.current || newest.ended_at.is_some();
            let Some(newest) = own.first().filter(shown) else { continue };
            let answer = ContestResults {
                contest: newest.contest.clone(),
                distance: newest.distance.clone(),
                rule: words::rule(newest.ranking).to_owned(),
                ..ContestResults::default()
            };
            contests.push(of_contest(tx, race.zone, answer, own)?);
        }
        let date = race.date.map(|date| date.to_string()).unwrap_or_default();
        Ok(RaceResults { race: race.name, time_zone: race.zone.name(), date, contests })
    });
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATE));
    Ok((headers, Json(answer.await?)).into_response())
}

/// Adds what the versions of a contest say, which are the newest first.
fn of_contest(tx: &Tx<'_>, zone: Tz, mut answer: ContestResults, own: &[&Version]) -> Result<ContestResults> {
    if let Some(shown) = own.first().filter(|version| version.current) {
        answer.version = shown.version;
        answer.published_at = Some(shown.published_at);
        answer.since = words::since(shown.version, shown.published_at, zone);
        answer.lines = shown.lines;
        answer.distance.clone_from(&shown.distance);
        words::rule(shown.ranking).clone_into(&mut answer.rule);
        answer.changed.clone_from(&shown.changed);
        answer.changes = versions::changes(tx, &shown.race_id, shown.id)?;
    }
    answer.versions = own
        .iter()
        .map(|version| PastVersion {
            version: version.version,
            published_at: version.published_at,
            reason: version.reason.clone(),
            taken_back_at: version.ended_at,
            taken_back_reason: version.ended_reason.clone(),
        })
        .collect();
    Ok(answer)
}

/// What is open about a contest.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OpenContest {
    /// Its name.
    contest: String,
    /// How many lines would be published.
    lines: usize,
    /// What is open, the gravest first.
    open: Vec<OpenPoint>,
}

/// Tell what is open before each contest's results are published.
#[utoipa::path(
    get,
    path = "/results/{RaceName}/open",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Vec<OpenContest>))
)]
pub(super) async fn open(State(results): State<Results>, ByAdmin { race, .. }: ByAdmin) -> Result<Json<Vec<OpenContest>>> {
    let contests = results.boards.read_fresh_field(&race.id, |field| {
        let contests = field.setup().contests.iter().enumerate();
        contests
            .map(|(at, contest)| OpenContest {
                contest: contest.name.clone(),
                lines: core_wasm::results::published::count(field, at),
                open: open::points(field, at),
            })
            .collect()
    });
    Ok(Json(contests.await?))
}
