//! The server's refusal of an editor's request.

use crate::error::FieldError;
use crate::race::name;

/// The problems to show at fields: those that the server lists, or the refusal's message at the name when it is about the name.
pub fn fields(code: &str, message: &str, listed: Vec<FieldError>) -> Vec<FieldError> {
    if listed.is_empty() && name::is_refused(code) {
        return vec![FieldError { field: "Race".into(), code: code.into(), message: message.into() }];
    }
    listed
}
