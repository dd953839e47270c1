//! The awards of a race, and what it decides about them. Who gets them is decided in the core.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use core_wasm::audit::Event;
use core_wasm::privacy;
use core_wasm::results::awards::{self, AwardRules, Awards};
use core_wasm::results::leaderboard::{ResultLine, StoredLine, Wanted};
use core_wasm::results::words;
use serde::Serialize;
use utoipa::ToSchema;

use super::leaderboard::{self, Shown};
use super::lines::{self, Listed};
use super::{Results, versions};
use crate::account::Viewer;
use crate::audit;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::{self, Path};
use crate::privacy::Eyes;
use crate::race::{ByAdmin, names};
use crate::timed::{TimedRace, store};

/// How many of the first lines of a gender, and of its age group, are read: more than can get an award, or share one.
const FIRST: i64 = 40;

/// The awards of a race.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RaceAwards {
    /// The race's name.
    pub(super) race: String,
    /// What the race decided about its awards.
    rules: AwardRules,
    /// The same as a sentence.
    pub(super) rule: &'static str,
    /// The contests with published results, in the order of the setup.
    pub(super) contests: Vec<ContestAwards>,
}

/// The awards of a contest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContestAwards {
    /// Its name.
    pub(super) contest: String,
    /// How it is ranked, as a sentence.
    rule: &'static str,
    /// The lists.
    pub(super) awards: Awards,
}

/// List the awards of a race by its published results: the first three overall and of each age group.
#[utoipa::path(
    get,
    path = "/results/{RaceName}/awards",
    tag = "results",
    params(("RaceName" = String, Path)),
    responses((status = 200, body = RaceAwards), (status = 404, description = "No such race"))
)]
pub(super) async fn show(State(results): State<Results>, viewer: Viewer, Path(race): Path<String>) -> Result<Json<RaceAwards>> {
    let answer = results.db.read(move |tx| {
        let eyes = viewer.eyes(tx)?;
        answer(tx, &eyes, names::timed(tx, &race, &viewer)?)
    });
    Ok(Json(answer.await?))
}

/// The awards of a race.
///
/// # Errors
/// When the database can't be read.
pub(super) fn answer(tx: &Tx<'_>, eyes: &Eyes, race: TimedRace) -> Result<RaceAwards> {
    let rules = rules(tx, &race.id)?;
    let wanted = Wanted { race: Some(race.name.clone()), ..Wanted::default() };
    let contests = leaderboard::contests(tx, &wanted)?;
    let contests = contests.iter().map(|contest| of_contest(tx, eyes, contest, rules)).collect::<Result<Vec<_>>>()?;
    Ok(RaceAwards { race: race.name, rules, rule: words::award_rule(rules), contests })
}

fn of_contest(tx: &Tx<'_>, eyes: &Eyes, contest: &Shown, rules: AwardRules) -> Result<ContestAwards> {
    let groups = versions::age_groups(tx, contest.id)?;
    let mut stored = first_lines(tx, contest.id, &groups)?;
    stored.sort_by(|a, b| (a.ranks[0], &a.bib).cmp(&(b.ranks[0], &b.bib)));
    stored.dedup_by(|a, b| a.bib == b.bib);
    // Who gets an award follows from all ages and names; the caller sees of them what runners chose to show.
    let mut seen = HashMap::with_capacity(stored.len());
    for line in &stored {
        seen.insert(line.bib.clone(), contest.line(tx, eyes, line.clone())?);
    }
    let lines: Vec<ResultLine> =
        stored.into_iter().map(|line| contest.line_seen(StoredLine { shown: privacy::Shown::ALL, ..line })).collect();
    Ok(ContestAwards {
        contest: contest.contest.clone(),
        rule: words::rule(contest.ranking),
        awards: awards::awards(&lines, &groups, rules).seen(&seen),
    })
}

/// The first lines of each gender and of each of its age groups, some of them twice.
fn first_lines(tx: &Tx<'_>, version: i64, groups: &[String]) -> Result<Vec<StoredLine>> {
    let mut found = Vec::new();
    for gender in ["f", "m", "a"] {
        found.extend(lines::page(tx, version, Listed::Gender(gender), 0, FIRST)?);
        for group in groups {
            found.extend(lines::page(tx, version, Listed::Both(gender, group), 0, FIRST)?);
        }
    }
    Ok(found)
}

/// What a race decided; the default until it did.
fn rules(tx: &Tx<'_>, race_id: &str) -> Result<AwardRules> {
    let decided =
        tx.query_opt("SELECT overall_out_of_groups FROM result_awards WHERE race_id = $1", params![race_id], |row| {
            Ok(AwardRules { overall_out_of_groups: row.get(0)? })
        })?;
    Ok(decided.unwrap_or_default())
}

/// Set who gets the awards of a race.
#[utoipa::path(
    put,
    path = "/results/{RaceName}/awards",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = AwardRules,
    responses((status = 200, body = AwardRules))
)]
pub(super) async fn set_rules(
    State(results): State<Results>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(asked): extract::Json<AwardRules>,
) -> Result<Json<AwardRules>> {
    let now = results.clock.now_ms();
    let written = results.db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let before = rules(tx, &race.id)?;
        if before != asked {
            tx.execute(
                "INSERT INTO result_awards (race_id, overall_out_of_groups) VALUES ($1, $2)
                 ON CONFLICT (race_id) DO UPDATE SET overall_out_of_groups = excluded.overall_out_of_groups",
                params![race.id, asked.overall_out_of_groups],
            )?;
            audit::record(tx, now, &actor, Event::ResultsAwardsSet, race.about(), &before, &asked)?;
        }
        Ok(asked)
    });
    Ok(Json(written.await?))
}
