//! The history of a page's parts: the earlier states, stored with every change.

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::editor::edit::{self as rules, Change, Part};
use core_wasm::race::Race;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::Desk;
use super::race_ref::{ById, RaceRef};
use super::rfc3339;
use crate::account::Admin;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract::{Path, Query};
use crate::ids::new_id;
use crate::race::hashes;
use crate::race::store::Stored;

/// `?part=…&id=…`
#[derive(Deserialize)]
pub(super) struct OfPart {
    part: Part,
    /// As in [`RaceRef`].
    id: Option<String>,
}

/// The states of a part, the newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct History {
    entries: Vec<Entry>,
}

/// The state of a part after a change.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryEntry)]
struct Entry {
    id: String,
    /// RFC 3339.
    at: String,
    by: String,
    /// The fields that the change changed.
    changes: Vec<Change>,
    /// Whether this is the state before the part's first change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(value_type = Option<bool>)]
    original: bool,
}

/// A stored state.
struct StoredState {
    id: String,
    at: i64,
    by: String,
    values: Map<String, Value>,
}

/// The changes of one part of a page: when, by whom, what changed.
#[utoipa::path(get, path = "/sectionHistory/{RaceName}", tag = "editor",
    params(("RaceName" = String, Path), ("part" = Part, Query),
        ById),
    responses((status = 200, body = History),
        (status = 401), (status = 403), (status = 404, description = "RACE_NOT_FOUND")))]
pub(super) async fn section_history(
    State(desk): State<Desk>,
    _admin: Admin,
    Path(name): Path<String>,
    Query(OfPart { part, id }): Query<OfPart>,
) -> Result<Answer<History>> {
    let race = RaceRef { name, id };
    let kept = desk.db.read(move |tx| list(tx, &race.id(tx)?, part)).await?;
    let mut entries: Vec<Entry> = Vec::with_capacity(kept.len());
    let mut before: Option<Map<String, Value>> = None;
    for StoredState { id, at, by, values } in kept {
        let race = race_of_part(part, &values)?;
        let mut old = race.clone();
        // A field that did not exist yet when the earlier state was stored does not count as changed.
        rules::restore(part, before.as_ref().unwrap_or(&values), &mut old)?;
        let changes = rules::changes(part, &old, &race);
        entries.push(Entry { id, at: rfc3339(at), by, changes, original: before.is_none() });
        before = Some(values);
    }
    entries.reverse();
    Ok(Answer(History { entries }))
}

/// Stores the new state of every part that a change touches; before a part's first change, also the old state.
///
/// # Errors
/// When the rows cannot be written.
pub(super) fn remember(tx: &Tx<'_>, now: i64, by: &str, before: &Stored, after: &Race) -> Result<()> {
    for part in rules::changed_parts(&before.race, after) {
        let last = "SELECT max(number) FROM race_history WHERE race_id = $1 AND part = $2";
        let last: Option<i64> = tx.query_one(last, params![before.id, part.id()], |row| row.get(0))?;
        let next = match last {
            Some(last) => last + 1,
            None => {
                let made = "SELECT created_at FROM races WHERE id = $1";
                let made: i64 = tx.query_one(made, params![before.id], |row| row.get(0))?;
                keep(tx, &before.id, part, 0, made, "", &before.race)?;
                1
            }
        };
        keep(tx, &before.id, part, next, now, by, after)?;
    }
    Ok(())
}

/// Returns who changed a part last, and when; if nobody did, an empty name and the time of the race's last change.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn last(tx: &Tx<'_>, race_id: &str, part: Part) -> Result<(String, i64)> {
    let last = "SELECT by_name, at FROM race_history WHERE race_id = $1 AND part = $2 ORDER BY number DESC LIMIT 1";
    match tx.query_opt(last, params![race_id, part.id()], |row| Ok((row.get(0)?, row.get(1)?)))? {
        Some(last) => Ok(last),
        None => {
            tx.query_one("SELECT updated_at FROM races WHERE id = $1", params![race_id], |row| Ok((String::new(), row.get(0)?)))
        }
    }
}

fn keep(tx: &Tx<'_>, race_id: &str, part: Part, number: i64, at: i64, by: &str, race: &Race) -> Result<()> {
    let (id, values) = (new_id(), rules::values(part, race));
    tx.execute(
        "INSERT INTO race_history (id, race_id, part, number, at, by_name, part_values) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, race_id, part.id(), number, at, by, serde_json::to_string(&values)?],
    )?;
    for hash in hashes(race_of_part(part, &values)?) {
        tx.execute(
            "INSERT INTO race_history_images (history_id, hash) VALUES ($1, $2) ON CONFLICT (history_id, hash) DO NOTHING",
            params![id, hash],
        )?;
    }
    Ok(())
}

/// The states of a part, the oldest first.
fn list(tx: &Tx<'_>, race_id: &str, part: Part) -> Result<Vec<StoredState>> {
    let rows = tx.query_all(
        "SELECT id, at, by_name, part_values FROM race_history WHERE race_id = $1 AND part = $2 ORDER BY number",
        params![race_id, part.id()],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<String>(3)?)),
    )?;
    rows.into_iter().map(|(id, at, by, values)| Ok(StoredState { id, at, by, values: serde_json::from_str(&values)? })).collect()
}

/// Returns the state of a part by its id.
///
/// # Errors
/// 404 when there is no such race; when the database cannot be read.
pub(super) fn find(tx: &Tx<'_>, race: &RaceRef, part: Part, id: &str) -> Result<Option<Map<String, Value>>> {
    let values = "SELECT part_values FROM race_history WHERE id = $1 AND race_id = $2 AND part = $3";
    let values = tx.query_opt(values, params![id, race.id(tx)?, part.id()], |row| row.get::<String>(0))?;
    Ok(values.map(|values| serde_json::from_str(&values)).transpose()?)
}

/// A race with the fields of one part only.
fn race_of_part(part: Part, values: &Map<String, Value>) -> Result<Race> {
    let mut race = Race::default();
    rules::restore(part, values, &mut race)?;
    Ok(race)
}
