//! The words of the timing desk: what the counts mean, and what a person may set.

use serde::{Deserialize, Serialize};

use super::counts::{Counts, RunnerCounts};
use super::formats::Parsed;
use super::status::Override;
use crate::dates::RaceDate;
use crate::notice::Notice;

/// What the desk lacks while the race's date is none or can't be read; it stays until there is one.
pub fn undated(race_date: &str) -> Option<Notice> {
    let text =
        "This race has no date yet. Until it is set, a gun can't be given as a time of day, and ages are counted as of today.";
    race_date.parse::<RaceDate>().is_err().then(|| Notice { clear_after_ms: None, ..Notice::info(text) })
}

/// A number with its name and what it means.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CountLine {
    /// The field of [`Counts`] or [`RunnerCounts`].
    pub key: String,
    /// A word or two.
    pub label: String,
    /// How many.
    pub value: u64,
    /// A sentence for who wonders.
    pub meaning: String,
    /// Whether somebody should look: the number is above zero and should not be.
    pub attention: bool,
}

fn line(key: &str, label: &str, value: u64, attention: bool, meaning: &str) -> CountLine {
    CountLine { key: key.into(), label: label.into(), value, meaning: meaning.into(), attention: attention && value > 0 }
}

/// Where the reads went, in the order in which a desk shows it.
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
        line(
            "impossible",
            "Impossible",
            counts.impossible,
            true,
            "At a time when the race was not on: a clock that was not set, or another day.",
        ),
    ]
}

/// How many runners are in which state, in the order in which a desk shows it.
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
        line("out", "DNF, DQ, DNS", counts.out, false, "Taken out by a person: no rank, last in the list."),
    ]
}

/// A status that a person may set, and its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatusChoice {
    /// What is sent; `null` takes a status back.
    pub value: Option<Override>,
    /// What is shown.
    pub label: String,
}

/// The statuses that a person may set.
pub fn status_choices() -> Vec<StatusChoice> {
    let choice = |value, label: &str| StatusChoice { value, label: label.into() };
    vec![
        choice(None, "As timed"),
        choice(Some(Override::Dnf), "DNF: did not finish"),
        choice(Some(Override::Dq), "DQ: disqualified"),
        choice(Some(Override::Dns), "DNS: did not start"),
    ]
}

/// What a sender of reads is told: "12 accepted, 3 already known, 1 rejected."
pub fn reads_summary(accepted: usize, duplicate: usize, parsed: &Parsed) -> String {
    format!("{accepted} accepted, {duplicate} already known, {} rejected.", parsed.rejected_total)
}
