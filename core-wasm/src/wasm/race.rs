//! Bindings of the slice `race`, as pages ask it; what its editors ask is in `editor`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::error::CoreError;
use crate::flag::Flag;
use crate::links;
use crate::race::calendar::{self, Ahead, Calendar, CalendarCard, CalendarFilter};
use crate::race::distance::{self, DistanceTone};
use crate::race::failure::{self, Failure, FailureKind, LoadKind, LoadOutcome};
use crate::race::month_sheet::{self, MonthSheet};
use crate::race::phase::{RacePhase, RaceStage, Schedule};
use crate::race::picture::{self, PictureSize};
use crate::race::registration::{self, Registration};
use crate::race::sections::{self, MediaPart, RaceSections, SectionFacts};
use crate::race::weather::{self, Forecast, WeatherDays, WeatherEnd, WeatherSlot};
use crate::race::{DistanceStart, RaceDateEntry, listing, name, schedule};

/// The state of the Register button.
#[wasm_bindgen(js_name = raceRegistration)]
pub fn race_registration(is_canceled: Ts<Flag>, max_capacity: Ts<Flag>, link: &str) -> Js<Registration> {
    js(registration::state(is_canceled.to_rust()?, max_capacity.to_rust()?, link))
}

/// The calendar by month, narrowed by its filters.
#[wasm_bindgen(js_name = calendarView)]
pub fn calendar_view(cards: Vec<Ts<CalendarCard>>, filter: Ts<CalendarFilter>, now_ms: f64) -> Js<Calendar> {
    js(calendar::view(&rust_list(cards)?, &filter.to_rust()?, now_ms as i64))
}

/// The races to come.
#[wasm_bindgen(js_name = racesAhead)]
pub fn races_ahead(cards: Vec<Ts<CalendarCard>>, now_ms: f64) -> Js<Ahead> {
    js(calendar::ahead(&rust_list(cards)?, now_ms as i64))
}

/// The colour that goes with these distances: that of the greatest.
#[wasm_bindgen(js_name = raceTone)]
pub fn race_tone(names: Vec<String>) -> Js<DistanceTone> {
    js(distance::race_tone(&names))
}

/// The sizes in which a picture is kept, the smallest first.
#[wasm_bindgen(js_name = pictureSizes)]
pub fn picture_sizes(url: &str, width: Option<u32>) -> JsList<PictureSize> {
    js_list(picture::sizes(url, width))
}

/// The paragraphs of a text; a line break inside one stays.
#[wasm_bindgen]
pub fn paragraphs(text: &str) -> Vec<String> {
    crate::text::paragraphs(text)
}

/// The weeks of a month.
#[wasm_bindgen(js_name = monthSheet)]
pub fn month_sheet(key: &str, today: &str) -> Js<MonthSheet> {
    js(month_sheet::sheet(key, today.parse()?))
}

/// Whether a race of this date is still to come.
#[wasm_bindgen(js_name = isUpcoming)]
pub fn is_upcoming(date: &str, today: &str) -> Result<bool, CoreError> {
    Ok(listing::is_upcoming(date, today.parse()?))
}

/// Where a race stands, in words, and what it offers.
#[wasm_bindgen(js_name = racePhase)]
pub fn race_phase(race: Ts<RaceDateEntry>, now_ms: f64) -> Js<RacePhase> {
    js(Schedule::from(&race.to_rust()?).phase(now_ms as i64))
}

/// What a page says when its race can't be loaded.
#[wasm_bindgen(js_name = loadFailure)]
pub fn load_failure(kind: Ts<LoadKind>, outcome: Ts<LoadOutcome>) -> Js<Failure> {
    js(failure::load_failure(kind.to_rust()?, &outcome.to_rust()?))
}

/// What can be done about a load that failed.
#[wasm_bindgen(js_name = loadFailureKind)]
pub fn load_failure_kind(outcome: Ts<LoadOutcome>) -> Js<FailureKind> {
    js(failure::kind(&outcome.to_rust()?))
}

/// The name in the last segment of an address.
#[wasm_bindgen(js_name = raceNameFromSegment)]
pub fn race_name_from_segment(segment: &str) -> String {
    name::from_segment(segment)
}

/// The earliest start of all rows, `7:30 AM`; undefined when there is none.
#[wasm_bindgen(js_name = distanceEarliest)]
pub fn distance_earliest(rows: Vec<Ts<DistanceStart>>) -> Result<Option<String>, CoreError> {
    Ok(schedule::earliest(&rust_list(rows)?).map(|time| time.to_string()))
}

/// The distances as a race's card and bib name them.
#[wasm_bindgen(js_name = distanceShown)]
pub fn distance_shown(distance: &str, rows: Vec<Ts<DistanceStart>>) -> Result<Vec<String>, CoreError> {
    Ok(schedule::shown(distance, &rust_list(rows)?))
}

/// The hours of the weather strip; empty means that it is unavailable.
#[wasm_bindgen(js_name = weatherSlots)]
pub fn weather_slots(forecast: Ts<Forecast>, earliest_start: &str) -> JsList<WeatherSlot> {
    js_list(weather::slots(&forecast.to_rust()?, earliest_start))
}

/// The days whose hours the strip needs; undefined when the date or the start can't be read.
#[wasm_bindgen(js_name = weatherDays)]
pub fn weather_days(date: &str, earliest_start: &str) -> Result<Option<Ts<WeatherDays>>, CoreError> {
    weather::days(date, earliest_start).map(js).transpose()
}

/// The heading of the strip.
#[wasm_bindgen(js_name = weatherTitle)]
pub fn weather_title(earliest_start: &str) -> String {
    weather::title(earliest_start)
}

/// Why the strip has no hours, and what a visitor can do about it.
#[wasm_bindgen(js_name = weatherWhy)]
pub fn weather_why(race: Ts<RaceDateEntry>, end: Ts<WeatherEnd>, now_ms: f64) -> Result<String, CoreError> {
    Ok(weather::why(&race.to_rust()?, end.to_rust()?, now_ms as i64))
}

/// What the strip says when it has no hours.
#[wasm_bindgen(js_name = weatherUnavailable)]
pub fn weather_unavailable() -> String {
    weather::UNAVAILABLE.into()
}

/// How long the strip waits for its services altogether, in milliseconds.
#[wasm_bindgen(js_name = weatherPatienceMs)]
pub fn weather_patience_ms() -> u32 {
    weather::PATIENCE_MS
}

/// What to ask the geocoder for, in turn.
#[wasm_bindgen(js_name = weatherPlaces)]
pub fn weather_places(address: &str) -> Vec<String> {
    weather::places(address)
}

/// A link that a page may offer; undefined for any other.
#[wasm_bindgen(js_name = linkSafe)]
pub fn link_safe(link: &str) -> Option<String> {
    links::safe(link)
}

/// Where a card's website path leads; undefined when nowhere.
#[wasm_bindgen(js_name = linkPath)]
pub fn link_path(path: &str) -> Option<String> {
    links::path_href(path)
}

/// The conditional parts of a race's page.
#[wasm_bindgen(js_name = raceSections)]
pub fn race_sections(race: Ts<SectionFacts>) -> Js<RaceSections> {
    js(sections::sections(&race.to_rust()?))
}

/// The parts of a race's media page, worded for where the race stands.
#[wasm_bindgen(js_name = mediaParts)]
pub fn media_parts(race: Ts<SectionFacts>, stage: Ts<RaceStage>) -> JsList<MediaPart> {
    js_list(sections::media(&race.to_rust()?, stage.to_rust()?))
}
