//! The spec's participant.

use serde::{Deserialize, Serialize};

use super::{pace, text};
use crate::dates::{self, Tz};
use crate::timing::setup::Ranking;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// A runner as SPEC §3 has it. All times are ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
pub struct Participant {
    /// Unique within the race.
    pub bib: String,
    /// "Bib 1234" when nobody told the name.
    pub firstname: String,
    /// Empty when nobody told it.
    pub lastname: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// A label of SPEC §9, or empty.
    pub age_group: String,
    /// Negative for none.
    pub overall_rank: i32,
    /// Negative for none.
    pub gender_rank: i32,
    /// Negative for none.
    pub age_group_rank: i32,
    /// Minutes a mile up to the last point that was read, or empty.
    pub overall_pace: String,
    /// The start: chip time 0:00 once started.
    pub start: ChipTime,
    /// The finish.
    pub finish: ChipTime,
    /// All splits of the contest, read or not.
    pub splits: Vec<SplitTime>,
    /// How many splits the contest has.
    pub contest_number_of_splits: usize,
    /// What is run.
    pub race: ParticipantRace,
    /// "registered", "started", "on course", "finished", "DNF", "DQ" or "DNS".
    pub status: String,
    /// Which time is official: "Gun time" or "Chip time".
    pub official: String,
    /// The gun time at the finish, or empty.
    pub gun_time: String,
    /// Faster than any human, so not ranked.
    pub suspicious: bool,
    /// The labels of splits that were passed without the mat seeing the chip.
    pub missed_mats: Vec<String>,
}

/// A chip time and the time of day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChipTime {
    /// Since the own start, `1:52:11`; empty when there is none.
    #[serde(rename = "Chip")]
    pub chip: String,
    /// On the race's clocks, `8:52:11 AM`; empty when there is none.
    #[serde(rename = "ToD")]
    pub tod: String,
}

/// A split of a participant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SplitTime {
    /// As the setup has it.
    #[serde(rename = "Label")]
    pub label: String,
    /// Since the own start; empty when there is none.
    #[serde(rename = "Chip")]
    pub chip: String,
    /// On the race's clocks; empty when there is none.
    #[serde(rename = "ToD")]
    pub tod: String,
}

/// What a participant runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
pub struct ParticipantRace {
    /// The race.
    pub event_name: String,
    /// The distance or wave.
    pub contest_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
}

/// The answer of `getLiveTimes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Participants {
    /// With a finish; by official rank.
    pub finished: Vec<Participant>,
    /// The others; by distance reached, then by time there.
    pub unfinished: Vec<Participant>,
}

/// Words for the official time of a runner.
pub fn official_label(contest: &LiveContest, row: &Row) -> &'static str {
    let by_gun = match contest.ranking {
        Ranking::Gun => true,
        Ranking::Chip => false,
        Ranking::Hybrid => row.has(Row::BY_GUN),
    };
    if by_gun { "Gun time" } else { "Chip time" }
}

/// The participant that a row of a document stands for.
pub fn participant(document: &LiveDocument, row: &Row) -> Participant {
    let no_contest = LiveContest::default();
    let contest = document.contests.get(row.contest).unwrap_or(&no_contest);
    let tz = dates::zone_or_default(&document.time_zone);
    let moments = Moments { contest, row, tz };
    let group = usize::try_from(row.group).ok().and_then(|group| document.age_groups.get(group));
    Participant {
        bib: row.bib.to_string(),
        firstname: row.first_name.to_string(),
        lastname: row.last_name.to_string(),
        gender: row.gender.to_string(),
        age_group: group.cloned().unwrap_or_default(),
        overall_rank: row.overall_rank,
        gender_rank: row.gender_rank,
        age_group_rank: row.group_rank,
        overall_pace: overall_pace(contest, row),
        start: moments.chip_time(row.start.map(|_| 0)),
        finish: moments.chip_time(row.finish),
        splits: contest
            .splits
            .iter()
            .enumerate()
            .map(|(i, point)| {
                let ChipTime { chip, tod } = moments.chip_time(row.splits.get(i).copied().flatten());
                SplitTime { label: point.label.clone(), chip, tod }
            })
            .collect(),
        contest_number_of_splits: contest.splits.len(),
        race: ParticipantRace {
            event_name: document.event_name.clone(),
            contest_name: contest.name.clone(),
            race_date: document.race_date.clone(),
        },
        status: row.status.word().to_owned(),
        official: official_label(contest, row).to_owned(),
        gun_time: text::time_or_blank(row.gun_time()),
        suspicious: row.has(Row::SUSPICIOUS),
        missed_mats: missed(contest, row).into_iter().map(str::to_owned).collect(),
    }
}

/// Turns milliseconds after a runner's start into texts.
pub(super) struct Moments<'a> {
    pub(super) contest: &'a LiveContest,
    pub(super) row: &'a Row,
    pub(super) tz: Tz,
}

impl Moments<'_> {
    pub(super) fn chip_time(&self, after_start: Option<i64>) -> ChipTime {
        ChipTime { chip: text::time_or_blank(after_start), tod: self.tod(after_start) }
    }

    fn tod(&self, after_start: Option<i64>) -> String {
        let at = || Some(self.contest.gun?.saturating_add(self.row.start?).saturating_add(after_start?));
        at().map(|at| dates::clock_text(at, self.tz)).unwrap_or_default()
    }
}

/// The labels of the splits that a runner passed without being read: one before the last point that did read the chip.
pub fn missed<'a>(contest: &'a LiveContest, row: &Row) -> Vec<&'a str> {
    let passed = if row.finish.is_some() { contest.splits.len() } else { row.last_split().map_or(0, |(i, _)| i) };
    let unread = |i: usize| row.splits.get(i).copied().flatten().is_none();
    contest.splits.iter().enumerate().take(passed).filter(|(i, _)| unread(*i)).map(|(_, point)| point.label.as_str()).collect()
}

/// The pace up to the last point that was read, from unrounded chip time.
pub fn overall_pace(contest: &LiveContest, row: &Row) -> String {
    let reached = match (row.finish, row.last_split()) {
        (Some(finish), _) => Some((finish, contest.distance_metres)),
        (None, Some((i, at))) => contest.splits.get(i).map(|point| (at, point.metres)),
        _ => None,
    };
    reached.map(|(ms, metres)| pace::overall(contest.sport, ms, metres)).unwrap_or_default()
}
