//! The bytes of files that are being sent: an object of the store for each piece, which every copy of the program finds (docs/decisions/0091).
//!
//! How many bytes of a file have arrived is in its row. A piece is stored first, and counts when the row says so; of two that come to two copies at
//! the same time, one counts. Pieces are named by their file and their place in it, so a piece that is sent twice is one object. What is
//! made of them is hashed as a whole before it is used.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use core_wasm::photos::upload::PIECE_BYTES;
use object_store::path::Path as Key;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::objects::{self, Objects};
use super::uploads::Upload;
use crate::db::{Db, params};
use crate::error::{Error, Result};

/// The folder of the store.
const FOLDER: &str = "uploads";

/// The pieces of all files; cheap to clone.
#[derive(Clone)]
pub(super) struct Pieces {
    objects: Objects,
    db: Db,
}

impl Pieces {
    pub(super) fn new(objects: Objects, db: Db) -> Self {
        Self { objects, db }
    }

    /// Adds a piece after the bytes that have arrived. Returns `false` when it does not follow them, or when another one has come first: then
    /// it does not count.
    pub(super) async fn add(&self, upload: &Upload, offset: u64, piece: Bytes) -> Result<bool> {
        let end = offset.saturating_add(piece.len() as u64);
        if offset != upload.received || end > upload.size {
            return Ok(false);
        }
        self.objects.put(&key(&upload.id, offset), piece).await?;
        self.count(upload, offset, end).await
    }

    /// Counts the bytes up to `end` as arrived, unless others than those up to `before` have meanwhile.
    async fn count(&self, upload: &Upload, before: u64, end: u64) -> Result<bool> {
        let (id, [before, end]) = (upload.id.clone(), [before, end].map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX)));
        let sql = "UPDATE photo_uploads SET received = $1 WHERE id = $2 AND received = $3 AND done = 0";
        Ok(self.db.write(move |tx| tx.execute(sql, params![end, id, before])).await? == 1)
    }

    /// Writes a file that has arrived to the folder `spool`; `None` when a piece of it is not there. One piece at a time is in memory.
    pub(super) async fn whole(&self, upload: &Upload, spool: &Path) -> Result<Option<NamedTempFile>> {
        let mut whole = NamedTempFile::new_in(spool)?;
        for key in keys(upload) {
            let Some(piece) = self.objects.get(&key).await? else {
                tracing::warn!(%key, "a piece of a file is not in the store of photos");
                return Ok(None);
            };
            let piece = piece.bytes().await.map_err(objects::away)?;
            let write = move || whole.write_all(&piece).map(|()| whole);
            whole = tokio::task::spawn_blocking(write).await.map_err(Error::internal)??;
        }
        Ok(Some(whole))
    }

    /// Lets a file be sent once more from its beginning.
    pub(super) async fn start_over(&self, upload: &Upload) -> Result<()> {
        // While all of it counts as arrived, no piece is added.
        self.delete(upload).await?;
        self.count(upload, upload.size, 0).await.map(drop)
    }

    /// Deletes what has arrived of a file.
    pub(super) async fn delete(&self, upload: &Upload) -> Result<()> {
        self.objects.delete_all(keys(upload).collect()).await
    }

    /// Deletes the pieces of all files but these that have been there for so long, by the machine's and the store's clock.
    pub(super) async fn delete_others(&self, kept: &HashSet<String>, age: Duration) -> Result<()> {
        let before = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(age);
        let before = i64::try_from(before.as_millis()).unwrap_or_default();
        let is_over = |(key, stored): &(Key, i64)| {
            let id = key.filename().and_then(|name| name.rsplit_once('.')).map(|(id, _)| id);
            *stored < before && id.is_none_or(|id| !kept.contains(id))
        };
        let all = self.objects.list(FOLDER).await?;
        self.objects.delete_all(all.into_iter().filter(is_over).map(|(key, _)| key).collect()).await
    }
}

/// Where the pieces of a file are.
fn keys(upload: &Upload) -> impl Iterator<Item = Key> {
    (0..upload.size.div_ceil(PIECE_BYTES)).map(|number| key(&upload.id, number * PIECE_BYTES))
}

/// Where the piece at this offset of a file is. Ids are made by this program and have no dot.
fn key(id: &str, offset: u64) -> Key {
    Key::from_iter([FOLDER, &format!("{id}.{offset}")])
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
