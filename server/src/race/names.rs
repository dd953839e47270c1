//! Finding a race by name: by its present name, or by one under which visitors knew it before.

use core_wasm::race::{Race, name};

use super::store::{self, Stored};
use crate::account::Viewer;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::timed::{self, TimedRace};

/// The result of looking a name up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub id: String,
    /// Whether only administrators may see it.
    pub hidden: bool,
    /// Whether the name is the race's present one, and not a former one.
    pub is_current: bool,
}

/// Returns the race with this name, in any case of its letters: the race that has the name now, else the one that visitors last
/// knew by it. Hidden races are found for administrators only: a name that a hidden race has taken still finds the race that had it
/// before, for everybody else.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn look_up(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<Found>> {
    let own = "SELECT id, hidden FROM races WHERE name_key = $1 AND deleted_at IS NULL";
    let former = "SELECT r.id, r.hidden FROM former_names f JOIN races r ON r.id = f.race_id WHERE f.name_key = $1 AND r.deleted_at IS NULL";
    let columns = |row: &Row<'_>| Ok((row.get::<String>(0)?, row.get::<bool>(1)?));
    let found = first(tx, named, viewer, [own, former], columns, |(_, hidden)| *hidden)?;
    Ok(found.map(|((id, hidden), is_current)| Found { id, hidden, is_current }))
}

/// Like [`look_up`], but returns only the id.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn id_of(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<String>> {
    Ok(look_up(tx, named, viewer)?.map(|found| found.id))
}

/// Whether this viewer may see the race with this id: nobody a deleted one, administrators alone a hidden one.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn may_see(tx: &Tx<'_>, id: &str, viewer: &Viewer) -> Result<bool> {
    let hidden =
        tx.query_opt("SELECT hidden FROM races WHERE id = $1 AND deleted_at IS NULL", params![id], |row| row.get::<bool>(0))?;
    match hidden {
        None => Ok(false),
        Some(false) => Ok(true),
        Some(true) => viewer.is_admin(tx),
    }
}

/// Like [`look_up`], but returns the race, without its pictures.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn bare(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<Stored>> {
    let own = "SELECT id, record, created_at, updated_at, hidden FROM races WHERE name_key = $1 AND deleted_at IS NULL";
    let former =
        "SELECT r.id, r.record, r.created_at, r.updated_at, r.hidden FROM former_names f JOIN races r ON r.id = f.race_id
                  WHERE f.name_key = $1 AND r.deleted_at IS NULL";
    let columns = |row: &Row<'_>| Ok((store::columns(row)?, row.get::<bool>(4)?));
    let found = first(tx, named, viewer, [own, former], columns, |(_, hidden)| *hidden)?;
    found.map(|((columns, _), _)| store::stored(columns)).transpose()
}

/// Like [`bare`], with the pictures by address.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn find(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<Stored>> {
    bare(tx, named, viewer)?.map(|bare| store::whole(tx, bare)).transpose()
}

/// Like [`bare`], with the fields that timing needs.
///
/// # Errors
/// 404 when this viewer may see no such race.
pub(crate) fn timed(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<TimedRace> {
    let Stored { id, race, .. } = bare(tx, named, viewer)?.ok_or_else(timed::no_race)?;
    Ok(TimedRace::new(id, &race))
}

/// Returns what the first statement that finds a visible race for this viewer finds, and whether that was the first of the two.
fn first<T>(
    tx: &Tx<'_>,
    named: &str,
    viewer: &Viewer,
    statements: [&str; 2],
    columns: impl Fn(&Row<'_>) -> Result<T>,
    hidden: impl Fn(&T) -> bool,
) -> Result<Option<(T, bool)>> {
    let key = name::key(&name::from_segment(named));
    for (sql, own) in statements.into_iter().zip([true, false]) {
        if let Some(found) = tx.query_opt(sql, params![key], &columns)?
            && (!hidden(&found) || viewer.is_admin(tx)?)
        {
            return Ok(Some((found, own)));
        }
    }
    Ok(None)
}

/// Whether `asked` is not the present name of this race.
pub(crate) fn is_former_name(asked: &str, race: &Race) -> bool {
    name::key(&name::from_segment(asked)) != name::key(&race.name)
}

/// Records the name that visitors knew a race by, once it is renamed or hidden; and deletes the former name of another race that
/// equals the name which this race shows from now on.
///
/// # Errors
/// When the rows cannot be written.
pub(super) fn update_former_names(tx: &Tx<'_>, id: &str, before: Option<&Race>, race: &Race, now: i64) -> Result<()> {
    let key = name::key(&race.name);
    let was = before.map(|before| name::key(&before.name));
    if let Some(was) = was.filter(|was| before.is_some_and(|before| !before.is_hidden.0) && (race.is_hidden.0 || *was != key)) {
        // A race that is restored under another name may find its old name in use by another race.
        tx.execute(
            "INSERT INTO former_names (name_key, race_id, since)
             SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM races WHERE name_key = $1 AND hidden = 0)
             ON CONFLICT (name_key) DO UPDATE SET race_id = excluded.race_id, since = excluded.since",
            params![was, id, now],
        )?;
    }
    if !race.is_hidden.0 {
        tx.execute("DELETE FROM former_names WHERE name_key = $1", params![key])?;
    }
    Ok(())
}
