//! The stored versions of live fields: a server that starts continues them, and two servers on one database tell the same ones.
//!
//! The newest version of a race is one row; another version replaces it only while it is still the newest (compare and set), in one short
//! transaction with the frame that leads to it. Whoever is late reads what the other one has told, and tells only what that lacks.
//! Nothing is written for a race of which nothing changes.
//!
//! Not here: what a version is, and how a field continues one (core: `timing::engine`, `told`).

use core_wasm::timing::engine::StoredVersions;

use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};

/// What of a race's tables a version contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Contained {
    pub(super) run: i64,
    pub(super) last_read: i64,
    pub(super) last_correction: i64,
}

/// An epoch, and the number of its newest version.
pub(super) type Newest = (String, u64);

/// Which of the stored versions are read.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    /// All that is needed to continue them in a new field.
    All,
    /// What follows this version, of which so many runners are known; all when that is not known.
    After(Newest, usize),
    /// Only which one is the newest.
    Newest,
}

/// What is stored of a race.
#[derive(Debug, Default)]
pub(super) enum Stored {
    /// What was wanted, if anything, is the newest version or is not known better.
    #[default]
    Nothing,
    /// Versions after the wanted one, without a gap.
    Later(StoredVersions),
    /// All.
    All(Box<StoredVersions>, Contained),
}

/// Reads the stored versions of a race, and which one is the newest.
pub(super) fn stored(tx: &Tx<'_>, race_id: &str, wanted: &Wanted) -> Result<(Option<Newest>, Stored)> {
    let sql = "SELECT epoch, number, updated_at, first_number, digest, head, run, last_read, last_correction
               FROM live_versions WHERE race_id = $1";
    let Some((versions, contained)) = tx.query_opt(sql, params![race_id], columns)? else { return Ok((None, Stored::Nothing)) };
    let newest = Some((versions.epoch.clone(), versions.number));
    let stored = match wanted {
        Wanted::Newest => Stored::Nothing,
        Wanted::After(known, _) if Some(known) == newest.as_ref() => Stored::Nothing,
        Wanted::After((epoch, number), numbered) if *epoch == versions.epoch && *number < versions.number => {
            let frames = frames(tx, race_id, *number)?;
            match frames.first() {
                Some((first, _)) if *first == number + 1 => {
                    let bibs = bibs(tx, race_id, *numbered)?;
                    Stored::Later(StoredVersions { frames, numbered: *numbered, bibs, ..versions })
                }
                _ => all(tx, race_id, versions, contained)?,
            }
        }
        Wanted::All | Wanted::After(..) => all(tx, race_id, versions, contained)?,
    };
    Ok((newest, stored))
}

fn all(tx: &Tx<'_>, race_id: &str, versions: StoredVersions, contained: Contained) -> Result<Stored> {
    let (frames, bibs) = (frames(tx, race_id, versions.first)?, bibs(tx, race_id, 0)?);
    Ok(Stored::All(Box::new(StoredVersions { frames, bibs, ..versions }), contained))
}

fn columns(row: &Row<'_>) -> Result<(StoredVersions, Contained)> {
    let digest = row.get::<Vec<u8>>(4)?;
    let versions = StoredVersions {
        epoch: row.get(0)?,
        number: unsigned(row.get(1)?),
        updated_at: row.get(2)?,
        first: unsigned(row.get(3)?),
        digest: u128::from_be_bytes(digest.try_into().unwrap_or_default()),
        head: row.get(5)?,
        ..StoredVersions::default()
    };
    Ok((versions, Contained { run: row.get(6)?, last_read: row.get(7)?, last_correction: row.get(8)? }))
}

fn frames(tx: &Tx<'_>, race_id: &str, after: u64) -> Result<Vec<(u64, Vec<u8>)>> {
    let sql = "SELECT number, frame FROM live_frames WHERE race_id = $1 AND number > $2 ORDER BY number";
    tx.query_all(sql, params![race_id, signed(after)], |row| Ok((unsigned(row.get(0)?), row.get(1)?)))
}

/// The bibs of the runners whose numbers are not below this one. Rows are added as runners are numbered, so one of them begins with it.
fn bibs(tx: &Tx<'_>, race_id: &str, from: usize) -> Result<Vec<String>> {
    let sql = "SELECT bibs FROM live_numbers WHERE race_id = $1 AND number >= $2 ORDER BY number";
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let lists = tx.query_all(sql, params![race_id, from], |row| row.get::<String>(0))?;
    let lists: Vec<Vec<String>> = lists.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?;
    Ok(lists.concat())
}

/// Stores a version after the one that is the newest: what it adds, when it is of the same epoch, else all versions of its epoch. Returns
/// `false` when another one is the newest by now: then nothing is stored.
pub(super) fn store(
    tx: &Tx<'_>,
    race_id: &str,
    newest: Option<&Newest>,
    versions: &StoredVersions,
    contained: Contained,
) -> Result<bool> {
    let StoredVersions { epoch, number, updated_at, first, digest, head, frames, numbered, bibs } = versions;
    let (number, first, digest) = (signed(*number), signed(*first), digest.to_be_bytes());
    let Contained { run, last_read, last_correction } = contained;
    let is_next = newest.is_some_and(|(newest, _)| newest == epoch);
    if let Some((newest, last)) = newest {
        let changed = if is_next {
            tx.execute(
                "UPDATE live_versions SET number = $1, updated_at = $2, first_number = $3, digest = $4, head = $5, run = $6,
                   last_read = $7, last_correction = $8 WHERE race_id = $9 AND epoch = $10 AND number = $11",
                params![number, updated_at, first, digest, head, run, last_read, last_correction, race_id, newest, signed(*last)],
            )?
        } else {
            // Its frames and numbers are deleted with it.
            tx.execute(
                "DELETE FROM live_versions WHERE race_id = $1 AND epoch = $2 AND number = $3",
                params![race_id, newest, signed(*last)],
            )?
        };
        if changed == 0 {
            return Ok(false);
        }
    }
    if !is_next {
        let added = tx.execute(
            "INSERT INTO live_versions (race_id, epoch, number, updated_at, first_number, digest, head, run, last_read, last_correction)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (race_id) DO NOTHING",
            params![race_id, epoch, number, updated_at, first, digest, head, run, last_read, last_correction],
        )?;
        if added == 0 {
            // What was deleted above is undone, too, when the job is run again.
            return if newest.is_some() { Err(Error::Raced) } else { Ok(false) };
        }
    }
    tx.execute("DELETE FROM live_frames WHERE race_id = $1 AND number <= $2", params![race_id, first])?;
    for (number, frame) in frames {
        let sql = "INSERT INTO live_frames (race_id, number, frame) VALUES ($1, $2, $3)";
        tx.execute(sql, params![race_id, signed(*number), frame])?;
    }
    if !bibs.is_empty() {
        let sql = "INSERT INTO live_numbers (race_id, number, bibs) VALUES ($1, $2, $3)";
        let numbered = i64::try_from(*numbered).unwrap_or(i64::MAX);
        tx.execute(sql, params![race_id, numbered, serde_json::to_string(bibs)?])?;
    }
    Ok(true)
}

/// Forgets the versions of all races: the database is another one now, whose next versions have nothing to do with those that pages have.
pub(crate) fn forget_all(tx: &Tx<'_>) -> Result<()> {
    tx.execute("DELETE FROM live_versions", params![])?;
    Ok(())
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
