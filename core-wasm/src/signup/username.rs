//! The name of a new account. It is part of the address of the profile, so it has only characters that are the same everywhere.

use crate::error::CoreError;
use crate::text;

/// The fewest characters.
const SHORTEST: usize = 3;
/// The most characters.
const LONGEST: usize = 30;

/// Names by which somebody could pass for the company, or that mean something else in an address.
const RESERVED: [&str; 15] = [
    "admin",
    "administrator",
    "director",
    "help",
    "info",
    "moderator",
    "official",
    // The path of the call that sets one's picture.
    "picture",
    "race",
    "racedirector",
    "root",
    "splitline",
    "staff",
    "support",
    "timer",
];

/// Checks the name of a new account, and returns it trimmed: 3 to 30 letters, digits, dots, hyphens and underscores, the first and the last
/// one a letter or digit. Whether it is taken is known to the server.
///
/// # Errors
/// `required`, `too_short`, `too_long`, `bad_character`, `reserved`.
///
/// ```
/// use core_wasm::signup::check_username;
///
/// assert_eq!(check_username(" zoe.runs ").unwrap(), "zoe.runs");
/// assert_eq!(check_username("Race-Director").unwrap_err().code, "reserved");
/// assert_eq!(check_username("zoë").unwrap_err().code, "bad_character");
/// ```
pub fn check_username(typed: &str) -> Result<String, CoreError> {
    let name = typed.trim();
    let refuse = |code: &str, message: String| Err(CoreError::new(code, message));
    if text::is_blank(name) {
        return refuse("required", "A username is required.".to_owned());
    }
    let is_inner = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    let is_end = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if !name.chars().all(is_inner) || !is_end(name.chars().next()) || !is_end(name.chars().next_back()) {
        return refuse(
            "bad_character",
            "Use letters from A to Z, digits, and between them dots, hyphens or underscores.".to_owned(),
        );
    }
    if name.len() < SHORTEST {
        return refuse("too_short", format!("Please use at least {SHORTEST} characters."));
    }
    if name.len() > LONGEST {
        return refuse("too_long", format!("Please keep it to {LONGEST} characters."));
    }
    let bare: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    if RESERVED.contains(&bare.as_str()) {
        return refuse("reserved", "This name is kept for the people of the site. Please choose another one.".to_owned());
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_the_same_everywhere() {
        let code = |typed: &str| check_username(typed).err().map(|refusal| refusal.code).unwrap_or_default();
        for good in ["abc", "Zoe-1", "a.b_c", "123"] {
            assert_eq!(code(good), "", "{good}");
        }
        let refused = [
            ("", "required"),
            ("ab", "too_short"),
            (".abc", "bad_character"),
            ("abc-", "bad_character"),
            ("a b c", "bad_character"),
            ("zoe@example.com", "bad_character"),
            ("..", "bad_character"),
            ("S.U.P.P.O.R.T", "reserved"),
        ];
        for (typed, wanted) in refused {
            assert_eq!(code(typed), wanted, "{typed}");
        }
        assert_eq!(code(&"x".repeat(31)), "too_long");
    }
}
