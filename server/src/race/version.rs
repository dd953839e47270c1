//! Versions of a page's parts, by which the editor notices that another user changed a part meanwhile.

use core_wasm::editor::edit::{Part, Versions, values};
use core_wasm::race::Race;
use serde_json::Value;

use crate::ids::sha256;

/// The version of every part of a race, whose pictures are given by address.
pub(crate) fn versions(race: &Race) -> Versions {
    Versions(Part::ALL.into_iter().map(|part| (part, version(part, race))).collect())
}

/// A part's version: a hash of its fields. So parts that share a field notice each other's changes.
pub(crate) fn version(part: Part, race: &Race) -> String {
    let hash = sha256(Value::Object(values(part, race)).to_string());
    hash.get(..16).unwrap_or(&hash).to_owned()
}
