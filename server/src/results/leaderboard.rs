//! The leaderboard: the lines of all results that are shown, page by page.
//!
//! Lines are listed race by race, the latest first, each contest in its order. How many lines a contest has of a gender and an age group is
//! stored, so a page is found by adding up contests and reading one or two ranges of an index, whatever the number of all lines.

use axum::Json;
use axum::extract::State;
use core_wasm::dates::RaceDate;
use core_wasm::results::leaderboard::{self, LeaderboardQuery, ResultLine, StoredLine, Wanted};
use core_wasm::results::words;
use core_wasm::timing::setup::{Ranking, Sport};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::lines::{self, Listed};
use super::{Results, versions};
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::http::extract::Query;

/// The most lines that a search finds.
const MOST_FOUND: i64 = 1000;

/// A page of the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Leaderboard {
    /// The lines.
    pub(super) items: Vec<ResultLine>,
    /// From 1.
    page: u32,
    /// Lines on a page.
    page_size: u32,
    /// How many lines there are on all pages.
    pub(super) total: i64,
    /// Whether a search found more lines than are counted.
    more: bool,
    /// How the lines are ranked, as a sentence, where they are of one contest.
    #[schema(required)]
    rule: Option<String>,
    /// Whether the lines may still change. Results that are not published are on the live board.
    provisional: bool,
    /// When the lines of the one contest were published, in epoch milliseconds.
    #[schema(required)]
    published_at: Option<i64>,
}

/// What is asked, as in the address of the page.
#[derive(Debug, Default, serde::Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The race's name.
    race: Option<String>,
    /// The contest's name.
    contest: Option<String>,
    /// The distance, as the lines have it.
    distance: Option<String>,
    /// The year of the race.
    year: Option<String>,
    /// m, f or a.
    gender: Option<String>,
    /// The label of an age group.
    age_group: Option<String>,
    /// The wave's name.
    wave: Option<String>,
    /// The team's name.
    team: Option<String>,
    /// A bib, or the beginnings of words of a name.
    q: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 25 when absent, 100 at most.
    page_size: Option<String>,
}

impl Asked {
    pub(super) fn wanted(self) -> Result<Wanted> {
        let query = LeaderboardQuery {
            race: self.race.unwrap_or_default(),
            contest: self.contest.unwrap_or_default(),
            distance: self.distance.unwrap_or_default(),
            year: self.year.unwrap_or_default(),
            gender: self.gender.unwrap_or_default(),
            age_group: self.age_group.unwrap_or_default(),
            wave: self.wave.unwrap_or_default(),
            team: self.team.unwrap_or_default(),
            q: self.q.unwrap_or_default(),
            page: self.page.unwrap_or_default(),
            page_size: self.page_size.unwrap_or_default(),
        };
        Ok(query.wanted()?)
    }
}

/// List the results of all races, the latest race first, by place.
#[utoipa::path(
    get,
    path = "/leaderboard",
    tag = "results",
    params(Asked),
    responses((status = 200, body = Leaderboard), (status = 400, description = "A filter can't be read"))
)]
pub(super) async fn leaderboard(State(results): State<Results>, Query(asked): Query<Asked>) -> Result<Json<Leaderboard>> {
    let wanted = asked.wanted()?;
    Ok(Json(results.db.read(move |tx| answer(tx, &wanted)).await?))
}

/// A contest whose results are shown.
struct Shown {
    id: i64,
    race_id: String,
    race: String,
    contest: String,
    distance: String,
    sport: Sport,
    ranking: Ranking,
    metres: f64,
    /// ISO.
    date: String,
    published_at: i64,
    /// How many lines of it are listed.
    lines: i64,
}

impl Shown {
    /// A stored line with its texts.
    fn line(&self, stored: StoredLine) -> ResultLine {
        ResultLine {
            race: self.race.clone(),
            race_id: self.race_id.clone(),
            date: self.date.parse::<RaceDate>().map(|date| date.to_string()).unwrap_or_default(),
            contest: self.contest.clone(),
            distance: self.distance.clone(),
            ..leaderboard::line(stored, self.sport, self.metres)
        }
    }
}

