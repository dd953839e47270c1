//! The search of race morning: by bib and name, with start, pen and packet place, before, during and after the race.

use core_wasm::flag::Flag;
use core_wasm::live::Board;
use core_wasm::packets::search::{FoundPage, find};
use core_wasm::packets::{Place, RaceDay};
use core_wasm::race::{DistanceStart, RaceDateEntry};

use crate::{at, entrant, timed};

fn board() -> Board {
    let entrants = vec![
        entrant("1001", "José", "Muñoz", "m", 30, "10K"),
        entrant("100", "Ann", "O’Brien", "a", 70, "10K"),
        entrant("5001", "Bo", "Day", "m", 12, "5K"),
    ];
    let mut board = Board::new();
    board.load(&timed(entrants, &[]).live_document()).unwrap();
    board
}

fn day() -> RaceDay {
    let start = |distance: &str, time: &str| DistanceStart { distance: distance.into(), start_time: time.into() };
    RaceDay {
        race: RaceDateEntry {
            race: "Lakeside".into(),
            date: "June 15, 2027".into(),
            distance_start_times: vec![start("10K", "8:15 AM"), start("5K", "9:00 AM")],
            time_zone: "America/New_York".into(),
            is_canceled: Flag(false),
        },
        places: vec![Place { from: 1000, to: 1999, packet: "Table A".into(), pen: "Pen 2".into() }],
    }
}

fn search(text: &str) -> FoundPage {
    find(&board(), text, &day(), at("07:00:00"))
}

#[test]
fn a_whole_bib_is_the_first_result_and_has_everything_a_runner_needs() {
    let page = search("1001");
    assert_eq!((page.total, page.notice, page.over), (1, None, false));
    let line = page.lines.first().unwrap();
    assert_eq!((line.bib.as_str(), line.name.as_str(), line.distance.as_str()), ("1001", "José Muñoz", "10K"));
    assert_eq!((line.packet.as_str(), line.pen.as_str()), ("Table A", "Pen 2"));
    assert_eq!(line.start, "8:30 AM", "the gun of the wave, not the start on the race's page");
    let bibs: Vec<String> = search("100").lines.into_iter().map(|line| line.bib).collect();
    assert_eq!(bibs, ["100", "1001"]);
    assert_eq!(search(" munoz jose ").lines.len(), 1, "words of the name without accents, in any order");
}

#[test]
fn nobody_found_tells_what_to_do() {
    let page = search("Zed");
    assert_eq!(page.title, "Nobody fits “Zed”");
    assert!(page.hint.contains("go to the registration desk"), "{}", page.hint);
    assert_eq!(search(" ").hint, "Type your bib or a part of your name.");
    let empty = find(&Board::new(), "1", &day(), at("07:00:00"));
    assert_eq!(empty.title, "The list of runners is not here yet");
}

#[test]
fn a_race_that_is_canceled_or_over_says_so() {
    let mut canceled = day();
    canceled.race.is_canceled = Flag(true);
    let page = find(&board(), "1001", &canceled, at("07:00:00"));
    assert!(page.notice.unwrap().text.starts_with("This race is canceled."));
    let over = find(&board(), "1001", &day(), at("07:00:00") + 3 * 86_400_000);
    assert!(over.over && over.lines.len() == 1, "the past race can still be searched");
}

#[test]
fn the_start_of_a_race_without_guns_is_that_of_its_page() {
    let mut head = board().document().clone();
    head.contests.iter_mut().for_each(|contest| contest.gun = None);
    let row = |bib: &str| head.runners.iter().find(|row| &*row.bib == bib).unwrap();
    assert_eq!(day().found(&head, &row("1001")).starts_at, Some(at("08:15:00")));
    assert_eq!(day().found(&head, &row("5001")).starts_at, Some(at("09:00:00")));
    let mut undated = day();
    undated.race.date = String::new();
    assert_eq!(undated.found(&head, &row("5001")).starts_at, None);
}

#[test]
fn a_name_that_means_another_race_now_keeps_nothing_of_the_first_one() {
    use core_wasm::packets::{PacketDesk, PacketEntry, PacketKind, PacketList, PacketPerson};
    let list = |race_id: &str, seq: i64| PacketList {
        race_id: race_id.into(),
        race: "Spring 10K".into(),
        people: Some(vec![PacketPerson { bib: "1".into(), name: "Ana Ruiz".into(), ..PacketPerson::default() }]),
        entries: vec![PacketEntry { seq, bib: "1".into(), kind: PacketKind::Out, id: race_id.into(), ..PacketEntry::default() }],
        ..PacketList::default()
    };
    let mut desk = PacketDesk::new();
    // A list that was stored before lists had the id is that of the same race.
    desk.take(list("", 4));
    assert_eq!(desk.take(PacketList { people: None, entries: vec![], ..list("a", 0) }).seq, 4);
    assert!(!desk.packet("1", &[]).unwrap().state.is_empty());
    assert_eq!(desk.take(list("b", 2)).seq, 2);
    assert_eq!(desk.packet("1", &[]).unwrap().out, "b");
}
