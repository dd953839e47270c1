//! What the form says after it was sent (SPEC §4, §8).

use serde::{Deserialize, Serialize};

use crate::notice::Notice;

/// How far sending came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CreatePhase {
    /// The server answered.
    Answered,
    /// The request left and nothing came back.
    NoResponse,
    /// The request could not be made.
    SetupFailed,
}

/// Success.
pub const CREATED: &str = "Race created successfully!";
/// What the server says to a name that is taken (SPEC §8).
pub const DUPLICATE_NAME: &str = "A race with this name already exists. Please use a different name.";
/// After success the form resets after so many milliseconds (SPEC §4, §9).
pub const RESET_AFTER_MS: u32 = 2000;

/// The notice for how sending ended: the status and the message of the server's answer, when there is one.
pub fn outcome(phase: CreatePhase, status: Option<u16>, message: Option<&str>) -> Notice {
    let message = message.map(str::trim).filter(|message| !message.is_empty());
    match (phase, status) {
        (CreatePhase::SetupFailed, _) => Notice::error("Error: Request setup failed."),
        (CreatePhase::NoResponse, _) | (CreatePhase::Answered, None) => Notice::error("Error: No response from server."),
        (CreatePhase::Answered, Some(200..=299)) => Notice::success(CREATED),
        (CreatePhase::Answered, Some(413)) => Notice::error("Error: Files too large. Please reduce image sizes."),
        (CreatePhase::Answered, Some(409)) => Notice::error(format!("Error: {}", message.unwrap_or(DUPLICATE_NAME))),
        (CreatePhase::Answered, Some(_)) => Notice::error(format!("Error: {}", message.unwrap_or("Server error"))),
    }
}
