//! A whole field: who is shown, who is ranked, how reads are counted, and what a delta contains.

use core_wasm::live::filters::ChosenFilters;
use core_wasm::results::provisional::Provisional;
use core_wasm::timing::engine::Field;
use core_wasm::timing::feed::{self, Received, Step};
use core_wasm::timing::standing::LiveDocument;
use core_wasm::timing::standing::Row;
use core_wasm::timing::{Correction, Decision, Override, Read, Status};
use proptest::prelude::*;

use crate::{at, entrant, facts, field, read, setup, status, timed};

fn row<'a>(field: &'a Field, bib: &str) -> &'a Row {
    field.rows().find(|row| &*row.bib == bib).unwrap_or_else(|| panic!("bib {bib} is not shown"))
}

fn document(field: &Field) -> LiveDocument {
    match feed::read(&field.live_document()) {
        Some(Received::Whole(document)) => *document,
        other => panic!("{other:?}"),
    }
}

/// What happened for the boards since a version.
fn steps_since(field: &Field, version: &str) -> Vec<Step> {
    match feed::read(&field.live_since(version).unwrap()) {
        Some(Received::Since(_, steps)) => steps,
        other => panic!("{other:?}"),
    }
}

/// What one version changed for the boards.
fn step_since(field: &Field, version: &str) -> Step {
    let mut steps = steps_since(field, version);
    assert_eq!(steps.len(), 1);
    steps.remove(0)
}

fn run_of(bib: &str, start: &str, split: &str, finish: &str) -> Vec<Read> {
    vec![read("LINE1", bib, start), read("5K", bib, split), read("LINE2", bib, finish)]
}

#[test]
fn entrants_and_accepted_starters_are_shown() {
    let field = timed(
        vec![entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("5001", "Bo", "Day", "m", 40, "5K")],
        &[
            read("LINE1", "1002", "08:30:05"),
            read("LINE1", "1003", "08:10:00"),
            read("LINE1", "5002", "09:00:02"),
            read("LINE1", "77", "08:30:03"),
        ],
    );
    let mut shown: Vec<&str> = field.rows().map(|row| &*row.bib).collect();
    shown.sort_unstable();
    // 1003 was read only before the start; 5002 is unlisted in a contest that accepts only entrants; 77 is in no bib range.
    assert_eq!(shown, ["1001", "1002", "5001"]);
    assert_eq!((&*row(&field, "1002").first_name, &*row(&field, "1002").last_name), ("Bib 1002", ""));
    assert_eq!(row(&field, "1001").status, Status::Registered);
    let counts = field.counts();
    assert_eq!((counts.reads, counts.used, counts.before_start, counts.unknown), (4, 1, 1, 2));
    assert_eq!(field.unknown_tags().iter().map(|unknown| unknown.tag.as_str()).collect::<Vec<_>>(), ["77", "5002"]);
}

#[test]
fn a_withdrawn_read_does_not_count() {
    let valid = Read { seq: Some(7), ..read("LINE1", "1001", "08:30:05") };
    let mark = Read { invalid: true, ..valid.clone() };
    for order in [[valid.clone(), mark.clone()], [mark.clone(), valid.clone()]] {
        let field = timed(vec![], &order);
        assert_eq!(field.rows().count(), 0);
        assert_eq!((field.counts().invalid, field.counts().reads), (2, 2));
    }
    let other = Read { seq: Some(8), ..valid };
    assert_eq!(timed(vec![], &[other, mark]).rows().count(), 1, "another sequence number means another read");
}

