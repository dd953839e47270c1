//! The requests that change a page (SPEC §7). A field that a request does not contain is not changed.

use serde::de::DeserializeOwned;

use super::{Part, Versions};
use crate::flag::Flag;
use crate::links;
use crate::race::Race;

mod files;
mod texts;

pub use files::{LogoSource, MemoryAction, PartnerEdit, from_fields, logo_sources};
pub(in crate::editor) use texts::rows;

/// A request that changes a race's page, generated from the table of the fields.
pub trait Call: DeserializeOwned {
    /// The parts that it may change.
    const PARTS: &'static [Part];

    /// The race's current name; blank when the request's path contains it.
    fn race_name(&self) -> &str;

    /// The versions of its parts that the editor had loaded.
    fn versions(&self) -> &Versions;

    /// Copies those of the sent fields to a race that it has under the same name.
    fn copy_direct_fields(&self, race: &mut Race);
}

/// Applies a request to a race.
pub trait Edit: Call {
    /// Changes the race according to the request. The caller then runs [`super::check`] on the result.
    fn apply(&self, race: &mut Race) {
        self.copy_direct_fields(race);
    }
}

/// Cleans a link that a switch shows. When the switch is off, the link is not shown and not checked, so it is stored only when it
/// is safe.
fn link(shown: Flag, link: &str) -> String {
    let link = links::completed(link);
    if shown.0 { link } else { links::safe(&link).unwrap_or_default() }
}
