//! Reads the parts of a picture's file from its beginning to its end, to find out whether the end is missing.
//!
//! Nothing is decoded: every format contains the lengths of its parts, so a missing end is found without decoding. The file may
//! be passed in pieces of any size, since the server does not hold it in memory as a whole.

/// What is read next; the state of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// JPEG: the marker byte of a part, `ff`, at any position.
    JpegMark,
    /// JPEG: the type of a part.
    JpegPart,
    /// JPEG: the length of a part.
    JpegLength,
    /// PNG: the length and the type of a part.
    PngPart,
    /// GIF: the size of the picture, and the number of colours that follow.
    GifHead,
    /// GIF: the type of a part.
    GifPart,
    /// GIF: the size of a frame, and the number of colours that follow.
    GifFrame,
    /// GIF: the length of a piece of a part.
    GifPiece,
    /// WebP: the length of the file, and the first part.
    WebpHead,
    /// Nothing: the end of the picture was read.
    End,
}

impl State {
    /// The number of bytes to read in this state.
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

/// The reader of a file of one format.
#[derive(Debug, Clone)]
pub struct Structure {
    state: State,
    /// The number of bytes to skip first.
    skip: u64,
    /// The bytes read so far for this state.
    part: Vec<u8>,
    frames: u32,
}

impl Structure {
    /// A reader at the beginning of a file of this media type.
    pub fn of(kind: &str) -> Self {
        let (state, skip) = match kind {
            "image/jpeg" => (State::JpegMark, 2),
            "image/png" => (State::PngPart, 8),
            "image/gif" => (State::GifHead, 0),
            "image/webp" => (State::WebpHead, 0),
            _ => (State::End, 0),
        };
        Self { state, skip, part: Vec::new(), frames: 0 }
    }

    /// Reads the next piece of the file.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        loop {
            let skip = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
            self.skip -= skip as u64;
            bytes = bytes.get(skip..).unwrap_or_default();
            if bytes.is_empty() || self.state == State::End {
                return;
            }
            if self.state == State::JpegMark {
                // Skips the pixels between two markers.
                bytes = bytes.iter().position(|byte| *byte == 0xff).and_then(|at| bytes.get(at..)).unwrap_or_default();
            }
            let missing = self.state.length() - self.part.len();
            let (read, rest) = bytes.split_at(missing.min(bytes.len()));
            self.part.extend_from_slice(read);
            bytes = rest;
            if self.part.len() == self.state.length() {
                let part = std::mem::take(&mut self.part);
                (self.state, self.skip) = self.next(&part);
            }
        }
    }

    /// Whether the end of the file is missing.
    pub fn is_cut_off(&self) -> bool {
        // The last byte may be missing when it only pads the length to an even number.
        self.state != State::End || self.skip > 1
    }

    /// Whether the picture is animated.
    pub fn is_animated(&self) -> bool {
        self.frames > 1
    }

    fn next(&mut self, part: &[u8]) -> (State, u64) {
        let byte = |at: usize| part.get(at).copied().unwrap_or_default();
        let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << (u64::from(flags & 7) + 1) };
        match self.state {
            State::JpegMark => (State::JpegPart, 0),
            State::JpegPart => match byte(0) {
                0xff => (State::JpegPart, 0),
                0xd9 => (State::End, 0),
                // These parts consist of their marker only; 00 means that the `ff` was pixel data.
                0x00 | 0x01 | 0xd0..=0xd8 => (State::JpegMark, 0),
                _ => (State::JpegLength, 0),
            },
            State::JpegLength => (State::JpegMark, u64::from(u16::from_be_bytes([byte(0), byte(1)])).saturating_sub(2)),
            State::PngPart => {
                let length = u64::from(u32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)])) + 4;
                match part.get(4..) {
                    Some(b"IEND") => (State::End, length),
                    name => {
                        self.frames += 2 * u32::from(name == Some(b"acTL".as_slice()));
                        (State::PngPart, length)
                    }
                }
            }
            State::GifHead => (State::GifPart, colours(byte(10))),
            State::GifPart => match byte(0) {
                0x21 => (State::GifPiece, 1),
                0x2c => (State::GifFrame, 0),
                // Some programs pad the file with zeros.
                0x00 => (State::GifPart, 0),
                // The end. Any other value is left to the decoder.
                _ => (State::End, 0),
            },
            State::GifFrame => {
                self.frames = self.frames.saturating_add(1);
                (State::GifPiece, colours(byte(8)) + 1)
            }
            State::GifPiece if byte(0) == 0 => (State::GifPart, 0),
            State::GifPiece => (State::GifPiece, u64::from(byte(0))),
            State::WebpHead => {
                let length = u64::from(u32::from_le_bytes([byte(4), byte(5), byte(6), byte(7)])) + 8;
                self.frames = if part.get(12..16) == Some(b"VP8X") && byte(20) & 2 != 0 { 2 } else { 1 };
                (State::End, length.saturating_sub(21))
            }
            State::End => (State::End, 0),
        }
    }
}
