//! `GET /media/{raceID}/{publicID}`: a runner's page.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::results::age_grade::{self, AgeGrade, AgeStandard};
use core_wasm::results::leaderboard::ResultLine;
use core_wasm::results::runner::{self, MOST_COMPARED, RunnerResult, StoredRunner};
use core_wasm::results::{clip, words};
use core_wasm::timing::age;
use core_wasm::timing::setup::Contest;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Results, lines, versions, video};
use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, REVALIDATE};
use crate::http::extract::{Path, Query};
use crate::privacy::Eyes;

/// With whom a runner is compared.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Compared {
    /// The opaque ids of at most three runners of the same contest, with commas between.
    with: String,
}

/// Tell a runner's result with the splits, the field's median, and the comparison with up to three others.
#[utoipa::path(
    get,
    path = "/media/{raceID}/{publicID}",
    tag = "results",
    params(("raceID" = String, Path), ("publicID" = String, Path), Compared),
    responses((status = 200, body = RunnerResult), (status = 404, description = "No such result is published"))
)]
pub(super) async fn runner(
    State(results): State<Results>,
    Path((race_id, public_id)): Path<(String, String)>,
    Query(compared): Query<Compared>,
    viewer: Viewer,
) -> Result<Response> {
    let found = results.db.read_public({
        let results = results.clone();
        move |tx| page(tx, &results, &viewer.eyes(tx)?, &race_id, &public_id, &compared.with)
    });
    let (found, mine) = found.await?.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_RESULT))?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(if mine { PRIVATE } else { REVALIDATE }));
    Ok((headers, Json(found)).into_response())
}

/// A line of the version that is shown.
pub(super) struct Found {
    pub(super) version: versions::Shown,
    pub(super) position: i64,
    pub(super) runner: StoredRunner,
    /// Whether others than this caller see less of the runner.
    pub(super) mine: bool,
    dob: Option<String>,
    wave: String,
}

impl Found {
    /// Whether the runner is private, and the caller may not see who it is.
    pub(super) fn is_hidden(&self) -> bool {
        self.runner.line.shown.hides_person()
    }

    /// The line with its texts.
    pub(super) fn line(&self) -> ResultLine {
        self.version.line(self.runner.line.clone())
    }
}

