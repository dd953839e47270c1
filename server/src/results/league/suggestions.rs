//! Who may be one person, for an administrator to decide.

use axum::Json;
use axum::extract::State as Extracted;
use core_wasm::results::league::identity::{self, Candidate};
use serde::Serialize;
use utoipa::ToSchema;

use super::season::{Season, State, contests};
use super::standings::{LeagueLine, line, this_year};
use crate::account::Admin;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::Path;
use crate::privacy::Eyes;
use crate::results::Results;

/// How many pairs are listed.
const MOST: usize = 50;

/// Pairs of runners who may be one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueSuggestions)]
pub(super) struct Suggestions {
    /// At most 50.
    pairs: Vec<Pair>,
}

/// Two runners who may be one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeaguePair)]
struct Pair {
    /// The one.
    a: LeagueLine,
    /// The other.
    b: LeagueLine,
}

/// List who may be one person in the standings of a year: the same name and gender, near in age, and no date of birth of one of them.
#[utoipa::path(
    get,
    path = "/raceLeague/{year}/suggestions",
    tag = "results",
    security(("session" = ["admin"])),
    params(("year" = i32, Path)),
    responses((status = 200, body = Suggestions))
)]
pub(super) async fn suggestions(
    Extracted(results): Extracted<Results>,
    _: Admin,
    Path(year): Path<i32>,
) -> Result<Json<Suggestions>> {
    let state = results.db.read(move |tx| State::of(tx, year, &contests(tx, year)?)).await?;
    let season = results.seasons.get(&results.db, year, state).await?;
    let over = this_year(&results) > year;
    Ok(Json(results.db.read_long(move |tx| suggested(tx, &season, year, over)).await?))
}

fn suggested(tx: &Tx<'_>, season: &Season, year: i32, over: bool) -> Result<Suggestions> {
    let mut candidates = Vec::new();
    for one in &season.standings {
        let latest = one.results.first().and_then(|result| Some((*season.versions.get(result.contest)?, result.position)));
        let Some((version, position)) = latest else { continue };
        candidates.extend(tx.query_opt(
            "SELECT first_name, last_name, dob IS NOT NULL FROM results WHERE version_id = $1 AND position = $2",
            params![version, position],
            |row| {
                Ok(Candidate {
                    public_id: one.public_ids.first().cloned().unwrap_or_default(),
                    first_name: row.get(0)?,
                    last_name: row.get(1)?,
                    gender: one.gender.clone(),
                    age_group: one.age_group.clone(),
                    has_dob: row.get(2)?,
                })
            },
        )?);
    }
    let mut pairs = Vec::new();
    for (a, b) in identity::suggested(&candidates, MOST) {
        let of = |at: usize| candidates.get(at).and_then(|one| season.of_person(&one.public_id));
        if let (Some(a), Some(b)) = (of(a), of(b)) {
            pairs.push(Pair { a: line(tx, &Eyes::All, season, a, year, over)?, b: line(tx, &Eyes::All, season, b, year, over)? });
        }
    }
    Ok(Suggestions { pairs })
}
