//! Bindings of the timing desk's form and of its instants.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js};
use crate::dates;
use crate::error::CoreError;
use crate::notice::Notice;
use crate::timing::desk;
use crate::timing::draft::{self, SetupDraft, SetupReading};
use crate::timing::draft_merge::{self, SetupClash, SetupMerge};
use crate::timing::setup::Setup;

/// What the timing desk lacks while the race has no date; nothing once it has one.
#[wasm_bindgen(js_name = deskUndated)]
pub fn desk_undated(race_date: &str) -> Result<Option<Ts<Notice>>, CoreError> {
    desk::undated(race_date).map(js).transpose()
}

/// The timing desk's form for a setup; guns stand on the race's clock.
#[wasm_bindgen(js_name = setupDraft)]
pub fn setup_draft(setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Js<SetupDraft> {
    js(SetupDraft::of(&setup.to_rust()?, race_date.parse().ok(), dates::zone_or_default(time_zone)))
}

/// The timing desk's form for a setup file; throws when the text is none.
#[wasm_bindgen(js_name = setupDraftLoad)]
pub fn setup_draft_load(json: &str, race_date: &str, time_zone: &str) -> Js<SetupDraft> {
    js(SetupDraft::load(json, race_date.parse().ok(), dates::zone_or_default(time_zone))?)
}

/// What the form describes, or what is wrong with it at which field.
#[wasm_bindgen(js_name = setupDraftRead)]
pub fn setup_draft_read(draft: Ts<SetupDraft>, race_date: &str, time_zone: &str) -> Js<SetupReading> {
    js(SetupReading::of(draft.to_rust()?.read(race_date.parse().ok(), dates::zone_or_default(time_zone))))
}

/// The form after another person saved: both forms began from `base`.
#[wasm_bindgen(js_name = setupMerge)]
pub fn setup_merge(base: Ts<SetupDraft>, mine: Ts<SetupDraft>, theirs: Ts<SetupDraft>) -> Js<SetupMerge> {
    js(draft_merge::merge(&base.to_rust()?, &mine.to_rust()?, &theirs.to_rust()?))
}

/// The form with the other person's text where both had changed it.
#[wasm_bindgen(js_name = setupTake)]
pub fn setup_take(draft: Ts<SetupDraft>, clash: Ts<SetupClash>) -> Js<SetupDraft> {
    js(draft_merge::take(&draft.to_rust()?, &clash.to_rust()?))
}

/// The gun of an instant as the form shows it.
#[wasm_bindgen(js_name = gunText)]
pub fn gun_text(gun: &str, race_date: &str, time_zone: &str) -> Result<String, CoreError> {
    Ok(draft::gun_text(gun, race_date.parse().ok(), dates::zone_or_default(time_zone)))
}

/// The instant of an RFC 3339 text.
#[wasm_bindgen(js_name = instantParse)]
pub fn instant_parse(text: &str) -> Result<f64, CoreError> {
    Ok(dates::parse_instant(text)? as f64)
}

/// An instant as RFC 3339 with milliseconds and the zone's offset.
#[wasm_bindgen(js_name = instantWrite)]
pub fn instant_write(ms: f64, zone: &str) -> Result<String, CoreError> {
    Ok(dates::format_instant(ms as i64, dates::zone(zone)?))
}
