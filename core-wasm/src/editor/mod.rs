//! Making and changing a race's page (SPEC §2, §4, §5).
//!
//! Nothing here sends or stores anything.

pub mod create;
pub mod defaults;
