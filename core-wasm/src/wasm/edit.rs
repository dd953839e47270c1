//! Bindings of the slice `editor` for Edit Pages.

use super::Ts;
use crate::editor::edit::card::{self, CardSave, CardTexts};
use crate::editor::edit::{
    self, Change, EditEnd, EditOutcome, EditRequest, Merged, Part, PartInfo, PrizeMark, PrizeSend, Reason, Rebased, Versions,
};
use crate::editor::selector::{self, ListRow};
use crate::editor::visibility::{self, VisibilityWords};
use crate::editor::words::{self, Dialog, EditorWords};
use crate::editor::{delete, duplicate};
use crate::error::FieldError;
use crate::flag::Flag;
use crate::notice::Notice;
use crate::race::{Race, RaceListItem};

exports! {
    /// Every part of a race's page, in the order of the editor.
    editParts() -> Vec<Ts<PartInfo>> = Part::ALL.map(Part::info);

    /// Everything wrong with a part of a race as it is edited; empty when it may be saved.
    editCheck(part: Ts<Part>, race: Ts<Race>, today: &str, extra_hosts: Vec<String>) -> Vec<Ts<FieldError>> =
        edit::check(part, &race, today.parse()?, &extra_hosts).0;

    /// A race as it is edited, with the frames that its page would show.
    editFrames(race: Ts<Race>, extra_hosts: Vec<String>) -> Ts<Race> = race.with_frames(&extra_hosts);

    /// Whether a part of two states of a race differs.
    editChanged(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> bool = edit::changed(part, &before, &after);

    /// The fields of a part in which two states of a race differ, ready to be shown.
    editChanges(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>) -> Vec<Ts<Change>> = edit::changes(part, &before, &after);

    /// A part under edit after `saved_part` was saved from the same screen; nothing where it stays as it is.
    editRebase(part: Ts<Part>, base: Ts<Race>, draft: Ts<Race>, saved_part: Ts<Part>, saved: Ts<Race>) -> Option<Ts<Rebased>> =
        edit::rebase(part, &base, &draft, saved_part, &saved);

    /// A part that two people changed, who both began from `base`: of what both changed the other's version counts where its key is in
    /// `taken`, and this person's elsewhere.
    editMerge(part: Ts<Part>, base: Ts<Race>, mine: Ts<Race>, theirs: Ts<Race>, taken: Vec<String>) -> Ts<Merged> =
        edit::merge(part, &base, &mine, &theirs, &taken);

    /// The call that saves a part: `before` as it was loaded, `after` as it was edited. Throws `no_race` without a name.
    editRequest(part: Ts<Part>, before: Ts<Race>, after: Ts<Race>, versions: Ts<Versions>) -> Ts<EditRequest> =
        edit::request(part, &before, &after, &versions)?;

    /// What a part says and does after it was saved.
    editOutcome(part: Ts<Part>, end: Ts<EditEnd>) -> Ts<EditOutcome> = edit::outcome(part, &end);

    /// Why a save failed, so often in vain before, and what leads on; `changed` since it was sent. Nothing where its own words say it.
    editReason(part: Ts<Part>, end: Ts<EditEnd>, vain: u32, changed: bool) -> Option<Ts<Reason>> =
        edit::reason(part, &end, vain, changed);

    /// The call that deletes one or several pictures of the memories.
    memoriesDelete(race: &str, image_ids: Vec<String>) -> Ts<EditRequest> = edit::memories_delete(race, &image_ids);

    /// The call that sorts the memories.
    memoriesOrder(race: &str, image_ids: Vec<String>) -> Ts<EditRequest> = edit::memories_order(race, &image_ids);

    /// Before so many memories are deleted.
    memoriesConfirm(count: u32) -> String = words::confirm_memories(count);

    /// Which memory shows after one was deleted and so many are left.
    memoryIndex(index: u32, count: u32) -> u32 = edit::index_after_delete(index, count);

    /// What the marks on the prizes' pictures send.
    prizeSend(marks: Vec<Ts<PrizeMark>>) -> Ts<PrizeSend> = edit::prize_send(&marks);

    /// What saving the card sends, or why it sends nothing. `name` is the race's name in the initial data.
    cardSave(name: &str, original: Ts<CardTexts>, current: Ts<CardTexts>, logo_chosen: bool, versions: Ts<Versions>) -> Ts<CardSave> =
        card::save(name, &original, &current, logo_chosen, &versions);

    /// The warning of a card's form whose initial data has no race name.
    cardWarning(name: &str) -> Option<Ts<Notice>> = card::nameless(name);

    /// The races whose names hold the query's words, in the list's order, with badge and label.
    listSearch(items: Vec<Ts<RaceListItem>>, query: &str, today: &str) -> Vec<Ts<ListRow>> =
        selector::search(items, query, today.parse()?);

    /// The name to offer for a copy of a race.
    duplicateName(name: &str, date: &str) -> String = duplicate::name(name, date);

    /// What is said of hidden pages.
    visibilityWords() -> Ts<VisibilityWords> = visibility::WORDS;

    /// Before a page is published, or hidden from everybody.
    visibilityConfirm(name: &str, hide: Ts<Flag>) -> Ts<Dialog> = visibility::confirm(name, hide);

    /// Whether what was typed confirms that this race is to be deleted.
    deleteConfirms(name: &str, typed: &str) -> bool = delete::confirmed(name, typed);

    /// Before a race is deleted.
    deleteWords(name: &str) -> Ts<Dialog> = words::confirm_delete(name);

    /// After a race was deleted.
    deletedNotice(name: &str) -> Ts<Notice> = words::deleted(name);

    /// After a deleted race came back.
    restoredNotice() -> Ts<Notice> = words::restored();

    /// Somebody saved a section meanwhile; `by` may be blank.
    conflictWords(by: &str) -> Ts<Dialog> = words::conflict(by);

    /// The words of the editors that depend on nothing.
    editorWords() -> Ts<EditorWords> = words::EDITOR;
}
