//! What the live page says when something is missing (SPEC §8, Live page). The words for empty lists come with each page of
//! the board.

use serde::{Deserialize, Serialize};

/// The live page's sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LiveWords {
    /// A look at the field failed.
    pub fetch_failed: String,
    /// The filters could not be loaded; a Retry stands beside it.
    pub filters_failed: String,
    /// The map could not be loaded.
    pub map_failed: String,
    /// The race has no map.
    pub map_missing: String,
    /// The map is on its way.
    pub map_loading: String,
    /// There is no race to follow.
    pub no_races: String,
}

/// The live page's sentences.
pub fn words() -> LiveWords {
    LiveWords {
        fetch_failed: "Failed to fetch live data. Please try again later.".into(),
        filters_failed: "Failed to load filters".into(),
        map_failed: "Failed to load race map".into(),
        map_missing: "No race map available".into(),
        map_loading: "Loading map...".into(),
        no_races: "No races found.".into(),
    }
}
