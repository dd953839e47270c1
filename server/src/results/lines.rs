//! The lines of versions: the statements that read them.

use core_wasm::privacy::Shown;
use core_wasm::results::leaderboard::StoredLine;
use core_wasm::results::published::ResultRow;
use core_wasm::timing::status::{Override, Status};

use crate::db::{Row, Tx, params};
use crate::error::Result;

/// Which lines of a version are listed. Each list has positions of its own, so that a page of it is a range of an index.
#[derive(Debug, Clone, Copy)]
pub(super) enum Listed<'a> {
    All,
    Gender(&'a str),
    Group(&'a str),
    Both(&'a str, &'a str),
}

/// The lines of a version from a position of a list on, at most so many.
pub(super) fn page(tx: &Tx<'_>, version: i64, listed: Listed<'_>, from: i64, count: i64) -> Result<Vec<StoredLine>> {
    let to = from.saturating_add(count);
    match listed {
        Listed::All => tx.query_all(
            "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
               decimals, overall_rank, gender_rank, group_rank,
               coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0)
             FROM results WHERE version_id = $1 AND position >= $2 AND position < $3 ORDER BY position",
            params![version, from, to],
            line,
        ),
        Listed::Gender(gender) => tx.query_all(
            "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
               decimals, overall_rank, gender_rank, group_rank,
               coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0)
             FROM results WHERE version_id = $1 AND gender = $2 AND gender_position >= $3 AND gender_position < $4
             ORDER BY gender_position",
            params![version, gender, from, to],
            line,
        ),
        Listed::Group(group) => tx.query_all(
            "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
               decimals, overall_rank, gender_rank, group_rank,
               coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0)
             FROM results WHERE version_id = $1 AND age_group = $2 AND group_position >= $3 AND group_position < $4
             ORDER BY group_position",
            params![version, group, from, to],
            line,
        ),
        Listed::Both(gender, group) => tx.query_all(
            "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
               decimals, overall_rank, gender_rank, group_rank,
               coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0)
             FROM results WHERE version_id = $1 AND gender = $2 AND age_group = $3
               AND gender_group_position >= $4 AND gender_group_position < $5
             ORDER BY gender_group_position",
            params![version, gender, group, from, to],
            line,
        ),
    }
}

/// The line of a version at a position.
pub(super) fn at(tx: &Tx<'_>, version: i64, position: i64) -> Result<Option<StoredLine>> {
    tx.query_opt(
        "SELECT public_id, bib, first_name, last_name, gender, age_group, wave, team, status, gun_ms, chip_ms, official_ms,
           decimals, overall_rank, gender_rank, group_rank,
           coalesce((SELECT max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p WHERE p.public_id = results.public_id), 0)
         FROM results WHERE version_id = $1 AND position = $2",
        params![version, position],
        line,
    )
}

/// Reads a line from the columns of [`page`].
pub(super) fn line(row: &Row<'_>) -> Result<StoredLine> {
    let decimals: i64 = row.get(12)?;
    Ok(StoredLine {
        public_id: row.get(0)?,
        bib: row.get(1)?,
        first_name: row.get(2)?,
        last_name: row.get(3)?,
        gender: row.get(4)?,
        age_group: row.get(5)?,
        wave: row.get(6)?,
        team: row.get(7)?,
        status: status(&row.get::<String>(8)?),
        gun: row.get(9)?,
        chip: row.get(10)?,
        official: row.get(11)?,
        decimals: usize::try_from(decimals).unwrap_or_default(),
        ranks: [rank(row, 13)?, rank(row, 14)?, rank(row, 15)?],
        shown: Shown::from_number(row.get(16)?),
    })
}

/// All rows of a version as they were published, in the order of the list.
pub(super) fn rows(tx: &Tx<'_>, version: i64) -> Result<Vec<ResultRow>> {
    let points: i64 =
        tx.query_one("SELECT count(*) FROM result_points WHERE version_id = $1", params![version], |row| row.get(0))?;
    let points = usize::try_from(points).unwrap_or_default();
    let mut rows = tx.query_all(
        "SELECT bib, first_name, last_name, gender, dob, age_group, wave, team, status, start_ms, gun_ms, chip_ms, official_ms,
           decimals, overall_rank, gender_rank, group_rank, flags
         FROM results WHERE version_id = $1 ORDER BY position",
        params![version],
        |row| {
            let (decimals, flags): (i64, i64) = (row.get(13)?, row.get(17)?);
            Ok(ResultRow {
                bib: row.get(0)?,
                first_name: row.get(1)?,
                last_name: row.get(2)?,
                gender: row.get(3)?,
                dob: row.get(4)?,
                age_group: row.get(5)?,
                wave: row.get(6)?,
                team: row.get(7)?,
                status: status(&row.get::<String>(8)?),
                start: row.get(9)?,
                gun: row.get(10)?,
                chip: row.get(11)?,
                official: row.get(12)?,
                decimals: usize::try_from(decimals).unwrap_or_default(),
                splits: vec![None; points],
                overall_rank: rank(row, 14)?,
                gender_rank: rank(row, 15)?,
                group_rank: rank(row, 16)?,
                flags: u16::try_from(flags).unwrap_or_default(),
            })
        },
    )?;
    let by_bib: std::collections::HashMap<String, usize> =
        rows.iter().enumerate().map(|(at, row)| (row.bib.clone(), at)).collect();
    tx.for_each("SELECT bib, point, time_ms FROM result_splits WHERE version_id = $1", params![version], |row| {
        let (bib, point, time): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let split = by_bib.get(&bib).and_then(|at| rows.get_mut(*at)?.splits.get_mut(usize::try_from(point).ok()?));
        if let Some(split) = split {
            *split = Some(time);
        }
        Ok(())
    })?;
    Ok(rows)
}

/// Whether a stored status is a finish.
pub(super) fn has_finished(word: &str) -> bool {
    status(word) == Status::Finished
}

/// Results are finishes, and runners with a status that a person set.
fn status(word: &str) -> Status {
    Override::parse(word).map_or(Status::Finished, Override::status)
}

fn rank(row: &Row<'_>, column: usize) -> Result<i32> {
    Ok(i32::try_from(row.get::<i64>(column)?).unwrap_or(-1))
}
