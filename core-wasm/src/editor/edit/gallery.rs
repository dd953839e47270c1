//! The changes of prize pictures and memories (SPEC §4: prize images are marked new or to be deleted, and the changes apply on
//! save).

use serde::{Deserialize, Serialize};

use super::MemoryAction;
use crate::editor::create::FormField;
use crate::editor::images::PrizeKind;
use crate::editor::words;
use crate::race::{Image, MemImage, Race};

/// The change of a prize's picture on save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A new picture was chosen.
    New,
    /// The picture is deleted.
    Delete,
}

/// A mark on a prize's picture. A prize without a mark is not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PrizeMark {
    /// The prize.
    pub kind: PrizeKind,
    /// The change.
    pub mark: Mark,
}

/// The request that applies the marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PrizeSend {
    /// The prizes whose chosen file is sent, under the prize's own name.
    pub files: Vec<PrizeKind>,
    /// The fields to send with the files.
    pub fields: Vec<FormField>,
}

/// Builds the request that applies the marks; of two marks on one prize the last is used. Without marks nothing is sent.
pub fn prize_send(marks: &[PrizeMark]) -> PrizeSend {
    let last = |kind| marks.iter().rev().find(|mark| mark.kind == kind).map(|mark| mark.mark);
    let marked = |wanted| PrizeKind::ALL.into_iter().filter(move |kind| last(*kind) == Some(wanted));
    let deleted: Vec<&str> = marked(Mark::Delete).map(PrizeKind::id).collect();
    let list = format!("[{}]", deleted.iter().map(|kind| format!("\"{kind}\"")).collect::<Vec<_>>().join(","));
    let fields = if deleted.is_empty() { Vec::new() } else { vec![FormField { name: "imagesToDelete".into(), value: list }] };
    PrizeSend { files: marked(Mark::New).collect(), fields }
}

/// Adds a picture after the other memories. One that is there already is not added again: on a poor connection it may have been
/// sent twice because the answer was lost.
pub fn add_memory(race: &mut Race, image_id: String, image: Image) {
    if race.mem_images.iter().all(|existing| existing.image.url.is_none() || existing.image.url != image.url) {
        race.mem_images.push(MemImage { image_id, image });
    }
}

/// The change of the memories between two states of a race, and the number of pictures it concerns.
pub fn memories_changed(before: &Race, after: &Race) -> (MemoryAction, u32) {
    match (missing(before, after), missing(after, before)) {
        (0, 0) => (MemoryAction::Order, 0),
        (0, gone) => (MemoryAction::Remove, gone),
        (added, _) => (MemoryAction::Add, added),
    }
}

/// The message after an earlier state of the memories was restored: what changed.
pub fn restored_words(before: &Race, after: &Race) -> String {
    let counted = |count: u32, what: &str| match count {
        0 => None,
        1 => Some(format!("1 picture {what}")),
        count => Some(format!("{count} pictures {what}")),
    };
    let did = [counted(missing(before, after), "brought back"), counted(missing(after, before), "taken away")];
    let did: Vec<String> = did.into_iter().flatten().collect();
    if did.is_empty() { words::MEMORIES_REORDERED.into() } else { format!("Earlier memories restored: {}.", did.join(", ")) }
}

/// The number of memories of `of` that are not in `from`.
fn missing(from: &Race, of: &Race) -> u32 {
    let contained = |id: &String| from.mem_images.iter().any(|memory| memory.image_id == *id);
    u32::try_from(of.mem_images.iter().filter(|memory| !contained(&memory.image_id)).count()).unwrap_or(u32::MAX)
}

/// The index of the picture that a carousel shows after one was deleted and `count` are left: the same index, or the last one
/// (SPEC §4).
pub fn index_after_delete(index: u32, count: u32) -> u32 {
    index.min(count.saturating_sub(1))
}
