//! The date of a race.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate, Weekday};

use super::written;
use crate::error::CoreError;

pub(super) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// A calendar date, written as the spec writes it: `June 15, 2024` (SPEC §3, §9: dates are en-US).
///
/// Parsing accepts every form in which people in the United States write a date, see [`super::written`].
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

    /// The date as chrono's type.
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
        written::read(text)
    }
}
