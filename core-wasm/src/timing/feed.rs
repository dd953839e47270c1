//! What a live board receives: the whole field once, and then what happened since its version, in a compact binary form.
//!
//! The whole field is a [`LiveDocument`] with its rows as columns. After that most of what happens is that a known runner passes a point:
//! that is three small numbers. Everything else is a whole row ([`sent`](super::sent)), or a runner who is no longer shown. Runners are named
//! by their numbers in the document, which stay the same within an epoch.
//!
//! The bytes are [`FORMAT`] and then, all as [postcard](https://postcard.jamesmunns.com/wire-format) writes them, either [`WHOLE`] and the
//! document, or [`SINCE`], the number of the version that the receiver must have, and one [`Frame`] for each version that follows it. A
//! frame does not depend on who receives it, so it is written once, when its version is made ([`Feed`]).
//!
//! A frame with what somebody does not show any more is forgotten, and so are those before it: whoever asks for them loads the whole field.
//!
//! Not here: contests, guns and names of the race in frames. When one of them changes, boards load the whole field again.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::sent::Sent;
use super::standing::{LiveContest, LiveDocument, Row};

/// The first byte. Another form of what follows gets another number, and an older board then refuses it.
pub const FORMAT: u8 = 2;
/// The second byte of a whole field.
const WHOLE: u8 = 0;
/// The second byte of what happened since a version.
const SINCE: u8 = 1;

/// The most bytes of frames that are kept.
const MAX_KEPT_BYTES: usize = 256 * 1024;
/// The fewest bytes of frames that are kept, if there are so many.
const MIN_KEPT_BYTES: usize = 4 * 1024;
/// About what a runner takes in the compressed document: who is so far behind that the frames take more loads that instead.
const DOCUMENT_BYTES_A_RUNNER: usize = 32;
/// What a kept frame takes beside its bytes.
const FRAME_OVERHEAD: usize = 32;

/// What happened in one version.
#[derive(Serialize, Deserialize)]
struct Frame<'a> {
    /// When the version was made, in epoch milliseconds.
    updated_at: i64,
    /// Passings in the order of their times: the time in milliseconds after the one before (the first: after `updated_at`), the runner's
    /// number, and the point: 0 for the start, then the splits, then the finish.
    passed: Vec<(i64, u32, u8)>,
    /// Rows that are new, or changed by more than that.
    rows: Vec<(u32, Sent<'a>)>,
    /// The numbers of runners who are no longer shown.
    gone: Vec<u32>,
}

/// How a runner's row changed in a version.
pub(super) struct Change<'a> {
    /// The runner's number.
    pub(super) number: u32,
    /// The row of the version before; `None` when it was not shown.
    pub(super) before: Option<&'a Row>,
    /// The row of this version; `None` when it is not shown.
    pub(super) after: Option<&'a Row>,
}

/// A frame that is kept, and the numbers of the runners whose whole rows are in it, ascending.
#[derive(Debug, Clone)]
struct KeptFrame {
    bytes: Vec<u8>,
    rows: Vec<u32>,
}

impl KeptFrame {
    fn size(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.rows) + FRAME_OVERHEAD
    }
}

/// A frame that was just written.
pub(super) struct NewFrame {
    kept: KeptFrame,
    /// The numbers of runners of whom something was sent before that is not shown any more.
    hidden: Vec<u32>,
}

/// The frames of the last versions of a field.
#[derive(Debug, Clone, Default)]
pub(super) struct Feed {
    /// What the boards know that is in no frame: the contests and the labels of the age groups.
    head: (Vec<LiveContest>, Vec<String>),
    /// The number of the version that the first frame follows.
    first: u64,
    frames: VecDeque<KeptFrame>,
    bytes: usize,
}

impl Feed {
    /// Forgets all frames, since the head is another one: whoever has a version before this one loads the whole field.
    pub(super) fn begin(&mut self, version: u64, contests: Vec<LiveContest>, age_groups: Vec<String>) {
        *self = Self { head: (contests, age_groups), first: version, ..Self::default() };
    }

    /// Whether the frames are of a document with this head.
    pub(super) fn has_head(&self, head: &LiveDocument) -> bool {
        self.first > 0 && (&self.head.0, &self.head.1) == (&head.contests, &head.age_groups)
    }

    /// The contests of the head.
    pub(super) fn contests(&self) -> &[LiveContest] {
        &self.head.0
    }

    /// Adds the frame of the next version. Forgets frames with what it hides, and the oldest ones when all take more than the document of
    /// this many `runners`.
    pub(super) fn push(&mut self, frame: NewFrame, runners: usize) {
        let limit = (runners * DOCUMENT_BYTES_A_RUNNER).clamp(MIN_KEPT_BYTES, MAX_KEPT_BYTES);
        self.forget_rows_of(&frame.hidden);
        self.bytes += frame.kept.size();
        self.frames.push_back(frame.kept);
        while self.bytes > limit && self.forget_oldest() {}
    }

    fn forget_oldest(&mut self) -> bool {
        let Some(oldest) = self.frames.pop_front() else { return false };
        self.bytes -= oldest.size();
        self.first += 1;
        true
    }

