//! The calls that change a page, as they travel (SPEC §7). What a call does not name stays as it is.

use serde::de::DeserializeOwned;

use super::{Part, Versions};
use crate::flag::Flag;
use crate::links;
use crate::race::Race;

/// Lays the named fields, where they were sent, over the race's of the same names.
macro_rules! lay {
    ($edit:ident over $race:ident: $($field:ident),+) => {
        $(if let Some(sent) = &$edit.$field { $race.$field.clone_from(sent); })+
    };
}

/// The part of [`Edit`] that is alike for calls whose body names the race.
macro_rules! named {
    () => {
        fn race_name(&self) -> &str {
            &self.race_name
        }

        fn versions(&self) -> &Versions {
            &self.versions
        }
    };
}

mod files;
mod texts;

pub use files::{CardEdit, MemoriesEdit, MemoryAction, PartnerEdit, PartnersEdit, PrizesEdit, from_fields};
pub use texts::{AboutEdit, ContentEdit, CourseEdit, FeaturesEdit, HeaderEdit, MediaEdit};

/// A call that changes a race's page.
pub trait Edit: DeserializeOwned {
    /// The parts that it may change.
    const PARTS: &'static [Part];

    /// The race's current name; blank where the call's path has it.
    fn race_name(&self) -> &str;

    /// Which state of its parts the editor knew.
    fn versions(&self) -> &Versions;

    /// Changes the race as the call says. [`super::check`] then tells whether it may stay so.
    fn apply(&self, race: &mut Race);
}

/// A link behind a toggle. Behind one that is off nobody sees it and nothing checks it, so it stays only when it is safe.
fn link(shown: Flag, link: &str) -> String {
    let link = links::typed(link);
    if shown.0 { link } else { links::safe(&link).unwrap_or_default() }
}
