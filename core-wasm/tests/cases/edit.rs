use core_wasm::editor::edit::{self, Part, PrizeMark, Versions, card};
use core_wasm::editor::{delete, duplicate, selector, visibility, words};
use core_wasm::error::CoreError;
use core_wasm::race::Race;
use serde_json::Value;

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "editParts" => out(Part::ALL.map(Part::info)),
        "editCheck" => check(a),
        "editChanged" => two(a, |part, before, after| out(edit::changed(part, before, after))),
        "editChanges" => two(a, |part, before, after| out(edit::changes(part, before, after))),
        "editFrames" => a.get::<Race>(0).and_then(|race| out(race.with_frames(&a.get::<Vec<String>>(1)?))),
        "editRebase" => two(a, |part, base, draft| out(edit::rebase(part, base, draft, a.get(3)?, &a.get(4)?))),
        "editMerge" => two(a, |part, base, mine| out(edit::merge(part, base, mine, &a.get(3)?, &a.get::<Vec<String>>(4)?))),
        "editRequest" => two(a, |part, before, after| out(edit::request(part, before, after, &a.get(3)?)?)),
        "editOutcome" => a.get(0).and_then(|part| out(edit::outcome(part, &a.get(1)?))),
        "editReason" => a.get(0).and_then(|part| out(edit::reason(part, &a.get(1)?, a.get(2)?, a.get(3)?))),
        "memoryDelete" => a.get::<Versions>(2).and_then(|versions| out(edit::memory_delete(&a.text(0), &a.text(1), &versions))),
        "memoriesDelete" => a.get::<Vec<String>>(1).and_then(|ids| out(edit::memories_delete(&a.text(0), &ids))),
        "memoriesOrder" => a.get::<Vec<String>>(1).and_then(|ids| out(edit::memories_order(&a.text(0), &ids))),
        "memoriesConfirm" => a.get(0).and_then(|count| out(words::confirm_memories(count))),
        "memoryIndex" => a.get(0).and_then(|index| out(edit::index_after_delete(index, a.get(1)?))),
        "prizeSend" => a.get::<Vec<PrizeMark>>(0).and_then(|marks| out(edit::prize_send(&marks))),
        "cardChanged" => a.get(0).and_then(|original| out(card::changed(&original, &a.get(1)?, a.get(2)?))),
        "cardSave" => a.get(1).and_then(|original| out(card::save(&a.text(0), &original, &a.get(2)?, a.get(3)?, &a.get(4)?))),
        "cardWarning" => out(card::nameless(&a.text(0))),
        "listSearch" => a.get(0).and_then(|items| out(selector::search(items, &a.text(1), a.text(2).parse()?))),
        "duplicateName" => out(duplicate::name(&a.text(0), &a.text(1))),
        "visibilityWords" => out(visibility::WORDS),
        "visibilityConfirm" => a.get(1).and_then(|hide| out(visibility::confirm(&a.text(0), hide))),
        "deleteConfirms" => out(delete::confirmed(&a.text(0), &a.text(1))),
        "deleteWords" => out(words::confirm_delete(&a.text(0))),
        "deletedNotice" => out(words::deleted(&a.text(0))),
        "restoredNotice" => out(words::restored()),
        "conflictWords" => out(words::conflict(&a.text(0))),
        "editorWords" => out(words::EDITOR),
        _ => return None,
    })
}

fn check(a: &Args) -> Result<Value, CoreError> {
    out(edit::check(a.get(0)?, &a.get(1)?, a.text(2).parse()?, &a.get::<Vec<String>>(3)?))
}

/// A rule about a part of two states of a race.
fn two(a: &Args, rule: impl Fn(Part, &Race, &Race) -> Result<Value, CoreError>) -> Result<Value, CoreError> {
    rule(a.get(0)?, &a.get(1)?, &a.get(2)?)
}
