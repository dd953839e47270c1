//! Bindings of `dates`. Instants are JavaScript's epoch milliseconds.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::rust_list;
use crate::dates::{self, RaceDate, ShownTime, StartTime};
use crate::error::CoreError;

/// A date in the spec's form: `June 15, 2024`.
#[wasm_bindgen(js_name = dateWrite)]
pub fn date_write(text: &str) -> Result<String, CoreError> {
    Ok(text.parse::<RaceDate>()?.to_string())
}

/// A date in the form of date inputs: `2024-06-15`.
#[wasm_bindgen(js_name = dateIso)]
pub fn date_iso(text: &str) -> Result<String, CoreError> {
    Ok(text.parse::<RaceDate>()?.iso())
}

/// The weekday of a date: `Saturday`.
#[wasm_bindgen(js_name = dateWeekday)]
pub fn date_weekday(text: &str) -> Result<String, CoreError> {
    Ok(text.parse::<RaceDate>()?.weekday_name().to_owned())
}

/// A start time in the spec's form: `7:30 AM`.
#[wasm_bindgen(js_name = timeWrite)]
pub fn time_write(text: &str) -> Result<String, CoreError> {
    Ok(text.parse::<StartTime>()?.to_string())
}

/// The instant at which a zone's clocks show a date and a time.
#[wasm_bindgen(js_name = localToInstant)]
pub fn local_to_instant(date: &str, time: &str, zone: &str) -> Result<f64, CoreError> {
    Ok(dates::local_to_instant(date.parse()?, time.parse()?, dates::zone(zone)?) as f64)
}

/// What a zone's clocks show at an instant: `8:52:11 AM`.
#[wasm_bindgen(js_name = clockText)]
pub fn clock_text(ms: f64, zone: &str) -> Result<String, CoreError> {
    Ok(dates::clock_text(ms as i64, dates::zone(zone)?))
}

/// The date that a zone's clocks show at an instant, in the spec's form.
#[wasm_bindgen(js_name = dateIn)]
pub fn date_in(ms: f64, zone: &str) -> Result<String, CoreError> {
    Ok(dates::date_in(ms as i64, dates::zone(zone)?).to_string())
}

/// A span of time: `1:52:11`.
#[wasm_bindgen(js_name = durationText)]
pub fn duration_text(ms: f64) -> String {
    dates::duration_text(ms as i64)
}

/// The sentence that names the zone of a page's times; blank where the visitor's clocks show the same.
#[wasm_bindgen(js_name = zoneNote)]
pub fn zone_note(times: Vec<Ts<ShownTime>>) -> Result<String, CoreError> {
    Ok(dates::zone_note(&rust_list(times)?))
}

/// The zones a race can be in, the default first.
#[wasm_bindgen(js_name = timeZones)]
pub fn time_zones() -> Vec<String> {
    dates::zones().into_iter().map(String::from).collect()
}