    /// Forgets the frames up to the last one with a row of one of these runners.
    fn forget_rows_of(&mut self, numbers: &[u32]) {
        let has_row = |frame: &KeptFrame| numbers.iter().any(|number| frame.rows.binary_search(number).is_ok());
        let last = if numbers.is_empty() { None } else { self.frames.iter().rposition(has_row) };
        (0..last.map_or(0, |last| last + 1)).for_each(|_| _ = self.forget_oldest());
    }

    /// The number of the oldest version from which the frames lead to the newest.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// The bytes for a board that has the version of this number; `None` when the frames do not begin there.
    pub(super) fn since(&self, number: u64) -> Option<Vec<u8>> {
        let skipped = usize::try_from(number.checked_sub(self.first)?).ok()?;
        let frames = || self.frames.iter().skip(skipped).map(|frame| &*frame.bytes);
        if skipped > self.frames.len() {
            return None;
        }
        let mut bytes = Vec::with_capacity(16 + frames().map(<[u8]>::len).sum::<usize>());
        bytes.extend([FORMAT, SINCE]);
        bytes.extend(to_bytes(&number));
        frames().for_each(|frame| bytes.extend_from_slice(frame));
        Some(bytes)
    }
}

/// Writes the frame of a version. Rows that look the same to everybody as before are left out.
pub(super) fn frame<'a>(contests: &[LiveContest], updated_at: i64, changes: impl Iterator<Item = Change<'a>>) -> NewFrame {
    let mut frame = Frame { updated_at, passed: Vec::new(), rows: Vec::new(), gone: Vec::new() };
    let mut hidden = Vec::new();
    for Change { number, before, after } in changes {
        let Some(after) = after else {
            frame.gone.extend(before.map(|_| number));
            hidden.extend(before.map(|_| number));
            continue;
        };
        let now = Sent::of(after);
        let sent_before = before.map(Sent::of);
        if sent_before.as_ref() == Some(&now) {
            continue;
        }
        if sent_before.is_some_and(|before| before.person() != now.person()) {
            hidden.push(number);
        }
        match before.and_then(|before| passed(contests, before, after, &now)) {
            Some(passed) => frame.passed.extend(passed.into_iter().map(|(at, point)| (at, number, point))),
            None => frame.rows.push((number, now)),
        }
    }
    frame.passed.sort_unstable();
    let mut last = updated_at;
    for (at, ..) in &mut frame.passed {
        let gap = at.wrapping_sub(last);
        last = *at;
        *at = gap;
    }
    frame.rows.sort_unstable_by_key(|(number, _)| *number);
    let rows = frame.rows.iter().map(|(number, _)| *number).collect();
    NewFrame { kept: KeptFrame { bytes: to_bytes(&frame), rows }, hidden }
}

/// The passings that make a row what it is sent as now: times in epoch milliseconds, and points. `None` when more has changed.
fn passed(contests: &[LiveContest], before: &Row, after: &Row, now: &Sent<'_>) -> Option<Vec<(i64, u8)>> {
    let gun = contests.get(after.contest)?.gun_of(after.wave);
    let start = gun.zip(after.start).map(|(gun, start)| gun.saturating_add(start));
    let splits = before.splits.iter().zip(&after.splits).map(|(before, after)| after.filter(|_| before.is_none()));
    let finish = after.finish.filter(|_| before.finish.is_none());
    let mut passed = Vec::new();
    if before.start.is_none() {
        passed.extend(start.map(|start| (start, 0)));
    }
    for (point, after_start) in (1u8..).zip(splits.chain([finish])) {
        if let Some(after_start) = after_start {
            passed.push((start?.saturating_add(after_start), point));
        }
    }
    // The receiver applies them in this order.
    passed.sort_unstable();
    let mut row = before.clone();
    for (at, point) in &passed {
        row.pass(gun?, usize::from(*point), *at);
    }
    (Sent::of(&row) == *now).then_some(passed)
}

/// Writes a value in a form that has no failing cases for the types of this file.
fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

