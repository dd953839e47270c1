//! The problems of a timing setup.

use core_wasm::timing::Setup;
use core_wasm::timing::setup::Wave;
use serde_json::{Value, json};

use crate::SETUP;

/// The problems of the setup after one value is changed.
fn with(pointer: &str, value: Value) -> Vec<(String, String)> {
    let mut setup: Value = serde_json::from_str(SETUP).unwrap();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    match setup.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent}")) {
        Value::Array(items) => items[field.parse::<usize>().unwrap()] = value,
        object => object[field] = value,
    }
    problems(&setup.to_string())
}

/// The problems of the setup whose first contest has these waves, and neither a gun nor bibs of its own.
fn with_waves(waves: Value) -> Vec<(String, String)> {
    let mut setup: Value = serde_json::from_str(SETUP).unwrap();
    let contest = setup["contests"][0].as_object_mut().unwrap();
    contest.remove("gun");
    contest.remove("bibs");
    contest.insert("waves".into(), waves);
    problems(&setup.to_string())
}

#[test]
fn waves_have_names_guns_and_bibs_of_their_own() {
    let wave = |name: &str, from: u32| json!({"name": name, "gun": null, "bibs": [{"from": from, "to": from + 99}]});
    assert_eq!(with_waves(json!([wave("A", 1000), wave("B", 1100)])), []);
    let at = |field: &str, code: &str| vec![(format!("contests.{field}"), code.to_owned())];
    assert_eq!(with_waves(json!([wave(" ", 1000)])), at("0.waves.0.name", "wave_name_required"));
    assert_eq!(with_waves(json!([wave("A", 1000), wave("a ", 1100)])), at("0.waves.1.name", "wave_name_taken"));
    assert_eq!(with_waves(json!([wave("A", 1000), wave("B", 1050)])), at("0.waves.1.bibs.0", "bibs_overlap"));
    assert_eq!(with_waves(json!([wave("A", 5000)])), at("1.bibs.0", "bibs_overlap"), "with another contest's bibs");
    assert_eq!(
        with_waves(json!([{"name": "A", "gun": "8:30", "bibs": [{"from": 1, "to": 2}]}])),
        at("0.waves.0.gun", "unreadable_time")
    );
    assert_eq!(with_waves(json!([{"name": "A", "gun": null}])), at("0.bibs", "bibs_required"));
    let mut named = wave("B", 1100);
    named["waveNames"] = json!(["a"]);
    assert_eq!(with_waves(json!([wave("A", 1000), named])), at("0.waves.1.name", "wave_name_taken"), "by another name");

    let mut both: Value = serde_json::from_str(SETUP).unwrap();
    both["contests"][0]["waves"] = json!([wave("A", 1000)]);
    let codes: Vec<String> = problems(&both.to_string()).into_iter().map(|(_, code)| code).collect();
    assert_eq!(codes, ["gun_of_wave", "bibs_of_wave", "bibs_overlap"]);
}

#[test]
fn a_gun_is_set_for_a_wave_by_name() {
    let mut setup = Setup::from_json(SETUP).unwrap();
    let fired = Some("2027-06-15T08:31:00-04:00".to_owned());
    assert_eq!(setup.set_gun("10k", None, fired.clone()), Ok(()));
    assert_eq!(setup.set_gun("10K", Some("B"), None).map_err(|words| words.0), Err("NO_SUCH_WAVE"));
    assert_eq!(setup.set_gun("Half", None, None).map_err(|words| words.0), Err("NO_SUCH_CONTEST"));
    setup.contests[0].gun = None;
    setup.contests[0].waves = vec![Wave { name: "A".into(), ..Wave::default() }, Wave { name: "B".into(), ..Wave::default() }];
    assert_eq!(setup.set_gun("10K", None, fired.clone()).map_err(|words| words.0), Err("WAVE_NEEDED"));
    assert_eq!(setup.set_gun("10K", Some("b"), fired.clone()), Ok(()));
    assert_eq!(setup.contests[0].waves[1].gun, fired);
    assert_eq!((setup.contests[0].gun_ms(), setup.contests[0].starts()[0].gun), (Some(crate::at("08:31:00")), None));
    setup.contests[0].clear_guns();
    assert_eq!(setup.contests[0].gun_ms(), None);
}

#[test]
fn a_form_keeps_what_it_does_not_show() {
    let mut json: Value = serde_json::from_str(SETUP).unwrap();
    json["timerCodes"] = json!(["160", "161"]);
    json["tagsAreBibs"] = json!(true);
    json["ageBands"] = json!([{"label": "Youth", "to": 19}, {"label": "Open", "from": 20}]);
    let contest = json["contests"][0].as_object_mut().unwrap();
    contest.remove("gun");
    contest.remove("bibs");
    contest
        .insert("waves".into(), json!([{"name": "A", "gun": null, "bibs": [{"from": 1, "to": 9}], "waveNames": ["1", "Elite"]}]));
    contest["splits"][0]["maximumSeconds"] = json!(4000);
    contest["splits"][0]["legName"] = json!("Out");
    contest["finish"]["maximumSeconds"] = json!(9000);
    let setup = Setup::from_json(&json.to_string()).unwrap();
    let draft = core_wasm::timing::draft::SetupDraft::of(&setup, None, core_wasm::dates::DEFAULT_ZONE);
    assert_eq!(draft.read(None, core_wasm::dates::DEFAULT_ZONE), Ok(setup));
}

#[test]
fn an_earlier_setup_has_one_timer_code() {
    let mut json: Value = serde_json::from_str(SETUP).unwrap();
    json["timerCode"] = json!("032");
    assert_eq!(Setup::from_json(&json.to_string()).unwrap().timer_codes, ["032"]);
    json["timerCode"] = Value::Null;
    assert!(Setup::from_json(&json.to_string()).unwrap().timer_codes.is_empty());
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
        ("/contests/0/splits/0/maximumSeconds", json!(600), "contests.0.splits.0.maximumSeconds", "bad_maximum"),
        ("/contests/0/finish/maximumSeconds", json!(60), "contests.0.finish.maximumSeconds", "bad_maximum"),
        ("/ageBands", json!([{"label": "All"}, {"label": "Old", "from": 60}]), "ageBands.1.from", "age_bands_out_of_order"),
        ("/ageBands", json!([{"label": "", "to": 9}]), "ageBands.0.label", "age_band_label_required"),
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
