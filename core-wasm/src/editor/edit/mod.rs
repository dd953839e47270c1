//! Editing a race's page part by part (SPEC §2, §4, §5, §7, §8).
//!
//! A page is edited in [`Part`]s, each with its own edit mode, version and history. The browser changes a copy of the race and
//! calls [`check`], [`changed`] and [`request`]; the server reads the same request as an [`Edit`], applies it and calls the same
//! [`check`]. Nothing here sends or stores anything.

mod calls;
pub mod card;
mod changes;
mod check;
mod gallery;
mod merge;
mod outcome;
mod part;
mod reason;
mod rebase;
mod renamed;
mod request;
mod values;

pub use super::table::{
    AboutEdit, CardEdit, ContentEdit, CourseEdit, FeaturesEdit, HeaderEdit, MediaEdit, MemoriesEdit, PartnersEdit, PrizesEdit,
};
pub(super) use calls::rows;
pub use calls::{Call, Edit, LogoSource, MemoryAction, PartnerEdit, from_fields, logo_sources};
pub use changes::{Change, changes};
pub use check::check;
pub use gallery::{Mark, PrizeMark, PrizeSend, add_memory, index_after_delete, memories_changed, prize_send, restored_words};
pub use merge::{Clash, Merged, PieceText, merge};
pub use outcome::{EditOutcome, SaveResult, outcome};
pub use part::{Part, PartInfo, Versions};
pub use reason::{NextStep, Reason, reason};
pub use rebase::{Rebased, rebase};
pub use renamed::update_own_link;
pub use request::{EditRequest, memories_delete, memories_order, memory_delete, request};
pub use values::{changed, changed_parts, restore, values};
