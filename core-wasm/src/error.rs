//! What a rule answers when it refuses: a code for programs and a sentence for people.

use serde::{Deserialize, Serialize};

/// A refusal. The message is shown to people as it stands; the code is stable and is what tests and programs look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[error("{message}")]
pub struct CoreError {
    /// Stable, in snake_case, for example `unreadable_date`.
    pub code: String,
    /// One or two sentences for the person who asked.
    pub message: String,
}

impl CoreError {
    /// A refusal with this code and these words.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }

    /// The same refusal, standing beside the form's field that caused it.
    pub fn at(self, field: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), code: self.code, message: self.message }
    }
}

/// A refusal of one field of a form, so that the words stand where the mistake is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FieldError {
    /// The wire name of the field; an item of a list is `Name.index`, a part of it `Name.index.part`.
    pub field: String,
    /// As in [`CoreError`].
    pub code: String,
    /// As in [`CoreError`].
    pub message: String,
}

/// Everything wrong with a form, in the order of its fields; empty when it may be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Problems(pub Vec<FieldError>);

impl Problems {
    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds what is wrong with one field.
    pub fn add(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(CoreError::new(code, message).at(field));
    }

    /// Takes the value of a check, or notes its refusal at the field.
    pub fn take<T>(&mut self, field: &str, checked: Result<T, CoreError>) -> Option<T> {
        checked.map_err(|refusal| self.0.push(refusal.at(field))).ok()
    }
}
