//! The lines of a runner's dialog (SPEC §2): which are shown, in which order, with which words.

use serde::{Deserialize, Serialize};

use crate::live::participant::Participant;

/// The values from which the lines are made, in addition to the spec's participant. A value that does not exist is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RunnerTimes {
    /// "Male", "Female" or "Non-Binary".
    pub gender: String,
    /// Whether a person set the status DNF, DQ or DNS: the status is shown in place of a time.
    pub out: bool,
    /// The official time of a finisher.
    pub official_time: String,
    /// The label of the contest's ranking.
    pub ranking: String,
    /// The chip time at the finish.
    pub chip_time: String,
    /// The gun time at the finish.
    pub gun_time: String,
    /// The pace with its unit.
    pub average_pace: String,
    /// The label of the last point after the start that was read.
    pub last_point: String,
    /// The chip time there.
    pub last_chip: String,
    /// The progress as text: "10K", "Finished".
    pub progress: String,
}

/// The lines of a runner's dialog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunnerLines {
    /// The large line: the status that a person set, the official time, the last chip time or the progress.
    pub headline: String,
    /// The line below it: which time it is, or the point where it was taken; may be empty.
    pub headline_note: String,
    /// The progress below its bar; empty when it is the large line.
    pub progress_note: String,
    /// The groups of facts, in their order.
    pub groups: Vec<FactGroup>,
}

/// Facts under one heading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FactGroup {
    /// The heading.
    pub title: String,
    /// The facts, in their order.
    pub facts: Vec<Fact>,
}

/// A labelled value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Fact {
    /// The label.
    pub label: String,
    /// The value; may be empty.
    pub value: String,
}

/// The lines of a runner's dialog. A time that is the large line, or says the same, is not repeated below it.
pub fn lines(participant: &Participant, times: &RunnerTimes) -> RunnerLines {
    let Participant { official, .. } = participant;
    let finished = !times.out && !times.official_time.is_empty();
    let first = |texts: [&String; 3]| texts.into_iter().find(|text| !text.is_empty()).cloned().unwrap_or_default();
    let headline =
        if times.out { participant.status.clone() } else { first([&times.official_time, &times.last_chip, &times.progress]) };
    let headline_note = if finished {
        official.clone()
    } else if times.out || times.last_point.is_empty() {
        String::new()
    } else {
        format!("At {}", times.last_point)
    };
    let shown = |label: &str, time: &str| !time.is_empty() && (!finished || label != official);
    let fact = |label: &str, value: &str| Fact { label: label.into(), value: value.into() };
    let group = |title: &str, facts: Vec<Fact>| FactGroup { title: title.into(), facts };
    let mut clock: Vec<Fact> = [("Chip time", &times.chip_time), ("Gun time", &times.gun_time)]
        .into_iter()
        .filter(|(label, time)| shown(label, time))
        .map(|(label, time)| fact(label, time))
        .collect();
    clock.push(fact("Average pace", &times.average_pace));
    if !finished || times.ranking != *official {
        clock.push(fact("Ranked by", &times.ranking));
    }
    let race = &participant.race;
    let mut race_facts = vec![
        fact("Race", &race.event_name),
        fact("Date", &race.race_date),
        fact("Distance", &placed(&race.contest_name, participant.overall_rank)),
    ];
    race_facts.extend(participant.wave.as_deref().map(|wave| fact("Wave", wave)));
    RunnerLines {
        progress_note: if headline == times.progress { String::new() } else { times.progress.clone() },
        headline,
        headline_note,
        groups: vec![
            group(
                "Personal info",
                vec![
                    fact("Gender", &placed(&times.gender, participant.gender_rank)),
                    fact("Age group", &placed(&participant.age_group, participant.age_group_rank)),
                ],
            ),
            group("Race info", race_facts),
            group("Times", clock),
        ],
    }
}

/// A value with the runner's place in it, if there is one.
fn placed(value: &str, rank: i32) -> String {
    match (value, rank) {
        (_, ..=0) => value.into(),
        ("", _) => format!("place {rank}"),
        _ => format!("{value}, place {rank}"),
    }
}
