//! What a page says when its race can't be loaded (SPEC §8).

use serde::{Deserialize, Serialize};

/// Which page loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LoadKind {
    /// The race page.
    Race,
    /// The race media page.
    Media,
}

/// How the call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LoadEnd {
    /// The server answered with a status that is no success.
    Status,
    /// The server answered without a race.
    Missing,
    /// No answer within [`TIMEOUT_MS`].
    Timeout,
    /// No connection.
    Network,
    /// Anything else.
    Unexpected,
}

/// What can be done about a load that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FailureKind {
    /// There is nothing at this address.
    Missing,
    /// The network did not carry the call: it is repeated once the network is back.
    Lost,
    /// The server answered, or something else went wrong.
    Refused,
}

/// How the call ended, with the server's status if there was one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LoadOutcome {
    /// How.
    pub outcome: LoadEnd,
    /// The HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub status: Option<u16>,
    /// The status in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub text: Option<String>,
}

/// What the page shows instead of the race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Failure {
    /// Its heading.
    pub title: String,
    /// What happened.
    pub text: String,
}

/// What can be done about a load that failed.
pub fn kind(outcome: &LoadOutcome) -> FailureKind {
    match (outcome.outcome, outcome.status) {
        (LoadEnd::Missing, _) | (LoadEnd::Status, Some(404)) => FailureKind::Missing,
        (LoadEnd::Network | LoadEnd::Timeout, _) => FailureKind::Lost,
        (LoadEnd::Status | LoadEnd::Unexpected, _) => FailureKind::Refused,
    }
}

/// The words for a load that failed.
pub fn load_failure(kind: LoadKind, outcome: &LoadOutcome) -> Failure {
    let (title, noun, what) = match kind {
        LoadKind::Race => ("Unable to Load Race", "race", "The race"),
        LoadKind::Media => ("Unable to Load Race Media", "race media", "The race media"),
    };
    let text = match (outcome.outcome, outcome.status) {
        (LoadEnd::Missing, _) | (LoadEnd::Status, Some(404)) => {
            let subject = if kind == LoadKind::Race { "Race" } else { "Race media" };
            format!("{subject} not found. {what} you're looking for doesn't exist or may have been removed.")
        }
        (LoadEnd::Status, Some(500..)) => "Server error. Please try again later.".into(),
        (LoadEnd::Status, Some(status)) => {
            let words = outcome.text.as_deref().unwrap_or_default();
            format!("Error loading {noun}: {status} {words}").trim_end().to_owned()
        }
        (LoadEnd::Timeout, _) => "Request timeout. Please check your connection and try again.".into(),
        (LoadEnd::Network, _) => "Network error. Please check your internet connection and try again.".into(),
        (LoadEnd::Unexpected | LoadEnd::Status, _) => "An unexpected error occurred. Please try again.".into(),
    };
    Failure { title: title.into(), text }
}
