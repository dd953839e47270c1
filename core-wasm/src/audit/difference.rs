//! What differs between the old and the new values of a row, field by field, in words.
//!
//! The values are JSON of any shape. A list of simple values tells what was added and removed, one of objects is compared by what names its
//! items. Everything is bounded, however much a row has.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::words::{field_label, value_text};

/// How many changes of a row are told; the others are counted.
pub const MOST_CHANGES: usize = 40;
/// The most characters of a value.
const LONGEST_VALUE: usize = 300;
/// From so many characters on, of two texts only the parts around what differs are told.
const LONG_TEXT: usize = 120;
/// So many equal characters are told before and after what differs.
const AROUND: usize = 30;
/// Deeper values are told as JSON.
const DEEPEST: usize = 6;
/// What names an item of a list, the first that all of them have.
const NAMES: [&str; 11] = ["id", "name", "Name", "label", "contest", "bib", "race", "Race", "distance", "Distance", "Link"];

/// How a field has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// There was nothing before.
    Added,
    /// There is nothing any more.
    Removed,
    /// There is something else.
    Changed,
}

/// The change of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AuditChange {
    /// The field in words: `Contests, 10K, Gun`.
    pub field: String,
    /// How it has changed.
    pub kind: ChangeKind,
    /// What there was, or was removed of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub before: Option<String>,
    /// What there is, or was added to a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub after: Option<String>,
}

/// What differs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The first changes, at most [`MOST_CHANGES`].
    pub changes: Vec<AuditChange>,
    /// How many others there are.
    pub more: usize,
}

/// Compares the old with the new values, each JSON; a text that is no JSON is compared as text.
pub fn difference(old: &str, new: &str) -> Difference {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    let (old, new): (Value, Value) = (read(old), read(new));
    let mut found = Difference::default();
    if is_nothing(&old)
        && let Some(fields) = names_of_fields(&new)
    {
        // A change of personal data, of which only the names of the fields are recorded.
        found.add("Fields", ChangeKind::Changed, None, Some(fields));
        return found;
    }
    found.compare(&mut Vec::new(), &old, &new);
    found
}

/// The labels of a list of names of fields: a list of words, alone.
fn names_of_fields(value: &Value) -> Option<String> {
    let items = value.as_array().filter(|items| !items.is_empty())?;
    let names = items.iter().map(|item| item.as_str().map(field_label)).collect::<Option<Vec<_>>>()?;
    Some(cut(&names.join(", ")))
}

/// Whether a value means that there is nothing.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

