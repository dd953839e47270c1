//! Making and changing a race's page (SPEC §2, §4, §5).
//!
//! Nothing here sends or stores anything. It is the one slice that stands on another's rules: a page is edited by the rules
//! of [`crate::race`].

pub mod create;
pub mod defaults;
pub mod delete;
pub mod duplicate;
pub mod edit;
pub mod fields;
pub mod images;
pub mod selector;
pub mod table;
pub mod visibility;
pub mod words;
