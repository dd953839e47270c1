//! The board: loading, searching, paging, and the details of a runner.

use core_wasm::live::Board;
use core_wasm::live::board::{BoardQuery, List};
use core_wasm::live::teams::TeamsQuery;
use core_wasm::privacy::Shown;

use crate::{entrant, read, timed};

fn field() -> core_wasm::timing::engine::Field {
    timed(
        vec![
            entrant("1001", "José", "Muñoz", "m", 30, "10K"),
            entrant("1002", "Łucja", "Ørsted", "f", 34, "10K"),
            entrant("1003", "Ann", "O’Brien", "a", 70, "10K"),
            entrant("5001", "Bo", "Day", "m", 12, "5K"),
        ],
        &[
            read("LINE1", "1001", "08:30:05"),
            read("5K", "1001", "08:52:05"),
            read("LINE1", "1001", "09:15:05.001"),
            read("LINE1", "1002", "08:30:07"),
            read("LINE1", "1002", "09:17:07"),
            read("5K", "1003", "08:59:00"),
        ],
    )
}

fn board() -> Board {
    let mut board = Board::new();
    assert!(board.load(&field().live_document()).unwrap().changed);
    board
}

fn bibs(board: &Board, query: &BoardQuery) -> Vec<String> {
    board.query(&BoardQuery { count: 50, ..query.clone() }).rows.into_iter().map(|row| row.bib).collect()
}

fn search(list: List, search: &str) -> BoardQuery {
    BoardQuery { list, search: search.into(), ..BoardQuery::default() }
}

#[test]
fn a_stored_board_is_loaded_unchanged_and_accepts_deltas() {
    let field = field();
    let stored = board().bytes();
    let mut again = Board::new();
    let info = again.load(&stored).unwrap();
    assert_eq!((info.active, info.finished), (2, 2));
    assert_eq!(again.query(&search(List::Finished, "")), board().query(&search(List::Finished, "")));
    assert!(!again.load(&field.live_since(&info.version).unwrap()).unwrap().changed, "nothing changed since");
}

#[test]
fn what_is_stored_of_a_board_has_no_name_that_was_hidden_since() {
    let list = |shown: core_wasm::privacy::Shown| {
        vec![core_wasm::timing::Entrant { shown, ..crate::entrant("1001", "Zebedee", "Quixotl", "m", 40, "10K") }]
    };
    let mut field = crate::timed(list(Default::default()), &[read("LINE1", "1001", "08:30:05")]);
    let mut board = Board::new();
    let open = board.load(&field.live_document()).unwrap();
    let names = |board: &Board| {
        let bytes = board.bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (text.contains("Zebedee"), text.contains("Quixotl"))
    };
    assert_eq!(names(&board), (true, true));
    field.set_entrants(list(core_wasm::privacy::Shown::of(true, false, false)));
    field.refresh(2);
    let hidden = board.load(&field.live_since(&open.version).unwrap()).unwrap();
    assert_ne!(open.names, hidden.names);
    assert_eq!(names(&board), (false, false));
    let mut again = Board::new();
    again.load(&board.bytes()).unwrap();
    assert_eq!(again.document(), board.document());
    // A passing names nobody otherwise.
    field.ingest(&read("5K", "1001", "08:59:00"));
    field.refresh(3);
    assert_eq!(board.load(&field.live_since(&hidden.version).unwrap()).unwrap().names, hidden.names);
}

#[test]
fn an_empty_board_has_a_message() {
    let board = Board::new();
    assert_eq!(board.query(&BoardQuery::default()).empty, "No races found.");
    assert_eq!(board.runner("1", false), None);
}

