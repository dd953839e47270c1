//! Pictures: checked by decoding, made clean, kept once by content in the sizes the site shows.
//!
//! What counts as a picture and how large it may be is the core's.

mod clean;
mod cleaner;
mod decode;
mod png;
pub mod serve;
mod shrink;
pub mod store;

pub use clean::{Cleaned, Variant};
pub(crate) use serve::router;

pub use core_wasm::race::picture::{WIDTHS, hash_of};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use core_wasm::error::CoreError;
use core_wasm::race::{Image, picture};

use crate::disk::private_folder;
use crate::error::Result;
use cleaner::Cleaner;

/// Where uploaded pictures are made clean, and the folder in which they wait for it; cheap to clone.
#[derive(Clone)]
pub struct Images {
    spool: Arc<Path>,
    cleaner: Arc<Cleaner>,
}

impl Images {
    /// Empties the folder, since no upload outlives its process, and starts the thread that works on pictures.
    ///
    /// # Errors
    /// When the folder cannot be made, or there is no thread to be had.
    pub(crate) fn start(spool: PathBuf) -> Result<Self> {
        let _ = std::fs::remove_dir_all(&spool);
        private_folder(&spool)?;
        Ok(Self { cleaner: Arc::new(Cleaner::start(spool.clone())?), spool: spool.into() })
    }

    /// The folder of uploads under way.
    #[must_use]
    pub fn spool(&self) -> &Path {
        &self.spool
    }

    /// Cleans the picture in `file`.
    ///
    /// # Errors
    /// The inner error is the core's refusal of the file; the outer one is a failure of ours, or 503 when too many wait.
    pub(crate) async fn clean(&self, file: PathBuf) -> Result<std::result::Result<Cleaned, CoreError>> {
        self.cleaner.clean(file).await
    }
}

/// A kept picture as a record names it: where it can be fetched, and its size in pixels.
#[must_use]
pub fn by_address(hash: &str, content_type: &str, width: u32, height: u32) -> Image {
    let url = picture::address(hash, width);
    Image { content_type: content_type.to_owned(), url: Some(url), width: Some(width), height: Some(height), data: None }
}
