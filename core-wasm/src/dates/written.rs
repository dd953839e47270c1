//! Parses dates in the forms that people in the United States write.
//!
//! `June 15, 2024`, `Apr 18 2027`, `April 18th, 2027`, `Sunday, April 18, 2027`, `4/18/27`, `04/18/2027`, `4-18-2027` and the
//! form of date inputs, `2027-04-18`. Dates in numbers are month, day, year, unless the year is first.

use super::RaceDate;
use super::date::MONTHS;
use crate::error::CoreError;

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Reads a date.
///
/// # Errors
/// `unreadable_date`, `no_year`, `no_such_month`, `no_such_day`; `wrong_weekday` when the weekday before the date is not the date's.
pub(super) fn read(text: &str) -> Result<RaceDate, CoreError> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).take(6).collect();
    let (weekday, words) = match words.split_first().map(|(first, rest)| (weekday(first), rest)) {
        Some((Some(weekday), rest)) => (Some(weekday), rest.to_vec()),
        _ => (None, words),
    };
    let parts: Vec<&str> = match words.as_slice() {
        [numbers] => {
            let mark = numbers.chars().find(|c| matches!(c, '/' | '-' | '.')).unwrap_or('/');
            numbers.split(mark).collect()
        }
        _ => words,
    };
    let date = whole(&parts)?;
    match weekday {
        Some(said) if said != date.weekday_name() => Err(CoreError::new(
            "wrong_weekday",
            [&date.to_string(), " is a ", date.weekday_name(), ", not a ", said, "."].concat(),
        )),
        _ => Ok(date),
    }
}

fn unreadable() -> CoreError {
    CoreError::new("unreadable_date", "Please enter a date like June 15, 2024.")
}

/// A date from its three parts.
fn whole(parts: &[&str]) -> Result<RaceDate, CoreError> {
    let (year, month, day) = match *parts {
        [year, month, day] if year.len() == 4 && digits(year, 4, 4).is_some() => (year, digits(month, 1, 2), self::day(day)),
        [first, second, year] => match (month(first), month(second)) {
            (Some(month), _) => (year, Some(month), day(second)),
            (None, Some(month)) => (year, Some(month), day(first)),
            (None, None) => (year, digits(first, 1, 2), digits(second, 1, 2)),
        },
        [first, second] if (month(first).or(digits(first, 1, 2))).and(day(second)).is_some() => {
            return Err(CoreError::new("no_year", "Please add the year, like June 15, 2024."));
        }
        _ => return Err(unreadable()),
    };
    match (self::year(year), month, day) {
        (Some(year), Some(month), Some(day)) => RaceDate::new(year, month, day).ok_or_else(|| impossible(year, month, day)),
        _ => Err(unreadable()),
    }
}

/// The error for a date that does not exist.
fn impossible(year: i32, month: u32, day: u32) -> CoreError {
    if month > 12 && RaceDate::new(year, day, month).is_some() {
        let message = format!("There is no month {month}. Please write the month first: {day}/{month}/{year}.");
        return CoreError::new("no_such_month", message);
    }
    if month > 12 {
        return CoreError::new("no_such_month", format!("There is no month {month}. Please check the date."));
    }
    let last = (28..=31).rev().find_map(|last| RaceDate::new(year, month, last));
    match last {
        Some(last) if day > last.day() => {
            let message = format!("{} {year} has {} days. Please check the date.", last.month_name(), last.day());
            CoreError::new("no_such_day", message)
        }
        _ => unreadable(),
    }
}

/// The number of a month from its full or shortened name: `Apr`, `Sept.`.
fn month(text: &str) -> Option<u32> {
    (1..).zip(MONTHS).find(|(_, name)| is_short(name, text, &[3, 4])).map(|(number, _)| number)
}

/// The full name of a weekday from its full or shortened name: `Sat`, `Tues.`, `Thurs`.
fn weekday(text: &str) -> Option<&'static str> {
    WEEKDAYS.into_iter().find(|name| is_short(name, text, &[3, 4, 5]))
}

fn is_short(name: &str, text: &str, lengths: &[usize]) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let begins = name.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text));
    begins && (text.len() == name.len() || lengths.contains(&text.len()))
}

/// A day of a month, with or without its ending: `18`, `18th`.
fn day(text: &str) -> Option<u32> {
    let bare = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = text.get(bare.len()..).unwrap_or_default();
    let known = ending.is_empty() || ["st", "nd", "rd", "th"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    digits(bare, 1, 2).filter(|_| known)
}

/// A year in full, or the last two digits of a year of this century.
fn year(text: &str) -> Option<i32> {
    let text = text.strip_prefix(['\'', '’']).unwrap_or(text);
    let year = digits(text, 4, 4).or_else(|| digits(text, 2, 2).map(|year| 2000 + year))?;
    i32::try_from(year).ok()
}

/// A number of `least` to `most` ASCII digits.
fn digits(text: &str, least: usize, most: usize) -> Option<u32> {
    ((least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}
