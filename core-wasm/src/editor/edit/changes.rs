//! The changes of a part as texts, for its history and for a comparison of two versions.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Part, values};
use crate::editor::fields::Input;
use crate::editor::table;
use crate::race::Race;

/// A field that differs between two states of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = EditChange))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Its name in the record.
    pub field: String,
    /// Its label.
    pub label: String,
    /// The old value as text: a list has one entry per line; blank when there was none.
    pub old: String,
    /// The new value as text.
    pub new: String,
    /// The addresses of the old pictures.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub old_url: Vec<String>,
    /// The addresses of the new pictures.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub new_url: Vec<String>,
}

/// The fields of a part in which two states of a race differ, in the part's order.
///
/// A field that is derived from another one (the weekday from the date, the earliest start from the rows) is left out.
pub fn changes(part: Part, before: &Race, after: &Race) -> Vec<Change> {
    let (before, after) = (values(part, before), values(part, after));
    let differing = part.fields().iter().filter(|field| !derived(field) && before.get(**field) != after.get(**field));
    differing.map(|field| change(field, before.get(*field), after.get(*field))).collect()
}

/// Whether a field is derived from others.
pub(super) fn derived(name: &str) -> bool {
    table::find(name).is_some_and(|field| field.input == Input::Derived)
}

fn change(field: &str, before: Option<&Value>, after: Option<&Value>) -> Change {
    let (old, old_url) = shown(field, before);
    let (new, new_url) = shown(field, after);
    Change { field: field.into(), label: label(field).into(), old, new, old_url, new_url }
}

/// A value as text, and the addresses of its pictures.
pub(super) fn shown(field: &str, value: Option<&Value>) -> (String, Vec<String>) {
    let mut urls = Vec::new();
    let text = value.map(|value| text(field, value, &mut urls)).unwrap_or_default();
    (text, urls)
}

/// A value as text; the addresses of its pictures are appended to `urls`.
fn text(field: &str, value: &Value, urls: &mut Vec<String>) -> String {
    match value {
        Value::String(flag) if field == "Enabled" => if flag == "True" { "Shown" } else { "Hidden" }.to_owned(),
        Value::String(flag) if table::find(field).is_some_and(|field| field.input == Input::Switch) => {
            if flag == "True" { "Yes" } else { "No" }.to_owned()
        }
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(|item| text(field, item, urls)).collect::<Vec<_>>().join("\n"),
        Value::Object(image) if image.contains_key("contentType") => picture(image, urls),
        Value::Object(parts) => {
            // The switch is listed before the values that it shows; these are in the order of their names.
            let toggle = parts.get_key_value("Enabled").into_iter();
            let all = toggle.chain(parts.iter().filter(|(name, _)| *name != "Enabled"));
            let texts: Vec<_> = all.map(|(name, part)| text(name, part, urls)).filter(|text| !text.trim().is_empty()).collect();
            texts.join(if parts.values().any(Value::is_array) { "\n" } else { " · " })
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn picture(image: &Map<String, Value>, urls: &mut Vec<String>) -> String {
    urls.extend(image.get("url").and_then(Value::as_str).map(str::to_owned));
    let side = |name| image.get(name).and_then(Value::as_u64);
    match (side("width"), side("height")) {
        (Some(width), Some(height)) => format!("Picture, {width} × {height}"),
        _ => "Picture".into(),
    }
}

/// The label of a field.
pub(super) fn label(name: &str) -> &str {
    table::find(name).map_or(name, |field| field.label)
}
