use serde::Serialize;
use serde_json::{Map, Value};

use super::Part;
use super::values::record;
use crate::race::Race;

/// The state of a part that is being edited, after another part was saved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(hashmap_as_object))]
pub struct Rebased {
    /// The race on which the edit is based.
    pub base: Race,
    /// The race with the edits.
    pub draft: Race,
}

/// Updates a part that is being edited when the same person saves another part that shares fields with it, such as `Distance`:
/// the change by that save must not count as a conflict. A shared field gets the saved value, unless it was edited here too.
///
/// Returns `None` when no shared field changed, and when another person changed the part as well: that remains a conflict.
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
