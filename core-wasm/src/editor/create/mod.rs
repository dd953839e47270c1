//! The Create Race form (SPEC §2, §4, §5, §7).

pub use super::table::CreateForm;

mod check;
mod fields;
mod filled;
mod form;
mod outcome;
mod race;
mod sections;

pub use check::{check, read_age};
pub use fields::FormField;
pub use filled::{Filled, filled};
pub use form::PartnerLink;
pub use outcome::{CREATED, CreatePhase, DUPLICATE_NAME, RESET_AFTER_MS, outcome};
pub use race::{form, to_race};
pub use sections::{FormSection, FormSectionInfo, SectionProgress, SectionState, progress, sections};
