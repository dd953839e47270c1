//! Dates, times of day and instants as the product writes them: en-US, on the race's own clock.
//!
//! A race has a date ("June 15, 2024"), start times ("7:30 AM") and an IANA time zone; everything that happens is an instant
//! in epoch milliseconds. There is no clock here: whoever asks says what time it is.

mod date;
mod instant;
mod start_time;
mod today;
mod written;
mod zone;
mod zone_note;

pub use date::RaceDate;
pub use instant::{
    DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, clock_text, date_in, duration_text, format_instant, local_to_instant, minute_of_day,
    parse_instant, wall_to_instant,
};
pub use start_time::StartTime;
pub use today::Today;
pub use zone::{DEFAULT_ZONE, Tz, zone, zone_or_default, zones};
pub use zone_note::{ShownTime, zone_note};
