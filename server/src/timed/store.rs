//! The timing tables: the statements that more than one call needs.

use core_wasm::timing::setup::Contest;
use core_wasm::timing::{Correction, Decision, Entrant, Mark, Read, Setup};

use crate::audit::Actor;
use crate::db::{Db, Row, Tx, params};
use crate::error::Result;

/// A race's setup, and its current run.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The setup; without contests until it is set.
    pub setup: Setup,
    /// The current run, from 1.
    pub run: i64,
    /// Increases with every change of setup, guns, entrants or run; 0 while nothing was set.
    pub revision: i64,
}

/// What of a race's timing something was derived from. Reads are not in it: they are added all the time, and a later one is no contradiction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Basis {
    /// The revision of setup, guns and entrants.
    pub revision: i64,
    /// The run.
    pub run: i64,
    /// The number of the run's last correction; 0 for none.
    pub last_correction: i64,
}

impl Basis {
    /// Whether the race's timing is still the same, but for corrections on which what was derived does not depend. The race must be locked
    /// ([`lock`]): then it is so until the transaction ends.
    pub(crate) fn holds(&self, tx: &Tx<'_>, race_id: &str, depends_on: impl Fn(&Decision) -> bool) -> Result<bool> {
        let State { run, revision, .. } = state(tx, race_id)?;
        if (run, revision) != (self.run, self.revision) {
            return Ok(false);
        }
        let since = corrections_between(tx, race_id, run, self.last_correction, i64::MAX)?;
        Ok(!since.iter().any(|correction| depends_on(&correction.decision)))
    }
}

/// How often something is derived again because the race's timing has changed before it was stored.
pub(crate) const DERIVED_AGAIN: usize = 20;

/// Returns the state of a race, also of one that was never timed.
pub(crate) fn state(tx: &Tx<'_>, race_id: &str) -> Result<State> {
    let row = tx.query_opt("SELECT setup, run, revision FROM timing_races WHERE race_id = $1", params![race_id], |row| {
        Ok((row.get::<String>(0)?, row.get(1)?, row.get(2)?))
    })?;
    Ok(match row {
        Some((setup, run, revision)) => State { setup: serde_json::from_str(&setup)?, run, revision },
        None => State { setup: Setup::default(), run: 1, revision: 0 },
    })
}

/// Returns the current run, and locks the race's timing until this transaction ends. Whoever reads it in order to change it calls
/// this first, so that no other change comes in between.
pub(crate) fn lock(tx: &Tx<'_>, race_id: &str, now: i64) -> Result<i64> {
    tx.query_one(
        "INSERT INTO timing_races (race_id, setup, run, revision, updated_at) VALUES ($1, $2, 1, 0, $3)
         ON CONFLICT (race_id) DO UPDATE SET run = timing_races.run RETURNING run",
        params![race_id, serde_json::to_string(&Setup::default())?, now],
        |row| row.get(0),
    )
}

/// Saves a race's setup and run, and increases its revision.
pub(crate) fn save(tx: &Tx<'_>, race_id: &str, setup: &Setup, run: i64, now: i64) -> Result<()> {
    let contests = i64::try_from(setup.contests.len()).unwrap_or(i64::MAX);
    let first_gun = setup.contests.iter().filter_map(Contest::gun_ms).min();
    tx.execute(
        "INSERT INTO timing_races (race_id, setup, run, revision, updated_at, contests, first_gun) VALUES ($1, $2, $3, 1, $4, $5, $6)
         ON CONFLICT (race_id) DO UPDATE SET setup = excluded.setup, run = excluded.run, revision = timing_races.revision + 1,
           updated_at = excluded.updated_at, contests = excluded.contests, first_gun = excluded.first_gun",
        params![race_id, serde_json::to_string(setup)?, run, now, contests, first_gun],
    )?;
    Ok(())
}

/// Increases a race's revision, because entrants changed.
pub(crate) fn touch(tx: &Tx<'_>, race_id: &str, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO timing_races (race_id, setup, run, revision, updated_at) VALUES ($1, $2, 1, 1, $3)
         ON CONFLICT (race_id) DO UPDATE SET revision = timing_races.revision + 1, updated_at = excluded.updated_at",
        params![race_id, serde_json::to_string(&Setup::default())?, now],
    )?;
    Ok(())
}

