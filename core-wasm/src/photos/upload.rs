//! Which files are taken, and in which pieces they are sent.

use serde::{Deserialize, Serialize};

use crate::error::CoreError;
use crate::text;

/// The size of a piece in bytes; only the last one is smaller.
pub const PIECE_BYTES: u64 = 1024 * 1024;
/// The largest photo, in bytes.
pub const MOST_PHOTO_BYTES: u64 = crate::editor::images::MOST_BYTES;
/// The largest zip file, in bytes: 5 GB.
pub const MOST_ZIP_BYTES: u64 = 5 * 1024 * 1024 * 1024;
/// The most photos of a race.
pub const MOST_PHOTOS: i64 = 50_000;
/// The most files in a zip file.
pub const MOST_IN_ZIP: usize = 20_000;
/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 200;

/// The kind of a file that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A photo.
    Photo,
    /// A zip file with photos.
    Zip,
    /// A file that computers put into folders, which is left out without a word.
    Ignored,
}

/// Checks a chosen file by its name and its size in bytes, before it is read.
///
/// # Errors
/// `photo_kind` for a file that is neither a photo nor a zip file, `photo_empty`, `photo_too_large`.
pub fn kind(name: &str, size: u64) -> Result<FileKind, CoreError> {
    let name = text::lowercase(name);
    let own = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let ignored = own.starts_with('.') || own == "thumbs.db" || own == "desktop.ini" || name.starts_with("__macosx/");
    if ignored {
        return Ok(FileKind::Ignored);
    }
    let (kind, most) = match own.rsplit_once('.').map(|(_, extension)| extension) {
        Some("jpg" | "jpeg" | "jpe" | "png" | "webp" | "gif") => (FileKind::Photo, MOST_PHOTO_BYTES),
        Some("zip") => (FileKind::Zip, MOST_ZIP_BYTES),
        Some("heic" | "heif") => {
            return Err(CoreError::new("photo_kind", "HEIC photos cannot be shown in browsers. Export them as JPEG."));
        }
        _ => return Err(CoreError::new("photo_kind", "This is no photo. JPEG, PNG, WebP and zip files are taken.")),
    };
    if size == 0 {
        return Err(CoreError::new("photo_empty", "The file is empty."));
    }
    if size > most {
        let words = if kind == FileKind::Zip {
            "The zip file is larger than 5 GB. Make several of it."
        } else {
            "The photo is larger than 50 MB."
        };
        return Err(CoreError::new("photo_too_large", words));
    }
    Ok(kind)
}

/// What a browser says of a file before it sends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PhotoFile))]
#[serde(deny_unknown_fields)]
pub struct UploadFile {
    /// Its name; folders before it are not used.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// The SHA-256 of the SHA-256 hashes of its pieces, one after the other, in lower-case hexadecimal.
    pub hash: String,
}

impl UploadFile {
    /// Checks it, and cleans its name.
    ///
    /// # Errors
    /// As [`kind`], and `photo_hash` for a text that is no hash.
    pub fn check(self) -> Result<(Self, FileKind), CoreError> {
        if !is_hash(&self.hash) {
            return Err(CoreError::new("photo_hash", "The file’s hash is missing."));
        }
        let kind = match kind(&self.name, self.size)? {
            FileKind::Ignored => return Err(CoreError::new("photo_kind", "This file is left out.")),
            kind => kind,
        };
        Ok((Self { name: shown_name(&self.name), ..self }, kind))
    }
}

/// Whether a text is a SHA-256 in lower-case hexadecimal.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A file's name without its folders, as it is shown: without characters that cannot be seen, and not too long.
pub fn shown_name(name: &str) -> String {
    let own = name.rsplit(['/', '\\']).next().unwrap_or_default();
    text::cleaned(own).chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect::<String>().trim().to_owned()
}
