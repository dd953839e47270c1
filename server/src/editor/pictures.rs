//! Processing of uploaded pictures, from the spool folder to their place in a record.

use std::collections::BTreeMap;

use core_wasm::error::Problems;
use tempfile::NamedTempFile;

use super::Desk;
use super::edit::{self, Change};
use crate::account::Caller;
use crate::db::Tx;
use crate::error::Result;
use crate::http::upload::Uploaded;
use crate::images::{self, Cleaned};
use crate::words;

/// An uploaded file.
pub(super) struct AssignedFile<P> {
    /// The place of its picture in the record.
    pub(super) place: P,
    /// The name of its field in errors: `raceLogo`, `memImages.2`.
    pub(super) field: String,
    /// The file in the spool.
    pub(super) file: NamedTempFile,
}

/// Assigns the files of a call their places and the field names for errors. `place` receives a file's field and how many files of
/// that field came before it, including empty ones. Several files may get the same place; the call then chooses one.
///
/// # Errors
/// 400 for a file that has no place.
pub(super) fn assign<P>(
    files: Vec<Uploaded>,
    place: impl Fn(&str, usize) -> Option<(P, String)>,
) -> Result<Vec<AssignedFile<P>>> {
    let (mut assigned, mut problems) = (Vec::new(), Problems::default());
    let mut seen = BTreeMap::<String, usize>::new();
    for Uploaded { field, file } in files {
        let nth = seen.entry(field.clone()).or_default();
        match (place(&field, *nth), file) {
            (Some((place, field)), Some(file)) => assigned.push(AssignedFile { place, field, file }),
            (Some(_), None) => {}
            (None, _) => problems.add(field.clone(), "unknown_field", words::unknown_file(&field)),
        }
        *nth += 1;
    }
    if problems.is_empty() { Ok(assigned) } else { Err(problems.into()) }
}

/// Cleans the pictures of a change, unless the change is sure to be refused.
///
/// # Errors
/// As [`clean`] and [`edit::refuse_early`].
pub(super) async fn clean_for<P>(
    desk: &Desk,
    caller: &Caller,
    change: &Change,
    files: Vec<AssignedFile<P>>,
) -> Result<Vec<(P, Cleaned)>> {
    if !files.is_empty() {
        edit::refuse_early(desk, caller, change).await?;
    }
    clean(desk, files).await
}

/// Cleans every picture. This takes long: never call it in a transaction.
///
/// # Errors
/// 400 with every file that is no picture, by its field.
pub(super) async fn clean<P>(desk: &Desk, files: Vec<AssignedFile<P>>) -> Result<Vec<(P, Cleaned)>> {
    let (mut pictures, mut problems) = (Vec::with_capacity(files.len()), Problems::default());
    for AssignedFile { place, field, file } in files {
        let cleaned = desk.images.clean(file.path().to_owned()).await?;
        if let Some(cleaned) = problems.take(&field, cleaned) {
            pictures.push((place, cleaned));
        }
    }
    if problems.is_empty() { Ok(pictures) } else { Err(problems.into()) }
}

/// Stores cleaned pictures, so that a record may refer to them.
///
/// # Errors
/// When the rows cannot be written.
pub(super) fn store_all<'a>(tx: &Tx<'_>, pictures: impl IntoIterator<Item = &'a Cleaned>, now: i64) -> Result<()> {
    pictures.into_iter().try_for_each(|cleaned| images::store::add(tx, cleaned, now))
}
