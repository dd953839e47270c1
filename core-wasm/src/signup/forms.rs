//! What the forms of signing up show beside their fields: the problems of what was typed.

use super::{RacerForm, check_racer, check_username};
use crate::account::password;
use crate::dates::RaceDate;
use crate::error::{CoreError, Problems};
use crate::privacy::{Shown, listed_as};

/// The problems of the form that begins a sign-up.
pub fn racer_problems(form: &RacerForm, today: RaceDate) -> Problems {
    check_racer(form, today).err().unwrap_or_default()
}

/// The problems of the form that makes the account, but for a taken username and a password that is easy to guess.
///
/// ```
/// use core_wasm::signup::account_problems;
///
/// let problems = account_problems("zo", "short");
/// assert_eq!(problems.0.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), ["Username", "password"]);
/// assert!(account_problems("zoe", "blue line to the finish").is_empty());
/// ```
pub fn account_problems(username: &str, password: &str) -> Problems {
    let mut problems = one("Username", check_username(username));
    problems.take("password", password::check(password));
    problems
}

/// The name under which others see the results of an account that is private or not.
///
/// ```
/// use core_wasm::signup::shown;
///
/// assert_eq!(shown("Zoë ", "O’Brien", false), "Zoë O’Brien");
/// assert_eq!(shown("Zoë ", "O’Brien", true), "Private runner");
/// ```
pub fn shown(first_name: &str, last_name: &str, private: bool) -> String {
    listed_as(first_name, last_name, Shown::of(private, false, false))
}

fn one<T>(field: &str, checked: Result<T, CoreError>) -> Problems {
    let mut problems = Problems::default();
    problems.take(field, checked);
    problems
}
