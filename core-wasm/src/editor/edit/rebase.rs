use serde::Serialize;
use serde_json::{Map, Value};

use super::Part;
use super::values::record;
use crate::race::Race;

/// A part under edit, as it goes on after another one was saved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(hashmap_as_object))]
pub struct Rebased {
    /// The race from which editing goes on.
    pub base: Race,
    /// The race with what was changed.
    pub draft: Race,
}

/// A part that is being edited while the same person saves another one that shares fields with it, such as `Distance`: what that
/// save changed is no longer news, so it is no conflict. A shared field follows, unless it was edited here too.
///
/// `None` where there is nothing to follow, and where somebody else changed the part as well: that stays a conflict.
pub fn rebase(part: Part, base: &Race, draft: &Race, saved_part: Part, saved: &Race) -> Option<Rebased> {
    let (mut before, mut edited, saved) = (record(base), record(draft), record(saved));
    let moved: Vec<&str> = part.fields().iter().copied().filter(|field| before.get(*field) != saved.get(*field)).collect();
    if moved.is_empty() || moved.iter().any(|field| !saved_part.fields().contains(field)) {
        return None;
    }
    for field in moved {
        if edited.get(field) == before.get(field) {
            put(&mut edited, field, saved.get(field));
        }
        put(&mut before, field, saved.get(field));
    }
    Some(Rebased { base: race(before)?, draft: race(edited)? })
}

fn put(record: &mut Map<String, Value>, field: &str, value: Option<&Value>) {
    match value {
        Some(value) => drop(record.insert(field.to_owned(), value.clone())),
        None => drop(record.remove(field)),
    }
}

fn race(record: Map<String, Value>) -> Option<Race> {
    serde_json::from_value(Value::Object(record)).ok()
}
