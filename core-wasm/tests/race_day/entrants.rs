//! Lists of entrants: reading them, and the plan of what they would change.

use core_wasm::timing::entrants::{EntrantList, parse, parse_csv, parse_json};
use core_wasm::timing::plan::plan;
use core_wasm::timing::{Entrant, Plan};

use crate::{entrant, setup};

fn csv(text: &str) -> EntrantList {
    parse_csv(text.as_bytes()).unwrap()
}

fn planned(current: &[Entrant], list: &str) -> Plan {
    plan(current, &csv(list), &setup(), "June 15, 2027".parse().unwrap())
}

#[test]
fn a_header_in_any_order_and_case() {
    let list = csv(
        "\u{feff}LASTNAME,Contest,Bib,first name,GENDER,dob,E-mail,shoe\r\n\"Ng, Jr.\",10K,0042,\"Ann \"\"A\"\"\",Female,5/31/1990,a@example.test,41\r\n",
    );
    assert_eq!(list.refused, []);
    let ann = &list.entrants[0];
    assert_eq!(ann.line, 2);
    assert_eq!(
        ann.entrant,
        Entrant {
            bib: "42".into(),
            first_name: "Ann \"A\"".into(),
            last_name: "Ng, Jr.".into(),
            gender: "f".into(),
            dob: Some("1990-05-31".into()),
            contest: "10K".into(),
            email: Some("a@example.test".into()),
            ..Entrant::default()
        }
    );
    assert_eq!(csv("bib;firstname\n7;Zoë").entrants[0].entrant.first_name, "Zoë", "semicolons, as in some spreadsheets");
    assert_eq!(parse_csv(b"bib,firstname\n7,Zo\xeb").unwrap().entrants[0].entrant.first_name, "Zoë", "Latin-1");
}

#[test]
fn genders_as_lists_write_them() {
    let list = csv("bib,gender\n1,M\n2,male\n3,F\n4,Woman\n5,X\n6,Non-Binary\n7,NB\n8,\n9,a\n");
    let genders: Vec<&str> = list.entrants.iter().map(|item| item.entrant.gender.as_str()).collect();
    assert_eq!(genders, ["m", "m", "f", "f", "a", "a", "a", "", "a"]);
}

#[test]
fn unreadable_lines_are_refused_with_a_reason() {
    let list = csv("bib,gender,dob,age\n,M,,\n1,?,,\n2,M,31.5.1990,\n3,M,1990-02-30,\n4,M,,old\n5,M,,,extra\n6,M,,33\n\n");
    let refused: Vec<(usize, &str)> = list.refused.iter().map(|refused| (refused.line, refused.reason.as_str())).collect();
    assert_eq!(
        refused,
        [
            (2, "The bib is missing."),
            (3, "The gender \"?\" is not M, F or X (Non-Binary)."),
            (4, "The date of birth \"31.5.1990\" is not a date like 1990-05-31 or 5/31/1990."),
            (5, "The date of birth \"1990-02-30\" is not a date like 1990-05-31 or 5/31/1990."),
            (6, "The age \"old\" is not a number from 0 to 120."),
            (7, "There are 5 fields, but the header names 4."),
        ]
    );
    assert_eq!(list.entrants.len(), 1);
}

#[test]
fn unreadable_lists_are_refused() {
    for (text, words) in [
        ("", "The list is empty: its first line must name the columns."),
        ("name,age\nA,3", "The first line must name the columns, and one of them must be bib."),
        ("bib,dob,Bib\n1,,2", "The column \"Bib\" stands there twice."),
    ] {
        assert_eq!(parse_csv(text.as_bytes()).unwrap_err().message, words);
    }
    assert_eq!(parse_json(b"{}").unwrap_err().code, "unreadable_entrants");
    assert_eq!(parse("text/html", b"").unwrap_err().code, "unsupported_format");
}

