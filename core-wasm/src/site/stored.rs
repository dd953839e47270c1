//! The state that a browser stores between visits (SPEC §3), and when it must be cleared.

use serde::{Deserialize, Serialize};

/// The version of the stored state (SPEC §9).
pub const VERSION: &str = "1.0";

/// The number of races of each distance that a user has run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct RaceCounts {
    /// 5Ks.
    #[serde(rename = "fiveK")]
    pub five_k: u32,
    /// 10Ks.
    #[serde(rename = "tenK")]
    pub ten_k: u32,
    /// Half marathons.
    pub half: u32,
}

/// A user's fastest times by the distance keys of SPEC §9; null when there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct FastestTimes {
    /// 5K.
    #[serde(rename = "5K")]
    pub five_k: Option<String>,
    /// 10K.
    #[serde(rename = "10K")]
    pub ten_k: Option<String>,
    /// Half marathon.
    #[serde(rename = "HALF")]
    pub half: Option<String>,
}

/// The stored state; each field is stored under its own name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct StoredState {
    /// Whether a user was logged in when the state was stored.
    pub is_logged_in: bool,
    /// The achievement: won a race.
    pub top1: bool,
    /// The achievement: among the first three of a race.
    pub top3: bool,
    /// The title that the user has chosen to show.
    pub active_title: String,
    /// Races run.
    pub race_counts: RaceCounts,
    /// Best times.
    pub fastest_times: FastestTimes,
}

/// The state of a new browser, and after a reset (SPEC §4).
pub fn defaults() -> StoredState {
    StoredState::default()
}

/// Whether the stored state must be cleared because its version differs (SPEC §3).
pub fn must_clear(stored_version: Option<&str>) -> bool {
    stored_version != Some(VERSION)
}