#[test]
fn a_load_returns_the_state_of_the_field() {
    let mut board = Board::new();
    let field = field();
    let info = board.load(&field.live_document()).unwrap();
    assert_eq!(
        (info.active, info.finished, info.event_name.as_str(), info.race_date.as_str()),
        (2, 2, "Lakeside 10K", "June 15, 2027")
    );
    assert_eq!(board.filters().age_groups, ["13 and under", "30-39", "60 & better"]);
    assert!(!board.load(&field.live_document()).unwrap().changed, "the same document");
    let nothing = field.live_since(&info.version).unwrap();
    assert!(!board.load(&nothing).unwrap().changed, "nothing happened");
    assert_eq!(board.load(b"<html>").unwrap_err().code, "unreadable_board");
    let after_another = [&nothing[..2], &[7]].concat();
    assert_eq!(board.load(&after_another).unwrap_err().code, "stale_board");
    // A frame that is not the first of the format, or that breaks off.
    for cut in [&nothing[..1], &nothing[..2], &[&nothing[..], &[2, 1]].concat()] {
        assert_eq!(board.load(cut).unwrap_err().code, "unreadable_board");
    }
    assert_eq!(bibs(&board, &search(List::Finished, "")), ["1001", "1002"], "a refused load changes nothing");
}

#[test]
fn what_happened_since_an_older_version_leads_on_from_a_later_one() {
    let mut field = self::field();
    let mut board = self::board();
    let oldest = board.document().version.clone();
    let mut versions = Vec::new();
    for (mat, bib, time) in [("LINE1", "1003", "09:20:00"), ("5K", "1002", "08:55:00"), ("LINE1", "1003", "08:30:04")] {
        field.ingest(&read(mat, bib, time));
        assert!(field.refresh(0), "{mat} {bib} {time}");
        versions.push(field.version());
        if versions.len() == 1 {
            board.load(&field.live_since(&oldest).unwrap()).unwrap();
        }
    }
    let shared = field.live_since(&oldest).unwrap();
    assert!(board.load(&shared).unwrap().changed, "it has one of the three, and takes the two others");
    assert_eq!(board.document().version, versions[2]);
    let mut whole = Board::new();
    whole.load(&field.live_document()).unwrap();
    assert_eq!(board.document(), whole.document());
    assert!(!board.load(&shared).unwrap().changed, "it has all of them");
    let from_later = field.live_since(&versions[1]).unwrap();
    let mut behind = self::board();
    assert_eq!(behind.load(&from_later).unwrap_err().code, "stale_board");
}

#[test]
fn names_are_found_without_accents_and_bibs_by_number() {
    let board = board();
    for (typed, found) in
        [("jose", "1001"), ("JOSÉ", "1001"), ("munoz jos", "1001"), ("lucja", "1002"), ("orsted", "1002"), ("1002", "1002")]
    {
        assert_eq!(bibs(&board, &search(List::Finished, typed)), [found], "{typed}");
    }
    assert_eq!(bibs(&board, &search(List::Active, "o'brien")), ["1003"]);
    assert_eq!(bibs(&board, &search(List::Active, "  ")), ["1003", "5001"], "a blank search matches all");
    assert_eq!(bibs(&board, &search(List::Finished, "100")), ["1001", "1002"]);
    assert_eq!(bibs(&board, &search(List::Finished, "munoz1001")), Vec::<String>::new());
    assert_eq!(bibs(&board, &search(List::Active, "jose")), Vec::<String>::new(), "the other list");
}

#[test]
fn a_search_that_fits_nobody_of_the_distance_shows_all_distances() {
    let board = board();
    let page = |distance: &str, gender: &str, typed: &str| {
        let query = BoardQuery { distance: distance.into(), gender: gender.into(), count: 50, ..search(List::Active, typed) };
        let page = board.query(&query);
        (page.rows.into_iter().map(|row| row.bib).collect::<Vec<_>>().join(" "), page.everywhere)
    };
    let said = |what: &str, distance: &str| format!("{what} is not in {distance}: all distances are shown.");
    assert_eq!(page("10K", "", "brien"), ("1003".into(), String::new()));
    // Other bibs of the distance may begin as the bib of another one does: then only the bib is said not to be there.
    for (typed, what) in [("5001", "Bib 5001"), ("#5001", "Bib 5001"), ("day", "“day”"), ("bo d", "“bo d”")] {
        assert_eq!(page("10K", "", typed), ("5001".into(), said(what, "10K")));
    }
    assert_eq!(page("5K", "", "1003"), ("1003".into(), said("Bib 1003", "5K")));
    // Who finished is in the other list, in the same distance.
    assert_eq!(page("10K", "", "jose"), (String::new(), String::new()));
    assert_eq!(page("5K", "", "jose"), (String::new(), said("“jose”", "5K")));
    // The other filters stay; nobody fits at all.
    assert_eq!((page("10K", "f", "5001").0, page("10K", "", "nobody")), (String::new(), (String::new(), String::new())));
    assert_eq!(page("10K", "", "").1, "");
}

