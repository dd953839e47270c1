//! Where a race stands: to come, live, over or called off, and what its pages say and offer then (SPEC §4, §9).
//!
//! One rule for all who ask: the live window, the lists, a race's page, its media, its weather. Nothing here reads a clock.

use serde::{Deserialize, Serialize};

use super::{DistanceStart, Race, RaceDateEntry, schedule};
use crate::dates::{self, HOUR_MS, RaceDate, StartTime, Tz};
use crate::flag::Flag;

/// How long before the earliest start the live window opens (SPEC §9).
pub const BEFORE_MS: i64 = HOUR_MS;
/// How long after the earliest start it closes (SPEC §9).
pub const AFTER_MS: i64 = 6 * HOUR_MS;

/// The live window of one race; both ends belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// Epoch milliseconds.
    pub opens: i64,
    /// The race's earliest start, in epoch milliseconds.
    pub starts: i64,
    /// Epoch milliseconds.
    pub closes: i64,
}

impl Window {
    /// Whether live tracking is shown now.
    pub fn contains(&self, now_ms: i64) -> bool {
        (self.opens..=self.closes).contains(&now_ms)
    }
}

/// Where a race stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RaceStage {
    /// Its day has not come, or it has none yet.
    #[default]
    Coming,
    /// Its live window is open, and nobody has started yet.
    Opening,
    /// It has started, and its live window is open.
    Running,
    /// It was.
    Over,
    /// It is called off, and its day is not over.
    Canceled,
    /// It was called off, and its day is over.
    Missed,
}

impl RaceStage {
    /// Whether its board is shown as live. A race that is called off never is (DESIGN §5).
    pub fn is_live(self) -> bool {
        matches!(self, Self::Opening | Self::Running)
    }

    /// Whether its day is behind it.
    pub fn is_past(self) -> bool {
        matches!(self, Self::Over | Self::Missed)
    }

    /// Whether registering for it still makes sense: it has not started and is not called off.
    pub fn takes_entries(self) -> bool {
        matches!(self, Self::Coming | Self::Opening)
    }
}

/// What leads on from a race that has its live window or more behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    /// The live board.
    Board,
    /// The times and ranks.
    Results,
}

/// The main thing to do with a race that can be followed, in place of registering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowLink {
    /// What the link says.
    pub label: String,
    /// Where it leads.
    pub to: Follow,
}

impl Follow {
    fn link(self) -> FollowLink {
        let label = match self {
            Self::Board => "Follow runners",
            Self::Results => "Times and ranks",
        };
        FollowLink { label: label.into(), to: self }
    }
}

/// Where a race stands, in words, and what it offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RacePhase {
    /// Where it stands.
    pub stage: RaceStage,
    /// Whether its day is behind it, run or called off.
    pub past: bool,
    /// The short of it; blank while nothing is to be said.
    pub title: String,
    /// The rest of it: when it starts, started or was.
    pub text: String,
    /// Its main action in place of registering; none while it is to come or called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub follow: Option<FollowLink>,
}

/// What of a race decides on where it stands; any record of a race has it.
#[derive(Debug, Clone, Copy)]
pub struct Schedule<'a> {
    /// Its date, as it is written.
    pub date: &'a str,
    /// Its distances and their starts.
    pub rows: &'a [DistanceStart],
    /// Its zone; blank means the default.
    pub time_zone: &'a str,
    /// Whether it is called off.
    pub is_canceled: Flag,
}

impl<'a> From<&'a RaceDateEntry> for Schedule<'a> {
    fn from(entry: &'a RaceDateEntry) -> Self {
        let RaceDateEntry { date, distance_start_times, time_zone, is_canceled, .. } = entry;
        Self { date, rows: distance_start_times, time_zone, is_canceled: *is_canceled }
    }
}

impl<'a> From<&'a Race> for Schedule<'a> {
    fn from(race: &'a Race) -> Self {
        let Race { date, distance_start_times, time_zone, is_canceled, .. } = race;
        Self { date, rows: distance_start_times, time_zone, is_canceled: *is_canceled }
    }
}

/// Which of these races comes next: of those that take entries and have a date, the one that starts first. One whose start can't be
/// read comes after the others of its day; of equal ones the first counts.
pub fn next<'a>(races: impl IntoIterator<Item = Schedule<'a>>, now_ms: i64) -> Option<usize> {
    let races = races.into_iter().enumerate().filter(|(_, race)| race.stage(now_ms).takes_entries());
    races.filter_map(|(at, race)| Some((race.begins()?, at))).min().map(|(_, at)| at)
}

impl Schedule<'_> {
    /// The zone on whose clocks it is run.
    pub fn zone(&self) -> Tz {
        dates::zone_or_default(self.time_zone)
    }

    /// Its earliest start.
    fn start(&self) -> Option<StartTime> {
        schedule::earliest(self.rows)
    }

    /// Its live window (SPEC §4); `None` when its date or all of its start times can't be read, or when it is called off.
    pub fn window(&self) -> Option<Window> {
        if self.is_canceled.0 {
            return None;
        }
        let starts = dates::local_to_instant(self.date.parse().ok()?, self.start()?, self.zone());
        Some(Window { opens: starts - BEFORE_MS, starts, closes: starts + AFTER_MS })
    }

    /// When it begins: its earliest start, or the end of its day where none can be read.
    fn begins(&self) -> Option<i64> {
        let day_ends = || Some(dates::local_to_instant(self.date.parse().ok()?, "11:59 PM".parse().ok()?, self.zone()));
        self.window().map(|window| window.starts).or_else(day_ends)
    }

    /// Where it stands now. A race is over when its live window has closed; without a start time, or when it was called off,
    /// when its day is over on its own clocks.
    pub fn stage(&self, now_ms: i64) -> RaceStage {
        match self.window() {
            Some(window) if now_ms < window.opens => RaceStage::Coming,
            Some(window) if now_ms < window.starts => RaceStage::Opening,
            Some(window) if now_ms <= window.closes => RaceStage::Running,
            Some(_) => RaceStage::Over,
            None => {
                let today = dates::date_in(now_ms, self.zone());
                let past = self.date.parse::<RaceDate>().is_ok_and(|date| date < today);
                match (self.is_canceled.0, past) {
                    (true, true) => RaceStage::Missed,
                    (true, false) => RaceStage::Canceled,
                    (false, true) => RaceStage::Over,
                    (false, false) => RaceStage::Coming,
                }
            }
        }
    }

    /// Where it stands now, in words, and what it offers.
    pub fn phase(&self, now_ms: i64) -> RacePhase {
        let stage = self.stage(now_ms);
        let start = self.start().map(|start| start.to_string()).unwrap_or_default();
        let day = |was: &str| match self.date.parse::<RaceDate>() {
            Ok(day) => [was, " ", day.weekday_name(), ", ", &day.to_string(), "."].concat(),
            Err(_) => String::new(),
        };
        let (title, text, follow) = match stage {
            RaceStage::Coming | RaceStage::Canceled => return RacePhase { stage, ..RacePhase::default() },
            RaceStage::Opening => ("Live now", ["The first start is at ", &start, "."].concat(), Some(Follow::Board)),
            RaceStage::Running => {
                ("Live now", ["This race has started: the first start was at ", &start, "."].concat(), Some(Follow::Board))
            }
            RaceStage::Over => ("This race is over", day("It was on"), Some(Follow::Results)),
            RaceStage::Missed => ("This race did not take place", day("It was called off, and had been planned for"), None),
        };
        RacePhase { stage, past: stage.is_past(), title: title.into(), text, follow: follow.map(Follow::link) }
    }
}
