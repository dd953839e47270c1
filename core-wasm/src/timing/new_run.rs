//! A new run of a race's timing: what it drops, what it keeps, and taking it back.

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::start::start_lines;
use super::words::{self, Words};
use crate::dates::{RaceDate, Tz};
use crate::text;

/// A race's current run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunFacts {
    /// Its number.
    pub run: i64,
    /// The reads of this run.
    pub reads: i64,
    /// The marks of boxes of this run.
    pub marks: i64,
    /// What people have decided in this run: statuses, reads by hand and other corrections.
    pub corrections: i64,
    /// The entrants, who belong to every run.
    pub entrants: i64,
    /// The run to which the race goes back when this one is taken back; absent when it can't be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub back_to: Option<i64>,
}

/// What is said before a new run begins, and before the current one is taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunWords {
    /// What the present run is.
    pub now: String,
    /// What no longer counts in a new run.
    pub drops: Vec<String>,
    /// What a new run keeps.
    pub keeps: Vec<String>,
    /// Until when a new run can be taken back.
    pub until: String,
    /// What happens when the current run is taken back; blank when it can't be.
    pub back: String,
}

/// The sentences about a race's runs.
pub fn run_words(facts: &RunFacts, setup: &Setup, day: Option<RaceDate>, zone: Tz) -> RunWords {
    let RunFacts { run, reads, marks, corrections, entrants, back_to } = facts;
    let mut drops =
        vec![format!("{} of run {run}: they stay stored, but nobody's times come from them.", count(*reads, "read", "reads"))];
    if *corrections > 0 {
        drops.push(format!("{} by people, such as DNF or a finish by hand.", count(*corrections, "correction", "corrections")));
    }
    if *marks > 0 {
        drops.push(format!("{} of boxes.", count(*marks, "mark", "marks")));
    }
    let contests = i64::try_from(setup.contests.len()).unwrap_or(i64::MAX);
    let mut keeps = vec![format!("The setup with {}.", count(contests, "contest", "contests"))];
    for line in start_lines(setup, &[], &[], day, zone).iter().filter(|line| line.gun.is_some()) {
        let gun = line.text.rsplit_once(", ").map_or(line.text.as_str(), |(gun, _)| gun);
        keeps.push(format!("{}: {gun}. If it is of a rehearsal, take it back at the start.", line.label));
    }
    keeps.push(format!("{}, and the timing keys.", count(*entrants, "entrant", "entrants")));
    RunWords {
        now: match reads {
            0 => format!("This is run {run}. It has no reads yet."),
            reads => format!("This is run {run}, with {}.", count(*reads, "read", "reads")),
        },
        drops,
        keeps,
        until: "A new run can be taken back until its first read arrives.".into(),
        back: back_to.map_or_else(String::new, |before| {
            format!("Run {run} has no reads yet. Taken back, run {before} counts again, with its reads and corrections.")
        }),
    }
}

/// Checks the name that a person typed before a new run.
///
/// # Errors
/// [`words::RUN_NAME`].
pub fn check_name(race: &str, typed: &str) -> Result<(), Words> {
    let same = |text: &str| text::lowercase(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    if same(race) == same(typed) { Ok(()) } else { Err(words::RUN_NAME) }
}

/// A number with commas, and what is counted.
fn count(number: i64, one: &str, many: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {}", if number == 1 { one } else { many })
}
