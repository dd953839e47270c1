//! The timing desk: the labels and explanations of its counts, and the checks of what a person may set.

mod entry;
mod glance;
mod lists;
mod offset;

use serde::{Deserialize, Serialize};

pub use entry::{EntryState, EntryWords, bib_unknown, entry_words, is_refusal};
pub use glance::{Glance, Looked, RaceClock, Remark, glance, gun_clock, mat_minutes, missed_share, race_clocks, timer_code};
pub use lists::{OthersChange, RunnerChoice, others_changes, runner_choices, status_question};
pub use offset::{offset_meaning, offset_typed};

use super::counts::{Counts, RunnerCounts};
use super::status::Override;
use super::words::{self, Words};
use crate::dates::RaceDate;
use crate::notice::Notice;
use crate::text;

/// The longest bib that the desk sets a status for, in characters.
pub const LONGEST_BIB: usize = 20;
/// The longest label of a timing key, in characters.
pub const LONGEST_LABEL: usize = 100;

/// The notice of what does not work while the race has no readable date; it is shown until the date is set.
pub fn undated(race_date: &str) -> Option<Notice> {
    let text =
        "This race has no date yet. Until it is set, a gun can't be given as a time of day, and ages are counted as of today.";
    race_date.parse::<RaceDate>().is_err().then(|| Notice { clear_after_ms: None, ..Notice::info(text) })
}

/// A count with its label and its explanation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CountLine {
    /// The name of the field of [`Counts`] or [`RunnerCounts`].
    pub key: String,
    /// A label of one or two words.
    pub label: String,
    /// The count.
    pub value: u64,
    /// A sentence that explains the count.
    pub meaning: String,
    /// Whether the count needs a person's attention: it is above zero and should not be.
    pub attention: bool,
}

fn line(key: &str, label: &str, value: u64, attention: bool, meaning: &str) -> CountLine {
    CountLine { key: key.into(), label: label.into(), value, meaning: meaning.into(), attention: attention && value > 0 }
}

/// The counts of reads, in the order in which the desk shows them.
pub fn read_lines(counts: &Counts) -> Vec<CountLine> {
    vec![
        line("reads", "Reads", counts.reads, false, "Different reads received. One that is sent twice counts once."),
        line("used", "Used", counts.used, false, "Made a start, a split or a finish, or belong to the same passing."),
        line("beforeStart", "Before the start", counts.before_start, false, "Over a mat before the start opened."),
        line("spare", "Spare", counts.spare, false, "Over a mat again, too early or too late to be a passing there."),
        line("offCourse", "Off course", counts.off_course, false, "At a mat that feeds no point of the runner's contest."),
        line("unknown", "Unknown tags", counts.unknown, true, "Of tags that no entrant has and no contest accepts."),
        line("foreign", "Foreign", counts.foreign, false, "Of another race's timer."),
        line("invalid", "Taken back", counts.invalid, false, "Marked invalid by their sender, with the reads that they cancel."),
        line("voided", "Voided", counts.voided, false, "Taken out by a person at the desk."),
        line(
            "impossible",
            "Impossible",
            counts.impossible,
            true,
            "At a time when the race was not on: a clock that was not set, or another day.",
        ),
    ]
}

/// The counts of runners, in the order in which the desk shows them.
pub fn runner_lines(counts: &RunnerCounts) -> Vec<CountLine> {
    vec![
        line("runners", "Runners", counts.runners, false, "Entered, or started without being listed."),
        line("started", "Started", counts.started, false, "Read at the start."),
        line("finished", "Finished", counts.finished, false, "Read at the finish."),
        line(
            "suspicious",
            "Suspicious",
            counts.suspicious,
            true,
            "Faster than any human, so not ranked until someone has looked.",
        ),
        line(
            "waiting",
            "Waiting",
            counts.waiting,
            true,
            "Finished without most of the points that others have, so not ranked until someone has looked.",
        ),
        line(
            "earlierWave",
            "Left with an earlier wave",
            counts.earlier_wave,
            true,
            "Timed from their own crossing of the start until someone decides.",
        ),
        line(
            "readBefore",
            "Only before the start",
            counts.read_before,
            true,
            "Read at the start before it opened and not after. Timed from the gun.",
        ),
        line(
            "notOpened",
            "Before the gun",
            counts.not_opened,
            true,
            "Read on the course, but their gun is not set, or later than that. Set the gun: their reads are kept.",
        ),
        line(
            "out",
            &Override::ALL.map(Override::word).join(", "),
            counts.out,
            false,
            "Taken out by a person: no rank, last in the list.",
        ),
    ]
}

/// A status that a person may set, with its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatusChoice {
    /// The value that is sent; `null` removes the status.
    pub value: Option<Override>,
    /// The label that is shown.
    pub label: String,
}

/// The statuses that a person may set.
pub fn status_choices() -> Vec<StatusChoice> {
    let set = |value: Override| StatusChoice {
        value: Some(value),
        label: [value.word(), ": ", &value.status().label().to_ascii_lowercase()].concat(),
    };
    std::iter::once(StatusChoice { value: None, label: "As timed".into() }).chain(Override::ALL.map(set)).collect()
}

/// Checks the bib of a runner whose status is set, and cleans it as [`super::read::clean_bib`] does.
///
/// # Errors
/// [`words::NO_BIB`].
pub fn bib(typed: &str) -> Result<String, Words> {
    valid_name(super::read::clean_bib(typed), LONGEST_BIB).ok_or(words::NO_BIB)
}

/// Checks the label of a new timing key.
///
/// # Errors
/// [`words::LABEL_NEEDED`].
pub fn key_label(typed: &str) -> Result<String, Words> {
    valid_name(typed.trim().to_owned(), LONGEST_LABEL).ok_or(words::LABEL_NEEDED)
}

/// Reads the status in a request; `null` removes the runner's status.
///
/// # Errors
/// [`words::UNKNOWN_STATUS`].
pub fn status(named: Option<&str>) -> Result<Option<Override>, Words> {
    named.map(|text| Override::parse(text).ok_or(words::UNKNOWN_STATUS)).transpose()
}

/// Returns the text when it is not blank, not too long, and on one line.
fn valid_name(text: String, longest: usize) -> Option<String> {
    let fits = !text::is_blank(&text) && text.chars().count() <= longest && !text.chars().any(char::is_control);
    fits.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bibs_and_labels_are_neither_blank_nor_too_long() {
        assert_eq!(bib(" 0012 ").as_deref(), Ok("12"));
        assert_eq!(bib(&"9".repeat(LONGEST_BIB + 1)), Err(words::NO_BIB));
        assert_eq!(bib(" \u{200b}"), Err(words::NO_BIB));
        assert_eq!(key_label(" Finish box ").as_deref(), Ok("Finish box"));
        assert_eq!(key_label("a\nb"), Err(words::LABEL_NEEDED));
        assert_eq!(key_label(&"a".repeat(LONGEST_LABEL + 1)), Err(words::LABEL_NEEDED));
    }

    #[test]
    fn only_the_statuses_of_the_desk_are_read() {
        for choice in status_choices() {
            assert_eq!(status(choice.value.map(Override::word)), Ok(choice.value));
        }
        assert_eq!(status(Some("finished")), Err(words::UNKNOWN_STATUS));
    }

    #[test]
    fn the_message_names_every_status() {
        let all = status_choices().into_iter().filter_map(|choice| choice.value.map(Override::word));
        assert!(all.into_iter().all(|word| words::UNKNOWN_STATUS.1.contains(word)));
    }
}
