//! The rows of races.

use axum::http::StatusCode;
use core_wasm::audit::About;
use core_wasm::editor::create::DUPLICATE_NAME;
use core_wasm::race::{Race, name};

use super::{Pictures, names, pictures};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::new_id;

/// A race as stored, and its id, which never changes and is told to administrators alone.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Opaque.
    pub id: String,
    /// The record; without pictures unless they were asked for.
    pub race: Race,
}

impl Stored {
    /// What the audit record says of which race it is.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.id, name: &self.race.name }
    }
}

/// Saves a new race, whose kept pictures it names by address, and answers its id. Its memories get ids of their own.
///
/// # Errors
/// 409 when the name is another race's, whatever its case.
pub fn add(tx: &Tx<'_>, race: &Race, now: i64) -> Result<String> {
    let id = new_id();
    let mut bare = race.clone();
    let mut detached = pictures::detach(&mut bare);
    detached.iter_mut().for_each(pictures::Detached::renew);
    let added = tx.execute(
        "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at, hidden)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![id, bare.name, name::key(&bare.name), bare.date, serde_json::to_string(&bare)?, now, now, bare.is_hidden.0],
    );
    taken_means_duplicate(added)?;
    names::follow(tx, &id, None, &bare, now)?;
    pictures::put(tx, &id, detached)?;
    Ok(id)
}

/// Makes this the record of a race, its kept pictures named by address.
///
/// # Errors
/// 409 when the name is another race's, whatever its case.
pub fn save(tx: &Tx<'_>, id: &str, race: &Race, now: i64) -> Result<()> {
    let mut bare = race.clone();
    let detached = pictures::detach(&mut bare);
    let known = names::known(tx, id)?;
    let saved = tx.execute(
        "UPDATE races SET name = $1, name_key = $2, date = $3, record = $4, updated_at = $5, hidden = $6 WHERE id = $7",
        params![bare.name, name::key(&bare.name), bare.date, serde_json::to_string(&bare)?, now, bare.is_hidden.0, id],
    );
    taken_means_duplicate(saved)?;
    names::follow(tx, id, known, &bare, now)?;
    pictures::put(tx, id, detached)
}

fn taken_means_duplicate(written: Result<usize>) -> Result<()> {
    match written {
        Err(Error::Taken) => Err(Error::refused(StatusCode::CONFLICT, "DUPLICATE_NAME", DUPLICATE_NAME)),
        other => other.map(|_| ()),
    }
}

/// The race that is called so now, hidden or not, whatever the case, without its pictures. Who it is shown to is for
/// [`names`] to say.
///
/// # Errors
/// When the database cannot be read.
pub fn find(tx: &Tx<'_>, name: &str) -> Result<Option<Stored>> {
    let key = name::key(&name::from_segment(name));
    let row = tx.query_opt("SELECT id, record FROM races WHERE name_key = $1 AND deleted_at IS NULL", params![key], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    row.map(|(id, record)| Ok(Stored { id, race: serde_json::from_str(&record)? })).transpose()
}

/// Whether a race was once called so, as the history of its page's header has it.
///
/// # Errors
/// When the database cannot be read.
pub fn was_named(tx: &Tx<'_>, id: &str, named: &str) -> Result<bool> {
    let key = name::key(&name::from_segment(named));
    let headers = "SELECT part_values FROM race_history WHERE race_id = $1 AND part = 'header'";
    let headers = tx.query_all(headers, params![id], |row| row.get::<_, String>(0))?;
    let races = headers.iter().map(|header| serde_json::from_str::<Race>(header)).collect::<Result<Vec<_>, _>>()?;
    Ok(races.iter().any(|race| name::key(&race.name) == key))
}

/// The race of this name with its pictures.
///
/// # Errors
/// When the database cannot be read.
pub fn find_whole(tx: &Tx<'_>, name: &str, pictures: Pictures) -> Result<Option<Stored>> {
    let Some(mut stored) = find(tx, name)? else { return Ok(None) };
    pictures::attach(tx, &stored.id, &mut stored.race, pictures)?;
    Ok(Some(stored))
}

/// The same race with its pictures as they are to travel.
///
/// # Errors
/// When the database cannot be read.
pub fn with_pictures(tx: &Tx<'_>, id: &str, mut race: Race, pictures: Pictures) -> Result<Race> {
    pictures::detach(&mut race);
    pictures::attach(tx, id, &mut race, pictures)?;
    Ok(race)
}

/// The race of this id without its pictures, unless it is deleted.
///
/// # Errors
/// When the database cannot be read.
pub fn bare(tx: &Tx<'_>, id: &str) -> Result<Option<Stored>> {
    let sql = "SELECT record FROM races WHERE id = $1 AND deleted_at IS NULL";
    let record = tx.query_opt(sql, params![id], |row| row.get::<_, String>(0))?;
    record.map(|record| Ok(Stored { id: id.to_owned(), race: serde_json::from_str(&record)? })).transpose()
}

/// How many characters the record of the race of this id has.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn length(tx: &Tx<'_>, id: &str) -> Result<usize> {
    let length = tx.query_opt("SELECT length(record) FROM races WHERE id = $1", params![id], |row| row.get::<_, u32>(0))?;
    Ok(length.unwrap_or_default() as usize)
}

/// The race of this id with its pictures by address, unless it is deleted.
///
/// # Errors
/// When the database cannot be read.
pub fn find_id(tx: &Tx<'_>, id: &str) -> Result<Option<Stored>> {
    let Some(Stored { id, race }) = bare(tx, id)? else { return Ok(None) };
    let race = with_pictures(tx, &id, race, Pictures::Url)?;
    Ok(Some(Stored { id, race }))
}

/// The race of this id with its pictures by address, when it was deleted after `since`.
///
/// # Errors
/// When the database cannot be read.
pub fn find_deleted(tx: &Tx<'_>, id: &str, since: i64) -> Result<Option<Stored>> {
    let sql = "SELECT record FROM races WHERE id = $1 AND deleted_at > $2";
    let record = tx.query_opt(sql, params![id, since], |row| row.get::<_, String>(0))?;
    let Some(record) = record else { return Ok(None) };
    let race = with_pictures(tx, id, serde_json::from_str(&record)?, Pictures::Url)?;
    Ok(Some(Stored { id: id.to_owned(), race }))
}

/// Every race that visitors may know of, without pictures, in the order they were made.
///
/// # Errors
/// When the database cannot be read.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Stored>> {
    list(tx, false)
}

/// Every race that administrators alone may know of, likewise.
///
/// # Errors
/// When the database cannot be read.
pub fn hidden(tx: &Tx<'_>) -> Result<Vec<Stored>> {
    list(tx, true)
}

fn list(tx: &Tx<'_>, hidden: bool) -> Result<Vec<Stored>> {
    let sql = "SELECT id, record FROM races WHERE deleted_at IS NULL AND hidden = $1 ORDER BY created_at, id";
    let rows = tx.query_all(sql, params![hidden], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    rows.into_iter().map(|(id, record)| Ok(Stored { id, race: serde_json::from_str(&record)? })).collect()
}