/// Returns all entrants.
pub(crate) fn entrants(tx: &Tx<'_>, race_id: &str) -> Result<Vec<Entrant>> {
    let rows = tx.query_all(
        "SELECT entrant FROM timing_entrants WHERE race_id = $1 ORDER BY bib COLLATE \"C\"",
        params![race_id],
        |row| row.get::<String>(0),
    )?;
    Ok(rows.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?)
}

/// Returns the entrant with this bib.
pub(crate) fn entrant(tx: &Tx<'_>, race_id: &str, bib: &str) -> Result<Option<Entrant>> {
    let sql = "SELECT entrant FROM timing_entrants WHERE race_id = $1 AND bib = $2";
    let text = tx.query_opt(sql, params![race_id, bib], |row| row.get::<String>(0))?;
    Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// How many entrants are given their key in one transaction.
const FILLED_AT_ONCE: i64 = 2_000;

/// Writes by whom entrants are found that were stored before their lists had this key.
///
/// # Errors
/// When the database cannot be written.
pub(crate) async fn fill_people(db: &Db) -> Result<()> {
    loop {
        let filled = db.write(|tx| {
            let sql = "SELECT race_id, bib, entrant FROM timing_entrants WHERE person IS NULL LIMIT $1";
            let rows = tx.query_all(sql, params![FILLED_AT_ONCE], |row| {
                Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?))
            })?;
            for (race_id, bib, entrant) in &rows {
                let entrant: Entrant = serde_json::from_str(entrant)?;
                let sql = "UPDATE timing_entrants SET person = $1 WHERE race_id = $2 AND bib = $3";
                tx.execute(sql, params![entrant.person_key(), race_id, bib])?;
            }
            Ok(i64::try_from(rows.len()).unwrap_or(FILLED_AT_ONCE))
        });
        if filled.await? < FILLED_AT_ONCE {
            return Ok(());
        }
    }
}

/// Returns the corrections of a run after the one numbered `after` up to that numbered `last`, in the order of their numbers.
///
/// Numbers are given while the race is locked ([`lock`]), so that no correction becomes visible after one with a higher number.
pub(crate) fn corrections_between(tx: &Tx<'_>, race_id: &str, run: i64, after: i64, last: i64) -> Result<Vec<Correction>> {
    let sql = "SELECT id, decision FROM timing_corrections WHERE race_id = $1 AND run = $2 AND id > $3 AND id <= $4 ORDER BY id";
    tx.query_all(sql, params![race_id, run, after, last], correction_row)
}

fn correction_row(row: &Row<'_>) -> Result<Correction> {
    Ok(Correction { id: row.get(0)?, decision: serde_json::from_str(&row.get::<String>(1)?)? })
}

/// Returns the correction of a run that a sender gave this key.
pub(crate) fn correction_sent(tx: &Tx<'_>, race_id: &str, run: i64, key: &str) -> Result<Option<Correction>> {
    let sql = "SELECT id, decision FROM timing_corrections WHERE race_id = $1 AND run = $2 AND sent_key = $3";
    tx.query_opt(sql, params![race_id, run, key], correction_row)
}

/// Returns the decision of a correction of a run.
pub(crate) fn correction(tx: &Tx<'_>, race_id: &str, run: i64, id: i64) -> Result<Option<Decision>> {
    let sql = "SELECT id, decision FROM timing_corrections WHERE id = $1 AND race_id = $2 AND run = $3";
    Ok(tx.query_opt(sql, params![id, race_id, run], correction_row)?.map(|correction| correction.decision))
}

