//! The Create Race form (SPEC §2, §4, §5, §7).

mod form;

pub use form::{CreateForm, PartnerLink};
