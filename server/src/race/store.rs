//! The rows of races.

use axum::http::StatusCode;
use core_wasm::audit::About;
use core_wasm::editor::create::DUPLICATE_NAME;
use core_wasm::race::{Race, listing, name};
use serde_json::Value;

use super::{names, pictures};
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::ids::new_id;

/// A race as stored, and its id, which never changes and is shown to administrators only.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Opaque.
    pub id: String,
    /// The record; with its pictures by address where they were requested.
    pub race: Race,
    /// When it was created, in epoch milliseconds.
    pub created_at: i64,
    /// When it was last changed, in epoch milliseconds.
    pub updated_at: i64,
}

impl Stored {
    /// The race's id and name for the audit record.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.id, name: &self.race.name }
    }
}

/// Saves a new race, whose stored pictures are given by address, and returns its id. Its memories get new ids.
///
/// # Errors
/// 409 when another race has this name, in any case of its letters.
pub fn add(tx: &Tx<'_>, race: &Race, now: i64) -> Result<String> {
    let id = new_id();
    let mut bare = race.clone();
    let mut detached = pictures::detach(&mut bare);
    detached.iter_mut().for_each(pictures::Detached::assign_new_id);
    let added = tx.execute(
        "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at, hidden)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![id, bare.name, name::key(&bare.name), bare.date, serde_json::to_string(&bare)?, now, now, bare.is_hidden.0],
    );
    taken_means_duplicate(added)?;
    summarize(tx, &id, race, now, now)?;
    names::update_former_names(tx, &id, None, &bare, now)?;
    pictures::put(tx, &id, Vec::new(), detached)?;
    Ok(id)
}

/// Locks a race's row until this transaction ends. Whoever reads a race in order to change it calls this first, so that no other
/// change comes in between.
///
/// # Errors
/// When the database cannot be written.
pub fn lock(tx: &Tx<'_>, id: &str) -> Result<()> {
    tx.execute("UPDATE races SET updated_at = updated_at WHERE id = $1", params![id])?;
    Ok(())
}

/// Saves a changed record, whose stored pictures are given by address. Only the rows of pictures that changed are written.
///
/// # Errors
/// 409 when another race has this name, in any case of its letters.
pub fn save(tx: &Tx<'_>, before: &Stored, race: &Race, now: i64) -> Result<()> {
    let (mut bare, mut old) = (race.clone(), before.race.clone());
    let (new_pictures, old_pictures) = (pictures::detach(&mut bare), pictures::detach(&mut old));
    let saved = tx.execute(
        "UPDATE races SET name = $1, name_key = $2, date = $3, record = $4, updated_at = $5, hidden = $6 WHERE id = $7",
        params![bare.name, name::key(&bare.name), bare.date, serde_json::to_string(&bare)?, now, bare.is_hidden.0, before.id],
    );
    taken_means_duplicate(saved)?;
    summarize(tx, &before.id, race, before.created_at, now)?;
    names::update_former_names(tx, &before.id, Some(&before.race), &bare, now)?;
    pictures::put(tx, &before.id, old_pictures, new_pictures)
}

/// Writes the race's row for lists (`race_summaries`).
fn summarize(tx: &Tx<'_>, id: &str, race: &Race, created_at: i64, updated_at: i64) -> Result<()> {
    let mut summary = serde_json::to_value(listing::summary(race))?;
    let blank = serde_json::to_value(Race::default())?;
    if let Value::Object(fields) = &mut summary {
        fields.retain(|name, value| blank.get(name) != Some(value));
    }
    tx.execute(
        "INSERT INTO race_summaries (race_id, hidden, summary, created_at, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (race_id) DO UPDATE SET hidden = excluded.hidden, summary = excluded.summary, updated_at = excluded.updated_at",
        params![id, race.is_hidden.0, summary.to_string(), created_at, updated_at],
    )?;
    Ok(())
}

/// Deletes a race: nobody finds it any more, and its name is free. For some days it can be restored.
///
/// # Errors
/// When the rows cannot be written.
pub fn delete(tx: &Tx<'_>, id: &str, by: &str, now: i64) -> Result<()> {
    // A unique key that is free for no name: the key of a name never contains a slash.
    tx.execute(
        "UPDATE races SET name_key = $1, deleted_at = $2, deleted_by = $3 WHERE id = $4",
        params![format!("/{id}"), now, by, id],
    )?;
    tx.execute("DELETE FROM race_summaries WHERE race_id = $1", params![id])?;
    Ok(())
}

