//! In which sizes a picture is kept, and under which addresses.

use serde::{Deserialize, Serialize};

/// The widths that are kept of a picture beside its own, in pixels.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// The width in which a picture is shown where nobody knows how large the screen is.
pub const USUAL_WIDTH: u32 = 960;

/// Under what the server has its pictures.
const ROOT: &str = "/images/";

/// A picture in one width.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PictureSize {
    /// In pixels.
    pub width: u32,
    /// Where it is.
    pub url: String,
}

/// The sizes of a picture of this server, the smallest first: those kept that are narrower than its own width, and its own. Without its
/// own width all that are kept; none of an address that is no picture of this server.
pub fn sizes(url: &str, own: Option<u32>) -> Vec<PictureSize> {
    let Some(hash) = hash_of(url) else { return Vec::new() };
    let kept = WIDTHS.into_iter().filter(|width| own.is_none_or(|own| *width < own));
    kept.chain(own).map(|width| PictureSize { width, url: address(hash, width) }).collect()
}

/// The address of a picture at least so many pixels wide where there is one, otherwise of its largest.
pub fn at_least(url: &str, own: Option<u32>, width: u32) -> Option<String> {
    let sizes = sizes(url, own);
    sizes.iter().find(|size| size.width >= width).or(sizes.last()).map(|size| size.url.clone())
}

/// The address of a kept picture in a width.
pub fn address(hash: &str, width: u32) -> String {
    [ROOT, hash, "/", &width.to_string()].concat()
}

/// The hash in a picture's address, which may come without a width; none in an address that [`address`] did not make.
pub fn hash_of(url: &str) -> Option<&str> {
    url.strip_prefix(ROOT)?.split('/').next()
}
