//! A file of past results with what it would make, and storing that: everything in one transaction, by the path of publishing.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::StatusCode;
use core_wasm::audit::Event;
use core_wasm::dates::RaceDate;
use core_wasm::results::difference::{self, ResultChange};
use core_wasm::results::import::contest::AskedContest;
use core_wasm::results::import::{self, Import, Options, SUBJECT, columns, words};
use core_wasm::results::published::ResultRow;
use core_wasm::results::words as result_words;
use core_wasm::timing::Setup;
use core_wasm::timing::entrants::DateOrder;
use core_wasm::timing::setup::Contest;
use serde::{Deserialize, Serialize};

use super::{Results, lines, versions};
use crate::audit::{self, Actor};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::sha256;
use crate::previews::Preview;
use crate::timed::{TimedRace, store};
use crate::workbook;

/// The estimated size of a prepared line besides its texts, in bytes: the line, its row and its differences.
const LINE_BYTES: usize = 2048;

/// A file as it was sent, with what a person said about it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct SentFile {
    /// Its content type, without parameters.
    pub(super) kind: String,
    #[serde(skip)]
    pub(super) body: Bytes,
    pub(super) contest: AskedContest,
    /// What its columns are, in their order.
    pub(super) columns: Option<String>,
    pub(super) dates: Option<DateOrder>,
    /// Which of the file's contests it is.
    pub(super) only: Option<String>,
    /// Whether the published runners who are not in the file stay.
    pub(super) others_stay: bool,
}

/// A file that was read, and what it would make.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) import: Import,
    setup: Setup,
    /// The index of the contest in the setup.
    at: usize,
    /// The place of the contest among those of the race.
    order: usize,
    date: RaceDate,
    elsewhere: HashMap<String, (String, String)>,
    only: Option<String>,
    /// The number of the contest's last version; 0 for none.
    pub(super) last_version: i64,
    /// Whether the last version is shown and has the same rows.
    is_same: bool,
    pub(super) changes: Vec<ResultChange>,
    pub(super) changed: String,
    /// The question before published runners are taken out; empty when none are.
    pub(super) takes_out: String,
    /// The runners of the results before who stay.
    others: Vec<ResultRow>,
    /// The hash of what it makes.
    pub(super) token: String,
    /// Says which files have the same columns.
    shape: String,
    revision: i64,
}

impl Prepared {
    pub(super) fn contest(&self) -> Option<&Contest> {
        self.setup.contests.get(self.at)
    }

    /// The contest's name.
    pub(super) fn name(&self) -> &str {
        self.contest().map(|contest| contest.name.as_str()).unwrap_or_default()
    }

    /// What the lines were read with.
    pub(super) fn options(&self) -> Options<'_> {
        Options {
            setup: &self.setup,
            contest: self.at,
            race_day: self.date,
            columns: None,
            dates: None,
            only: self.only.as_deref(),
            elsewhere: &self.elsewhere,
            others: &self.others,
        }
    }
}

impl SentFile {
    /// Reads the file and finds what it would make now.
    pub(super) fn prepare(&self, tx: &Tx<'_>, race: &TimedRace, today: RaceDate) -> Result<Arc<Prepared>> {
        let date = race.date.ok_or_else(|| Error::say(StatusCode::BAD_REQUEST, words::NO_RACE_DATE))?;
        if date > today {
            return Err(Error::say(StatusCode::BAD_REQUEST, words::NOT_YET));
        }
        let store::State { setup: of_race, revision, .. } = store::state(tx, &race.id)?;
        let all = versions::of_race(tx, &race.id)?;
        let typed = self.contest.contest.trim();
        let last = all.iter().find(|version| version.contest.eq_ignore_ascii_case(typed));
        let last_setup = last.map(|version| setup_of(tx, version.id)).transpose()?;
        let (setup, at) = self.contest.setup(&of_race, last_setup.as_ref())?;
        let name = setup.contests.get(at).map(|contest| contest.name.clone()).unwrap_or_default();
        let last = all.iter().find(|version| version.contest == name);
        let order = of_race.contest_named(&name).unwrap_or_else(|| of_race.contests.len() + contests_before(&all, &name));
        let elsewhere = elsewhere(tx, &race.id, &name)?;

        let table = match self.kind.as_str() {
            workbook::XLSX => import::check_length(workbook::table(&self.body, &SUBJECT)?)?,
            kind => import::table(kind, &self.body)?,
        };
        let shape = sha256(table.shape());
        let said = match &self.columns {
            Some(said) => Some(said.clone()),
            None => {
                let remembered = "SELECT columns FROM result_import_columns WHERE shape = $1";
                tx.query_opt(remembered, params![shape], |row| row.get(0))?
            }
        };
        let said = said.as_deref().map(columns::parse).transpose()?;
        let before = last.map(|version| lines::rows(tx, version.id)).transpose()?;
        let others = before.clone().filter(|_| self.others_stay).unwrap_or_default();
        let options = Options {
            setup: &setup,
            contest: at,
            race_day: date,
            columns: said.as_deref(),
            dates: self.dates,
            only: self.only.as_deref(),
            elsewhere: &elsewhere,
            others: &others,
        };
        let import = import::read(table, &options)?;

        let changes = before.as_ref().map(|before| difference::between(before, &import.rows)).unwrap_or_default();
        // Only what is shown can be taken out of what everybody sees.
        let gone = if last.is_some_and(|last| last.current) { difference::taken_out(&changes) } else { 0 };
        let takes_out = if gone > 0 { words::takes_out(&name, gone) } else { String::new() };
        let changed = before.as_ref().map(|_| difference::sentence(&changes)).unwrap_or_default();
        let is_same = last.is_some_and(|last| last.current) && before.as_ref() == Some(&import.rows);
        let last_version = last.map_or(0, |version| version.version);
        let token = sha256(serde_json::to_vec(&(&setup, at, &import.rows, last_version))?);
        let only = self.only.clone();
        Ok(Arc::new(Prepared {
            import,
            setup,
            at,
            order,
            date,
            elsewhere,
            only,
            last_version,
            is_same,
            changes,
            changed,
            takes_out,
            others,
            token,
            shape,
            revision,
        }))
    }
}

