//! Bindings of the slice `editor` for Edit Pages.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::editor::edit::card::{self, CardSave, CardTexts};
use crate::editor::edit::{
    self, Change, EditEnd, EditOutcome, EditRequest, Merged, Part, PartInfo, PrizeMark, PrizeSend, Reason, Rebased, Versions,
};
use crate::editor::selector::{self, ListRow};
use crate::editor::visibility::{self, VisibilityWords};
use crate::editor::words::{self, Dialog, EditorWords};
use crate::editor::{delete, duplicate};
use crate::error::{CoreError, FieldError};
use crate::flag::Flag;
use crate::notice::Notice;
use crate::race::{Race, RaceListItem};

/// Every part of a race's page, in the order of the editor.
#[wasm_bindgen(js_name = editParts)]
pub fn edit_parts() -> JsList<PartInfo> {
    js_list(Part::ALL.map(Part::info))
}

/// Everything wrong with a part of a race as it is edited; empty when it may be saved.
#[wasm_bindgen(js_name = editCheck)]
pub fn edit_check(part: Ts<Part>, race: Ts<Race>, today: &str, extra_hosts: Vec<String>) -> JsList<FieldError> {
    js_list(edit::check(part.to_rust()?, &race.to_rust()?, today.parse()?, &extra_hosts).0)
}

/// A race as it is edited, with the frames that its page would show.
#[wasm_bindgen(js_name = editFrames)]
pub fn edit_frames(race: Ts<Race>, extra_hosts: Vec<String>) -> Js<Race> {
    js(race.to_rust()?.with_frames(&extra_hosts))
}

