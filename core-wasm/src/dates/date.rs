//! The date of a race.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate, Weekday};

use crate::error::CoreError;

const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// A calendar date, written as the spec writes it: `June 15, 2024` (SPEC §3, §9: dates are en-US).
///
/// Reading also takes the ISO form `2024-06-15`, which date inputs of browsers give, and month names in any case and cut to
/// three letters.
///
/// ```
/// use core_wasm::dates::RaceDate;
/// let date: RaceDate = "2024-06-15".parse().unwrap();
/// assert_eq!(date.to_string(), "June 15, 2024");
/// assert_eq!(date.weekday_name(), "Saturday");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RaceDate(NaiveDate);

impl RaceDate {
    /// The date with these parts; `None` when there is no such day or the year is not 1900 to 9999.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        (1900..=9999).contains(&year).then(|| NaiveDate::from_ymd_opt(year, month, day)).flatten().map(Self)
    }

    /// The same date as chrono has it.
    pub fn naive(self) -> NaiveDate {
        self.0
    }

    /// The weekday in full, the spec's field `Day`: `Saturday`.
    pub fn weekday_name(self) -> &'static str {
        match self.0.weekday() {
            Weekday::Mon => "Monday",
            Weekday::Tue => "Tuesday",
            Weekday::Wed => "Wednesday",
            Weekday::Thu => "Thursday",
            Weekday::Fri => "Friday",
            Weekday::Sat => "Saturday",
            Weekday::Sun => "Sunday",
        }
    }

    /// The month in full: `June`.
    pub fn month_name(self) -> &'static str {
        MONTHS.get(self.0.month0() as usize).copied().unwrap_or_default()
    }

    /// The year: `2024`.
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The day of its month: `15`.
    pub fn day(self) -> u32 {
        self.0.day()
    }

    /// Whole years from another date to this one; negative when this one is earlier.
    pub fn years_after(self, other: Self) -> i32 {
        let (years, before) = (self.0.year() - other.0.year(), (self.0.month(), self.0.day()) < (other.0.month(), other.0.day()));
        years - i32::from(before)
    }

    /// The form of date inputs and of the weather service: `2024-06-15`.
    pub fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.0.year(), self.0.month(), self.0.day())
    }
}

impl From<NaiveDate> for RaceDate {
    fn from(date: NaiveDate) -> Self {
        Self(date)
    }
}

impl fmt::Display for RaceDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.month_name(), self.0.day(), self.0.year())
    }
}

impl FromStr for RaceDate {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let text = text.trim();
        iso(text)
            .or_else(|| written(text))
            .ok_or_else(|| CoreError::new("unreadable_date", "Please enter a date like June 15, 2024."))
    }
}

/// `2024-06-15`
fn iso(text: &str) -> Option<RaceDate> {
    let mut parts = text.split('-');
    let (year, month, day) = (digits(parts.next()?, 4..=4)?, digits(parts.next()?, 2..=2)?, digits(parts.next()?, 2..=2)?);
    parts.next().is_none().then(|| RaceDate::new(i32::try_from(year).ok()?, month, day)).flatten()
}

/// `June 15, 2024`
fn written(text: &str) -> Option<RaceDate> {
    let (month, rest) = text.split_once(' ')?;
    let (day, year) = rest.split_once(',')?;
    let month = MONTHS.iter().position(|name| name.eq_ignore_ascii_case(month) || is_short(name, month))?;
    let year = digits(year.trim(), 4..=4)?;
    RaceDate::new(i32::try_from(year).ok()?, u32::try_from(month).ok()? + 1, digits(day.trim(), 1..=2)?)
}

fn is_short(name: &str, text: &str) -> bool {
    text.len() == 3 && name.get(..3).is_some_and(|short| short.eq_ignore_ascii_case(text))
}

/// A number of so many ASCII digits and nothing else.
fn digits(text: &str, count: std::ops::RangeInclusive<usize>) -> Option<u32> {
    (count.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}
