//! The code that proves an e-mail address: six digits, for a quarter of an hour (DESIGN §4). Codes are made, stored and compared by the server.

use crate::error::{CoreError, Problems};

/// How many digits a code has.
pub const CODE_DIGITS: usize = 6;
/// How long a code can be used, in milliseconds.
pub const CODE_MS: i64 = 15 * 60_000;
/// How often a code can be tried. A code is guessed with a probability of 5 in a million.
pub const MOST_TRIES: i64 = 5;
/// How many codes are sent for one sign-up, or for one change of the address.
pub const MOST_SENDS: i64 = 5;
/// How long to wait before another code is sent, in milliseconds.
pub const RESEND_PAUSE_MS: i64 = 60_000;

/// Reads a typed or pasted code: its digits, without the blanks and hyphens that mail programs put between them.
///
/// # Errors
/// `required`, `invalid_code`.
///
/// ```
/// use core_wasm::account::code::check_code;
///
/// assert_eq!(check_code(" 123 456 ").unwrap(), "123456");
/// assert_eq!(check_code("12345").unwrap_err().code, "invalid_code");
/// ```
pub fn check_code(typed: &str) -> Result<String, CoreError> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if code.is_empty() {
        return Err(CoreError::new("required", "Type the code from the mail"));
    }
    if code.len() == CODE_DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(code)
    } else {
        Err(CoreError::new("invalid_code", format!("The code has {CODE_DIGITS} digits.")))
    }
}

/// The problems of a typed code, at the field `code`.
pub fn problems(typed: &str) -> Problems {
    let mut problems = Problems::default();
    problems.take("code", check_code(typed));
    problems
}

/// What is said about codes.
pub mod words {
    use super::{MOST_TRIES, RESEND_PAUSE_MS};

    /// HTTP 400 after a wrong code; `left` says how many tries are left.
    pub fn wrong_code(left: i64) -> String {
        match left {
            0 => format!("This was the wrong code for the {MOST_TRIES}th time. Ask for another one."),
            1 => "This is not the code. One try is left.".to_owned(),
            left => format!("This is not the code. {left} tries are left."),
        }
    }

    /// HTTP 429 before another code is sent.
    pub fn resend_pause() -> String {
        format!("A code was sent less than {} seconds ago. Please look for it, also among unwanted mail.", RESEND_PAUSE_MS / 1000)
    }

    /// HTTP 400 for a code after its time.
    pub const CODE_EXPIRED: &str = "This code has expired. Ask for another one.";
    /// HTTP 429 after too many wrong tries.
    pub const NO_TRIES: &str = "This code was tried too often. Ask for another one.";
}
