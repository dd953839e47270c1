//! Times as boxes write them: the wall time of the race, with or without a date.

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

use super::Context;
use crate::dates::{self, Tz};
use crate::timing::entrants::quoted;

/// How long before the first gun times without a date begin. The last ones are a day after that.
const BEFORE_START_MS: i64 = 6 * 60 * 60 * 1000;

/// The instant at which clocks in the zone show this time. A time that occurs twice when clocks go back means the first
/// occurrence.
pub(super) fn wall_ms(wall: NaiveDateTime, zone: Tz) -> i64 {
    dates::wall_to_instant(wall, zone)
}

/// The instant of a time of day of the race. With a known start, it is the one between six hours before and eighteen hours after
/// it, so that a race that goes on past midnight keeps its times; otherwise it is that of the race's date.
pub(super) fn dated(context: &Context<'_>, time: NaiveTime) -> Result<i64, String> {
    let Some(start) = context.start else {
        let date = context.date.ok_or("There is only a time of day, and the race has no date.")?;
        return Ok(wall_ms(date.and_time(time), context.zone));
    };
    let from = start - BEFORE_START_MS;
    let first = dates::date_in(from, context.zone).naive();
    let at = wall_ms(first.and_time(time), context.zone);
    if at >= from {
        return Ok(at);
    }
    let next = first.checked_add_days(Days::new(1)).ok_or("The date is out of range.")?;
    Ok(wall_ms(next.and_time(time), context.zone))
}

/// A time of day like `13:11:30.904`, with any number of decimals.
pub(super) fn time_of_day(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text.trim(), "%H:%M:%S%.f").ok()
}

/// A date `YYMMDD`. Boxes whose clock is not set count from 1980.
pub(super) fn date(text: &str) -> Option<NaiveDate> {
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize| text.get(from..from + 2)?.parse::<u32>().ok();
    let year = i32::try_from(part(0)?).ok()?;
    let century = if year >= 80 { 1900 } else { 2000 };
    NaiveDate::from_ymd_opt(century + year, part(2)?, part(4)?)
}

/// A date with the time of day in digits, `YYMMDDhhmmss`.
pub(super) fn date_and_time(text: &str) -> Option<NaiveDateTime> {
    let digits = text.get(6..12).filter(|_| text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit()))?;
    let part = |from: usize| digits.get(from..from + 2)?.parse::<u32>().ok();
    Some(date(text.get(..6)?)?.and_time(NaiveTime::from_hms_opt(part(0)?, part(2)?, part(4)?)?))
}

/// A date and time that a person or program wrote: RFC 3339, or a local time of the race.
pub(super) fn written(context: &Context<'_>, text: &str) -> Result<i64, String> {
    const FORMS: [&str; 4] = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%m/%d/%Y %H:%M:%S%.f", "%m/%d/%Y %I:%M:%S%.f %p"];
    let local = || FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    dates::parse_instant(text)
        .ok()
        .or_else(|| local().map(|wall| wall_ms(wall, context.zone)))
        .ok_or_else(|| format!("The time {} is not one like 2027-06-15 08:52:11.340.", quoted(text)))
}
