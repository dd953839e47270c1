//! The content of the site for clients that run no scripts, such as search engines, chats, feed readers and calendars: heads,
//! structured data, a readable body, calendar entries, the share picture.
//!
//! Only the server uses this module, so it has no bindings and is not part of the `.wasm`. Values are plain text; the code that
//! writes them into HTML, XML or iCalendar escapes them.

mod body;
mod calendar;
mod event;
mod head;
mod live;
mod result;
mod runner;
mod share_card;
mod text;

pub use body::{Bib, FilterLink, Line, PageBody, Row, SearchForm, Table, lists_races, page_body};
pub use calendar::{Entry, Span, entry, time_zone};
pub use head::{Head, Page, Subject, board_path, head, pages, race_path, results_path, runner_path};
pub use live::{FirstRunners, LiveSearch};
pub use result::{ResultsList, ResultsPage, result_card, result_path};
pub use runner::runner_card;
pub use share_card::{ShareCard, share_card, site_card};
pub use text::{Block, Claim, Inline, Section, Slot, Step, Text};

use crate::dates::RaceDate;
use crate::race::phase::{RaceStage, Schedule};
use crate::race::{Race, schedule};

/// The site: its name, and its address without a slash at the end.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// `SPLITLINE_SITE_NAME`.
    pub name: &'a str,
    /// `SPLITLINE_PUBLIC_URL`.
    pub url: &'a str,
}

/// The social network of an address, for its logo: the first part of its host, `instagram` for `www.instagram.com`.
pub fn social_kind(host: &str) -> String {
    let host = host.to_lowercase();
    let name = host.strip_prefix("www.").unwrap_or(&host).split('.').next().unwrap_or_default();
    let kind = match name {
        "twitter" => "x",
        "youtu" => "youtube",
        other => other,
    };
    kind.to_owned()
}

/// The date with its weekday: `Saturday, June 15, 2024`; the record's own text when it is not a date.
pub fn day(race: &Race) -> String {
    match race.date.parse::<RaceDate>() {
        Ok(date) => format!("{}, {date}", date.weekday_name()),
        Err(_) => race.date.trim().to_owned(),
    }
}

/// The distances with their starts: `Half 7:30 AM, 10K 7:50 AM`; without rows, the field `Distance`.
pub fn starts(race: &Race) -> String {
    let rows = race.distance_start_times.iter().filter(|row| !row.distance.trim().is_empty());
    let rows: Vec<String> =
        rows.map(|row| format!("{} {}", row.distance.trim(), row.start_time.trim()).trim().to_owned()).collect();
    if rows.is_empty() { race.distance.trim().to_owned() } else { rows.join(", ") }
}

/// The names of the distances, as on the race's card.
fn distances(race: &Race) -> Vec<String> {
    schedule::shown(&race.distance, &race.distance_start_times)
}

/// The most important state of a race: `Canceled`, `Sold out`, or none.
pub fn state(race: &Race) -> Option<&'static str> {
    if race.is_canceled.0 { Some("Canceled") } else { race.max_capacity.0.then_some("Sold out") }
}

/// Describes a race in one or two sentences, with at most about the length that search engines show.
pub fn summary(race: &Race) -> String {
    const LONGEST: usize = 160;
    let place = race.card_location.trim();
    let when = day(race);
    let first = match (when.is_empty(), place.is_empty()) {
        (false, false) => format!("{when} in {place}."),
        (false, true) => format!("{when}."),
        (true, false) => format!("{place}."),
        (true, true) => String::new(),
    };
    let starts = starts(race);
    let starts = if starts.is_empty() { starts } else { format!("{starts}.") };
    let state = state(race).map(|state| format!("{state}."));
    let about = race.about.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = [state.as_deref().unwrap_or_default(), &first, &starts, &about];
    cut(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "), LONGEST)
}

/// Cuts a text between words to at most this many characters.
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let head: String = text.chars().take(longest.saturating_sub(1)).collect();
    let end = head.rfind(' ').unwrap_or(head.len());
    format!("{}…", head.get(..end).unwrap_or_default().trim_end_matches([',', '.', ';', ':', ' ']))
}

/// The stage of a race at this time.
fn stage(race: &Race, now_ms: i64) -> RaceStage {
    Schedule::from(race).stage(now_ms)
}

/// Whether visitors may still register for a race.
fn takes_entries(race: &Race, now_ms: i64) -> bool {
    stage(race, now_ms).takes_entries()
}

/// The earliest start as text: `7:30 AM`.
fn first_start(race: &Race) -> Option<String> {
    schedule::earliest(&race.distance_start_times).map(|time| time.to_string())
}
