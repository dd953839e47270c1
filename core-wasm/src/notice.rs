//! What the product tells people after something happened: the words, their tone and how long they stay (SPEC §4, §8, §9).

use serde::{Deserialize, Serialize};

/// How a notice is meant, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// It worked: green.
    Success,
    /// It did not: red.
    Error,
    /// Neither.
    Info,
}

/// A sentence shown after something happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Its meaning.
    pub tone: Tone,
    /// Its words.
    pub text: String,
    /// After how many milliseconds it goes away; without it, it stays until something replaces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub clear_after_ms: Option<u32>,
}

/// How long a banner of success stays (SPEC §9).
pub const SUCCESS_MS: u32 = 3000;
/// How long the race card's message of failure stays (SPEC §9).
pub const CARD_FAILURE_MS: u32 = 5000;

impl Notice {
    /// It worked; the words go after [`SUCCESS_MS`].
    pub fn success(text: impl Into<String>) -> Self {
        Self { tone: Tone::Success, text: text.into(), clear_after_ms: Some(SUCCESS_MS) }
    }

    /// It did not work; the words stay, since three seconds are not enough to read what to do.
    pub fn error(text: impl Into<String>) -> Self {
        Self { tone: Tone::Error, text: text.into(), clear_after_ms: None }
    }

    /// Neither good nor bad; the words go after [`SUCCESS_MS`].
    pub fn info(text: impl Into<String>) -> Self {
        Self { tone: Tone::Info, text: text.into(), clear_after_ms: Some(SUCCESS_MS) }
    }
}
