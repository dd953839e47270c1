//! Makes a course of a GPX file.

mod climb;
mod distances;
mod gpx;
mod refusals;
mod simplify;

use std::borrow::Cow;

use super::{Climb, Course, CoursePlace, check_size, whole};
use crate::error::CoreError;

/// The most points that the line of a course has.
const MOST_POINTS: usize = 400;
/// The number of equally long parts into which a profile is divided.
const PROFILE_PARTS: usize = 200;

/// A point of a track.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TrackPoint {
    /// Degrees, north positive.
    lat: f64,
    /// Degrees, east positive. It may be beyond 180 where a track crosses the antimeridian.
    lon: f64,
    /// Metres above sea level.
    elevation: Option<f64>,
}

/// Metres in whole decimetres, so that a course that is read from its stored text equals the one that was stored.
fn to_decimetres(metres: f64) -> f64 {
    f64::from(whole(metres * 10.0)) / 10.0
}

/// The text of a file: UTF-8 unless it begins as UTF-16, with a byte order mark or without one. What is not UTF-8 becomes a replacement
/// character: names are not read, and positions are written in ASCII.
fn text(bytes: &[u8]) -> Result<Cow<'_, str>, CoreError> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] | [0, b'<', ..] => u16::from_be_bytes,
        _ => return Ok(String::from_utf8_lossy(bytes)),
    };
    let (pairs, []) = bytes.as_chunks::<2>() else { return Err(refusals::unreadable_utf16()) };
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.map(Cow::Owned).map_err(|_| refusals::unreadable_utf16())
}

impl Course {
    /// Reads the course from a GPX file in UTF-8 or UTF-16, as [`Self::from_gpx`].
    ///
    /// # Errors
    /// What is wrong with the file, as a sentence; nothing in it is quoted.
    pub fn from_gpx_file(bytes: &[u8]) -> Result<Self, CoreError> {
        check_size(bytes.len() as u64)?;
        Self::from_gpx(&text(bytes)?)
    }

    /// Reads the course from the text of a GPX file: its longest track or, without one, its longest route.
    ///
    /// # Errors
    /// What is wrong with the file, as a sentence; nothing in it is quoted.
    pub fn from_gpx(text: &str) -> Result<Self, CoreError> {
        let track = gpx::read(text)?;
        let distances = distances::distances(&track);
        let metres = distances.last().copied().unwrap_or_default();
        refusals::check_length(metres)?;
        let elevations = climb::filled(&track, &distances);
        let kept = simplify::simplify(&track, &distances, MOST_POINTS);
        let place = |i: &usize| {
            let (point, along) = (track.get(*i)?, distances.get(*i)?);
            Some(CoursePlace(whole(point.lat * 1e6), whole(point.lon * 1e6), whole(along * 10.0).unsigned_abs()))
        };
        let Climb { up, down } = climb::climb(&elevations);
        Ok(Self {
            points: kept.iter().filter_map(place).collect(),
            metres: to_decimetres(metres),
            elevation: climb::samples(&elevations, &distances, PROFILE_PARTS).into_iter().map(|one| whole(one * 10.0)).collect(),
            climb: Climb { up: to_decimetres(up), down: to_decimetres(down) },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GPX: &str = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<gpx><trk><name>Grüne Runde 🌲</name><trkseg>\
                       <trkpt lat=\"50\" lon=\"8\"/><trkpt lat=\"50.1\" lon=\"8\"/></trkseg></trk></gpx>";

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn a_file_in_utf_16_is_the_same_course() {
        let course = Course::from_gpx(GPX).unwrap();
        let marked = format!("\u{feff}{GPX}");
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            for text in [GPX, &marked] {
                assert_eq!(Course::from_gpx_file(&utf16(text, bytes)), Ok(course.clone()));
            }
        }
        for text in [GPX, &marked] {
            assert_eq!(Course::from_gpx_file(text.as_bytes()), Ok(course.clone()));
        }
        // A name in another encoding, which is not read.
        let latin = [b"<gpx><trk><name>Gr\xfcn</name>".as_slice(), GPX.split_once("</name>").unwrap().1.as_bytes()].concat();
        assert_eq!(Course::from_gpx_file(&latin), Ok(course));
    }

    #[test]
    fn a_file_in_utf_16_that_is_cut_off_is_refused_and_what_to_do_is_said() {
        let code = |bytes: &[u8]| Course::from_gpx_file(bytes).unwrap_err().code;
        let bytes = utf16(&format!("\u{feff}{GPX}"), u16::to_le_bytes);
        assert_eq!(code(&bytes[..bytes.len() - 1]), "unreadable_utf16");
        assert_eq!(code(&[0xff, 0xfe, 0x00, 0xdc]), "unreadable_utf16");
        assert_eq!(code(&bytes[..bytes.len() - 2]), "unreadable_gpx");
        assert_eq!(code(&[0xff, 0xfe]), "not_gpx");
        assert_eq!(code(&vec![0xff; super::super::MAX_BYTES + 1]), "gpx_too_large");
    }
}
