//! Every answer in all tests of the app is compared with the OpenAPI document.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::Value;

use crate::util::TestApp;

/// The document from which the types of web/ are generated: the served document without its texts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/api/openapi.json");
/// Generates the file.
const COMMAND: &str = "make api";

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| std::fs::read_to_string(FILE).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap()));

/// Fails the test when an answer does not agree with the document.
pub fn check(method: &Method, path: &str, status: StatusCode, kind: &str, body: &[u8]) {
    let Some(call) = call(method, path) else { return };
    let here = format!("{method} {path} {status}");
    let described = resolved(&call["responses"][status.as_str()]);
    if described.is_null() {
        // An internal error (500), or the answer to an invalid request.
        return;
    }
    let kind = kind.split(';').next().unwrap_or_default();
    let schema = &described["content"][kind]["schema"];
    if !schema.is_object() {
        assert!(body.is_empty() || !status.is_success(), "{here}: {kind} is not described");
        return;
    }
    if kind == "application/json" {
        let mut wrong = Vec::new();
        compare(schema, &serde_json::from_slice(body).unwrap(), &here, &mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// The call of a path; one without parameters is preferred to one with them.
fn call(method: &Method, path: &str) -> Option<&'static Value> {
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<&str> = template.trim_matches('/').split('/').collect();
        let fits = parts.iter().zip(&segments).all(|(part, segment)| part.starts_with('{') || part == segment);
        (fits && parts.len() == segments.len()).then(|| parts.iter().filter(|part| part.starts_with('{')).count())
    };
    let paths = DOCUMENT["paths"].as_object()?.iter();
    let (_, calls) = paths.filter_map(|(template, calls)| Some((fits(template)?, calls))).min_by_key(|(open, _)| *open)?;
    calls.get(method.as_str().to_lowercase())
}

/// Follows references to other schemas.
fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(reference) => resolved(DOCUMENT.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference}"))),
        None => schema,
    }
}

/// Compares a value with its schema; a field that is missing in the schema is an error as well.
fn compare(schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    let schema = resolved(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = |choice: &Value| {
            let mut wrong = Vec::new();
            compare(choice, value, at, &mut wrong);
            wrong.is_empty()
        };
        if choices.iter().filter(|choice| fits(choice)).count() != 1 {
            wrong.push(format!("{at}: {value} is none of {schema}"));
        }
        return;
    }
    if schema["properties"].is_object() || schema["allOf"].is_array() {
        let Some(fields) = value.as_object() else { return wrong.push(format!("{at}: {value} is no object")) };
        let (mut known, mut needed) = (Vec::new(), Vec::new());
        properties(schema, &mut known, &mut needed);
        for name in needed.iter().filter(|name| !fields.contains_key(**name)) {
            wrong.push(format!("{at}: {name} is missing"));
        }
        for (name, value) in fields {
            match known.iter().find(|(known, _)| *known == name) {
                Some((_, schema)) => compare(schema, value, &format!("{at}.{name}"), wrong),
                None if schema["additionalProperties"] == Value::Bool(true) => {}
                None => wrong.push(format!("{at}: {name} is not described")),
            }
        }
        return;
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => Vec::from_iter(kind.as_str()),
    };
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        other => panic!("{at}: a schema of the type {other} says nothing"),
    };
    if !kinds.iter().any(|kind| is(kind)) || schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        wrong.push(format!("{at}: {value} is not {schema}"));
    }
    let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
        compare(first.get(n).unwrap_or(&schema["items"]), item, &format!("{at}[{n}]"), wrong);
    }
}

/// The properties of an object and of all objects that are flattened into it, and which of them are required.
fn properties<'a>(schema: &'a Value, known: &mut Vec<(&'a String, &'a Value)>, needed: &mut Vec<&'a str>) {
    let schema = resolved(schema);
    schema["allOf"].as_array().into_iter().flatten().for_each(|part| properties(part, known, needed));
    known.extend(schema["properties"].as_object().into_iter().flatten());
    needed.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
}

