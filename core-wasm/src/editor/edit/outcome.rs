//! The message after a part was saved (SPEC §8).

use serde::{Deserialize, Serialize};

use super::{MemoryAction, Part};
use crate::editor::create::CreatePhase;
use crate::editor::words::{self, EDITOR, SaveWords, header};
use crate::notice::{CARD_FAILURE_MS, Notice, Tone};

/// The result of the request that saved a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SaveResult {
    /// How far the request came.
    pub end: CreatePhase,
    /// The answer's status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub status: Option<u16>,
    /// The answer's code: `NO_CHANGES`, `DUPLICATE_NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub code: Option<String>,
    /// The answer's message; without an answer, the error's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub message: Option<String>,
    /// For memories: the number of pictures to add or delete; absent when one was to be deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub count: Option<u32>,
    /// For memories: the action; when absent, it is derived from the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub action: Option<MemoryAction>,
    /// Whether an earlier state was restored; the answer's message then describes the changes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub restored: bool,
}

/// What the screen does after the save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EditOutcome {
    /// The notice to show; absent in a conflict, which has its own dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub notice: Option<Notice>,
    /// Whether the edit mode ends.
    pub leave: bool,
    /// Whether another person saved the part meanwhile (409 `EDIT_CONFLICT`).
    pub conflict: bool,
}

/// Computes what the screen does after a part was saved. Success notices are cleared after 3 seconds and the card's failures
/// after 5 (SPEC §9).
pub fn outcome(part: Part, end: &SaveResult) -> EditOutcome {
    let status = end.status.filter(|_| end.end == CreatePhase::Answered).unwrap_or(0);
    let notice = match (status, end.code.as_deref().unwrap_or_default()) {
        (409, "EDIT_CONFLICT") => return EditOutcome { notice: None, leave: false, conflict: true },
        (304, _) | (200..=299, "NO_CHANGES") => Notice::info(header::UNCHANGED),
        (200..=299, _) => Notice::success(success(part, end)),
        (_, code) => {
            let clear_after_ms = (part == Part::Card).then_some(CARD_FAILURE_MS);
            Notice { clear_after_ms, ..Notice::error(failure(part, status, code, end)) }
        }
    };
    EditOutcome { leave: notice.tone != Tone::Error, notice: Some(notice), conflict: false }
}

fn success(part: Part, end: &SaveResult) -> String {
    match (part, memories(end)) {
        (Part::Memories, _) if end.restored => end.message.clone().unwrap_or_else(|| words::MEMORIES_RESTORED.into()),
        (Part::Memories, MemoryAction::Add) => words::memories_added(end.count.unwrap_or_default()),
        (Part::Memories, MemoryAction::Order) => words::MEMORIES_SORTED.success.into(),
        (Part::Memories, MemoryAction::Remove) => words::memories_deleted(end.count.unwrap_or(1)),
        (part, _) => words(part).success.into(),
    }
}

/// The action on the memories.
fn memories(end: &SaveResult) -> MemoryAction {
    end.action.unwrap_or(if end.count.is_some() { MemoryAction::Add } else { MemoryAction::Remove })
}

fn failure(part: Part, status: u16, code: &str, end: &SaveResult) -> String {
    let message = end.message.as_deref().map(str::trim).filter(|message| !message.is_empty());
    let server = message.filter(|_| end.end == CreatePhase::Answered);
    let fallback = match part {
        Part::Header => return header_failure(status, code, server).into(),
        // These parts show one sentence, whatever the server's message is, and another one when the race was not loaded.
        Part::Refund | Part::Training | Part::Rules | Part::Safety | Part::Accommodation => {
            let unknown = end.end == CreatePhase::SetupFailed;
            return if unknown { EDITOR.no_race } else { words(part).failure }.into();
        }
        Part::Card if server.is_none() && message.is_some() => return format!("Error: {}", message.unwrap_or_default()),
        Part::Memories if end.restored => words::MEMORIES_NOT_RESTORED,
        Part::Memories => match memories(end) {
            MemoryAction::Add => words::MEMORIES_FAILED,
            MemoryAction::Order => words::MEMORIES_SORTED.failure,
            MemoryAction::Remove if end.count.is_some_and(|count| count > 1) => words::MEMORIES_NOT_DELETED,
            MemoryAction::Remove => words(part).failure,
        },
        part => words(part).failure,
    };
    server.unwrap_or(fallback).into()
}

fn header_failure<'a>(status: u16, code: &str, server: Option<&'a str>) -> &'a str {
    match (status, code) {
        (409, "DUPLICATE_NAME") => server.unwrap_or(header::DUPLICATE),
        (404, "RACE_NOT_FOUND") => header::NOT_FOUND,
        (400, _) => server.unwrap_or(header::INVALID),
        (401, _) => header::UNAUTHORIZED,
        _ => server.unwrap_or(header::FAILED),
    }
}

fn words(part: Part) -> SaveWords {
    match part {
        Part::Header => SaveWords { success: header::SAVED, failure: header::FAILED },
        Part::Location => words::LOCATION,
        Part::Details => words::DETAILS,
        Part::Partners => words::PARTNERS,
        Part::Buttons => words::BUTTONS,
        Part::Course => words::COURSE,
        Part::Awards | Part::Prizes => words::AWARDS,
        Part::Training => words::TRAINING,
        Part::Rules => words::RULES,
        Part::Safety => words::SAFETY,
        Part::Accommodation => words::ACCOMMODATION,
        Part::Refund => words::REFUND,
        Part::Memories => words::MEMORY_DELETED,
        Part::Card => words::CARD,
        Part::Media => words::MEDIA,
    }
}
