//! Cuts a stream of bytes into pieces at line ends, wherever the stream was split on its way.

use memchr::memchr3_iter;

/// The pieces of a stream: lines, or the messages between two `$`.
///
/// Holds the unfinished piece only, at most `limit` bytes of it. The rest of a longer piece is skipped, and the piece is reported
/// at its end.
#[derive(Debug, Clone)]
pub(super) struct Cutter {
    /// The bytes that end a piece.
    ends: [u8; 3],
    limit: usize,
    held: Vec<u8>,
    too_long: bool,
    /// Whether pieces are counted, and not lines.
    counts_pieces: bool,
    number: usize,
}

/// A piece of the stream with its number, counted from 1. It has no line end, no NUL, no blanks around it, and is not blank.
pub(super) struct Piece<'a> {
    pub number: usize,
    /// The bytes, or `None` when there were more than the limit.
    pub bytes: Option<&'a [u8]>,
}

impl Cutter {
    /// Cuts at CR and LF; numbers are those of the lines, which LF ends.
    pub(super) fn lines(limit: usize) -> Self {
        Self { ends: [b'\n', b'\r', b'\r'], limit, held: vec![], too_long: false, counts_pieces: false, number: 1 }
    }

    /// Cuts at `$`, CR and LF; numbers are those of the pieces that are not blank.
    pub(super) fn messages(limit: usize) -> Self {
        Self { ends: [b'$', b'\n', b'\r'], counts_pieces: true, number: 0, ..Self::lines(limit) }
    }

    /// The number of bytes of the unfinished piece.
    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    /// Adds bytes, and calls `handle` with every piece that they end.
    pub(super) fn push(&mut self, bytes: &[u8], mut handle: impl FnMut(Piece<'_>)) {
        let [first, second, third] = self.ends;
        let mut from = 0;
        for end in memchr3_iter(first, second, third, bytes) {
            self.hold(bytes.get(from..end).unwrap_or_default());
            self.end(&mut handle);
            if !self.counts_pieces && bytes.get(end) == Some(&b'\n') {
                self.number += 1;
            }
            from = end + 1;
        }
        self.hold(bytes.get(from..).unwrap_or_default());
    }

    /// Ends the stream: the piece that is held is the last one.
    pub(super) fn finish(&mut self, mut handle: impl FnMut(Piece<'_>)) {
        self.end(&mut handle);
    }

    fn hold(&mut self, bytes: &[u8]) {
        if bytes.len() > self.limit.saturating_sub(self.held.len()) {
            self.too_long = true;
        }
        if !self.too_long {
            // Some boxes send NULs between and within messages.
            self.held.extend(bytes.iter().filter(|byte| **byte != 0));
        }
    }

    fn end(&mut self, handle: &mut impl FnMut(Piece<'_>)) {
        let bytes = self.held.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.held).trim_ascii();
        if self.too_long || !bytes.is_empty() {
            self.number += usize::from(self.counts_pieces);
            handle(Piece { number: self.number, bytes: (!self.too_long).then_some(bytes) });
        }
        self.held.clear();
        self.too_long = false;
    }
}