/// The document without its texts for people: only changes of types need a new file.
fn without_texts(value: &Value, is_named: bool) -> Value {
    let is_words = |name: &str| matches!(name, "default" | "description" | "summary" | "example" | "examples" | "tags");
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| is_named || !is_words(name));
            // The keys of `properties` are names of fields.
            kept.map(|(name, value)| (name.clone(), without_texts(value, name == "properties" && !is_named))).collect()
        }
        Value::Array(items) => items.iter().map(|item| without_texts(item, false)).collect(),
        value => value.clone(),
    }
}

#[tokio::test]
async fn the_committed_document_equals_the_served_one() {
    let app = TestApp::init().await;
    let served = app.visitor().get("/api/openapi.json").await.ok().json();
    let text = serde_json::to_string_pretty(&without_texts(&served, false)).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert!(std::fs::read_to_string(FILE).unwrap_or_default() == text, "web/src/api/openapi.json is outdated: run {COMMAND}");
}

/// The forms of drafts, which are kept as their browser sent them, and the rows of a copy of one's data.
const KEPT: [&str; 3] = ["DraftForm", "DraftFormInput", "ExportedRow"];

/// Whether a schema, or a part of it, allows any value.
fn allows_any(schema: &Value) -> bool {
    let Some(fields) = schema.as_object() else { return schema != &Value::Bool(false) };
    let has = |name: &str| fields.contains_key(name);
    let is_limited = match schema["type"].as_str() {
        Some("object") => has("properties") || schema["additionalProperties"].is_object(),
        Some("array") => has("items"),
        _ => ["$ref", "type", "oneOf", "allOf"].iter().any(|name| has(name)),
    };
    let parts = ["oneOf", "allOf", "prefixItems"].iter().filter_map(|name| fields.get(*name)?.as_array()).flatten();
    let one = ["items", "additionalProperties"].iter().filter_map(|name| fields.get(*name));
    !is_limited
        || parts.chain(one).chain(schema["properties"].as_object().into_iter().flat_map(|all| all.values())).any(allows_any)
}

/// All schemas of a part of the document, with their paths.
fn schemas(value: &Value, at: String, found: &mut Vec<(String, Value)>) {
    if let Some(schema) = value.get("schema") {
        found.push((at.clone(), schema.clone()));
    }
    let (items, fields) = (value.as_array(), value.as_object());
    items.into_iter().flatten().for_each(|item| schemas(item, at.clone(), found));
    fields.into_iter().flatten().for_each(|(name, value)| schemas(value, format!("{at} {name}"), found));
}

#[tokio::test]
async fn no_schema_allows_any_value() {
    let app = TestApp::init().await;
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    let mut found = Vec::new();
    schemas(&document["paths"], String::new(), &mut found);
    found.extend(document["components"]["schemas"].as_object().unwrap().clone());
    assert!(found.len() > 100);
    for (at, mut schema) in found {
        if KEPT.contains(&at.as_str()) {
            assert_eq!(schema.as_object_mut().unwrap().remove("additionalProperties"), Some(Value::Bool(true)));
        }
        assert!(!allows_any(&schema), "{at} allows any value: {schema}");
    }
    assert!(allows_any(&serde_json::json!({})) && allows_any(&serde_json::json!({ "type": "object" })));
}

#[test]
fn differences_from_a_schema_are_found() {
    let compared = |schema: Value, value: Value| {
        let mut wrong = Vec::new();
        compare(&schema, &value, "", &mut wrong);
        wrong.len()
    };
    let entry = serde_json::json!({ "properties": { "name": { "type": "string" }, "at": { "type": ["integer", "null"] } }, "required": ["at"] });
    for (value, wrong) in [
        (serde_json::json!({ "name": "a", "at": 1 }), 0),
        (serde_json::json!({ "at": null }), 0),
        (serde_json::json!({ "name": null, "at": 1 }), 1),
        (serde_json::json!({ "name": "a" }), 1),
        (serde_json::json!({ "at": 1, "more": 1 }), 1),
        (serde_json::json!({ "name": 1, "at": "1" }), 2),
    ] {
        assert_eq!(compared(entry.clone(), value.clone()), wrong, "{value}");
    }
}
