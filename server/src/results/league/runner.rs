//! `GET /raceLeague/{year}/runners/{publicID}`: what the points of a runner are made of.

use axum::Json;
use axum::extract::State as Extracted;
use axum::http::StatusCode;
use core_wasm::privacy;
use core_wasm::results::leaderboard::{ResultLine, StoredLine};
use core_wasm::results::league::season::{LeagueResult, Standing, Use};
use core_wasm::results::league::titles::{self, Achievements};
use core_wasm::results::league::words;
use serde::Serialize;
use utoipa::ToSchema;

use super::season::{Season, State, contests};
use super::standings::{LeagueLine, line, seen, this_year};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::extract::Path;
use crate::privacy::Eyes;
use crate::results::leaderboard::Shown;
use crate::results::{Results, lines};

/// A runner in the standings of a year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeagueRunner {
    /// The year.
    year: i32,
    /// The runner's line.
    line: LeagueLine,
    /// What the runner won in this season.
    achievements: Achievements,
    /// The results, the latest race first.
    results: Vec<LeagueRunnerResult>,
    /// The rules as sentences.
    rules: Vec<String>,
}

/// A result of a runner, and what becomes of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeagueRunnerResult {
    /// The published line.
    result: ResultLine,
    /// The place that gave the points; 0 without one.
    place: u32,
    /// The points of the place.
    points: u32,
    /// Whether they count.
    used: Use,
    /// Why, in words.
    why: &'static str,
}

/// Tell what the points of a runner in the race league are made of.
#[utoipa::path(
    get,
    path = "/raceLeague/{year}/runners/{publicID}",
    tag = "results",
    params(("year" = i32, Path), ("publicID" = String, Path)),
    responses((status = 200, body = LeagueRunner), (status = 404, description = "The runner is not in the standings"))
)]
pub(super) async fn runner(
    Extracted(results): Extracted<Results>,
    viewer: Viewer,
    Path((year, id)): Path<(i32, String)>,
) -> Result<Json<LeagueRunner>> {
    let state = results.db.read(move |tx| State::of(tx, year, &contests(tx, year)?)).await?;
    let season = results.seasons.get(&results.db, year, state).await?;
    let over = this_year(&results) > year;
    let found = results.db.read(move |tx| {
        let eyes = viewer.eyes(tx)?;
        match season.of_person(&id) {
            Some(one) if !seen(tx, &eyes, one)?.hides_person() => Ok(Some(breakdown(tx, &eyes, &season, one, year, over)?)),
            _ => Ok(None),
        }
    });
    found.await?.map(Json).ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_STANDING))
}

fn breakdown(tx: &Tx<'_>, eyes: &Eyes, season: &Season, one: &Standing, year: i32, over: bool) -> Result<LeagueRunner> {
    let contests = contests(tx, year)?;
    let counting = |one: &&Shown| season.settings.counts(&one.race_id, &one.contest, one.sport);
    let mut races: Vec<&str> = contests.iter().filter(counting).map(|one| one.race_id.as_str()).collect();
    races.dedup();
    let shown = seen(tx, eyes, one)?;
    let mut results = Vec::new();
    for result in &one.results {
        results.extend(of_runner(tx, shown, season, &contests, result)?);
    }
    Ok(LeagueRunner {
        year,
        line: line(tx, eyes, season, one, year, over)?,
        achievements: titles::achievements(&one.clone().seen(shown), year, over),
        results,
        rules: words::rules(&season.settings, races.len()),
    })
}

fn of_runner(
    tx: &Tx<'_>,
    shown: privacy::Shown,
    season: &Season,
    contests: &[Shown],
    result: &LeagueResult,
) -> Result<Option<LeagueRunnerResult>> {
    let version = season.versions.get(result.contest);
    // A race that was hidden a moment ago is not shown.
    let Some(contest) = contests.iter().find(|contest| Some(&contest.id) == version) else { return Ok(None) };
    let Some(stored) = lines::at(tx, contest.id, result.position)? else { return Ok(None) };
    Ok(Some(LeagueRunnerResult {
        // Also of a result that the account does not have, as far as anybody knows.
        result: contest.line_seen(StoredLine { shown, ..stored }),
        place: result.place,
        points: result.points,
        used: result.used,
        why: words::why(result.used),
    }))
}