#[test]
fn whoever_has_not_started_is_not_counted_as_active() {
    let page = board().query(&BoardQuery { count: 50, ..search(List::Active, "") });
    assert_eq!((page.total, page.counted, page.rest.as_str()), (2, 1, "1 not started"));
    let finished = board().query(&BoardQuery { count: 50, ..search(List::Finished, "") });
    assert_eq!((finished.total, finished.counted, finished.rest.as_str()), (2, 2, ""));
}

#[test]
fn filters_pages_and_stamps() {
    let board = board();
    let chosen = |distance: &str, age_group: &str, gender: &str| BoardQuery {
        distance: distance.into(),
        age_group: age_group.into(),
        gender: gender.into(),
        count: 50,
        ..BoardQuery::default()
    };
    assert_eq!(bibs(&board, &chosen("5K", "", "")), ["5001"]);
    assert_eq!(bibs(&board, &chosen("", "60 & better", "a")), ["1003"]);
    assert_eq!(bibs(&board, &chosen("", "60+", "a")), ["1003"], "another spelling of the same group");
    assert_eq!(board.query(&chosen("Half", "", "")).empty, "No active participants found");
    assert_eq!(board.query(&chosen("5K", "20-29", "")).empty, "No active participants found in this age group");
    let none = board.query(&BoardQuery { list: List::Finished, age_group: "20-29".into(), ..BoardQuery::default() });
    assert_eq!(none.empty, "No finished participants found in this age group");

    let page = board.query(&BoardQuery { list: List::Finished, from: 1, count: 1, ..BoardQuery::default() });
    assert_eq!((page.total, page.rows.len(), page.rows[0].bib.as_str()), (2, 1, "1002"));
}

#[test]
fn a_row_contains_texts_ready_to_be_shown() {
    let page = board().query(&BoardQuery { list: List::Finished, count: 1, ..BoardQuery::default() });
    let jose = &page.rows[0];
    assert_eq!(
        (jose.name.as_str(), jose.rank.as_str(), jose.time.as_str(), jose.pace.as_str()),
        ("José Muñoz", "1", "45:01", "7:14")
    );
    assert_eq!(
        (jose.gender.as_str(), jose.age_group.as_str(), jose.official.as_str(), jose.progress.percent),
        ("Male", "30-39", "Chip time", 100)
    );
    assert_eq!(jose.note, "");
}

#[test]
fn a_runners_detail_has_the_timing_table() {
    let board = board();
    let jose = board.runner("1001", false).unwrap();
    let rows: Vec<[&str; 6]> = jose
        .rows
        .iter()
        .map(|row| [&row.label, &row.tod, &row.chip, &row.segment, &row.pace, &row.note].map(String::as_str))
        .collect();
    assert_eq!(
        rows,
        [
            ["Start", "8:30:05 AM", "0:00", "", "", ""],
            ["5K", "8:52:05 AM", "22:00", "22:00", "7:04 /mi", ""],
            ["Finish", "9:15:05 AM", "45:01", "23:01", "7:24 /mi", ""],
        ]
    );
    let times: Vec<(&str, &str)> =
        jose.lines.groups[2].facts.iter().map(|fact| (fact.label.as_str(), fact.value.as_str())).collect();
    assert_eq!(times, [("Gun time", "45:06"), ("Average pace", "7:14 /mi")]);
    assert_eq!((jose.lines.headline.as_str(), jose.lines.headline_note.as_str()), ("45:01", "Chip time"));

    // A missed mat: the finish's stretch begins at the last point that was read, and the runner is not shown as stopped.
    let lucja = board.runner("1002", false).unwrap();
    assert_eq!((lucja.rows[1].chip.as_str(), lucja.rows[1].note.as_str()), ("", "The mat missed the chip"));
    assert_eq!((lucja.rows[2].segment.as_str(), lucja.progress.percent), ("47:00", 100));
    assert_eq!(lucja.note, "The mat missed the chip at 5K.");

    let ann = board.runner("1003", false).unwrap();
    assert_eq!((ann.rows[0].chip.as_str(), ann.rows[0].note.as_str()), ("0:00", "The mat missed the chip; timed from the gun"));
    assert_eq!((ann.progress.text.as_str(), ann.rows[1].chip.as_str(), ann.rows[2].chip.as_str()), ("5K", "29:00", ""));
    assert_eq!((ann.lines.headline.as_str(), ann.lines.headline_note.as_str()), ("29:00", "At 5K"));
    assert_eq!(board.participant("1003").unwrap().start.tod, "8:30:00 AM");
}

