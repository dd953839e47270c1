//! The phase of a race: upcoming, live, over or canceled, and what its pages show and offer in that phase (SPEC §4, §9).
//!
//! The live window, the lists, a race's page, its media and its weather all use this one rule. Nothing here reads a clock.

use serde::{Deserialize, Serialize};

use super::{DistanceStart, Race, RaceDateEntry, schedule};
use crate::dates::{self, HOUR_MS, RaceDate, StartTime, Tz};
use crate::flag::Flag;

/// How long before the earliest start the live window opens (SPEC §9).
pub const BEFORE_MS: i64 = HOUR_MS;
/// How long after the earliest start it closes (SPEC §9).
pub const AFTER_MS: i64 = 6 * HOUR_MS;

/// The live window of one race; both ends are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// In epoch milliseconds.
    pub opens: i64,
    /// The race's earliest start, in epoch milliseconds.
    pub starts: i64,
    /// In epoch milliseconds.
    pub closes: i64,
}

impl Window {
    /// Whether live tracking is shown at this time.
    pub fn contains(&self, now_ms: i64) -> bool {
        (self.opens..=self.closes).contains(&now_ms)
    }
}

/// The stage of a race.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RaceStage {
    /// Its live window has not opened, or it has no date yet.
    #[default]
    Coming,
    /// Its live window is open, and it has not started yet.
    Opening,
    /// It has started, and its live window is open.
    Running,
    /// Its live window has closed, or its day is over.
    Over,
    /// It is canceled, and its day is not over.
    Canceled,
    /// It was canceled, and its day is over.
    Missed,
}

impl RaceStage {
    /// Whether its board is shown as live. A canceled race's never is (DESIGN §5).
    pub fn is_live(self) -> bool {
        matches!(self, Self::Opening | Self::Running)
    }

    /// Whether its day is over.
    pub fn is_past(self) -> bool {
        matches!(self, Self::Over | Self::Missed)
    }

    /// Whether visitors may still register: it has not started and is not canceled.
    pub fn takes_entries(self) -> bool {
        matches!(self, Self::Coming | Self::Opening)
    }
}

/// The page on which a live or past race can be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    /// The live board.
    Board,
    /// The times and ranks.
    Results,
}

/// The link to follow a race, shown in place of the Register button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowLink {
    /// The link's text.
    pub label: String,
    /// The page that it opens.
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

/// The phase of a race: its stage, the texts for it, and the link that is offered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RacePhase {
    /// The race's stage.
    pub stage: RaceStage,
    /// Whether its day is over, whether it took place or was canceled.
    pub past: bool,
    /// The heading of the notice; blank when there is no notice.
    pub title: String,
    /// The text of the notice: when the race starts, started or took place.
    pub text: String,
    /// The link that replaces the Register button; none for upcoming and canceled races.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub follow: Option<FollowLink>,
}

/// The fields of a race from which its phase is computed; every record of a race has them.
#[derive(Debug, Clone, Copy)]
pub struct Schedule<'a> {
    /// Its date, as typed.
    pub date: &'a str,
    /// Its distances and their starts.
    pub rows: &'a [DistanceStart],
    /// Its zone; blank means the default.
    pub time_zone: &'a str,
    /// Whether it is canceled.
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

/// The index of the next race: of those that take entries and have a date, the one that starts first. A race whose start can't be
/// read sorts after the others of its day; of equal ones the first is returned.
pub fn next<'a>(races: impl IntoIterator<Item = Schedule<'a>>, now_ms: i64) -> Option<usize> {
    let races = races.into_iter().enumerate().filter(|(_, race)| race.stage(now_ms).takes_entries());
    races.filter_map(|(at, race)| Some((race.begins()?, at))).min().map(|(_, at)| at)
}

impl Schedule<'_> {
    /// The zone of its times.
    pub fn zone(&self) -> Tz {
        dates::zone_or_default(self.time_zone)
    }

    /// Its earliest start.
    fn start(&self) -> Option<StartTime> {
        schedule::earliest(self.rows)
    }

    /// Its live window (SPEC §4); `None` when its date or all of its start times can't be read, or when it is canceled.
    pub fn window(&self) -> Option<Window> {
        if self.is_canceled.0 {
            return None;
        }
        let starts = dates::local_to_instant(self.date.parse().ok()?, self.start()?, self.zone());
        Some(Window { opens: starts - BEFORE_MS, starts, closes: starts + AFTER_MS })
    }

    /// When it begins: its earliest start, or the end of its day when no start can be read.
    fn begins(&self) -> Option<i64> {
        let day_ends = || Some(dates::local_to_instant(self.date.parse().ok()?, "11:59 PM".parse().ok()?, self.zone()));
        self.window().map(|window| window.starts).or_else(day_ends)
    }

    /// Its stage at this time. A race is over when its live window has closed; a race without a start time or a canceled race is
    /// over when its day is over in its own zone.
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

    /// Its phase at this time: the stage, the texts and the link.
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
