//! The calls that change a page, as they travel (SPEC §7). What a call does not name stays as it is.

use serde::de::DeserializeOwned;

use super::{Part, Versions};
use crate::flag::Flag;
use crate::links;
use crate::race::Race;

mod files;
mod texts;

pub use files::{MemoryAction, PartnerEdit, from_fields};
pub(in crate::editor) use texts::rows;

/// A call that changes a race's page, as the table of the fields describes it.
pub trait Call: DeserializeOwned {
    /// The parts that it may change.
    const PARTS: &'static [Part];

    /// The race's current name; blank where the call's path has it.
    fn race_name(&self) -> &str;

    /// Which state of its parts the editor knew.
    fn versions(&self) -> &Versions;

    /// Gives a race those of the sent fields that it holds under the same name.
    fn give_alike(&self, race: &mut Race);
}

/// What a call does to a race.
pub trait Edit: Call {
    /// Changes the race as the call says. [`super::check`] then says whether it may stay so.
    fn apply(&self, race: &mut Race) {
        self.give_alike(race);
    }
}

/// A link behind a toggle. Behind one that is off nobody sees it and nothing checks it, so it stays only when it is safe.
fn link(shown: Flag, link: &str) -> String {
    let link = links::typed(link);
    if shown.0 { link } else { links::safe(&link).unwrap_or_default() }
}
