//! Runners who chose to be private: how they are shown, and how an account is recognized as a runner (DESIGN §5).
//!
//! Which accounts are private is stored by the server; this module compares persons and gives the words. It does not decide who may
//! see a private runner's name: the owner and administrators do, and the server knows them.

use crate::text;

/// What stands in place of a private runner's name.
pub const PRIVATE_RUNNER: &str = "Private runner";

/// By what a person is recognized across lists: the name without case and accents, and the date of birth (ISO). `None` without a name or
/// a date of birth, since a name alone is that of many.
///
/// ```
/// use core_wasm::privacy::person;
///
/// assert_eq!(person("Zoë", "O’Brien ", "1990-02-28"), person(" ZOE", "O'Brien", "1990-02-28"));
/// assert_ne!(person("Zoë", "O’Brien", "1990-02-28"), person("Zoë", "O’Brien", "1990-03-28"));
/// assert_eq!(person("Zoë", "O’Brien", ""), None);
/// ```
pub fn person(first_name: &str, last_name: &str, dob: &str) -> Option<(String, String)> {
    let name = name(first_name, last_name);
    let dob = dob.trim();
    (!name.is_empty() && !dob.is_empty()).then(|| (name, dob.to_owned()))
}

/// The name under which others see an account's results under its choices.
///
/// ```
/// use core_wasm::privacy::listed;
///
/// assert_eq!(listed("Zoë", "O’Brien", false, true), "Z. O.");
/// assert_eq!(listed("Zoë", "O’Brien", true, true), "Private runner");
/// ```
pub fn listed(first_name: &str, last_name: &str, private: bool, initials_only: bool) -> String {
    let initial = |name: &str| name.trim().chars().next().map(|c| format!("{c}."));
    match (private, initials_only) {
        (true, _) => PRIVATE_RUNNER.to_owned(),
        (false, true) => [initial(first_name), initial(last_name)].into_iter().flatten().collect::<Vec<_>>().join(" "),
        (false, false) => format!("{} {}", first_name.trim(), last_name.trim()),
    }
}

/// By what an entrant, or the person of an account, is found in lists of entrants: as [`person`] or, where a list has no date of birth, by the
/// name and the e-mail address. Empty when a list says neither.
///
/// ```
/// use core_wasm::privacy::entrant_key;
///
/// assert_eq!(entrant_key("Zoë", "O’Brien", "1990-02-28", "zoe@example.com"), entrant_key("ZOE", "O'Brien", "1990-02-28", ""));
/// assert_eq!(entrant_key("Zoë", "O’Brien", "", "Zoe@Example.com"), "zoe o'brien zoe@example.com");
/// assert_eq!(entrant_key("Zoë", "O’Brien", "", ""), "");
/// ```
pub fn entrant_key(first_name: &str, last_name: &str, dob: &str, email: &str) -> String {
    let name = name(first_name, last_name);
    let of = if dob.trim().is_empty() { text::lowercase(email.trim()) } else { dob.trim().to_owned() };
    if name.is_empty() || of.is_empty() { String::new() } else { [name.as_str(), of.as_str()].join(" ") }
}

/// The name without case, accents and superfluous blanks.
pub fn name(first_name: &str, last_name: &str) -> String {
    let folded = text::fold(&[first_name, " ", last_name].concat());
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