#[test]
fn reads_of_another_timer_are_foreign() {
    let by = |timer: &str, bib: &str, clock: &str| Read { timer: Some(timer.into()), ..read("LINE1", bib, clock) };
    let stray = by("32", "1003", "08:30:03");
    let mut reads: Vec<Read> = (10..21).map(|second| by("160", "1001", &format!("08:30:{second}"))).collect();
    reads.push(stray.clone());
    let field = timed(vec![], &reads);
    assert_eq!(
        (field.counts().foreign, field.rows().count()),
        (1, 1),
        "a code with less than a tenth of the most frequent one's"
    );
    let counts = field.timer_counts();
    assert_eq!(
        counts.iter().map(|one| (one.code.as_str(), one.counted, one.left_out)).collect::<Vec<_>>(),
        [("160", true, 0), ("32", false, 1)]
    );

    let two_timers = timed(vec![], &reads[6..]);
    assert_eq!((two_timers.counts().foreign, two_timers.rows().count()), (0, 2), "two hired timers lose nobody");

    let with_codes = |codes: &[&str]| {
        let named = core_wasm::timing::Setup { timer_codes: codes.iter().map(|code| (*code).into()).collect(), ..setup() };
        let mut field = Field::new(facts(), named, vec![]);
        reads.iter().for_each(|read| assert!(field.ingest(read)));
        field.refresh(1);
        (field.counts().foreign, field.rows().count())
    };
    assert_eq!(with_codes(&["032"]), (11, 1), "the setup's code decides");
    assert_eq!(with_codes(&["160", "32"]), (0, 2), "several codes");
    assert_eq!(with_codes(&["all"]), (0, 2), "every code");
}

#[test]
fn reads_outside_the_race_day_are_impossible() {
    let old = Read { time: 315_532_800_000, ..read("LINE1", "1001", "08:30:01") };
    let late = Read { time: at("09:00:00") + 86_400_001, ..read("LINE1", "1001", "08:30:01") };
    let field = timed(vec![], &[old, late, read("LINE1", "1001", "08:30:01")]);
    assert_eq!((field.counts().impossible, field.counts().used), (2, 1));
}

#[test]
fn without_a_gun_no_runner_has_started() {
    let mut field =
        timed(vec![entrant("1001", "Ann", "Ng", "f", 30, "10K")], &run_of("1001", "08:30:05", "08:52:00", "09:15:00"));
    assert_eq!(row(&field, "1001").status, Status::Finished);
    assert!(field.set_gun("10K", None));
    field.refresh(2);
    assert_eq!((row(&field, "1001").status, row(&field, "1001").start), (Status::Registered, None));
    assert_eq!(field.counts().before_start, 3);
    field.set_gun("10K", Some(at("08:30:00")));
    field.refresh(3);
    assert_eq!(row(&field, "1001").finish, Some(44 * 60_000 + 55_000));
    assert!(!field.set_gun("Marathon", None));
}

#[test]
fn a_status_set_by_a_person_removes_the_ranks() {
    let entrants = vec![
        entrant("1001", "Ann", "Ng", "f", 30, "10K"),
        entrant("1002", "Bo", "Day", "m", 34, "10K"),
        entrant("1003", "Cy", "Fox", "a", 70, "10K"),
    ];
    let reads = [
        run_of("1001", "08:30:10", "08:50:00", "09:10:10"),
        run_of("1002", "08:30:05", "08:50:00", "09:10:05"),
        run_of("1003", "08:30:00", "08:50:00", "09:05:00"),
    ]
    .concat();
    let mut field = timed(entrants, &reads);
    let ranks = |field: &Field, bib| (row(field, bib).overall_rank, row(field, bib).gender_rank, row(field, bib).group_rank);
    assert_eq!([ranks(&field, "1003"), ranks(&field, "1001"), ranks(&field, "1002")], [(1, 1, 1), (2, 1, 1), (2, 1, 1)]);

    field.correct(&status(1, "1003", Some(Override::Dq)));
    field.refresh(2);
    assert_eq!([ranks(&field, "1003"), ranks(&field, "1001")], [(-1, -1, -1), (1, 1, 1)]);
    assert_eq!(row(&field, "1003").status, Status::Dq);
    let lists = field.participants(&ChosenFilters::default());
    assert_eq!(
        lists.finished.iter().map(|one| one.bib.as_str()).collect::<Vec<_>>(),
        ["1001", "1002", "1003"],
        "runners with a set status are last"
    );
    field.correct(&Correction { id: 2, decision: Decision::TakeBack { correction: 1 } });
    field.refresh(3);
    assert_eq!(ranks(&field, "1003"), (1, 1, 1));
}

