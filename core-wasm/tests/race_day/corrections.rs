//! What a person decides: a runner's page, the lists of what to look at, and corrections that no form sends.

use core_wasm::dates::DEFAULT_ZONE;
use core_wasm::timing::correction::{MOST_BIBS, ReadRef, StartChoice, summary};
use core_wasm::timing::engine::{CheckList, Field, RunnerList, RunnerPage, RunnersQuery};
use core_wasm::timing::{Correction, Counts, Decision, Override, Read, Setup, Status};

use crate::{SETUP, at, entrant, facts, field, read, status, timed};

fn correction(id: i64, decision: Decision) -> Correction {
    Correction { id, decision }
}

fn decide(field: &mut Field, id: i64, decision: Decision) {
    assert!(field.correct(&correction(id, decision)));
    field.refresh(1);
}

fn take_back(id: i64, of: i64) -> Correction {
    correction(id, Decision::TakeBack { correction: of })
}

fn page(field: &Field, bib: &str) -> RunnerPage {
    field.runner(bib).unwrap_or_else(|| panic!("bib {bib} has no page"))
}

fn results(page: &RunnerPage) -> Vec<&str> {
    page.reads.iter().map(|read| read.result.as_str()).collect()
}

fn left_out_and_used(counts: Counts) -> u64 {
    let Counts { reads: _, used, before_start, spare, off_course, unknown, foreign, invalid, voided, impossible } = counts;
    used + before_start + spare + off_course + unknown + foreign + invalid + voided + impossible
}

fn run_of(bib: &str, start: &str, split: &str, finish: &str) -> Vec<Read> {
    vec![read("LINE1", bib, start), read("5K", bib, split), read("LINE2", bib, finish)]
}

