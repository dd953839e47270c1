//! A picture that was cleaned and is not stored yet.

use std::path::Path;

use core_wasm::error::CoreError;
use core_wasm::race::Image;
use pictures::Variant;

use crate::error::{Error, Result};
use crate::ids::sha256;

/// A cleaned picture: upright, without metadata, in every stored size.
#[derive(Debug)]
pub struct Cleaned {
    /// The SHA-256 of its largest size.
    pub hash: String,
    /// The content type of every size.
    pub content_type: &'static str,
    /// The sizes, the largest first.
    pub variants: Vec<Variant>,
}

impl Cleaned {
    /// The picture by address, for a record.
    #[must_use]
    pub fn image(&self) -> Image {
        let (width, height) = self.variants.first().map_or((0, 0), |largest| (largest.width, largest.height));
        super::by_address(&self.hash, self.content_type, width, height)
    }
}

/// Cleans the picture in a file; its sizes are written to the folder `spool`.
pub(super) fn clean(file: &Path, spool: &Path) -> Result<std::result::Result<Cleaned, CoreError>> {
    let variants = match pictures::clean(file, spool)? {
        Ok(variants) => variants,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let largest = variants.first().ok_or_else(|| Error::message("a cleaned picture has no size"))?;
    let hash = sha256(std::fs::read(&largest.file)?);
    Ok(Ok(Cleaned { hash, content_type: pictures::CONTENT_TYPE, variants }))
}
