//! Bindings of the slice `photos`, for the administrator's page.

use super::Ts;
use crate::photos::camera::offset_text;
use crate::photos::upload::{self, FileKind};
use crate::photos::words::{self, PhotoWords};
use crate::photos::{assign, camera};

exports! {
    /// The kind of a chosen file, by its name and its size in bytes; throws when it is not taken.
    photoFileKind(name: &str, size: f64) -> Ts<FileKind> = upload::kind(name, size as u64)?;

    /// The bibs that a person typed for a photo; throws when one is no bib.
    photoBibsTyped(text: &str) -> Vec<String> = assign::typed(text)?;

    /// The time around a finish that a person typed in seconds, in milliseconds; throws outside the limits.
    photoWindowTyped(text: &str) -> f64 = camera::window_typed(text)? as f64;

    /// How far a camera's clock is off, as a sentence.
    photoOffsetText(ms: f64) -> String = offset_text(ms as i64);

    /// How far the uploads are, as a sentence.
    photoProgress(files: usize, done: usize, added: usize, known: usize, refused: usize) -> String =
        words::progress(files, done, added, known, refused);

    /// The sentences of the page.
    photoWords() -> Ts<PhotoWords> = words::words();
}
