//! The texts of the editors (SPEC §4, §5, §8), by section.

use serde::Serialize;

use super::delete::restorable_days;
use crate::notice::Notice;

/// Saving a race's header.
pub mod header {
    /// The race was saved.
    pub const SAVED: &str = "Race updated successfully!";
    /// 409 without a message from the server.
    pub const DUPLICATE: &str = crate::editor::create::DUPLICATE_NAME;
    /// 404.
    pub const NOT_FOUND: &str = "Race not found. Please refresh the page and try again.";
    /// 304.
    pub const UNCHANGED: &str = "No changes were made to the race.";
    /// 400 without a message from the server.
    pub const INVALID: &str = "Invalid data. Please check your inputs.";
    /// 401.
    pub const UNAUTHORIZED: &str = "You are not authorized to make changes. Please log in again.";
    /// Any other error without a message from the server.
    pub const FAILED: &str = "An error occurred while saving. Please try again.";
}

/// The messages for saving a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveWords {
    /// The message after it was saved.
    pub success: &'static str,
    /// The message after saving failed.
    pub failure: &'static str,
}

/// The address, the map and the text about a race. The spec defines no messages for this section and the next five.
pub const LOCATION: SaveWords =
    SaveWords { success: "Location and information updated successfully!", failure: "Failed to update location and information" };
/// Packet pick-up, amenities and timing.
pub const DETAILS: SaveWords =
    SaveWords { success: "Race details updated successfully!", failure: "Failed to update race details" };
/// Sponsors.
pub const PARTNERS: SaveWords =
    SaveWords { success: "Community partners updated successfully!", failure: "Failed to update community partners" };
/// The three buttons next to the sponsors.
pub const BUTTONS: SaveWords = SaveWords { success: "Buttons updated successfully!", failure: "Failed to update buttons" };
/// The course.
pub const COURSE: SaveWords =
    SaveWords { success: "Course information updated successfully!", failure: "Failed to update course information" };
/// The media page.
pub const MEDIA: SaveWords = SaveWords { success: "Race media updated successfully!", failure: "Failed to update race media" };
/// The refund policy.
pub const REFUND: SaveWords =
    SaveWords { success: "Refund policy updated successfully!", failure: "Failed to update refund policy" };
/// Training.
pub const TRAINING: SaveWords =
    SaveWords { success: "Training information updated successfully!", failure: "Failed to update training information" };
/// Race rules.
pub const RULES: SaveWords = SaveWords { success: "Rules updated successfully!", failure: "Failed to update rules" };
/// Safety.
pub const SAFETY: SaveWords =
    SaveWords { success: "Safety information updated successfully!", failure: "Failed to update safety information" };
/// Accommodation.
pub const ACCOMMODATION: SaveWords = SaveWords {
    success: "Accommodation information updated successfully!",
    failure: "Failed to update accommodation information",
};
/// Awards; the failure is used when the server gives no message.
pub const AWARDS: SaveWords =
    SaveWords { success: "Awards updated successfully!", failure: "Failed to update awards. Please try again." };
/// The race card; the failure is used when the server gives no message.
pub const CARD: SaveWords =
    SaveWords { success: "Race card updated successfully!", failure: "Failed to update race card. Please try again." };
/// Deleting a memory; the failure is used when the server gives no message.
pub const MEMORY_DELETED: SaveWords = SaveWords { success: "Image deleted successfully!", failure: "Failed to delete image." };

/// Several memories could not be deleted and the server gave no message.
pub const MEMORIES_NOT_DELETED: &str = "Failed to delete images.";
/// The order of the memories. The spec defines no messages for it.
pub const MEMORIES_SORTED: SaveWords =
    SaveWords { success: "Order saved successfully!", failure: "Failed to save the order. Please try again." };

/// Memories were deleted.
pub fn memories_deleted(count: u32) -> String {
    match count {
        0 | 1 => MEMORY_DELETED.success.into(),
        several => format!("{several} images deleted successfully!"),
    }
}

/// The question before memories are deleted (SPEC §5).
pub fn confirm_memories(count: u32) -> String {
    match count {
        0 | 1 => EDITOR.confirm_memory.into(),
        several => format!("Are you sure you want to delete these {several} images?"),
    }
}

/// Adding memories failed and the server gave no message.
pub const MEMORIES_FAILED: &str = "Failed to add images. Please try again.";
/// An earlier state of the memories was restored, and it is not known what that changed.
pub const MEMORIES_RESTORED: &str = "Earlier memories restored.";
/// An earlier state of the memories was not restored, and the server gave no message.
pub const MEMORIES_NOT_RESTORED: &str = "Failed to restore the earlier memories.";
/// An earlier state of the memories was restored, which had the same pictures.
pub const MEMORIES_REORDERED: &str = "Earlier memories restored: the same pictures in their earlier order.";
/// Memories were added.
pub fn memories_added(count: u32) -> String {
    format!("{count} image(s) added successfully!")
}
/// The card has nothing to save.
pub const CARD_UNCHANGED: &str = "No changes detected to save.";
/// No change of the card can be sent.
pub const CARD_NOTHING_VALID: &str = "No valid changes detected to save.";
/// The card's race has no name.
pub const CARD_NAMELESS: &str = "Error: Race name is missing or empty. Cannot save changes.";
/// The card's race had no name when the form was opened.
pub const CARD_NAMELESS_WARNING: &str = "Warning: Race name is missing. Some features may not work properly.";

