//! Decodes four kinds of files to upright pixels of eight bits, at most as many as are stored.
//!
//! PNG is read row by row, and a large JPEG at half, a quarter or an eighth of its size, so that the memory does not depend on the
//! size of the upload. WebP and GIF, interlaced PNG and progressive JPEG are decoded as a whole, so smaller limits apply to them.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::Path;

use core_wasm::editor::images as rules;
use core_wasm::error::CoreError;
use image::codecs::gif::GifDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits};
use jpeg_decoder::{CodingProcess, PixelFormat};

use crate::png;
use crate::shrink::Shrinker;

/// The memory of a decoder that holds the whole picture: its pixels twice as RGBA, and 16 MiB for the decoder.
const MAX_MEMORY: u64 = rules::MOST_PIXELS_WHOLE * 8 + 16 * 1024 * 1024;
/// The memory of the PNG decoder in addition to its rows.
const PNG_MEMORY: usize = 32 * 1024 * 1024;
/// A JPEG is decoded to at most this number of pixels.
const JPEG_PIXELS: u64 = 9_000_000;

type Failure = Box<dyn Error + Send + Sync>;

/// A picture, or the core's refusal; a failure means that the file cannot be decoded.
type Decoded = Result<Result<DynamicImage, CoreError>, Failure>;

/// Decodes a file of this content type.
pub(crate) fn decode(kind: &str, file: File, spool: &Path) -> Decoded {
    match kind {
        "image/jpeg" => jpeg(BufReader::new(file)),
        "image/webp" => whole(WebPDecoder::new(BufReader::new(file))?),
        "image/gif" => whole(GifDecoder::new(BufReader::new(file))?),
        _ => {
            let mut bare = tempfile::tempfile_in(spool)?;
            png::without_ancillary_chunks(BufReader::new(file), &mut bare)?;
            bare.rewind()?;
            rows(BufReader::new(bare))
        }
    }
}

fn jpeg(file: impl BufRead) -> Decoded {
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.read_info()?;
    let info = decoder.info().ok_or("no frame")?;
    let progressive = info.coding_process == CodingProcess::DctProgressive;
    let most = if progressive { rules::MOST_PIXELS_PROGRESSIVE } else { rules::MOST_PIXELS };
    if let Err(refusal) = rules::check_size(info.width.into(), info.height.into(), most) {
        return Ok(Err(refusal));
    }
    let part = |divisor: u16| (info.width.div_ceil(divisor), info.height.div_ceil(divisor));
    let fits = |(width, height): (u16, u16)| u64::from(width) * u64::from(height) <= JPEG_PIXELS;
    let (width, height) = [1, 2, 4].into_iter().map(part).find(|part| fits(*part)).unwrap_or(part(8));
    let (width, height) = decoder.scale(width, height)?;
    let orientation = decoder.exif_data().and_then(Orientation::from_exif_chunk);
    let mut pixels = decoder.decode()?;
    let channels = match info.pixel_format {
        PixelFormat::L8 => 1,
        PixelFormat::RGB24 => 3,
        PixelFormat::L16 => {
            pixels = pixels.as_chunks::<2>().0.iter().map(|grey| (u16::from_ne_bytes(*grey) >> 8) as u8).collect();
            1
        }
        PixelFormat::CMYK32 => {
            pixels = pixels.chunks_exact(4).flat_map(from_cmyk).collect();
            3
        }
    };
    Ok(Ok(upright(shrunk(width.into(), height.into(), channels, &pixels)?, orientation)))
}

fn rows(file: impl BufRead + Seek) -> Decoded {
    let mut decoder = ::png::Decoder::new_with_limits(file, ::png::Limits { bytes: PNG_MEMORY });
    decoder.set_transformations(::png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let info = reader.info();
    let (width, height, interlaced) = (info.width, info.height, info.interlaced);
    let orientation = info.exif_metadata.as_deref().and_then(Orientation::from_exif_chunk);
    let most = if interlaced { rules::MOST_PIXELS_WHOLE } else { rules::MOST_PIXELS };
    if let Err(refusal) = rules::check_size(width, height, most) {
        return Ok(Err(refusal));
    }
    let channels = reader.output_color_type().0.samples();
    if interlaced {
        let mut pixels = vec![0; reader.output_buffer_size().ok_or("too large")?];
        reader.next_frame(&mut pixels)?;
        return Ok(Ok(upright(shrunk(width, height, channels, &pixels)?, orientation)));
    }
    let mut shrinker = Shrinker::new(width, height, channels);
    while let Some(row) = reader.next_row()? {
        shrinker.take(row.data());
    }
    Ok(Ok(upright(shrinker.finish().ok_or("rows are missing")?, orientation)))
}

fn whole(mut decoder: impl ImageDecoder) -> Decoded {
    let (width, height) = decoder.dimensions();
    if let Err(refusal) = rules::check_size(width, height, rules::MOST_PIXELS_WHOLE) {
        return Ok(Err(refusal));
    }
    decoder.set_limits(limits())?;
    // A picture without a readable orientation is not turned.
    let orientation = decoder.orientation().ok();
    let picture = DynamicImage::from_decoder(decoder)?;
    let (channels, pixels) = match picture.color().has_alpha() {
        true => (4, picture.into_rgba8().into_raw()),
        false => (3, picture.into_rgb8().into_raw()),
    };
    Ok(Ok(upright(shrunk(width, height, channels, &pixels)?, orientation)))
}

fn shrunk(width: u32, height: u32, channels: usize, pixels: &[u8]) -> Result<DynamicImage, Failure> {
    let mut shrinker = Shrinker::new(width, height, channels);
    pixels.chunks_exact((width as usize * channels).max(1)).for_each(|row| shrinker.take(row));
    Ok(shrinker.finish().ok_or("rows are missing")?)
}

fn upright(mut picture: DynamicImage, orientation: Option<Orientation>) -> DynamicImage {
    picture.apply_orientation(orientation.unwrap_or(Orientation::NoTransforms));
    picture
}

/// Converts CMYK as Adobe writes it (inverted).
fn from_cmyk(pixel: &[u8]) -> [u8; 3] {
    let ink = |index: usize| 255 - u16::from(pixel.get(index).copied().unwrap_or_default());
    let color = |index| u8::try_from(ink(index) * ink(3) / 255).unwrap_or(u8::MAX);
    [color(0), color(1), color(2)]
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(rules::MOST_SIDE);
    limits.max_image_height = Some(rules::MOST_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    limits
}