pub(super) fn answer(tx: &Tx<'_>, wanted: &Wanted) -> Result<Leaderboard> {
    let contests = contests(tx, wanted)?;
    let size = i64::from(wanted.page_size);
    let from = (i64::from(wanted.page) - 1) * size;
    let (items, total, more) = if wanted.words.is_empty() && wanted.wave.is_none() && wanted.team.is_none() {
        listed(tx, &contests, wanted, from, size)?
    } else {
        found(tx, &contests, wanted, from, size)?
    };
    let only = match contests.as_slice() {
        [only] => Some(only),
        _ => None,
    };
    Ok(Leaderboard {
        items,
        page: wanted.page,
        page_size: wanted.page_size,
        total,
        more,
        rule: only.map(|contest| words::rule(contest.ranking).to_owned()),
        provisional: false,
        published_at: only.map(|contest| contest.published_at),
    })
}

/// The contests that are listed, the latest race first, with the number of their lines of the gender and age group.
fn contests(tx: &Tx<'_>, wanted: &Wanted) -> Result<Vec<Shown>> {
    let year = wanted.year.map(|year| (format!("{year:04}-01-01"), format!("{year:04}-12-31")));
    let (first, last) = year.unzip();
    let race_key = wanted.race.as_deref().map(core_wasm::race::name::key);
    tx.query_all(
        "SELECT v.id, v.race_id, r.name, v.contest, v.distance, v.sport, v.ranking, v.length_mm, v.race_date, v.published_at,
           sum(c.lines)
         FROM result_versions v
         JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0
         JOIN result_counts c ON c.version_id = v.id AND ($1 IS NULL OR c.gender = $1) AND ($2 IS NULL OR c.age_group = $2)
         WHERE v.current = 1 AND ($3 IS NULL OR r.name_key = $3) AND ($4 IS NULL OR v.contest = $4)
           AND ($5 IS NULL OR v.distance = $5) AND ($6 IS NULL OR v.race_date >= $6) AND ($7 IS NULL OR v.race_date <= $7)
         GROUP BY v.id
         ORDER BY v.race_date COLLATE \"C\" DESC, v.race_id COLLATE \"C\", v.contest_order",
        params![wanted.gender, wanted.age_group, race_key, wanted.contest, wanted.distance, first, last],
        shown,
    )
}

fn shown(row: &Row<'_>) -> Result<Shown> {
    let word = |text: String| serde_json::Value::String(text);
    Ok(Shown {
        id: row.get(0)?,
        race_id: row.get(1)?,
        race: row.get(2)?,
        contest: row.get(3)?,
        distance: row.get(4)?,
        sport: serde_json::from_value(word(row.get(5)?))?,
        ranking: serde_json::from_value(word(row.get(6)?))?,
        metres: versions::metres(row.get(7)?),
        date: row.get(8)?,
        published_at: row.get(9)?,
        lines: row.get(10)?,
    })
}

/// A page of all lines of the contests, and their number.
fn listed(tx: &Tx<'_>, contests: &[Shown], wanted: &Wanted, from: i64, size: i64) -> Result<(Vec<ResultLine>, i64, bool)> {
    let list = match (wanted.gender.as_deref(), wanted.age_group.as_deref()) {
        (None, None) => Listed::All,
        (Some(gender), None) => Listed::Gender(gender),
        (None, Some(group)) => Listed::Group(group),
        (Some(gender), Some(group)) => Listed::Both(gender, group),
    };
    let (mut items, mut before) = (Vec::new(), 0);
    for contest in contests {
        let first = (from - before).max(0);
        let missing = size - i64::try_from(items.len()).unwrap_or(i64::MAX);
        if missing > 0 && first < contest.lines {
            items.extend(lines::page(tx, contest.id, list, first, missing)?.into_iter().map(|stored| contest.line(stored)));
        }
        before += contest.lines;
    }
    Ok((items, before, false))
}

