//! Bindings of the slice `editor`, and of what only the editors ask of `race`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::editor::create::{self, CreateForm, CreatePhase, Filled, FormField, FormSectionInfo};
use crate::editor::defaults::{self, RuleSettings};
use crate::editor::fields::Field;
use crate::editor::table::FIELDS;
use crate::error::{CoreError, FieldError};
use crate::links;
use crate::notice::Notice;
use crate::race::embed::{self, EmbedKind};
use crate::race::start_picker::{self, StartPicker};
use crate::race::{DistanceStart, Frame, Race, RaceListItem, listing, name, schedule, sections};

/// Every field of a race, as the editors ask for it.
#[wasm_bindgen(js_name = raceFields)]
pub fn race_fields() -> JsList<Field> {
    js_list(FIELDS.iter().copied())
}

/// The sections of the form, in their order.
#[wasm_bindgen(js_name = createSections)]
pub fn create_sections() -> JsList<FormSectionInfo> {
    js_list(create::sections())
}

/// The form that would make this race. `courses` says how many course maps it asks for, where that is known.
#[wasm_bindgen(js_name = createForm)]
pub fn create_form(race: Ts<Race>, courses: Option<u32>) -> Js<CreateForm> {
    js(create::form(&race.to_rust()?, courses))
}

/// The fields of a form as the record holds them, just as they were typed.
#[wasm_bindgen(js_name = createRecord)]
pub fn create_record(form: Ts<CreateForm>) -> Js<Race> {
    js(Race::from(form.to_rust()?))
}

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

/// What a person put into a form, and where it still holds the usual words of a new one.
#[wasm_bindgen(js_name = createFilled)]
pub fn create_filled(form: Ts<CreateForm>) -> Js<Filled> {
    js(create::filled(&form.to_rust()?))
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

/// Whether somebody has written rules of their own.
#[wasm_bindgen(js_name = hasOwnRules)]
pub fn has_own_rules(rules: Vec<String>, settings: Ts<RuleSettings>) -> Result<bool, CoreError> {
    Ok(defaults::has_own(&rules, settings.to_rust()?))
}

/// The rules after their settings changed.
#[wasm_bindgen(js_name = retunedRules)]
pub fn retuned_rules(rules: Vec<String>, before: Ts<RuleSettings>, after: Ts<RuleSettings>) -> Result<Vec<String>, CoreError> {
    Ok(defaults::retuned(rules, before.to_rust()?, after.to_rust()?))
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

/// A link as it was meant, with the `https://` that people leave out.
#[wasm_bindgen(js_name = linkTyped)]
pub fn link_typed(link: &str) -> String {
    links::typed(link)
}

/// A website path as it was meant, with the `https://` of another site's address.
#[wasm_bindgen(js_name = pathTyped)]
pub fn path_typed(path: &str) -> String {
    links::typed_path(path)
}

/// An administrator's list in its order.
#[wasm_bindgen(js_name = listingAdmin)]
pub fn listing_admin(items: Vec<Ts<RaceListItem>>, today: &str) -> JsList<RaceListItem> {
    js_list(listing::sorted_admin(rust_list(items)?, today.parse()?))
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

/// The distances' names, joined.
#[wasm_bindgen(js_name = distanceJoin)]
pub fn distance_join(rows: Vec<Ts<DistanceStart>>) -> Result<String, CoreError> {
    Ok(schedule::join(&rust_list(rows)?))
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

/// The pickers of a start time.
#[wasm_bindgen(js_name = startPicker)]
pub fn start_picker(written: &str) -> Js<StartPicker> {
    js(start_picker::picker(written))
}

/// The start time of three choices, blank ones taken from another.
#[wasm_bindgen(js_name = startPicked)]
pub fn start_picked(hour: &str, minute: &str, half: &str, fallback: &str) -> String {
    start_picker::picked(hour, minute, half, fallback)
}

/// Whether a row may be taken away.
#[wasm_bindgen(js_name = distanceCanRemove)]
pub fn distance_can_remove(rows: Vec<Ts<DistanceStart>>) -> Result<bool, CoreError> {
    Ok(schedule::can_remove_row(&rust_list(rows)?))
}

/// What stands at a course map, counted from 1: which distance it will be shown for.
#[wasm_bindgen(js_name = courseHint)]
pub fn course_hint(number: usize, rows: Vec<Ts<DistanceStart>>) -> Result<String, CoreError> {
    Ok(sections::course_hint(number, &rust_list(rows)?))
}
