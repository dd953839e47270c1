//! The lines of contests that are timed and not published: the live board's standing, listed as results are.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use core_wasm::dates::RaceDate;
use core_wasm::results::distance;
use core_wasm::results::leaderboard::{ResultLine, StoredLine, Wanted, line};
use core_wasm::results::provisional::Provisional;
use core_wasm::timing::setup::{Ranking, Sport};

use super::Results;
use super::leaderboard::{of_contest, seen};
use super::versions::number_of;
use crate::account::Viewer;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::privacy::Eyes;
use crate::race::names;
use crate::work::lock;

/// How many lines are kept in memory at most, of all races together; a line takes some 500 bytes with its words. A race with more lines is
/// kept alone.
const MOST_LINES: usize = 100_000;
/// From how many lines on a field is large.
const LARGE: usize = 1000;
/// For how long the lines of a large field are shown although there are newer reads: no request derives a whole field.
const LARGE_FOR: Duration = Duration::from_secs(5);

/// A contest of a race that is timed.
#[derive(Debug)]
pub(super) struct Contest {
    pub(super) name: String,
    pub(super) distance: String,
    pub(super) sport: Sport,
    pub(super) ranking: Ranking,
    pub(super) metres: f64,
    pub(super) lines: Provisional,
}

/// A contest that is timed and not published.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) race_id: String,
    pub(super) race: String,
    /// ISO; empty while the race has no date.
    pub(super) date: String,
    pub(super) contest: Arc<Contest>,
}

impl Running {
    /// The wanted lines from the position `from` among them on, at most `most`, and how many are wanted.
    pub(super) fn page(&self, tx: &Tx<'_>, eyes: &Eyes, wanted: &Wanted, from: i64, most: i64) -> Result<(Vec<ResultLine>, i64)> {
        let [from, most] = [from, most].map(|number| usize::try_from(number).unwrap_or_default());
        let all = self.contest.lines.lines();
        let (number, chosen): (usize, Vec<&StoredLine>) = match self.contest.lines.found(wanted, *eyes == Eyes::All) {
            None => (all.len(), all.iter().skip(from).take(most).collect()),
            Some(found) => (found.len(), found.iter().skip(from).take(most).filter_map(|position| all.get(*position)).collect()),
        };
        let mut lines = Vec::with_capacity(chosen.len());
        for stored in chosen {
            let line = line(seen(tx, eyes, stored.clone())?, self.contest.sport, self.contest.metres);
            lines.push(of_contest(line, [&self.race_id, &self.race, &self.contest.name, &self.contest.distance, &self.date]));
        }
        Ok((lines, number_of(number)))
    }
}

/// The contests of a race at a moment, in the order of the setup.
#[derive(Debug)]
struct Standing {
    contests: Vec<Arc<Contest>>,
    /// The state of the field.
    state: String,
    made: Instant,
}

impl Standing {
    fn lines(&self) -> usize {
        self.contests.iter().map(|contest| contest.lines.lines().len()).sum()
    }
}

/// The lines of the races that were asked for last; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standings {
    races: Arc<Mutex<HashMap<String, Arc<Standing>>>>,
}

impl Standings {
    fn get(&self, race_id: &str) -> Option<Arc<Standing>> {
        lock(&self.races).get(race_id).cloned()
    }

    /// Keeps a race's lines, and forgets the oldest ones of others when they are too many.
    fn keep(&self, race_id: &str, standing: Arc<Standing>) {
        let mut races = lock(&self.races);
        races.remove(race_id);
        // A race without a line counts as one, so that the number of races is bounded as well.
        while races.values().map(|own| own.lines().max(1)).sum::<usize>() + standing.lines() > MOST_LINES {
            let oldest = races.iter().min_by_key(|(_, own)| own.made).map(|(id, _)| id.clone());
            let Some(oldest) = oldest else { break };
            races.remove(&oldest);
        }
        races.insert(race_id.to_owned(), standing);
    }
}

/// What a race's page says of its contests.
struct Asked {
    race_id: String,
    race: String,
    date: String,
    /// The contests that are published.
    published: HashSet<String>,
}

/// The contests of the wanted race that are timed and not published; none when no race is wanted, and none of a canceled race.
pub(super) async fn contests(results: &Results, viewer: &Viewer, wanted: &Wanted) -> Result<Vec<Running>> {
    let Some(named) = wanted.race.clone() else { return Ok(Vec::new()) };
    let viewer = viewer.clone();
    let Some(asked) = results.db.read(move |tx| asked(tx, &named, &viewer)).await? else { return Ok(Vec::new()) };
    let standing = match results.standings.get(&asked.race_id) {
        Some(known) if known.made.elapsed() < LARGE_FOR && known.lines() >= LARGE => known,
        known => derived(results, &asked.race_id, known).await?,
    };
    let fits = |contest: &&Arc<Contest>| {
        !contest.lines.lines().is_empty()
            && !asked.published.contains(&contest.name)
            && wanted.contest.as_ref().is_none_or(|name| *name == contest.name)
            && wanted.distance.as_ref().is_none_or(|distance| *distance == contest.distance)
            && wanted.year.is_none_or(|year| asked.date.starts_with(&format!("{year:04}-")))
    };
    let running = |contest: &Arc<Contest>| Running {
        race_id: asked.race_id.clone(),
        race: asked.race.clone(),
        date: asked.date.clone(),
        contest: contest.clone(),
    };
    Ok(standing.contests.iter().filter(fits).map(running).collect())
}

/// The race as this viewer may see it; `None` when it is canceled or was never timed.
fn asked(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<Asked>> {
    let Some(stored) = names::bare(tx, named, viewer)? else { return Ok(None) };
    let timed = "SELECT 1 FROM timing_races WHERE race_id = $1";
    let timed: Option<i64> = tx.query_opt(timed, params![stored.id], |row| row.get(0))?;
    if stored.race.is_canceled.0 || timed.is_none() {
        return Ok(None);
    }
    let published =
        tx.query_all("SELECT contest FROM result_versions WHERE race_id = $1 AND current = 1", params![stored.id], |row| {
            row.get::<String>(0)
        })?;
    let date = stored.race.date.parse::<RaceDate>().map(|date| date.iso()).unwrap_or_default();
    Ok(Some(Asked { race_id: stored.id, race: stored.race.name, date, published: published.into_iter().collect() }))
}

/// The lines as they stand now; those that are known when nothing changed since.
async fn derived(results: &Results, race_id: &str, known: Option<Arc<Standing>>) -> Result<Arc<Standing>> {
    let state = known.as_ref().map(|known| known.state.clone());
    let derived = results.boards.read_field(race_id, move |field| {
        if Some(field.state()) == state {
            return None;
        }
        let contests = field.setup().contests.iter().enumerate().map(|(at, contest)| {
            Arc::new(Contest {
                name: contest.name.clone(),
                distance: distance::label(contest.sport, contest.distance_metres),
                sport: contest.sport,
                ranking: contest.ranking,
                metres: contest.distance_metres,
                lines: Provisional::of(field, at),
            })
        });
        Some(Standing { contests: contests.collect(), state: field.state(), made: Instant::now() })
    });
    match (derived.await?.map(Arc::new), known) {
        (Some(standing), _) => {
            results.standings.keep(race_id, standing.clone());
            Ok(standing)
        }
        (None, Some(known)) => Ok(known),
        (None, None) => Err(crate::timed::no_race()),
    }
}
