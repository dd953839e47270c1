//! What is timed: contests, their points and the mats at each point (DESIGN §6, `PUT /timing/{RaceName}/setup`).

use serde::{Deserialize, Serialize};

use crate::dates;
use crate::error::Problems;

/// The timing setup of one race. Unknown fields are ignored, so that a setup file may contain notes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    /// The contests in the order in which screens list them; each has its own gun.
    pub contests: Vec<Contest>,
    /// The timer code of this race's own boxes. When absent, it is the code that most reads of the race carry; reads with
    /// another code are foreign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer_code: Option<String>,
}

/// One distance or one wave of it: the runners who start with one gun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Contest {
    /// The name that is shown and the value of the distance filter; unique within the race.
    pub name: String,
    /// Length in metres.
    pub distance_metres: f64,
    /// When it started, RFC 3339; `None` until the gun is set.
    #[cfg_attr(feature = "schema", schema(required))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub gun: Option<String>,
    /// Which time is official.
    #[serde(default)]
    pub ranking: Ranking,
    /// The bibs that belong to it, when no entrant list says otherwise.
    #[serde(default)]
    pub bibs: Vec<BibRange>,
    /// Whether a tag in the bib ranges that is on no entrant list counts as a runner, shown as "Bib 1234".
    #[serde(default)]
    pub accept_unlisted: bool,
    /// Running or triathlon.
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
    /// The gun in epoch milliseconds; `None` when it is not set or can't be read.
    pub fn gun_ms(&self) -> Option<i64> {
        self.gun.as_deref().and_then(|gun| dates::parse_instant(gun).ok())
    }

    /// Whether a bib is in one of the contest's ranges. Bibs that are not numbers are in none.
    pub fn covers(&self, bib: &str) -> bool {
        bib.parse::<u32>().is_ok_and(|number| self.bibs.iter().any(|range| (range.from..=range.to).contains(&number)))
    }
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
    /// The first three by gun, the rest by chip ([`super::rank`]).
    Hybrid,
}

impl Ranking {
    /// The label of the ranking (DESIGN §5: times are shown with it).
    pub fn label(self) -> &'static str {
        match self {
            Self::Gun => "Gun time",
            Self::Chip => "Chip time",
            Self::Hybrid => "Top three by gun time, the rest by chip time",
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
}

/// The discipline of the stretch that ends at a point (TIMING: Swim, T1, Bike, T2, Run).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// Pace in minutes a mile.
    #[default]
    Run,
    /// Pace in minutes per 100 m.
    Swim,
    /// Speed in miles an hour.
    Bike,
    /// The transition from swim to bike: a time, no pace.
    T1,
    /// The transition from bike to run: a time, no pace.
    T2,
}

/// The start line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct StartPoint {
    /// The point's mats; reads at all of them together are one passing.
    pub mats: Vec<String>,
    /// How many seconds after the gun a read at the start is still a start.
    pub minimum_lap_seconds: f64,
}

/// A timing point on the course.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SplitPoint {
    /// The label that is shown; unique within the contest.
    pub label: String,
    /// Distance from the start in metres.
    pub metres: f64,
    /// The point's mats; reads at all of them together are one passing.
    pub mats: Vec<String>,
    /// Seconds after the runner's start before which a read here does not count.
    #[serde(default)]
    pub minimum_seconds: f64,
    /// The discipline since the point before.
    #[serde(default)]
    pub leg: Leg,
}

/// The finish line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FinishPoint {
    /// The point's mats; reads at all of them together are one passing.
    pub mats: Vec<String>,
    /// Seconds after the runner's start before which a read here is not a finish.
    pub minimum_seconds: f64,
    /// The discipline since the last split.
    #[serde(default)]
    pub leg: Leg,
}

impl Setup {
    /// Reads a setup from its JSON.
    ///
    /// # Errors
    /// The problems, each at its field: JSON that can't be read is a problem of the field `setup`, the others are as in
    /// [`Setup::check`].
    pub fn from_json(json: &str) -> Result<Self, Problems> {
        let setup: Self = serde_json::from_str(json).map_err(|error| {
            let mut problems = Problems::default();
            problems.add("setup", "unreadable_setup", format!("This is not a timing setup: {error}."));
            problems
        })?;
        let problems = setup.check();
        if problems.is_empty() { Ok(setup) } else { Err(problems) }
    }

    /// Returns everything wrong with the setup, in the order of its fields; empty when a race can be timed with it.
    pub fn check(&self) -> Problems {
        super::setup_check::check(self)
    }

    /// The first contest whose bib ranges contain the bib.
    pub fn contest_of(&self, bib: &str) -> Option<usize> {
        self.contests.iter().position(|contest| contest.covers(bib))
    }

    /// The contest of this name, ignoring case.
    pub fn contest_named(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        self.contests.iter().position(|contest| contest.name.trim().eq_ignore_ascii_case(name))
    }
}
