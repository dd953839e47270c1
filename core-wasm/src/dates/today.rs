use std::str::FromStr;

use super::{RaceDate, date_in, parse_instant, zone_or_default};
use crate::error::CoreError;

/// The current day: an instant, which is another date in Honolulu than in New York, or one date for all zones.
///
/// Its text form is RFC 3339 or a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Today {
    /// An instant, in epoch milliseconds.
    At(i64),
    /// This date, in every zone.
    Date(RaceDate),
}

impl Today {
    /// The date in a race's zone; a blank zone is the default one.
    pub fn in_zone(self, zone: &str) -> RaceDate {
        match self {
            Self::At(ms) => date_in(ms, zone_or_default(zone)),
            Self::Date(date) => date,
        }
    }
}

impl FromStr for Today {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        parse_instant(text).map(Self::At).or_else(|_| text.parse().map(Self::Date))
    }
}
