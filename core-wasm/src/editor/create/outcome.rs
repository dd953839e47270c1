//! The message of the form after it was sent (SPEC §4, §8).

use serde::{Deserialize, Serialize};

use crate::notice::Notice;

/// How far the request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CreatePhase {
    /// The server answered.
    Answered,
    /// The request was sent and no answer was received.
    NoResponse,
    /// The request could not be made.
    SetupFailed,
}

/// The race was created.
pub const CREATED: &str = "Race created successfully!";
/// The server's message for a name that is already used (SPEC §8).
pub const DUPLICATE_NAME: &str = "A race with this name already exists. Please use a different name.";
/// The time in milliseconds after which the form is reset on success (SPEC §4, §9).
pub const RESET_AFTER_MS: u32 = 2000;

/// The notice for the result; `status` and `message` are those of the server's answer, if there is one.
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
