//! Pictures as pixels: one from an untrusted file becomes bytes that are safe to send to browsers.
//!
//! A crate of its own so that development builds and tests optimize it, with the generic functions of others that it uses (Cargo.toml). What
//! counts as a picture and how large it may be is decided in the core; when a picture is processed, and where it is stored, by the server.

mod decode;
mod png;
mod shrink;

use std::fs::File;
use std::io::{Error, Read, Result, Seek, Write};
use std::path::Path;

use core_wasm::editor::images as rules;
use core_wasm::error::CoreError;
use core_wasm::race::picture::WIDTHS;
use fast_image_resize::{ResizeOptions, Resizer};
use image::DynamicImage;
use tempfile::{NamedTempFile, TempPath};

use decode::decode;

/// The content type of every picture that [`clean`] writes.
pub const CONTENT_TYPE: &str = "image/webp";
/// The WebP quality; at 82 no difference is visible.
const QUALITY: f32 = 82.0;
/// Up to this number of pixels the alpha channel is compressed.
const MAX_COMPRESSED_ALPHA: u32 = 1_000_000;

/// One size of a picture.
#[derive(Debug)]
pub struct Variant {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The encoded picture, in the spool folder until it is stored; dropping this value deletes the file.
    pub file: TempPath,
}

/// Decodes a picture, turns it upright and encodes it anew, so that only its pixels remain. Returns the sizes that the site shows, the largest
/// first, as files in the folder `spool`.
///
/// # Errors
/// The inner error is the core's refusal of the file; the outer one is that of a file, or of an encoder.
pub fn clean(path: &Path, spool: &Path) -> Result<std::result::Result<Vec<Variant>, CoreError>> {
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

/// Whether the end of a file is missing, read piece by piece. Decoders treat such files differently.
fn is_cut_off(kind: &str, file: &mut File) -> Result<bool> {
    let (mut structure, mut piece) = (rules::Structure::of(kind), vec![0; 64 * 1024]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(structure.is_cut_off()),
            read => structure.feed(&piece[..read]),
        }
    }
}

fn encode(picture: &DynamicImage, spool: &Path) -> Result<Vec<Variant>> {
    let mut variants = vec![write_to_spool(picture, &webp(picture)?, spool)?];
    for width in WIDTHS.into_iter().rev().filter(|width| *width < picture.width()) {
        let small = scaled(picture, width)?;
        variants.push(write_to_spool(&small, &webp(&small)?, spool)?);
    }
    Ok(variants)
}

fn write_to_spool(picture: &DynamicImage, bytes: &[u8], spool: &Path) -> Result<Variant> {
    let mut file = NamedTempFile::new_in(spool)?;
    file.write_all(bytes)?;
    Ok(Variant { width: picture.width(), height: picture.height(), file: file.into_temp_path() })
}

fn scaled(picture: &DynamicImage, width: u32) -> Result<DynamicImage> {
    let exact = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width().max(1));
    let height = u32::try_from(exact).unwrap_or(1).max(1);
    let mut small = DynamicImage::new(width, height, picture.color());
    Resizer::new().resize(picture, &mut small, &ResizeOptions::default()).map_err(Error::other)?;
    Ok(small)
}

fn webp(picture: &DynamicImage) -> Result<webp::WebPMemory> {
    let (width, height) = (picture.width(), picture.height());
    let encoder = match picture {
        DynamicImage::ImageRgba8(pixels) => webp::Encoder::from_rgba(pixels, width, height),
        DynamicImage::ImageRgb8(pixels) => webp::Encoder::from_rgb(pixels, width, height),
        _ => return Err(Error::other("a picture was not brought to eight bits")),
    };
    let mut config = webp::WebPConfig::new().map_err(|()| Error::other("webp: no settings"))?;
    config.quality = QUALITY;
    // Slower, but needs no list of all coefficients of the picture.
    config.low_memory = 1;
    // Alpha is compressed without loss, which needs 30 bytes a pixel: too much for a large picture.
    config.alpha_compression = i32::from(width * height <= MAX_COMPRESSED_ALPHA);
    encoder.encode_advanced(&config).map_err(|error| Error::other(format!("webp: {error:?}")))
}
