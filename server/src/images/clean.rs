//! One picture, from a file that anyone may have sent to bytes that are safe to hand out.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::Path;

use core_wasm::editor::images as rules;
use core_wasm::error::CoreError;
use core_wasm::race::Image;
use fast_image_resize::{ResizeOptions, Resizer};
use image::DynamicImage;
use tempfile::{NamedTempFile, TempPath};

use super::WIDTHS;
use super::decode::decode;
use crate::error::{Error, Result};
use crate::ids::sha256;

/// How faithful the pictures are kept; at 82 nobody sees the difference.
const QUALITY: f32 = 82.0;
/// Transparency of so many pixels is pressed.
const MOST_PRESSED: u32 = 1_000_000;

/// A picture made clean: upright, without metadata, in every size that is kept.
#[derive(Debug)]
pub struct Cleaned {
    /// SHA-256 of its largest size.
    pub hash: String,
    /// Of every size.
    pub content_type: &'static str,
    /// The largest first.
    pub variants: Vec<Variant>,
}

impl Cleaned {
    /// The picture as a record names it.
    #[must_use]
    pub fn image(&self) -> Image {
        let (width, height) = self.variants.first().map_or((0, 0), |largest| (largest.width, largest.height));
        super::by_address(&self.hash, self.content_type, width, height)
    }
}

/// One size of a picture.
#[derive(Debug)]
pub struct Variant {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The encoded picture, in the spool until it is stored; the file goes with this value.
    pub file: TempPath,
}

/// Decodes, turns upright, and encodes anew: what is not in the pixels is gone.
pub(super) fn clean(path: &Path, spool: &Path) -> Result<std::result::Result<Cleaned, CoreError>> {
    let mut file = File::open(path)?;
    let mut first = Vec::with_capacity(16);
    Read::by_ref(&mut file).take(16).read_to_end(&mut first)?;
    file.rewind()?;
    let kind = match rules::check(&first, file.metadata()?.len()) {
        Ok(kind) => kind,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if is_cut_off(kind, &mut file)? {
        return Ok(Err(rules::cut_off()));
    }
    file.rewind()?;
    match decode(kind, file, spool) {
        Ok(Ok(picture)) => Ok(Ok(encode(&picture, spool)?)),
        Ok(Err(refusal)) => Ok(Err(refusal)),
        Err(why) => {
            tracing::info!(%why, kind, "an uploaded picture could not be decoded");
            Ok(Err(rules::not_an_image()))
        }
    }
}

/// Whether the end of a file is missing, found out piece by piece. Decoders differ in what they make of such a file.
fn is_cut_off(kind: &str, file: &mut File) -> Result<bool> {
    let (mut structure, mut piece) = (rules::Structure::of(kind), vec![0; 64 * 1024]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(structure.is_cut_off()),
            read => structure.take(&piece[..read]),
        }
    }
}

fn encode(picture: &DynamicImage, spool: &Path) -> Result<Cleaned> {
    let bytes = webp(picture)?;
    let hash = sha256(&*bytes);
    let mut variants = vec![spooled(picture, &bytes, spool)?];
    for width in WIDTHS.into_iter().rev().filter(|width| *width < picture.width()) {
        let small = scaled(picture, width)?;
        variants.push(spooled(&small, &webp(&small)?, spool)?);
    }
    Ok(Cleaned { hash, content_type: "image/webp", variants })
}

fn spooled(picture: &DynamicImage, bytes: &[u8], spool: &Path) -> Result<Variant> {
    let mut file = NamedTempFile::new_in(spool)?;
    file.write_all(bytes)?;
    Ok(Variant { width: picture.width(), height: picture.height(), file: file.into_temp_path() })
}

fn scaled(picture: &DynamicImage, width: u32) -> Result<DynamicImage> {
    let exact = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width().max(1));
    let height = u32::try_from(exact).unwrap_or(1).max(1);
    let mut small = DynamicImage::new(width, height, picture.color());
    Resizer::new().resize(picture, &mut small, &ResizeOptions::default()).map_err(Error::internal)?;
    Ok(small)
}

fn webp(picture: &DynamicImage) -> Result<webp::WebPMemory> {
    let (width, height) = (picture.width(), picture.height());
    let encoder = match picture {
        DynamicImage::ImageRgba8(pixels) => webp::Encoder::from_rgba(pixels, width, height),
        DynamicImage::ImageRgb8(pixels) => webp::Encoder::from_rgb(pixels, width, height),
        _ => return Err(Error::message("a picture was not brought to eight bits")),
    };
    let mut config = webp::WebPConfig::new().map_err(|()| Error::message("webp: no settings"))?;
    config.quality = QUALITY;
    // Slower, but without a list of every coefficient of the picture.
    config.low_memory = 1;
    // Transparency is pressed without loss, for which a large picture would take 30 bytes a pixel.
    config.alpha_compression = i32::from(width * height <= MOST_PRESSED);
    encoder.encode_advanced(&config).map_err(|error| Error::message(format!("webp: {error:?}")))
}
