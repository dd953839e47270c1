//! The frames of the last versions, which are kept for boards that have one of those versions.
//!
//! A frame with what somebody does not show any more is forgotten, and so are those before it: whoever asks for them loads the whole field.

use std::collections::VecDeque;

use super::frame::{NewFrame, read_frame};
use super::{Step, since};

/// The most bytes of frames that are kept.
const MAX_KEPT_BYTES: usize = 256 * 1024;
/// The fewest bytes of frames that are kept, if there are so many.
const MIN_KEPT_BYTES: usize = 4 * 1024;
/// About what a runner takes in the compressed document: who is so far behind that the frames take more loads that instead.
const DOCUMENT_BYTES_A_RUNNER: usize = 32;
/// What a kept frame takes beside its bytes.
const FRAME_OVERHEAD: usize = 32;

/// A frame that is kept, and the numbers of the runners whose whole rows are in it, ascending.
#[derive(Debug, Clone)]
pub(in crate::timing) struct KeptFrame {
    bytes: Vec<u8>,
    rows: Vec<u32>,
}

impl KeptFrame {
    pub(super) fn new(bytes: Vec<u8>, rows: Vec<u32>) -> Self {
        Self { bytes, rows }
    }

    /// A frame that was stored, and what happened in it; `None` when the bytes are not a frame.
    pub(in crate::timing) fn read(bytes: &[u8]) -> Option<(Self, Step)> {
        let (step, rest) = read_frame(bytes)?;
        let rows = step.rows.iter().map(|(number, _)| *number).collect();
        rest.is_empty().then(|| (Self::new(bytes.to_vec(), rows), step))
    }

    /// The bytes.
    pub(in crate::timing) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn size(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.rows) + FRAME_OVERHEAD
    }
}

/// The frames of the last versions of a field.
#[derive(Debug, Clone, Default)]
pub(in crate::timing) struct Feed {
    /// The number of the version that the first frame follows.
    first: u64,
    frames: VecDeque<KeptFrame>,
    bytes: usize,
}

impl Feed {
    /// Frames that follow the version of this number.
    pub(in crate::timing) fn new(first: u64, frames: impl IntoIterator<Item = KeptFrame>) -> Self {
        let frames: VecDeque<KeptFrame> = frames.into_iter().collect();
        Self { first, bytes: frames.iter().map(KeptFrame::size).sum(), frames }
    }

    /// The number of the oldest version from which the frames lead to the newest.
    pub(in crate::timing) fn first(&self) -> u64 {
        self.first
    }

    /// The frames, each with the number of the version that it makes.
    pub(in crate::timing) fn frames(&self) -> impl Iterator<Item = (u64, &KeptFrame)> {
        (self.first + 1..).zip(&self.frames)
    }

    /// Which version is the oldest once the frame of the next version is added: frames with what that hides are forgotten, and the oldest
    /// ones when all take more than the document of this many `runners`. A frame that does so alone is not kept either.
    pub(in crate::timing) fn first_with(&self, next: &NewFrame, runners: usize) -> u64 {
        let limit = (runners * DOCUMENT_BYTES_A_RUNNER).clamp(MIN_KEPT_BYTES, MAX_KEPT_BYTES);
        let is_forgotten = |frame: &KeptFrame| next.hidden.iter().any(|number| frame.rows.binary_search(number).is_ok());
        let last = if next.hidden.is_empty() { None } else { self.frames.iter().rposition(is_forgotten) };
        let mut forgotten = last.map_or(0, |last| last + 1);
        let sizes = || self.frames.iter().chain([&next.kept]).map(KeptFrame::size);
        let mut bytes: usize = sizes().skip(forgotten).sum();
        for size in sizes().skip(forgotten) {
            if bytes <= limit {
                break;
            }
            bytes -= size;
            forgotten += 1;
        }
        self.first + forgotten as u64
    }

    /// Adds the frame of the next version, and forgets those before the version `first`, from which the frames then lead to it.
    pub(in crate::timing) fn push(&mut self, frame: KeptFrame, first: u64) {
        self.bytes += frame.size();
        self.frames.push_back(frame);
        self.forget_before(first);
    }

