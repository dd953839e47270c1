//! What a live board receives: the whole field once, and then what happened since its version, in a compact binary form.
//!
//! The whole field is a [`LiveDocument`] with its rows as columns. After that most of what happens is that a known runner passes a point:
//! that is three small numbers. Everything else is a whole row ([`sent`](super::sent)), a runner who is no longer shown, or another
//! [`LiveHead`]. Runners are named by their numbers in the document, which stay the same within an epoch.
//!
//! The bytes are [`FORMAT`] and then, all as [postcard](https://postcard.jamesmunns.com/wire-format) writes them, either [`WHOLE`] and the
//! document, or [`SINCE`], the number of the version that the receiver must have, and one frame for each version that follows it
//! ([`frame`]). A frame does not depend on who receives it, so it is written once, when its version is made, and kept for a while
//! ([`kept`]).
//!
//! Not here: when a version is made, and where versions are stored (`timing::engine`, and the server).

mod frame;
mod kept;
#[cfg(test)]
mod tests_support;

use serde::Serialize;

pub(super) use self::frame::{Change, frame};
pub(super) use self::kept::{Feed, KeptFrame};

use self::frame::read_frame;
use super::head::LiveHead;
use super::standing::{LiveDocument, Row};

/// The first byte. Another form of what follows gets another number, and an older board then refuses it.
pub const FORMAT: u8 = 4;
/// The second byte of a whole field.
const WHOLE: u8 = 0;
/// The second byte of what happened since a version.
const SINCE: u8 = 1;

/// Writes a value in a form that has no failing cases for the types that travel.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

/// What happened in one version, as a board reads it.
#[derive(Debug, Default)]
pub struct Step {
    /// When the version was made, in epoch milliseconds.
    pub updated_at: i64,
    /// The head, if it is another one from this version on. It applies to the passings and rows of the same step.
    pub head: Option<LiveHead>,
    /// Passings in the order of their times: the runner's number, the point ([`Row::pass`]), the time in epoch milliseconds.
    pub passed: Vec<(u32, usize, i64)>,
    /// Whole rows, by the runner's number.
    pub rows: Vec<(u32, Row)>,
    /// The numbers of runners who are no longer shown.
    pub gone: Vec<u32>,
}

/// What a board receives.
#[derive(Debug)]
pub enum Received {
    /// The whole field.
    Whole(Box<LiveDocument>),
    /// The number of the version that it follows, and what happened in each version after it.
    Since(u64, Vec<Step>),
}

/// Writes the whole field.
pub fn whole(document: &LiveDocument) -> Vec<u8> {
    postcard::to_extend(document, vec![FORMAT, WHOLE]).unwrap_or_default()
}

/// Writes what happened since the version of this number: the frames that follow it.
pub(super) fn since<'a>(number: u64, frames: impl Iterator<Item = &'a [u8]> + Clone) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + frames.clone().map(<[u8]>::len).sum::<usize>());
    bytes.extend([FORMAT, SINCE]);
    bytes.extend(to_bytes(&number));
    frames.for_each(|frame| bytes.extend_from_slice(frame));
    bytes
}

/// From which version a board is told what happened, when it has the version of this number: from that one, or a little earlier when it is
/// far behind, so that boards which were away for different times are sent the same bytes. `oldest` is the first from which it is known, and
/// not after `number`.
///
/// ```
/// use core_wasm::timing::feed::shared_since;
///
/// assert_eq!(shared_since(995, 1_000, 0), 995);
/// assert_eq!((shared_since(901, 1_000, 0), shared_since(903, 1_000, 0)), (896, 896));
/// assert_eq!(shared_since(901, 1_000, 900), 900);
/// ```
pub fn shared_since(number: u64, newest: u64, oldest: u64) -> u64 {
    let behind = newest.saturating_sub(number);
    // At most an eighth more than is needed.
    let step = behind.checked_ilog2().map_or(1, |power| 1 << power.saturating_sub(3));
    (number - number % step).max(oldest)
}

/// Reads what was sent; `None` when the bytes are neither form, or not all of it.
///
/// ```
/// use core_wasm::timing::feed::{Received, read, whole};
/// use core_wasm::timing::standing::LiveDocument;
///
/// let document = LiveDocument { race: "Spring 10K".into(), version: "e-1".into(), ..LiveDocument::default() };
/// let bytes = whole(&document);
/// assert!(matches!(read(&bytes), Some(Received::Whole(read)) if *read == document));
/// assert!(read(&bytes[..bytes.len() - 1]).is_none());
/// ```
pub fn read(bytes: &[u8]) -> Option<Received> {
    match bytes {
        [FORMAT, WHOLE, document @ ..] => {
            let (document, rest) = postcard::take_from_bytes(document).ok()?;
            rest.is_empty().then(|| Received::Whole(Box::new(document)))
        }
        [FORMAT, SINCE, frames @ ..] => read_since(frames).map(|(since, steps)| Received::Since(since, steps)),
        _ => None,
    }
}

/// Reads the number of the version that the frames follow, and the frames.
fn read_since(bytes: &[u8]) -> Option<(u64, Vec<Step>)> {
    let (since, mut rest) = postcard::take_from_bytes::<u64>(bytes).ok()?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (step, after) = read_frame(rest)?;
        rest = after;
        steps.push(step);
    }
    Some((since, steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_refused() {
        for bytes in
            [&b""[..], b"{}", &[FORMAT], &[FORMAT, 9], &[FORMAT, WHOLE, 4], &[FORMAT, SINCE, 4, 1], &[FORMAT + 1, SINCE, 4]]
        {
            assert!(read(bytes).is_none(), "{bytes:?}");
        }
    }
}
