//! A frame: what happened in one version.

use serde::{Deserialize, Serialize};

use super::kept::KeptFrame;
use super::{Step, to_bytes};
use crate::timing::head::LiveHead;
use crate::timing::sent::Sent;
use crate::timing::standing::{LiveContest, Row};

/// What happened in one version, as it is written.
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
    /// The head, when it is another one. What is above is read with it.
    head: Option<LiveHead>,
}

/// How a runner's row changed in a version.
pub(in crate::timing) struct Change<'a> {
    /// The runner's number.
    pub(in crate::timing) number: u32,
    /// The row of the version before; `None` when it was not shown.
    pub(in crate::timing) before: Option<&'a Row>,
    /// The row of this version; `None` when it is not shown.
    pub(in crate::timing) after: Option<&'a Row>,
}

/// A frame that was just written.
pub(in crate::timing) struct NewFrame {
    pub(in crate::timing) kept: KeptFrame,
    /// The numbers of runners of whom something was sent before that is not shown any more.
    pub(in crate::timing) hidden: Vec<u32>,
}

/// Writes the frame of a version. Rows that look the same to everybody as before are left out. `contests` are those of this version, and
/// `head` is its head when that of the version before was another one.
pub(in crate::timing) fn frame<'a>(
    contests: &[LiveContest],
    head: Option<LiveHead>,
    updated_at: i64,
    changes: impl Iterator<Item = Change<'a>>,
) -> NewFrame {
    let mut frame = Frame { updated_at, passed: Vec::new(), rows: Vec::new(), gone: Vec::new(), head };
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
    frame.gone.sort_unstable();
    let rows = frame.rows.iter().map(|(number, _)| *number).collect();
    NewFrame { kept: KeptFrame::new(to_bytes(&frame), rows), hidden }
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

/// Reads a frame, and returns it with the bytes that follow it.
pub(super) fn read_frame(bytes: &[u8]) -> Option<(Step, &[u8])> {
    let (frame, rest) = postcard::take_from_bytes::<Frame<'static>>(bytes).ok()?;
    let mut at = frame.updated_at;
    let mut passed = |(gap, number, point): (i64, u32, u8)| {
        at = at.wrapping_add(gap);
        (number, usize::from(point), at)
    };
    let step = Step {
        updated_at: frame.updated_at,
        head: frame.head,
        passed: frame.passed.into_iter().map(&mut passed).collect(),
        rows: frame.rows.into_iter().map(|(number, row)| (number, row.into_row())).collect(),
        gone: frame.gone,
    };
    Some((step, rest))
}

#[cfg(test)]
mod tests {
    use super::super::tests_support::{GUN, contests, row, sent, sent_with_head};
    use super::*;
    use crate::timing::Status;

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
    fn a_gun_is_sent_as_the_head_and_a_passing_of_the_same_version_is_after_it() {
        let (registered, started) = (row(None, None, None, Status::Registered), row(Some(5_000), None, None, Status::Started));
        let head = LiveHead { race: "Spring 10K".into(), contests: contests(), ..LiveHead::default() };
        let step = sent_with_head(Some(head.clone()), &registered, &started);
        assert_eq!((step.passed, step.rows.len(), step.head), (vec![(300, 0, GUN + 5_000)], 0, Some(head)));
        // Everybody who has started has another time after another gun.
        let step = sent_with_head(None, &started, &Row { start: Some(4_000), ..started.clone() });
        assert_eq!((step.passed.len(), step.rows.len(), step.head), (0, 1, None));
    }
}
