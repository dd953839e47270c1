//! The errors of rules: a code for programs and a sentence for people.

use serde::{Deserialize, Serialize};

/// An error. The message is shown to people unchanged; the code is stable and is used by tests and programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[error("{message}")]
pub struct CoreError {
    /// A stable code in snake_case, for example `unreadable_date`.
    pub code: String,
    /// One or two sentences for the person who sent the input.
    pub message: String,
}

impl CoreError {
    /// An error with this code and message.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }

    /// The same error at the form's field that caused it.
    pub fn at(self, field: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), code: self.code, message: self.message }
    }
}

/// An error in one field of a form, shown at that field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FieldError {
    /// The field's name in requests; an item of a list is `Name.index`, a part of it `Name.index.part`.
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
    /// Whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a problem of one field.
    pub fn add(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(CoreError::new(code, message).at(field));
    }

    /// Returns the value of a check, or adds its error at the field.
    pub fn take<T>(&mut self, field: &str, checked: Result<T, CoreError>) -> Option<T> {
        checked.map_err(|refusal| self.0.push(refusal.at(field))).ok()
    }
}