#[test]
fn participants_have_the_form_of_the_spec() {
    let entrants = vec![entrant("1001", "Ann", "Ng", "f", 30, "10K"), entrant("1004", "Eve", "Oh", "f", 12, "10K")];
    let field = timed(
        entrants,
        &[run_of("1001", "08:30:05.5", "08:52:11.34", "09:15:00"), vec![read("LINE1", "1002", "08:30:09")]].concat(),
    );
    let lists = field.participants(&ChosenFilters { distance: "10k".into(), ..ChosenFilters::default() });
    let ann = serde_json::to_value(&lists.finished[0]).unwrap();
    assert_eq!(
        ann,
        serde_json::json!({
            "Bib": "1001", "Firstname": "Ann", "Lastname": "Ng", "Gender": "f", "AgeGroup": "30-39",
            "OverallRank": 1, "GenderRank": 1, "AgeGroupRank": 1, "OverallPace": "7:13",
            "Start": {"Chip": "0:00", "ToD": "8:30:05 AM"}, "Finish": {"Chip": "44:55", "ToD": "9:15:00 AM"},
            "Splits": [{"Label": "5K", "Chip": "22:06", "ToD": "8:52:11 AM"}], "ContestNumberOfSplits": 1,
            "Race": {"EventName": "Lakeside 10K", "ContestName": "10K", "RaceDate": "June 15, 2027"},
            "Status": "finished", "Official": "Chip time", "GunTime": "45:00", "Suspicious": false, "MissedMats": []
        })
    );
    // Started runners precede those who have not started; their ranks are negative and times blank.
    assert_eq!(lists.unfinished.iter().map(|one| one.bib.as_str()).collect::<Vec<_>>(), ["1002", "1004"]);
    let eve = &lists.unfinished[1];
    assert_eq!((eve.overall_rank, eve.start.chip.as_str(), eve.finish.tod.as_str(), eve.overall_pace.as_str()), (-1, "", "", ""));

    let chosen = |age_group: &str, gender: &str| ChosenFilters {
        age_group: age_group.into(),
        gender: gender.into(),
        ..ChosenFilters::default()
    };
    assert_eq!(field.participants(&chosen("13 and under", "")).unfinished.len(), 1);
    assert_eq!(field.participants(&chosen("", "m")).finished.len(), 0);
    assert_eq!(field.participants(&ChosenFilters { distance: "Half".into(), ..ChosenFilters::default() }).unfinished.len(), 0);
    let filters = field.filters();
    assert_eq!(
        (filters.distances, filters.age_groups, filters.default_distance.as_str()),
        (vec!["10K".into(), "5K".into()], vec!["13 and under".to_owned(), "30-39".into()], "10K")
    );
}

#[test]
fn active_runners_are_ordered_by_distance_never_by_reads() {
    let field = timed(
        vec![],
        &[
            read("LINE1", "1001", "08:30:01"),
            read("LINE1", "1001", "08:30:02"),
            read("LINE1", "1001", "08:30:03"),
            read("LINE1", "1002", "08:30:10"),
            read("5K", "1002", "08:55:00"),
            read("LINE1", "1003", "08:30:20"),
            read("5K", "1003", "08:55:01"),
            read("LINE1", "1004", "08:30:00"),
        ],
    );
    let order: Vec<String> = field.participants(&ChosenFilters::default()).unfinished.into_iter().map(|one| one.bib).collect();
    // 1003 needed less time to 5K than 1002.
    assert_eq!(order, ["1003", "1002", "1004", "1001"]);
}

