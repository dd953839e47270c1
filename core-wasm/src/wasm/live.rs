//! Bindings of the slice `live`, but for the board.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::error::CoreError;
use crate::live::filters::{self, Filters};
use crate::live::window::{self, LiveRace};
use crate::live::words::{self, LiveFailure, LiveWords};
use crate::notice::Notice;
use crate::race::RaceDateEntry;
use crate::race::failure::LoadOutcome;

/// Whether the link to live tracking is shown.
#[wasm_bindgen(js_name = isLive)]
pub fn is_live(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Result<bool, CoreError> {
    Ok(window::is_live(&rust_list(entries)?, now_ms as i64))
}

/// The races whose window is open, the one to show first first.
#[wasm_bindgen(js_name = liveRaces)]
pub fn live_races(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> JsList<LiveRace> {
    js_list(window::live_races(&rust_list(entries)?, now_ms as i64))
}

/// When `isLive` may change next, in epoch milliseconds.
#[wasm_bindgen(js_name = liveNextChange)]
pub fn live_next_change(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Result<Option<f64>, CoreError> {
    Ok(window::next_change(&rust_list(entries)?, now_ms as i64).map(|at| at as f64))
}

/// The live page's sentences.
#[wasm_bindgen(js_name = liveWords)]
pub fn live_words() -> Js<LiveWords> {
    js(words::words())
}

/// What the live page says of a look at the field that failed.
#[wasm_bindgen(js_name = liveFailure)]
pub fn live_failure(outcome: Ts<LoadOutcome>) -> Js<LiveFailure> {
    js(words::failure(&outcome.to_rust()?))
}

/// What the board of a race says when the race is called off.
#[wasm_bindgen(js_name = liveCalledOff)]
pub fn live_called_off(entry: Ts<RaceDateEntry>, now_ms: f64) -> Result<Option<Ts<Notice>>, CoreError> {
    words::called_off(&entry.to_rust()?, now_ms as i64).map(js).transpose()
}

/// How many runners a search found.
#[wasm_bindgen(js_name = liveFound)]
pub fn live_found(active: usize, finished: usize) -> String {
    words::found(active, finished)
}

/// How old what is shown is; blank under a minute.
#[wasm_bindgen(js_name = liveAge)]
pub fn live_age(ms: f64) -> String {
    words::age(ms as i64)
}

/// The race whose live window opens next.
#[wasm_bindgen(js_name = liveNextRace)]
pub fn live_next_race(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Result<Option<Ts<LiveRace>>, CoreError> {
    window::next_race(&rust_list(entries)?, now_ms as i64).map(js).transpose()
}

/// The filters of these contests and age groups.
#[wasm_bindgen(js_name = liveFilters)]
pub fn live_filters(distances: Vec<String>, age_groups: Vec<String>) -> Js<Filters> {
    js(filters::filters(distances, age_groups))
}
