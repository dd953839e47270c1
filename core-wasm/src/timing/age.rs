//! Age on race day and age groups.

use chrono::{Datelike, NaiveDate};

/// The age groups of the awards (SPEC §9), youngest first.
pub const GROUPS: [&str; 7] = ["13 and under", "14-19", "20-29", "30-39", "40-49", "50-59", "60 & better"];

/// The index in [`GROUPS`] of the age group that contains an age.
pub fn group(age: u32) -> usize {
    match age {
        ..=13 => 0,
        14..=19 => 1,
        20..=29 => 2,
        30..=39 => 3,
        40..=49 => 4,
        50..=59 => 5,
        _ => 6,
    }
}

/// The age in whole years on race day of a person with this date of birth; `None` when the date of birth is after race day.
///
/// A person born on February 29 has the birthday on March 1 of common years.
pub fn on_race_day(born: NaiveDate, race_day: NaiveDate) -> Option<u32> {
    let years = race_day.year() - born.year();
    let had_birthday = (race_day.month(), race_day.day()) >= (born.month(), born.day());
    u32::try_from(if had_birthday { years } else { years - 1 }).ok()
}