#[test]
fn a_time_faster_than_any_human_is_not_ranked() {
    let mut quick = setup();
    quick.contests[0].finish.minimum_seconds = 900.0;
    let mut field = Field::new(facts(), quick, vec![]);
    for read in [run_of("1001", "08:30:01", "08:41:00", "08:55:01"), run_of("1002", "08:30:01", "08:50:00", "09:10:01")].concat()
    {
        field.ingest(&read);
    }
    field.refresh(1);
    assert_eq!((row(&field, "1001").overall_rank, row(&field, "1001").has(Row::SUSPICIOUS)), (-1, true));
    assert_eq!(row(&field, "1002").overall_rank, 1);
    assert_eq!(field.runner_counts().suspicious, 1);
}

#[test]
fn a_chip_belongs_to_its_entrant_and_otherwise_is_the_bib() {
    let mut ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    ann.chip = Some("ZICAD30".into());
    let by_chip = |chip: &str| Read { bib: None, chip: Some(chip.into()), ..read("LINE1", "", "08:30:05") };
    let mut field = timed(vec![], &[by_chip("ZICAD30"), by_chip("1002")]);
    assert_eq!((field.counts().unknown, field.counts().used), (1, 1));
    // The chip's entrant becomes known later; the read was stored.
    field.set_entrants(vec![ann]);
    field.refresh(2);
    assert_eq!((field.counts().unknown, field.counts().used), (0, 2));
    assert_eq!(row(&field, "1001").status, Status::Started);
}

#[test]
fn a_finish_is_sent_alone_and_nothing_of_others_depends_on_who_hides_the_age() {
    let woman = |bib: &str, hides_age: bool| {
        let mut entrant = entrant(bib, "Ann", bib, "f", 31, "10K");
        entrant.shown = core_wasm::privacy::Shown::of(false, false, hides_age);
        entrant
    };
    let ran = |bib: &str, minute: u32| run_of(bib, "08:30:05", "08:52:05", &format!("09:{minute}:05"));
    let entrants = vec![woman("1001", false), woman("1002", true), woman("1003", false), woman("1004", true)];
    let mut field = timed(entrants, &[ran("1001", 20), ran("1002", 30)].concat());
    let mut board = core_wasm::live::Board::new();
    board.load(&field.live_document()).unwrap();
    let mut finish = |reads: Vec<Read>| {
        let before = field.version();
        reads.iter().for_each(|read| _ = field.ingest(read));
        field.refresh(2);
        let Step { passed, rows, gone, .. } = step_since(&field, &before);
        assert_eq!((rows.len(), gone.len()), (0, 0));
        board.load(&field.live_since(&before).unwrap()).unwrap();
        let place = |bib: &str| (board.participant(bib).unwrap().age_group_rank, row(&field, bib).public_group_rank());
        for bib in ["1001", "1003"] {
            assert_eq!(place(bib).0, place(bib).1, "{bib}");
        }
        let group_ranks = ["1001", "1002", "1003", "1004"].map(|bib| place(bib).0);
        (passed.iter().map(|(number, point, _)| (*number, *point)).collect::<Vec<_>>(), group_ranks)
    };
    // The runners are numbered by their bibs. Ahead of both: their places change, and are not sent.
    assert_eq!(finish(ran("1003", 15)), (vec![(2, 0), (2, 1), (2, 2)], [2, -1, 1, -1]));
    // Who hides the age is ahead of the two others: no place in the group changes, which would tell that it is theirs.
    assert_eq!(finish(ran("1004", 10)), (vec![(3, 0), (3, 1), (3, 2)], [2, -1, 1, -1]));
    assert_eq!(
        ["1001", "1002", "1003", "1004"].map(|bib| row(&field, bib).group_rank),
        [3, 4, 2, 1],
        "as they will be published"
    );
    // The leaderboard of results that are not published yet has the same places as the board.
    let lines = Provisional::of(&field, 0);
    let of_group = |bib: &str| lines.lines().iter().find(|line| line.bib == bib).unwrap().ranks[2];
    assert_eq!([of_group("1001"), of_group("1003")], [2, 1]);
}

