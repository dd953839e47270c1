//! The problems of a timing setup.

use core_wasm::timing::Setup;
use serde_json::{Value, json};

use crate::SETUP;

/// The problems of the setup after one value is changed.
fn with(pointer: &str, value: Value) -> Vec<(String, String)> {
    let mut setup: Value = serde_json::from_str(SETUP).unwrap();
    *setup.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    problems(&setup.to_string())
}

fn problems(json: &str) -> Vec<(String, String)> {
    Setup::from_json(json).err().unwrap_or_default().0.into_iter().map(|problem| (problem.field, problem.code)).collect()
}

#[test]
fn a_valid_setup_may_contain_notes() {
    assert_eq!(problems(SETUP), []);
    let mut noted: Value = serde_json::from_str(SETUP).unwrap();
    noted["note"] = json!("a remark of the author");
    noted["contests"][0]["gun"] = Value::Null;
    assert_eq!(problems(&noted.to_string()), []);
}

#[test]
fn each_problem_is_reported_at_its_field() {
    let cases = [
        ("/contests", json!([]), "contests", "no_contests"),
        ("/contests/0/name", json!(" "), "contests.0.name", "name_required"),
        ("/contests/1/name", json!("10k"), "contests.1.name", "name_taken"),
        ("/contests/0/gun", json!("8:30"), "contests.0.gun", "unreadable_time"),
        ("/contests/0/bibs/0/to", json!(999), "contests.0.bibs.0", "bad_bib_range"),
        ("/contests/1/bibs/0/from", json!(1500), "contests.1.bibs.0", "bibs_overlap"),
        ("/contests/0/bibs", json!([]), "contests.0.bibs", "bibs_required"),
        ("/contests/0/splits/0/label", json!(""), "contests.0.splits.0.label", "label_required"),
        ("/contests/0/splits/0/metres", json!(10_001), "contests.0.splits.0.metres", "bad_split_distance"),
        ("/contests/0/splits/0/mats", json!([]), "contests.0.splits.0.mats", "mats_required"),
        ("/contests/0/splits/0/mats", json!(["LINE1"]), "contests.0.splits.0.minimumSeconds", "split_within_start"),
        ("/contests/0/splits/0/minimumSeconds", json!(-1), "contests.0.splits.0.minimumSeconds", "bad_seconds"),
        ("/contests/0/start/mats/0", json!(""), "contests.0.start.mats", "blank_mat"),
        ("/contests/0/finish/minimumSeconds", json!(600), "contests.0.finish.minimumSeconds", "finish_within_start"),
        ("/contests/0/ranking", json!("net"), "setup", "unreadable_setup"),
        ("/contests/0/finish", json!({}), "setup", "unreadable_setup"),
    ];
    for (pointer, value, field, code) in cases {
        assert_eq!(with(pointer, value), [(field.to_owned(), code.to_owned())], "{pointer}");
    }
    let codes: Vec<String> = with("/contests/0/distanceMetres", json!(0)).into_iter().map(|(_, code)| code).collect();
    assert_eq!(codes, ["bad_distance", "bad_split_distance"]);
    assert_eq!(problems("{").first().map(|(field, _)| field.as_str()), Some("setup"));
}
