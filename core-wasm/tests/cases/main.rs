//! The spec's rules as tables of cases (`core-wasm/cases/*.json`), run natively. The site's tests run the same tables through the
//! built `.wasm`, so both builds behave alike.
//!
//! A table names an exported function; each case has its arguments and its expected result: `output`, or `error` with the code
//! and, where it matters, the message. An argument `{"...": "race", "Date": ""}` is the value that the table has under
//! `given.race`, with these fields replaced.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod race_day;
mod tables;

// The tables of `src/wasm` refer to modules by their paths in the crate.
use core_wasm::*;

use error::CoreError;
use serde_json::{Value, json};
use tables::{BROWSER, native};

fn call(function: &str, arguments: &[Value]) -> Result<Value, CoreError> {
    let mut tables = BROWSER.iter().map(|(_, call)| *call).chain([native::call as fn(&str, &[Value]) -> tables::Answer]);
    tables.find_map(|call| call(function, arguments)).unwrap_or_else(|| panic!("no table has {function}"))
}

#[test]
fn every_case_has_its_expected_result() {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> = std::fs::read_dir("cases").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let function = table["function"].as_str().expect("a function");
        assert_eq!(
            native::NAMES.contains(&function),
            table["native"] == json!(true),
            "{function}: `native` in the table and in native.rs differ"
        );
        for case in table["cases"].as_array().expect("cases") {
            count += 1;
            let input: Vec<_> = case["input"].as_array().expect("a list of arguments").iter().map(|v| whole(v, &table)).collect();
            let found = call(function, &input);
            if let Some(wrong) = compare(case, &found) {
                failures.push(format!("{function}: {}\n  wanted {}\n  found  {wrong}", case["name"], wanted(case)));
            }
        }
    }
    assert!(count > 200, "only {count} cases were found");
    assert!(failures.is_empty(), "{} of {count} cases\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_site_calls_every_exported_function() {
    let mut code = String::new();
    let mut folders = vec![std::path::PathBuf::from("../web/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_name().unwrap().to_str().unwrap();
            if entry.is_dir() {
                folders.extend((!["pkg", "test"].contains(&name)).then_some(entry));
            } else if (name.ends_with(".ts") || name.ends_with(".tsx")) && !name.contains(".test.") {
                code += &std::fs::read_to_string(entry).unwrap();
            }
        }
    }
    // A call looks like `core().name(…)`; the name in a comment or as part of another name is no call.
    let called = |name: &&str| code.split(&format!(".{name}")).skip(1).any(|after| after.starts_with('('));
    let idle: Vec<_> = BROWSER.iter().flat_map(|(names, _)| *names).filter(|name| !called(name)).collect();
    assert!(idle.is_empty(), "nothing in web/src calls {idle:?}");
}

/// Completes an argument, or each item of a list, with the values that its table has under `given`.
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

/// Writes whole numbers without a decimal point, since JavaScript has only one kind of number.
fn whole_numbers(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(whole_numbers).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), whole_numbers(value))).collect(),
        Value::Number(number) => number.as_f64().filter(|n| n.fract() == 0.0).map_or(value.clone(), |n| json!(n as i64)),
        _ => value.clone(),
    }
}

/// Returns the actual result as text when it differs from the expected one.
fn compare(case: &Value, found: &Result<Value, CoreError>) -> Option<String> {
    let right = match (found, case.get("error")) {
        (Ok(value), None) => case.get("output").is_some_and(|output| whole_numbers(value) == whole_numbers(output)),
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