/// Returns which correction of a run takes back which: the number of the row, and that of its target.
pub(crate) fn taken_back(tx: &Tx<'_>, race_id: &str, run: i64) -> Result<Vec<(i64, i64)>> {
    let sql =
        "SELECT id, takes_back FROM timing_corrections WHERE race_id = $1 AND run = $2 AND takes_back IS NOT NULL ORDER BY id";
    tx.query_all(sql, params![race_id, run], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Adds a correction to a run and returns its number. The race must be locked ([`lock`]).
#[expect(clippy::too_many_arguments, reason = "one for each column")]
pub(crate) fn add_correction(
    tx: &Tx<'_>,
    race_id: &str,
    run: i64,
    decision: &Decision,
    reason: &str,
    actor: &Actor,
    key: Option<&str>,
    now: i64,
) -> Result<i64> {
    tx.query_one(
        "INSERT INTO timing_corrections (race_id, run, decision, takes_back, reason, made_at, made_by, sent_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        params![race_id, run, serde_json::to_string(decision)?, decision.takes_back(), reason, now, actor.id.to_string(), key],
        |row| row.get(0),
    )
}

/// Returns the read of a run that has this identity.
pub(crate) fn read_of(tx: &Tx<'_>, race_id: &str, run: i64, identity: &str) -> Result<Option<Read>> {
    tx.query_opt(
        "SELECT id, source, device, seq, mat, bib, chip, time_ms, invalid, timer, event, kind
         FROM reads WHERE race_id = $1 AND run = $2 AND identity = $3",
        params![race_id, run, identity],
        read,
    )
}

/// Returns the reads of a run after the one numbered `after` up to that numbered `to`, in the order of their numbers, and the number of
/// the last of them.
///
/// Numbers are given while the race is locked ([`lock`]), so that no read becomes visible after one with a higher number.
pub(crate) fn reads_between(tx: &Tx<'_>, race_id: &str, run: i64, after: i64, to: i64) -> Result<(Vec<Read>, i64)> {
    let mut last = after;
    let reads = tx.query_all(
        "SELECT id, source, device, seq, mat, bib, chip, time_ms, invalid, timer, event, kind
         FROM reads WHERE race_id = $1 AND run = $2 AND id > $3 AND id <= $4 ORDER BY id",
        params![race_id, run, after, to],
        |row| {
            last = row.get(0)?;
            read(row)
        },
    )?;
    Ok((reads, last))
}

fn read(row: &Row<'_>) -> Result<Read> {
    Ok(Read {
        source: row.get(1)?,
        device: row.get(2)?,
        seq: row.get(3)?,
        mat: row.get(4)?,
        bib: row.get(5)?,
        chip: row.get(6)?,
        time: row.get(7)?,
        invalid: row.get(8)?,
        timer: row.get(9)?,
        event: row.get(10)?,
        kind: row.get(11)?,
    })
}

/// Adds reads to a run; returns how many the run had not.
fn add_reads(tx: &Tx<'_>, race_id: &str, run: i64, reads: &[Read], now: i64, key_id: &str) -> Result<usize> {
    let mut added = tx.rows(
        "INSERT INTO reads (race_id, run, identity, source, device, seq, mat, bib, chip, time_ms, invalid, timer, event, kind,
           received_at, key_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (race_id, run, identity) DO NOTHING",
    )?;
    for read in reads {
        added.add(params![
            race_id,
            run,
            read.identity(),
            read.source,
            read.device,
            read.seq,
            read.mat,
            read.bib,
            read.chip,
            read.time,
            read.invalid,
            read.timer,
            read.event,
            read.kind,
            now,
            key_id
        ])?;
    }
    added.finish()
}

/// Adds a mark to a run; returns `false` when the run has it already.
pub(crate) fn add_mark(tx: &Tx<'_>, race_id: &str, run: i64, mark: &Mark, now: i64, key_id: &str) -> Result<bool> {
    let added = tx.execute(
        "INSERT INTO timing_marks (race_id, run, identity, source, mat, kind, seq, time_ms, was_ms, next_read, detail, received_at, key_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (race_id, run, identity) DO NOTHING",
        params![
            race_id,
            run,
            mark.identity(),
            mark.source,
            mark.mat,
            mark.kind.word(),
            mark.seq,
            mark.time,
            mark.was,
            mark.next_read,
            mark.detail,
            now,
            key_id
        ],
    )?;
    Ok(added == 1)
}

/// What a batch added to a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Added {
    /// The number of new reads.
    pub reads: usize,
    /// The number of new marks.
    pub marks: usize,
}

/// Adds reads and marks to the race's current run.
pub(crate) fn add(tx: &Tx<'_>, race_id: &str, reads: &[Read], marks: &[Mark], now: i64, key_id: &str) -> Result<Added> {
    let run = lock(tx, race_id, now)?;
    let mut added = Added { reads: add_reads(tx, race_id, run, reads, now, key_id)?, marks: 0 };
    for mark in marks {
        added.marks += usize::from(add_mark(tx, race_id, run, mark, now, key_id)?);
    }
    Ok(added)
}

/// Returns the first gun of a race in epoch milliseconds, if one was fired.
pub(crate) fn first_gun(tx: &Tx<'_>, race_id: &str) -> Result<Option<i64>> {
    let sql = "SELECT first_gun FROM timing_races WHERE race_id = $1";
    Ok(tx.query_opt(sql, params![race_id], |row| row.get::<Option<i64>>(0))?.flatten())
}
