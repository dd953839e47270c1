//! What a person says about themselves, checked field by field: for signing up, and for the profile.

use chrono::Datelike;

use super::login;
use crate::dates::RaceDate;
use crate::error::CoreError;
use crate::text;

/// The youngest who may have an account, in years: the age from which a site may keep a child's data without its parents' consent (16 CFR
/// Part 312). Younger ones race and have results all the same.
pub const LEAST_AGE: i32 = 13;
/// The oldest age that is taken for a date of birth without a mistake.
const MOST_AGE: i32 = 110;
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;

/// Checks a first or last name, and returns it without superfluous blanks.
///
/// # Errors
/// `required`, with `label` in the message; `unprintable`; `too_long`.
pub fn name(typed: &str, label: &str) -> Result<String, CoreError> {
    let name = text::nfc(typed).split_whitespace().collect::<Vec<_>>().join(" ");
    if text::is_blank(&name) {
        return Err(CoreError::new("required", format!("{label} is required")));
    }
    if text::without_written_joiners(&name).chars().any(|c| c.is_control() || text::is_bidi(c) || text::is_invisible(c)) {
        return Err(CoreError::new("unprintable", "This holds characters that can't be shown. Please type it again."));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(CoreError::new("too_long", format!("Please keep it to {LONGEST_NAME} characters.")));
    }
    Ok(name)
}

/// Checks a date of birth in any form in which people in the United States write one, and returns it as ISO.
///
/// # Errors
/// `required`, that of an unreadable date, `in_future`, `too_old`, `too_young`.
pub fn born(typed: &str, today: RaceDate) -> Result<String, CoreError> {
    if text::is_blank(typed) {
        return Err(CoreError::new("required", "Date of birth is required"));
    }
    let born: RaceDate = typed.parse()?;
    let born = if born > today && has_short_year(typed) { a_century_before(born) } else { born };
    if born > today {
        return Err(CoreError::new("in_future", "This day has not come yet."));
    }
    let age = today.years_after(born);
    if age > MOST_AGE {
        return Err(CoreError::new("too_old", format!("That is more than {MOST_AGE} years ago. Please check the year.")));
    }
    if age < LEAST_AGE {
        return Err(CoreError::new(
            "too_young",
            format!("An account is for runners of {LEAST_AGE} years and older. Results are listed without one, too."),
        ));
    }
    Ok(born.iso())
}

/// Whether a date ends with a year of two digits: `4/23/86`.
fn has_short_year(typed: &str) -> bool {
    let typed = typed.trim();
    let first = typed.chars().take_while(char::is_ascii_digit).count();
    let last = typed.chars().rev().take_while(char::is_ascii_digit).count();
    // `2027-01-02` ends with a day.
    last == 2 && first != 4
}

fn a_century_before(day: RaceDate) -> RaceDate {
    let date = day.naive();
    RaceDate::new(day.year() - 100, date.month(), date.day()).unwrap_or(day)
}

/// Checks a chosen gender: `f`, `m` or `a` (Non-Binary).
///
/// # Errors
/// `required`.
pub fn gender(chosen: &str) -> Result<String, CoreError> {
    if ["f", "m", "a"].contains(&chosen) {
        Ok(chosen.to_owned())
    } else {
        Err(CoreError::new("required", "Choose how you are listed: women, men or Non-Binary"))
    }
}

/// Checks an e-mail address, and returns it trimmed.
///
/// # Errors
/// `required`, `invalid_email`.
pub fn email(typed: &str) -> Result<String, CoreError> {
    if text::is_blank(typed) { Err(CoreError::new("required", "E-mail is required")) } else { login::email(typed) }
}

/// Checks a telephone number as it was typed, and returns it trimmed: 7 to 15 digits (ITU-T E.164), with the usual signs between them.
/// Nothing is a number, too: it is optional.
///
/// # Errors
/// `invalid_phone`.
pub fn phone(typed: &str) -> Result<String, CoreError> {
    let number = typed.trim();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let clean = number.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c)) && number.len() <= 30;
    if number.is_empty() || (clean && (7..=15).contains(&digits)) {
        Ok(number.to_owned())
    } else {
        Err(CoreError::new("invalid_phone", "Write a phone number with its area code, like 555-123-4567."))
    }
}
