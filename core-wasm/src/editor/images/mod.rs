//! Pictures that are uploaded (SPEC §3, §5, §9).
//!
//! The kind of a picture is found from its first bytes, never from its name, and whether all of it is there from its [`Structure`].
//! Whether it decodes, only the server finds out.

mod structure;

use serde::{Deserialize, Serialize};

use crate::error::CoreError;

pub use structure::Structure;

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

/// The media type of a picture, found from its first 12 bytes or more; `None` when it is none that can be shown.
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

/// A kind of picture that a camera may give and pages can't show, found from its first bytes.
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

/// A picture that is chosen or uploaded: its bytes, or its first 12 or more, and its size in bytes. Only when all bytes are given
/// is it seen whether the file was cut off.
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
    structure.take(bytes);
    structure
}

/// The refusal of a file whose end is missing.
pub fn cut_off() -> CoreError {
    CoreError::new("cut_off", "The end of this picture is missing. Please copy or download it again, and choose it then.")
}

/// A chosen picture, as its field shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// Its media type; missing when it is refused.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub kind: Option<&'static str>,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub refusal: Option<String>,
    /// Whether it would be taken once a browser that can read it has made a JPEG or WebP of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub convertible: bool,
    /// What is good to know of one that is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub note: Option<&'static str>,
}

/// Said beside a picture that moves: what is kept is its first frame.
const STANDS_STILL: &str = "This picture moves. On the page it will stand still and show its first frame.";

/// All there is to say of a chosen picture; the arguments are those of [`check`].
pub fn look(bytes: &[u8], size: u64) -> Look {
    match check(bytes, size) {
        Ok(kind) => {
            let note = structure(kind, bytes).moves().then_some(STANDS_STILL);
            Look { kind: Some(kind), note, ..Look::default() }
        }
        Err(refusal) => {
            let convertible = matches!(refusal.code.as_str(), "heic" | "avif");
            Look { refusal: Some(refusal.message), convertible, ..Look::default() }
        }
    }
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
