//! The leaderboard: the lines of all results that are shown, page by page.
//!
//! Lines are listed race by race, the latest first, each contest in its order. How many lines a contest has of a gender and an age group is
//! stored, so a page is found by adding up contests and reading one or two ranges of an index, whatever the number of all lines. Of a race
//! that is asked for, the contests that are timed and not published follow, from memory ([`provisional`]).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use core_wasm::dates::RaceDate;
use core_wasm::results::leaderboard::{self, LeaderboardQuery, ResultLine, StoredLine, Wanted};
use core_wasm::results::league::season::LeagueContest;
use core_wasm::results::words;
use core_wasm::timing::setup::{Ranking, Sport};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::lines::{self, Listed};
use super::provisional::{self, Running};
use super::{Results, versions};
use crate::account::Viewer;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::http::extract::Query;
use crate::privacy::Eyes;
use crate::race::names;

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
    /// How the lines are ranked, as a sentence, where they are of one contest.
    #[schema(required)]
    pub(super) rule: Option<String>,
    /// Whether some of the lines are unofficial: of a contest that is timed and not published.
    provisional: bool,
    /// What that means, as a sentence; absent when all lines are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<&'static str>,
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
pub(super) async fn leaderboard(
    State(results): State<Results>,
    viewer: Viewer,
    Query(asked): Query<Asked>,
) -> Result<Json<Leaderboard>> {
    let wanted = asked.wanted()?;
    let running = provisional::contests(&results, &viewer, &wanted).await?;
    Ok(Json(results.db.read(move |tx| answer(tx, &viewer.eyes(tx)?, &wanted, &running)).await?))
}

/// A contest whose results are shown.
pub(super) struct Shown {
    pub(super) id: i64,
    pub(super) race_id: String,
    pub(super) race: String,
    pub(super) contest: String,
    pub(super) distance: String,
    pub(super) sport: Sport,
    pub(super) ranking: Ranking,
    metres: f64,
    /// ISO.
    pub(super) date: String,
    published_at: i64,
    /// How many lines of it are listed.
    pub(super) lines: i64,
    /// The lines that are not listed among those of the wanted age group, because their runners hide the age.
    left_out: Vec<LeftOut>,
}

/// A line that is in no list of its age group.
#[derive(Debug)]
struct LeftOut {
    position: i64,
    /// In the list of the age group.
    in_group: i64,
    /// In the list of the gender and age group.
    in_both: i64,
    gender: String,
    age_group: String,
}

impl Shown {
    /// The day of the race as it is shown.
    pub(super) fn date_text(&self) -> String {
        self.date.parse::<RaceDate>().map(|date| date.to_string()).unwrap_or_default()
    }

    /// The contest as the race league reads it.
    pub(super) fn of_league(&self) -> LeagueContest {
        LeagueContest {
            race_id: self.race_id.clone(),
            contest: self.contest.clone(),
            distance: self.distance.clone(),
            sport: self.sport,
            date: self.date.clone(),
        }
    }

    /// A stored line with its texts, as the caller may see it.
    pub(super) fn line(&self, tx: &Tx<'_>, eyes: &Eyes, stored: StoredLine) -> Result<ResultLine> {
        Ok(self.line_seen(seen(tx, eyes, stored)?))
    }

    /// A stored line with its texts, as far as the line itself says that it is shown.
    pub(super) fn line_seen(&self, stored: StoredLine) -> ResultLine {
        let Self { race_id, race, contest, distance, date, .. } = self;
        of_contest(leaderboard::line(stored, self.sport, self.metres), [race_id, race, contest, distance, date])
    }
}

/// The line as the caller may see it.
pub(super) fn seen(tx: &Tx<'_>, eyes: &Eyes, mut stored: StoredLine) -> Result<StoredLine> {
    stored.shown = eyes.seen_of(tx, &stored.public_id, stored.shown)?;
    Ok(stored)
}

/// The lines of a contest that this caller does not find by the age group.
fn ages_hidden(tx: &Tx<'_>, eyes: &Eyes, contest: &Shown) -> Result<Vec<LeftOut>> {
    if *eyes == Eyes::All {
        return Ok(Vec::new());
    }
    let lines = tx.query_all(
        "SELECT DISTINCT r.public_id, r.position, r.group_position, r.gender_group_position, r.gender, r.age_group
         FROM private_results p JOIN results r ON r.public_id = p.public_id AND r.version_id = $1
         WHERE p.race_id = $2 AND p.hides_age = 1 ORDER BY r.position",
        params![contest.id, contest.race_id],
        |row| {
            let [position, in_group, in_both] = [row.get(1)?, row.get(2)?, row.get(3)?];
            Ok((row.get::<String>(0)?, LeftOut { position, in_group, in_both, gender: row.get(4)?, age_group: row.get(5)? }))
        },
    )?;
    let mut hidden = Vec::new();
    for (id, line) in lines {
        if eyes.seen(tx, &id)?.hides_age {
            hidden.push(line);
        }
    }
    Ok(hidden)
}

