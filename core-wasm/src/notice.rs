//! Notices that are shown after something happened: text, tone and duration (SPEC §4, §8, §9).

use serde::{Deserialize, Serialize};

/// The meaning of a notice, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Success: green.
    Success,
    /// Error: red.
    Error,
    /// Neutral.
    Info,
}

/// A sentence shown after something happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Its meaning.
    pub tone: Tone,
    /// Its text.
    pub text: String,
    /// The time in milliseconds after which it is removed; without it, it stays until another notice replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub clear_after_ms: Option<u32>,
}

/// How long a success banner is shown, in milliseconds (SPEC §9).
pub const SUCCESS_MS: u32 = 3000;
/// How long the race card's error message is shown, in milliseconds (SPEC §9).
pub const CARD_FAILURE_MS: u32 = 5000;

impl Notice {
    /// A success notice; it is removed after [`SUCCESS_MS`].
    pub fn success(text: impl Into<String>) -> Self {
        Self { tone: Tone::Success, text: text.into(), clear_after_ms: Some(SUCCESS_MS) }
    }

    /// An error notice; it is not removed, since three seconds are not enough to read what to do.
    pub fn error(text: impl Into<String>) -> Self {
        Self { tone: Tone::Error, text: text.into(), clear_after_ms: None }
    }

    /// A neutral notice; it is removed after [`SUCCESS_MS`].
    pub fn info(text: impl Into<String>) -> Self {
        Self { tone: Tone::Info, text: text.into(), clear_after_ms: Some(SUCCESS_MS) }
    }
}
