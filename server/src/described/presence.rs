//! Which fields of a type are always there, when it is sent and when it is taken.
//!
//! A derived schema says what is taken: a field that has a default may be left out, and an `Option` may be null. What is sent is
//! narrower. A field is always sent, unless it is an `Option`; an `Option` is left out instead of being null, unless its type says
//! `#[schema(required)]`: then it is sent as null. A type that is taken and sent is therefore described twice, where that differs.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The beginning of a reference to a schema.
const SCHEMAS: &str = "#/components/schemas/";
/// After the name of a type as it is taken, where it is sent otherwise.
const INPUT: &str = "Input";

/// Describes what is sent as it is sent, and what is taken as it is taken.
pub(crate) fn settle(document: &mut Value) {
    let Some(derived) = document.pointer("/components/schemas").and_then(Value::as_object).cloned() else { return };
    let (mut sent, mut taken) = (BTreeSet::new(), BTreeSet::new());
    document.pointer("/components/responses").into_iter().for_each(|refusals| reach(&derived, refusals, &mut sent));
    for call in calls(document) {
        if let Some(answers) = call.get_mut("responses") {
            reach(&derived, answers, &mut sent);
            settle_schema(answers);
        }
        call.get("requestBody").into_iter().for_each(|body| reach(&derived, body, &mut taken));
    }
    let mut settled = derived.clone();
    settled.iter_mut().filter(|(name, _)| sent.contains(*name)).for_each(|(_, schema)| settle_schema(schema));
    let differs = |name: &String| {
        let mut inner = BTreeSet::from([name.clone()]);
        derived.get(name).into_iter().for_each(|schema| reach(&derived, schema, &mut inner));
        sent.contains(name) && inner.iter().any(|name| derived.get(name) != settled.get(name))
    };
    let twice: BTreeSet<&String> = taken.iter().filter(|name| differs(name)).collect();
    let as_taken = taken.iter().filter_map(|name| {
        let mut schema = derived.get(name)?.clone();
        rename(&mut schema, &twice);
        Some((if twice.contains(name) { name.clone() + INPUT } else { name.clone() }, schema))
    });
    let as_taken: Vec<_> = as_taken.collect();
    calls(document).filter_map(|call| call.get_mut("requestBody")).for_each(|body| rename(body, &twice));
    settled.extend(as_taken);
    if let Some(schemas) = document.pointer_mut("/components/schemas") {
        *schemas = settled.into();
    }
}

fn calls(document: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut).filter_map(Value::as_object_mut)
}

/// Adds the names of the schemas to which a value refers, directly or through other schemas.
fn reach(schemas: &Map<String, Value>, value: &Value, names: &mut BTreeSet<String>) {
    if let Some(name) = value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix(SCHEMAS))
        && names.insert(name.to_owned())
    {
        schemas.get(name).into_iter().for_each(|schema| reach(schemas, schema, names));
    }
    let (items, fields) = (value.as_array(), value.as_object());
    let children = items.into_iter().flatten().chain(fields.into_iter().flat_map(Map::values));
    children.for_each(|child| reach(schemas, child, names));
}

/// Changes the references to these schemas into references to their input types.
fn rename(value: &mut Value, twice: &BTreeSet<&String>) {
    match value {
        Value::String(reference) if reference.strip_prefix(SCHEMAS).is_some_and(|name| twice.iter().any(|one| *one == name)) => {
            reference.push_str(INPUT);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, twice)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename(field, twice)),
        _ => {}
    }
}

/// Narrows the schema of an accepted value to that of a sent one.
fn settle_schema(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(settle_schema),
        Value::Object(fields) => {
            fields.values_mut().for_each(settle_schema);
            // Such an object is stored and sent back as the browser has sent it.
            if fields.get("additionalProperties") == Some(&Value::Bool(true)) {
                return;
            }
            let mut always = fields.get("required").cloned().unwrap_or_else(|| json!([]));
            let Some(properties) = fields.get_mut("properties").and_then(Value::as_object_mut) else { return };
            let Some(names) = always.as_array_mut() else { return };
            for (name, property) in properties {
                let name = Value::from(name.as_str());
                if !names.contains(&name) && !without_null(property) {
                    names.push(name);
                }
                if let Some(property) = property.as_object_mut() {
                    property.remove("default");
                }
            }
            if !names.is_empty() {
                fields.insert("required".into(), always);
            }
        }
        _ => {}
    }
}

/// Removes null from the types of a property; returns whether it was one of them.
fn without_null(property: &mut Value) -> bool {
    let Some(property) = property.as_object_mut() else { return false };
    for (kind, null) in [("type", json!("null")), ("oneOf", json!({ "type": "null" }))] {
        let Some(choices) = property.get_mut(kind).and_then(Value::as_array_mut) else { continue };
        let before = choices.len();
        choices.retain(|choice| *choice != null);
        if choices.len() == before {
            continue;
        }
        if let [only] = choices.as_slice() {
            let only = only.clone();
            property.remove(kind);
            match only {
                Value::Object(reference) => property.extend(reference),
                only => drop(property.insert(kind.into(), only)),
            }
        }
        return true;
    }
    false
}
