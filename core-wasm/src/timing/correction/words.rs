//! The words about corrections.

use super::{Decision, ReadRef, StartChoice};
use crate::dates::{self, RaceDate, Tz};
use crate::text;
use crate::timing::status::Override;

/// A sentence without a period about what was decided, for the list of corrections and for announcements.
///
/// `taken_back` is the correction that a [`Decision::TakeBack`] takes back, when it is known. Times of another day than the race's
/// are said with their date.
pub fn summary(decision: &Decision, taken_back: Option<&Decision>, zone: Tz, day: Option<RaceDate>) -> String {
    let clock = |ms: i64| dates::moment_text(ms, zone, day);
    let interval = |from: &Option<i64>, to: &Option<i64>| match (from, to) {
        (None, None) => String::new(),
        (Some(from), None) => format!(" from {} on", clock(*from)),
        (None, Some(to)) => format!(" until {}", clock(*to)),
        (Some(from), Some(to)) => format!(" from {} to {}", clock(*from), clock(*to)),
    };
    match decision {
        Decision::Void { read } => format!("{} voided", of_read(read, clock)),
        Decision::Restore { read } => format!("{} counts again as it was sent", of_read(read, clock)),
        Decision::Retime { read, time } => format!("{} counts as {}", of_read(read, clock), clock(*time)),
        Decision::Add { bib, mat, time } => format!("Bib {bib} entered by hand at {mat}, {}", clock(*time)),
        Decision::Chip { chip, bib: Some(bib), from, to } => format!("Chip {chip} given to bib {bib}{}", interval(from, to)),
        Decision::Chip { chip, bib: None, from, to } => format!("Chip {chip} taken from everybody{}", interval(from, to)),
        Decision::Exchange { bib, chip, from, .. } => format!("Bib {bib} got chip {chip} at {}", clock(*from)),
        Decision::Accept { bib, time } => format!("Time of bib {bib} at {} accepted", clock(*time)),
        Decision::Refuse { bib, time } => format!("Finish of bib {bib} at {} refused", clock(*time)),
        Decision::Start { bib, choice: StartChoice::Crossing } => format!("Bib {bib} timed from when they crossed the start"),
        Decision::Start { bib, choice: StartChoice::Gun } => format!("Bib {bib} timed from the gun of their wave"),
        Decision::Offset { source, from, to, offset_ms } => {
            format!("Clock of {source} moved by {}{}", offset(*offset_ms), interval(from, to))
        }
        Decision::Status { bibs, status } => {
            let who = match bibs.as_slice() {
                [bib] => format!("Bib {bib}"),
                bibs => format!("{} runners", bibs.len()),
            };
            format!("{who}: {}", status.map_or("as timed", Override::word))
        }
        Decision::Remove { bib } => format!("Bib {bib} taken out of the race"),
        Decision::TakeBack { correction } => match taken_back {
            Some(Decision::TakeBack { correction }) => format!("Correction {correction} counts again"),
            Some(before) => format!("Taken back: {}", summary(before, None, zone, day)),
            None => format!("Correction {correction} taken back"),
        },
    }
}

/// Whether a search finds a correction: digits are the beginning of a bib or of a chip that it names, anything else words of what was
/// decided, of the reason and of who decided it. A blank search finds every correction.
pub fn finds(search: &str, decision: &Decision, taken_back: Option<&Decision>, reason: &str, by: &str, zone: Tz) -> bool {
    let search = search.trim();
    if text::is_number(search) {
        let names = |one: &Decision| one.bibs().iter().map(String::as_str).chain(one.chip()).any(|name| name.starts_with(search));
        return names(decision) || taken_back.is_some_and(names);
    }
    search.is_empty()
        || text::matches_search(&[&summary(decision, taken_back, zone, None), " ", reason, " ", by].concat(), search)
}

/// The reason that the desk's forms begin with, by the kind of the correction.
pub fn usual_reason(kind: &str) -> &'static str {
    match kind {
        "void" => "Not this runner",
        "restore" => "The read is right",
        "retime" => "Corrected after looking at the video",
        "add" => "Seen at the line",
        "chip" => "Chip seen on this runner",
        "exchange" => "Chip lost or broken",
        "accept" => "Checked: the time is right",
        "refuse" => "Did not run the whole course",
        "start" => "Decided by the referee",
        "offset" => "The box's clock was wrong",
        "status" => "Reported to the timing desk",
        "remove" => "Not in this race",
        _ => "Decided at the timing desk",
    }
}

fn of_read(read: &ReadRef, clock: impl Fn(i64) -> String) -> String {
    let tag = match (&read.bib, &read.chip) {
        (Some(bib), _) => format!(" of bib {bib}"),
        (None, Some(chip)) => format!(" of chip {chip}"),
        (None, None) => String::new(),
    };
    format!("Read{tag} at {}, {}", read.mat, clock(read.time))
}

/// Minutes and seconds, with hours from an hour on, and with thousandths where tenths are not exact: `+1:35.0`, `-0:00.250`,
/// `+1:00:00.0`.
fn offset(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "+" };
    let size = ms.unsigned_abs();
    let (hours, minutes, seconds) = (size / 3_600_000, size / 60_000 % 60, size / 1000 % 60);
    let tenths = size.is_multiple_of(100);
    let fraction = if tenths { (size / 100 % 10).to_string() } else { format!("{:03}", size % 1000) };
    match hours {
        0 => format!("{sign}{minutes}:{seconds:02}.{fraction}"),
        _ => format!("{sign}{hours}:{minutes:02}:{seconds:02}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dates::DEFAULT_ZONE;

    #[test]
    fn digits_are_a_bib_or_a_chip_and_not_a_time() {
        let given = Decision::Chip { chip: "5012".into(), bib: Some("17".into()), from: None, to: None };
        let found = |search: &str| finds(search, &given, None, "Seen on the runner", "ada", DEFAULT_ZONE);
        assert!(["", " ", "17", "1", "50", "chip", "SEEN ada", "bib 17"].into_iter().all(found));
        assert!(!["7", "012", "bob", "seen bob"].into_iter().any(found));
        let added = Decision::Add { bib: "9".into(), mat: "FINISH".into(), time: 0 };
        assert!(!finds("12", &added, None, "", "", DEFAULT_ZONE), "the clock times of corrections are no bibs");
        let undo = Decision::TakeBack { correction: 3 };
        assert!(finds("17", &undo, Some(&given), "", "", DEFAULT_ZONE), "what it takes back names the bib");
    }
}