/// The runner's line in the version of the race that is shown now, as the caller may see it; `None` as well for a private runner whom the
/// caller may not see.
pub(super) fn find(tx: &Tx<'_>, eyes: &Eyes, race_id: &str, public_id: &str) -> Result<Option<Found>> {
    let at: Option<(i64, i64)> = tx.query_opt(
        "SELECT r.version_id, r.position FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1
         WHERE r.public_id = $1 AND v.race_id = $2",
        params![public_id, race_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let Some((version, position)) = at else { return Ok(None) };
    Ok(at_position(tx, eyes, version, position)?.filter(|found| !found.is_hidden()))
}

/// The line of a version at a position, as the caller may see it; `None` as well when the race is hidden or deleted.
pub(super) fn at_position(tx: &Tx<'_>, eyes: &Eyes, version: i64, position: i64) -> Result<Option<Found>> {
    let Some(version) = versions::shown(tx, version)? else { return Ok(None) };
    let line = tx.query_opt(
        "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
           decimals, overall_rank, gender_rank, group_rank,
           coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0), dob
         FROM results WHERE version_id = $1 AND position = $2",
        params![version.id, position],
        |row| Ok((lines::line(row)?, row.get::<Option<String>>(17)?)),
    )?;
    let Some((mut line, dob)) = line else { return Ok(None) };
    let shown = line.shown;
    line.shown = eyes.seen_of(tx, &line.public_id, shown)?;
    let mine = line.shown != shown;
    let points = version.contest().map_or(0, |contest| contest.splits.len());
    let (mut splits, mut places) = (vec![None; points], vec![-1; points]);
    tx.for_each(
        "SELECT s.point, s.time_ms, coalesce(p.place, -1) FROM result_splits s
         LEFT JOIN result_places p ON p.version_id = s.version_id AND p.bib = s.bib AND p.point = s.point
         WHERE s.version_id = $1 AND s.bib = $2",
        params![version.id, line.bib],
        |row| {
            let point = usize::try_from(row.get::<i64>(0)?).unwrap_or(usize::MAX);
            if let (Some(split), Some(place)) = (splits.get_mut(point), places.get_mut(point)) {
                *split = Some(row.get(1)?);
                *place = i32::try_from(row.get::<i64>(2)?).unwrap_or(-1);
            }
            Ok(())
        },
    )?;
    let wave = line.wave.clone();
    Ok(Some(Found { version, position, runner: StoredRunner { line, splits, places }, dob, wave, mine }))
}

fn page(
    tx: &Tx<'_>,
    results: &Results,
    eyes: &Eyes,
    race_id: &str,
    public_id: &str,
    with: &str,
) -> Result<Option<(RunnerResult, bool)>> {
    let Some(found) = find(tx, eyes, race_id, public_id)? else { return Ok(None) };
    let Some(contest) = found.version.contest() else { return Ok(None) };
    let mut others: Vec<Found> = Vec::new();
    let asked = with.split(',').map(str::trim).filter(|id| !id.is_empty() && *id != public_id);
    for id in asked.take(MOST_COMPARED) {
        let other = find(tx, eyes, race_id, id)?.filter(|other| other.version.id == found.version.id);
        others.extend(other.filter(|other| others.iter().all(|one| one.position != other.position)));
    }
    let runners: Vec<&StoredRunner> = std::iter::once(&found.runner).chain(others.iter().map(|other| &other.runner)).collect();
    let medians = medians(tx, found.version.id, contest.splits.len())?;
    let result = found.line();
    let finished = result.status == "finished" && result.official_time_ms.is_some();
    let mine = found.mine || others.iter().any(|other| other.mine);
    let answer = RunnerResult {
        rule: words::rule(found.version.ranking).to_owned(),
        since: words::since(found.version.number, found.version.published_at, found.version.zone),
        field: found.version.lines,
        points: runner::points(contest, &found.runner),
        chart: runner::pace_chart(contest, &medians, &runners),
        compared: others.iter().map(|other| runner::compared(contest, &found.runner, &other.runner)).collect(),
        age_grade: age_grade(tx, &found, contest)?,
        certificate: finished.then(|| results.certificates.code(found.version.id, found.position)),
        clip: finish(&found, contest)
            .and_then(|finish| Some((video::of(tx, race_id).ok()??, finish)))
            .and_then(|(video, finish)| clip::at(&video, finish, &results.config.embed_hosts)),
        result,
    };
    Ok(Some((answer, mine)))
}

/// The median times of the stretches, the last one to the finish.
fn medians(tx: &Tx<'_>, version: i64, points: usize) -> Result<Vec<Option<i64>>> {
    let mut medians = vec![None; points + 1];
    tx.for_each("SELECT point, stretch_ms FROM result_medians WHERE version_id = $1", params![version], |row| {
        let point = usize::try_from(row.get::<i64>(0)?).unwrap_or(usize::MAX);
        if let Some(median) = medians.get_mut(point) {
            *median = Some(row.get(1)?);
        }
        Ok(())
    })?;
    Ok(medians)
}

/// When the runner finished, in epoch milliseconds.
fn finish(found: &Found, contest: &Contest) -> Option<i64> {
    let starts = contest.starts();
    let own = starts.iter().find(|start| start.name == found.wave).or_else(|| starts.first())?;
    Some(own.gun? + found.runner.line.gun?)
}

/// The age grade of the chip time, from the table that is loaded; none of who hides the age, which follows from it.
pub(super) fn age_grade(tx: &Tx<'_>, found: &Found, contest: &Contest) -> Result<Option<AgeGrade>> {
    let line = &found.runner.line;
    let born = found.dob.as_deref().and_then(|dob| dob.parse().ok());
    let age = born.zip(found.version.day()).and_then(|(born, day)| age::on_race_day(born, day.naive()));
    let ungraded = line.shown.hides_age || found.version.sport != core_wasm::timing::setup::Sport::Run;
    let (Some(age), Some(ms), false) = (age, line.chip, ungraded) else {
        return Ok(None);
    };
    let (from, to) = age_grade::lengths(contest.distance_metres);
    let standard = tx.query_opt(
        "SELECT length_mm, open_ms, factor_millionths FROM age_standards
         WHERE gender = $1 AND age = $2 AND length_mm >= $3 AND length_mm <= $4 LIMIT 1",
        params![line.gender, i64::from(age), versions::length(from), versions::length(to)],
        |row| {
            Ok(AgeStandard {
                metres: versions::metres(row.get(0)?),
                gender: line.gender.clone(),
                age,
                open_seconds: versions::metres(row.get(1)?),
                factor: versions::metres(row.get(2)?) / 1000.0,
            })
        },
    )?;
    Ok(standard.and_then(|standard| age_grade::grade(&standard, ms)))
}

/// How many lines of a version have a place: among all, in a gender, and in the gender's age group.
pub(super) fn placed(tx: &Tx<'_>, version: i64, gender: &str, group: &str) -> Result<[i64; 3]> {
    tx.query_one(
        "SELECT count(*), count(*) FILTER (WHERE gender = $1), count(*) FILTER (WHERE gender = $1 AND age_group = $2)
         FROM results WHERE version_id = $3 AND overall_rank > 0",
        params![gender, group, version],
        |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]),
    )
}
