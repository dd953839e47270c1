//! The names under which a race is found: the one it has, and those by which visitors knew it before.

use core_wasm::race::{Race, name};

use super::store::{self, Stored};
use super::{Pictures, pictures};
use crate::account::Viewer;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::timed::{self, TimedRace};

/// The id of the race that is meant by a name, whatever its case: the one that is called so, else the one that visitors last
/// knew by it. A hidden race is there for administrators alone, so that a name which one has taken still leads to its former
/// race for everybody else.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn id_of(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<String>> {
    Ok(look_up(tx, named, viewer)?.map(|(id, _)| id))
}

/// The same, and whether that race is hidden.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn look_up(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<Option<(String, bool)>> {
    let key = name::key(&name::from_segment(named));
    let own = "SELECT id, hidden FROM races WHERE name_key = $1 AND deleted_at IS NULL";
    let former = "SELECT r.id, r.hidden FROM former_names f JOIN races r ON r.id = f.race_id WHERE f.name_key = $1 AND r.deleted_at IS NULL";
    for sql in [own, former] {
        let found = tx.query_opt(sql, params![key], |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?)))?;
        if let Some((id, hidden)) = found
            && (!hidden || viewer.is_admin(tx)?)
        {
            return Ok(Some((id, hidden)));
        }
    }
    Ok(None)
}

/// That race with its pictures.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn find(tx: &Tx<'_>, named: &str, images: Pictures, viewer: &Viewer) -> Result<Option<Stored>> {
    let Some(id) = id_of(tx, named, viewer)? else { return Ok(None) };
    let Some(mut stored) = store::bare(tx, &id)? else { return Ok(None) };
    pictures::attach(tx, &id, &mut stored.race, images)?;
    Ok(Some(stored))
}

/// The same as timing looks at it.
///
/// # Errors
/// 404 when there is none for this viewer.
pub(crate) fn timed(tx: &Tx<'_>, named: &str, viewer: &Viewer) -> Result<TimedRace> {
    let id = id_of(tx, named, viewer)?.ok_or_else(timed::no_race)?;
    TimedRace::by_id(tx, &id)
}

/// Whether a race was asked for by a name that it no longer has.
pub(crate) fn has_moved(asked: &str, race: &Race) -> bool {
    name::key(&name::from_segment(asked)) != name::key(&race.name)
}

/// A race's name and whether it is hidden.
pub(super) type Known = (String, bool);

/// How a race is known before it is saved, also one that is deleted.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn known(tx: &Tx<'_>, id: &str) -> Result<Option<Known>> {
    tx.query_opt("SELECT name, hidden FROM races WHERE id = $1", params![id], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Keeps the name that visitors knew a race by, once it is renamed or hidden; and ends other races' claim to the name under which it
/// shows from now on.
///
/// # Errors
/// When the rows cannot be written.
pub(super) fn follow(tx: &Tx<'_>, id: &str, before: Option<Known>, race: &Race, now: i64) -> Result<()> {
    let key = name::key(&race.name);
    if let Some((was, false)) = before
        && (race.is_hidden.0 || name::key(&was) != key)
    {
        // A race that is restored under another name may find its own shown by another race.
        tx.execute(
            "INSERT INTO former_names (name_key, race_id, since)
             SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM races WHERE name_key = $1 AND hidden = 0)
             ON CONFLICT (name_key) DO UPDATE SET race_id = excluded.race_id, since = excluded.since",
            params![name::key(&was), id, now],
        )?;
    }
    if !race.is_hidden.0 {
        tx.execute("DELETE FROM former_names WHERE name_key = $1", params![key])?;
    }
    Ok(())
}
