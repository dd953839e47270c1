//! The rows of pictures.

use super::Cleaned;
use crate::db::{Load, Tx, params};
use crate::error::Result;

/// Stores a picture, unless it is stored already.
///
/// # Errors
/// When the rows cannot be written.
pub fn add(tx: &Tx<'_>, picture: &Cleaned, now: i64) -> Result<()> {
    let Some(largest) = picture.variants.first() else { return Ok(()) };
    let fresh = tx.execute(
        "INSERT INTO images (hash, content_type, width, height, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (hash) DO NOTHING",
        params![picture.hash, picture.content_type, largest.width, largest.height, now],
    )?;
    if fresh == 0 {
        return Ok(());
    }
    for variant in &picture.variants {
        let data = std::fs::read(&variant.file)?;
        tx.execute(
            "INSERT INTO image_variants (hash, width, height, content_type, data) VALUES ($1, $2, $3, $4, $5)",
            params![picture.hash, variant.width, variant.height, picture.content_type, data],
        )?;
    }
    Ok(())
}

/// Deletes every picture that no row refers to any more.
///
/// # Errors
/// When the rows cannot be deleted.
pub fn delete_unused(tx: &Tx<'_>) -> Result<()> {
    tx.execute(
        "DELETE FROM images WHERE NOT EXISTS (SELECT 1 FROM race_images WHERE race_images.hash = images.hash)
         AND NOT EXISTS (SELECT 1 FROM race_history_images WHERE race_history_images.hash = images.hash)
         AND NOT EXISTS (SELECT 1 FROM users WHERE users.picture = images.hash)",
        [],
    )?;
    Ok(())
}

/// Deletes one picture, if no row refers to it any more, as [`delete_unused`]. A picture is stored and referred to in one transaction, so none is deleted that
/// is about to be used.
///
/// # Errors
/// When the row cannot be deleted.
pub fn delete_if_unused(tx: &Tx<'_>, hash: &str) -> Result<()> {
    tx.execute(
        "DELETE FROM images WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM race_images WHERE race_images.hash = $1)
         AND NOT EXISTS (SELECT 1 FROM race_history_images WHERE race_history_images.hash = $1)
         AND NOT EXISTS (SELECT 1 FROM users WHERE users.picture = $1)",
        params![hash],
    )?;
    Ok(())
}

/// Returns the content type and bytes of the smallest size that is at least `width` wide, or else of the largest.
///
/// # Errors
/// When the database cannot be read.
pub fn at_least(tx: &Tx<'_>, hash: &str, width: i64) -> Result<Option<(String, Vec<u8>)>> {
    let fitting = "SELECT content_type, data FROM image_variants WHERE hash = $1 AND width >= $2 ORDER BY width LIMIT 1";
    let largest = "SELECT content_type, data FROM image_variants WHERE hash = $1 AND width < $2 ORDER BY width DESC LIMIT 1";
    first(tx, [fitting, largest], hash, width)
}

/// Like [`at_least`], with the number of bytes instead of the bytes: SQLite does not read them for that.
///
/// # Errors
/// When the database cannot be read.
pub fn length_at_least(tx: &Tx<'_>, hash: &str, width: i64) -> Result<Option<(String, usize)>> {
    let fitting = "SELECT content_type, length(data) FROM image_variants WHERE hash = $1 AND width >= $2 ORDER BY width LIMIT 1";
    let largest =
        "SELECT content_type, length(data) FROM image_variants WHERE hash = $1 AND width < $2 ORDER BY width DESC LIMIT 1";
    let found = first::<u32>(tx, [fitting, largest], hash, width)?;
    Ok(found.map(|(kind, length)| (kind, length as usize)))
}

/// Returns the result of the first statement that finds a row.
fn first<T: Load>(tx: &Tx<'_>, statements: [&str; 2], hash: &str, width: i64) -> Result<Option<(String, T)>> {
    for sql in statements {
        let found = tx.query_opt(sql, params![hash, width], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
