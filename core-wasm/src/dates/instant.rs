//! Instants in epoch milliseconds, and their conversion to and from local times.

use chrono::{DateTime, Datelike, Duration, NaiveDateTime, NaiveTime, Timelike};

use super::start_time::twelve;
use super::{RaceDate, StartTime, Tz};
use crate::error::CoreError;

/// Milliseconds in a second.
pub const SECOND_MS: i64 = 1000;
/// Milliseconds in a minute.
pub const MINUTE_MS: i64 = 60 * SECOND_MS;
/// Milliseconds in an hour.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Milliseconds in a day of 24 hours.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// Parses an RFC 3339 text to epoch milliseconds.
///
/// # Errors
/// `unreadable_time` when the text is anything else, for example when it lacks the offset.
pub fn parse_instant(text: &str) -> Result<i64, CoreError> {
    DateTime::parse_from_rfc3339(text.trim())
        .map(|at| at.timestamp_millis())
        .map_err(|_| CoreError::new("unreadable_time", "Please give the time as RFC 3339, like 2027-06-15T08:52:11.340-04:00."))
}

/// An instant as RFC 3339 with milliseconds and the zone's offset at that moment: `2027-06-15T08:52:11.340-04:00`.
pub fn format_instant(ms: i64, tz: Tz) -> String {
    let at = local(ms, tz);
    let offset = tz.offset_ms(ms) / MINUTE_MS;
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}{sign}{hours:02}:{minutes:02}",
        at.year(),
        at.month(),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        ms.rem_euclid(SECOND_MS),
    )
}

/// The instant at which the clocks of a zone show this date and time.
///
/// When the clocks go back, a time that occurs twice means its first occurrence. When they go forward, a skipped time
/// means the instant that it would be without the change, so 2:30 AM is what clocks then call 3:30 AM.
pub fn local_to_instant(date: RaceDate, time: StartTime, tz: Tz) -> i64 {
    let midnight = date.naive().and_time(NaiveTime::MIN);
    wall_to_instant(midnight + Duration::minutes(i64::from(time.minutes())), tz)
}

/// The instant at which the clocks of a zone show this time; clock changes are handled as in [`local_to_instant`].
pub fn wall_to_instant(wall: NaiveDateTime, tz: Tz) -> i64 {
    let shown = wall.and_utc().timestamp_millis();
    // A time that occurs twice occurs in summer time first, and a skipped one is computed with the winter offset: so the
    // summer offset is used whenever it is in effect at the resulting instant.
    let summer = shown - tz.standard_ms() - HOUR_MS;
    if tz.offset_ms(summer) == shown - summer { summer } else { shown - tz.standard_ms() }
}

/// The date that clocks of a zone show at an instant.
pub fn date_in(ms: i64, tz: Tz) -> RaceDate {
    local(ms, tz).date().into()
}

/// Minutes after midnight that clocks of a zone show at an instant.
pub fn minute_of_day(ms: i64, tz: Tz) -> u32 {
    let at = local(ms, tz);
    at.hour() * 60 + at.minute()
}

/// The time of day that clocks of a zone show at an instant, to the second: `8:52:11 AM`.
pub fn clock_text(ms: i64, tz: Tz) -> String {
    let at = local(ms, tz);
    let (hour, half) = twelve(at.hour());
    format!("{hour}:{:02}:{:02} {half}", at.minute(), at.second())
}

/// The time of day that clocks of a zone show at an instant, to the minute: `8:52 AM`.
pub fn minute_clock_text(ms: i64, tz: Tz) -> String {
    let at = local(ms, tz);
    let (hour, half) = twelve(at.hour());
    format!("{hour}:{:02} {half}", at.minute())
}

/// A date with the time of day to the minute: `June 15, 2024, 8:52 AM`.
pub fn minute_text(ms: i64, tz: Tz) -> String {
    format!("{}, {}", date_in(ms, tz), minute_clock_text(ms, tz))
}

/// A moment of a race: the time of day with tenths, and the date where it is not that of the race: `10:12:05.3 AM`,
/// `10:12:05.3 AM on June 6, 2027`.
pub fn moment_text(ms: i64, tz: Tz, day: Option<RaceDate>) -> String {
    let text = clock_text(ms, tz);
    let (clock, half) = text.split_once(' ').unwrap_or((&text, ""));
    let date = date_in(ms, tz);
    let on = if day.is_none_or(|day| day == date) { String::new() } else { format!(" on {date}") };
    format!("{clock}.{} {half}{on}", ms.rem_euclid(SECOND_MS) / 100)
}

/// A duration in whole seconds, truncated: `1:52:11`, `52:11`, `0:00`. Callers that need rounding round before.
pub fn duration_text(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let seconds = ms.unsigned_abs() / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{sign}{hours}:{minutes:02}:{seconds:02}") } else { format!("{sign}{minutes}:{seconds:02}") }
}

/// A duration as results show it, rounded up to the next whole second (World Athletics and USATF on roads; DESIGN §5).
pub fn result_text(ms: i64) -> String {
    decimals_text(ms, 0)
}

/// A duration as results show it, rounded up to so many decimals of a second, at most 3: for times that look the same in whole
/// seconds and have different places.
///
/// ```
/// assert_eq!(core_wasm::dates::decimals_text(6_730_001, 1), "1:52:10.1");
/// ```
pub fn decimals_text(ms: i64, decimals: usize) -> String {
    let (unit, parts) = match decimals {
        0 => (SECOND_MS, 1),
        1 => (100, 10),
        2 => (10, 100),
        _ => (1, 1000),
    };
    let shown = ms.div_euclid(unit) + i64::from(ms.rem_euclid(unit) > 0);
    let seconds = duration_text(shown.div_euclid(parts).saturating_mul(SECOND_MS));
    if decimals == 0 { seconds } else { format!("{seconds}.{:0decimals$}", shown.rem_euclid(parts)) }
}

/// An instant as local time. Instants outside chrono's range of years (262,000) become the epoch.
fn local(ms: i64, tz: Tz) -> NaiveDateTime {
    DateTime::from_timestamp_millis(ms.saturating_add(tz.offset_ms(ms))).unwrap_or_default().naive_utc()
}
