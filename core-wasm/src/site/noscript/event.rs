//! Structured data: the description of a page in the vocabulary of schema.org.

use serde_json::{Value, json};

use super::head::{Subject, race_path, results_path};
use super::{Site, day, summary, takes_entries};
use crate::dates::{RaceDate, StartTime, format_instant, local_to_instant, zone_or_default};
use crate::links;
use crate::race::distance::{DistanceTone, tone};
use crate::race::{DistanceStart, Race, embed, registration};
use crate::site::routes;

/// The graph of the page at a path.
pub(super) fn graph(path: &str, subject: Subject<'_>, site: Site<'_>, image: &str, now_ms: i64) -> Value {
    let mut graph = Vec::new();
    match subject {
        Subject::Page if path == "/" => graph.extend([organization(site), web_site(site)]),
        Subject::Page => {
            let title = routes::title(path, "", None);
            graph.push(crumbs(site, &[(title.trim_end_matches(" · "), path)]));
        }
        Subject::Race(race) => {
            graph.push(crumbs(site, &[("Races", "/races"), (race.name.trim(), path)]));
            graph.extend(events(race, site, image, now_ms));
        }
        Subject::Media(race) => {
            graph.push(crumbs(site, &[("Races", "/races"), (race.name.trim(), &race_path(&race.name)), ("Media", path)]));
        }
        Subject::Board(race, ..) | Subject::Runner(race, ..) => {
            graph.push(crumbs(site, &[("Races", "/races"), (race.name.trim(), &race_path(&race.name)), ("Live", path)]));
        }
        Subject::Result(line) => {
            graph.push(crumbs(site, &[("Results", "/results"), (line.race.trim(), &results_path(&line.race)), ("Result", path)]));
        }
        Subject::Results(page) => {
            let own = page.race.as_ref().map(|race| (race.trim(), path));
            graph.push(crumbs(site, &[Some(("Results", "/results")), own].into_iter().flatten().collect::<Vec<_>>()));
        }
        Subject::Certificate(_) | Subject::Profile(_) | Subject::Missing => {}
    }
    json!({ "@context": "https://schema.org", "@graph": graph })
}

fn organization(site: Site<'_>) -> Value {
    json!({
        "@type": "Organization",
        "@id": format!("{}/#organization", site.url),
        "name": site.name,
        "url": format!("{}/", site.url),
        "logo": format!("{}/og/site.png", site.url),
    })
}

fn web_site(site: Site<'_>) -> Value {
    json!({
        "@type": "WebSite",
        "@id": format!("{}/#website", site.url),
        "name": site.name,
        "url": format!("{}/", site.url),
        "inLanguage": "en-US",
        "publisher": { "@id": format!("{}/#organization", site.url) },
    })
}

/// The breadcrumbs from the home page to this page.
fn crumbs(site: Site<'_>, path: &[(&str, &str)]) -> Value {
    let steps = [("Home", "/")].iter().chain(path).enumerate();
    let steps: Vec<Value> = steps
        .map(|(at, (name, path))| {
            json!({ "@type": "ListItem", "position": at + 1, "name": name, "item": format!("{}{path}", site.url) })
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": steps })
}

/// One event for each distance; one for the whole race when it has none. A race without a date has no event.
fn events(race: &Race, site: Site<'_>, image: &str, now_ms: i64) -> Vec<Value> {
    let Ok(date) = race.date.parse::<RaceDate>() else { return Vec::new() };
    let whole = [DistanceStart::default()];
    let rows: &[DistanceStart] = if race.distance_start_times.is_empty() { &whole } else { &race.distance_start_times };
    rows.iter().map(|row| event(race, row, date, site, image, now_ms)).collect()
}

fn event(race: &Race, row: &DistanceStart, date: RaceDate, site: Site<'_>, image: &str, now_ms: i64) -> Value {
    let address = format!("{}{}", site.url, race_path(&race.name));
    let distance = row.distance.trim();
    let (name, id) = match distance {
        "" => (race.name.trim().to_owned(), format!("{address}#race")),
        distance => (format!("{}: {distance}", race.name.trim()), format!("{address}#{}", links::encode(distance))),
    };
    let status = if race.is_canceled.0 { "EventCancelled" } else { "EventScheduled" };
    let photo = race.race_logo.as_ref().and_then(|logo| logo.url.as_ref()).map(|path| format!("{}{path}", site.url));
    let images: Vec<&str> = std::iter::once(image).chain(photo.as_deref()).collect();
    let mut event = json!({
        "@type": "SportsEvent",
        "@id": id,
        "name": name,
        "sport": sport(distance),
        "description": summary(race),
        "url": address,
        "startDate": start(row, date, &race.time_zone),
        "eventStatus": format!("https://schema.org/{status}"),
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "image": images,
        "organizer": { "@type": "Organization", "name": site.name, "url": format!("{}/", site.url) },
    });
    let parts = [("location", place(race)), ("offers", offer(race, &address, now_ms))];
    if let Some(event) = event.as_object_mut() {
        event.extend(parts.into_iter().filter_map(|(key, part)| Some((key.to_owned(), part?))));
    }
    event
}

/// The start with the offset of the race's zone at that time: `2027-06-15T08:30:00-04:00`; only the day when no time is set.
fn start(row: &DistanceStart, date: RaceDate, zone: &str) -> String {
    let Ok(time) = row.start_time.parse::<StartTime>() else { return date.iso() };
    let zone = zone_or_default(zone);
    // Starts are whole minutes, so the milliseconds are removed.
    format_instant(local_to_instant(date, time, zone), zone).replacen(".000", "", 1)
}

fn sport(distance: &str) -> &'static str {
    if tone(distance) == DistanceTone::Tri { "Triathlon" } else { "Running" }
}

fn place(race: &Race) -> Option<Value> {
    let (name, address) = (race.card_location.trim(), race.string_address.trim());
    let first = if name.is_empty() { address } else { name };
    if first.is_empty() {
        return None;
    }
    let mut place = json!({ "@type": "Place", "name": first, "address": if address.is_empty() { name } else { address } });
    if let (Some(place), Some((latitude, longitude))) = (place.as_object_mut(), embed::point(&race.coordinates)) {
        let geo = json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude });
        place.insert("geo".into(), geo);
    }
    Some(place)
}

/// The offer to register. There is none once the race has started or is canceled, or before registration has an address.
fn offer(race: &Race, address: &str, now_ms: i64) -> Option<Value> {
    if !takes_entries(race, now_ms) {
        return None;
    }
    let register = registration::state(race.is_canceled, race.max_capacity, &race.link);
    let (url, availability) = match (register.href, race.max_capacity.0) {
        (Some(href), _) => (href, "InStock"),
        (None, true) => (address.to_owned(), "SoldOut"),
        (None, false) => return None,
    };
    Some(json!({ "@type": "Offer", "url": url, "availability": format!("https://schema.org/{availability}"), "name": day(race) }))
}