#[test]
fn waves_are_shown_and_filtered_and_an_earlier_start_is_named() {
    let mut setup = crate::setup();
    let contest = &mut setup.contests[0];
    let wave = |name: &str, gun: &str, from: u32| core_wasm::timing::setup::Wave {
        name: name.into(),
        gun: Some(format!("2027-06-15T{gun}-04:00")),
        bibs: vec![core_wasm::timing::setup::BibRange { from, to: from + 99 }],
        wave_names: vec![],
    };
    contest.waves = vec![wave("First", "08:30:00", 1000), wave("Second", "08:40:00", 1100)];
    (contest.gun, contest.bibs) = (None, vec![]);
    let mut field = core_wasm::timing::engine::Field::new(crate::facts(), setup, vec![]);
    for (mat, bib, clock) in [
        ("LINE1", "1001", "08:30:05"),
        ("LINE1", "1001", "09:15:05.100"),
        ("LINE1", "1101", "08:40:05"),
        ("LINE1", "1101", "09:25:05.900"),
        ("LINE1", "1102", "08:30:10"),
    ] {
        field.ingest(&read(mat, bib, clock));
    }
    field.refresh(1);
    let mut board = Board::new();
    board.load(&field.live_document()).unwrap();
    let waves = &board.filters().waves;
    assert_eq!((waves[0].distance.as_str(), waves[0].waves.join(", ")), ("10K", "First, Second".into()));

    let of_wave = |wave: &str, list| bibs(&board, &BoardQuery { list, wave: wave.into(), ..BoardQuery::default() });
    assert_eq!(of_wave("second", List::Finished), ["1101"]);
    assert_eq!(of_wave("Second", List::Active), ["1102"]);
    assert_eq!(of_wave("", List::Finished), ["1001", "1101"], "one ranking");
    assert_eq!(of_wave("Third", List::Finished), Vec::<String>::new());

    // Both round up to 45:01, and the places differ.
    let page = board.query(&BoardQuery { list: List::Finished, count: 50, ..BoardQuery::default() });
    let shown: Vec<[&str; 3]> = page.rows.iter().map(|row| [&row.wave, &row.rank, &row.time].map(String::as_str)).collect();
    assert_eq!(shown, [["First", "1", "45:00.1"], ["Second", "2", "45:00.9"]]);

    let early = board.runner("1102", false).unwrap();
    assert_eq!((early.rows[0].tod.as_str(), early.rows[0].note.as_str()), ("8:30:10 AM", "Left with an earlier wave"));
    assert_eq!(board.participant("1102").unwrap().wave.as_deref(), Some("Second"));
    assert_eq!(board.participant("1101").unwrap().start.tod, "8:40:05 AM");
    let facts = &early.lines.groups[1].facts;
    assert!(facts.iter().any(|fact| (fact.label.as_str(), fact.value.as_str()) == ("Wave", "Second")), "{facts:?}");
}

