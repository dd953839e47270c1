//! What the tests of this folder share.

use super::{Change, Feed, Received, Step, frame, read};
use crate::timing::Status;
use crate::timing::head::LiveHead;
use crate::timing::standing::{LiveContest, Row};

pub(super) const GUN: i64 = 1_800_000_000_000;

pub(super) fn contests() -> Vec<LiveContest> {
    vec![LiveContest { gun: Some(GUN), ..LiveContest::default() }]
}

pub(super) fn row(start: Option<i64>, split: Option<i64>, finish: Option<i64>, status: Status) -> Row {
    Row { bib: "7".into(), start, splits: [split].into(), finish, status, ..Row::default() }
}

pub(super) fn steps_since(feed: &Feed, number: u64) -> (u64, Vec<Step>) {
    match read(&feed.since(number).unwrap()) {
        Some(Received::Since(since, steps)) => (since, steps),
        other => panic!("{other:?}"),
    }
}

pub(super) fn sent(before: &Row, after: &Row) -> Step {
    sent_with_head(None, before, after)
}

pub(super) fn sent_with_head(head: Option<LiveHead>, before: &Row, after: &Row) -> Step {
    let change = Change { number: 300, before: Some(before), after: Some(after) };
    let mut feed = Feed::new(4, []);
    feed.push(frame(&contests(), head, GUN + 9_000_000, [change].into_iter()).kept, 4);
    let (since, mut steps) = steps_since(&feed, 4);
    assert_eq!((since, steps.len()), (4, 1));
    steps.remove(0)
}
