//! The spec's participant.

use serde::{Deserialize, Serialize};

use super::{pace, text};
use crate::dates::{self, Tz};
use crate::timing::setup::Ranking;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// A runner as defined in SPEC §3. All times are texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
pub struct Participant {
    /// Unique within the race.
    pub bib: String,
    /// The first name; "Bib 1234" when no name is known.
    pub firstname: String,
    /// The last name; empty when it is not known.
    pub lastname: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// A label of SPEC §9, or empty.
    pub age_group: String,
    /// The rank; negative for none.
    pub overall_rank: i32,
    /// The rank; negative for none.
    pub gender_rank: i32,
    /// The rank; negative for none.
    pub age_group_rank: i32,
    /// Minutes a mile up to the last point that was read, or empty.
    pub overall_pace: String,
    /// The start: chip time 0:00 once started.
    pub start: ChipTime,
    /// The finish.
    pub finish: ChipTime,
    /// All splits of the contest, read or not.
    pub splits: Vec<SplitTime>,
    /// The number of the contest's splits.
    pub contest_number_of_splits: usize,
    /// The race and the contest.
    pub race: ParticipantRace,
    /// The wave, in a contest with several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wave: Option<String>,
    /// "registered", "started", "on course", "finished", "DNF", "DQ" or "DNS".
    pub status: String,
    /// Which time is the official one: "Gun time" or "Chip time".
    pub official: String,
    /// The gun time at the finish, or empty.
    pub gun_time: String,
    /// The time is being checked, because it is faster than any human; the runner is not ranked.
    pub suspicious: bool,
    /// The labels of the splits that the runner passed without a read.
    pub missed_mats: Vec<String>,
}

/// A chip time and the time of day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChipTime {
    /// The time since the runner's own start, `1:52:11`; empty when there is none.
    #[serde(rename = "Chip")]
    pub chip: String,
    /// The time of day in the race's zone, `8:52:11 AM`; empty when there is none.
    #[serde(rename = "ToD")]
    pub tod: String,
}

/// A split of a participant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SplitTime {
    /// The split's label in the setup.
    #[serde(rename = "Label")]
    pub label: String,
    /// The time since the runner's own start; empty when there is none.
    #[serde(rename = "Chip")]
    pub chip: String,
    /// The time of day in the race's zone; empty when there is none.
    #[serde(rename = "ToD")]
    pub tod: String,
}

/// The race and contest of a participant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
pub struct ParticipantRace {
    /// The race.
    pub event_name: String,
    /// The distance.
    pub contest_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
}

/// The answer of `getLiveTimes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Participants {
    /// Runners with a finish time, by official rank.
    pub finished: Vec<Participant>,
    /// The other runners, by distance reached, then by the time there.
    pub unfinished: Vec<Participant>,
}

/// The label of a runner's official time.
pub fn official_label(contest: &LiveContest, row: &Row) -> &'static str {
    let by_gun = match contest.ranking {
        Ranking::Gun => true,
        Ranking::Chip => false,
        Ranking::Hybrid => row.has(Row::BY_GUN),
    };
    if by_gun { "Gun time" } else { "Chip time" }
}

/// A time of a finisher as [`Row::time_text`] shows it; empty when there is none.
pub fn finish_text(row: &Row, ms: Option<i64>) -> String {
    ms.map(|ms| row.time_text(ms)).unwrap_or_default()
}

/// Converts a row of a document to the spec's participant.
pub fn participant(document: &LiveDocument, row: &Row) -> Participant {
    let no_contest = LiveContest::default();
    let contest = document.contests.get(row.contest).unwrap_or(&no_contest);
    let tz = dates::zone_or_default(&document.time_zone);
    let clock = RunnerClock { contest, row, tz };
    let group = usize::try_from(row.public_group()).ok().and_then(|group| document.age_groups.get(group));
    let (first_name, last_name) = row.public_name();
    Participant {
        bib: row.bib.to_string(),
        firstname: first_name.into_owned(),
        lastname: last_name.into_owned(),
        gender: row.gender.to_string(),
        age_group: group.cloned().unwrap_or_default(),
        overall_rank: row.overall_rank,
        gender_rank: row.gender_rank,
        age_group_rank: row.public_group_rank(),
        overall_pace: overall_pace(contest, row),
        start: clock.chip_time(row.start.map(|_| 0)),
        finish: ChipTime { chip: finish_text(row, row.finish), ..clock.chip_time(row.finish) },
        splits: contest
            .splits
            .iter()
            .enumerate()
            .map(|(i, point)| {
                let ChipTime { chip, tod } = clock.chip_time(row.splits.get(i).copied().flatten());
                SplitTime { label: point.label.clone(), chip, tod }
            })
            .collect(),
        contest_number_of_splits: contest.splits.len(),
        race: ParticipantRace {
            event_name: document.event_name.clone(),
            contest_name: contest.name.clone(),
            race_date: document.race_date.clone(),
        },
        wave: Some(contest.wave_name(row.wave).to_owned()).filter(|wave| !wave.is_empty()),
        status: row.status.word().to_owned(),
        official: official_label(contest, row).to_owned(),
        gun_time: finish_text(row, row.gun_time()),
        suspicious: row.has(Row::SUSPICIOUS),
        missed_mats: missed(contest, row).into_iter().map(str::to_owned).collect(),
    }
}

/// Converts milliseconds after a runner's start to texts.
pub(super) struct RunnerClock<'a> {
    pub(super) contest: &'a LiveContest,
    pub(super) row: &'a Row,
    pub(super) tz: Tz,
}

impl RunnerClock<'_> {
    pub(super) fn chip_time(&self, after_start: Option<i64>) -> ChipTime {
        ChipTime { chip: text::time_or_blank(after_start), tod: self.tod(after_start) }
    }

    fn tod(&self, after_start: Option<i64>) -> String {
        let at = || Some(self.contest.gun_of(self.row.wave)?.saturating_add(self.row.start?).saturating_add(after_start?));
        at().map(|at| dates::clock_text(at, self.tz)).unwrap_or_default()
    }
}

/// The labels of the splits that a runner passed without being read: those before the last point at which the chip was read.
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
