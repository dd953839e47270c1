//! The spec's rules as tables (`core-wasm/cases/*.json`), run natively. The site's tests run the same tables through the
//! built `.wasm`, so every sentence holds on both sides of the boundary.
//!
//! A table names an exported function; each case has its arguments and what comes back: `output`, or `error` with the code
//! and, where it matters, the words. An argument `{"...": "race", "Date": ""}` is what the table gives under `race`, with these
//! fields laid over.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod account;
mod audit;
mod dates;
mod edit;
mod editor;
mod live;
mod race;
mod site;
mod timing;

use core_wasm::error::CoreError;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a slice answers for a function of its own; `None` when it has no such function.
pub(crate) type Answer = Option<Result<Value, CoreError>>;

/// The arguments of one case.
pub(crate) struct Args<'a>(&'a [Value]);

impl Args<'_> {
    /// An argument as a rule's type; a missing one is null.
    pub(crate) fn get<T: DeserializeOwned>(&self, index: usize) -> Result<T, CoreError> {
        let value = self.0.get(index).cloned().unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| CoreError::new("bad_argument", error.to_string()))
    }

    /// A text argument.
    pub(crate) fn text(&self, index: usize) -> String {
        self.get(index).expect("a text")
    }
}

/// A rule's answer as JSON.
pub(crate) fn out<T: serde::Serialize>(value: T) -> Result<Value, CoreError> {
    Ok(serde_json::to_value(value).expect("plain data"))
}

fn call(function: &str, args: &Args) -> Result<Value, CoreError> {
    let slices =
        [account::call, audit::call, dates::call, edit::call, editor::call, live::call, race::call, site::call, timing::call];
    slices.iter().find_map(|slice| slice(function, args)).unwrap_or_else(|| panic!("no slice here has {function}"))
}

#[test]
fn every_table_holds() {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> = std::fs::read_dir("cases").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let function = table["function"].as_str().expect("a function");
        for case in table["cases"].as_array().expect("cases") {
            count += 1;
            let input: Vec<_> = case["input"].as_array().expect("a list of arguments").iter().map(|v| whole(v, &table)).collect();
            let found = call(function, &Args(&input));
            if let Some(wrong) = compare(case, &found) {
                failures.push(format!("{function}: {}\n  wanted {}\n  found  {wrong}", case["name"], wanted(case)));
            }
        }
    }
    assert!(count > 200, "only {count} cases were found");
    assert!(failures.is_empty(), "{} of {count} cases\n{}", failures.len(), failures.join("\n"));
}

/// An argument, or each item of a list, with what its table gives.
fn whole(argument: &Value, table: &Value) -> Value {
    if let Some(items) = argument.as_array() {
        return items.iter().map(|item| whole(item, table)).collect();
    }
    let Some(name) = argument.get("...").and_then(Value::as_str) else { return argument.clone() };
    let mut whole = table["given"][name].clone();
    for (field, value) in argument.as_object().unwrap().iter().filter(|(field, _)| *field != "...") {
        whole[field] = value.clone();
    }
    whole
}

fn wanted(case: &Value) -> &Value {
    case.get("output").or(case.get("error")).unwrap_or(&Value::Null)
}

/// What was found instead of what the case wants.
fn compare(case: &Value, found: &Result<Value, CoreError>) -> Option<String> {
    let right = match (found, case.get("error")) {
        (Ok(value), None) => Some(value) == case.get("output"),
        (Err(error), Some(wanted)) => {
            wanted["code"] == json!(error.code) && wanted.get("message").is_none_or(|m| *m == json!(error.message))
        }
        _ => false,
    };
    (!right).then(|| match found {
        Ok(value) => value.to_string(),
        Err(error) => format!("{}: {}", error.code, error.message),
    })
}