    /// Forgets the frames that lead to this version.
    pub(in crate::timing) fn forget_before(&mut self, first: u64) {
        while self.first < first
            && let Some(oldest) = self.frames.pop_front()
        {
            self.bytes -= oldest.size();
            self.first += 1;
        }
    }

    /// The bytes for a board that has the version of this number; `None` when the frames do not begin there.
    pub(in crate::timing) fn since(&self, number: u64) -> Option<Vec<u8>> {
        let skipped = usize::try_from(number.checked_sub(self.first)?).ok()?;
        let is_known = skipped <= self.frames.len();
        is_known.then(|| since(number, self.frames.iter().skip(skipped).map(KeptFrame::bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::{Change, frame};
    use super::super::tests_support::{GUN, contests, row, steps_since};
    use super::*;
    use crate::timing::Status;
    use crate::timing::head::LiveHead;
    use crate::timing::standing::Row;

    fn push(feed: &mut Feed, frame: NewFrame, runners: usize) {
        let first = feed.first_with(&frame, runners);
        feed.push(frame.kept, first);
    }

    #[test]
    fn who_is_too_far_behind_or_ahead_gets_no_frames() {
        let mut feed = Feed::new(10, []);
        let nothing = |n| frame(&contests(), None, n, std::iter::empty());
        (0..5).for_each(|n| push(&mut feed, nothing(n), 1));
        assert_eq!(steps_since(&feed, 10).1.len(), 5);
        assert_eq!(steps_since(&feed, 15).1.len(), 0);
        assert!(feed.since(9).is_none() && feed.since(16).is_none());
        (0..10_000).for_each(|n| push(&mut feed, nothing(n), 1));
        assert!(feed.bytes <= MIN_KEPT_BYTES, "{}", feed.bytes);
        assert_eq!(feed.first() + feed.frames.len() as u64, 10_015);
        assert!(feed.since(feed.first()).is_some() && feed.since(feed.first() - 1).is_none());
        let again = Feed::new(feed.first(), feed.frames().map(|(_, frame)| KeptFrame::read(frame.bytes()).unwrap().0));
        assert_eq!((again.bytes, again.since(10_015)), (feed.bytes, feed.since(10_015)));
    }

    #[test]
    fn a_frame_that_is_larger_than_the_document_is_not_kept() {
        let mut feed = Feed::new(10, []);
        push(&mut feed, frame(&contests(), None, GUN, std::iter::empty()), 1);
        let head = LiveHead { race: "x".repeat(MIN_KEPT_BYTES), ..LiveHead::default() };
        push(&mut feed, frame(&contests(), Some(head), GUN, std::iter::empty()), 1);
        assert_eq!((feed.first(), feed.frames.len(), feed.bytes), (12, 0, 0));
        assert!(feed.since(11).is_none() && feed.since(12).is_some());
    }

    #[test]
    fn frames_with_what_somebody_does_not_show_any_more_are_forgotten() {
        let named = Row { first_name: "Ann".into(), last_name: "Ng".into(), ..row(None, None, None, Status::Registered) };
        let private = Row { flags: Row::PRIVATE, ..named.clone() };
        let started = Row { status: Status::Started, start: Some(0), ..private.clone() };
        let mut feed = Feed::new(1, []);
        let mut pushed = |head: Option<&str>, before, after| {
            let change = Change { number: 7, before, after };
            let head = head.map(|race| LiveHead { race: race.into(), ..LiveHead::default() });
            push(&mut feed, frame(&contests(), head, GUN, [change].into_iter()), 1_000);
            feed.clone()
        };
        assert_eq!(pushed(Some("Spring 10K"), None, Some(&named)).first(), 1, "the version 2 has the name");
        assert_eq!(pushed(Some("Fall 10K"), Some(&named), Some(&private)).first(), 2, "the version 3 follows 2");
        assert_eq!(pushed(None, Some(&private), Some(&started)).first(), 2);
        let last = pushed(None, Some(&started), None);
        assert_eq!((last.first(), last.frames.len()), (3, 2), "who is taken from the list, with every row of theirs");
    }
}
