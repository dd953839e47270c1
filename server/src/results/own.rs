//! The results of an account's runner, and the titles of that runner in the race league, for profiles.

use core_wasm::profile::ProfileResult;
use core_wasm::results::leaderboard::ResultLine;
use core_wasm::results::league::season::Standing;
use core_wasm::results::league::titles;

use super::league::{SeasonState, contests, this_year};
use super::{Certificates, Results, runner};
use crate::db::Tx;
use crate::error::Result;
use crate::privacy::Eyes;

/// The published results of these persons of races (race and opaque id), as a viewer may see them; those that are not shown are left out.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn of_people(
    tx: &Tx<'_>,
    certificates: &Certificates,
    eyes: &Eyes,
    people: &[(String, String)],
) -> Result<Vec<ProfileResult>> {
    let mut results = Vec::with_capacity(people.len());
    for (race_id, public_id) in people {
        let Some(found) = runner::find(tx, eyes, race_id, public_id)? else { continue };
        let result = found.line();
        let age_grade = match found.version.contest() {
            Some(contest) => runner::age_grade(tx, &found, contest)?,
            None => None,
        };
        let finished = result.status == "finished" && result.official_time_ms.is_some();
        let certificate = finished.then(|| certificates.code(found.version.id, found.position));
        results.push(ProfileResult { result, certificate, age_grade });
    }
    Ok(results)
}

/// The published line of a person of a race (race and opaque id) as a viewer may see it; `None` when it is not shown.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn line_of(tx: &Tx<'_>, eyes: &Eyes, race_id: &str, public_id: &str) -> Result<Option<ResultLine>> {
    Ok(runner::find(tx, eyes, race_id, public_id)?.map(|found| found.line()))
}

/// The titles of a runner in this season of the race league and the one before; without those that tell the age, where it is hidden.
///
/// # Errors
/// When the database can't be read, or 503 when too many standings wait.
pub(crate) async fn season_titles(results: &Results, ids: &[String], hides_age: bool) -> Result<Vec<String>> {
    let (this, mut found) = (this_year(results), Vec::new());
    if ids.is_empty() {
        return Ok(found);
    }
    for year in [this, this - 1] {
        let state = results.db.read(move |tx| SeasonState::of(tx, year, &contests(tx, year)?)).await?;
        let season = results.seasons.get(&results.db, year, state).await?;
        if let Some(standing) = ids.iter().find_map(|id| season.of_person(id)) {
            let standing = if hides_age { Standing { group_place: 0, ..standing.clone() } } else { standing.clone() };
            found.extend(titles::achievements(&standing, year, this > year).titles);
        }
    }
    Ok(found)
}
