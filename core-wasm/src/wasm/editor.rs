//! Bindings of the slice `editor`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list};
use crate::editor::create::{self, CreateForm, CreatePhase, FormField};
use crate::editor::defaults::{self, RuleSettings};
use crate::editor::images;
use crate::error::{CoreError, FieldError};
use crate::notice::Notice;
use crate::race::Race;

/// A new form.
#[wasm_bindgen(js_name = createDefaults)]
pub fn create_defaults() -> Js<CreateForm> {
    js(CreateForm::default())
}

/// A draft that the browser kept, laid over [`create_defaults`]; a new form when it can't be read.
#[wasm_bindgen(js_name = createDraft)]
pub fn create_draft(draft: Ts<CreateForm>) -> Js<CreateForm> {
    js(draft.to_rust().unwrap_or_default())
}

/// Everything wrong with a form; empty when it may be sent.
#[wasm_bindgen(js_name = createCheck)]
pub fn create_check(form: Ts<CreateForm>, today: &str, extra_hosts: Vec<String>) -> JsList<FieldError> {
    js_list(create::check(&form.to_rust()?, today.parse()?, &extra_hosts).0)
}

/// The fields to send, beside the files.
#[wasm_bindgen(js_name = createFields)]
pub fn create_fields(form: Ts<CreateForm>) -> JsList<FormField> {
    js_list(form.to_rust()?.fields())
}

/// The race that a form makes, for the preview.
#[wasm_bindgen(js_name = createRace)]
pub fn create_race(form: Ts<CreateForm>, extra_hosts: Vec<String>) -> Js<Race> {
    js(create::to_race(form.to_rust()?).with_frames(&extra_hosts))
}

/// What the form says after it was sent.
#[wasm_bindgen(js_name = createOutcome)]
pub fn create_outcome(phase: Ts<CreatePhase>, status: Option<u16>, message: Option<String>) -> Js<Notice> {
    js(create::outcome(phase.to_rust()?, status, message.as_deref()))
}

/// After how many milliseconds the form resets once its race is made.
#[wasm_bindgen(js_name = createResetAfterMs)]
pub fn create_reset_after_ms() -> u32 {
    create::RESET_AFTER_MS
}

/// The rules of a new race.
#[wasm_bindgen(js_name = defaultRules)]
pub fn default_rules(settings: Ts<RuleSettings>) -> Result<Vec<String>, CoreError> {
    Ok(defaults::rules(settings.to_rust()?))
}

/// The default award text.
#[wasm_bindgen(js_name = defaultAwardText)]
pub fn default_award_text() -> String {
    defaults::AWARD_TEXT.into()
}

/// The default refund text.
#[wasm_bindgen(js_name = defaultRefund)]
pub fn default_refund() -> String {
    defaults::REFUND.into()
}

/// The media type of a chosen picture, from its first bytes and its size in bytes.
#[wasm_bindgen(js_name = imageCheck)]
pub fn image_check(first_bytes: Vec<u8>, size: f64) -> Result<String, CoreError> {
    Ok(images::check(&first_bytes, size as u64)?.to_owned())
}
