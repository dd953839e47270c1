//! The parts of a picture's file, followed from its beginning to its end.
//!
//! Nothing is decoded: each kind of file says how long its parts are, so what is cut off is seen by what is missing. The file may
//! come in pieces of any size, since the server does not hold it whole.

/// What is read next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// JPEG: the mark of a part, `ff`, wherever it is.
    JpegMark,
    /// JPEG: what part it is.
    JpegPart,
    /// JPEG: the length of a part.
    JpegLength,
    /// PNG: the length and the name of a part.
    PngPart,
    /// GIF: the size of the picture, and how many colours follow.
    GifHead,
    /// GIF: what part it is.
    GifPart,
    /// GIF: the size of a frame, and how many colours follow.
    GifFrame,
    /// GIF: the length of a piece of a part.
    GifPiece,
    /// WebP: the length of everything, and the first part.
    WebpHead,
    /// Nothing: the end is reached.
    End,
}

impl At {
    /// How many bytes that is.
    fn length(self) -> usize {
        match self {
            Self::JpegMark | Self::JpegPart | Self::GifPart | Self::GifPiece => 1,
            Self::JpegLength => 2,
            Self::PngPart => 8,
            Self::GifHead => 13,
            Self::GifFrame => 9,
            Self::WebpHead => 21,
            Self::End => 0,
        }
    }
}

/// Follows a file of one kind.
#[derive(Debug, Clone)]
pub struct Structure {
    at: At,
    /// Bytes to pass over before that.
    skip: u64,
    /// What is there of what is read.
    part: Vec<u8>,
    frames: u32,
}

impl Structure {
    /// The beginning of a file of this media type.
    pub fn of(kind: &str) -> Self {
        let (at, skip) = match kind {
            "image/jpeg" => (At::JpegMark, 2),
            "image/png" => (At::PngPart, 8),
            "image/gif" => (At::GifHead, 0),
            "image/webp" => (At::WebpHead, 0),
            _ => (At::End, 0),
        };
        Self { at, skip, part: Vec::new(), frames: 0 }
    }

    /// Goes on with the next piece of the file.
    pub fn take(&mut self, mut bytes: &[u8]) {
        loop {
            let skip = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
            self.skip -= skip as u64;
            bytes = bytes.get(skip..).unwrap_or_default();
            if bytes.is_empty() || self.at == At::End {
                return;
            }
            if self.at == At::JpegMark {
                // The pixels, between two marks.
                bytes = bytes.iter().position(|byte| *byte == 0xff).and_then(|at| bytes.get(at..)).unwrap_or_default();
            }
            let missing = self.at.length() - self.part.len();
            let (read, rest) = bytes.split_at(missing.min(bytes.len()));
            self.part.extend_from_slice(read);
            bytes = rest;
            if self.part.len() == self.at.length() {
                let part = std::mem::take(&mut self.part);
                (self.at, self.skip) = self.next(&part);
            }
        }
    }

    /// Whether the file ended before its end.
    pub fn is_cut_off(&self) -> bool {
        // A last byte that only makes a length even is missed by nobody.
        self.at != At::End || self.skip > 1
    }

    /// Whether the picture moves.
    pub fn moves(&self) -> bool {
        self.frames > 1
    }

    fn next(&mut self, part: &[u8]) -> (At, u64) {
        let byte = |at: usize| part.get(at).copied().unwrap_or_default();
        let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << (u64::from(flags & 7) + 1) };
        match self.at {
            At::JpegMark => (At::JpegPart, 0),
            At::JpegPart => match byte(0) {
                0xff => (At::JpegPart, 0),
                0xd9 => (At::End, 0),
                // Of these there is nothing but their mark; 00 says that the mark was a colour.
                0x00 | 0x01 | 0xd0..=0xd8 => (At::JpegMark, 0),
                _ => (At::JpegLength, 0),
            },
            At::JpegLength => (At::JpegMark, u64::from(u16::from_be_bytes([byte(0), byte(1)])).saturating_sub(2)),
            At::PngPart => {
                let length = u64::from(u32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)])) + 4;
                match part.get(4..) {
                    Some(b"IEND") => (At::End, length),
                    name => {
                        self.frames += 2 * u32::from(name == Some(b"acTL".as_slice()));
                        (At::PngPart, length)
                    }
                }
            }
            At::GifHead => (At::GifPart, colours(byte(10))),
            At::GifPart => match byte(0) {
                0x21 => (At::GifPiece, 1),
                0x2c => (At::GifFrame, 0),
                // Some programs fill up with zeros.
                0x00 => (At::GifPart, 0),
                // The end; anything else is for who decodes it to judge.
                _ => (At::End, 0),
            },
            At::GifFrame => {
                self.frames = self.frames.saturating_add(1);
                (At::GifPiece, colours(byte(8)) + 1)
            }
            At::GifPiece if byte(0) == 0 => (At::GifPart, 0),
            At::GifPiece => (At::GifPiece, u64::from(byte(0))),
            At::WebpHead => {
                let length = u64::from(u32::from_le_bytes([byte(4), byte(5), byte(6), byte(7)])) + 8;
                self.frames = if part.get(12..16) == Some(b"VP8X") && byte(20) & 2 != 0 { 2 } else { 1 };
                (At::End, length.saturating_sub(21))
            }
            At::End => (At::End, 0),
        }
    }
}
