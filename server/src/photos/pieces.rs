//! The bytes of files that are being sent: one file for each upload, in a folder that outlives a restart.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use core_wasm::photos::upload::PIECE_BYTES;
use sha2::{Digest, Sha256};

use crate::disk::private_folder;
use crate::error::Result;
use crate::work::lock;

/// The folder; cheap to clone.
#[derive(Clone)]
pub(super) struct Pieces {
    folder: Arc<Path>,
    /// The uploads to which a piece is being added: two pieces of one file never mix.
    writing: Arc<Mutex<HashSet<String>>>,
}

/// What became of a piece.
pub(super) enum Added {
    /// It is stored.
    Stored,
    /// It does not follow what has arrived, or another piece is just being added; the file has this many bytes.
    Misplaced(u64),
}

impl Pieces {
    pub(super) fn open(folder: &Path) -> Result<Self> {
        private_folder(folder)?;
        Ok(Self { folder: folder.into(), writing: Arc::default() })
    }

    /// The file of an upload. Ids are made by this program.
    pub(super) fn path(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }

    /// How many bytes of an upload have arrived.
    pub(super) fn received(&self, id: &str) -> u64 {
        std::fs::metadata(self.path(id)).map_or(0, |file| file.len())
    }

    /// Adds a piece after the bytes that have arrived; nothing is stored of one that does not fit.
    pub(super) async fn add(&self, id: &str, offset: u64, size: u64, piece: Bytes) -> Result<Added> {
        let (here, id) = (self.clone(), id.to_owned());
        let write = move || {
            if !lock(&here.writing).insert(id.clone()) {
                return Ok(Added::Misplaced(here.received(&id)));
            }
            let added = here.append(&id, offset, size, &piece);
            lock(&here.writing).remove(&id);
            added
        };
        tokio::task::spawn_blocking(write).await.map_err(crate::error::Error::internal)?
    }

    fn append(&self, id: &str, offset: u64, size: u64, piece: &[u8]) -> Result<Added> {
        let received = self.received(id);
        let end = offset.saturating_add(piece.len() as u64);
        if offset != received || end > size {
            return Ok(Added::Misplaced(received));
        }
        let mut file = OpenOptions::new().append(true).create(true).open(self.path(id))?;
        if let Err(error) = file.write_all(piece) {
            // A full disk: what was written of the piece is taken back, so that it can be sent again.
            file.set_len(received)?;
            return Err(error.into());
        }
        Ok(Added::Stored)
    }

    /// Deletes what has arrived of an upload.
    pub(super) fn delete(&self, id: &str) {
        if let Err(error) = std::fs::remove_file(self.path(id))
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "an upload could not be deleted");
        }
    }

    /// Whether nothing was added to an upload for so long, by the machine's clock.
    pub(super) fn is_older(&self, id: &str, age: Duration) -> bool {
        let changed = std::fs::metadata(self.path(id)).and_then(|file| file.modified());
        changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|passed| passed > age))
    }

    /// The ids of everything in the folder.
    pub(super) fn ids(&self) -> Result<Vec<String>> {
        let entries = std::fs::read_dir(&self.folder)?.flatten();
        Ok(entries.filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }
}

/// The hashes of a file: that of its content, and that of the hashes of its pieces.
pub(super) struct Hashes {
    /// The SHA-256 of the content.
    pub(super) content: String,
    /// The SHA-256 of the SHA-256s of the pieces.
    pub(super) pieces: String,
}

/// Reads a file once, piece by piece.
pub(super) fn hashes(path: &Path) -> Result<Hashes> {
    let mut file = File::open(path)?;
    let (mut content, mut pieces) = (Sha256::new(), Sha256::new());
    let mut piece = vec![0; PIECE_BYTES as usize];
    loop {
        let mut filled = 0;
        while filled < piece.len() {
            match file.read(&mut piece[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        if filled == 0 {
            break;
        }
        content.update(&piece[..filled]);
        pieces.update(Sha256::digest(&piece[..filled]));
    }
    Ok(Hashes { content: hex(&content.finalize()), pieces: hex(&pieces.finalize()) })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        use std::fmt::Write;
        let _ = write!(text, "{byte:02x}");
        text
    })
}