/// A page of the lines that have all words, a wave or a team, and the number of those that were found.
fn found(tx: &Tx<'_>, contests: &[Shown], wanted: &Wanted, from: i64, size: i64) -> Result<(Vec<ResultLine>, i64, bool)> {
    let by_id: std::collections::HashMap<i64, usize> = contests.iter().enumerate().map(|(at, one)| (one.id, at)).collect();
    let mut matching: Vec<(usize, i64, StoredLine)> = Vec::new();
    let mut take = |row: &Row<'_>| -> Result<()> {
        let Some(at) = by_id.get(&row.get::<i64>(16)?) else { return Ok(()) };
        let line = lines::line(row)?;
        let has_words = || {
            let own = leaderboard::line_words(&line.first_name, &line.last_name, &line.bib);
            wanted.words.iter().all(|word| own.iter().any(|own| own.starts_with(word)))
        };
        let is = |filter: &Option<String>, value: &str| filter.as_deref().is_none_or(|filter| filter == value);
        let fits = is(&wanted.gender, &line.gender)
            && is(&wanted.age_group, &line.age_group)
            && is(&wanted.wave, &line.wave)
            && is(&wanted.team, &line.team);
        if fits && has_words() {
            matching.push((*at, row.get(17)?, line));
        }
        Ok(())
    };
    // The longest word leaves the fewest lines.
    let word = wanted.words.iter().max_by_key(|word| word.chars().count());
    let range = word.map(|word| (word, leaderboard::after(word).unwrap_or_default()));
    let mut read = 0;
    for contest in contests {
        if read > MOST_FOUND {
            break;
        }
        let mut each = |row: &Row<'_>| {
            read += 1;
            take(row)
        };
        match (&range, &wanted.team, &wanted.wave) {
            (Some((word, end)), ..) => tx.for_each(
                "SELECT r.public_id, r.bib, r.first_name, r.last_name, r.gender, r.age_group, r.wave, r.team, r.status, r.gun_ms,
                   r.chip_ms, r.official_ms, r.decimals, r.overall_rank, r.gender_rank, r.group_rank, r.version_id, r.position
                 FROM result_words w JOIN results r ON r.version_id = w.version_id AND r.position = w.position
                 WHERE w.version_id = $1 AND w.word >= $2 AND w.word < $3 LIMIT 1001",
                params![contest.id, word, end],
                &mut each,
            )?,
            (None, Some(team), _) => tx.for_each(
                "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
                   decimals, overall_rank, gender_rank, group_rank, version_id, position
                 FROM results WHERE version_id = $1 AND team = $2 LIMIT 1001",
                params![contest.id, team],
                &mut each,
            )?,
            (None, None, wave) => tx.for_each(
                "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
                   decimals, overall_rank, gender_rank, group_rank, version_id, position
                 FROM results WHERE version_id = $1 AND wave = $2 LIMIT 40000",
                params![contest.id, wave],
                &mut each,
            )?,
        }
    }
    matching.sort_by_key(|(contest, position, _)| (*contest, *position));
    matching.dedup_by_key(|(contest, position, _)| (*contest, *position));
    let total = i64::try_from(matching.len()).unwrap_or(i64::MAX);
    let [from, size] = [from, size].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let page = matching.into_iter().skip(from).take(size);
    let items = page.filter_map(|(at, _, stored)| Some(contests.get(at)?.line(stored))).collect();
    Ok((items, total, read > MOST_FOUND))
}

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
pub(super) async fn choices(State(results): State<Results>, Query(asked): Query<Asked>) -> Result<Json<Choices>> {
    let wanted = asked.wanted()?;
    Ok(Json(results.db.read(move |tx| offered(tx, &wanted)).await?))
}

fn offered(tx: &Tx<'_>, wanted: &Wanted) -> Result<Choices> {
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
    // Gender, group and words choose lines, not what else there is to choose.
    let of = Wanted { gender: None, age_group: None, contest: None, ..wanted.clone() };
    let chosen = contests(tx, &of)?;
    for contest in &chosen {
        let groups = tx.query_all(
            "SELECT age_group FROM result_counts WHERE version_id = $1 AND age_group <> '' GROUP BY age_group ORDER BY age_group COLLATE \"C\"",
            params![contest.id],
            |row| row.get::<String>(0),
        )?;
        for group in groups {
            if !offered.age_groups.contains(&group) {
                offered.age_groups.push(group);
            }
        }
        if wanted.race.is_some() {
            offered.contests.push(contest.contest.clone());
            let waves = tx.query_all(
                "SELECT DISTINCT wave FROM results WHERE version_id = $1 AND wave <> '' ORDER BY wave COLLATE \"C\"",
                params![contest.id],
                |row| row.get::<String>(0),
            )?;
            offered.waves.extend(waves.into_iter().filter(|wave| !offered.waves.contains(wave)).collect::<Vec<_>>());
        }
    }
    offered.age_groups.sort_by_key(|group| leaderboard::group_order(group));
    Ok(offered)
}
