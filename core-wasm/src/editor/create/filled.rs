//! The fields that a person filled in; the default texts of a new form do not count.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CreateForm;
use crate::editor::table::find;

/// The fields of a form that are filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Filled {
    /// The fields that a person filled in: neither blank nor equal to the default.
    pub own: Vec<String>,
    /// The fields that still have the default text of a new form.
    pub usual: Vec<String>,
}

/// Returns the fields of a form that are filled in.
pub fn filled(form: &CreateForm) -> Filled {
    let (new, now) = (values(&CreateForm::default()), values(form));
    let fields = |wanted: fn(&str, bool, bool) -> bool| {
        let found = now.iter().filter(|(name, value)| wanted(name, new.get(*name) == Some(value), is_blank(value)));
        found.map(|(name, _)| name.clone()).collect()
    };
    Filled {
        own: fields(|_, as_new, blank| !as_new && !blank),
        usual: fields(|name, as_new, _| as_new && find(name).is_some_and(|field| field.prefilled)),
    }
}

fn values(form: &CreateForm) -> Map<String, Value> {
    match serde_json::to_value(form) {
        Ok(Value::Object(values)) => values,
        // A struct of texts, lists and numbers is always an object.
        _ => Map::new(),
    }
}

/// Whether a value contains no text, number or switch.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        Value::Object(members) => members.values().all(is_blank),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
