//! Passkeys: their names, who can be asked for one, and the messages around them (docs/decisions/0054).

use super::Role;
use crate::error::CoreError;
use crate::text;

/// The most passkeys of an account.
pub const MOST: usize = 10;
/// The most characters of a passkey's name.
pub const LONGEST_NAME: usize = 60;

/// A passkey was added.
pub const ADDED: &str = "Passkey added";
/// A passkey was removed.
pub const REMOVED: &str = "Passkey removed";
/// HTTP 401 for every passkey that is not accepted, whatever the reason, so that it does not show which passkeys exist.
pub const NOT_ACCEPTED: &str = "This passkey was not accepted. Please try again, or log in with your password.";
/// HTTP 401 after the right password of an account that also needs its passkey.
pub const NEEDED: &str = "Please confirm with your passkey.";
/// HTTP 403 for an administrator whose session began without a passkey, while the site demands one.
pub const REQUIRED: &str =
    "This site asks administrators for a passkey. Please log in with yours, or add one under Account Settings.";
/// HTTP 409 when the address of the site has no name, or no TLS.
pub const UNAVAILABLE: &str =
    "Passkeys need the site's name in the address, and https. They can't be used while the site is reached by a number.";
/// HTTP 409 when an account has all the passkeys that it can have.
pub const TOO_MANY: &str = "An account can have 10 passkeys. Please remove one that you don't use any more.";
/// HTTP 409 when the passkey belongs to an account already.
pub const KNOWN: &str = "This passkey was added already.";
/// HTTP 409 when the passkey is the last one of an account that needs one.
pub const LAST: &str = "This is your only passkey, and this site asks for one. Please add another one first.";
/// HTTP 404.
pub const GONE: &str = "This passkey is not on your account any more.";
/// HTTP 400 when a passkey was created too long after it was requested, or twice.
pub const TOO_LATE: &str = "This took too long. Please try again.";
/// HTTP 400 when what the browser sent of a new passkey is not valid.
pub const NOT_ADDED: &str = "The passkey could not be added. Please try again.";

/// Whether the site can demand a passkey of accounts with this role.
pub fn can_be_demanded(role: Role) -> bool {
    role == Role::Admin
}

/// The name of a new passkey: what was typed, trimmed, or the name of the device when nothing was typed.
///
/// # Errors
/// `unprintable_name` for control, bidi and invisible characters, `too_long`.
pub fn name(typed: &str, device: &str) -> Result<String, CoreError> {
    let name = typed.trim();
    if text::is_blank(name) {
        return Ok(device.to_owned());
    }
    if name.chars().any(|c| c.is_control() || text::is_bidi(c) || text::is_invisible(c)) {
        return Err(CoreError::new("unprintable_name", "The name holds characters that can't be shown. Please type it again."));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(CoreError::new("too_long", format!("Please keep the name under {} characters.", LONGEST_NAME + 1)));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_visible_and_a_blank_one_is_that_of_the_device() {
        let named = |typed: &str| name(typed, "Chrome on Android").map_err(|refusal| refusal.code);
        assert_eq!(named("  Blue key "), Ok("Blue key".to_owned()));
        for blank in ["", "  ", "\u{200b}"] {
            assert_eq!(named(blank), Ok("Chrome on Android".to_owned()));
        }
        assert_eq!(named(&"é".repeat(60)), Ok("é".repeat(60)));
        assert_eq!(named(&"é".repeat(61)), Err("too_long".into()));
        for hidden in ["a\u{202e}b", "a\nb", "a\u{200b}b"] {
            assert_eq!(named(hidden), Err("unprintable_name".into()));
        }
    }

    #[test]
    fn the_message_says_how_many_passkeys_an_account_can_have() {
        assert!(TOO_MANY.contains(&format!(" {MOST} ")));
    }
}
