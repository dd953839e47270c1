//! What can be chosen on the leaderboard.

use axum::Json;
use axum::extract::State;
use core_wasm::results::leaderboard::{self, Wanted};
use serde::Serialize;
use utoipa::ToSchema;

use super::Results;
use super::leaderboard::{Asked, contests, hidden_in_groups};
use super::provisional::{self, Running};
use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::Query;
use crate::privacy::Eyes;

/// What can be chosen on the leaderboard.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ResultChoices)]
pub(super) struct Choices {
    /// The races with results, the latest first.
    races: Vec<String>,
    /// The years, the latest first.
    years: Vec<i32>,
    /// The distances, by the number of lines.
    distances: Vec<String>,
    /// The contests of the chosen race, in the order of its setup.
    contests: Vec<String>,
    /// The age groups of what is chosen, the youngest first as their races have them.
    age_groups: Vec<String>,
    /// The waves of the chosen race.
    waves: Vec<String>,
}

/// List what can be chosen on the leaderboard, with these filters.
#[utoipa::path(
    get,
    path = "/leaderboard/choices",
    tag = "results",
    params(Asked),
    responses((status = 200, body = Choices), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn choices(State(results): State<Results>, viewer: Viewer, Query(asked): Query<Asked>) -> Result<Json<Choices>> {
    let wanted = asked.wanted()?;
    // Gender, group, words and contest choose lines, not what else there is to choose.
    let of = Wanted { gender: None, age_group: None, contest: None, ..wanted };
    let running = provisional::contests(&results, &viewer, &of).await?;
    Ok(Json(results.db.read(move |tx| offered(tx, &viewer.eyes(tx)?, &of, &running)).await?))
}

fn offered(tx: &Tx<'_>, eyes: &Eyes, wanted: &Wanted, running: &[Running]) -> Result<Choices> {
    let mut offered = Choices::default();
    let all = contests(tx, &Wanted::default())?;
    for contest in &all {
        if !offered.races.contains(&contest.race) {
            offered.races.push(contest.race.clone());
        }
        let year = contest.date.get(..4).and_then(|year| year.parse().ok());
        offered.years.extend(year.filter(|year| !offered.years.contains(year)));
    }
    let mut distances: Vec<(&str, i64)> = Vec::new();
    for contest in &all {
        match distances.iter_mut().find(|(distance, _)| *distance == contest.distance) {
            Some((_, lines)) => *lines += contest.lines,
            None => distances.push((&contest.distance, contest.lines)),
        }
    }
    distances.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    offered.distances = distances.into_iter().map(|(distance, _)| distance.to_owned()).collect();
    let chosen = contests(tx, wanted)?;
    for contest in &chosen {
        let groups = tx.query_all(
            "SELECT age_group, sum(lines) FROM result_counts WHERE version_id = $1 AND age_group <> ''
             GROUP BY age_group ORDER BY age_group COLLATE \"C\"",
            params![contest.id],
            |row| Ok((row.get::<String>(0)?, row.get::<i64>(1)?)),
        )?;
        let hidden = hidden_in_groups(tx, eyes, contest)?;
        let shown = groups.iter().filter(|(group, lines)| hidden.get(group).is_none_or(|hidden| hidden < lines));
        add(&mut offered.age_groups, shown.map(|(group, _)| group.as_str()));
        if wanted.race.is_some() {
            offered.contests.push(contest.contest.clone());
            let waves = tx.query_all(
                "SELECT wave FROM results WHERE version_id = $1 AND wave <> '' GROUP BY wave ORDER BY wave COLLATE \"C\"",
                params![contest.id],
                |row| row.get::<String>(0),
            )?;
            add(&mut offered.waves, waves.iter().map(String::as_str));
        }
    }
    for contest in running.iter().map(|running| &running.contest) {
        add(&mut offered.contests, [contest.name.as_str()].into_iter());
        add(&mut offered.waves, contest.lines.waves());
        add(&mut offered.age_groups, contest.lines.age_groups(*eyes == Eyes::All));
    }
    offered.age_groups.sort_by_key(|group| leaderboard::group_order(group));
    Ok(offered)
}

/// Adds the values that are not there yet.
fn add<'a>(values: &mut Vec<String>, more: impl Iterator<Item = &'a str>) {
    for value in more {
        if values.iter().all(|own| own != value) {
            values.push(value.to_owned());
        }
    }
}
