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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "outcome")]
pub enum LoadOutcome {
    /// The server answered with a status that is no success.
    Status {
        /// The HTTP status.
        status: u16,
        /// The status in words; may be blank.
        text: String,
    },
    /// The server answered without a race.
    Missing,
    /// No answer within [`TIMEOUT_MS`].
    Timeout,
    /// No connection.
    Network,
    /// Anything else.
    Unexpected,
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

/// How long a page waits for its race (SPEC §9).
pub const TIMEOUT_MS: u32 = 10_000;
/// When a page gives up whatever happens (SPEC §9).
pub const WATCHDOG_MS: u32 = 15_000;

/// The words for a load that failed.
pub fn load_failure(kind: LoadKind, outcome: &LoadOutcome) -> Failure {
    let (title, noun, what) = match kind {
        LoadKind::Race => ("Unable to Load Race", "race", "The race"),
        LoadKind::Media => ("Unable to Load Race Media", "race media", "The race media"),
    };
    let text = match outcome {
        LoadOutcome::Missing | LoadOutcome::Status { status: 404, .. } => {
            let subject = if kind == LoadKind::Race { "Race" } else { "Race media" };
            format!("{subject} not found. {what} you're looking for doesn't exist or may have been removed.")
        }
        LoadOutcome::Status { status: 500.., .. } => "Server error. Please try again later.".into(),
        LoadOutcome::Status { status, text } => format!("Error loading {noun}: {status} {text}").trim_end().to_owned(),
        LoadOutcome::Timeout => "Request timeout. Please check your connection and try again.".into(),
        LoadOutcome::Network => "Network error. Please check your internet connection and try again.".into(),
        LoadOutcome::Unexpected => "An unexpected error occurred. Please try again.".into(),
    };
    Failure { title: title.into(), text }
}
