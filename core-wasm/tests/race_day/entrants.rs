//! Lists of entrants: reading them, and the plan of what they would change.

use core_wasm::error::CoreError;
use core_wasm::timing::entrants::{EntrantList, Options, SUBJECT, Table, search, write};
use core_wasm::timing::plan::{ChangeFacts, EntrantChange, Outcome, plan};
use core_wasm::timing::preview::{PageQuery, Show};
use core_wasm::timing::rename::follow;
use core_wasm::timing::setup::Wave;
use core_wasm::timing::undo::undo;
use core_wasm::timing::{Entrant, Plan, Setup};
use proptest::prelude::*;

use crate::{entrant, setup};

fn read(table: Result<Table, CoreError>) -> EntrantList {
    let options = Options { setup: &setup(), race_day: "June 15, 2027".parse().unwrap(), columns: None, dates: None };
    table.unwrap().read(&options).unwrap()
}

fn csv(text: &str) -> EntrantList {
    read(Table::from_text(text.as_bytes(), &SUBJECT))
}

fn json(text: &str) -> EntrantList {
    read(Table::from_json(text.as_bytes(), &SUBJECT))
}

fn plan_of(current: &[Entrant], list: &EntrantList) -> Plan {
    plan(current, list, &setup(), "June 15, 2027".parse().unwrap())
}

fn planned(current: &[Entrant], list: &str) -> Plan {
    plan_of(current, &csv(list))
}

/// The lines that are refused, with the reasons.
fn refused(plan: &Plan) -> Vec<(usize, &str)> {
    let refused = plan.lines.iter().filter_map(|line| match &line.outcome {
        Outcome::Refused(reason) => Some((line.line, reason.as_str())),
        _ => None,
    });
    refused.collect()
}

/// The entrants after a list was applied to nobody.
fn entrants(list: &str) -> Vec<Entrant> {
    planned(&[], list).changes().filter_map(|change| change.after).collect()
}

