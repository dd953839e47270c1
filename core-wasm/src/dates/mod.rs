//! Dates, times of day and instants, in en-US form and in the race's own zone.
//!
//! A race has a date ("June 15, 2024"), start times ("7:30 AM") and an IANA time zone; every event is an instant
//! in epoch milliseconds. This module reads no clock: callers pass the time.

mod date;
mod instant;
mod start_time;
mod today;
mod written;
mod zone;
mod zone_note;

pub use date::RaceDate;
pub use instant::{
    DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, clock_text, date_in, decimals_text, duration_text, format_instant, local_to_instant,
    minute_clock_text, minute_of_day, minute_text, moment_text, parse_instant, result_text, wall_to_instant,
};
pub use start_time::StartTime;
pub use today::Today;
pub use zone::{DEFAULT_ZONE, Tz, zone, zone_or_default, zones};
pub use zone_note::{ShownTime, zone_note};