fn is_simple(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

impl Difference {
    fn add(&mut self, field: impl Into<String>, kind: ChangeKind, before: Option<String>, after: Option<String>) {
        if self.changes.len() < MOST_CHANGES {
            self.changes.push(AuditChange { field: field.into(), kind, before, after });
        } else {
            self.more += 1;
        }
    }

    fn compare(&mut self, path: &mut Vec<String>, old: &Value, new: &Value) {
        if old == new || (is_nothing(old) && is_nothing(new)) {
            return;
        }
        if path.len() < DEEPEST {
            match (old, new) {
                (Value::Object(old), Value::Object(new)) => return self.fields(path, old, new),
                (Value::Object(old), new) if is_nothing(new) => return self.fields(path, old, &Map::new()),
                (old, Value::Object(new)) if is_nothing(old) => return self.fields(path, &Map::new(), new),
                (Value::Array(old), Value::Array(new)) => return self.items(path, old, new),
                (Value::Array(old), new) if is_nothing(new) => return self.items(path, old, &[]),
                (old, Value::Array(new)) if is_nothing(old) => return self.items(path, &[], new),
                _ => {}
            }
        }
        self.value(path, old, new);
    }

    /// The fields of two objects: those that are there now, then those that are gone.
    fn fields(&mut self, path: &mut Vec<String>, old: &Map<String, Value>, new: &Map<String, Value>) {
        let gone = old.keys().filter(|name| !new.contains_key(*name));
        for name in new.keys().chain(gone) {
            path.push(name.clone());
            self.compare(path, old.get(name).unwrap_or(&Value::Null), new.get(name).unwrap_or(&Value::Null));
            path.pop();
        }
    }

    fn items(&mut self, path: &mut Vec<String>, old: &[Value], new: &[Value]) {
        if old.iter().chain(new).all(is_simple) {
            return self.simple_items(path, old, new);
        }
        let name_of = |item: &Value, name: &str| match item.get(name) {
            Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let named = |items: &[Value], name: &str| -> Option<Vec<String>> {
            let mut names: Vec<String> = items.iter().map(|item| name_of(item, name)).collect::<Option<_>>()?;
            let all = names.clone();
            names.sort_unstable();
            names.dedup();
            (names.len() == all.len()).then_some(all)
        };
        let by_name = NAMES.iter().find_map(|name| Some((named(old, name)?, named(new, name)?)));
        let (old_names, new_names) = by_name.unwrap_or_else(|| {
            let numbers = |items: &[Value]| (1..=items.len()).map(|number| number.to_string()).collect();
            (numbers(old), numbers(new))
        });
        let of = |names: &[String], items: &[Value], name: &str| {
            names.iter().zip(items).find(|(one, _)| *one == name).map_or(Value::Null, |(_, item)| item.clone())
        };
        let gone = old_names.iter().filter(|name| !new_names.contains(name));
        for name in new_names.iter().chain(gone) {
            // A name is told as it is; `"` marks it, since a field's name is told in words.
            path.push(format!("\"{name}"));
            self.compare(path, &of(&old_names, old, name), &of(&new_names, new, name));
            path.pop();
        }
    }

    /// A list of simple values: what was taken out of it and what was put into it; when neither, both orders.
    fn simple_items(&mut self, path: &[String], old: &[Value], new: &[Value]) {
        let without = |all: &[Value], others: &[Value]| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for other in others {
                *counts.entry(other.to_string()).or_default() += 1;
            }
            let mut left = Vec::new();
            for item in all {
                match counts.get_mut(&item.to_string()) {
                    Some(count) if *count > 0 => *count -= 1,
                    _ => left.push(item.clone()),
                }
            }
            left
        };
        let (removed, added) = (without(old, new), without(new, old));
        let (before, after) =
            if removed.is_empty() && added.is_empty() { (old.to_vec(), new.to_vec()) } else { (removed, added) };
        let name = path.last().map_or("", String::as_str);
        let told = |items: &[Value]| {
            let told: Vec<String> = items.iter().take(MOST_CHANGES).map(|item| value_text(name, item)).collect();
            (!items.is_empty()).then(|| cut(&told.join(", ")))
        };
        self.put(path, told(&before), told(&after));
    }

    fn value(&mut self, path: &[String], old: &Value, new: &Value) {
        let name = path.last().map_or("", String::as_str);
        let told = |value: &Value| (!is_nothing(value)).then(|| value_text(name, value));
        let (before, after) = match (told(old), told(new)) {
            (Some(before), Some(after)) if before.chars().count().max(after.chars().count()) > LONG_TEXT => {
                let (before, after) = around(&before, &after);
                (Some(before), Some(after))
            }
            both => both,
        };
        self.put(path, before.map(|text| cut(&text)), after.map(|text| cut(&text)));
    }

    fn put(&mut self, path: &[String], before: Option<String>, after: Option<String>) {
        let kind = match (&before, &after) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        self.add(field(path), kind, before, after);
    }
}

/// A path in words: `Contests, 10K, Gun`.
fn field(path: &[String]) -> String {
    if path.is_empty() {
        return "Value".to_owned();
    }
    let words = path.iter().map(|part| part.strip_prefix('"').map_or_else(|| field_label(part), str::to_owned));
    cut(&words.collect::<Vec<_>>().join(", "))
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST_VALUE).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// Of two texts the parts around what differs, without what both begin and end with.
fn around(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let begin = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - begin;
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count().min(most);
    let part = |text: &[char]| {
        let (from, to) = (begin.saturating_sub(AROUND), (text.len() - end).saturating_add(AROUND).min(text.len()));
        let part: String = text.get(from..to).unwrap_or_default().iter().collect();
        let (before, after) = (if from > 0 { "…" } else { "" }, if to < text.len() { "…" } else { "" });
        format!("{before}{part}{after}")
    };
    (part(&old), part(&new))
}
