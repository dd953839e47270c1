//! Creating and editing a race's page (SPEC §2, §4, §5).
//!
//! Nothing here sends or stores anything. This slice uses the rules of the slice [`crate::race`], because a page is edited by the
//! same rules by which it is shown.

pub mod create;
pub mod defaults;
pub mod delete;
pub mod duplicate;
pub mod edit;
pub mod fields;
pub mod images;
pub mod refusal;
pub mod selector;
pub mod table;
pub mod visibility;
pub mod words;