/// What happened in one version, as a board reads it.
#[derive(Debug, Default)]
pub struct Step {
    /// When the version was made, in epoch milliseconds.
    pub updated_at: i64,
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
        let (frame, after) = postcard::take_from_bytes::<Frame<'static>>(rest).ok()?;
        rest = after;
        let mut at = frame.updated_at;
        let mut passed = |(gap, number, point): (i64, u32, u8)| {
            at = at.wrapping_add(gap);
            (number, usize::from(point), at)
        };
        steps.push(Step {
            updated_at: frame.updated_at,
            passed: frame.passed.into_iter().map(&mut passed).collect(),
            rows: frame.rows.into_iter().map(|(number, row)| (number, row.into_row())).collect(),
            gone: frame.gone,
        });
    }
    Some((since, steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::Status;

    const GUN: i64 = 1_800_000_000_000;

    fn contests() -> Vec<LiveContest> {
        vec![LiveContest { gun: Some(GUN), ..LiveContest::default() }]
    }

    fn row(start: Option<i64>, split: Option<i64>, finish: Option<i64>, status: Status) -> Row {
        Row { bib: "7".into(), start, splits: [split].into(), finish, status, ..Row::default() }
    }

    fn since(feed: &Feed, number: u64) -> (u64, Vec<Step>) {
        match read(&feed.since(number).unwrap()) {
            Some(Received::Since(since, steps)) => (since, steps),
            other => panic!("{other:?}"),
        }
    }

    fn sent(before: &Row, after: &Row) -> Step {
        let change = Change { number: 300, before: Some(before), after: Some(after) };
        let mut feed = Feed::default();
        feed.begin(4, contests(), Vec::new());
        feed.push(frame(&contests(), GUN + 9_000_000, [change].into_iter()), 1);
        let (since, mut steps) = since(&feed, 4);
        assert_eq!((since, steps.len()), (4, 1));
        steps.remove(0)
    }

    #[test]
    fn a_passing_is_sent_as_its_time_its_point_and_who() {
        let started = row(Some(5_000), None, None, Status::Started);
        let split = row(Some(5_000), Some(1_200_000), None, Status::OnCourse);
        let step = sent(&started, &split);
        assert_eq!((step.passed, step.rows.len()), (vec![(300, 1, GUN + 1_205_000)], 0));
        let finished = row(Some(5_000), Some(1_200_000), Some(2_400_000), Status::Finished);
        // Both passings were read at once, for example by a box that had no network.
        let step = sent(&started, &finished);
        assert_eq!((step.passed, step.rows.len()), (vec![(300, 1, GUN + 1_205_000), (300, 2, GUN + 2_405_000)], 0));
    }

    #[test]
    fn more_than_a_passing_is_sent_as_a_row() {
        let before = row(Some(5_000), Some(1_200_000), None, Status::OnCourse);
        for after in [
            row(Some(5_000), Some(1_200_000), None, Status::Dnf),
            row(Some(4_000), Some(1_201_000), None, Status::OnCourse),
            row(Some(5_000), None, None, Status::Started),
            Row { flags: Row::SUSPICIOUS, ..row(Some(5_000), Some(1_200_000), Some(1_300_000), Status::Finished) },
            Row { first_name: "Ann".into(), ..before.clone() },
        ] {
            let step = sent(&before, &after);
            assert_eq!((step.passed.len(), step.rows), (0, vec![(300, Sent::of(&after).into_row())]));
        }
        // Neither places are sent, nor how many are ahead who hide the age.
        let step = sent(&before, &Row { overall_rank: 3, group_rank: 2, hidden_ahead: 1, ..before.clone() });
        assert_eq!((step.passed.len(), step.rows.len()), (0, 0));
    }

    #[test]
    fn who_is_too_far_behind_or_ahead_gets_no_frames() {
        let mut feed = Feed::default();
        feed.begin(10, contests(), Vec::new());
        (0..5).for_each(|n| feed.push(frame(&contests(), n, std::iter::empty()), 1));
        assert_eq!(since(&feed, 10).1.len(), 5);
        assert_eq!(since(&feed, 15).1.len(), 0);
        assert!(feed.since(9).is_none() && feed.since(16).is_none());
        (0..10_000).for_each(|n| feed.push(frame(&contests(), n, std::iter::empty()), 1));
        assert!(feed.bytes <= MIN_KEPT_BYTES, "{}", feed.bytes);
        assert_eq!(feed.first() + feed.frames.len() as u64, 10_015);
        assert!(feed.since(feed.first()).is_some() && feed.since(feed.first() - 1).is_none());
    }

    #[test]
    fn frames_with_what_somebody_does_not_show_any_more_are_forgotten() {
        let named = Row { first_name: "Ann".into(), last_name: "Ng".into(), ..row(None, None, None, Status::Registered) };
        let private = Row { flags: Row::PRIVATE, ..named.clone() };
        let started = Row { status: Status::Started, start: Some(0), ..private.clone() };
        let mut feed = Feed::default();
        feed.begin(1, contests(), Vec::new());
        let mut push = |before, after| {
            let change = Change { number: 7, before, after };
            feed.push(frame(&contests(), GUN, [change].into_iter()), 1_000);
            feed.clone()
        };
        assert_eq!(push(None, Some(&named)).first(), 1, "the version 2 has the name");
        assert_eq!(push(Some(&named), Some(&private)).first(), 2, "the version 3 follows 2");
        assert_eq!(push(Some(&private), Some(&started)).first(), 2);
        let last = push(Some(&started), None);
        assert_eq!((last.first(), last.frames.len()), (3, 2), "who is taken from the list, with every row of theirs");
    }

    #[test]
    fn other_bytes_are_refused() {
        for bytes in
            [&b""[..], b"{}", &[FORMAT], &[FORMAT, 9], &[FORMAT, WHOLE, 4], &[FORMAT, SINCE, 4, 1], &[FORMAT + 1, SINCE, 4]]
        {
            assert!(read(bytes).is_none(), "{bytes:?}");
        }
    }
}
