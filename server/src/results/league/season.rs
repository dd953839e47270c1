//! The standings of a year in memory, derived when what they are made of has changed.
//!
//! Nothing tells the league that results were published, taken back, hidden or restored. Each request compares the versions that are shown,
//! the settings and the decisions with those of the standings ([`State`]): a few rows. So nothing can be forgotten, and a restored
//! database is right at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use core_wasm::results::leaderboard::Wanted;
use core_wasm::results::league::identity::{Decision, Identity};
use core_wasm::results::league::season::{self, LeagueContest, LeagueRow, Standing};
use core_wasm::results::league::settings::LeagueSettings;
use core_wasm::timing::age;

use super::store;
use crate::db::{Db, Tx, params};
use crate::error::Result;
use crate::privacy;
use crate::results::leaderboard::{self, Shown};
use crate::work::{SharedWork, lock, start_shared};

/// How many lines the kept years may have together, each about half a kilobyte; the year that was asked for the longest time ago goes
/// first. The last one stays in any case.
const MOST_LINES: i64 = 200_000;

/// What standings are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::results) struct State {
    versions: Vec<i64>,
    /// How many lines the versions have.
    lines: i64,
    settings: i64,
    decisions: i64,
    /// How often names were taken out of results: a person without a name is nobody.
    removed: i64,
}

impl State {
    pub(in crate::results) fn of(tx: &Tx<'_>, year: i32, contests: &[Shown]) -> Result<Self> {
        Ok(Self {
            versions: contests.iter().map(|contest| contest.id).collect(),
            lines: contests.iter().map(|contest| contest.lines).sum(),
            settings: store::settings(tx, year)?.version,
            decisions: store::last_decision(tx)?,
            removed: privacy::names_removed(tx)?,
        })
    }
}

/// The standings of a year.
pub(in crate::results) struct Season {
    pub(super) settings: LeagueSettings,
    /// The versions of the contests, as the standings number them.
    pub(super) versions: Vec<i64>,
    /// By place.
    pub(super) standings: Vec<Standing>,
    /// The index of a standing by each opaque id of its person.
    by_id: HashMap<String, usize>,
    /// The index of a standing by a line of a contest.
    by_line: HashMap<(usize, i64), usize>,
    /// The indexes of the standings of a gender, an age group or both; nothing stands for all.
    lists: HashMap<(String, String), Vec<usize>>,
}

impl Season {
    /// The standing of the person with this id.
    pub(in crate::results) fn of_person(&self, id: &str) -> Option<&Standing> {
        self.standings.get(self.index_of(id)?)
    }

