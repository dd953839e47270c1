//! The versions of published results: the statements about them.

use std::collections::HashSet;

use core_wasm::dates::{DEFAULT_ZONE, RaceDate, Tz};
use core_wasm::results::difference::ResultChange;
use core_wasm::results::leaderboard::{self, ResultLine, StoredLine};
use core_wasm::results::published::ResultRow;
use core_wasm::results::{at_points, distance, people};
use core_wasm::timing::Setup;
use core_wasm::timing::setup::{Contest, Ranking, Sport};

use crate::audit::Actor;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::ids::new_id;
use crate::privacy;
use crate::timed::TimedRace;

use super::lines;

/// The most changes of a version that are listed one by one.
pub(super) const LISTED_CHANGES: usize = 200;

/// What a version says of itself.
#[derive(Debug, Clone)]
pub(super) struct Version {
    pub(super) id: i64,
    pub(super) race_id: String,
    pub(super) contest: String,
    pub(super) version: i64,
    pub(super) distance: String,
    pub(super) ranking: Ranking,
    pub(super) published_at: i64,
    pub(super) reason: String,
    pub(super) changed: String,
    pub(super) lines: i64,
    /// Whether it is the one that is shown.
    pub(super) current: bool,
    pub(super) ended_at: Option<i64>,
    pub(super) ended_reason: Option<String>,
}

fn version(row: &Row<'_>) -> Result<Version> {
    let word = |text: String| serde_json::Value::String(text);
    Ok(Version {
        id: row.get(0)?,
        race_id: row.get(1)?,
        contest: row.get(2)?,
        version: row.get(3)?,
        distance: row.get(4)?,
        ranking: serde_json::from_value(word(row.get(5)?))?,
        published_at: row.get(6)?,
        reason: row.get(7)?,
        changed: row.get(8)?,
        lines: row.get(9)?,
        current: row.get(10)?,
        ended_at: row.get(11)?,
        ended_reason: row.get(12)?,
    })
}

/// Every version of a race, the contests in the order of their names, the newest version first.
pub(super) fn of_race(tx: &Tx<'_>, race_id: &str) -> Result<Vec<Version>> {
    tx.query_all(
        "SELECT id, race_id, contest, version, distance, ranking, published_at, reason, changed, lines, current,
           ended_at, ended_reason
         FROM result_versions WHERE race_id = $1 ORDER BY contest COLLATE \"C\", version DESC",
        params![race_id],
        version,
    )
}

