//! What an administrator sets for a season.

use axum::Json;
use axum::extract::State as Extracted;
use axum::http::StatusCode;
use core_wasm::audit::{About, Event};
use core_wasm::results::league::form::LeagueForm;
use core_wasm::results::league::query::LeagueQuery;
use core_wasm::results::league::season::Standing;
use core_wasm::results::league::settings::{ContestChoice, LeagueSettings};
use core_wasm::results::league::words;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::season::{Material, Season, contests};
use super::standings::{LeagueLine, line, this_year};
use super::store;
use crate::account::Admin;
use crate::audit::{self, Actor};
use crate::db::{self, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{self, Path, Query};
use crate::privacy::Eyes;
use crate::results::Results;

/// How many of the first of a dry run are listed.
const PREVIEWED: usize = 10;
/// How many past settings are listed.
const LISTED: i64 = 20;

/// The settings of a season.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeasonSettings {
    /// The year.
    year: i32,
    /// Their version; 0 until somebody has set them.
    version: i64,
    /// The settings as they are typed, with every distance and contest of the season.
    form: LeagueForm,
    /// The contests of the form with the names of their races.
    contests: Vec<SeasonContest>,
    /// The rules as sentences.
    rules: Vec<String>,
    /// The last changes, the newest first; at most 20.
    history: Vec<PastSettings>,
}

/// A contest of the season.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SeasonContest {
    /// The race's opaque id.
    #[serde(rename = "raceID")]
    race_id: String,
    /// The contest's name.
    contest: String,
    /// The race's name.
    race: String,
    /// Its date, `June 15, 2024`.
    date: String,
    /// The contest's distance.
    distance: String,
}

/// A change of the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PastSettings {
    /// The version that it made.
    version: i64,
    /// In epoch milliseconds.
    changed_at: i64,
    /// The name of the administrator; empty when the account is gone.
    by: String,
    /// The rules that it made, as sentences.
    rules: Vec<String>,
}

/// Checks that a year is one that a season can have.
fn season_of(year: i32) -> Result<()> {
    LeagueQuery { year: year.to_string(), ..LeagueQuery::default() }.wanted()?;
    Ok(())
}

/// Tell the settings of a season.
#[utoipa::path(
    get,
    path = "/raceLeague/{year}/settings",
    tag = "results",
    security(("session" = ["admin"])),
    params(("year" = i32, Path)),
    responses((status = 200, body = SeasonSettings))
)]
pub(super) async fn show(
    Extracted(results): Extracted<Results>,
    _: Admin,
    Path(year): Path<i32>,
) -> Result<Json<SeasonSettings>> {
    Ok(Json(results.db.read(move |tx| settings(tx, year)).await?))
}

fn settings(tx: &Tx<'_>, year: i32) -> Result<SeasonSettings> {
    let stored = store::settings(tx, year)?;
    let shown = contests(tx, year)?;
    let mut distances: Vec<String> = shown.iter().map(|contest| contest.distance.clone()).collect();
    distances.extend(stored.settings.weights.iter().map(|weight| weight.distance.clone()));
    distances.sort_unstable();
    distances.dedup();
    let choice = |contest: &crate::results::leaderboard::Shown| ContestChoice {
        race_id: contest.race_id.clone(),
        contest: contest.contest.clone(),
        counts: stored.settings.counts(&contest.race_id, &contest.contest, contest.sport),
    };
    let mut races: Vec<&str> = shown.iter().map(|contest| contest.race_id.as_str()).collect();
    races.dedup();
    let history = tx.query_all(
        "SELECT s.version, s.settings, s.changed_at, coalesce(u.username, '') FROM league_settings s
         LEFT JOIN users u ON u.id = substr(s.changed_by, 6) WHERE s.year = $1 ORDER BY s.version DESC LIMIT $2",
        params![i64::from(year), LISTED],
        |row| {
            let settings: LeagueSettings = serde_json::from_str(&row.get::<String>(1)?)?;
            let rules = words::rules(&settings, races.len());
            Ok(PastSettings { version: row.get(0)?, changed_at: row.get(2)?, by: row.get(3)?, rules })
        },
    )?;
    Ok(SeasonSettings {
        year,
        version: stored.version,
        form: LeagueForm::of(&stored.settings, &distances, shown.iter().map(choice).collect()),
        contests: shown
            .iter()
            .map(|contest| SeasonContest {
                race_id: contest.race_id.clone(),
                contest: contest.contest.clone(),
                race: contest.race.clone(),
                date: contest.date_text(),
                distance: contest.distance.clone(),
            })
            .collect(),
        rules: words::rules(&stored.settings, races.len()),
        history,
    })
}

