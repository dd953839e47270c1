//! `GET /raceLeague`: a page of the standings of a year.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State as Extracted;
use core_wasm::dates::DEFAULT_ZONE;
use core_wasm::privacy;
use core_wasm::results::leaderboard::Wanted;
use core_wasm::results::league::query::LeagueQuery;
use core_wasm::results::league::season::{Standing, Use};
use core_wasm::results::league::{titles, words};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::season::{Season, State, contests};
use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::Query;
use crate::privacy::{Eyes, of_race};
use crate::results::leaderboard::{self, Shown};
use crate::results::{Results, lines, versions};

/// What is asked, as in the address of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The year; the latest one with published results when absent.
    year: Option<String>,
    /// m, f or a.
    gender: Option<String>,
    /// The label of an age group.
    age_group: Option<String>,
    /// The beginnings of words of a name.
    q: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 25 when absent, 100 at most.
    page_size: Option<String>,
}

/// A page of the standings of a year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RaceLeague {
    /// The year.
    year: i32,
    /// The years with published results, the latest first.
    years: Vec<i32>,
    /// The runners, by place; those with too few races for a place last.
    items: Vec<LeagueLine>,
    /// From 1.
    page: u32,
    /// Lines on a page.
    page_size: u32,
    /// How many lines there are on all pages.
    total: i64,
    /// The rules as sentences.
    rules: Vec<String>,
    /// The races of the year with published results, the latest first.
    races: Vec<LeagueRace>,
    /// The age groups that somebody is in, the youngest first.
    age_groups: Vec<&'static str>,
}

/// A runner in the standings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeagueLine {
    /// The opaque id that the address of the breakdown has; empty for a private runner.
    #[serde(rename = "publicID")]
    public_id: String,
    /// The first name or its initial; "Private runner" for a runner who is private.
    pub(super) firstname: String,
    /// The last name; may be empty.
    pub(super) lastname: String,
    /// `m`, `f`, `a` or empty.
    gender: String,
    /// The label of the age group; may be empty.
    age_group: String,
    /// The sum of the points that count.
    points: u32,
    /// How many races the runner finished.
    races: u32,
    /// How many of them count.
    counted: usize,
    /// Among all; −1 while there are too few races.
    place: i32,
    /// Within the gender, −1 for none.
    gender_place: i32,
    /// Within the gender and age group, −1 for none.
    age_group_place: i32,
    /// The greatest title; empty without one.
    title: String,
}

/// A race of the season.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LeagueRace {
    /// Its name.
    race: String,
    /// Its date, `June 15, 2024`.
    date: String,
    /// Its contests, in the order of its setup.
    contests: Vec<LeagueRaceContest>,
}

/// A contest of a race of the season.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LeagueRaceContest {
    /// Its name.
    contest: String,
    /// Its distance.
    distance: String,
    /// Whether it counts.
    counts: bool,
}

