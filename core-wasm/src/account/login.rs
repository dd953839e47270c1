//! The forms for logging in and for requesting a new password (DESIGN §6).

use serde::{Deserialize, Serialize};

use super::password;
use crate::error::{CoreError, Problems};
use crate::text;

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

/// How long somebody stays logged in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stay {
    /// On a device of one's own: for a week, also after the browser was closed.
    #[default]
    Remembered,
    /// On a device that others use, too: until the browser is closed, and for 12 hours at most, because many browsers open again what was
    /// open, with its cookies.
    UntilClosed,
}

const HOUR_MS: i64 = 3_600_000;

impl Stay {
    /// What somebody chose at the login.
    pub fn chosen(remember: bool) -> Self {
        if remember { Self::Remembered } else { Self::UntilClosed }
    }

    /// What was chosen for a session that lasts so long, from its begin to its end.
    pub fn of_session(lasts_ms: i64) -> Self {
        Self::chosen(lasts_ms > Self::UntilClosed.lasts_ms())
    }

    /// How long the session lasts, in milliseconds.
    pub fn lasts_ms(self) -> i64 {
        match self {
            Self::Remembered => 7 * 24 * HOUR_MS,
            Self::UntilClosed => 12 * HOUR_MS,
        }
    }

    /// What the login form says about it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Remembered => "For a week, on this device.",
            Self::UntilClosed => "Until the browser is closed, and for 12 hours at most.",
        }
    }
}

/// The longest e-mail address, in bytes (RFC 5321).
pub const LONGEST_EMAIL: usize = 254;

const TOO_LONG: &str = "This is too long for a username or an e-mail address.";

/// Returns the problems of the login form. Only the server checks whether the password is right.
pub fn check(form: &LoginForm) -> Problems {
    let mut problems = Problems::default();
    if text::is_blank(&form.username) {
        problems.add("username", "required", "Username or e-mail is required");
    } else if form.username.len() > LONGEST_EMAIL {
        problems.add("username", "too_long", TOO_LONG);
    }
    if form.password.is_empty() {
        problems.add("password", "required", "Password is required");
    } else if form.password.len() > password::MOST_BYTES {
        problems.add("password", "too_long", password::too_long());
    }
    problems
}

/// Checks a new account's username, and returns it trimmed.
///
/// # Errors
/// `blank_username`, also for a name without visible characters; `unprintable_username` for control, bidi and invisible
/// characters; `too_long`.
pub fn username(typed: &str) -> Result<String, CoreError> {
    let name = typed.trim();
    let refuse = |code: &str, message: &str| Err(CoreError::new(code, message));
    if text::is_blank(name) {
        return refuse("blank_username", "A username is required.");
    }
    if name.chars().any(|c| c.is_control() || text::is_bidi(c) || text::is_invisible(c)) {
        return refuse("unprintable_username", "The username holds characters that can't be shown. Please type it again.");
    }
    if name.len() > LONGEST_EMAIL {
        return refuse("too_long", TOO_LONG);
    }
    Ok(name.to_owned())
}

/// The signs that may stand before the `@` beside letters and digits (RFC 5322, `atext`, and the dot).
const MAILBOX_SIGNS: &str = "!#$%&'*+-/=?^_`{|}~.";

/// Checks an e-mail address, and returns it trimmed: one `@`, before it words of letters, digits and the signs of RFC 5322 joined by single
/// dots, at most 64 bytes, after it a host of several labels of letters, digits and hyphens, of at most 63 bytes (RFC 5321, RFC 1035). To any
/// other address mail servers refuse to send.
///
/// # Errors
/// `invalid_email` ("Invalid email format", SPEC §5).
///
/// ```
/// use core_wasm::account::login::email;
///
/// assert_eq!(email(" zoë.o'brien+10k@example.com ").as_deref(), Ok("zoë.o'brien+10k@example.com"));
/// for wrong in ["mailto:zoe@example.com", "zoe@example:com.org", "😀@example.com", "zoe@exam_ple.com"] {
///     assert!(email(wrong).is_err());
/// }
/// ```
pub fn email(typed: &str) -> Result<String, CoreError> {
    let address = typed.trim();
    let parts = address.split_once('@').filter(|(user, host)| {
        let is_label = |label: &str| {
            let ends = label.starts_with('-') || label.ends_with('-');
            !label.is_empty() && label.len() <= 63 && !ends && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        };
        user.len() <= 64
            && user.chars().all(|c| c.is_alphanumeric() || MAILBOX_SIGNS.contains(c))
            && user.split('.').all(|word| !word.is_empty())
            // The last one is a name: addresses of machines are no mailboxes of people.
            && host.rsplit_once('.').is_some_and(|(_, last)| !last.chars().all(|c| c.is_ascii_digit()))
            && host.split('.').all(is_label)
    });
    if address.len() <= LONGEST_EMAIL && parts.is_some() {
        Ok(address.to_owned())
    } else {
        Err(CoreError::new("invalid_email", "Invalid email format"))
    }
}

/// Returns the problems of the form that requests a new password.
pub fn check_forgot(address: &str) -> Problems {
    let mut problems = Problems::default();
    if text::is_blank(address) {
        problems.add("email", "required", "E-mail is required");
    } else {
        problems.take("email", email(address));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::Stay;

    #[test]
    fn how_long_a_session_lasts_says_what_was_chosen() {
        for stay in [Stay::Remembered, Stay::UntilClosed] {
            assert_eq!(Stay::of_session(stay.lasts_ms()), stay);
        }
    }
}