/// How many lines of each age group of a contest this caller does not find by it.
pub(super) fn hidden_in_groups(tx: &Tx<'_>, eyes: &Eyes, contest: &Shown) -> Result<HashMap<String, i64>> {
    let mut counts = HashMap::new();
    for line in ages_hidden(tx, eyes, contest)? {
        *counts.entry(line.age_group).or_default() += 1;
    }
    Ok(counts)
}

/// Leaves out of the contests the lines that this caller does not find by the wanted age group, and the contests without another line.
fn leave_out(tx: &Tx<'_>, eyes: &Eyes, contests: &mut Vec<Shown>, wanted: &Wanted) -> Result<()> {
    let Some(group) = wanted.age_group.as_deref() else { return Ok(()) };
    for contest in contests.iter_mut() {
        let mut hidden = ages_hidden(tx, eyes, contest)?;
        hidden.retain(|line| line.age_group == group && wanted.gender.as_ref().is_none_or(|gender| *gender == line.gender));
        contest.lines -= versions::number_of(hidden.len());
        contest.left_out = hidden;
    }
    contests.retain(|contest| contest.lines > 0);
    Ok(())
}

/// The line with the id and name of its race, the name and distance of its contest, and the date (ISO).
pub(super) fn of_contest(line: ResultLine, [race_id, race, contest, distance, date]: [&String; 5]) -> ResultLine {
    ResultLine {
        race: race.clone(),
        race_id: race_id.clone(),
        date: date.parse::<RaceDate>().map(|date| date.to_string()).unwrap_or_default(),
        contest: contest.clone(),
        distance: distance.clone(),
        ..line
    }
}

/// A page of what is wanted: the published lines, then those of the contests that are not published.
pub(super) fn answer(tx: &Tx<'_>, eyes: &Eyes, wanted: &Wanted, running: &[Running]) -> Result<Leaderboard> {
    let mut contests = contests(tx, wanted)?;
    leave_out(tx, eyes, &mut contests, wanted)?;
    let size = i64::from(wanted.page_size);
    let from = (i64::from(wanted.page) - 1) * size;
    let (mut items, mut total) = if wanted.nothing {
        (Vec::new(), 0)
    } else if wanted.words.is_empty() && wanted.wave.is_none() && wanted.team.is_none() {
        listed(tx, eyes, &contests, wanted, from, size)?
    } else {
        found(tx, eyes, &contests, wanted, from, size)?
    };
    for contest in running {
        let missing = size - versions::number_of(items.len());
        let (lines, number) = contest.page(tx, eyes, wanted, from - total, missing)?;
        items.extend(lines);
        total += number;
    }
    let ranking = match (contests.as_slice(), running) {
        ([only], []) => Some(only.ranking),
        ([], [only]) => Some(only.contest.ranking),
        _ => None,
    };
    let published_at = contests.first().filter(|_| contests.len() == 1 && running.is_empty()).map(|only| only.published_at);
    Ok(Leaderboard {
        items,
        page: wanted.page,
        page_size: wanted.page_size,
        total,
        rule: ranking.map(|ranking| words::rule(ranking).to_owned()),
        provisional: !running.is_empty(),
        notice: (!running.is_empty()).then_some(words::UNOFFICIAL),
        published_at,
    })
}

/// The contests that are listed, the latest race first, with the number of their lines of the gender and age group.
pub(super) fn contests(tx: &Tx<'_>, wanted: &Wanted) -> Result<Vec<Shown>> {
    // A former name of a race leads on to it.
    match &wanted.race {
        None => contests_of(tx, None, wanted),
        Some(race) => match names::find(tx, race, &Viewer::Visitor)? {
            Some(stored) => contests_of(tx, Some(stored.id), wanted),
            None => Ok(Vec::new()),
        },
    }
}

/// The same, of the race with this id, or of all races.
pub(super) fn contests_of(tx: &Tx<'_>, race: Option<String>, wanted: &Wanted) -> Result<Vec<Shown>> {
    let year = wanted.year.map(|year| (format!("{year:04}-01-01"), format!("{year:04}-12-31")));
    let (first, last) = year.unzip();
    tx.query_all(
        "SELECT v.id, v.race_id, r.name, v.contest, v.distance, v.sport, v.ranking, v.length_mm, v.race_date, v.published_at,
           sum(c.lines)
         FROM result_versions v
         JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0
         JOIN result_counts c ON c.version_id = v.id AND ($1 IS NULL OR c.gender = $1) AND ($2 IS NULL OR c.age_group = $2)
         WHERE v.current = 1 AND ($3 IS NULL OR v.race_id = $3) AND ($4 IS NULL OR v.contest = $4)
           AND ($5 IS NULL OR v.distance = $5) AND ($6 IS NULL OR v.race_date >= $6) AND ($7 IS NULL OR v.race_date <= $7)
         GROUP BY v.id, r.id
         ORDER BY v.race_date COLLATE \"C\" DESC, v.race_id COLLATE \"C\", v.contest_order",
        params![wanted.gender, wanted.age_group, race, wanted.contest, wanted.distance, first, last],
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
        left_out: Vec::new(),
    })
}