/// The texts of a dialog that asks for confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Dialog {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// The message after a race was deleted.
pub fn deleted(name: &str) -> Notice {
    Notice::success(format!("{name}: {}", EDITOR.deleted))
}

/// The message after a deleted race was restored; a link with its name follows.
pub fn restored() -> Notice {
    Notice::success(EDITOR.restored)
}

/// The dialog before a race is deleted (SPEC §2); the race can be restored for [`super::delete::RESTORABLE_DAYS`] days.
pub fn confirm_delete(name: &str) -> Dialog {
    let text = format!(
        "{name} disappears for everyone at once. You can restore it from the deleted races for {} days; after that, the action \
         cannot be undone. Type the race's name to confirm.",
        super::delete::RESTORABLE_DAYS
    );
    Dialog { title: "Confirm Delete".into(), text }
}

/// The dialog when another person saved a section after it was loaded here. `by` is that person's name, blank when it is not
/// known.
pub fn conflict(by: &str) -> Dialog {
    let who = Some(by.trim()).filter(|by| !by.is_empty()).unwrap_or("Someone else");
    let text =
        format!("{who} saved this section after you opened it. Nothing of yours is lost: compare both versions and choose.");
    Dialog { title: "This section was changed meanwhile".into(), text }
}

/// The texts of the editors that have no parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EditorWords {
    /// Shown while the editor loads.
    pub loading: &'static str,
    /// The editor's race does not exist.
    pub not_found: &'static str,
    /// The button back to the selector.
    pub back: &'static str,
    /// The selector has no matching race.
    pub no_races: &'static str,
    /// A part was saved before its race was loaded.
    pub no_race: &'static str,
    /// The question before a memory is deleted.
    pub confirm_memory: &'static str,
    /// The text for an empty field in a comparison of two versions.
    pub blank: &'static str,

    /// A race was deleted.
    pub deleted: &'static str,
    /// A race could not be deleted.
    pub delete_failed: &'static str,
    /// There is nothing to restore.
    pub none_deleted: &'static str,
    /// A deleted race was restored.
    pub restored: &'static str,
    /// A deleted race could not be restored.
    pub restore_failed: &'static str,
    /// 404: the deleted race can no longer be restored, or was restored already.
    pub restore_gone: &'static str,

    /// 409: the server's message when a section was changed meanwhile.
    pub conflict: &'static str,
    /// The heading of the person's own version.
    pub conflict_mine: &'static str,
    /// The heading of the other person's version.
    pub conflict_theirs: &'static str,
    /// The button that saves the own version in place of the other's.
    pub keep_mine: &'static str,
    /// The button that takes the other's version.
    pub take_theirs: &'static str,
    /// The heading of the version that both edited.
    pub conflict_before: &'static str,
    /// The heading of the fields that both changed.
    pub conflict_both: &'static str,
    /// The heading of the fields that only the other person changed.
    pub conflict_only_theirs: &'static str,
    /// The text before the names of the fields that only this person changed.
    pub conflict_only_mine: &'static str,
    /// The button that saves the own version of some fields and the other's of others.
    pub save_chosen: &'static str,
    /// The button that saves when nothing was changed by both.
    pub save_both: &'static str,
    /// The text about changes that another person saved and that restoring an earlier version would replace.
    pub conflict_restore: &'static str,
    /// The button that restores the earlier version anyway.
    pub restore_anyway: &'static str,

    /// The entry for the state before the first change.
    pub history_original: &'static str,
    /// The section has no changes yet.
    pub history_empty: &'static str,
    /// 404: the version is not in the section's history.
    pub version_gone: &'static str,

    /// The draft on the server is newer than the one in this browser.
    pub draft_newer: &'static str,
    /// Unsaved text of an earlier visit was found for a section.
    pub unsaved_found: &'static str,
    /// The question before a page with unsaved changes is left.
    pub leave: &'static str,
}

/// The texts without parameters.
pub const EDITOR: EditorWords = EditorWords {
    loading: "Loading race details...",
    not_found: "Race not found",
    back: "Back to Race Selection",
    no_races: "No races found.",
    no_race: "Race information not available",
    confirm_memory: "Are you sure you want to delete this image?",
    blank: "(empty)",

    deleted: concat!("Race deleted. You can restore it for ", restorable_days!(), " days."),
    delete_failed: "Error deleting race. Please try again.",
    none_deleted: concat!("No race was deleted in the last ", restorable_days!(), " days."),
    restored: "Race restored.",
    restore_failed: "The race could not be restored. Please try again.",
    restore_gone: "This race can no longer be restored. Please refresh the page.",

    conflict: "This section was changed by someone else after you opened it.",
    conflict_mine: "Your version",
    conflict_theirs: "Saved version",
    keep_mine: "Keep my version",
    take_theirs: "Take the saved version",
    conflict_before: "Before",
    conflict_both: "You both changed",
    conflict_only_theirs: "Changed only in the saved version, and kept",
    conflict_only_mine: "Changed only by you, and kept:",
    save_chosen: "Save what I chose",
    save_both: "Save both changes",
    conflict_restore: "The version that you bring back would take the place of these changes.",
    restore_anyway: "Restore it anyway",

    history_original: "As it was before the first change",
    history_empty: "Nothing was changed in this section yet.",
    version_gone: "This version is not in the section's history. Please refresh the page.",

    draft_newer: "A newer draft of this form is on the server.",
    unsaved_found: "This section has words that were typed here and not saved.",
    leave: "You have unsaved changes. Do you want to leave without saving?",
};