    /// The index of the standing of the person with this id.
    pub(super) fn index_of(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The index of the standing that has a line of a contest.
    pub(super) fn of_line(&self, contest: usize, position: i64) -> Option<usize> {
        self.by_line.get(&(contest, position)).copied()
    }

    /// The standings of a gender and an age group, by place.
    pub(super) fn list(&self, gender: Option<&str>, group: Option<&str>) -> &[usize] {
        let key = (gender.unwrap_or_default().to_owned(), group.unwrap_or_default().to_owned());
        self.lists.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The age groups that somebody is in who does not hide it, the youngest first.
    pub(super) fn age_groups(&self, hides_age: impl Fn(&usize) -> bool) -> Vec<&'static str> {
        age::GROUPS.into_iter().filter(|group| self.list(None, Some(group)).iter().any(|at| !hides_age(at))).collect()
    }

    fn new(settings: LeagueSettings, versions: Vec<i64>, standings: Vec<Standing>) -> Self {
        let mut season = Self {
            settings,
            versions,
            standings: Vec::new(),
            by_id: HashMap::new(),
            by_line: HashMap::new(),
            lists: HashMap::new(),
        };
        for (at, one) in standings.iter().enumerate() {
            season.by_id.extend(one.public_ids.iter().map(|id| (id.clone(), at)));
            season.by_line.extend(one.results.iter().map(|result| ((result.contest, result.position), at)));
            let (gender, group) = (one.gender.as_str(), one.age_group.as_str());
            let mut keys = vec![("", ""), (gender, ""), ("", group), (gender, group)];
            keys.sort_unstable();
            keys.dedup();
            for (gender, group) in keys {
                season.lists.entry((gender.to_owned(), group.to_owned())).or_default().push(at);
            }
        }
        season.standings = standings;
        season
    }
}

/// The contests of a year with published results that everybody may see, the latest race first.
pub(in crate::results) fn contests(tx: &Tx<'_>, year: i32) -> Result<Vec<Shown>> {
    leaderboard::contests(tx, &Wanted { year: Some(year), ..Wanted::default() })
}

/// What the standings of a year are derived from.
pub(super) struct Material {
    contests: Vec<LeagueContest>,
    versions: Vec<i64>,
    rows: Vec<LeagueRow>,
    known: Vec<Identity>,
    decisions: Vec<(i64, Decision)>,
}

impl Material {
    /// Reads the results of a year.
    pub(super) fn read(tx: &Tx<'_>, year: i32) -> Result<Self> {
        let shown = contests(tx, year)?;
        let mut rows = Vec::new();
        for (at, contest) in shown.iter().enumerate() {
            tx.for_each(
                "SELECT public_id, first_name, last_name, dob, position, gender, age_group, status, overall_rank, gender_rank
                 FROM results WHERE version_id = $1",
                params![contest.id],
                |row| {
                    let rank = |column| Ok::<_, crate::error::Error>(i32::try_from(row.get::<i64>(column)?).unwrap_or(-1));
                    rows.push(LeagueRow {
                        who: Identity {
                            public_id: row.get(0)?,
                            first_name: row.get(1)?,
                            last_name: row.get(2)?,
                            dob: row.get(3)?,
                        },
                        contest: at,
                        position: row.get(4)?,
                        gender: row.get(5)?,
                        age_group: row.get(6)?,
                        finished: crate::results::lines::has_finished(&row.get::<String>(7)?),
                        overall_rank: rank(8)?,
                        gender_rank: rank(9)?,
                    });
                    Ok(())
                },
            )?;
        }
        let decisions = store::decisions(tx)?;
        let known = store::identities(tx, store::named(&decisions))?;
        let contests = shown.iter().map(Shown::of_league).collect();
        Ok(Self { contests, versions: shown.iter().map(|contest| contest.id).collect(), rows, known, decisions })
    }

    /// The standings by these settings.
    pub(super) fn season(&self, settings: LeagueSettings, year: i32) -> Season {
        let standings = season::standings(&settings, year, &self.contests, &self.rows, &self.known, &self.decisions);
        Season::new(settings, self.versions.clone(), standings)
    }
}

fn derive(tx: &Tx<'_>, year: i32) -> Result<Arc<Season>> {
    let settings = store::settings(tx, year)?.settings;
    Ok(Arc::new(Material::read(tx, year)?.season(settings, year)))
}

/// The standings of the years that were asked for lately.
#[derive(Clone, Default)]
pub(crate) struct Seasons {
    /// The latest asked for last.
    kept: Arc<Mutex<Vec<Kept>>>,
}

struct Kept {
    year: i32,
    state: State,
    /// How many lines its contests have.
    lines: i64,
    season: SharedWork<Arc<Season>>,
}

impl Seasons {
    /// The standings of a year in this state. Whoever asks meanwhile waits for the same derivation.
    pub(in crate::results) async fn get(&self, db: &Db, year: i32, state: State) -> Result<Arc<Season>> {
        if state.versions.is_empty() {
            // Any number can be asked for as a year: nothing is kept for it.
            let settings = db.read(move |tx| Ok(store::settings(tx, year)?.settings)).await?;
            return Ok(Arc::new(Season::new(settings, Vec::new(), Vec::new())));
        }
        let season = {
            let mut kept = lock(&self.kept);
            let known = kept.iter().position(|one| one.year == year).map(|at| kept.remove(at));
            let known = known.filter(|one| one.state == state && !matches!(one.season.peek(), Some(Err(_))));
            let entry = known.unwrap_or_else(|| {
                let db = db.clone();
                let season = start_shared(async move { db.read_long(move |tx| derive(tx, year)).await });
                Kept { year, lines: state.lines, state, season }
            });
            let season = entry.season.clone();
            kept.push(entry);
            while kept.len() > 1 && kept.iter().map(|one| one.lines).sum::<i64>() > MOST_LINES {
                kept.remove(0);
            }
            season
        };
        season.await.map_err(|error| error.copy())
    }
}
