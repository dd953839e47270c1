//! The forms of logging in and of asking for a new password (DESIGN §6).

use serde::{Deserialize, Serialize};

use super::password;
use crate::error::{CoreError, Problems};

/// The login form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct LoginForm {
    /// A username or an e-mail address.
    pub username: String,
    /// The password.
    pub password: String,
}

/// The longest e-mail address, in bytes (RFC 5321).
pub const LONGEST_EMAIL: usize = 254;

/// What is missing in the login form. Whether it is right, only the server knows.
pub fn check(form: &LoginForm) -> Problems {
    let mut problems = Problems::default();
    if form.username.trim().is_empty() {
        problems.add("username", "required", "Username or e-mail is required");
    } else if form.username.len() > LONGEST_EMAIL {
        problems.add("username", "too_long", "This is too long for a username or an e-mail address.");
    }
    if form.password.is_empty() {
        problems.add("password", "required", "Password is required");
    } else if form.password.len() > password::MOST_BYTES {
        problems.add("password", "too_long", password::too_long());
    }
    problems
}

/// An e-mail address, trimmed: one `@` with something before and a dotted host after it, no blanks.
///
/// # Errors
/// `invalid_email` ("Invalid email format", SPEC §5).
pub fn email(text: &str) -> Result<String, CoreError> {
    let text = text.trim();
    let clean =
        text.len() <= LONGEST_EMAIL && !text.chars().any(|c| c.is_whitespace() || c.is_control() || ",;<>()[]\"\\".contains(c));
    let parts = text.split_once('@').filter(|(user, host)| {
        !user.is_empty() && host.split('.').count() > 1 && host.split('.').all(|label| !label.is_empty()) && !host.contains('@')
    });
    if clean && parts.is_some() { Ok(text.to_owned()) } else { Err(CoreError::new("invalid_email", "Invalid email format")) }
}

/// The form that asks for a new password.
pub fn check_forgot(address: &str) -> Problems {
    let mut problems = Problems::default();
    if address.trim().is_empty() {
        problems.add("email", "required", "E-mail is required");
    } else {
        problems.take("email", email(address));
    }
    problems
}