/// List the standings of the race league of a year.
#[utoipa::path(
    get,
    path = "/raceLeague",
    tag = "results",
    params(Asked),
    responses((status = 200, body = RaceLeague), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn standings(
    Extracted(results): Extracted<Results>,
    viewer: Viewer,
    Query(asked): Query<Asked>,
) -> Result<Json<RaceLeague>> {
    let query = LeagueQuery {
        year: asked.year.unwrap_or_default(),
        gender: asked.gender.unwrap_or_default(),
        age_group: asked.age_group.unwrap_or_default(),
        q: asked.q.unwrap_or_default(),
        page: asked.page.unwrap_or_default(),
        page_size: asked.page_size.unwrap_or_default(),
    };
    let wanted = query.wanted()?;
    let today = this_year(&results);
    let (year, state) = results
        .db
        .read({
            let chosen = wanted.year;
            move |tx| {
                let year = match chosen {
                    Some(year) => year,
                    None => years(tx)?.first().copied().unwrap_or(today),
                };
                Ok((year, State::of(tx, year, &contests(tx, year)?)?))
            }
        })
        .await?;
    let season = results.seasons.get(&results.db, year, state).await?;
    Ok(Json(results.db.read(move |tx| answer(tx, &viewer.eyes(tx)?, &season, &wanted, year, today)).await?))
}

/// The present year where most races are.
pub(in crate::results) fn this_year(results: &Results) -> i32 {
    results.clock.today().in_zone(DEFAULT_ZONE.name()).year()
}

fn answer(tx: &Tx<'_>, eyes: &Eyes, season: &Season, wanted: &Wanted, year: i32, today: i32) -> Result<RaceLeague> {
    let shown = contests(tx, year)?;
    let shown_of = shown_of(tx, eyes, &shown, season)?;
    let hides_age = |at: &usize| shown_of.get(at).is_some_and(|shown| shown.hides_age);
    let mut list = season.list(wanted.gender.as_deref(), wanted.age_group.as_deref()).to_vec();
    if wanted.age_group.is_some() {
        list.retain(|at| !hides_age(at));
    }
    let size = usize::try_from(wanted.page_size).unwrap_or_default();
    let from = usize::try_from(wanted.page - 1).unwrap_or_default().saturating_mul(size);
    let found = if wanted.words.is_empty() && !wanted.nothing { None } else { Some(found(tx, &shown_of, season, wanted)?) };
    let (total, chosen): (usize, Vec<usize>) = match found {
        None => (list.len(), list.iter().copied().skip(from).take(size).collect()),
        Some(found) => {
            let fits: Vec<usize> = list.iter().copied().filter(|at| found.binary_search(at).is_ok()).collect();
            (fits.len(), fits.into_iter().skip(from).take(size).collect())
        }
    };
    let mut items = Vec::with_capacity(chosen.len());
    for at in chosen {
        if let Some(one) = season.standings.get(at) {
            items.push(line(tx, eyes, season, one, year, today > year)?);
        }
    }
    let races = races(&shown, season);
    Ok(RaceLeague {
        year,
        years: years(tx)?,
        items,
        page: wanted.page,
        page_size: wanted.page_size,
        total: versions::number_of(total),
        rules: words::rules(&season.settings, races.iter().filter(|race| race.contests.iter().any(|one| one.counts)).count()),
        races,
        age_groups: season.age_groups(hides_age),
    })
}

/// What the caller sees of those who hide something, by the indexes of their standings.
fn shown_of(tx: &Tx<'_>, eyes: &Eyes, contests: &[Shown], season: &Season) -> Result<HashMap<usize, privacy::Shown>> {
    let mut shown: HashMap<usize, privacy::Shown> = HashMap::new();
    let mut races: Vec<&str> = contests.iter().map(|contest| contest.race_id.as_str()).collect();
    races.dedup();
    for race in races {
        for (id, others) in of_race(tx, race)? {
            if let Some(at) = season.index_of(&id) {
                let one = shown.entry(at).or_default();
                *one = one.and(eyes.seen_of(tx, &id, others)?);
            }
        }
    }
    Ok(shown)
}

/// The indexes of the standings that have a line with all words, in ascending order. Who does not show the whole name is not found:
/// another result of the same person, which nobody knows to belong to the account, may have it.
fn found(tx: &Tx<'_>, shown: &HashMap<usize, privacy::Shown>, season: &Season, wanted: &Wanted) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    if !wanted.nothing {
        let words = Wanted { words: wanted.words.clone(), ..Wanted::default() };
        for (contest, version) in season.versions.iter().enumerate() {
            let positions = leaderboard::positions(tx, *version, &words)?;
            found.extend(positions.into_iter().filter_map(|position| season.of_line(contest, position)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|at| shown.get(at).is_none_or(|shown| shown.is_found_by_name()));
    Ok(found)
}

/// A standing with its name, as the caller may see it: the name is that of the latest result.
pub(super) fn line(tx: &Tx<'_>, eyes: &Eyes, season: &Season, one: &Standing, year: i32, over: bool) -> Result<LeagueLine> {
    let latest = one.results.first().and_then(|result| Some((*season.versions.get(result.contest)?, result.position)));
    let stored = match latest {
        Some((version, position)) => lines::at(tx, version, position)?,
        None => None,
    };
    let (first, last) = stored.map(|line| (line.first_name, line.last_name)).unwrap_or_default();
    let shown = seen(tx, eyes, one)?;
    let one = &one.clone().seen(shown);
    let (firstname, lastname) = shown.names(&first, &last);
    Ok(LeagueLine {
        public_id: if shown.hides_person() { String::new() } else { one.public_ids.first().cloned().unwrap_or_default() },
        firstname: firstname.into_owned(),
        lastname: lastname.into_owned(),
        gender: one.gender.clone(),
        age_group: one.age_group.clone(),
        points: one.points,
        races: one.races,
        counted: one.results.iter().filter(|result| result.used == Use::Counts).count(),
        place: one.place,
        gender_place: one.gender_place,
        age_group_place: one.group_place,
        title: titles::achievements(one, year, over).active_title,
    })
}

/// What the caller sees of who has a standing: what one result hides is hidden of the whole person.
pub(super) fn seen(tx: &Tx<'_>, eyes: &Eyes, one: &Standing) -> Result<privacy::Shown> {
    one.public_ids.iter().try_fold(privacy::Shown::ALL, |shown, id| Ok(shown.and(eyes.seen(tx, id)?)))
}

fn races(shown: &[Shown], season: &Season) -> Vec<LeagueRace> {
    let of_race = |contests: &[Shown]| {
        let contest = |one: &Shown| LeagueRaceContest {
            contest: one.contest.clone(),
            distance: one.distance.clone(),
            counts: season.settings.counts(&one.race_id, &one.contest, one.sport),
        };
        let first = contests.first()?;
        Some(LeagueRace { race: first.race.clone(), date: first.date_text(), contests: contests.iter().map(contest).collect() })
    };
    shown.chunk_by(|one, next| one.race_id == next.race_id).filter_map(of_race).collect()
}

/// The years with published results that everybody may see, the latest first.
pub(super) fn years(tx: &Tx<'_>) -> Result<Vec<i32>> {
    let years = tx.query_all(
        "SELECT DISTINCT substr(v.race_date, 1, 4) FROM result_versions v
         JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0
         WHERE v.current = 1",
        params![],
        |row| row.get::<String>(0),
    )?;
    let mut years: Vec<i32> = years.into_iter().filter_map(|year| year.parse().ok()).collect();
    years.sort_unstable_by(|a, b| b.cmp(a));
    Ok(years)
}
