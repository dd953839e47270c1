//! A contest of the setup: its waves, its bibs and the rules by which it is timed.

use serde::{Deserialize, Serialize};

use super::{FinishPoint, SplitPoint, StartPoint};
use crate::dates;

/// One ranking: a distance, with one or several waves inside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Contest {
    /// The name that is shown and the value of the distance filter; unique within the race.
    pub name: String,
    /// Length in metres.
    pub distance_metres: f64,
    /// When its only wave started, RFC 3339; `None` until the gun is set, and in a contest with `waves`.
    #[cfg_attr(feature = "schema", schema(required))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub gun: Option<String>,
    /// Which time is official.
    #[serde(default)]
    pub ranking: Ranking,
    /// The bibs of its only wave, when no entrant list says otherwise; empty in a contest with `waves`.
    #[serde(default)]
    pub bibs: Vec<BibRange>,
    /// The waves, each with a gun and bibs of its own. When there are none, `gun` and `bibs` of the contest are its only wave.
    #[serde(default)]
    pub waves: Vec<Wave>,
    /// Whether a tag in the bib ranges that is on no entrant list counts as a runner, shown as "Bib 1234".
    #[serde(default)]
    pub accept_unlisted: bool,
    /// Which speeds a person can reach.
    #[serde(default)]
    pub sport: Sport,
    /// The start line; a contest without start mats is timed from the gun.
    #[serde(default)]
    pub start: StartPoint,
    /// The points on the course, in the order in which they are passed.
    #[serde(default)]
    pub splits: Vec<SplitPoint>,
    /// The finish line.
    pub finish: FinishPoint,
}

impl Contest {
    /// The waves as the rules use them: those of the list, or the contest's own gun and bibs as its only wave.
    pub fn starts(&self) -> Vec<WaveStart<'_>> {
        if self.waves.is_empty() {
            return vec![WaveStart { name: "", gun: instant(self.gun.as_deref()), bibs: &self.bibs }];
        }
        let start = |wave: &'_ Wave| instant(wave.gun.as_deref());
        self.waves.iter().map(|wave| WaveStart { name: &wave.name, gun: start(wave), bibs: &wave.bibs }).collect()
    }

    /// The first gun of the contest in epoch milliseconds; `None` while no gun is set, or when none can be read.
    pub fn gun_ms(&self) -> Option<i64> {
        self.starts().into_iter().filter_map(|wave| wave.gun).min()
    }

    /// The last gun of the contest in epoch milliseconds.
    pub fn last_gun_ms(&self) -> Option<i64> {
        self.starts().into_iter().filter_map(|wave| wave.gun).max()
    }

    /// Whether a bib is in a range of any wave. Bibs that are not numbers are in none.
    pub fn covers(&self, bib: &str) -> bool {
        self.wave_by_bib(bib).is_some()
    }

    /// The index of the wave whose bib ranges contain the bib.
    pub fn wave_by_bib(&self, bib: &str) -> Option<usize> {
        let number: u32 = bib.parse().ok()?;
        let has = |bibs: &[BibRange]| bibs.iter().any(|range| (range.from..=range.to).contains(&number));
        if self.waves.is_empty() { has(&self.bibs).then_some(0) } else { self.waves.iter().position(|wave| has(&wave.bibs)) }
    }

    /// The index of the wave with this name or other name, ignoring case.
    pub fn wave_named(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        let is = |other: &str| other.trim().eq_ignore_ascii_case(name);
        self.waves.iter().position(|wave| is(&wave.name) || wave.wave_names.iter().any(|other| is(other)))
    }

    /// The index of a runner's wave: the one that the entrant's `wave` names, or else the one whose bibs contain the bib, or else
    /// the first.
    pub fn wave_of(&self, bib: &str, named: Option<&str>) -> usize {
        named.and_then(|name| self.wave_named(name)).or_else(|| self.wave_by_bib(bib)).unwrap_or(0)
    }

    /// The names of the legs in the order of the course; a leg may have several points.
    pub fn legs(&self) -> Vec<&str> {
        let finish = &self.finish;
        let points = self.splits.iter().map(|split| split.leg.named(split.leg_name.as_deref()));
        let mut legs: Vec<&str> = points.chain([finish.leg.named(finish.leg_name.as_deref())]).collect();
        legs.dedup();
        legs
    }

    /// Takes back all guns.
    pub fn clear_guns(&mut self) {
        self.gun = None;
        self.waves.iter_mut().for_each(|wave| wave.gun = None);
    }
}

fn instant(text: Option<&str>) -> Option<i64> {
    dates::parse_instant(text?).ok()
}

/// A part of a contest that starts with a gun of its own. Its runners are ranked with those of the contest's other waves.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Wave {
    /// The name that is shown; unique within the contest.
    pub name: String,
    /// When it started, RFC 3339; `None` until the gun is set.
    #[cfg_attr(feature = "schema", schema(required))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub gun: Option<String>,
    /// The bibs that belong to it, when the entrant's `wave` names none.
    #[serde(default)]
    pub bibs: Vec<BibRange>,
    /// Other names under which lists of entrants have this wave: `A`, `Wave 1`.
    #[serde(default)]
    pub wave_names: Vec<String>,
}

/// A wave in the form that the rules use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaveStart<'a> {
    /// The wave's name; empty for the only wave of a contest.
    pub name: &'a str,
    /// The gun in epoch milliseconds; `None` when it is not set or can't be read.
    pub gun: Option<i64>,
    /// The bibs that belong to it.
    pub bibs: &'a [BibRange],
}

/// Bib numbers from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BibRange {
    /// The first bib.
    pub from: u32,
    /// The last bib.
    pub to: u32,
}

/// Which time is official in a contest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Ranking {
    /// The time from the gun.
    #[default]
    Gun,
    /// The time from the runner's own start.
    Chip,
    /// The first three by gun, the rest by chip ([`crate::timing::rank`]).
    Hybrid,
}

impl Ranking {
    /// The label of the ranking (DESIGN §5: times are shown with it).
    pub fn label(self) -> &'static str {
        match self {
            Self::Gun => "Gun time",
            Self::Chip => "Chip time",
            Self::Hybrid => "First three overall and of each gender by gun time, then everybody else by chip time",
        }
    }
}

/// The kind of sport of a contest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Sport {
    /// One leg on foot.
    #[default]
    Run,
    /// Swim, bike and run with their transitions.
    Tri,
    /// Wheelchairs and handcycles.
    Wheel,
}