#[test]
fn teams_are_filtered_and_ranked_and_who_is_private_is_in_none() {
    let of_team = |bib: &str, first: &str, team: &str| core_wasm::timing::Entrant {
        team: Some(team.into()),
        ..entrant(bib, first, "Day", "f", 30, "10K")
    };
    let mut private = of_team("1004", "Di", "Lake Hares");
    private.shown = Shown::of(true, false, false);
    let entrants = vec![
        of_team("1001", "Ann", "Lake Hares"),
        of_team("1002", "Bo", "lake  hares"),
        of_team("1003", "Cy", "Lake Hares"),
        private,
        of_team("1005", "Eve", "Owls"),
        entrant("1006", "Flo", "Day", "f", 30, "10K"),
        core_wasm::timing::Entrant { contest: "5K".into(), ..of_team("5001", "Guy", "Owls") },
    ];
    let run = |bib: &'static str, split: &str, finish: &str| {
        [read("LINE1", bib, "08:30:05"), read("5K", bib, split), read("LINE2", bib, finish)]
    };
    let mut reads =
        [run("1001", "08:50:05", "09:10:05"), run("1003", "08:55:05", "09:15:05"), run("1004", "08:48:05", "09:08:05")].concat();
    reads.extend([read("LINE1", "1002", "08:30:05"), read("LINE1", "1005", "08:30:05")]);
    let mut field = timed(entrants, &reads);
    let mut board = Board::new();
    board.load(&field.live_document()).unwrap();
    let filters = board.filters();
    assert_eq!((filters.teams.clone(), filters.more_teams), (vec!["Lake Hares".to_owned(), "Owls".to_owned()], 0));
    assert_eq!(*filters, field.filters());

    let of = |board: &Board, team: &str, list| bibs(board, &BoardQuery { list, team: team.into(), ..BoardQuery::default() });
    assert_eq!(of(&board, "LAKE HARES", List::Finished), ["1001", "1003"], "the private runner is in no team");
    assert_eq!(of(&board, "Lake Hares", List::Active), ["1002"]);
    assert_eq!(of(&board, "Nobody's", List::Active), Vec::<String>::new());

    let ask = |distance: &str| TeamsQuery { distance: distance.into(), count: 50 };
    let standing = |board: &Board| -> Vec<String> {
        let page = board.teams(&ask("10k"));
        let line = |one: &core_wasm::live::teams::TeamLine| {
            let counted: Vec<&str> = one.counted.iter().map(|one| one.bib.as_str()).collect();
            format!("{} {} {} {} [{}]", one.place, one.name, one.sum, one.finishers, counted.join(" "))
        };
        page.contests[0].teams.iter().map(line).collect()
    };
    assert_eq!(standing(&board), ["1 Lake Hares 1:25:00 2 of 3 finishers [1001 1003]", "– Owls – no finisher yet []"]);
    assert_eq!(board.teams(&ask("10K")).contests[0].state, "In the making: 2 runners of the teams are on the course.");
    let contests: Vec<String> = board.teams(&ask("")).contests.into_iter().map(|one| one.distance).collect();
    assert_eq!(contests, ["10K", "5K"]);
    assert_eq!(board.teams(&ask("Marathon")).empty, "No runner of this distance is in a team.");
    let first = board.teams(&TeamsQuery { distance: "10K".into(), count: 1 });
    assert_eq!((first.contests[0].total, first.contests[0].teams.len()), (2, 1));

    // The third finisher comes with a change.
    let before = field.version();
    field.ingest(&read("5K", "1002", "08:52:05"));
    field.ingest(&read("LINE2", "1002", "09:12:05"));
    field.refresh(2);
    board.load(&field.live_since(&before).unwrap()).unwrap();
    assert_eq!(standing(&board)[0], "1 Lake Hares 2:07:00 3 finishers [1001 1002 1003]");
}

#[test]
fn of_very_many_teams_the_filter_offers_the_largest() {
    let entrants = (0..310u32).map(|number| {
        let team = if number < 20 { "Big".to_owned() } else { format!("Team {number}") };
        core_wasm::timing::Entrant { team: Some(team), ..entrant(&(1000 + number).to_string(), "Ann", "Day", "f", 30, "10K") }
    });
    let others = (310..330).map(|number| core_wasm::timing::Entrant {
        team: Some(format!("Team {number}")),
        ..entrant(&(1000 + number).to_string(), "Bo", "Day", "m", 30, "10K")
    });
    let mut board = Board::new();
    board.load(&timed(entrants.chain(others).collect(), &[]).live_document()).unwrap();
    let filters = board.filters();
    assert_eq!((filters.teams.len(), filters.more_teams, filters.teams[0].as_str()), (300, 11, "Big"));
}