/// New settings of a season.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewSettings {
    /// The version that they change.
    version: i64,
    /// The settings as they are typed.
    form: LeagueForm,
}

/// Whether the settings are only tried.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct How {
    /// Whether only the standings that they would make are told.
    dry_run: bool,
}

/// What settings make, or would make.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingsOutcome {
    /// The version of the settings that hold now.
    version: i64,
    /// The rules as sentences.
    rules: Vec<String>,
    /// How many runners have another place, or no place any more, or a place for the first time.
    moved: usize,
    /// The first ten.
    first: Vec<PreviewedLine>,
}

/// A runner in the standings that settings make.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewedLine {
    /// The runner's line.
    line: LeagueLine,
    /// The place by the settings before; −1 for none.
    before: i32,
}

/// Set the points of a season, what counts and how many races; a dry run tells the standings that the settings would make.
#[utoipa::path(
    put,
    path = "/raceLeague/{year}/settings",
    tag = "results",
    security(("session" = ["admin"])),
    params(("year" = i32, Path), How),
    request_body = NewSettings,
    responses(
        (status = 200, body = SettingsOutcome),
        (status = 400, description = "A field can't be read"),
        (status = 409, description = "Somebody else changed the settings, or they are the same")
    )
)]
pub(super) async fn put(
    Extracted(results): Extracted<Results>,
    Admin(caller): Admin,
    Path(year): Path<i32>,
    Query(how): Query<How>,
    extract::Json(asked): extract::Json<NewSettings>,
) -> Result<Json<SettingsOutcome>> {
    let wanted = asked.form.read()?;
    season_of(year)?;
    let (actor, now) = (Actor::from(&caller), results.clock.now_ms());
    let tried = results
        .db
        .read_long({
            let (wanted, over) = (wanted.clone(), this_year(&results) > year);
            move |tx| outcome(tx, year, over, &wanted)
        })
        .await?;
    if how.dry_run {
        return Ok(Json(tried));
    }
    let version = results
        .db
        .write(move |tx| {
            let before = store::settings(tx, year)?;
            if before.version != asked.version {
                return Err(Error::say(StatusCode::CONFLICT, words::SETTINGS_CHANGED));
            }
            if before.version > 0 && before.settings == wanted {
                return Err(Error::say(StatusCode::CONFLICT, words::SETTINGS_SAME));
            }
            let version = store::add_settings(tx, year, before.version, &wanted, &actor, now)?;
            let facts = |settings: &LeagueSettings| serde_json::json!({ "year": year, "settings": settings });
            let about = About { id: "main", name: db::FILE };
            audit::record(tx, now, &actor, Event::LeagueSettingsSet, about, &facts(&before.settings), &facts(&wanted))?;
            Ok(version)
        })
        .await
        .map_err(|error| match error {
            Error::Taken => Error::say(StatusCode::CONFLICT, words::SETTINGS_CHANGED),
            other => other,
        })?;
    Ok(Json(SettingsOutcome { version, ..tried }))
}

/// What the standings would be by these settings, compared with those by the present ones.
fn outcome(tx: &Tx<'_>, year: i32, over: bool, wanted: &LeagueSettings) -> Result<SettingsOutcome> {
    let material = Material::read(tx, year)?;
    let stored = store::settings(tx, year)?;
    let before = material.season(stored.settings, year);
    let after = material.season(wanted.clone(), year);
    let place_in = |season: &Season, one: &Standing| {
        let found = one.public_ids.iter().find_map(|id| season.of_person(id));
        found.map_or(-1, |found| found.place)
    };
    let changed = after.standings.iter().filter(|one| place_in(&before, one) != one.place).count();
    let gone = before.standings.iter().filter(|one| one.place > 0);
    let gone = gone.filter(|one| !one.public_ids.iter().any(|id| after.of_person(id).is_some())).count();
    let mut first = Vec::new();
    for one in after.standings.iter().take(PREVIEWED) {
        first.push(PreviewedLine { line: line(tx, &Eyes::All, &after, one, year, over)?, before: place_in(&before, one) });
    }
    let shown = contests(tx, year)?;
    let counting = shown.iter().filter(|one| wanted.counts(&one.race_id, &one.contest, one.sport));
    let mut races: Vec<&str> = counting.map(|one| one.race_id.as_str()).collect();
    races.dedup();
    Ok(SettingsOutcome { version: stored.version, rules: words::rules(wanted, races.len()), moved: changed + gone, first })
}
