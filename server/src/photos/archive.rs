//! Zip files with photos: one file after the other is written to the spool folder, so that the memory does not depend on them.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use core_wasm::error::CoreError;
use core_wasm::photos::upload::{self, FileKind, MOST_IN_ZIP, MOST_PHOTO_BYTES};
use core_wasm::photos::words;
use tempfile::NamedTempFile;
use zip::ZipArchive;

use crate::error::Result;

/// The largest list of a zip file's content, in bytes: it is read into memory. 20,000 files with long names have 4 MB.
const MOST_LIST_BYTES: u64 = 16 * 1024 * 1024;
/// How much larger than the zip file all photos in it may be: photos are compressed already.
const GROWTH: u64 = 2;
/// What small zip files may have inside, in bytes.
const SMALL: u64 = 64 * 1024 * 1024;

/// A zip file that is read file by file.
pub(super) struct Archive {
    zip: ZipArchive<BufReader<File>>,
    at: usize,
    /// How many bytes its files may still have.
    left: u64,
    /// The hashes of the names that were seen.
    names: HashSet<[u8; 32]>,
    spool: PathBuf,
}

/// The next thing in a zip file.
pub(super) enum Next {
    /// A photo, with its name.
    Photo(String, NamedTempFile),
    /// A file that is not taken, with its name.
    Refused(String, CoreError),
    /// Nothing that anybody has to know of.
    Skipped,
    /// The rest is not read.
    Stopped(CoreError),
    /// There is no more.
    End,
}

/// Opens a zip file; the inner error is the core's refusal.
pub(super) fn open(path: &Path, spool: &Path) -> Result<std::result::Result<Archive, CoreError>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    match list_size(&mut file, size)? {
        None => return Ok(Err(words::zip_unreadable())),
        Some((files, bytes)) if files > MOST_IN_ZIP as u64 || bytes > MOST_LIST_BYTES => return Ok(Err(words::zip_too_many())),
        Some(_) => {}
    }
    file.rewind()?;
    let left = size.saturating_mul(GROWTH).saturating_add(SMALL);
    Ok(match ZipArchive::new(BufReader::new(file)) {
        // The archive is what its library makes of it, whatever was found above.
        Ok(zip) if zip.len() > MOST_IN_ZIP => Err(words::zip_too_many()),
        Ok(zip) => Ok(Archive { zip, at: 0, left, names: HashSet::new(), spool: spool.to_owned() }),
        Err(error) => {
            tracing::info!(%error, "a zip file can't be read");
            Err(words::zip_unreadable())
        }
    })
}

impl Archive {
    /// Reads the next file.
    pub(super) fn next(&mut self) -> Result<Next> {
        if self.at >= self.zip.len() {
            return Ok(Next::End);
        }
        let entry = self.zip.by_index(self.at);
        self.at += 1;
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                tracing::info!(%error, "a file in a zip file can't be read");
                return Ok(Next::Refused(format!("File {}", self.at), words::zip_unreadable()));
            }
        };
        let whole = entry.name().map(|name| name.into_owned()).unwrap_or_default();
        if entry.is_dir() {
            return Ok(Next::Skipped);
        }
        let name = upload::shown_name(&whole);
        let is_safe = entry.enclosed_name().is_some();
        match upload::kind(&whole, entry.size().max(1)) {
            Ok(FileKind::Ignored) => return Ok(Next::Skipped),
            _ if !is_safe => return Ok(Next::Refused(name, words::zip_bad_name())),
            Ok(FileKind::Photo) => {}
            Ok(FileKind::Zip) => return Ok(Next::Refused(name, words::zip_within())),
            Err(refusal) => return Ok(Next::Refused(name, refusal)),
        }
        if !self.names.insert(name_key(&whole)) {
            return Ok(Next::Refused(name, words::zip_twice()));
        }
        // What the zip file says of the size is not believed.
        let most = MOST_PHOTO_BYTES.min(self.left);
        let mut file = NamedTempFile::new_in(&self.spool)?;
        let copied = std::io::copy(&mut entry.take(most + 1), &mut file);
        let copied = match copied {
            Ok(copied) => copied,
            Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Err(error.into()),
            Err(error) => {
                tracing::info!(%error, "a file in a zip file can't be read");
                return Ok(Next::Refused(name, words::zip_unreadable()));
            }
        };
        if copied > self.left {
            return Ok(Next::Stopped(words::zip_too_large()));
        }
        self.left -= copied;
        match upload::kind(&whole, copied) {
            Ok(_) => Ok(Next::Photo(name, file)),
            Err(refusal) => Ok(Next::Refused(name, refusal)),
        }
    }
}

fn name_key(name: &str) -> [u8; 32] {
    use sha2::Digest;
    sha2::Sha256::digest(name.to_lowercase()).into()
}

/// How many files a zip file's list names, and how long the list is, from the record at its end (PKWARE APPNOTE 4.3.14 to 4.3.16);
/// `None` when there is no such record.
fn list_size(file: &mut File, size: u64) -> std::io::Result<Option<(u64, u64)>> {
    let tail = size.min(65_557 + 20);
    file.seek(SeekFrom::Start(size - tail))?;
    let mut bytes = Vec::new();
    file.take(tail).read_to_end(&mut bytes)?;
    let Some(at) = bytes.windows(4).rposition(|four| four == b"PK\x05\x06") else { return Ok(None) };
    let record = &bytes[at..];
    let (Some(files), Some(list)) = (number(record, 10, 2), number(record, 12, 4)) else { return Ok(None) };
    if files != 0xffff && list != 0xffff_ffff {
        return Ok(Some((files, list)));
    }
    // Larger numbers are in a record of their own, whose place is named just before this one.
    let locator = at.checked_sub(20).map(|from| &bytes[from..at]).filter(|locator| locator.starts_with(b"PK\x06\x07"));
    let Some(place) = locator.and_then(|locator| number(locator, 8, 8)).filter(|place| *place < size) else { return Ok(None) };
    file.seek(SeekFrom::Start(place))?;
    let mut record = Vec::new();
    file.take(56).read_to_end(&mut record)?;
    Ok(number(&record, 32, 8).zip(number(&record, 40, 8)).filter(|_| record.starts_with(b"PK\x06\x06")))
}

/// A number of so many bytes, the lowest first.
fn number(bytes: &[u8], from: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(from..from + length)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
