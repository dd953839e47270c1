//! RunSignup's `get-results` as a table: the fields of its rows, and the name of the set in which each stands.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::field::SUBJECT;
use crate::error::CoreError;
use crate::timing::entrants::words::counted;
use crate::timing::table::{MOST_COLUMNS, Row, Table};

/// The column with the name of the set of a row.
const SET: &str = "individual_result_set_name";

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    error: Option<Value>,
    #[serde(default)]
    individual_results_sets: Option<Vec<Set>>,
}

#[derive(Deserialize)]
struct Set {
    #[serde(default, deserialize_with = "crate::text::or_default")]
    individual_result_set_name: String,
    #[serde(default, deserialize_with = "crate::text::or_default")]
    public_results: String,
    #[serde(default)]
    results: Vec<Fields>,
}

/// The fields of a row in their order; only texts and numbers are kept.
struct Fields(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Fields;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object with a result's fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    match map.next_value::<Value>()? {
                        Value::String(text) => fields.push((name, text)),
                        Value::Number(number) => fields.push((name, number.to_string())),
                        _ => {}
                    }
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Fields(fields))
            }
        }
        json.deserialize_map(Pairs)
    }
}

/// Whether JSON is an object, as an answer of RunSignup is, and not an array.
pub(super) fn is_answer(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start().first() == Some(&b'{')
}

/// Reads an answer. Sets that are not public are left out.
///
/// # Errors
/// When it is not such an answer, or tells a refusal.
pub(super) fn table(bytes: &[u8]) -> Result<Table, CoreError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let answer: Answer = serde_json::from_slice(bytes)
        .map_err(|error| SUBJECT.unreadable(format!("This is not an answer of RunSignup's get-results: {error}.")))?;
    if let Some(error) = answer.error {
        let words = error.get("error_msg").and_then(Value::as_str).unwrap_or("no reason").trim_end_matches('.');
        return Err(SUBJECT.unreadable(format!("This is a refusal of RunSignup: {words}.")));
    }
    let sets = answer.individual_results_sets;
    let sets = sets.ok_or_else(|| SUBJECT.unreadable("This is not an answer of RunSignup's get-results."))?;
    let mut names = vec![SET.to_owned()];
    let mut table = Table::default();
    let mut hidden = 0;
    let mut line = 0;
    for set in sets {
        let is_public = set.public_results != "F";
        for Fields(fields) in set.results {
            line += 1;
            if !is_public {
                hidden += 1;
                continue;
            }
            let mut row = Row { line, cells: vec![Some(set.individual_result_set_name.clone())], ..Row::default() };
            for (name, text) in fields {
                let at = names.iter().position(|known| *known == name).unwrap_or(names.len());
                if at >= MOST_COLUMNS {
                    continue;
                }
                if at == names.len() {
                    names.push(name);
                }
                row.cells.resize(row.cells.len().max(at + 1), None);
                if let Some(cell) = row.cells.get_mut(at) {
                    *cell = Some(text);
                }
            }
            table.rows.push(row);
        }
    }
    if hidden > 0 {
        let lines = counted(hidden, "result is", "results are");
        table.notes.push(format!("{lines} in a set that is not public at RunSignup, and left out."));
    }
    table.width = names.len();
    table.header = Some(names);
    Ok(table)
}
