//! Changing a race's page part by part (SPEC §2, §4, §5, §7, §8).
//!
//! A page is edited in [`Part`]s, each with a mode, a version and a history of its own. The browser changes a copy of the race and
//! asks [`check`], [`changed`] and [`request`]; the server reads the same call as an [`Edit`], applies it and asks the same
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
pub use calls::{Call, Edit, MemoryAction, PartnerEdit, from_fields};
pub use changes::{Change, changes};
pub use check::check;
pub use gallery::{Mark, PrizeMark, PrizeSend, add_memory, index_after_delete, memories_changed, prize_send, restored_words};
pub use merge::{Clash, Merged, Side, merge};
pub use outcome::{EditEnd, EditOutcome, outcome};
pub use part::{Part, PartInfo, Versions};
pub use reason::{Reason, Way, reason};
pub use rebase::{Rebased, rebase};
pub use renamed::follow_name;
pub use request::{EditRequest, memories_delete, memories_order, memory_delete, request};
pub use values::{changed, restore, touched, values};
