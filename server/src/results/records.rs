//! The best times: of each distance among all results, and of each distance of a race in all its years.
//!
//! The first place of a gender or age group in a contest is one range of an index, so nothing is stored for records.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use core_wasm::results::bests;
use core_wasm::results::leaderboard::{ResultLine, StoredLine, Wanted};
use core_wasm::results::words;
use serde::Serialize;
use utoipa::ToSchema;

use super::leaderboard::{Asked, Shown, contests};
use super::lines::{self, Listed};
use super::{Results, versions};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::extract::Query;
use crate::privacy::Eyes;
use crate::race::names;

/// How many who share a best time are listed.
const MOST_SHARING: i64 = 5;

/// The best times.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Records {
    /// The wanted race's present name, when one is wanted and there is one.
    #[schema(required)]
    pub(super) race: Option<String>,
    /// What they are of, as a sentence.
    pub(super) of: &'static str,
    /// The distances, those with most results first.
    pub(super) distances: Vec<DistanceRecords>,
}

/// The best times of a distance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DistanceRecords {
    /// The distance.
    pub(super) distance: String,
    /// All ages first, then, for one race, its age groups, the youngest first; in each women, men, Non-Binary.
    pub(super) records: Vec<BestTime>,
}

/// The best time of a gender, or of one of its age groups.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BestTime {
    /// `f`, `m` or `a`.
    pub(super) gender: String,
    /// The label of the age group; empty for all ages.
    pub(super) age_group: String,
    /// Whose it is; several when they share it.
    pub(super) lines: Vec<ResultLine>,
}

/// List the best official times of each distance; of one race with its age groups, in all its years. Only race, distance and year choose.
#[utoipa::path(
    get,
    path = "/leaderboard/records",
    tag = "results",
    params(Asked),
    responses((status = 200, body = Records), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn records(State(results): State<Results>, viewer: Viewer, Query(asked): Query<Asked>) -> Result<Json<Records>> {
    let wanted = asked.wanted()?;
    Ok(Json(results.db.read(move |tx| answer(tx, &viewer.eyes(tx)?, &wanted)).await?))
}

/// The best lines so far: their official time, and each with the index of its contest.
type Best = (i64, Vec<(usize, StoredLine)>);

/// The best times that the race, the distance and the year choose.
///
/// # Errors
/// When the database can't be read.
pub(super) fn answer(tx: &Tx<'_>, eyes: &Eyes, wanted: &Wanted) -> Result<Records> {
    let race = match wanted.race.as_deref() {
        Some(named) => names::find(tx, named, &Viewer::Visitor)?.map(|found| found.race.name),
        None => None,
    };
    let of = words::records_of(wanted.race.is_some());
    if wanted.race.is_some() && race.is_none() {
        return Ok(Records { race: None, of, distances: Vec::new() });
    }
    let filter = Wanted { distance: wanted.distance.clone(), year: wanted.year, ..Wanted::default() };
    let course = race.as_deref().map(bests::every_year);
    let mut contests = contests(tx, &filter)?;
    contests.retain(|contest| course.as_ref().is_none_or(|course| bests::every_year(&contest.race) == *course));
    let mut sizes: BTreeMap<&str, i64> = BTreeMap::new();
    let mut best: BTreeMap<(&str, &str, String), Best> = BTreeMap::new();
    for (at, contest) in contests.iter().enumerate() {
        *sizes.entry(&contest.distance).or_default() += contest.lines;
        let groups = if race.is_some() { versions::age_groups(tx, contest.id)? } else { Vec::new() };
        for gender in ["f", "m", "a"] {
            for group in std::iter::once("").chain(groups.iter().map(String::as_str)) {
                let (time, first) = first(tx, contest, gender, group)?;
                let Some(time) = time else { continue };
                let known = best.entry((&contest.distance, gender, group.to_owned())).or_insert((time, Vec::new()));
                if time < known.0 {
                    *known = (time, Vec::new());
                }
                if time == known.0 {
                    known.1.extend(first.into_iter().map(|line| (at, line)));
                }
            }
        }
    }
    let mut sizes: Vec<(&str, i64)> = sizes.into_iter().collect();
    sizes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut distances = Vec::new();
    for (distance, _) in sizes {
        let mut records = Vec::new();
        for ((_, gender, group), (_, found)) in best.iter().filter(|((of, ..), _)| *of == distance) {
            let mut lines = Vec::new();
            for (at, line) in found {
                if let Some(contest) = contests.get(*at) {
                    lines.push(contest.line(tx, eyes, line.clone())?);
                }
            }
            // Who hides the age is in no list of an age group; another one does not have the best time for that.
            lines.retain(|line| group.is_empty() || !line.age_group.is_empty());
            if !lines.is_empty() {
                records.push(BestTime { gender: (*gender).to_owned(), age_group: group.clone(), lines });
            }
        }
        records.sort_by_cached_key(|record| bests::order(&record.gender, &record.age_group));
        if !records.is_empty() {
            distances.push(DistanceRecords { distance: distance.to_owned(), records });
        }
    }
    Ok(Records { race, of, distances })
}

/// The official time of the first place of a gender, or of its age group, and the lines that share it.
fn first(tx: &Tx<'_>, contest: &Shown, gender: &str, group: &str) -> Result<(Option<i64>, Vec<StoredLine>)> {
    let list = if group.is_empty() { Listed::Gender(gender) } else { Listed::Both(gender, group) };
    let mut found = lines::page(tx, contest.id, list, 0, MOST_SHARING)?;
    let time = found.first().filter(|line| line.ranks[0] > 0).and_then(|line| line.official);
    found.retain(|line| time.is_some() && line.official == time && line.ranks[0] > 0);
    Ok((time, found))
}
