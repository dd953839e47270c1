//! Bindings of the slice `race`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::error::CoreError;
use crate::flag::Flag;
use crate::links;
use crate::race::embed::{self, EmbedKind};
use crate::race::failure::{self, Failure, LoadKind, LoadOutcome};
use crate::race::registration::{self, Registration};
use crate::race::sections::{self, MediaPart, RaceSections};
use crate::race::weather::{self, Forecast, WeatherSlot};
use crate::race::{DistanceStart, Frame, Race, RaceCard, RaceListItem, listing, name, schedule};

/// The state of the Register button.
#[wasm_bindgen(js_name = raceRegistration)]
pub fn race_registration(is_canceled: Ts<Flag>, max_capacity: Ts<Flag>, link: &str) -> Js<Registration> {
    js(registration::state(is_canceled.to_rust()?, max_capacity.to_rust()?, link))
}

/// An administrator's list in its order.
#[wasm_bindgen(js_name = listingAdmin)]
pub fn listing_admin(items: Vec<Ts<RaceListItem>>, today: &str) -> JsList<RaceListItem> {
    js_list(listing::sorted_admin(rust_list(items)?, today.parse()?))
}

/// The calendar in its order.
#[wasm_bindgen(js_name = listingCalendar)]
pub fn listing_calendar(cards: Vec<Ts<RaceCard>>, today: &str) -> JsList<RaceCard> {
    js_list(listing::sorted_calendar(rust_list(cards)?, today.parse()?))
}

/// Whether a race of this date is still to come.
#[wasm_bindgen(js_name = isUpcoming)]
pub fn is_upcoming(date: &str, today: &str) -> Result<bool, CoreError> {
    Ok(listing::is_upcoming(date, today.parse()?))
}

/// The frame of what an admin pasted; undefined for a blank.
#[wasm_bindgen(js_name = embedParse)]
pub fn embed_parse(kind: Ts<EmbedKind>, pasted: &str, extra_hosts: Vec<String>) -> Result<Option<Ts<Frame>>, CoreError> {
    embed::parse(kind.to_rust()?, pasted, &extra_hosts)?.map(js).transpose()
}

/// The map of where a race is.
#[wasm_bindgen(js_name = embedLocation)]
pub fn embed_location(coordinates: &str, address: &str) -> Result<Option<Ts<Frame>>, CoreError> {
    embed::location(coordinates, address).map(js).transpose()
}

/// What a page says when its race can't be loaded.
#[wasm_bindgen(js_name = loadFailure)]
pub fn load_failure(kind: Ts<LoadKind>, outcome: Ts<LoadOutcome>) -> Js<Failure> {
    js(failure::load_failure(kind.to_rust()?, &outcome.to_rust()?))
}

/// The clean name of a new or renamed race.
#[wasm_bindgen(js_name = raceNameCheck)]
pub fn race_name_check(text: &str) -> Result<String, CoreError> {
    name::check(text)
}

/// What two spellings of one name share.
#[wasm_bindgen(js_name = raceNameKey)]
pub fn race_name_key(text: &str) -> String {
    name::key(text)
}

/// The name in the last segment of an address.
#[wasm_bindgen(js_name = raceNameFromSegment)]
pub fn race_name_from_segment(segment: &str) -> String {
    name::from_segment(segment)
}

/// The distances' names, joined.
#[wasm_bindgen(js_name = distanceJoin)]
pub fn distance_join(rows: Vec<Ts<DistanceStart>>) -> Result<String, CoreError> {
    Ok(schedule::join(&rust_list(rows)?))
}

/// The earliest start of all rows, `7:30 AM`; undefined when there is none.
#[wasm_bindgen(js_name = distanceEarliest)]
pub fn distance_earliest(rows: Vec<Ts<DistanceStart>>) -> Result<Option<String>, CoreError> {
    Ok(schedule::earliest(&rust_list(rows)?).map(|time| time.to_string()))
}

/// The rows of a new create form.
#[wasm_bindgen(js_name = distanceDefaults)]
pub fn distance_defaults() -> JsList<DistanceStart> {
    js_list(schedule::default_rows())
}

/// A row that is added in the editor.
#[wasm_bindgen(js_name = distanceNew)]
pub fn distance_new() -> Js<DistanceStart> {
    js(schedule::new_row())
}

/// Whether a row may be taken away.
#[wasm_bindgen(js_name = distanceCanRemove)]
pub fn distance_can_remove(rows: Vec<Ts<DistanceStart>>) -> Result<bool, CoreError> {
    Ok(schedule::can_remove_row(&rust_list(rows)?))
}

/// The hours of the weather strip; empty means that it is unavailable.
#[wasm_bindgen(js_name = weatherSlots)]
pub fn weather_slots(forecast: Ts<Forecast>, earliest_start: &str) -> JsList<WeatherSlot> {
    js_list(weather::slots(&forecast.to_rust()?, earliest_start))
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
pub fn race_sections(race: Ts<Race>) -> Js<RaceSections> {
    js(sections::sections(&race.to_rust()?))
}

/// The parts of a race's media page.
#[wasm_bindgen(js_name = mediaParts)]
pub fn media_parts(race: Ts<Race>) -> JsList<MediaPart> {
    js_list(sections::media(&race.to_rust()?))
}
