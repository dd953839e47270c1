//! The rows of photos that more than one call needs.

use core_wasm::photos::matching::{Found, Source};

use super::objects;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::images::WIDTHS;
use axum::http::StatusCode;
use core_wasm::photos::words;
use object_store::path::Path as Key;

/// The list of an administrator's page in which a photo is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Matched,
    Unmatched,
    Removed,
}

impl List {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Matched => "matched",
            Self::Unmatched => "unmatched",
            Self::Removed => "removed",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Matched, Self::Unmatched, Self::Removed].into_iter().find(|list| list.word() == word)
    }

    /// The list of a photo that is shown, with so many runners.
    pub(super) fn of(bibs: usize) -> Self {
        if bibs > 0 { Self::Matched } else { Self::Unmatched }
    }
}

/// A stored photo.
#[derive(Clone, Debug)]
pub(super) struct Photo {
    pub(super) number: i64,
    pub(super) id: String,
    pub(super) race_id: String,
    pub(super) name: String,
    pub(super) camera: String,
    pub(super) wall: Option<i64>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: i64,
    pub(super) list: List,
    pub(super) by_hand: bool,
}

/// Reads a photo from the columns of the statements here and in the lists.
pub(super) fn photo(row: &Row<'_>) -> Result<Photo> {
    Ok(Photo {
        number: row.get(0)?,
        id: row.get(1)?,
        race_id: row.get(2)?,
        name: row.get(3)?,
        camera: row.get(4)?,
        wall: row.get(5)?,
        width: row.get(6)?,
        height: row.get(7)?,
        bytes: row.get(8)?,
        list: List::parse(&row.get::<String>(9)?).unwrap_or(List::Removed),
        by_hand: row.get(10)?,
    })
}

impl Photo {
    /// The widths in which it is stored, the smallest first.
    pub(super) fn widths(&self) -> Vec<u32> {
        WIDTHS.into_iter().filter(|width| *width < self.width).chain([self.width]).collect()
    }

    /// Where its sizes are in the store.
    pub(super) fn keys(&self) -> Vec<Key> {
        self.widths().into_iter().map(|width| objects::key(&self.race_id, &self.id, width)).collect()
    }
}

/// Returns the photo with this id.
pub(super) fn by_id(tx: &Tx<'_>, id: &str) -> Result<Option<Photo>> {
    tx.query_opt(
        "SELECT number, id, race_id, name, camera, wall, width, height, bytes, list, by_hand FROM photos WHERE id = $1",
        params![id],
        photo,
    )
}

/// Returns a photo of a race.
///
/// # Errors
/// 404 when the race has no such photo.
pub(super) fn of_race(tx: &Tx<'_>, race_id: &str, id: &str) -> Result<Photo> {
    let photo = by_id(tx, id)?.filter(|photo| photo.race_id == race_id);
    photo.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_PHOTO))
}

/// Returns who is in a photo, by bib.
pub(super) fn bibs(tx: &Tx<'_>, photo: i64) -> Result<Vec<Found>> {
    let sql = "SELECT bib, source FROM photo_bibs WHERE photo = $1 ORDER BY bib COLLATE \"C\"";
    tx.query_all(sql, params![photo], |row| {
        Ok(Found { bib: row.get(0)?, by: Source::parse(&row.get::<String>(1)?).unwrap_or(Source::Hand) })
    })
}

/// Replaces who is in a photo.
pub(super) fn set_bibs(tx: &Tx<'_>, race_id: &str, photo: i64, bibs: &[Found]) -> Result<()> {
    tx.execute("DELETE FROM photo_bibs WHERE photo = $1", params![photo])?;
    for found in bibs {
        tx.execute(
            "INSERT INTO photo_bibs (photo, race_id, bib, source) VALUES ($1, $2, $3, $4) ON CONFLICT (photo, bib) DO NOTHING",
            params![photo, race_id, found.bib, found.by.word()],
        )?;
    }
    Ok(())
}

/// Moves a photo to another list, and counts that. The race must be locked ([`lock`]).
pub(super) fn move_to(tx: &Tx<'_>, photo: &Photo, list: List) -> Result<()> {
    if photo.list == list {
        return Ok(());
    }
    tx.execute("UPDATE photos SET list = $1 WHERE number = $2", params![list.word(), photo.number])?;
    let change = |of: List| i64::from(list == of) - i64::from(photo.list == of);
    count(tx, &photo.race_id, &Counts { unmatched: change(List::Unmatched), removed: change(List::Removed), ..Counts::default() })
}

/// How many photos a race has, or how many more.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) photos: i64,
    pub(super) bytes: i64,
    pub(super) unmatched: i64,
    pub(super) removed: i64,
}

/// Returns the counts of a race, and locks its photos until this transaction ends.
pub(super) fn lock(tx: &Tx<'_>, race_id: &str) -> Result<Counts> {
    tx.query_one(
        "INSERT INTO photo_races (race_id, photos, bytes, unmatched, removed, matched) VALUES ($1, 0, 0, 0, 0, '')
         ON CONFLICT (race_id) DO UPDATE SET photos = photo_races.photos RETURNING photos, bytes, unmatched, removed",
        params![race_id],
        counts_row,
    )
}

/// Returns the counts of a race.
pub(super) fn counts(tx: &Tx<'_>, race_id: &str) -> Result<Counts> {
    let sql = "SELECT photos, bytes, unmatched, removed FROM photo_races WHERE race_id = $1";
    Ok(tx.query_opt(sql, params![race_id], counts_row)?.unwrap_or_default())
}

fn counts_row(row: &Row<'_>) -> Result<Counts> {
    Ok(Counts { photos: row.get(0)?, bytes: row.get(1)?, unmatched: row.get(2)?, removed: row.get(3)? })
}

/// Adds to the counts of a race.
pub(super) fn count(tx: &Tx<'_>, race_id: &str, more: &Counts) -> Result<()> {
    tx.execute(
        "UPDATE photo_races SET photos = photos + $1, bytes = bytes + $2, unmatched = unmatched + $3, removed = removed + $4
         WHERE race_id = $5",
        params![more.photos, more.bytes, more.unmatched, more.removed, race_id],
    )?;
    Ok(())
}

/// Returns the bytes of all photos of the installation: one row for each race with photos.
pub(super) fn bytes_of_all(tx: &Tx<'_>) -> Result<i64> {
    tx.query_one("SELECT coalesce(sum(bytes), 0) FROM photo_races", [], |row| row.get(0))
}

/// Deletes the rows of a photo, and counts that. Files that made it can be sent again. The race must be locked ([`lock`]).
pub(super) fn delete(tx: &Tx<'_>, photo: &Photo) -> Result<()> {
    tx.execute(
        "DELETE FROM photo_uploads WHERE id = (SELECT upload_id FROM photos WHERE number = $1) AND done = 1",
        params![photo.number],
    )?;
    tx.execute("DELETE FROM photo_bibs WHERE photo = $1", params![photo.number])?;
    tx.execute("DELETE FROM photo_removals WHERE photo = $1", params![photo.number])?;
    tx.execute("DELETE FROM photos WHERE number = $1", params![photo.number])?;
    let was = |list: List| -i64::from(photo.list == list);
    let less = Counts { photos: -1, bytes: -photo.bytes, unmatched: was(List::Unmatched), removed: was(List::Removed) };
    count(tx, &photo.race_id, &less)
}
