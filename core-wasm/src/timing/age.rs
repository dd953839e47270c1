//! Age on race day and age groups.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// The age groups of the awards (SPEC §9), youngest first. A race may have others ([`AgeBand`]).
pub const GROUPS: [&str; 7] = ["13 and under", "14-19", "20-29", "30-39", "40-49", "50-59", "60 & better"];

/// The last age of each of [`GROUPS`] but the last.
const LAST_AGES: [u32; 6] = [13, 19, 29, 39, 49, 59];

/// The largest number of age groups of a race.
pub const MOST_BANDS: usize = 100;

/// An age group of a race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AgeBand {
    /// The label that is shown and the value of the filter; unique within the race.
    pub label: String,
    /// The youngest age in it.
    #[serde(default)]
    pub from: u32,
    /// The oldest age in it; absent for the oldest group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}

impl AgeBand {
    /// Whether an age is in it.
    pub fn contains(&self, age: u32) -> bool {
        age >= self.from && self.to.is_none_or(|to| age <= to)
    }
}

/// The age groups of a race: its own or, when it has none, those of the spec.
pub fn bands(own: &[AgeBand]) -> Vec<AgeBand> {
    if !own.is_empty() {
        return own.to_vec();
    }
    let mut from = 0;
    let to = LAST_AGES.into_iter().map(Some).chain([None]);
    GROUPS
        .into_iter()
        .zip(to)
        .map(|(label, to)| {
            let band = AgeBand { label: label.to_owned(), from, to };
            from = to.map_or(0, |to| to + 1);
            band
        })
        .collect()
}

/// The index of the age group that contains an age; `None` when no group does.
pub fn group_in(bands: &[AgeBand], age: u32) -> Option<usize> {
    bands.iter().position(|band| band.contains(age))
}

/// The index in [`GROUPS`] of the age group that contains an age.
pub fn group(age: u32) -> usize {
    LAST_AGES.iter().position(|last| age <= *last).unwrap_or(LAST_AGES.len())
}

/// The age in whole years on race day of a person with this date of birth; `None` when the date of birth is after race day.
///
/// A person born on February 29 has the birthday on March 1 of common years.
pub fn on_race_day(born: NaiveDate, race_day: NaiveDate) -> Option<u32> {
    let years = race_day.year() - born.year();
    let had_birthday = (race_day.month(), race_day.day()) >= (born.month(), born.day());
    u32::try_from(if had_birthday { years } else { years - 1 }).ok()
}
