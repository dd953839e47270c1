//! The form as a multipart request carries it (SPEC §7): every simple field by name, the lists as JSON text.

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
    /// Its name.
    pub name: String,
    /// Its text.
    pub value: String,
}

/// Other names that the spec has for a field (SPEC §3).
const OTHER_NAMES: [(&str, &str); 3] = [("CourseEmbed1", "Course1"), ("CourseEmbed2", "Course2"), ("CourseEmbed3", "Course3")];

impl CreateForm {
    /// The fields to send, beside the files.
    pub fn fields(&self) -> Vec<FormField> {
        let text = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        object(self).into_iter().map(|(name, value)| FormField { name, value: text(value) }).collect()
    }

    /// Reads the fields of a request; one that is missing has its default. A switch that is missing follows what it would hide: a third
    /// course that is sent is a third course, and an accommodation says by itself whether it is shown.
    ///
    /// # Errors
    /// `unknown_field` for a name that the form does not have, since a misspelled field would be lost in silence;
    /// `unreadable_field` for a list that is no JSON, a flag that is neither `True` nor `False`, a number that is none.
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

/// Whether a form may send a field that follows from others: it is not read.
fn is_derived(name: &str) -> bool {
    table::find(name).is_some_and(|field| field.input == Input::Derived)
}

/// A field's text as the value that the form has there.
fn read(name: &str, like: &Value, text: &str) -> Option<Value> {
    let value = match like {
        // A multipart body has every line end in CR and LF; kept so, an unchanged text would later look changed.
        Value::String(_) => Value::String(text.replace("\r\n", "\n")),
        // A list of an older form may be blank.
        Value::Array(_) if text.trim().is_empty() => Value::Array(Vec::new()),
        _ => serde_json::from_str(text.trim()).ok()?,
    };
    fits(name, &value).then_some(value)
}

/// Whether the form can hold this value in this field.
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
