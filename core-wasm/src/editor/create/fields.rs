//! The fields of the form in a multipart request (SPEC §7): simple fields as text, lists as JSON text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CreateForm;
use crate::editor::fields::Input;
use crate::editor::table;
use crate::error::Problems;

/// One field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FormField {
    /// The field's name.
    pub name: String,
    /// The field's value.
    pub value: String,
}

/// Alternative names of fields in the spec (SPEC §3).
const OTHER_NAMES: [(&str, &str); 3] = [("CourseEmbed1", "Course1"), ("CourseEmbed2", "Course2"), ("CourseEmbed3", "Course3")];

impl CreateForm {
    /// The fields to send, without the files.
    pub fn fields(&self) -> Vec<FormField> {
        let text = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        object(self).into_iter().map(|(name, value)| FormField { name, value: text(value) }).collect()
    }

    /// Reads the fields of a request; a missing field gets its default. A missing switch is derived from what it would show: a
    /// third course in the request means three courses, and the accommodation's own flag decides whether it is shown.
    ///
    /// # Errors
    /// `unknown_field` for a name that the form does not have, since the value of a misspelled field would be lost silently;
    /// `unreadable_field` for a list that is not JSON, a flag that is neither `True` nor `False`, or a number that can't be read.
    pub fn from_fields(fields: &BTreeMap<String, String>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut form = object(&Self::default());
        for (name, text) in fields.iter().filter(|(name, _)| !is_derived(name)) {
            let name = OTHER_NAMES.iter().find(|(other, _)| other == name).map_or(name.as_str(), |(_, name)| name);
            let Some(place) = form.get_mut(name) else {
                problems.add(name, "unknown_field", format!("The form has no field {name}."));
                continue;
            };
            match read(name, place, text) {
                Some(value) => *place = value,
                None => problems.add(name, "unreadable_field", format!("The field {name} can't be read.")),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut form: Self = serde_json::from_value(Value::Object(form)).map_err(|error| {
            problems.add("", "unreadable_field", error.to_string());
            problems
        })?;
        if !fields.contains_key("NumberOfCourses") && !form.course3.trim().is_empty() {
            form.number_of_courses = 3;
        }
        if !fields.contains_key("AccommodationEnabled") {
            form.accommodation_enabled = form.accommodation.first().map(|first| first.enabled).unwrap_or_default();
        }
        Ok(form)
    }
}

/// Whether a field is derived from others. A form may send such a field; it is ignored.
fn is_derived(name: &str) -> bool {
    table::find(name).is_some_and(|field| field.input == Input::Derived)
}

/// Converts a field's text to the type of the form's value `like`.
fn read(name: &str, like: &Value, text: &str) -> Option<Value> {
    let value = match like {
        // A multipart body has CR LF at every line end; without this conversion an unchanged text would later count as changed.
        Value::String(_) => Value::String(text.replace("\r\n", "\n")),
        // A list from an older form may be blank.
        Value::Array(_) if text.trim().is_empty() => Value::Array(Vec::new()),
        _ => serde_json::from_str(text.trim()).ok()?,
    };
    fits(name, &value).then_some(value)
}

/// Whether the form's field accepts this value.
fn fits(name: &str, value: &Value) -> bool {
    let one = Map::from_iter([(name.to_owned(), value.clone())]);
    serde_json::from_value::<CreateForm>(Value::Object(one)).is_ok()
}

fn object(form: &CreateForm) -> Map<String, Value> {
    match serde_json::to_value(form) {
        Ok(Value::Object(object)) => object,
        // A struct of texts, lists and numbers is always an object.
        _ => Map::new(),
    }
}
