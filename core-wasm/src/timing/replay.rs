//! Replays a recorded day as the boxes would have sent it.
//!
//! A box writes reads nearly in order: it finds some late, and until its clock is set it writes wrong times. It sends a read as
//! soon as it has it. So a line is sent at the latest time in its box's file up to that line, ignoring the times of a clock that
//! is not set yet.

use chrono::DateTime;

/// One file of a recorded day.
#[derive(Debug, Clone, Copy)]
pub struct RecordedFile<'a> {
    /// The mat: the name of the file's folder.
    pub mat: &'a str,
    /// The file's content, in ChronoTrack's format.
    pub text: &'a str,
}

/// A line and the time at which it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayLine<'a> {
    /// The time in milliseconds after the first line of the day.
    pub offset_ms: i64,
    /// The mat that sends it.
    pub mat: &'a str,
    /// The line without its end.
    pub line: &'a str,
}

/// A line belongs to the day when its time is at most this far from the day's median time.
const WITHIN_MS: i64 = 36 * 60 * 60 * 1000;

/// The lines of a day in the order in which the boxes would have sent them; nothing is left out, so that the receiver gets the
/// broken lines too. Each file keeps its own order, and the files of one mat follow one another in the order given.
pub fn replay_lines<'a>(files: &[RecordedFile<'a>]) -> Vec<ReplayLine<'a>> {
    let mut times: Vec<i64> = files.iter().flat_map(|file| lines(file.text)).filter_map(time).collect();
    times.sort_unstable();
    let Some(middle) = times.get(times.len() / 2).copied() else {
        return files.iter().flat_map(|f| lines(f.text).map(|line| ReplayLine { offset_ms: 0, mat: f.mat, line })).collect();
    };
    let day = middle - WITHIN_MS..=middle + WITHIN_MS;
    let first = times.iter().copied().find(|time| day.contains(time)).unwrap_or(middle);

    let mut replay_lines = Vec::with_capacity(times.len());
    for file in files {
        // A file of another day, and the lines before a clock is set, are sent at the beginning.
        let mut latest = first;
        for line in lines(file.text) {
            latest = time(line).filter(|time| day.contains(time)).map_or(latest, |time| time.max(latest));
            replay_lines.push(ReplayLine { offset_ms: latest - first, mat: file.mat, line });
        }
    }
    // The sort is stable: lines of one box stay in their order.
    replay_lines.sort_by_key(|line| line.offset_ms);
    replay_lines
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}

/// The time in a ChronoTrack line, in milliseconds of its box's wall clock.
fn time(line: &str) -> Option<i64> {
    let ms = super::formats::seconds_to_ms(line.split('~').nth(5)?.trim())?;
    DateTime::from_timestamp_millis(ms).map(|at| at.timestamp_millis())
}
