//! The time of day at which a distance starts.

use std::fmt;
use std::str::FromStr;

use crate::error::CoreError;

/// A time of day, written as the spec writes it: `7:30 AM` (SPEC §3).
///
/// Hours are 1 to 12. The pickers offer minutes in steps of 5 (SPEC §5, [`StartTime::MINUTE_STEP`]), but any minute can
/// be stored.
///
/// ```
/// use core_wasm::dates::StartTime;
/// let time: StartTime = "7:30 am".parse().unwrap();
/// assert_eq!(time.to_string(), "7:30 AM");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartTime {
    minutes: u32,
}

impl StartTime {
    /// The step of the minute picker (SPEC §9).
    pub const MINUTE_STEP: u32 = 5;

    /// The time this many minutes after midnight; `None` from 1440 on.
    pub fn from_minutes(minutes: u32) -> Option<Self> {
        (minutes < 24 * 60).then_some(Self { minutes })
    }

    /// Minutes after midnight.
    pub fn minutes(self) -> u32 {
        self.minutes
    }

    /// The hour from 0 to 23.
    pub fn hour24(self) -> u32 {
        self.minutes / 60
    }

    /// The minute from 0 to 59.
    pub fn minute(self) -> u32 {
        self.minutes % 60
    }
}

impl fmt::Display for StartTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, half) = twelve(self.hour24());
        write!(f, "{hour}:{:02} {half}", self.minute())
    }
}

/// Converts an hour from 0 to 23 to the twelve-hour clock, with AM or PM.
pub(super) fn twelve(hour24: u32) -> (u32, &'static str) {
    ((hour24 + 11) % 12 + 1, if hour24 < 12 { "AM" } else { "PM" })
}

impl FromStr for StartTime {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        read(text.trim()).ok_or_else(|| CoreError::new("unreadable_time", "Please enter a start time like 7:30 AM."))
    }
}

fn read(text: &str) -> Option<StartTime> {
    let (hour, rest) = text.split_once(':')?;
    let (minute, half) = (rest.get(..2)?, rest.get(2..)?.trim_start());
    let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten();
    let hour = number(hour).filter(|h| (1..=12).contains(h) && hour.len() <= 2)? % 12;
    let minute = number(minute).filter(|m| *m < 60)?;
    let noon = if half.eq_ignore_ascii_case("PM") {
        12
    } else if half.eq_ignore_ascii_case("AM") {
        0
    } else {
        return None;
    };
    StartTime::from_minutes((hour + noon) * 60 + minute)
}
