use serde_json::{Map, Value};

use super::Part;
use crate::error::CoreError;
use crate::race::Race;

/// What a part holds: its fields by their names in the record. A picture that is missing is a field that is missing.
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
pub fn touched(before: &Race, after: &Race) -> Vec<Part> {
    let (before, after) = (record(before), record(after));
    let differs = |part: &Part| part.fields().iter().any(|field| before.get(*field) != after.get(*field));
    Part::ALL.into_iter().filter(differs).collect()
}

/// Gives a part what [`values`] said of it, whole: a picture that is missing there is gone afterwards. Any other field is always
/// there, unless the values are older than the field itself, which then stays as it is.
///
/// # Errors
/// `unreadable_values` for values that a race can't hold; the race is then as it was.
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
