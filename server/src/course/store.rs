//! The rows of courses.

use core_wasm::course::{Course, CourseContest};
use core_wasm::timing::Setup;
use core_wasm::timing::rename;

use crate::db::{Tx, params};
use crate::error::Result;
use crate::ids::new_id;

/// How many rows of a contest are kept; the oldest go first.
const KEPT: i64 = 10;

/// A row of a contest.
#[derive(Debug, Clone)]
pub(super) struct Version {
    pub(super) id: String,
    /// `None`: the course was taken out.
    pub(super) course: Option<Course>,
    /// In epoch milliseconds.
    pub(super) at: i64,
}

/// The id of a contest's newest row.
pub(super) fn newest(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<Option<String>> {
    let sql = "SELECT id FROM courses WHERE race_id = $1 AND contest_key = $2 ORDER BY number DESC LIMIT 1";
    tx.query_opt(sql, params![race_id, CourseContest::key(contest)], |row| row.get(0))
}

/// The rows of a contest, the newest first.
pub(super) fn versions(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<Vec<Version>> {
    let sql = "SELECT id, course, at FROM courses WHERE race_id = $1 AND contest_key = $2 ORDER BY number DESC";
    let rows = tx.query_all(sql, params![race_id, CourseContest::key(contest)], |row| {
        Ok((row.get(0)?, row.get::<Option<String>>(1)?, row.get(2)?))
    })?;
    let version = |(id, course, at): (String, Option<String>, i64)| {
        Ok(Version { id, course: course.map(|text| serde_json::from_str(&text)).transpose()?, at })
    };
    rows.into_iter().map(version).collect()
}

/// The course of a contest.
pub(super) fn current(tx: &Tx<'_>, race_id: &str, contest: &str) -> Result<Option<Course>> {
    let sql = "SELECT course FROM courses WHERE race_id = $1 AND contest_key = $2 ORDER BY number DESC LIMIT 1";
    let text = tx.query_opt(sql, params![race_id, CourseContest::key(contest)], |row| row.get::<Option<String>>(0))?.flatten();
    Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Adds a row to a contest, and takes out those that are too many. The race must be locked.
pub(super) fn add(tx: &Tx<'_>, race_id: &str, contest: &str, course: Option<&Course>, now: i64) -> Result<()> {
    let key = CourseContest::key(contest);
    let last = "SELECT number FROM courses WHERE race_id = $1 AND contest_key = $2 ORDER BY number DESC LIMIT 1";
    let number = tx.query_opt(last, params![race_id, key], |row| row.get::<i64>(0))?.unwrap_or_default() + 1;
    let text = course.map(serde_json::to_string).transpose()?;
    tx.execute(
        "INSERT INTO courses (id, race_id, contest_key, number, course, at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![new_id(), race_id, key, number, text, now],
    )?;
    tx.execute(
        "DELETE FROM courses WHERE race_id = $1 AND contest_key = $2 AND number <= $3",
        params![race_id, key, number - KEPT],
    )?;
    Ok(())
}

/// Gives courses to the new names of their contests. The race must be locked.
///
/// # Errors
/// When the rows cannot be written.
pub(crate) fn follow_renames(tx: &Tx<'_>, race_id: &str, old: &Setup, new: &Setup) -> Result<()> {
    for (from, to) in rename::renames(old, new) {
        let (from, to) = (CourseContest::key(&from), CourseContest::key(&to));
        if from == to || newest(tx, race_id, &from)?.is_none() {
            continue;
        }
        tx.execute("DELETE FROM courses WHERE race_id = $1 AND contest_key = $2", params![race_id, to])?;
        tx.execute("UPDATE courses SET contest_key = $1 WHERE race_id = $2 AND contest_key = $3", params![to, race_id, from])?;
    }
    Ok(())
}

/// Copies the courses of a race to its copy for the next date.
///
/// # Errors
/// When the rows cannot be written.
pub(crate) fn copy(tx: &Tx<'_>, from: &str, to: &str, now: i64) -> Result<()> {
    let keys = "SELECT contest_key FROM courses WHERE race_id = $1 GROUP BY contest_key ORDER BY contest_key COLLATE \"C\"";
    for key in tx.query_all(keys, params![from], |row| row.get::<String>(0))? {
        if let Some(course) = current(tx, from, &key)? {
            add(tx, to, &key, Some(&course), now)?;
        }
    }
    Ok(())
}
