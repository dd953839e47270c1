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
pub(crate) use cleaner::Cleaner;
pub use serve::router;

use core_wasm::race::Image;

/// Widths kept below a picture's own, in pixels.
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
