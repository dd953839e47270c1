//! Pictures: checked by decoding, cleaned, stored once for each content in the sizes that the site shows.
//!
//! What counts as a picture and how large it may be is decided in the core; the work on pixels is the crate `pictures`.

mod cleaned;
mod cleaner;
pub mod serve;
pub mod store;

pub use cleaned::Cleaned;
pub(crate) use serve::router;

pub use core_wasm::race::picture::{WIDTHS, hash_of};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use core_wasm::error::CoreError;
use core_wasm::race::{Image, picture};

use crate::disk::private_folder;
use crate::error::Result;
use cleaner::Cleaner;

/// The thread that cleans uploaded pictures, and the folder of uploads; cheap to clone.
#[derive(Clone)]
pub struct Images {
    spool: Arc<Path>,
    cleaner: Arc<Cleaner>,
}

impl Images {
    /// Empties the folder, since uploads of an earlier process are of no use, and starts the thread.
    ///
    /// # Errors
    /// When the folder cannot be created, or the thread cannot be started.
    pub(crate) fn start(spool: PathBuf) -> Result<Self> {
        let _ = std::fs::remove_dir_all(&spool);
        private_folder(&spool)?;
        Ok(Self { cleaner: Arc::new(Cleaner::start(spool.clone())?), spool: spool.into() })
    }

    /// The folder of uploads in progress.
    #[must_use]
    pub fn spool(&self) -> &Path {
        &self.spool
    }

    /// Cleans the picture in `file`.
    ///
    /// # Errors
    /// The inner error is the core's refusal of the file; the outer one is an internal error, or 503 when too many pictures wait.
    pub(crate) async fn clean(&self, file: PathBuf) -> Result<std::result::Result<Cleaned, CoreError>> {
        self.cleaner.clean(file).await
    }
}

/// A stored picture for a record: its address, and its size in pixels.
#[must_use]
pub fn by_address(hash: &str, content_type: &str, width: u32, height: u32) -> Image {
    let url = picture::address(hash, width);
    Image { content_type: content_type.to_owned(), url: Some(url), width: Some(width), height: Some(height), data: None }
}
