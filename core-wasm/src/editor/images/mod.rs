//! Uploaded pictures (SPEC §3, §5, §9).
//!
//! The kind of a picture is found from its first bytes, not from its name, and a missing end is found from its [`Structure`].
//! Only the server checks whether it can be decoded.

mod structure;

use serde::{Deserialize, Serialize};

use crate::error::CoreError;

pub use structure::Structure;

/// The maximum number of bytes of one request (SPEC §9).
pub const MOST_BYTES: u64 = 50 * 1024 * 1024;
/// The maximum number of pixels of one side.
pub const MOST_SIDE: u32 = 8192;
/// The maximum number of pixels of a picture that is decoded piece by piece: PNG and JPEG.
pub const MOST_PIXELS: u64 = 40_000_000;
/// The maximum number of pixels of a progressive JPEG, which must be read to its end before its first row is complete.
pub const MOST_PIXELS_PROGRESSIVE: u64 = 24_000_000;
/// The maximum number of pixels of a picture that must be decoded as a whole: WebP, GIF and interlaced PNG.
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

    /// Its name in requests: `medal`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Medal => "medal",
            Self::Shirt => "shirt",
            Self::Medals3 => "medals3",
            Self::Acrylic => "acrylic",
        }
    }
}

/// The media type of a picture, found from its first 12 bytes or more; `None` when it can't be shown.
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

/// The error for a kind of picture that cameras make and pages can't show, found from its first bytes.
fn foreign(bytes: &[u8]) -> Option<CoreError> {
    let brand = bytes.get(8..12).filter(|_| bytes.get(4..8) == Some(b"ftyp"))?;
    match brand {
        b"heic" | b"heix" | b"hevc" | b"hevx" | b"heim" | b"heis" | b"hevm" | b"hevs" | b"mif1" | b"msf1" => {
            Some(CoreError::new(
                "heic",
                "This is an iPhone's HEIC picture, which pages can't show. Please choose a JPEG: on the iPhone, open the photo and choose \
             Share, Options, Most Compatible; for new photos choose Settings, Camera, Formats, Most Compatible.",
            ))
        }
        b"avif" | b"avis" => Some(CoreError::new(
            "avif",
            "This is an AVIF picture, which not every browser can show. Please save it as a JPEG, PNG or WebP file.",
        )),
        _ => None,
    }
}

/// Checks a picture that is chosen or uploaded. `bytes` are all its bytes, or at least the first 12; `size` is its size. A
/// missing end of the file is found only when all bytes are given.
///
/// # Errors
/// `too_large`, `not_an_image`, `heic`, `avif`, `cut_off`.
pub fn check(bytes: &[u8], size: u64) -> Result<&'static str, CoreError> {
    if size > MOST_BYTES {
        return Err(CoreError::new("too_large", "This picture is too large. Please choose one under 50 MB."));
    }
    let kind = sniff(bytes).ok_or_else(|| foreign(bytes).unwrap_or_else(not_an_image))?;
    if bytes.len() as u64 == size && structure(kind, bytes).is_cut_off() {
        return Err(cut_off());
    }
    Ok(kind)
}

fn structure(kind: &str, bytes: &[u8]) -> Structure {
    let mut structure = Structure::of(kind);
    structure.feed(bytes);
    structure
}

/// The error for a file whose end is missing.
pub fn cut_off() -> CoreError {
    CoreError::new("cut_off", "The end of this picture is missing. Please copy or download it again, and choose it then.")
}

/// The result of checking a chosen picture, for its field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ImageInfo {
    /// Its media type; absent when it is refused.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub kind: Option<&'static str>,
    /// The reason why it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub refusal: Option<String>,
    /// Whether it would be accepted after a browser that can decode it has converted it to JPEG or WebP.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub convertible: bool,
    /// A remark about an accepted picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub note: Option<&'static str>,
}

/// The remark about an animated picture, of which only the first frame is stored.
const ANIMATION_NOTE: &str = "This picture moves. On the page it will stand still and show its first frame.";

/// Checks a chosen picture and returns everything that its field shows; the arguments are those of [`check`].
pub fn info(bytes: &[u8], size: u64) -> ImageInfo {
    match check(bytes, size) {
        Ok(kind) => {
            let note = structure(kind, bytes).is_animated().then_some(ANIMATION_NOTE);
            ImageInfo { kind: Some(kind), note, ..ImageInfo::default() }
        }
        Err(refusal) => {
            let convertible = matches!(refusal.code.as_str(), "heic" | "avif");
            ImageInfo { refusal: Some(refusal.message), convertible, ..ImageInfo::default() }
        }
    }
}

/// The error for a file that is not a picture.
pub fn not_an_image() -> CoreError {
    CoreError::new("not_an_image", "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file.")
}

/// Checks the size of a picture whose kind may have at most `most` pixels.
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
