//! A race as an entry of a runner's calendar: one entry for all its distances, since a runner starts in one of them.

use std::fmt::Write as _;

use chrono::{Duration, NaiveDate, NaiveDateTime, NaiveTime};

use super::{Site, race_path, state};
use crate::dates::{MINUTE_MS, RaceDate, StartTime, Tz, zone_or_default};
use crate::race::distance::{DistanceTone, tone};
use crate::race::{DistanceStart, Race, registration};
use crate::text;

/// The time of an entry, in the race's zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// From the first start to the expected finish of the last runners.
    Hours(NaiveDateTime, NaiveDateTime),
    /// The whole day, when no start is set.
    Day(NaiveDate),
}

/// A calendar entry as plain text without characters that iCalendar can't contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `Spring Half`, or `Canceled: Spring Half`.
    pub summary: String,
    /// The distances with their starts, how to register, and the page's address.
    pub description: String,
    /// The place; may be blank.
    pub location: String,
    /// Latitude and longitude in degrees.
    pub point: Option<(String, String)>,
    /// The full address of the race's page.
    pub url: String,
    /// The time of the entry.
    pub span: Span,
    /// The zone of `span`.
    pub zone: Tz,
    /// Whether the race is canceled.
    pub canceled: bool,
}

/// The entry of a race; `None` when it has no date.
pub fn entry(race: &Race, site: Site<'_>) -> Option<Entry> {
    let date: RaceDate = race.date.parse().ok()?;
    let url = format!("{}{}", site.url, race_path(&race.name));
    let row = |row: &DistanceStart| format!("{} {}", row.distance.trim(), row.start_time.trim()).trim().to_owned();
    let mut lines: Vec<String> = race.distance_start_times.iter().map(row).filter(|line| !line.is_empty()).collect();
    let register = registration::state(race.is_canceled, race.max_capacity, &race.link);
    match (state(race), register.href) {
        (Some(state), _) => lines.insert(0, state.to_owned()),
        (None, Some(href)) => lines.push(format!("{}: {href}", register.label)),
        (None, None) => {}
    }
    if race.distance_start_times.iter().any(|row| row.start_time.parse::<StartTime>().is_ok()) {
        // A calendar in another zone converts the entry's time, but not the times in its text.
        lines.push(format!("Times are {}.", zone_or_default(&race.time_zone).label()));
    }
    lines.push(url.clone());
    let (place, address) = (race.card_location.trim(), race.string_address.trim());
    let canceled = race.is_canceled.0;
    Some(Entry {
        summary: text::writable(&if canceled { format!("Canceled: {}", race.name.trim()) } else { race.name.trim().to_owned() }),
        description: text::writable(&lines.join("\n")),
        location: text::writable(if address.is_empty() { place } else { address }),
        point: crate::race::embed::point(&race.coordinates).map(|(north, east)| (north.to_owned(), east.to_owned())),
        url,
        span: span(&race.distance_start_times, date),
        zone: zone_or_default(&race.time_zone),
        canceled,
    })
}

fn span(rows: &[DistanceStart], date: RaceDate) -> Span {
    let midnight = date.naive().and_time(NaiveTime::MIN);
    let starts = rows.iter().filter_map(|row| {
        let start = midnight + Duration::minutes(i64::from(row.start_time.parse::<StartTime>().ok()?.minutes()));
        Some((start, start + allowance(&row.distance)))
    });
    let whole = starts.fold(None, |span: Option<(NaiveDateTime, NaiveDateTime)>, (start, end)| {
        Some(span.map_or((start, end), |(first, last)| (first.min(start), last.max(end))))
    });
    whole.map_or(Span::Day(date.naive()), |(start, end)| Span::Hours(start, end))
}

/// The time that a calendar reserves for a distance: until about the finish of its last walkers.
fn allowance(distance: &str) -> Duration {
    Duration::minutes(match tone(distance) {
        DistanceTone::Tri => 240,
        DistanceTone::Half => 210,
        DistanceTone::TenK => 120,
        DistanceTone::FiveK => 75,
        DistanceTone::Ink => 180,
    })
}

/// A zone as iCalendar's `VTIMEZONE`. Every supported zone with daylight saving time changes by the rule of the United States, at
/// two on the second Sunday of March and on the first of November ([`crate::dates::Tz`]).
pub fn time_zone(zone: Tz) -> String {
    // The middle of January and of July 2027; the rule is the same in all years.
    let (winter, summer) = (zone.offset_ms(1_800_000_000_000), zone.offset_ms(1_815_600_000_000));
    let mut text = format!("BEGIN:VTIMEZONE\r\nTZID:{}\r\n", zone.name());
    if winter == summer {
        change(&mut text, "STANDARD", "19700101T000000", "", (winter, winter));
    } else {
        change(&mut text, "DAYLIGHT", "20070311T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\n", (winter, summer));
        change(&mut text, "STANDARD", "20071104T020000", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\n", (summer, winter));
    }
    text.push_str("END:VTIMEZONE\r\n");
    text
}

fn change(written: &mut String, kind: &str, since: &str, rule: &str, (from, to): (i64, i64)) {
    let (from, to) = (offset(from), offset(to));
    let _ = write!(written, "BEGIN:{kind}\r\nDTSTART:{since}\r\n{rule}TZOFFSETFROM:{from}\r\nTZOFFSETTO:{to}\r\nEND:{kind}\r\n");
}

fn offset(ms: i64) -> String {
    let (sign, minutes) = (if ms < 0 { '-' } else { '+' }, ms.abs() / MINUTE_MS);
    format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
}