#[test]
fn only_what_happened_is_sent() {
    let mut field = timed(vec![entrant("1001", "Ann", "Ng", "f", 30, "10K")], &[read("LINE1", "1002", "08:30:05")]);
    let first = field.version();
    assert_eq!(document(&field).runners.len(), 2);
    assert!(!field.refresh(5), "no read was ingested");
    assert_eq!(field.version(), first);
    assert_eq!(steps_since(&field, &first).len(), 0);

    assert!(field.ingest(&read("LINE1", "1003", "08:30:06")));
    assert!(!field.ingest(&read("LINE1", "1003", "08:30:06")), "twice");
    assert!(field.refresh(6));
    let step = step_since(&field, &first);
    assert_eq!(step.rows.iter().map(|(number, row)| (*number, &*row.bib)).collect::<Vec<_>>(), [(2, "1003")]);
    assert_eq!((step.updated_at, step.passed.len()), (6, 0));

    // A read that makes no time does not change the version, so screens fetch nothing.
    field.ingest(&read("LINE1", "1003", "08:29:00"));
    assert!(!field.refresh(7));
    assert_eq!(field.counts().before_start, 1);

    let second = field.version();
    field.ingest(&read("5K", "1003", "08:55:06"));
    assert!(field.refresh(8));
    assert_eq!(step_since(&field, &second).passed, [(2, 1, at("08:55:06"))]);

    for strange in ["other-1", "e1-99", "e1-", "e1", ""] {
        assert_eq!(field.live_since(strange), None, "{strange}: the whole field");
    }
    // Another gun is told as another head: who has started by it is not shown any more.
    let third = field.version();
    field.set_gun("10K", None);
    assert!(field.refresh(9));
    let step = step_since(&field, &third);
    assert_eq!((step.head.unwrap().contests[0].gun, step.gone, step.rows.len()), (None, vec![1, 2], 0));
    // So is another name, and what is not shown is not told.
    let fourth = field.version();
    field.rename("Lakeside Run".into(), "Lakeside Run".into());
    assert!(field.refresh(10));
    let step = step_since(&field, &fourth);
    assert_eq!((step.head.unwrap().race.as_str(), step.gone.len(), step.rows.len()), ("Lakeside Run", 0, 0));
    let state = field.state();
    let mut ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    ann.email = Some("ann@example.test".into());
    field.set_entrants(vec![ann]);
    assert!(!field.refresh(11));
    assert_ne!(field.state(), state);
    let whole = document(&field);
    assert_eq!(
        whole.runners.iter().map(|row| row.bib.to_string()).collect::<Vec<_>>(),
        ["1001"],
        "unlisted runners are shown only after their start"
    );
}

#[test]
fn who_is_taken_from_the_list_and_added_again_keeps_the_number() {
    let list = |bibs: &[&str]| bibs.iter().map(|bib| entrant(bib, "Ann", bib, "f", 30, "10K")).collect::<Vec<_>>();
    let mut field = timed(list(&["1003", "1001", "1002"]), &[]);
    let mut board = core_wasm::live::Board::new();
    board.load(&field.live_document()).unwrap();
    let shown = |board: &core_wasm::live::Board| {
        let document = board.document();
        let bibs: Vec<String> = document.runners.iter().map(|row| row.bib.to_string()).collect();
        (bibs, document.numbers.clone())
    };
    let bibs = |bibs: &[&str]| bibs.iter().map(|bib| (*bib).to_owned()).collect::<Vec<_>>();
    for (entered, numbers, shown_bibs) in [
        (list(&["1003", "1001"]), vec![0, 2], bibs(&["1001", "1003"])),
        (list(&["1003", "1001", "1000"]), vec![0, 2, 3], bibs(&["1001", "1003", "1000"])),
        (list(&["1002", "1003", "1001", "1000"]), vec![], bibs(&["1001", "1002", "1003", "1000"])),
    ] {
        let before = field.version();
        field.set_entrants(entered);
        field.refresh(2);
        board.load(&field.live_since(&before).unwrap()).unwrap();
        assert_eq!(shown(&board), (shown_bibs.clone(), numbers.clone()));
        let mut fresh = core_wasm::live::Board::new();
        fresh.load(&field.live_document()).unwrap();
        assert_eq!(shown(&fresh), (shown_bibs, numbers));
        // A passing finds its runner by the number.
        let before = field.version();
        let clock = format!("08:3{}:05", board.document().runners.len());
        field.ingest(&read("LINE1", "1003", &clock));
        field.refresh(3);
        board.load(&field.live_since(&before).unwrap()).unwrap();
        assert_eq!(board.document().runners.iter().find(|row| &*row.bib == "1003").unwrap().start, row(&field, "1003").start);
    }
}

