//! Entrants as a JSON array of the fields that the CSV has as columns.

use serde_json::Value;

use super::{Column, EntrantChip, EntrantList, Raw};
use crate::error::CoreError;
use crate::timing::elements;

/// Reads a JSON array of entrants.
///
/// # Errors
/// `unreadable_entrants` when it is not a JSON array. Errors in single elements are listed in the result.
pub fn parse_json(bytes: &[u8]) -> Result<EntrantList, CoreError> {
    let refuse = |why: String| CoreError::new("unreadable_entrants", format!("This is not a JSON array of entrants: {why}."));
    let mut list = EntrantList::default();
    elements::for_each(bytes, |number, value| list.take(number, element(value))).map_err(|error| refuse(error.to_string()))?;
    Ok(list)
}

fn element(value: Value) -> Result<super::Entrant, String> {
    let Value::Object(fields) = value else { return Err("This is not an object with the entrant's fields.".into()) };
    let mut raw = Raw::default();
    let mut chips = Vec::new();
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("chips") && value.is_array() {
            let list: Vec<EntrantChip> =
                serde_json::from_value(value).map_err(|error| format!("The chips can't be read: {error}."))?;
            chips = list.into_iter().map(EntrantChip::cleaned).collect::<Result<_, _>>()?;
            continue;
        }
        let Some(column) = Column::named(&name) else { continue };
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return Err(format!("The field {name} must be a text or a number.")),
        };
        raw.0.insert(column, text);
    }
    Ok(super::Entrant { chips, ..raw.entrant()? })
}
