//! Bindings for checking a picture before it is uploaded. A separate module, since not only the editors let people choose
//! pictures.

use super::Ts;
use crate::editor::images::{self, ImageInfo};

exports! {
    /// Checks a chosen picture, given its bytes or the first ones, and its size in bytes.
    imageInfo(bytes: &[u8], size: f64) -> Ts<ImageInfo> = images::info(bytes, size as u64);
}
