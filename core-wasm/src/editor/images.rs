//! Pictures that are uploaded (SPEC §3, §5, §9).
//!
//! The kind of a picture is told from its first bytes, never from its name. Whether it decodes, only the server finds out.

use serde::{Deserialize, Serialize};

use crate::error::CoreError;

/// The most bytes of one request (SPEC §9).
pub const MOST_BYTES: u64 = 50 * 1024 * 1024;
/// The most pixels of one side.
pub const MOST_SIDE: u32 = 8192;
/// The most pixels in all, of a picture that is read piece by piece: PNG and JPEG.
pub const MOST_PIXELS: u64 = 40_000_000;
/// The most pixels of a progressive JPEG, whose every piece is needed for the first.
pub const MOST_PIXELS_PROGRESSIVE: u64 = 24_000_000;
/// The most pixels of a picture that can only be held whole: WebP, GIF and PNG with interlaced rows.
pub const MOST_PIXELS_WHOLE: u64 = 12_000_000;

/// The prize images (SPEC §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the spec's names")]
pub enum PrizeKind {
    Medal,
    Shirt,
    Medals3,
    Acrylic,
}

impl PrizeKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Medal, Self::Shirt, Self::Medals3, Self::Acrylic];

    /// Its name on the wire: `medal`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Medal => "medal",
            Self::Shirt => "shirt",
            Self::Medals3 => "medals3",
            Self::Acrylic => "acrylic",
        }
    }
}

/// The media type of a picture, told from its first 12 bytes or more; `None` when it is none that can be shown.
pub fn sniff(bytes: &[u8]) -> Option<&'static str> {
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    match bytes {
        _ if webp => Some("image/webp"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        _ => None,
    }
}

/// A picture that is chosen or uploaded: its first bytes and its size in bytes.
///
/// # Errors
/// `not_an_image` or `too_large`.
pub fn check(first_bytes: &[u8], size: u64) -> Result<&'static str, CoreError> {
    if size > MOST_BYTES {
        return Err(CoreError::new("too_large", "This picture is too large. Please choose one under 50 MB."));
    }
    sniff(first_bytes).ok_or_else(not_an_image)
}

/// The refusal of a file that is no picture.
pub fn not_an_image() -> CoreError {
    CoreError::new("not_an_image", "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file.")
}

/// A picture of this size, of a kind that may have so many pixels.
///
/// # Errors
/// `too_many_pixels`.
pub fn check_size(width: u32, height: u32, most: u64) -> Result<(), CoreError> {
    if width.max(height) <= MOST_SIDE && u64::from(width) * u64::from(height) <= most {
        return Ok(());
    }
    let most = most / 1_000_000;
    let message =
        format!("This picture is too large. Please choose one of at most {MOST_SIDE} pixels a side and {most} megapixels.");
    Err(CoreError::new("too_many_pixels", message))
}