/// Restores a deleted race with this record.
///
/// # Errors
/// As [`save`].
pub fn restore(tx: &Tx<'_>, deleted: &Stored, race: &Race, now: i64) -> Result<()> {
    tx.execute("UPDATE races SET deleted_at = NULL, deleted_by = NULL WHERE id = $1", params![deleted.id])?;
    save(tx, deleted, race, now)
}

fn taken_means_duplicate(written: Result<usize>) -> Result<()> {
    match written {
        Err(Error::Taken) => Err(Error::refused(StatusCode::CONFLICT, "DUPLICATE_NAME", DUPLICATE_NAME)),
        other => other.map(|_| ()),
    }
}

const SELECT: &str = "SELECT id, record, created_at, updated_at FROM races";

/// The columns of [`SELECT`].
type Columns = (String, String, i64, i64);

pub(super) fn columns(row: &Row<'_>) -> Result<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

pub(super) fn stored((id, record, created_at, updated_at): Columns) -> Result<Stored> {
    Ok(Stored { id, race: serde_json::from_str(&record)?, created_at, updated_at })
}

/// Returns the race that has this name now, hidden or not, in any case of its letters, without its pictures. Who may see it is
/// decided in [`names`].
///
/// # Errors
/// When the database cannot be read.
pub fn find(tx: &Tx<'_>, name: &str) -> Result<Option<Stored>> {
    let key = name::key(&name::from_segment(name));
    tx.query_opt(&format!("{SELECT} WHERE name_key = $1 AND deleted_at IS NULL"), params![key], columns)?.map(stored).transpose()
}

/// Whether a race once had this name, according to the history of its page's header.
///
/// # Errors
/// When the database cannot be read.
pub fn had_name(tx: &Tx<'_>, id: &str, named: &str) -> Result<bool> {
    let key = name::key(&name::from_segment(named));
    let headers = "SELECT part_values FROM race_history WHERE race_id = $1 AND part = 'header'";
    let headers = tx.query_all(headers, params![id], |row| row.get::<String>(0))?;
    let races = headers.iter().map(|header| serde_json::from_str::<Race>(header)).collect::<Result<Vec<_>, _>>()?;
    Ok(races.iter().any(|race| name::key(&race.name) == key))
}

/// Adds the pictures by address.
///
/// # Errors
/// When the database cannot be read.
pub fn whole(tx: &Tx<'_>, mut bare: Stored) -> Result<Stored> {
    pictures::attach(tx, &bare.id, &mut bare.race)?;
    Ok(bare)
}

/// Returns the race with this id, without its pictures, unless it is deleted.
///
/// # Errors
/// When the database cannot be read.
pub fn bare(tx: &Tx<'_>, id: &str) -> Result<Option<Stored>> {
    tx.query_opt(&format!("{SELECT} WHERE id = $1 AND deleted_at IS NULL"), params![id], columns)?.map(stored).transpose()
}

/// The number of characters of a race's record.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn length(tx: &Tx<'_>, id: &str) -> Result<usize> {
    let length = tx.query_opt("SELECT length(record) FROM races WHERE id = $1", params![id], |row| row.get::<u32>(0))?;
    Ok(length.unwrap_or_default() as usize)
}

/// Returns the race with this id, with its pictures by address, if it was deleted after `since`.
///
/// # Errors
/// When the database cannot be read.
pub fn find_deleted(tx: &Tx<'_>, id: &str, since: i64) -> Result<Option<Stored>> {
    let found = tx.query_opt(&format!("{SELECT} WHERE id = $1 AND deleted_at > $2"), params![id, since], columns)?;
    found.map(|found| whole(tx, stored(found)?)).transpose()
}

/// The summaries of all races that visitors may see, in the order of their creation; the logo by address.
///
/// # Errors
/// When the database cannot be read.
pub fn listed(tx: &Tx<'_>) -> Result<Vec<Stored>> {
    list(tx, false)
}

/// The summaries of all hidden races, which only administrators may see.
///
/// # Errors
/// When the database cannot be read.
pub fn hidden(tx: &Tx<'_>) -> Result<Vec<Stored>> {
    list(tx, true)
}

fn list(tx: &Tx<'_>, hidden: bool) -> Result<Vec<Stored>> {
    let sql = "SELECT race_id, summary, created_at, updated_at FROM race_summaries WHERE hidden = $1 ORDER BY created_at, race_id COLLATE \"C\"";
    tx.query_all(sql, params![hidden], columns)?.into_iter().map(stored).collect()
}
