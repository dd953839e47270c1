//! Pictures: checked by decoding, made clean, kept once by content in the sizes the site shows.
//!
//! What counts as a picture and how large it may be is the core's.

mod clean;
mod png;
pub mod serve;
pub mod store;

pub use clean::{Cleaned, Variant};
pub use serve::router;

use std::path::PathBuf;

use core_wasm::error::CoreError;
use core_wasm::race::Image;

use crate::app::App;
use crate::error::{Error, Result};

/// Widths kept beside a picture's own, in pixels.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// A kept picture as a record names it: where it can be fetched, and its size in pixels.
#[must_use]
pub fn by_address(hash: &str, content_type: &str, width: u32, height: u32) -> Image {
    let url = format!("/images/{hash}/{width}");
    Image { content_type: content_type.to_owned(), url: Some(url), width: Some(width), height: Some(height), data: None }
}

/// The hash in a picture's address: what [`by_address`] put there.
#[must_use]
pub fn hash_of(url: &str) -> Option<&str> {
    url.strip_prefix("/images/")?.split('/').next()
}

/// Cleans the picture in `file`: two at a time, whoever else waits.
///
/// # Errors
/// The inner error is the core's refusal of the file; the outer one is a failure of ours.
pub async fn clean_file(app: &App, file: PathBuf) -> Result<std::result::Result<Cleaned, CoreError>> {
    let _place = app.decodes().acquire().await.map_err(Error::internal)?;
    let spool = app.spool();
    match tokio::task::spawn_blocking(move || clean::clean(&file, &spool)).await {
        Ok(cleaned) => cleaned,
        // A decoder that panics over a file has found it to be no picture.
        Err(failure) if failure.is_panic() => Ok(Err(core_wasm::editor::images::not_an_image())),
        Err(failure) => Err(Error::internal(failure)),
    }
}
