//! The points of a contest: the start, the splits and the finish, each with its mats and its window of time.

use serde::{Deserialize, Serialize};

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

impl Leg {
    /// The name that screens show.
    pub fn label(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::Swim => "Swim",
            Self::Bike => "Bike",
            Self::T1 => "T1",
            Self::T2 => "T2",
        }
    }

    /// The name of a leg of this discipline: its own name when it has one.
    pub fn named(self, name: Option<&str>) -> &str {
        name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or_else(|| self.label())
    }
}

/// The start line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct StartPoint {
    /// The point's mats; reads at all of them together are one passing.
    pub mats: Vec<String>,
    /// How many seconds after the own gun a read at the start is still a start.
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
    /// Seconds after the runner's start after which a read here does not count; no limit when absent. In a race of laps over one
    /// mat it distinguishes a missed lap from a slow one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_seconds: Option<f64>,
    /// The discipline since the point before.
    #[serde(default)]
    pub leg: Leg,
    /// The name of the leg that this point belongs to, for a relay: `Ann`, `Lake loop`. When absent, the name of the discipline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg_name: Option<String>,
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
    /// Seconds after the runner's start after which a read here is not a finish; no limit when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_seconds: Option<f64>,
    /// The discipline since the last split.
    #[serde(default)]
    pub leg: Leg,
    /// As [`SplitPoint::leg_name`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg_name: Option<String>,
}
