//! The requirements for a password (DESIGN §4).

use crate::error::{CoreError, Problems};
use crate::text;

/// The minimum number of characters. Length is what resists guessing, so nothing else is required (NIST SP 800-63B).
pub const FEWEST_CHARACTERS: usize = 10;
/// The maximum number of bytes (DESIGN §4), which bounds the work of hashing it.
pub const MOST_BYTES: usize = 128;

/// Passwords that are long enough but among the first that attackers try.
const COMMON: [&str; 8] =
    ["1234567890", "0123456789", "12345678910", "qwertyuiop", "password123", "password1234", "passwordpassword", "1q2w3e4r5t"];

/// What is said beside a repetition that differs.
pub(super) const NOT_REPEATED: &str = "The two passwords are not the same.";

pub(super) fn too_long() -> String {
    format!("Please keep the password to {MOST_BYTES} bytes.")
}

/// Checks a new password.
///
/// # Errors
/// `too_short`, `too_long`, or `common_password`.
pub fn check(password: &str) -> Result<(), CoreError> {
    if password.chars().count() < FEWEST_CHARACTERS {
        return Err(CoreError::new("too_short", format!("Please use at least {FEWEST_CHARACTERS} characters.")));
    }
    if password.len() > MOST_BYTES {
        return Err(CoreError::new("too_long", too_long()));
    }
    let lower = text::lowercase(password);
    let mut characters = lower.chars();
    let first = characters.next();
    if COMMON.contains(&lower.as_str()) || characters.all(|c| Some(c) == first) {
        return Err(CoreError::new(
            "common_password",
            "This password is among the first to be guessed. Please choose another one.",
        ));
    }
    Ok(())
}

/// Checks a new password, also whether it is easy to guess for somebody who knows these texts about its person.
///
/// # Errors
/// Those of [`check`], and `weak_password`.
#[cfg(feature = "strength")]
pub fn check_new(password: &str, about: &[String]) -> Result<(), CoreError> {
    check(password)?;
    super::strength::check(password, about)
}

/// Returns the problems of the reset form: a new password and its repetition.
pub fn check_reset(password: &str, repeated: &str) -> Problems {
    let mut problems = Problems::default();
    if problems.take("password", check(password)).is_some() && password != repeated {
        problems.add("repeated", "not_repeated", NOT_REPEATED);
    }
    problems
}
