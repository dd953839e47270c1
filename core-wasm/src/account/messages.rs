//! The messages around logging in (SPEC §8, DESIGN §4, §6).

use crate::notice::Notice;

/// The message for both a wrong password and an unknown name, so that it does not show which names exist.
pub const WRONG_LOGIN: &str = "Wrong username or password.";
/// HTTP 503 when too many passwords are being checked at once.
pub const BUSY: &str = "The site is busy. Please try again in a moment.";
/// After a login.
pub const LOGGED_IN: &str = "Logged in";
/// The server's answer to a logout (SPEC §7).
pub const LOGGED_OUT: &str = "Logged out";
/// The toast after a logout (SPEC §8).
pub const USER_LOGGED_OUT: &str = "User logged out";
/// The toast when a logout was refused (SPEC §8).
pub const LOGOUT_REFUSED: &str = "Error logging out";
/// The toast when a logout got no answer (SPEC §8).
pub const LOGOUT_FAILED: &str = "Server error: please refresh.";
/// HTTP 401.
pub const NOT_LOGGED_IN: &str = "Please log in first.";
/// HTTP 409 when a page shows another account than the one that is logged in by now.
pub const OTHER_ACCOUNT: &str = "Another account is logged in in this browser now, and nothing was changed. Log in again as the one that this page shows, or reload it.";
/// HTTP 409 when a page shows another sign-up than the one that this browser has begun by now.
pub const OTHER_SIGNUP: &str =
    "Another sign-up was begun in this browser, and nothing was changed. Reload the page to see which one.";
/// HTTP 403.
pub const FORBIDDEN: &str = "You are not allowed to do this.";
/// The text on the page for 401 (SPEC §6).
pub const UNAUTHORIZED: &str = "Please log in with the correct credentials.";
/// The answer to every request for a new password, whether the account exists or not.
pub const RESET_SENT: &str = "If an account has this e-mail address, a link to choose a new password is on its way.";
/// A new password was set.
pub const RESET_DONE: &str = "Your password has been changed. Please log in.";
/// The link of the mail works: a password can be chosen.
pub const RESET_LINK_WORKS: &str = "This link works. Please choose a new password.";
/// The link was used already, or is older than an hour.
pub const RESET_EXPIRED: &str = "This link has expired or was already used. If you have just chosen a password with it, log in with that one; otherwise please ask for a new link.";

/// HTTP 429 after too many attempts, with the pause that `Retry-After` names; from a minute on in whole minutes, rounded up.
pub fn too_many(seconds: u64) -> String {
    let (count, unit) = if seconds < 60 { (seconds.max(1), "second") } else { (seconds.div_ceil(60), "minute") };
    let plural = if count == 1 { "" } else { "s" };
    format!("Too many attempts. Please try again in {count} {unit}{plural}.")
}

/// The toast after a logout; `status` is the server's, absent when it did not answer (SPEC §8).
pub fn logout(status: Option<u16>) -> Notice {
    match status {
        Some(200..=299) => Notice::success(USER_LOGGED_OUT),
        Some(_) => Notice::error(LOGOUT_REFUSED),
        None => Notice::error(LOGOUT_FAILED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toast_after_a_logout_depends_on_the_status() {
        let words = [Some(200), Some(500), None].map(|status| logout(status).text);
        assert_eq!(words, ["User logged out", "Error logging out", "Server error: please refresh."]);
    }
}
