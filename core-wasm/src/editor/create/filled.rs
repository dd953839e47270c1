//! What a person put into a new form: the usual words that it begins with do not count until somebody says that they are right.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CreateForm;
use crate::editor::table::find;

/// What stands in a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Filled {
    /// The fields in which somebody put something: neither blank nor as a new form has them.
    pub own: Vec<String>,
    /// The fields that still hold the usual words of a new form.
    pub usual: Vec<String>,
}

/// What stands in a form.
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

/// Whether nothing can be read in a value.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        Value::Object(members) => members.values().all(is_blank),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
