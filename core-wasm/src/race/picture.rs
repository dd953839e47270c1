//! The sizes in which a picture is stored, and their addresses.

use serde::{Deserialize, Serialize};

/// The widths that are stored of a picture in addition to its own, in pixels.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// The width in which a picture is shown when the size of the screen is not known.
pub const USUAL_WIDTH: u32 = 960;

/// The path under which the server serves its pictures.
const ROOT: &str = "/images/";

/// A picture in one width.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PictureSize {
    /// The width in pixels.
    pub width: u32,
    /// Its address.
    pub url: String,
}

/// The sizes of a picture of this server, the smallest first: those stored sizes that are narrower than its own width, and its
/// own. When its own width is not given, all stored sizes; none for an address that is not a picture of this server.
pub fn sizes(url: &str, own: Option<u32>) -> Vec<PictureSize> {
    let Some(hash) = hash_of(url) else { return Vec::new() };
    let stored = WIDTHS.into_iter().filter(|width| own.is_none_or(|own| *width < own));
    stored.chain(own).map(|width| PictureSize { width, url: address(hash, width) }).collect()
}

/// The address of the smallest size that is at least this wide, otherwise of the largest size.
pub fn at_least(url: &str, own: Option<u32>, width: u32) -> Option<String> {
    let sizes = sizes(url, own);
    sizes.iter().find(|size| size.width >= width).or(sizes.last()).map(|size| size.url.clone())
}

/// The address of a stored picture in a width.
pub fn address(hash: &str, width: u32) -> String {
    [ROOT, hash, "/", &width.to_string()].concat()
}

/// The hash in a picture's address, with or without a width; `None` for an address that [`address`] did not make.
pub fn hash_of(url: &str) -> Option<&str> {
    url.strip_prefix(ROOT)?.split('/').next()
}