/// The newest version of a contest.
pub(super) fn newest(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<Option<Version>> {
    tx.query_opt(
        "SELECT id, race_id, contest, version, distance, ranking, published_at, reason, changed, lines, current,
           ended_at, ended_reason
         FROM result_versions WHERE race_id = $1 AND contest = $2 ORDER BY version DESC LIMIT 1",
        params![race_id, contest],
        version,
    )
}

/// A version with what its lines need to be shown.
pub(super) struct Shown {
    pub(super) id: i64,
    pub(super) race_id: String,
    /// The race's present name.
    race: String,
    name: String,
    pub(super) number: i64,
    distance: String,
    pub(super) sport: Sport,
    pub(super) ranking: Ranking,
    /// ISO.
    date: String,
    pub(super) zone: Tz,
    pub(super) published_at: i64,
    pub(super) lines: i64,
    setup: Setup,
}

impl Shown {
    /// The contest as it was.
    pub(super) fn contest(&self) -> Option<&Contest> {
        self.setup.contests.iter().find(|contest| contest.name == self.name)
    }

    /// The day of the race.
    pub(super) fn day(&self) -> Option<RaceDate> {
        self.date.parse().ok()
    }

    /// A stored line with its texts.
    pub(super) fn line(&self, stored: StoredLine) -> ResultLine {
        let metres = self.contest().map_or(0.0, |contest| contest.distance_metres);
        ResultLine {
            race: self.race.clone(),
            race_id: self.race_id.clone(),
            date: self.day().map(|day| day.to_string()).unwrap_or_default(),
            contest: self.name.clone(),
            distance: self.distance.clone(),
            ..leaderboard::line(stored, self.sport, metres)
        }
    }
}

/// The contest of a version as it was.
pub(super) fn contest(tx: &Tx<'_>, id: i64) -> Result<Option<Contest>> {
    let sql = "SELECT contest, setup FROM result_versions WHERE id = $1";
    let found = tx.query_opt(sql, params![id], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    let Some((name, setup)) = found else { return Ok(None) };
    let setup: Setup = serde_json::from_str(&setup)?;
    Ok(setup.contests.into_iter().find(|contest| contest.name == name))
}

/// The labels of the age groups of a version's race as they were, the youngest first.
pub(super) fn age_groups(tx: &Tx<'_>, id: i64) -> Result<Vec<String>> {
    let setup = tx.query_one("SELECT setup FROM result_versions WHERE id = $1", params![id], |row| row.get::<String>(0))?;
    Ok(serde_json::from_str::<Setup>(&setup)?.age_labels())
}

/// The version with this id, current or not; `None` when its race is hidden or deleted.
pub(super) fn shown(tx: &Tx<'_>, id: i64) -> Result<Option<Shown>> {
    let word = |text: String| serde_json::Value::String(text);
    let shown = tx.query_opt(
        "SELECT v.id, v.race_id, r.name, v.contest, v.version, v.distance, v.sport, v.ranking, v.race_date, v.published_at,
           v.lines, v.setup
         FROM result_versions v JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0 WHERE v.id = $1",
        params![id],
        |row| {
            Ok(Shown {
                id: row.get(0)?,
                race_id: row.get(1)?,
                race: row.get(2)?,
                name: row.get(3)?,
                number: row.get(4)?,
                distance: row.get(5)?,
                sport: serde_json::from_value(word(row.get(6)?))?,
                ranking: serde_json::from_value(word(row.get(7)?))?,
                date: row.get(8)?,
                zone: DEFAULT_ZONE,
                published_at: row.get(9)?,
                lines: row.get(10)?,
                setup: serde_json::from_str(&row.get::<String>(11)?)?,
            })
        },
    )?;
    match shown {
        Some(shown) => Ok(Some(Shown { zone: TimedRace::by_id(tx, &shown.race_id)?.zone, ..shown })),
        None => Ok(None),
    }
}

/// The newest version of a contest, or of the contest that has become it: one that is shown, that the setup does not have any more,
/// and of which it has most runners.
pub(super) fn newest_of(tx: &Tx<'_>, race_id: &str, contest: &str, setup: &Setup, rows: &[ResultRow]) -> Result<Option<Version>> {
    if let Some(own) = newest(tx, race_id, contest)? {
        return Ok(Some(own));
    }
    let gone = |version: &Version| version.current && setup.contests.iter().all(|one| one.name != version.contest);
    for version in of_race(tx, race_id)?.into_iter().filter(gone) {
        let before = lines::rows(tx, version.id)?;
        let kept = people::same(&before, rows).into_iter().flatten().count();
        if kept * 2 > before.len() {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

/// The listed changes of a version as the public sees them.
pub(super) fn changes(tx: &Tx<'_>, race_id: &str, version: i64) -> Result<Vec<ResultChange>> {
    let shown = privacy::bibs(tx, race_id)?;
    let changes = tx.query_all(
        "SELECT bib, name, text, own FROM result_changes WHERE version_id = $1 ORDER BY position",
        params![version],
        |row| Ok(ResultChange { bib: row.get(0)?, name: row.get(1)?, text: row.get(2)?, own: row.get(3)? }),
    )?;
    let seen = |change: ResultChange| {
        let shown = shown.get(&change.bib).copied().unwrap_or_default();
        change.seen(shown)
    };
    Ok(changes.into_iter().map(seen).collect())
}

/// What a new version is made of.
pub(super) struct New<'a> {
    pub(super) race_id: &'a str,
    pub(super) date: RaceDate,
    pub(super) setup: &'a Setup,
    pub(super) contest: &'a Contest,
    /// The index of the contest in the setup.
    pub(super) order: usize,
    pub(super) rows: &'a [ResultRow],
    pub(super) reason: &'a str,
    /// The version before it, which may have another contest's name.
    pub(super) before: Option<&'a Version>,
    /// What it changes; nothing for a first version.
    pub(super) changes: &'a [ResultChange],
    /// The same as a sentence.
    pub(super) changed: &'a str,
}

/// Adds the next version of a contest and makes it the one that is shown; returns its number.
pub(super) fn add(tx: &Tx<'_>, new: &New<'_>, actor: &Actor, now: i64) -> Result<i64> {
    let contest = new.contest;
    let number = new.before.map_or(0, |before| before.version) + 1;
    // Before its own version is there.
    let people = people(tx, new.race_id, &contest.name, new.rows)?;
    hide(tx, new.race_id, &contest.name)?;
    if let Some(before) = new.before {
        hide(tx, new.race_id, &before.contest)?;
    }
    let id: i64 = tx.query_one(
        "INSERT INTO result_versions (race_id, contest, contest_order, version, rules, setup, distance, length_mm, sport, ranking,
           race_date, published_at, published_by, reason, changed, lines, current)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 1) RETURNING id",
        params![
            new.race_id,
            contest.name,
            number_of(new.order),
            number,
            core_wasm::results::RULES,
            serde_json::to_string(new.setup)?,
            distance::label(contest.sport, contest.distance_metres),
            length(contest.distance_metres),
            word(&contest.sport)?,
            word(&contest.ranking)?,
            new.date.iso(),
            now,
            actor.id.to_string(),
            new.reason,
            new.changed,
            number_of(new.rows.len())
        ],
        |row| row.get(0),
    )?;
    let mut points = tx
        .rows("INSERT INTO result_points (version_id, point, label, length_mm, leg, leg_name) VALUES ($1, $2, $3, $4, $5, $6)")?;
    for (at, split) in contest.splits.iter().enumerate() {
        let leg_name = split.leg_name.as_deref().unwrap_or_default();
        points.add(params![id, number_of(at), split.label, length(split.metres), word(&split.leg)?, leg_name])?;
    }
    points.finish()?;
    let mut changes =
        tx.rows("INSERT INTO result_changes (version_id, position, bib, name, text, own) VALUES ($1, $2, $3, $4, $5, $6)")?;
    for (at, change) in new.changes.iter().take(LISTED_CHANGES).enumerate() {
        changes.add(params![id, number_of(at), change.bib, change.name, change.text, change.own])?;
    }
    changes.finish()?;
    add_lines(tx, new.race_id, id, new.rows, &people)?;
    add_field(tx, id, contest, new.rows)?;
    // Accounts of these names are told by the round that sends mail.
    tx.execute("INSERT INTO result_offer_rounds (version_id) VALUES ($1)", params![id])?;
    Ok(number)
}

/// No version of a contest is shown any more.
pub(super) fn hide(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<()> {
    tx.execute(
        "DELETE FROM result_words WHERE version_id IN (SELECT id FROM result_versions WHERE race_id = $1 AND contest = $2 AND current = 1)",
        params![race_id, contest],
    )?;
    tx.execute(
        "UPDATE result_versions SET current = 0 WHERE race_id = $1 AND contest = $2 AND current = 1",
        params![race_id, contest],
    )?;
    Ok(())
}

/// Ends a version: the contest is provisional again.
pub(super) fn end(tx: &Tx<'_>, version: &Version, reason: &str, now: i64) -> Result<()> {
    hide(tx, &version.race_id, &version.contest)?;
    tx.execute("UPDATE result_versions SET ended_at = $1, ended_reason = $2 WHERE id = $3", params![now, reason, version.id])?;
    Ok(())
}

fn add_lines(tx: &Tx<'_>, race_id: &str, version: i64, rows: &[ResultRow], people: &[String]) -> Result<()> {
    let lines = people.iter().zip(rows);
    let lines = lines.map(|(id, row)| (id.as_str(), row.first_name.as_str(), row.last_name.as_str(), row.dob.as_deref()));
    let shown = privacy::of_version(tx, race_id, lines)?;
    let mut positions = Positions::default();
    let mut added = tx.rows(
        "INSERT INTO results (version_id, position, gender_position, group_position, gender_group_position, public_id, bib,
           first_name, last_name, gender, dob, age_group, wave, team, status, start_ms, gun_ms, chip_ms, official_ms, decimals,
           overall_rank, gender_rank, group_rank, flags)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)",
    )?;
    let mut splits = tx.rows("INSERT INTO result_splits (version_id, bib, point, time_ms) VALUES ($1, $2, $3, $4)")?;
    let mut words = tx.rows("INSERT INTO result_words (word, version_id, position) VALUES ($1, $2, $3)")?;
    for (position, (row, public_id)) in rows.iter().zip(people).enumerate() {
        let [in_gender, in_group, in_both] = positions.next(row);
        added.add(params![
            version,
            number_of(position),
            in_gender,
            in_group,
            in_both,
            public_id,
            row.bib,
            row.first_name,
            row.last_name,
            row.gender,
            row.dob,
            row.age_group,
            row.wave,
            row.team,
            row.status.word(),
            row.start,
            row.gun,
            row.chip,
            row.official,
            number_of(row.decimals),
            row.overall_rank,
            row.gender_rank,
            row.group_rank,
            i64::from(row.flags)
        ])?;
        for (point, time) in row.splits.iter().enumerate().filter_map(|(at, time)| Some((at, (*time)?))) {
            splits.add(params![version, row.bib, number_of(point), time])?;
        }
        let shown = shown.get(public_id).copied().unwrap_or_default();
        for word in leaderboard::shown_words(shown, &row.first_name, &row.last_name, &row.bib) {
            words.add(params![word, version, number_of(position)])?;
        }
    }
    added.finish()?;
    splits.finish()?;
    words.finish()?;
    let mut counts = tx.rows("INSERT INTO result_counts (version_id, gender, age_group, lines) VALUES ($1, $2, $3, $4)")?;
    for ((gender, group), lines) in positions.in_both {
        counts.add(params![version, gender, group, lines])?;
    }
    counts.finish().map(drop)
}

/// Adds where the field was at each point.
fn add_field(tx: &Tx<'_>, version: i64, contest: &Contest, rows: &[ResultRow]) -> Result<()> {
    let points = contest.splits.len();
    let mut added = tx.rows("INSERT INTO result_places (version_id, bib, point, place) VALUES ($1, $2, $3, $4)")?;
    for (row, places) in rows.iter().zip(at_points::places(rows, contest.ranking, points)) {
        for (point, place) in places.into_iter().enumerate().filter(|(_, place)| *place > 0) {
            added.add(params![version, row.bib, number_of(point), place])?;
        }
    }
    added.finish()?;
    for (point, median) in at_points::medians(rows, points).into_iter().enumerate() {
        if let Some(median) = median {
            tx.execute(
                "INSERT INTO result_medians (version_id, point, stretch_ms) VALUES ($1, $2, $3)",
                params![version, number_of(point), median],
            )?;
        }
    }
    Ok(())
}

/// The opaque ids of the rows' runners: those that earlier versions of the race gave to the same persons, or new ones.
fn people(tx: &Tx<'_>, race_id: &str, contest: &str, rows: &[ResultRow]) -> Result<Vec<String>> {
    let mut known: Vec<(String, ResultRow)> = Vec::new();
    let mut seen = HashSet::new();
    let bibs: HashSet<&str> = rows.iter().map(|row| row.bib.as_str()).collect();
    // The newest line of each; who is shown in another contest is in both, under another bib, as two.
    tx.for_each(
        "SELECT r.public_id, r.bib, r.first_name, r.last_name, r.gender, r.dob, v.current = 1 AND v.contest <> $1
         FROM result_versions v JOIN results r ON r.version_id = v.id WHERE v.race_id = $2 ORDER BY v.id DESC",
        params![contest, race_id],
        |row| {
            let id: String = row.get(0)?;
            if seen.insert(id.clone()) {
                let line = ResultRow {
                    bib: row.get(1)?,
                    first_name: row.get(2)?,
                    last_name: row.get(3)?,
                    gender: row.get(4)?,
                    dob: row.get(5)?,
                    ..ResultRow::default()
                };
                let elsewhere: bool = row.get(6)?;
                if !elsewhere || bibs.contains(line.bib.as_str()) {
                    known.push((id, line));
                }
            }
            Ok(())
        },
    )?;
    let (ids, before): (Vec<String>, Vec<ResultRow>) = known.into_iter().unzip();
    let mut people = Vec::with_capacity(rows.len());
    let mut added = tx.rows("INSERT INTO result_people (public_id, race_id, bib) VALUES ($1, $2, $3)")?;
    for same in people::same(&before, rows) {
        if let Some(id) = same.and_then(|at| ids.get(at)) {
            people.push(id.clone());
            continue;
        }
        let id = new_id();
        // The column `bib` was the key of an earlier rule and has to be unique within the race: it has the id itself.
        added.add(params![id, race_id, id])?;
        people.push(id);
    }
    added.finish()?;
    Ok(people)
}

/// The numbers of lines so far, by gender, age group and both.
#[derive(Default)]
struct Positions<'a> {
    in_gender: std::collections::BTreeMap<&'a str, i64>,
    in_group: std::collections::BTreeMap<&'a str, i64>,
    in_both: std::collections::BTreeMap<(&'a str, &'a str), i64>,
}

impl<'a> Positions<'a> {
    /// The positions of the next line within its gender, its age group and both.
    fn next(&mut self, row: &'a ResultRow) -> [i64; 3] {
        let (gender, group) = (row.gender.as_str(), row.age_group.as_str());
        let counts = [
            self.in_gender.entry(gender).or_default(),
            self.in_group.entry(group).or_default(),
            self.in_both.entry((gender, group)).or_default(),
        ];
        counts.map(|count| {
            *count += 1;
            *count - 1
        })
    }
}

/// The word by which a plain value of the core is stored.
fn word(value: &impl serde::Serialize) -> Result<String> {
    Ok(serde_json::to_value(value)?.as_str().unwrap_or_default().to_owned())
}

pub(super) fn number_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Metres as whole millimetres.
#[expect(clippy::cast_possible_truncation, reason = "a course is far shorter")]
pub(super) fn length(metres: f64) -> i64 {
    (metres * 1000.0).round() as i64
}

/// Whole millimetres as metres.
#[expect(clippy::cast_precision_loss, reason = "a course is far shorter than 2^52 mm")]
pub(super) fn metres(length: i64) -> f64 {
    length as f64 / 1000.0
}