/// A runner with a read of every kind, and one whom nobody knows.
fn all_kinds() -> Field {
    let setup = Setup::from_json(&SETUP.replacen('{', r#"{"timerCodes": ["160"], "#, 1)).unwrap();
    let mut field = Field::new(facts(), setup, vec![entrant("1001", "Ann", "Ng", "f", 30, "10K")]);
    let withdrawn = Read { seq: Some(7), ..read("5K", "1001", "09:00:00") };
    let voided = read("LINE2", "1001", "09:14:00");
    let mut reads = vec![
        Read { time: at("08:30:05") - 5 * 86_400_000, ..read("LINE1", "1001", "08:30:05") },
        read("LINE1", "1001", "07:00:00"),
        read("LINE1", "1001", "08:30:01"),
        read("LINE1", "1001", "08:30:05"),
        read("5K", "1001", "08:52:00"),
        read("5K", "1001", "08:52:10"),
        withdrawn.clone(),
        Read { invalid: true, ..withdrawn },
        read("ELSE", "1001", "09:05:00"),
        Read { timer: Some("32".into()), ..read("5K", "1001", "09:10:00") },
        voided.clone(),
        read("LINE1", "1001", "09:15:00"),
        read("LINE1", "1001", "09:40:00"),
        read("LINE1", "77", "08:30:05"),
    ];
    reads.reverse();
    reads.iter().for_each(|read| _ = field.ingest(read));
    decide(&mut field, 4, Decision::Void { read: ReadRef::of(&voided) });
    decide(&mut field, 5, Decision::Add { bib: "1001".into(), mat: "LINE2".into(), time: at("09:15:02") });
    field
}

#[test]
fn every_read_is_on_its_runner_s_page_once_with_what_became_of_it() {
    let field = all_kinds();
    let page = page(&field, "001001");
    let expected = [
        "Outside the time of the race",
        "Before the start opened",
        "At the start, before the last read there",
        "Start",
        "5K",
        "Same passing: 5K",
        "Taken back by its box",
        "Taken back by its box",
        "At a mat that is not on the runner's course",
        "Of another race's timer",
        "Voided",
        "Finish",
        "Same passing: Finish",
        "Makes no time: crossed again, too early or too late",
    ];
    assert_eq!(results(&page), expected);
    let mut ids: Vec<&str> = page.reads.iter().map(|read| read.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), page.reads.len());
    let by_hand: Vec<Option<i64>> = page.reads.iter().map(|read| read.by_hand).filter(Option::is_some).collect();
    assert_eq!(by_hand, [Some(5)]);
    assert_eq!(page.reads.iter().filter(|read| read.used).count() as u64, field.counts().used);
    assert_eq!(
        (page.name.as_str(), page.contest.as_str(), page.time.as_str(), page.rank, page.status),
        ("Ann Ng", "10K", "44:55", Some(1), Status::Finished)
    );
    assert_eq!((page.last_passing, page.finished), (Some(at("09:15:00")), true));
    let points: Vec<[&str; 3]> =
        page.points.iter().map(|point| [&point.label, &point.gun_time, &point.chip_time].map(String::as_str)).collect();
    assert_eq!(points, [["Start", "0:05", ""], ["5K", "22:00", "21:55"], ["Finish", "45:00", "44:55"]]);

    let unknown = self::page(&field, "77");
    assert_eq!((results(&unknown), unknown.in_race, unknown.entered), (vec!["Of no runner of the race"], false, false));
    assert_eq!(field.runner("78"), None);
}

#[test]
fn who_was_entered_by_hand_before_the_gun_is_not_listed_as_absent() {
    let entrants = vec![entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1002", "Bo", "Ng", "m", 30, "10K")];
    let mut field = Field::new(facts(), Setup::from_json(SETUP).unwrap(), entrants);
    decide(&mut field, 1, Decision::Add { bib: "1001".into(), mat: "LINE2".into(), time: at("08:10:00") });
    let query = RunnersQuery { list: RunnerList::NotStarted, count: 10, ..RunnersQuery::default() };
    let absent: Vec<String> = field.runners(&query).runners.into_iter().map(|runner| runner.bib).collect();
    assert_eq!(absent, ["1002"]);
}

#[test]
fn every_read_is_counted_under_one_reason() {
    let mut field = all_kinds();
    let counts = field.counts();
    assert_eq!((counts.reads, counts.voided, counts.used, counts.unknown), (15, 1, 6, 1));
    assert_eq!(left_out_and_used(counts), counts.reads);
    decide(&mut field, 6, Decision::Remove { bib: "1001".into() });
    let removed = field.counts();
    assert_eq!((left_out_and_used(removed), removed.voided, removed.used), (15, 1, 0));
    field.correct(&take_back(7, 5));
    field.correct(&take_back(8, 6));
    field.refresh(1);
    assert_eq!((field.counts().reads, left_out_and_used(field.counts())), (14, 14), "the read by hand is gone");
}

#[test]
fn the_words_about_a_read_say_why_it_is_no_finish_and_which_start_counts() {
    let mut field = timed(vec![], &run_of("1001", "08:29:58", "08:52:00", "09:15:00"));
    assert_eq!(results(&page(&field, "1001")), ["Start; timed from the gun", "5K", "Finish"]);
    decide(&mut field, 1, Decision::Refuse { bib: "1001".into(), time: at("09:15:00") });
    assert_eq!(results(&page(&field, "1001"))[2], "Refused as a finish");
    field.ingest(&read("LINE1", "1001", "08:31:00"));
    decide(&mut field, 2, Decision::Start { bib: "1001".into(), choice: StartChoice::Gun });
    let page = page(&field, "1001");
    assert_eq!(results(&page)[..2], ["At the start, before the last read there", "Start; timed from the gun"]);
    assert_eq!(page.points[0].time, Some(at("08:30:00")));
    assert!(page.odd_start, "the decision can be changed");
}

#[test]
fn a_runner_without_reads_has_a_page_with_the_own_chips() {
    let mut ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    ann.chip = Some("A1".into());
    let mut field = timed(vec![ann], &[]);
    assert_eq!(page(&field, "1001").chips, ["A1"]);
    decide(&mut field, 1, Decision::Chip { chip: "B2".into(), bib: Some("1001".into()), from: None, to: None });
    assert_eq!(page(&field, "1001").chips, ["A1", "B2"]);
    let exchange = Decision::Exchange { bib: "1001".into(), chip: "C3".into(), replaces: vec![], from: at("09:00:00") };
    let Ok(exchange) = field.complete(exchange) else { panic!("refused") };
    decide(&mut field, 2, exchange);
    assert_eq!(page(&field, "1001").chips, ["C3"]);
}

#[test]
fn a_box_that_calls_itself_the_desk_makes_no_read_by_hand() {
    let mut field = field(vec![]);
    decide(&mut field, 9, Decision::Add { bib: "1001".into(), mat: "5K".into(), time: at("08:52:00") });
    let copy = Read { source: "Timing desk".into(), seq: Some(9), ..read("5K", "1001", "08:52:00") };
    field.ingest(&copy);
    field.ingest(&Read { seq: Some(3), ..copy });
    field.correct(&take_back(10, 9));
    field.refresh(1);
    let page = page(&field, "1001");
    assert_eq!(page.reads.iter().map(|read| read.by_hand).collect::<Vec<_>>(), [None, None], "the reads of the box stay");
}

#[test]
fn a_decided_runner_is_in_no_list_and_in_no_count_of_what_to_look_at() {
    let entrants = || vec![entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1002", "Bo", "Day", "m", 34, "10K")];
    let reads = [
        run_of("1001", "08:30:05", "08:41:00", "09:15:00"),
        vec![read("LINE1", "1002", "08:10:00"), read("5K", "1002", "08:52:00")],
    ]
    .concat();
    let open = |field: &Field| {
        let listed = |list| field.checks(list, "", 0, usize::MAX).checks.len();
        let (suspicious, before) = (listed(CheckList::Suspicious), listed(CheckList::ReadBefore));
        let counts = field.runner_counts();
        assert_eq!((counts.suspicious as usize, counts.read_before as usize), (suspicious, before));
        (suspicious, before)
    };
    let accepted = Decision::Accept { bib: "1001".into(), time: at("09:15:00") };
    let by_gun = Decision::Start { bib: "1002".into(), choice: StartChoice::Gun };
    for (suspicious, before) in
        [(accepted, by_gun), (status(1, "1001", Some(Override::Dq)).decision, status(2, "1002", Some(Override::Dns)).decision)]
    {
        let mut field = timed(entrants(), &reads);
        assert_eq!(open(&field), (1, 1));
        decide(&mut field, 1, suspicious);
        assert_eq!(open(&field), (0, 1));
        decide(&mut field, 2, before);
        assert_eq!(open(&field), (0, 0));
        field.correct(&take_back(3, 1));
        field.correct(&take_back(4, 2));
        field.refresh(1);
        assert_eq!(open(&field), (1, 1));
    }
}

#[test]
fn a_chain_of_ten_thousand_take_backs_ends_in_what_the_first_row_says() {
    let reads = run_of("1001", "08:30:05", "08:52:00", "09:15:00");
    let mut rows = vec![correction(1, Decision::Void { read: ReadRef::of(&reads[2]) })];
    rows.extend((2..=10_001).map(|id| take_back(id, id - 1)));
    for reversed in [false, true] {
        let mut field = timed(vec![], &reads);
        rows.sort_by_key(|row| if reversed { -row.id } else { row.id });
        rows.iter().for_each(|row| _ = field.correct(row));
        field.refresh(1);
        assert!(!page(&field, "1001").finished, "an even number of take backs");
        field.correct(&take_back(10_002, 10_001));
        field.refresh(1);
        assert!(page(&field, "1001").finished);
    }
}

#[test]
fn of_ten_thousand_corrections_about_one_runner_the_last_one_counts() {
    let mut field = timed(vec![], &run_of("1001", "08:30:05", "08:52:00", "09:15:00"));
    for id in 1..=10_000 {
        let bib = Some(if id % 2 == 0 { "1001" } else { "1002" }.to_owned());
        field.correct(&status(id, "1001", Some(Override::Dnf)));
        field.correct(&correction(20_000 + id, Decision::Chip { chip: "Z".into(), bib, from: Some(id), to: None }));
        field
            .correct(&correction(40_000 + id, Decision::Add { bib: "1001".into(), mat: "5K".into(), time: at("08:52:00") + id }));
    }
    field.correct(&correction(60_000, Decision::Status { bibs: vec!["1001".into()], status: None }));
    field.ingest(&Read { bib: None, chip: Some("Z".into()), ..read("LINE1", "", "09:14:00") });
    field.refresh(1);
    let page = page(&field, "1001");
    assert_eq!((page.status, page.last_passing, page.reads.len()), (Status::Finished, Some(at("09:14:00")), 10_004));
}

#[test]
fn a_status_of_the_longest_list_is_one_row() {
    let bibs: Vec<String> = (0..MOST_BIBS).map(|bib| bib.to_string()).collect();
    let mut field = timed(vec![], &run_of("1001", "08:30:05", "08:52:00", "09:15:00"));
    decide(&mut field, 1, Decision::Status { bibs, status: Some(Override::Dnf) });
    assert_eq!(page(&field, "1001").status, Status::Dnf);
    field.correct(&take_back(2, 1));
    field.refresh(1);
    assert_eq!(page(&field, "1001").status, Status::Finished);
}

/// Rows as a damaged table may hold them.
fn damaged() -> Vec<Correction> {
    let reads = run_of("1001", "08:30:05", "08:52:00", "09:15:00");
    let id = |at: usize| reads[at].identity();
    let mut rows = Vec::new();
    for far in [i64::MIN, i64::MIN + 1, 0, i64::MAX - 1, i64::MAX] {
        rows.extend([
            serde_json::json!({"kind": "retime", "read": {"id": id(1)}, "time": far}),
            serde_json::json!({"kind": "add", "bib": "1001", "mat": "5K", "time": far}),
            serde_json::json!({"kind": "chip", "chip": "Z", "bib": "1001", "from": far, "to": i64::MIN}),
            serde_json::json!({"kind": "exchange", "bib": "1002", "chip": "Z", "replaces": ["Z", "Z"], "from": far}),
            serde_json::json!({"kind": "accept", "bib": "1001", "time": far}),
            serde_json::json!({"kind": "refuse", "bib": "1001", "time": far}),
            serde_json::json!({"kind": "offset", "source": "5K", "from": far, "to": null, "offsetMs": far}),
            serde_json::json!({"kind": "takeBack", "correction": far}),
        ]);
    }
    rows.extend([
        serde_json::json!({"kind": "void", "read": {"id": id(2), "bib": "5001"}}),
        serde_json::json!({"kind": "void", "read": {"id": id(0)}}),
        serde_json::json!({"kind": "void", "read": {"id": "é".repeat(16)}}),
        serde_json::json!({"kind": "retime", "read": {"id": ""}, "time": 0}),
        serde_json::json!({"kind": "status", "bibs": [], "status": "DNF"}),
        serde_json::json!({"kind": "status", "bibs": ["1001", "1001", ""], "status": "DNS"}),
        serde_json::json!({"kind": "takeBack", "correction": 2}),
    ]);
    let ids = [i64::MIN, -1, 0].into_iter().chain(1..);
    let rows = ids.zip(rows).map(|(id, row)| correction(id, serde_json::from_value(row).unwrap()));
    rows.chain([take_back(i64::MAX, 42), take_back(i64::MAX - 1, i64::MAX)]).collect()
}

#[test]
fn damaged_rows_neither_panic_nor_depend_on_their_order() {
    let reads = [run_of("1001", "08:30:05", "08:52:00", "09:15:00"), run_of("1002", "08:30:05", "08:53:00", "09:16:00")].concat();
    let rows = damaged();
    let mut at_once = timed(vec![], &[]);
    rows.iter().for_each(|row| _ = at_once.correct(row));
    reads.iter().for_each(|read| _ = at_once.ingest(read));
    at_once.refresh(1);
    let mut one_by_one = timed(vec![], &reads);
    for row in rows.iter().rev() {
        one_by_one.correct(row);
        one_by_one.refresh(1);
        assert!(!summary(&row.decision, Some(&row.decision), DEFAULT_ZONE, None).is_empty());
        _ = one_by_one.complete(row.decision.clone());
    }
    assert_eq!(one_by_one.standings(), at_once.standings());
    assert_eq!(one_by_one.runner("1001"), at_once.runner("1001"));
    assert_eq!(page(&at_once, "1001").reads.iter().filter(|read| read.voided).count(), 2, "found by their identities alone");
    for now in [i64::MIN, 0, i64::MAX] {
        assert_eq!(one_by_one.boxes(now), at_once.boxes(now));
    }
}
