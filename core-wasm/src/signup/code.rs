//! The code that proves an e-mail address: six digits, for a quarter of an hour (DESIGN §4).

use crate::error::CoreError;

/// How many digits a code has.
pub const CODE_DIGITS: usize = 6;
/// How long a code can be used, in milliseconds.
pub const CODE_MS: i64 = 15 * 60_000;
/// How often a code can be tried. A code is guessed with a probability of 5 in a million.
pub const MOST_TRIES: i64 = 5;
/// How many codes are sent for one sign-up.
pub const MOST_SENDS: i64 = 5;
/// How long to wait before another code is sent, in milliseconds.
pub const RESEND_PAUSE_MS: i64 = 60_000;

/// Reads a typed or pasted code: its digits, without the blanks and hyphens that mail programs put between them.
///
/// # Errors
/// `required`, `invalid_code`.
///
/// ```
/// use core_wasm::signup::check_code;
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

/// What is said while somebody signs up.
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
    /// HTTP 429 when no more codes are sent.
    pub const NO_SENDS: &str = "No more codes are sent for this sign-up. Please begin again tomorrow, or write to us.";
    /// HTTP 200 when the address is proved.
    pub const PROVED: &str = "Your e-mail address is confirmed.";
    /// HTTP 200 when a code was sent.
    pub const SENT: &str = "A code is on its way.";
    /// HTTP 401 without a sign-up that has begun.
    pub const NO_SIGNUP: &str = "Please begin with your name and e-mail address.";
    /// HTTP 403 before the address is proved.
    pub const NOT_PROVED: &str = "Please confirm your e-mail address first.";
    /// HTTP 409 for somebody who has logged in.
    pub const HAS_ACCOUNT: &str = "You are logged in. One person has one account.";
    /// HTTP 409 for a taken username.
    pub const USERNAME_TAKEN: &str = "This username is taken. Please choose another one.";
    /// HTTP 409 when another sign-up with this address was finished first.
    pub const EMAIL_TAKEN: &str = "There is an account with this e-mail address now. Please log in.";
    /// The answer about a free username.
    pub const USERNAME_FREE: &str = "This username is free.";
    /// HTTP 404 for a claim that there is not.
    pub const NO_SUCH_CLAIM: &str = "There is no such claim.";
    /// HTTP 409 for a claim that somebody decided before.
    pub const CLAIM_DECIDED: &str = "Somebody has decided about this claim already.";
    /// HTTP 200 for a granted claim.
    pub const CLAIM_GRANTED: &str = "The result is in the account now.";
    /// HTTP 200 for a refused claim.
    pub const CLAIM_REFUSED: &str = "The claim is refused. The account does not have the result.";
    /// HTTP 201.
    pub const CREATED: &str = "Your account is ready.";
}
