//! A recorded day as the boxes would have sent it.
//!
//! A box writes reads nearly in order: it finds some late, and until its clock is set it writes nonsense. What it sends, it
//! sends when it has it. So a line is sent at the latest time that its box had written up to there, its times of a clock not
//! yet set left out.

use chrono::DateTime;

/// One file of a recorded day.
#[derive(Debug, Clone, Copy)]
pub struct RecordedFile<'a> {
    /// The mat: the name of the folder in which the file lies.
    pub mat: &'a str,
    /// The file's content, in ChronoTrack's format.
    pub text: &'a str,
}

/// A line to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sending<'a> {
    /// When, in milliseconds after the first line of the day.
    pub offset_ms: i64,
    /// The mat that sends it.
    pub mat: &'a str,
    /// The line without its end.
    pub line: &'a str,
}

/// How far a line's time may lie from the day's middle and still be of the day.
const WITHIN_MS: i64 = 36 * 60 * 60 * 1000;

/// The lines of a day in the order in which they would have come; nothing is left out, so that the receiver sees the broken
/// lines too. Files are each in their own order, and files of one mat come one after the other by name as given.
pub fn sendings<'a>(files: &[RecordedFile<'a>]) -> Vec<Sending<'a>> {
    let mut times: Vec<i64> = files.iter().flat_map(|file| lines(file.text)).filter_map(time).collect();
    times.sort_unstable();
    let Some(middle) = times.get(times.len() / 2).copied() else {
        return files.iter().flat_map(|f| lines(f.text).map(|line| Sending { offset_ms: 0, mat: f.mat, line })).collect();
    };
    let day = middle - WITHIN_MS..=middle + WITHIN_MS;
    let first = times.iter().copied().find(|time| day.contains(time)).unwrap_or(middle);

    let mut sendings = Vec::with_capacity(times.len());
    for file in files {
        // A file of another day, and what comes before a clock is set, is sent at the beginning.
        let mut latest = first;
        for line in lines(file.text) {
            latest = time(line).filter(|time| day.contains(time)).map_or(latest, |time| time.max(latest));
            sendings.push(Sending { offset_ms: latest - first, mat: file.mat, line });
        }
    }
    // Stable: lines of one box stay in their order.
    sendings.sort_by_key(|sending| sending.offset_ms);
    sendings
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}

/// The time that a ChronoTrack line has, as milliseconds of its box's wall clock.
fn time(line: &str) -> Option<i64> {
    let ms = super::formats::seconds_to_ms(line.split('~').nth(5)?.trim())?;
    DateTime::from_timestamp_millis(ms).map(|at| at.timestamp_millis())
}
