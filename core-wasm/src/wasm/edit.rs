//! Bindings of the slice `editor` for Edit Pages.

use super::Ts;
use crate::editor::edit::card::{self, CardSave, CardTexts};
use crate::editor::edit::{
    self, Change, EditOutcome, EditRequest, Merged, Part, PartInfo, PrizeMark, PrizeSend, Reason, Rebased, SaveResult, Versions,
};
use crate::editor::selector::{self, ListRow};
use crate::editor::visibility::{self, VisibilityWords};
use crate::editor::words::{self, Dialog, EditorWords};
use crate::editor::{delete, duplicate, refusal};
use crate::error::FieldError;
use crate::flag::Flag;
use crate::notice::Notice;
use crate::race::{Race, RaceListItem, name};

exports! {
    /// Every part of a race's page, in the order of the editor.
    editParts() -> Vec<Ts<PartInfo>> = Part::ALL.map(Part::info);

    /// Everything wrong with a part of a race after an edit; empty when it may be saved.
    editCheck(part: Ts<Part>, race: Ts<Race>, today: &str, extra_hosts: Vec<String>) -> Vec<Ts<FieldError>> =
        edit::check(part, &race, today.parse()?, &extra_hosts).0;

    /// The edited race with the frames that its page would show.
    editFrames(race: Ts<Race>, extra_hosts: Vec<String>) -> Ts<Race> = race.with_frames(&extra_hosts);

    /// Whether a part of two states of a race differs.
    editChanged(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> bool = edit::changed(part, &before, &after);

    /// The fields of a part in which two states of a race differ, as texts ready to be shown.
    editChanges(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> Vec<Ts<Change>> = edit::changes(part, &before, &after);

    /// A part that is being edited, after `saved_part` was saved on the same screen; undefined when it does not change.
    editRebase(part: Ts<Part>, base: Ts<Race>, draft: Ts<Race>, saved_part: Ts<Part>, saved: Ts<Race>) -> Option<Ts<Rebased>> =
        edit::rebase(part, &base, &draft, saved_part, &saved);

    /// Merges two people's changes of a part, both edited from `base`: where both changed a piece, the other's value is used when
    /// its key is in `taken`, and otherwise this person's.
    editMerge(part: Ts<Part>, base: Ts<Race>, mine: Ts<Race>, theirs: Ts<Race>, taken: Vec<String>) -> Ts<Merged> =
        edit::merge(part, &base, &mine, &theirs, &taken);

    /// The request that saves a part: `before` as it was loaded, `after` as it was edited. Throws `no_race` without a name.
    editRequest(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>, versions: Ts<Versions>) -> Ts<EditRequest> =
        edit::request(part, &before, &after, &versions)?;

    /// What the screen does after a part was saved.
    editOutcome(part: Ts<Part>, end: Ts<SaveResult>) -> Ts<EditOutcome> = edit::outcome(part, &end);

    /// The reason why a save failed after `failed_before` earlier failures, and what the person can do next; `changed` is true
    /// when the form was changed since the request. Undefined when the failure's own message contains the reason.
    editReason(part: Ts<Part>, end: Ts<SaveResult>, failed_before: u32, changed: bool) -> Option<Ts<Reason>> =
        edit::reason(part, &end, failed_before, changed);

    /// The request that deletes one or several pictures of the memories.
    memoriesDelete(race: &str, image_ids: Vec<String>) -> Ts<EditRequest> = edit::memories_delete(race, &image_ids);

    /// The request that sorts the memories.
    memoriesOrder(race: &str, image_ids: Vec<String>) -> Ts<EditRequest> = edit::memories_order(race, &image_ids);

    /// The question before this number of memories is deleted.
    memoriesConfirm(count: u32) -> String = words::confirm_memories(count);

    /// The index of the memory that is shown after one was deleted and `count` are left.
    memoryIndex(index: u32, count: u32) -> u32 = edit::index_after_delete(index, count);

    /// The request that applies the marks on the prizes' pictures.
    prizeSend(marks: Vec<Ts<PrizeMark>>) -> Ts<PrizeSend> = edit::prize_send(&marks);

    /// The request that saves the card, or the notice why nothing is sent. `name` is the race's name in the initial data.
    cardSave(name: &str, original: Ts<CardTexts>, current: Ts<CardTexts>, logo_chosen: bool, versions: Ts<Versions>) -> Ts<CardSave> =
        card::save(name, &original, &current, logo_chosen, &versions);

    /// The warning of a card's form whose initial data has no race name.
    cardWarning(name: &str) -> Option<Ts<Notice>> = card::nameless_warning(name);

    /// The races whose names contain the query's words, in the list's order, with badge and label.
    listSearch(items: Vec<Ts<RaceListItem>>, query: &str, today: &str) -> Vec<Ts<ListRow>> =
        selector::search(items, query, today.parse()?);

    /// The suggested name of a copy of a race.
    duplicateName(name: &str, date: &str) -> String = duplicate::name(name, date);

    /// The texts about hidden pages.
    visibilityWords() -> Ts<VisibilityWords> = visibility::WORDS;

    /// The dialog before a page is published or hidden.
    visibilityConfirm(name: &str, hide: Ts<Flag>) -> Ts<Dialog> = visibility::confirm(name, hide);

    /// Whether the typed text confirms that this race is deleted.
    deleteConfirms(name: &str, typed: &str) -> bool = delete::confirmed(name, typed);

    /// The dialog before a race is deleted.
    deleteWords(name: &str) -> Ts<Dialog> = words::confirm_delete(name);

    /// The message after a race was deleted.
    deletedNotice(name: &str) -> Ts<Notice> = words::deleted(name);

    /// The message after a deleted race was restored.
    restoredNotice() -> Ts<Notice> = words::restored();

    /// The dialog when another person saved a section meanwhile; `by` may be blank.
    conflictWords(by: &str) -> Ts<Dialog> = words::conflict(by);

    /// Whether a refusal with this code is about a race's name.
    nameRefused(code: &str) -> bool = name::is_refused(code);

    /// The problems to show at fields after a refusal; `listed` are those that the server lists.
    refusedFields(code: &str, message: &str, listed: Vec<Ts<FieldError>>) -> Vec<Ts<FieldError>> =
        refusal::fields(code, message, listed);

    /// The texts of the editors that have no parameters.
    editorWords() -> Ts<EditorWords> = words::EDITOR;
}
