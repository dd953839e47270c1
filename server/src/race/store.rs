//! The rows of races.

use axum::http::StatusCode;
use core_wasm::editor::create::DUPLICATE_NAME;
use core_wasm::race::{Race, name};

use super::{Kind, Pictures, pictures};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::new_id;
use crate::images::{Cleaned, store};

/// A race as stored, and its id, which never changes and never travels.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Opaque.
    pub id: String,
    /// The record; without pictures unless they were asked for.
    pub race: Race,
}

/// Saves a new race and answers its id.
///
/// # Errors
/// 409 when the name is another race's, whatever its case.
pub fn add(tx: &Tx<'_>, race: &Race, now: i64) -> Result<String> {
    let id = new_id();
    let added = tx.execute(
        "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, race.name, name::key(&race.name), race.date, serde_json::to_string(race)?, now, now],
    );
    match added {
        Err(Error::Taken) => Err(Error::refused(StatusCode::CONFLICT, "DUPLICATE_NAME", DUPLICATE_NAME)),
        other => other.map(|_| id),
    }
}

/// Gives a race a picture.
///
/// # Errors
/// When the rows cannot be written.
pub fn add_picture(tx: &Tx<'_>, race_id: &str, kind: Kind, position: u32, picture: &Cleaned, now: i64) -> Result<()> {
    store::keep(tx, picture, now)?;
    tx.execute(
        "INSERT INTO race_images (id, race_id, kind, position, hash) VALUES ($1, $2, $3, $4, $5)",
        params![new_id(), race_id, kind.as_str(), position, picture.hash],
    )?;
    Ok(())
}

/// The race of this name, whatever its case, without its pictures.
///
/// # Errors
/// When the database cannot be read.
pub fn find(tx: &Tx<'_>, name: &str) -> Result<Option<Stored>> {
    let key = name::key(&name::from_segment(name));
    let row = tx.query_opt("SELECT id, record FROM races WHERE name_key = $1", params![key], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    row.map(|(id, record)| Ok(Stored { id, race: serde_json::from_str(&record)? })).transpose()
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

/// Every race, without pictures, in the order they were made.
///
/// # Errors
/// When the database cannot be read.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Stored>> {
    let rows = tx.query_all("SELECT id, record FROM races ORDER BY created_at, id", [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    rows.into_iter().map(|(id, record)| Ok(Stored { id, race: serde_json::from_str(&record)? })).collect()
}

/// Deletes a race with its pictures, its timing setup and its entrants. Its reads stay: they are never deleted.
///
/// # Errors
/// When the rows cannot be deleted.
pub fn delete(tx: &Tx<'_>, race_id: &str) -> Result<()> {
    tx.execute("DELETE FROM races WHERE id = $1", params![race_id])?;
    store::sweep(tx)
}
