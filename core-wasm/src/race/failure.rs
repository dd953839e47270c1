//! The error that a page shows when its race can't be loaded (SPEC §8).

use serde::{Deserialize, Serialize};

/// The page that loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LoadKind {
    /// The race page.
    Race,
    /// The race media page.
    Media,
}

/// The result of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LoadResult {
    /// The server answered with an error status.
    Status,
    /// The server answered without a race.
    Missing,
    /// The server did not answer in time.
    Timeout,
    /// No connection.
    Network,
    /// Any other error.
    Unexpected,
}

/// The kind of a failed load, which decides what the visitor can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FailureKind {
    /// Nothing exists at this address.
    Missing,
    /// The request or its answer was lost: the call is repeated once the network is back.
    Lost,
    /// The server answered with an error, or something else failed.
    Refused,
}

/// The result of the call, with the server's status if it answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LoadOutcome {
    /// The result.
    pub outcome: LoadResult,
    /// The HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub status: Option<u16>,
    /// The status text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub text: Option<String>,
}

/// The error that the page shows in place of the race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Failure {
    /// The heading.
    pub title: String,
    /// The explanation.
    pub text: String,
}

/// The kind of a failed load, which decides what the visitor can do.
pub fn kind(outcome: &LoadOutcome) -> FailureKind {
    match (outcome.outcome, outcome.status) {
        (LoadResult::Missing, _) | (LoadResult::Status, Some(404)) => FailureKind::Missing,
        (LoadResult::Network | LoadResult::Timeout, _) => FailureKind::Lost,
        (LoadResult::Status | LoadResult::Unexpected, _) => FailureKind::Refused,
    }
}

/// The message for a failed load.
pub fn load_failure(kind: LoadKind, outcome: &LoadOutcome) -> Failure {
    let (title, noun, what) = match kind {
        LoadKind::Race => ("Unable to Load Race", "race", "The race"),
        LoadKind::Media => ("Unable to Load Race Media", "race media", "The race media"),
    };
    let text = match (outcome.outcome, outcome.status) {
        (LoadResult::Missing, _) | (LoadResult::Status, Some(404)) => {
            let subject = if kind == LoadKind::Race { "Race" } else { "Race media" };
            format!("{subject} not found. {what} you're looking for doesn't exist or may have been removed.")
        }
        (LoadResult::Status, Some(500..)) => "Server error. Please try again later.".into(),
        (LoadResult::Status, Some(status)) => {
            let words = outcome.text.as_deref().unwrap_or_default();
            format!("Error loading {noun}: {status} {words}").trim_end().to_owned()
        }
        (LoadResult::Timeout, _) => "Request timeout. Please check your connection and try again.".into(),
        (LoadResult::Network, _) => "Network error. Please check your internet connection and try again.".into(),
        (LoadResult::Unexpected | LoadResult::Status, _) => "An unexpected error occurred. Please try again.".into(),
    };
    Failure { title: title.into(), text }
}
