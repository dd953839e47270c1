use serde_json::{Map, Value};

use super::Part;
use crate::error::CoreError;
use crate::race::Race;

/// The values of a part: its fields by their names in the record. A field is absent when its picture is.
pub fn values(part: Part, race: &Race) -> Map<String, Value> {
    let mut record = record(race);
    record.retain(|field, _| part.fields().contains(&field.as_str()));
    record
}

/// Whether a part of two states of a race differs.
pub fn changed(part: Part, before: &Race, after: &Race) -> bool {
    values(part, before) != values(part, after)
}

/// The parts in which two states of a race differ.
pub fn changed_parts(before: &Race, after: &Race) -> Vec<Part> {
    let (before, after) = (record(before), record(after));
    let differs = |part: &Part| part.fields().iter().any(|field| before.get(*field) != after.get(*field));
    Part::ALL.into_iter().filter(differs).collect()
}

/// Sets a part to the values that [`values`] returned: a picture that is absent there is removed. Any other field that is absent
/// is newer than the values, and is not changed.
///
/// # Errors
/// `unreadable_values` for values that a race can't have; the race is then unchanged.
pub fn restore(part: Part, values: &Map<String, Value>, race: &mut Race) -> Result<(), CoreError> {
    let always = record(&Race::default());
    let mut record = record(race);
    for field in part.fields() {
        match values.get(*field) {
            Some(value) => drop(record.insert((*field).to_owned(), value.clone())),
            None if always.contains_key(*field) => {}
            None => drop(record.remove(*field)),
        }
    }
    let unreadable = |_| CoreError::new("unreadable_values", "This version of the section can't be read.");
    *race = serde_json::from_value(Value::Object(record)).map_err(unreadable)?;
    Ok(())
}

pub(super) fn record(race: &Race) -> Map<String, Value> {
    match serde_json::to_value(race) {
        Ok(Value::Object(record)) => record,
        // A struct of texts, lists and numbers is always an object.
        _ => Map::new(),
    }
}
