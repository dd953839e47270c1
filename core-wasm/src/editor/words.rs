//! What the editors say (SPEC §4, §5, §8), section by section.

/// Saving a race's header.
pub mod header {
    /// Success.
    pub const SAVED: &str = "Race updated successfully!";
    /// 409 without a message of the server's.
    pub const DUPLICATE: &str = crate::editor::create::DUPLICATE_NAME;
    /// 404.
    pub const NOT_FOUND: &str = "Race not found. Please refresh the page and try again.";
    /// 304.
    pub const UNCHANGED: &str = "No changes were made to the race.";
    /// 400 without a message of the server's.
    pub const INVALID: &str = "Invalid data. Please check your inputs.";
    /// 401.
    pub const UNAUTHORIZED: &str = "You are not authorized to make changes. Please log in again.";
    /// Any other without a message of the server's.
    pub const FAILED: &str = "An error occurred while saving. Please try again.";
}

/// A section's success and failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// It was saved.
    pub success: &'static str,
    /// It was not.
    pub failure: &'static str,
}

/// A section was saved before its race was known.
pub const NO_RACE: &str = "Race information not available";
/// The refund policy.
pub const REFUND: Saved = Saved { success: "Refund policy updated successfully!", failure: "Failed to update refund policy" };
/// Training.
pub const TRAINING: Saved =
    Saved { success: "Training information updated successfully!", failure: "Failed to update training information" };
/// Race rules.
pub const RULES: Saved = Saved { success: "Rules updated successfully!", failure: "Failed to update rules" };
/// Safety.
pub const SAFETY: Saved =
    Saved { success: "Safety information updated successfully!", failure: "Failed to update safety information" };
/// Accommodation.
pub const ACCOMMODATION: Saved =
    Saved { success: "Accommodation information updated successfully!", failure: "Failed to update accommodation information" };
/// Awards; the failure when the server gives no message.
pub const AWARDS: Saved =
    Saved { success: "Awards updated successfully!", failure: "Failed to update awards. Please try again." };
/// The race card; the failure when the server gives no message.
pub const CARD: Saved =
    Saved { success: "Race card updated successfully!", failure: "Failed to update race card. Please try again." };
/// Deleting a memory; the failure when the server gives no message.
pub const MEMORY_DELETED: Saved = Saved { success: "Image deleted successfully!", failure: "Failed to delete image." };

/// Adding memories failed and the server gave no message.
pub const MEMORIES_FAILED: &str = "Failed to add images. Please try again.";
/// Memories were added.
pub fn memories_added(count: usize) -> String {
    format!("{count} image(s) added successfully!")
}
/// Before a memory is deleted.
pub const CONFIRM_MEMORY: &str = "Are you sure you want to delete this image?";

/// The card has nothing to save.
pub const CARD_UNCHANGED: &str = "No changes detected to save.";
/// Nothing of the card qualifies.
pub const CARD_NOTHING_VALID: &str = "No valid changes detected to save.";
/// The card's race has no name.
pub const CARD_NAMELESS: &str = "Error: Race name is missing or empty. Cannot save changes.";
/// The card's race had no name from the start.
pub const CARD_NAMELESS_WARNING: &str = "Warning: Race name is missing. Some features may not work properly.";

/// Deleting a race: the dialog's title.
pub const DELETE_TITLE: &str = "Confirm Delete";
/// Deleting a race failed.
pub const DELETE_FAILED: &str = "Error deleting race. Please try again.";
/// While the editor loads.
pub const LOADING: &str = "Loading race details...";
/// The editor's race is not there.
pub const NOT_FOUND: &str = "Race not found";
