//! Bindings for the live page's words and the timing desk's form.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js, rust_list};
use crate::dates;
use crate::error::CoreError;
use crate::live::window::{self, LiveRace};
use crate::live::words::{self, LiveWords};
use crate::race::RaceDateEntry;
use crate::timing::draft::{self, SetupDraft, SetupReading};
use crate::timing::setup::Setup;

/// The live page's sentences.
#[wasm_bindgen(js_name = liveWords)]
pub fn live_words() -> Js<LiveWords> {
    js(words::words())
}

/// The race whose live window opens next.
#[wasm_bindgen(js_name = liveNextRace)]
pub fn live_next_race(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> Result<Option<Ts<LiveRace>>, CoreError> {
    window::next_race(&rust_list(entries)?, now_ms as i64).map(js).transpose()
}

/// The timing desk's form for a setup; guns stand on the race's clock.
#[wasm_bindgen(js_name = setupDraft)]
pub fn setup_draft(setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Js<SetupDraft> {
    js(SetupDraft::of(&setup.to_rust()?, race_date.parse()?, dates::zone_or_default(time_zone)))
}

/// The timing desk's form for a setup file; throws when the text is none.
#[wasm_bindgen(js_name = setupDraftLoad)]
pub fn setup_draft_load(json: &str, race_date: &str, time_zone: &str) -> Js<SetupDraft> {
    js(SetupDraft::load(json, race_date.parse()?, dates::zone_or_default(time_zone))?)
}

/// What the form describes, or what is wrong with it at which field.
#[wasm_bindgen(js_name = setupDraftRead)]
pub fn setup_draft_read(draft: Ts<SetupDraft>, race_date: &str, time_zone: &str) -> Js<SetupReading> {
    js(SetupReading::of(draft.to_rust()?.read(race_date.parse()?, dates::zone_or_default(time_zone))))
}

/// The gun of an instant as the form shows it.
#[wasm_bindgen(js_name = gunText)]
pub fn gun_text(gun: &str, race_date: &str, time_zone: &str) -> Result<String, CoreError> {
    Ok(draft::gun_text(gun, race_date.parse()?, dates::zone_or_default(time_zone)))
}
