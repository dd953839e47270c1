//! The time zones a race can be in.
//!
//! The company's races take place in the United States, where one rule defines when the clocks change. So a zone is its offset to
//! UTC and whether that rule applies in it: the browser's module needs no table of every change since 1883. The tests compare
//! this with chrono-tz's tables, hour by hour.

use chrono::{Datelike, NaiveDate, Weekday};

use super::instant::{DAY_MS, HOUR_MS};
use crate::error::CoreError;

/// A time zone; two are equal when they are the same zone.
///
/// For instants before 1987 the rule of 1987 is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tz {
    name: &'static str,
    /// The offset to UTC in hours, without daylight saving time.
    standard: i8,
    /// Whether the zone has daylight saving time.
    changes: bool,
    /// The label that is shown.
    label: &'static str,
    /// Its abbreviations in winter and in summer.
    letters: [&'static str; 2],
}

/// The zone of a race without one (DESIGN §5).
pub const DEFAULT_ZONE: Tz = Tz::NEW_YORK;

/// The zones a race can be in, the default first.
const ZONES: [Tz; 8] = [
    DEFAULT_ZONE,
    Tz { name: "America/Chicago", standard: -6, changes: true, label: "Central Time", letters: ["CST", "CDT"] },
    Tz { name: "America/Denver", standard: -7, changes: true, label: "Mountain Time", letters: ["MST", "MDT"] },
    Tz { name: "America/Phoenix", standard: -7, changes: false, label: "Arizona Time", letters: ["MST", "MST"] },
    Tz { name: "America/Los_Angeles", standard: -8, changes: true, label: "Pacific Time", letters: ["PST", "PDT"] },
    Tz { name: "America/Anchorage", standard: -9, changes: true, label: "Alaska Time", letters: ["AKST", "AKDT"] },
    Tz { name: "Pacific/Honolulu", standard: -10, changes: false, label: "Hawaii Time", letters: ["HST", "HST"] },
    Tz::UTC,
];

impl Tz {
    /// Eastern time.
    pub const NEW_YORK: Self =
        Self { name: "America/New_York", standard: -5, changes: true, label: "Eastern Time", letters: ["EST", "EDT"] };
    /// Coordinated universal time.
    pub const UTC: Self =
        Self { name: "UTC", standard: 0, changes: false, label: "Coordinated Universal Time", letters: ["UTC", "UTC"] };

    /// Its IANA name.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Its offset to UTC at an instant, in milliseconds.
    pub fn offset_ms(self, ms: i64) -> i64 {
        let standard = self.standard_ms();
        if self.changes && daylight(ms.saturating_add(standard)) { standard + HOUR_MS } else { standard }
    }

    /// The label that is shown: `Eastern Time`.
    pub fn label(self) -> &'static str {
        self.label
    }

    /// Its abbreviation at an instant: `EDT`.
    pub fn letters(self, ms: i64) -> &'static str {
        let [winter, summer] = self.letters;
        if self.offset_ms(ms) == self.standard_ms() { winter } else { summer }
    }

    /// Its offset to UTC in winter, in milliseconds.
    pub(super) fn standard_ms(self) -> i64 {
        i64::from(self.standard) * HOUR_MS
    }
}

/// Whether daylight saving time is in effect at a time, given in epoch milliseconds of the zone's standard time.
///
/// The clocks go forward at 2:00 AM and back at 2:00 AM, which is 1:00 AM standard time: from the second Sunday of March to
/// the first of November since 2007 (Energy Policy Act of 2005), before that from the first of April to the last of October.
fn daylight(standard_ms: i64) -> bool {
    let day_of = |date: Option<NaiveDate>| date.map_or(i64::MAX, |date| i64::from(date.to_epoch_days()) * DAY_MS);
    let sunday = |year, month, nth| NaiveDate::from_weekday_of_month_opt(year, month, Weekday::Sun, nth);
    let today = i32::try_from(standard_ms.div_euclid(DAY_MS)).ok().and_then(NaiveDate::from_epoch_days);
    let Some(year) = today.map(|today| today.year()) else { return false };
    let (forward, back) = if year >= 2007 {
        (sunday(year, 3, 2), sunday(year, 11, 1))
    } else {
        (sunday(year, 4, 1), sunday(year, 10, 5).or_else(|| sunday(year, 10, 4)))
    };
    (day_of(forward).saturating_add(2 * HOUR_MS)..day_of(back).saturating_add(HOUR_MS)).contains(&standard_ms)
}

/// The zone of this IANA name.
///
/// # Errors
/// `unknown_time_zone` when it is not one of [`zones`].
pub fn zone(name: &str) -> Result<Tz, CoreError> {
    let known = ZONES.into_iter().find(|tz| tz.name() == name.trim());
    known.ok_or_else(|| CoreError::new("unknown_time_zone", format!("Unknown time zone: {}.", short(name))))
}

/// The zone of this IANA name, or [`DEFAULT_ZONE`] when it is blank or unknown.
pub fn zone_or_default(name: &str) -> Tz {
    zone(name).unwrap_or(DEFAULT_ZONE)
}

/// The names of all zones a race can be in, the default first.
pub fn zones() -> Vec<&'static str> {
    ZONES.iter().map(|tz| tz.name()).collect()
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Offset, TimeZone};

    use super::*;

    #[test]
    fn every_hour_from_1987_to_2040_has_the_offset_of_the_tz_database() {
        let midnight = |year| NaiveDate::from_ymd_opt(year, 1, 2).unwrap().and_time(chrono::NaiveTime::MIN).and_utc();
        for zone in ZONES {
            let table: chrono_tz::Tz = zone.name().parse().unwrap();
            for hour in midnight(1987).timestamp() / 3600..midnight(2040).timestamp() / 3600 {
                let at = DateTime::from_timestamp(hour * 3600, 0).unwrap().naive_utc();
                let expected = table.offset_from_utc_datetime(&at).fix().local_minus_utc();
                assert_eq!(zone.offset_ms(hour * HOUR_MS), i64::from(expected) * 1000, "{} at {at}", zone.name());
            }
        }
    }

    #[test]
    fn extreme_instants_have_an_offset() {
        for far in [i64::MIN, i64::MAX] {
            assert_eq!(Tz::NEW_YORK.offset_ms(far), -5 * HOUR_MS);
        }
    }
}