/// Whether a part of two states of a race differs.
#[wasm_bindgen(js_name = editChanged)]
pub fn edit_changed(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> Result<bool, CoreError> {
    Ok(edit::changed(part.to_rust()?, &before.to_rust()?, &after.to_rust()?))
}

/// The fields of a part in which two states of a race differ, ready to be shown.
#[wasm_bindgen(js_name = editChanges)]
pub fn edit_changes(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> JsList<Change> {
    js_list(edit::changes(part.to_rust()?, &before.to_rust()?, &after.to_rust()?))
}

/// A part under edit after `saved_part` was saved from the same screen; nothing where it stays as it is.
#[wasm_bindgen(js_name = editRebase)]
pub fn edit_rebase(
    part: Ts<Part>,
    base: Ts<Race>,
    draft: Ts<Race>,
    saved_part: Ts<Part>,
    saved: Ts<Race>,
) -> Result<Option<Ts<Rebased>>, CoreError> {
    let (base, draft, saved) = (base.to_rust()?, draft.to_rust()?, saved.to_rust()?);
    edit::rebase(part.to_rust()?, &base, &draft, saved_part.to_rust()?, &saved).map(js).transpose()
}

/// A part that two people changed, who both began from `base`: of what both changed the other's version counts where its key is in
/// `taken`, and this person's elsewhere.
#[wasm_bindgen(js_name = editMerge)]
pub fn edit_merge(part: Ts<Part>, base: Ts<Race>, mine: Ts<Race>, theirs: Ts<Race>, taken: Vec<String>) -> Js<Merged> {
    js(edit::merge(part.to_rust()?, &base.to_rust()?, &mine.to_rust()?, &theirs.to_rust()?, &taken))
}

/// The call that saves a part: `before` as it was loaded, `after` as it was edited. Throws `no_race` without a name.
#[wasm_bindgen(js_name = editRequest)]
pub fn edit_request(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>, versions: Ts<Versions>) -> Js<EditRequest> {
    js(edit::request(part.to_rust()?, &before.to_rust()?, &after.to_rust()?, &versions.to_rust()?)?)
}

/// What a part says and does after it was saved.
#[wasm_bindgen(js_name = editOutcome)]
pub fn edit_outcome(part: Ts<Part>, end: Ts<EditEnd>) -> Js<EditOutcome> {
    js(edit::outcome(part.to_rust()?, &end.to_rust()?))
}

/// Why a save failed, so often in vain before, and what leads on; `changed` since it was sent. Nothing where its own words say it.
#[wasm_bindgen(js_name = editReason)]
pub fn edit_reason(part: Ts<Part>, end: Ts<EditEnd>, vain: u32, changed: bool) -> Result<Option<Ts<Reason>>, CoreError> {
    edit::reason(part.to_rust()?, &end.to_rust()?, vain, changed).map(js).transpose()
}

/// The call that deletes a picture of the memories.
#[wasm_bindgen(js_name = memoryDelete)]
pub fn memory_delete(race: &str, image_id: &str, versions: Ts<Versions>) -> Js<EditRequest> {
    js(edit::memory_delete(race, image_id, &versions.to_rust()?))
}

/// The call that deletes one or several pictures of the memories.
#[wasm_bindgen(js_name = memoriesDelete)]
pub fn memories_delete(race: &str, image_ids: Vec<String>) -> Js<EditRequest> {
    js(edit::memories_delete(race, &image_ids))
}

/// The call that sorts the memories.
#[wasm_bindgen(js_name = memoriesOrder)]
pub fn memories_order(race: &str, image_ids: Vec<String>) -> Js<EditRequest> {
    js(edit::memories_order(race, &image_ids))
}

/// Before so many memories are deleted.
#[wasm_bindgen(js_name = memoriesConfirm)]
pub fn memories_confirm(count: u32) -> String {
    words::confirm_memories(count)
}

/// Which memory shows after one was deleted and so many are left.
#[wasm_bindgen(js_name = memoryIndex)]
pub fn memory_index(index: u32, count: u32) -> u32 {
    edit::index_after_delete(index, count)
}

/// What the marks on the prizes' pictures send.
#[wasm_bindgen(js_name = prizeSend)]
pub fn prize_send(marks: Vec<Ts<PrizeMark>>) -> Js<PrizeSend> {
    js(edit::prize_send(&rust_list(marks)?))
}

/// Whether the card's form counts as changed.
#[wasm_bindgen(js_name = cardChanged)]
pub fn card_changed(original: Ts<CardTexts>, current: Ts<CardTexts>, logo_chosen: bool) -> Result<bool, CoreError> {
    Ok(card::changed(&original.to_rust()?, &current.to_rust()?, logo_chosen))
}

/// What saving the card sends, or why it sends nothing. `name` is the race's name in the initial data.
#[wasm_bindgen(js_name = cardSave)]
pub fn card_save(
    name: &str,
    original: Ts<CardTexts>,
    current: Ts<CardTexts>,
    logo_chosen: bool,
    versions: Ts<Versions>,
) -> Js<CardSave> {
    js(card::save(name, &original.to_rust()?, &current.to_rust()?, logo_chosen, &versions.to_rust()?))
}

/// The warning of a card's form whose initial data has no race name.
#[wasm_bindgen(js_name = cardWarning)]
pub fn card_warning(name: &str) -> Result<Option<Ts<Notice>>, CoreError> {
    card::nameless(name).map(js).transpose()
}

/// The races whose names hold the query's words, in the list's order, with badge and label.
#[wasm_bindgen(js_name = listSearch)]
pub fn list_search(items: Vec<Ts<RaceListItem>>, query: &str, today: &str) -> JsList<ListRow> {
    js_list(selector::search(rust_list(items)?, query, today.parse()?))
}

/// The name to offer for a copy of a race.
#[wasm_bindgen(js_name = duplicateName)]
pub fn duplicate_name(name: &str, date: &str) -> String {
    duplicate::name(name, date)
}

/// What is said of hidden pages.
#[wasm_bindgen(js_name = visibilityWords)]
pub fn visibility_words() -> Js<VisibilityWords> {
    js(visibility::WORDS)
}

/// Before a page is published, or hidden from everybody.
#[wasm_bindgen(js_name = visibilityConfirm)]
pub fn visibility_confirm(name: &str, hide: Ts<Flag>) -> Js<Dialog> {
    js(visibility::confirm(name, hide.to_rust()?))
}

/// Whether what was typed confirms that this race is to be deleted.
#[wasm_bindgen(js_name = deleteConfirms)]
pub fn delete_confirms(name: &str, typed: &str) -> bool {
    delete::confirmed(name, typed)
}

/// Before a race is deleted.
#[wasm_bindgen(js_name = deleteWords)]
pub fn delete_words(name: &str) -> Js<Dialog> {
    js(words::confirm_delete(name))
}

/// After a race was deleted.
#[wasm_bindgen(js_name = deletedNotice)]
pub fn deleted_notice(name: &str) -> Js<Notice> {
    js(words::deleted(name))
}

/// After a deleted race came back.
#[wasm_bindgen(js_name = restoredNotice)]
pub fn restored_notice() -> Js<Notice> {
    js(words::restored())
}

/// Somebody saved a section meanwhile; `by` may be blank.
#[wasm_bindgen(js_name = conflictWords)]
pub fn conflict_words(by: &str) -> Js<Dialog> {
    js(words::conflict(by))
}

/// The words of the editors that depend on nothing.
#[wasm_bindgen(js_name = editorWords)]
pub fn editor_words() -> Js<EditorWords> {
    js(words::EDITOR)
}