/// Stores what a file makes as the contest's next version.
pub(super) async fn add(
    results: &Results,
    race: &TimedRace,
    actor: &Actor,
    prepared: &Arc<Prepared>,
    sent: &SentFile,
    reason: String,
) -> Result<i64> {
    if !prepared.import.rows.iter().any(|row| row.official.is_some()) {
        return Err(Error::say(StatusCode::BAD_REQUEST, words::NOTHING_TO_IMPORT));
    }
    if prepared.is_same {
        return Err(Error::say(StatusCode::CONFLICT, result_words::NOTHING_CHANGED));
    }
    if prepared.last_version > 0 && reason.is_empty() {
        return Err(Error::say(StatusCode::BAD_REQUEST, result_words::REASON_NEEDED));
    }
    let now = results.clock.now_ms();
    let (race, actor, prepared, said) = (race.clone(), actor.clone(), prepared.clone(), sent.columns.clone());
    let file = sha256(&sent.body);
    results
        .db
        .write(move |tx| {
            store::lock(tx, &race.id, now)?;
            // What was read before this transaction holds only if nothing changed since.
            let before = versions::newest(tx, &race.id, prepared.name())?;
            let last = before.as_ref().map_or(0, |version| version.version);
            if last != prepared.last_version || store::state(tx, &race.id)?.revision != prepared.revision {
                return Err(Error::say(StatusCode::CONFLICT, words::IMPORT_CHANGED));
            }
            let Some(contest) = prepared.contest() else {
                return Err(Error::say(StatusCode::NOT_FOUND, result_words::NO_SUCH_CONTEST));
            };
            let new = versions::New {
                race_id: &race.id,
                date: prepared.date,
                setup: &prepared.setup,
                contest,
                order: prepared.order,
                rows: &prepared.import.rows,
                reason: &reason,
                before: before.as_ref(),
                changes: &prepared.changes,
                changed: &prepared.changed,
            };
            let version = versions::add(tx, &new, &actor, now)?;
            if let Some(said) = &said {
                tx.execute(
                    "INSERT INTO result_import_columns (shape, columns, saved_at) VALUES ($1, $2, $3)
                     ON CONFLICT (shape) DO UPDATE SET columns = excluded.columns, saved_at = excluded.saved_at",
                    params![prepared.shape, said, now],
                )?;
            }
            let counts = prepared.import.counts(&prepared.options());
            let facts = serde_json::json!({
                "contest": contest.name, "version": version, "lines": prepared.import.rows.len(), "refused": counts.refused,
                "differing": counts.differing, "reason": reason, "changed": prepared.changed, "file": file
            });
            audit::record(tx, now, &actor, Event::ResultsImported, race.about(), &serde_json::Value::Null, &facts)?;
            Ok(version)
        })
        .await
}

/// The setup that a version stores.
fn setup_of(tx: &Tx<'_>, version: i64) -> Result<Setup> {
    let setup: String = tx.query_one("SELECT setup FROM result_versions WHERE id = $1", params![version], |row| row.get(0))?;
    Ok(serde_json::from_str(&setup)?)
}

/// How many contests of earlier versions, which are in the order of their names, come before this one.
fn contests_before(all: &[versions::Version], name: &str) -> usize {
    let mut names: Vec<&str> = all.iter().map(|version| version.contest.as_str()).filter(|other| *other < name).collect();
    names.dedup();
    names.len()
}

/// By bib, the contest and the name of the runners in the shown results of the race's other contests.
fn elsewhere(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<HashMap<String, (String, String)>> {
    let mut bibs = HashMap::new();
    tx.for_each(
        "SELECT r.bib, v.contest, r.first_name || ' ' || r.last_name FROM result_versions v JOIN results r ON r.version_id = v.id
         WHERE v.race_id = $1 AND v.current = 1 AND v.contest <> $2",
        params![race_id, contest],
        |row| {
            bibs.insert(row.get(0)?, (row.get(1)?, row.get::<String>(2)?.trim().to_owned()));
            Ok(())
        },
    )?;
    Ok(bibs)
}

/// A file that is kept for its preview.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(super) race_id: String,
    pub(super) sent: SentFile,
    pub(super) prepared: Option<Arc<Prepared>>,
}

impl Preview for Upload {
    const KIND: &'static str = "results";

    fn race_id(&self) -> &str {
        &self.race_id
    }

    fn sent(&self) -> Result<(String, Bytes)> {
        Ok((serde_json::to_string(&self.sent)?, self.sent.body.clone()))
    }

    fn stored(race_id: &str, said: &str, body: Bytes) -> Result<Self> {
        let sent = SentFile { body, ..serde_json::from_str(said)? };
        Ok(Self { race_id: race_id.to_owned(), sent, prepared: None })
    }

    fn list_bytes(&self) -> usize {
        self.sent.body.len()
    }

    fn plan_bytes(&self) -> usize {
        let lines = self.prepared.as_ref().map_or(0, |prepared| prepared.import.rows.len());
        lines * LINE_BYTES + self.prepared.as_ref().map_or(0, |_| 3 * self.sent.body.len())
    }

    fn forget_plan(&mut self) {
        self.prepared = None;
    }
}
