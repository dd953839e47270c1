//! RunSignup's `get-results`: `individual_results_sets[]`, each with a name and its results. Sets that are not public are left out.

use serde_json::{Map, Value};

use super::Parsed;
use super::sent_result::SentResult;
use crate::error::CoreError;

pub(super) fn parse(body: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
    let refuse = |words: String| CoreError::new("unreadable_reads", words);
    let root: Map<String, Value> =
        serde_json::from_slice(body.trim_ascii()).map_err(|error| refuse(format!("This is not JSON: {error}.")))?;
    if let Some(error) = root.get("error") {
        let words = error.get("error_msg").and_then(Value::as_str).unwrap_or("no reason");
        return Err(refuse(format!("RunSignup refuses: {words}.")));
    }
    let sets = root.get("individual_results_sets").and_then(Value::as_array);
    let sets = sets.ok_or_else(|| refuse("This is not an answer of RunSignup's get-results.".into()))?;
    let mut number = 0;
    for set in sets {
        let name = set.get("individual_result_set_name").and_then(Value::as_str).unwrap_or_default();
        let public = set.get("public_results").and_then(Value::as_str) != Some("F");
        for row in set.get("results").and_then(Value::as_array).into_iter().flatten() {
            number += 1;
            match row {
                _ if !public => parsed.controls += 1,
                Value::Object(fields) => SentResult::take(name, number, fields, parsed),
                _ => parsed.refuse(number, "This is not an object with a result's fields.".into()),
            }
        }
    }
    Ok(())
}
