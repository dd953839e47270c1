//! When a photo was taken and by which camera, from the EXIF block of a JPEG (CIPA DC-008, Exif 2.32).

use chrono::NaiveDateTime;

use crate::text;

/// How many bytes from the beginning of a file are enough: cameras write the block first, and it has at most 64 KiB.
pub const HEAD_BYTES: usize = 128 * 1024;
/// The longest name of a camera, in characters.
const LONGEST_CAMERA: usize = 80;
/// How many entries of a directory are looked at.
const MOST_ENTRIES: usize = 200;

const MAKE: u16 = 0x010f;
const MODEL: u16 = 0x0110;
const EXIF_DIRECTORY: u16 = 0x8769;
const TAKEN: u16 = 0x9003;
const SERIAL: u16 = 0xa431;

/// What a photo's file says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Capture {
    /// Make, model and serial number; empty when the file does not say.
    pub camera: String,
    /// The camera's clock when the photo was taken (`DateTimeOriginal`), in whole seconds; a camera's clock has no zone here.
    pub wall: Option<NaiveDateTime>,
}

/// Reads the first bytes of a file; nothing is known of a file that is no JPEG or has no such block.
pub fn capture(head: &[u8]) -> Capture {
    block(head).and_then(Tiff::new).map(|tiff| tiff.capture()).unwrap_or_default()
}

/// The TIFF structure in the segment APP1 of a JPEG.
fn block(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head.strip_prefix(&[0xff, 0xd8])?;
    while let [0xff, marker, high, low, ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let segment = rest.get(4..2 + length)?;
        if *marker == 0xe1
            && let Some(tiff) = segment.strip_prefix(b"Exif\0\0")
        {
            return Some(tiff);
        }
        // The pixels begin: no segment of this kind follows.
        if *marker == 0xda {
            return None;
        }
        rest = rest.get(2 + length..)?;
    }
    None
}

struct Tiff<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl<'a> Tiff<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"II*\0" => Some(Self { bytes, little: true }),
            b"MM\0*" => Some(Self { bytes, little: false }),
            _ => None,
        }
    }

    fn capture(&self) -> Capture {
        let main = self.long(4).unwrap_or_default();
        let detail = self.entry(main, EXIF_DIRECTORY).and_then(|at| self.long(at + 8));
        let of = |directory: Option<usize>, tag: u16| directory.and_then(|at| self.text(at, tag)).unwrap_or_default();
        let (make, model, serial) = (of(Some(main), MAKE), of(Some(main), MODEL), of(detail, SERIAL));
        // Most models begin with the maker's name.
        let make = if model.to_lowercase().starts_with(&make.to_lowercase()) { String::new() } else { make };
        let words = [make, model, serial].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let wall = NaiveDateTime::parse_from_str(&of(detail, TAKEN), "%Y:%m:%d %H:%M:%S").ok();
        Capture { camera: words.chars().take(LONGEST_CAMERA).collect::<String>().trim().to_owned(), wall }
    }

    /// Where the entry of a tag is in the directory at this place.
    fn entry(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = usize::from(self.short(directory)?).min(MOST_ENTRIES);
        (0..count).map(|n| directory + 2 + n * 12).find(|at| self.short(*at) == Some(tag))
    }

    /// A text (type 2); those of up to four bytes are in the entry itself.
    fn text(&self, directory: usize, tag: u16) -> Option<String> {
        let at = self.entry(directory, tag)?;
        let length = self.long(at + 4).filter(|length| self.short(at + 2) == Some(2) && *length <= 256)?;
        let from = if length <= 4 { at + 8 } else { self.long(at + 8)? };
        let bytes = self.bytes.get(from..from.checked_add(length)?)?;
        let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        Some(text::cleaned(&String::from_utf8_lossy(bytes)).trim().to_owned())
    }

    fn short(&self, at: usize) -> Option<u16> {
        let bytes: [u8; 2] = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn long(&self, at: usize) -> Option<usize> {
        let bytes: [u8; 4] = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        usize::try_from(if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A JPEG's head with these texts: make, model, time and serial number.
    fn head(little: bool, texts: [&str; 4]) -> Vec<u8> {
        let short = |n: u16| if little { n.to_le_bytes() } else { n.to_be_bytes() };
        let long = |n: usize| if little { (n as u32).to_le_bytes() } else { (n as u32).to_be_bytes() };
        let mut tiff = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
        tiff.extend(long(8));
        let (detail, texts_at) = (8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 2 * 12 + 4);
        let places: Vec<usize> =
            texts.iter().scan(texts_at, |at, text| Some(std::mem::replace(at, *at + text.len() + 1))).collect();
        let entry = |tag: u16, kind: u16, count: usize, value: usize| {
            [&short(tag)[..], &short(kind)[..], &long(count)[..], &long(value)[..]].concat()
        };
        let text = |tag: u16, n: usize| entry(tag, 2, texts[n].len() + 1, places[n]);
        tiff.extend(short(3));
        tiff.extend([text(MAKE, 0), text(MODEL, 1), entry(EXIF_DIRECTORY, 4, 1, detail)].concat());
        tiff.extend(long(0));
        tiff.extend(short(2));
        tiff.extend([text(TAKEN, 2), text(SERIAL, 3)].concat());
        tiff.extend(long(0));
        texts.iter().for_each(|text| tiff.extend([text.as_bytes(), &[0]].concat()));
        let length = (2 + 6 + tiff.len() as u16).to_be_bytes();
        [&[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xe1][..], &length[..], b"Exif\0\0", &tiff, &[0xff, 0xda]].concat()
    }

    #[test]
    fn both_orders_of_bytes_are_read() {
        for little in [true, false] {
            let found = capture(&head(little, ["Canon", "Canon EOS R6", "2027:06:15 08:52:11", "012345"]));
            assert_eq!(found.camera, "Canon EOS R6 012345");
            assert_eq!(found.wall.unwrap().to_string(), "2027-06-15 08:52:11");
        }
        assert_eq!(capture(&head(true, ["NIKON", "Z 6II", "0000:00:00 00:00:00", "1234"])).camera, "NIKON Z 6II 1234");
    }

    #[test]
    fn damaged_files_say_nothing_and_end() {
        let whole = head(false, ["Canon", "Canon EOS R6", "2027:06:15 08:52:11", "012345"]);
        for end in 0..whole.len() {
            capture(&whole[..end]);
        }
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = value;
                capture(&damaged);
            }
        }
        assert_eq!(capture(b"GIF89a"), Capture::default());
    }
}