#[test]
fn a_header_in_any_order_and_case() {
    let list = csv(
        "\u{feff}LASTNAME,Contest,Bib,first name,GENDER,dob,E-mail,shoe\r\n\"Ng, Jr.\",10K,0042,\"Ann \"\"A\"\"\",Female,5/31/1990,a@example.test,41\r\n",
    );
    assert_eq!(list.lines[0].line, 2);
    assert_eq!(
        plan_of(&[], &list).changes().next().unwrap().after.unwrap(),
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
    assert_eq!(list.question().unwrap().message, "Say what these columns are, or leave them out: shoe.");
}

#[test]
fn a_plan_lists_what_would_change() {
    let current = [entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1002", "Bo", "Day", "m", 40, "10K")];
    let plan = planned(
        &current,
        "bib,firstname,lastname,gender,age,contest\n1001,Ann,Ng,F,30,10K\n1002,Bo,Day,M,41,10K\n1003,Cy,Fox,X,20,\n",
    );
    assert_eq!(plan.counts().summary(), "1 added, 1 changed, 1 unchanged, 0 refused.");
    let changed = plan.page(&PageQuery { show: Show::Changed, ..PageQuery::default() });
    assert_eq!(
        (changed.total, changed.lines[0].fields[0].before.as_str(), changed.lines[0].fields[0].after.as_str()),
        (1, "40", "41")
    );
}

#[test]
fn a_list_changes_only_the_columns_that_it_has() {
    let ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    let plan = planned(std::slice::from_ref(&ann), "bib,chip\n1001,C1\n");
    let after = plan.changes().next().unwrap().after.unwrap();
    assert_eq!(after, Entrant { chip: Some("C1".into()), ..ann });
    assert_eq!(plan.counts().emptied, 0);
}

#[test]
fn a_short_line_leaves_the_missing_columns_as_they_are() {
    let ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    let plan = planned(&[ann], "bib,firstname,lastname,age\n1001,Anna\n");
    let after = plan.changes().next().unwrap().after.unwrap();
    assert_eq!((after.first_name.as_str(), after.last_name.as_str(), after.age), ("Anna", "Ng", Some(30)));
}

#[test]
fn chips_may_move_within_a_list_but_not_to_two_runners() {
    let chipped = |bib: &str, chip: &str| Entrant { chip: Some(chip.into()), ..entrant(bib, "A", "B", "f", 30, "10K") };
    let current = [chipped("1001", "C1"), chipped("1002", "C2"), chipped("1003", "C3")];
    let circle = planned(&current, "bib,chip\n1001,C2\n1002,C3\n1003,C1\n");
    assert_eq!(circle.counts().changed, 3);
    // Bib 1003 keeps its chip, so 1002 keeps its own, and then 1001.
    let broken = planned(&current, "bib,chip,age\n1001,C2,\n1002,C3,\n1003,C1,old\n");
    assert_eq!(
        refused(&broken),
        [
            (2, "Chip C2 belongs to bib 1002 already."),
            (3, "Chip C3 belongs to bib 1003 already."),
            (4, "The age \"old\" is not a number from 0 to 120."),
        ]
    );
}

#[test]
fn the_facts_for_the_audit_record_name_fields_but_no_persons() {
    let first = entrants("bib,first,dob,email\n1017,Quill,1990-05-31,quill@runner.test\n1018,Bo,,\n");
    let second = planned(&first, "bib,first,dob,email\n1017,Quill,1990-06-01,\n1018,Bo,,\n1019,Cy,,\n");
    let facts = serde_json::to_string(&ChangeFacts::of(&second.changes().collect::<Vec<_>>())).unwrap();
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
    assert_eq!(
        refused(&plan),
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
    assert_eq!(plan.counts().added, 2);
    assert_eq!(plan.lines.last().unwrap().bib, "1008", "the bib that a refused line names");
}

#[test]
fn a_timing_box_sees_only_the_fields_that_it_needs() {
    let ann = entrants(
        "bib,firstname,lastname,gender,dob,contest,chip,wave,email,team\n7,Ann,Ng,F,1990-05-31,10K,C7,2,ann@example.test,Engines\n",
    );
    let plan = planned(&ann, "bib,contest,first\n7,5K,Anna\n8,10K,Bo\n").for_boxes();
    let boxed: Vec<Entrant> = ann.into_iter().map(Entrant::for_boxes).collect();
    let sent = serde_json::to_string(&(boxed, plan.page(&PageQuery::default()))).unwrap();
    for secret in ["Ann", "Ng", "1990", "example.test", "Engines", "\"f\"", "Bo"] {
        assert!(!sent.contains(secret), "{secret}: {sent}");
    }
    assert!(sent.contains("C7") && sent.contains("10K") && sent.contains("\"8\""), "{sent}");
}

#[test]
fn a_timing_box_cannot_guess_a_date_of_birth() {
    let line = |dob: &str, bib: u8| format!("bib,firstname,lastname,gender,dob,contest\n{bib},Ann,Ng,F,{dob},10K\n");
    let ann = entrants(&line("1990-05-31", 7));
    let guess = |dob: &str| planned(&ann, &line(dob, 7)).for_boxes();
    assert_eq!(guess("1990-05-31"), guess("1990-06-01"));
    assert_eq!(guess("1990-05-31"), guess(""), "nor whether there is one");
    assert_eq!(guess("1990-06-01").counts().summary(), "0 added, 0 changed, 1 unchanged, 0 refused.");
    let moved = planned(&ann, "bib,contest,chip\n7,10K,C9\n").for_boxes();
    assert_eq!(moved.counts().summary(), "0 added, 1 changed, 0 unchanged, 0 refused.");
}

#[test]
fn a_long_list_is_shown_in_pages() {
    let lines: String =
        (0..1500).map(|n| format!("{},Runner {n},{}\n", 1000 + n, if n % 3 == 0 { "10K" } else { "Marathon" })).collect();
    let plan = planned(&[], &format!("bib,name,contest\n{lines}"));
    assert_eq!(plan.counts().summary(), "500 added, 0 changed, 0 unchanged, 1,000 refused.");
    let page = |query: PageQuery| plan.page(&query);
    let last = page(PageQuery { show: Show::Refused, offset: 990, limit: 100, ..PageQuery::default() });
    assert_eq!((last.total, last.lines.len(), last.lines[9].line), (1000, 10, 1501));
    assert_eq!(page(PageQuery::default()).lines.len(), 500, "the longest page");
    let found = page(PageQuery { q: "runner 27".into(), ..PageQuery::default() });
    assert!(found.lines.iter().any(|line| line.bib == "1027"), "{found:?}");
    assert!(plan.lines.iter().map(|line| line.line).eq(2..1502), "every line is there, in order");
    assert_eq!((last.lines[9].name.as_str(), last.lines[9].bib.as_str()), ("Runner 1499", "2499"), "a refused line has its name");
}

#[test]
fn an_export_is_read_as_the_same_entrants() {
    let all = entrants(
        "bib,firstname,lastname,gender,dob,age,contest,chip,wave,email,team\n1001,\"=cmd\",\"Ng, \"\"A\"\"\",F,1990-05-31,,10K,C7,2,ann@example.test,'+1\n1002,@Bo,,,,34,10K,,,,-\n",
    );
    assert_eq!(all.len(), 2);
    let file = write::csv(&all);
    let plan = planned(&all, &file);
    assert_eq!(plan.counts().summary(), "0 added, 0 changed, 2 unchanged, 0 refused.", "{file}");
    for cell in file.lines().skip(1).flat_map(|line| line.split(',')) {
        assert!(!cell.trim_start_matches('"').starts_with(['=', '+', '-', '@']), "{cell} would be run as a formula");
    }
}

#[test]
fn undoing_a_list_leaves_what_was_changed_since() {
    let before = [entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1002", "Bo", "Day", "m", 40, "10K")];
    let changes: Vec<EntrantChange> = planned(&before, "bib,age\n1001,31\n1002,41\n1003,20\n").changes().collect();
    let mut now: Vec<Entrant> = changes.iter().filter_map(|change| change.after.clone()).collect();
    let whole = undo(&changes, &now, &setup());
    assert_eq!(whole.summary(), "2 entrants changed back and 1 entrant taken out again.");
    assert_eq!(whole.back[0].after.as_ref(), Some(&before[0]));

    now[1].team = Some("Engines".into());
    let partly = undo(&changes, &now, &setup());
    assert_eq!(partly.kept[0].reason, "Bib 1002 was changed since.");
    assert_eq!((partly.back.len(), partly.refusal()), (2, None));
    let nothing = undo(&changes[1..2], &now, &setup());
    assert_eq!(nothing.refusal().as_deref(), Some("Bib 1002 was changed since."));
}

#[test]
fn undoing_gives_no_chip_to_two_runners() {
    let chipped =
        |bib: &str, chip: Option<&str>| Entrant { chip: chip.map(str::to_owned), ..entrant(bib, "A", "B", "f", 30, "10K") };
    let change = EntrantChange { before: Some(chipped("1001", Some("C1"))), after: Some(chipped("1001", None)) };
    let now = [chipped("1001", None), chipped("1002", Some("C1"))];
    let undone = undo(&[change], &now, &setup());
    assert_eq!(undone.kept[0].reason, "Bib 1001's chip C1 belongs to bib 1002 now.");
}

#[test]
fn a_list_of_a_whole_field_is_planned_at_once() {
    let line = |n: usize| format!("{},Runner{n},Number{n},F,5/31/1990,10K,C{n},runner{n}@example.test,Engines\n", 10_000 + n);
    let lines: String = (0..31_984).map(line).collect();
    let text = format!("bib,first,last,gender,dob,contest,chip,email,team\n{lines}");
    let plan = planned(&entrants(&text), &text);
    assert_eq!(plan.counts().unchanged, 31_984);
}

/// Pieces of lines, among them everything that separates and quotes.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\""),
        Just("\"\""),
        Just(","),
        Just(";"),
        Just("\t"),
        Just(" "),
        Just("x"),
        Just("10K"),
        Just("1990"),
        Just("é")
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_line_of_a_list_becomes_something(junk in proptest::collection::vec(pieces(), 1..30), end in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")]) {
        // Each line names its bib, and has at least as many separators as the header.
        let lines: String = junk.iter().enumerate().map(|(n, junk)| format!("{},10K,{junk},{end}", 1000 + n)).collect();
        let list = csv(&format!("bib,contest,first,last{end}{lines}"));
        let plan = plan_of(&[], &list);
        prop_assert!(plan.lines.iter().map(|line| line.line).eq(2..junk.len() + 2), "{:?}", plan);
        let counts = plan.counts();
        prop_assert_eq!(counts.added + counts.changed + counts.unchanged + counts.refused, junk.len());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut body = b"bib,first\n".to_vec();
        body.extend(&bytes);
        for table in [Table::from_text(&bytes, &SUBJECT), Table::from_text(&body, &SUBJECT), Table::from_json(&bytes, &SUBJECT)].into_iter().flatten() {
            let options = Options { setup: &setup(), race_day: "June 15, 2027".parse().unwrap(), columns: None, dates: None };
            let list = table.read(&options).unwrap();
            let plan = plan_of(&[], &list);
            prop_assert_eq!(plan.lines.len(), list.lines.len());
            let _ = (plan.warnings(&list), plan.refused_csv(&list));
        }
    }
}

#[test]
fn an_entrant_has_several_chips_each_for_a_time_or_a_leg() {
    let list = |chips: &str| json(&format!(r#"[{{"bib": 7, "contest": "10K", "chips": {chips}}}]"#));
    let good = plan_of(
        &[],
        &list(
            r#"[{"chip": " 007 ", "to": "2027-06-15T09:00:00-04:00"}, {"chip": "B", "leg": "Run", "name": "Ann", "status": "DQ"}]"#,
        ),
    );
    assert_eq!(refused(&good), []);
    let seven = good.changes().next().unwrap().after.unwrap();
    assert_eq!(seven.chips.iter().map(|chip| chip.chip.as_str()).collect::<Vec<_>>(), ["7", "B"]);
    assert_eq!(seven.chips_in_words(), "7 (until 2027-06-15T09:00:00-04:00); B (Run, Ann, DQ)");
    assert_eq!(seven.member_status(), Some(core_wasm::timing::Override::Dq));
    let sent = serde_json::to_string(&seven.clone().for_boxes()).unwrap();
    assert!(sent.contains("Run") && !sent.contains("Ann") && !sent.contains("DQ"), "{sent}");
    for wrong in [r#"[{"chip": ""}]"#, r#"[{"chip": "A", "from": "9:00"}]"#, r#"[7]"#, "{}"] {
        assert_eq!(refused(&plan_of(&[], &list(wrong))).len(), 1, "{wrong}");
    }

    // A list without these chips keeps them; one that has the field and no chips in it takes them away, and says so.
    let current = std::slice::from_ref(&seven);
    let after = |plan: &Plan| plan.changes().next().unwrap().after.unwrap().chips;
    assert_eq!(after(&planned(current, "bib,contest\n7,5K\n")), seven.chips);
    let emptied = plan_of(current, &list("[]"));
    assert_eq!((after(&emptied), emptied.counts().emptied), (vec![], 1));
    // An export has them, and is read as the same.
    assert_eq!(planned(current, &write::csv(current)).counts().unchanged, 1, "{}", write::csv(current));
}

#[test]
fn a_chip_belongs_to_one_bib_at_a_time() {
    let owner = |bib: u32, span: &str| format!(r#"{{"bib": {bib}, "contest": "10K", "chips": [{{"chip": "A"{span}}}]}}"#);
    let reasons = |one: String, other: String| {
        let plan = plan_of(&[], &json(&format!("[{one},{other}]")));
        refused(&plan).into_iter().map(|(_, reason)| reason.to_owned()).collect::<Vec<_>>()
    };
    let until = r#", "to": "2027-06-15T09:00:00-04:00""#;
    assert!(reasons(owner(7, until), owner(8, r#", "from": "2027-06-15T09:00:00-04:00""#)).is_empty(), "one after the other");
    assert_eq!(reasons(owner(7, until), owner(8, "")), ["Chip A belongs to bib 7 already."]);
}

/// The setup with two waves of the 10K, the first of them for the bibs from 1000 to 1999.
fn with_waves(first: &str, second: &str) -> Setup {
    let mut setup = setup();
    let wave = |name: &str, bibs| Wave { name: name.into(), bibs, ..Wave::default() };
    setup.contests[0].waves = vec![wave(first, std::mem::take(&mut setup.contests[0].bibs)), wave(second, vec![])];
    setup.contests[0].gun = None;
    setup
}

#[test]
fn a_wave_that_a_contest_does_not_have_is_refused_unless_the_bib_decides() {
    let setup = with_waves("A", "B");
    let plan_of = |current: &[Entrant], list: &str| plan(current, &csv(list), &setup, "June 15, 2027".parse().unwrap());
    let plan = plan_of(&[], "bib,contest,wave\n1001,10K,b\n1002,10K,C\n7,10K,C\n8,10K,A\n");
    let reason = "10K has no wave \"C\"; it has: A, B.";
    assert_eq!(refused(&plan), [(4, reason)]);
    // A list that says nothing of contest or wave does not have to put an entrant's wave right.
    let seven = Entrant { wave: Some("C".into()), ..entrant("7", "Ann", "Ng", "f", 30, "10K") };
    assert_eq!(plan_of(std::slice::from_ref(&seven), "bib,age\n7,31\n").counts().changed, 1);
    assert_eq!(
        search::stray(&[seven], &setup).unwrap(),
        "1 entrant is in no wave of a contest and will be timed from the gun of the first wave."
    );
}

#[test]
fn entrants_keep_contests_and_waves_that_are_renamed() {
    let (old, mut new) = (with_waves("A", "B"), with_waves("A", "Second"));
    new.contests[0].name = "Ten".into();
    let of = |bib: &str, wave: &str| Entrant { wave: Some(wave.into()), ..entrant(bib, "Ann", "Ng", "f", 30, "10K") };
    let all = vec![of("1001", "A"), of("1002", "b"), of("1003", "C"), entrant("5001", "Bo", "Day", "m", 40, "5K")];
    let followed = follow(&old, &new, all);
    let summaries: Vec<&str> = followed.iter().map(|renamed| renamed.summary.as_str()).collect();
    assert_eq!(summaries, ["10K is now Ten; 3 entrants went with it.", "B (Ten) is now Second; 1 entrant went with it."]);
    let second = followed[1].changes[0].after.as_ref().unwrap();
    assert_eq!((second.bib.as_str(), second.contest.as_str(), second.wave.as_deref()), ("1002", "Ten", Some("Second")));

    // Undoing it says that there is no such wave any more.
    let undone = undo(&followed[1].changes, std::slice::from_ref(second), &new);
    assert_eq!(undone.refusal(), None, "the bib decides the wave of 1002");
    let mut free = followed[1].changes.clone();
    let mut without_range = |entrant: &mut Option<Entrant>| entrant.iter_mut().for_each(|entrant| entrant.bib = "7".into());
    free.iter_mut().for_each(|change| [&mut change.before, &mut change.after].into_iter().for_each(&mut without_range));
    let now = free[0].after.clone().unwrap();
    assert_eq!(undo(&free, &[now], &new).refusal().unwrap(), "Bib 7 was in the wave b, which there is no more.");

    // Other names of a wave follow too; a wave that is only taken out takes nobody along.
    let named = |names: &[&str]| {
        let mut setup = with_waves("A", "B");
        setup.contests[0].waves[1].wave_names = names.iter().map(|name| (*name).to_owned()).collect();
        setup
    };
    let moved = follow(&named(&["Late"]), &named(&[]), vec![of("1001", "late")]);
    assert_eq!(moved[0].changes[0].after.as_ref().unwrap().wave.as_deref(), Some("B"));
    let mut shorter = with_waves("A", "B");
    shorter.contests[0].waves.truncate(1);
    assert_eq!(follow(&with_waves("A", "B"), &shorter, vec![of("1001", "B")]), []);
}

#[test]
fn a_list_of_very_many_columns_is_refused_before_its_columns_are_compared() {
    let wide: Vec<String> = (0..1_000_000).map(|number| format!("c{number}")).collect();
    let header = wide.join(",");
    let json = format!("[{{{}}}]", wide.iter().take(100_000).map(|name| format!("\"{name}\":1")).collect::<Vec<_>>().join(","));
    for (kind, list) in
        [("text/csv", format!("{header}\n1\n")), ("text/csv", format!("\n{header}\n")), ("application/json", json)]
    {
        let refused = Table::parse(kind, list.as_bytes(), &SUBJECT).map(|_| ()).unwrap_err();
        assert_eq!(refused.message, "The list has more than 250 columns. Leave out those that are not about entrants.");
    }
}
