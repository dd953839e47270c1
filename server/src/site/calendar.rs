//! Races as calendar files.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use chrono::{DateTime, Duration, Utc};
use core_wasm::race::failure::LoadKind;
use core_wasm::race::listing;
use core_wasm::site::noscript::{self, Entry, Span, entry, race_path, time_zone};
use core_wasm::text;
use icalendar::{Calendar, CalendarDateTime, Component, Event, EventLike, EventStatus, Property};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Site, redirect, uid};
use crate::account::Viewer;
use crate::error::{Error, Result};
use crate::http::answer::{FIVE_MINUTES, PRIVATE, tagged};
use crate::http::extract::Path;
use crate::race::store::{self, Stored};

const KIND: &str = "text/calendar; charset=utf-8";

/// `GET /calendar.ics`: every upcoming race, for subscriptions.
pub(super) async fn all(State(site): State<Site>, request_headers: HeaderMap) -> Result<Response> {
    let today = site.clock.today();
    let mut races = site.db.read_public(store::listed).await?;
    races.retain(|stored| listing::is_upcoming(&stored.race.date, today.in_zone(&stored.race.time_zone)));
    let url = site.config.site_url();
    Ok(tagged(&request_headers, KIND, FIVE_MINUTES, write(&races, site.core_site(&url))))
}

/// `GET /calendar/{RaceName}.ics`: one race.
pub(super) async fn one(
    State(site): State<Site>,
    viewer: Viewer,
    request_headers: HeaderMap,
    Path(file): Path<String>,
) -> Result<Response> {
    let missing = || Error::no_race(LoadKind::Race);
    let named = file.strip_suffix(".ics").ok_or_else(missing)?.to_owned();
    let (stored, to) = site.find_race(named, viewer).await?;
    if let Some(to) = to {
        let to = format!("{}.ics", race_path(&to).replacen("/race/", "/calendar/", 1));
        return Ok(redirect(&to, stored.race.is_hidden.0));
    }
    let url = site.config.site_url();
    let cache = if stored.race.is_hidden.0 { PRIVATE } else { FIVE_MINUTES };
    let name = stored.race.name.clone();
    let mut response = tagged(&request_headers, KIND, cache, write(&[stored], site.core_site(&url)));
    if let Ok(file) = HeaderValue::from_str(&attached(&name)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

/// The `Content-Disposition` with the race's name as file name: complete for browsers that support RFC 6266, reduced to ASCII for
/// others. Everything but letters, digits and spaces (and `.`, `-`, `_`) is left out or encoded, so that a name cannot add anything
/// to the header.
fn attached(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_')).collect();
    let plain = Some(plain.trim()).filter(|plain| plain.chars().any(|c| c.is_ascii_alphanumeric())).unwrap_or("race");
    let whole = utf8_percent_encode(name.trim(), NON_ALPHANUMERIC);
    format!("attachment; filename=\"{plain}.ics\"; filename*=UTF-8''{whole}.ics")
}

fn write(races: &[Stored], site: noscript::Site<'_>) -> String {
    let entries: Vec<(&Stored, Entry)> = races.iter().filter_map(|stored| Some((stored, entry(&stored.race, site)?))).collect();
    let mut calendar = Calendar::empty();
    for (key, value) in
        [("VERSION", "2.0"), ("PRODID", "-//Splitline//Races//EN"), ("CALSCALE", "GREGORIAN"), ("METHOD", "PUBLISH")]
    {
        calendar.append_property(Property::new(key, value));
    }
    calendar.name(&text::writable(site.name)).ttl(&Duration::hours(6));
    for (stored, entry) in &entries {
        calendar.push(event(stored, entry));
    }
    let mut zones = BTreeSet::new();
    let timed = entries.iter().filter(|(_, entry)| matches!(entry.span, Span::Hours(..)));
    let zones: String =
        timed.filter(|(_, entry)| zones.insert(entry.zone.name())).map(|(_, entry)| time_zone(entry.zone)).collect();
    // The time zones are inserted as text, because the crate has no component for them: it adds properties to a custom component
    // that a VTIMEZONE must not have.
    calendar.to_string().replacen("\r\nBEGIN:VEVENT\r\n", &format!("\r\n{zones}BEGIN:VEVENT\r\n"), 1)
}

fn event(stored: &Stored, entry: &Entry) -> Event {
    let mut event = Event::with_uid(&uid(&stored.id));
    let changed = moment(stored.updated_at);
    // Increases with every change: by it a calendar knows which of two versions is newer.
    let sequence = u32::try_from((stored.updated_at - stored.created_at).max(0) / 1000).unwrap_or(u32::MAX);
    event
        .summary(&entry.summary)
        .description(&entry.description)
        .location(&entry.location)
        .url(&entry.url)
        .timestamp(changed)
        .last_modified(changed)
        .created(moment(stored.created_at))
        .sequence(sequence)
        .status(if entry.canceled { EventStatus::Cancelled } else { EventStatus::Confirmed });
    if let Some((north, east)) = &entry.point {
        event.append_property(Property::new("GEO", format!("{north};{east}")));
    }
    match entry.span {
        Span::Day(day) => event.all_day(day),
        Span::Hours(start, end) => {
            let at = |date_time| CalendarDateTime::WithTimezone { date_time, tzid: entry.zone.name().to_owned() };
            event.starts(at(start)).ends(at(end))
        }
    };
    event
}

fn moment(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}