#[test]
fn no_personal_data_is_in_the_documents() {
    let mut ann = entrant("1001", "Ann", "Ng", "f", 30, "10K");
    ann.dob = Some("1990-05-31".into());
    ann.email = Some("ann@example.test".into());
    let field = timed(vec![ann], &[]);
    let all = format!(
        "{}{}{}",
        String::from_utf8_lossy(&field.live_document()),
        field.standings(),
        serde_json::to_string(&field.participants(&ChosenFilters::default())).unwrap()
    );
    assert!(!all.contains("1990") && !all.contains("example.test"));
    assert_eq!(row(&field, "1001").group, 3, "the age group is known");
}

fn any_read() -> impl Strategy<Value = Read> {
    let mats = prop::sample::select(vec!["LINE1", "LINE2", "5K", "NOWHERE"]);
    let bibs = prop::sample::select(vec!["1001", "1002", "5001", "77"]);
    let timers = prop::option::of(prop::sample::select(vec!["160", "32"]));
    (mats, bibs, -600_000i64..5_400_000, timers, prop::bool::weighted(0.1), prop::option::of(0i64..3)).prop_map(
        |(mat, bib, after, timer, invalid, seq)| Read {
            time: at("08:30:00") + after / 60_000 * 60_000,
            timer: timer.map(str::to_owned),
            invalid,
            seq,
            ..read(mat, bib, "08:30:00")
        },
    )
}

proptest! {
    /// The standings and the counts are a function of the set of reads, for any set, and a board that received deltas
    /// has the same contents as a new one.
    #[test]
    fn any_order_of_reads_gives_the_same_standings(reads in prop::collection::vec(any_read(), 0..40), seed in any::<u64>(), portion in 1usize..7) {
        let whole = timed(vec![entrant("5001", "Bo", "Day", "m", 40, "5K")], &reads);
        let mut field = field(vec![entrant("5001", "Bo", "Day", "m", 40, "5K")]);
        let mut board = core_wasm::live::Board::new();
        let mut version: Option<String> = None;
        let mut order: Vec<usize> = (0..reads.len()).chain(0..reads.len() / 2).collect();
        order.sort_by_key(|i| (*i as u64 + 1).wrapping_mul(seed | 1));
        for (n, i) in order.into_iter().enumerate() {
            field.ingest(&reads[i]);
            if n % portion == 0 {
                field.refresh(1);
                version = Some(crate::follow(&mut board, &field, version.as_deref()).version);
            }
        }
        field.refresh(1);
        crate::follow(&mut board, &field, version.as_deref());
        prop_assert_eq!(field.standings(), whole.standings());

        let mut fresh = core_wasm::live::Board::new();
        fresh.load(&field.live_document()).unwrap();
        for list in [core_wasm::live::board::List::Active, core_wasm::live::board::List::Finished] {
            let query = core_wasm::live::board::BoardQuery { list, count: 50, ..Default::default() };
            prop_assert_eq!(board.query(&query).rows, fresh.query(&query).rows);
        }
    }
}