/// A page of all lines of the contests, and their number.
fn listed(tx: &Tx<'_>, eyes: &Eyes, contests: &[Shown], wanted: &Wanted, from: i64, size: i64) -> Result<(Vec<ResultLine>, i64)> {
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
            // The positions count the lines that are left out.
            let hidden = contest.left_out.iter().map(|line| if wanted.gender.is_some() { line.in_both } else { line.in_group });
            let first = hidden.fold(first, |first, hidden| if hidden <= first { first + 1 } else { first });
            let mut missing = missing;
            for stored in lines::page(tx, contest.id, list, first, missing + versions::number_of(contest.left_out.len()))? {
                let stored = seen(tx, eyes, stored)?;
                let left_out = !contest.left_out.is_empty() && stored.shown.hides_age;
                if missing > 0 && !left_out {
                    items.push(contest.line_seen(stored));
                    missing -= 1;
                }
            }
        }
        before += contest.lines;
    }
    Ok((items, before))
}

/// A page of the lines that have all words, a wave or a team, and the number of those that were found.
///
/// Each filter gives positions of a contest, from an index; a line has to be in all of them. Only the lines of the page are read.
fn found(tx: &Tx<'_>, eyes: &Eyes, contests: &[Shown], wanted: &Wanted, from: i64, size: i64) -> Result<(Vec<ResultLine>, i64)> {
    let [from, size] = [from, size].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let (mut items, mut before) = (Vec::new(), 0);
    for contest in contests {
        let mut found = positions(tx, contest.id, wanted)?;
        found.retain(|position| contest.left_out.iter().all(|line| line.position != *position));
        let first = from.saturating_sub(before);
        for position in found.iter().skip(first).take(size - items.len()) {
            if let Some(stored) = lines::at(tx, contest.id, *position)? {
                items.push(contest.line(tx, eyes, stored)?);
            }
        }
        before += found.len();
    }
    Ok((items, versions::number_of(before)))
}

/// The positions of the lines of a version that fit, in the order of the list.
pub(super) fn positions(tx: &Tx<'_>, version: i64, wanted: &Wanted) -> Result<Vec<i64>> {
    let mut found: Option<Vec<i64>> = None;
    let one = |row: &Row<'_>| row.get::<i64>(0);
    // The longest word leaves the fewest lines.
    let mut words: Vec<&String> = wanted.words.iter().collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    for word in words {
        let end = leaderboard::after(word).unwrap_or_default();
        let sql = "SELECT position FROM result_words WHERE version_id = $1 AND word >= $2 AND word < $3";
        narrow(&mut found, || tx.query_all(sql, params![version, word, end], one))?;
    }
    let filters = [
        // The team of a private runner, of whom nothing of the name is shown, would tell who it is.
        (
            &wanted.team,
            "SELECT position FROM results WHERE version_id = $1 AND team = $2
               AND NOT EXISTS (SELECT 1 FROM private_results p WHERE p.public_id = results.public_id AND p.name_shown >= 2)",
        ),
        (&wanted.wave, "SELECT position FROM results WHERE version_id = $1 AND wave = $2"),
        (&wanted.age_group, "SELECT position FROM results WHERE version_id = $1 AND age_group = $2"),
        (&wanted.gender, "SELECT position FROM results WHERE version_id = $1 AND gender = $2"),
    ];
    for (value, sql) in filters {
        if let Some(value) = value {
            narrow(&mut found, || tx.query_all(sql, params![version, value], one))?;
        }
    }
    Ok(found.unwrap_or_default())
}

/// Keeps of the positions that were found those that are among others as well; reads these only when a position is left.
fn narrow(found: &mut Option<Vec<i64>>, read: impl FnOnce() -> Result<Vec<i64>>) -> Result<()> {
    if found.as_ref().is_some_and(Vec::is_empty) {
        return Ok(());
    }
    let mut own = read()?;
    own.sort_unstable();
    own.dedup();
    match found {
        None => *found = Some(own),
        Some(found) => found.retain(|position| own.binary_search(position).is_ok()),
    }
    Ok(())
}