#[test]
fn json_lists() {
    let list =
        parse("application/json", br#"[{"bib": 12, "Firstname": "Bo", "dob": "1990-05-31", "age": null}, 5, {"bib": {}}]"#)
            .unwrap();
    assert_eq!((list.entrants[0].entrant.bib.as_str(), list.entrants[0].entrant.first_name.as_str()), ("12", "Bo"));
    assert_eq!(list.refused.iter().map(|refused| refused.line).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_plan_lists_what_would_change() {
    let current = [entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1002", "Bo", "Day", "m", 40, "10K")];
    let plan = planned(
        &current,
        "bib,firstname,lastname,gender,age,contest\n1001,Ann,Ng,F,30,10K\n1002,Bo,Day,M,41,10K\n1003,Cy,Fox,X,20,\n",
    );
    assert_eq!((plan.added.len(), plan.changed.len(), plan.unchanged, plan.refused.len()), (1, 1, 1, 0));
    assert_eq!((plan.changed[0].before.age, plan.changed[0].after.age), (Some(40), Some(41)));
    assert_eq!(plan.summary(), "1 added, 1 changed, 1 unchanged, 0 refused.");
}

#[test]
fn the_facts_for_the_audit_record_name_fields_but_no_persons() {
    let first = planned(&[], "bib,first,dob,email\n1017,Quill,1990-05-31,quill@runner.test\n1018,Bo,,\n");
    let second = planned(&first.added, "bib,first,dob,email\n1017,Quill,1990-06-01,\n1018,Bo,,\n1019,Cy,,\n");
    let facts = serde_json::to_string(&second.facts()).unwrap();
    assert_eq!(facts, r#"{"added":1,"changed":1,"fields":["dob","email"]}"#);
}

#[test]
fn a_plan_refuses_lines_with_reasons() {
    let mut chipped = entrant("1009", "Di", "Eck", "f", 30, "10K");
    chipped.chip = Some("C9".into());
    let plan = planned(
        &[chipped],
        "bib,contest,dob,chip,gender\n1001,10K,,,\n1001,10K,,,\n1002,Marathon,,,\n7,,,,\n1003,10K,2027-06-16,,\n1004,10K,1901-01-01,,\n1005,10K,,C9,\n1006,10K,,C1,\n1007,10K,,C1,\n1008,10K,,,no\n",
    );
    let refused: Vec<(usize, &str)> = plan.refused.iter().map(|refused| (refused.line, refused.reason.as_str())).collect();
    assert_eq!(
        refused,
        [
            (3, "Bib 1001 stands on line 2 already."),
            (4, "There is no contest \"Marathon\"; there are: 10K, 5K."),
            (5, "Bib 7 belongs to no contest, and the line names none."),
            (6, "The date of birth June 16, 2027 lies after race day."),
            (7, "The date of birth January 1, 1901 makes an age of 126."),
            (8, "Chip C9 belongs to bib 1009 already."),
            (10, "Chip C1 belongs to bib 1006 already."),
            (11, "The gender \"no\" is not M, F or X (Non-Binary)."),
        ]
    );
    assert_eq!(plan.added.len(), 2);
}

#[test]
fn a_name_without_visible_characters_counts_as_blank() {
    let list = csv("bib,firstname,lastname,team\n7,\u{3164},\u{2800}\u{fe0f},\u{e0041}\n\u{200b},Ann,Ng,\n");
    let seven = &list.entrants[0].entrant;
    assert_eq!((seven.first_name.as_str(), seven.last_name.as_str(), &seven.team), ("", "", &None));
    assert_eq!(list.refused.iter().map(|refused| refused.reason.as_str()).collect::<Vec<_>>(), ["The bib is missing."]);
}

#[test]
fn a_timing_box_sees_only_the_fields_that_it_needs() {
    let before = csv(
        "bib,firstname,lastname,gender,dob,contest,chip,wave,email,team\n7,Ann,Ng,F,1990-05-31,10K,C7,2,ann@example.test,Engines\n",
    );
    let ann = before.entrants[0].entrant.clone();
    let plan = planned(std::slice::from_ref(&ann), "bib,contest\n7,10K\n8,10K\n").for_boxes();
    let sent = serde_json::to_string(&(ann.for_boxes(), plan)).unwrap();
    for secret in ["Ann", "Ng", "1990", "example.test", "Engines", "\"f\""] {
        assert!(!sent.contains(secret), "{secret}: {sent}");
    }
    assert!(sent.contains("C7") && sent.contains("10K") && sent.contains("\"8\""), "{sent}");
}

#[test]
fn a_timing_box_cannot_guess_a_date_of_birth() {
    let line = |dob: &str, bib: u8| format!("bib,firstname,lastname,gender,dob,contest\n{bib},Ann,Ng,F,{dob},10K\n");
    let ann = csv(&line("1990-05-31", 7)).entrants[0].entrant.clone();
    let guess = |dob: &str| planned(std::slice::from_ref(&ann), &line(dob, 7)).for_boxes();
    assert_eq!(guess("1990-05-31"), guess("1990-06-01"));
    assert_eq!(guess("1990-06-01").summary(), "0 added, 0 changed, 1 unchanged, 0 refused.");
    let moved = planned(&[ann], "bib,contest,chip\n7,10K,C9\n").for_boxes();
    assert_eq!(moved.summary(), "0 added, 1 changed, 0 unchanged, 0 refused.");
}

#[test]
fn invisible_characters_are_removed_from_a_list() {
    let list = csv("bib,firstname,lastname,contest\n\u{202e}7,An\u{fffe}n,\u{2066}Ng\u{2069},10K\n");
    let entrant = &list.entrants[0].entrant;
    assert_eq!((entrant.bib.as_str(), entrant.first_name.as_str(), entrant.last_name.as_str()), ("7", "Ann", "Ng"));
}

#[test]
fn the_first_thousand_refused_lines_are_listed_and_all_are_counted() {
    for list in [
        csv(&format!("bib,contest\n{}", ",x\n".repeat(1500))),
        parse_json(format!("[{}1]", "1,".repeat(1499)).as_bytes()).unwrap(),
    ] {
        assert_eq!((list.refused.len(), list.refused_total), (1000, 1500));
        assert_eq!(list.refused[999].line - list.refused[0].line, 999, "the first ones");
    }
    // Lines that could be read but are refused for their values are listed among them, in the order of the lines.
    let mixed: String = (0..900).map(|n| format!("{n},Marathon\n,x\n")).collect();
    let plan = planned(&[], &format!("bib,contest\n{mixed}"));
    assert_eq!((plan.refused.len(), plan.refused_total), (1000, 1800));
    assert!(plan.refused.iter().map(|refused| refused.line).eq(2..1002));
    assert_eq!(plan.summary(), "0 added, 0 changed, 0 unchanged, 1800 refused.");
}

#[test]
fn an_entrant_has_several_chips_each_for_a_time_or_a_leg() {
    let list = |chips: &str| parse_json(format!(r#"[{{"bib": 7, "contest": "10K", "chips": {chips}}}]"#).as_bytes()).unwrap();
    let good = list(
        r#"[{"chip": " 007 ", "to": "2027-06-15T09:00:00-04:00"}, {"chip": "B", "leg": "Run", "name": "Ann", "status": "DQ"}]"#,
    );
    assert_eq!(good.refused, []);
    let seven = &good.entrants[0].entrant;
    assert_eq!(seven.chips.iter().map(|chip| chip.chip.as_str()).collect::<Vec<_>>(), ["7", "B"]);
    assert_eq!(seven.member_status(), Some(core_wasm::timing::Override::Dq));
    let sent = serde_json::to_string(&seven.clone().for_boxes()).unwrap();
    assert!(sent.contains("Run") && !sent.contains("Ann") && !sent.contains("DQ"), "{sent}");
    for wrong in [r#"[{"chip": ""}]"#, r#"[{"chip": "A", "from": "9:00"}]"#, r#"[7]"#] {
        assert_eq!(list(wrong).refused.len(), 1, "{wrong}");
    }

    // A list without these chips keeps them.
    let after = plan(std::slice::from_ref(seven), &csv("bib,contest\n7,5K\n"), &setup(), "June 15, 2027".parse().unwrap());
    assert_eq!(after.changed[0].after.chips, seven.chips);
}

#[test]
fn a_chip_belongs_to_one_bib_at_a_time() {
    let day = "June 15, 2027".parse().unwrap();
    let owner = |bib: u32, span: &str| format!(r#"{{"bib": {bib}, "contest": "10K", "chips": [{{"chip": "A"{span}}}]}}"#);
    let refused = |one: String, other: String| {
        plan(&[], &parse_json(format!("[{one},{other}]").as_bytes()).unwrap(), &setup(), day).refused.len()
    };
    let until = r#", "to": "2027-06-15T09:00:00-04:00""#;
    assert_eq!(refused(owner(7, until), owner(8, r#", "from": "2027-06-15T09:00:00-04:00""#)), 0, "one after the other");
    assert_eq!(refused(owner(7, until), owner(8, "")), 1);
}

#[test]
fn a_wave_that_a_contest_does_not_have_is_refused_unless_the_bib_decides() {
    let mut setup = setup();
    let wave = |name: &str, bibs| core_wasm::timing::setup::Wave { name: name.into(), bibs, ..Default::default() };
    setup.contests[0].waves = vec![wave("A", std::mem::take(&mut setup.contests[0].bibs)), wave("B", vec![])];
    setup.contests[0].gun = None;
    let list = csv("bib,contest,wave\n1001,10K,b\n1002,10K,C\n7,10K,C\n8,10K,A\n");
    let plan = plan(&[], &list, &setup, "June 15, 2027".parse().unwrap());
    let reasons: Vec<(usize, &str)> = plan.refused.iter().map(|refused| (refused.line, refused.reason.as_str())).collect();
    assert_eq!(reasons, [(4, "10K has no wave \"C\"; it has: A, B.")]);
}
