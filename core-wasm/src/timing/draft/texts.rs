//! The texts of the setup's form: guns, lists of mats, bib ranges and time spans, as people write them.

use crate::dates::{self, RaceDate, StartTime, Tz};
use crate::error::CoreError;
use crate::timing::setup::BibRange;

/// Reads a gun as a person types it: a time of the race's day, `8:30 AM`, `8:30:00.25 AM`, `08:30:00`, or an instant with
/// its offset. A blank text means that the gun is not set. The result is RFC 3339.
///
/// # Errors
/// `unreadable_gun`; `undated_gun` for a time of day while the race has no day.
pub fn gun(text: &str, day: Option<RaceDate>, zone: Tz) -> Result<Option<String>, CoreError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if let Ok(ms) = dates::parse_instant(text) {
        return Ok(Some(dates::format_instant(ms, zone)));
    }
    let unreadable = || CoreError::new("unreadable_gun", "Give the time as the race's clock showed it, like 8:30:00.250 AM.");
    let (minutes, within_ms) = clock(text).ok_or_else(unreadable)?;
    let minute = StartTime::from_minutes(minutes).ok_or_else(unreadable)?;
    let undated = || CoreError::new("undated_gun", "A time of day needs the race's date. Set the date first.");
    let day = day.ok_or_else(undated)?;
    Ok(Some(dates::format_instant(dates::local_to_instant(day, minute, zone) + within_ms, zone)))
}

/// The text of a gun for the form: its time of day, or the full instant when it is not on the race's day or the race has no date.
pub fn gun_text(gun: &str, day: Option<RaceDate>, zone: Tz) -> String {
    let Ok(ms) = dates::parse_instant(gun) else { return gun.to_owned() };
    if Some(dates::date_in(ms, zone)) != day {
        return dates::format_instant(ms, zone);
    }
    let text = dates::clock_text(ms, zone);
    let (clock, half) = text.split_once(' ').unwrap_or((&text, ""));
    format!("{clock}.{:03} {half}", ms.rem_euclid(dates::SECOND_MS)).trim_end().to_owned()
}

/// The text of an instant for a form, as [`gun_text`].
pub fn time_text(ms: i64, day: Option<RaceDate>, zone: Tz) -> String {
    gun_text(&dates::format_instant(ms, zone), day, zone)
}

/// Returns the minutes after midnight, and the milliseconds after that minute.
fn clock(text: &str) -> Option<(u32, i64)> {
    let upper = text.to_ascii_uppercase();
    let (digits, noon) = match (upper.strip_suffix("PM"), upper.strip_suffix("AM")) {
        (Some(digits), _) => (digits.trim_end(), Some(12)),
        (_, Some(digits)) => (digits.trim_end(), Some(0)),
        _ => (upper.as_str(), None),
    };
    let mut parts = digits.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next().unwrap_or("0"));
    if parts.next().is_some() {
        return None;
    }
    let hour = match (whole(hour)?, noon) {
        (hour @ 1..=12, Some(noon)) => hour % 12 + noon,
        (hour @ 0..=23, None) => hour,
        _ => return None,
    };
    let minute = whole(minute).filter(|minute| *minute < 60)?;
    Some((hour * 60 + minute, seconds_ms(second)?))
}

/// Reads seconds below 60 with up to three decimals, in milliseconds.
fn seconds_ms(text: &str) -> Option<i64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = whole(seconds).filter(|seconds| *seconds < 60)?;
    let fraction = whole(&format!("{fraction:0<3}")).filter(|_| (1..=3).contains(&fraction.len()))?;
    Some(i64::from(seconds) * dates::SECOND_MS + i64::from(fraction))
}

fn whole(digits: &str) -> Option<u32> {
    let clean = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    clean.then(|| digits.parse().ok()).flatten()
}

/// Reads names that are separated by commas, semicolons or line ends.
pub(super) fn list(text: &str) -> Vec<String> {
    text.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

pub(super) fn bibs(text: &str) -> Result<Vec<BibRange>, CoreError> {
    list(text)
        .iter()
        .map(|range| {
            let (from, to) = range.split_once(['-', '–']).unwrap_or((range, range));
            match (whole(from.trim()), whole(to.trim())) {
                (Some(from), Some(to)) => Ok(BibRange { from, to }),
                _ => Err(CoreError::new(
                    "unreadable_bibs",
                    "Give bibs as ranges with commas between them, like 1000-1999, 5500-9499.",
                )),
            }
        })
        .collect()
}

pub(super) fn bibs_text(ranges: &[BibRange]) -> String {
    let text = |range: &BibRange| {
        if range.from == range.to { range.from.to_string() } else { format!("{}-{}", range.from, range.to) }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Reads a time span in seconds: `20` or `20 min`, `20:00`, `1:40:00`, or `600 s`. A blank text is 0.
pub(super) fn span(text: &str) -> Result<f64, CoreError> {
    let text = text.trim();
    let parts: Vec<&str> = text.split(':').collect();
    let seconds = match parts.as_slice() {
        [""] => Some(0.0),
        [number] => with_unit(number),
        [minutes, seconds] => whole(minutes).filter(|m| *m < 100_000).zip(below_60(seconds)).map(|(m, s)| f64::from(m * 60 + s)),
        [hours, minutes, seconds] => match (whole(hours), below_60(minutes), below_60(seconds)) {
            (Some(h @ ..=999), Some(m), Some(s)) => Some(f64::from(h * 3600 + m * 60 + s)),
            _ => None,
        },
        _ => None,
    };
    seconds.ok_or_else(|| {
        CoreError::new("unreadable_span", "Give minutes like 20 or 20:00, hours like 1:40:00, or seconds like 600 s.")
    })
}

/// Reads a number with its unit; one without a unit is in minutes.
fn with_unit(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let units = [("minutes", 60.0), ("min", 60.0), ("m", 60.0), ("seconds", 1.0), ("sec", 1.0), ("s", 1.0), ("", 60.0)];
    let (number, factor) = units.into_iter().find_map(|(unit, factor)| Some((lower.strip_suffix(unit)?, factor)))?;
    let number: f64 = number.trim_end().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * factor)
}

/// The longest time of a point; a blank text means that there is none.
pub(super) fn maximum(text: &str) -> Result<Option<f64>, CoreError> {
    if text.trim().is_empty() { Ok(None) } else { span(text).map(Some) }
}

pub(super) fn maximum_text(maximum: Option<f64>) -> String {
    maximum.map(span_text).unwrap_or_default()
}

fn below_60(digits: &str) -> Option<u32> {
    whole(digits).filter(|number| *number < 60)
}

pub(super) fn span_text(seconds: f64) -> String {
    let whole_seconds = seconds.fract() == 0.0 && (0.0..1e9).contains(&seconds);
    #[expect(clippy::cast_possible_truncation, reason = "below a thousand million, just checked")]
    if whole_seconds { dates::duration_text(seconds as i64 * dates::SECOND_MS) } else { format!("{seconds} s") }
}
