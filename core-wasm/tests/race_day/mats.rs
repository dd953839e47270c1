//! The mats of a race: which fell silent, which never read, and which share of the runners each missed.

use core_wasm::dates::{self, DEFAULT_ZONE};
use core_wasm::timing::engine::{Field, MissedPoint, RaceFacts};
use core_wasm::timing::{Correction, Decision, Read};

use crate::{at, facts, field, read, setup, timed};

/// Thirty starters, of whom so many pass 5K from 8:50:00 on, one every ten seconds.
fn start_and_5k(passed: u32) -> Field {
    let mut reads: Vec<Read> = (0..30).map(|n| read("LINE1", &(1001 + n).to_string(), &format!("08:30:{n:02}"))).collect();
    reads.extend(
        (0..passed)
            .map(|n| Read { time: at("08:50:00") + i64::from(n) * 10_000, ..read("5K", &(1001 + n).to_string(), "08:50:00") }),
    );
    timed(vec![], &reads)
}

fn alarm(field: &Field, mat: &str, clock: &str) -> String {
    let boxes = field.boxes(at(clock));
    boxes.into_iter().find(|one| one.mat == mat).unwrap_or_else(|| panic!("no mat {mat}")).alarm
}

#[test]
fn a_busy_mat_that_falls_silent_is_an_alarm_while_runners_are_due() {
    let field = start_and_5k(25);
    // The last read is at 8:54:00.
    assert_eq!(alarm(&field, "5K", "08:56:59"), "");
    assert_eq!(alarm(&field, "5K", "08:57:00"), "No reads for 3 minutes, and 5 runners should have passed by now.");
    assert_eq!(alarm(&field, "5K", "09:53:59"), "No reads for 59 minutes, and 5 runners should have passed by now.");
    assert_eq!(alarm(&field, "5K", "09:54:00"), "", "after an hour nobody waits for it any more");
}

#[test]
fn a_quiet_tail_is_no_alarm() {
    assert_eq!(alarm(&start_and_5k(28), "5K", "09:00:00"), "", "two have probably dropped out");
    assert_eq!(alarm(&start_and_5k(19), "5K", "09:00:00"), "", "few reads in ten minutes: there may be pauses");
}

#[test]
fn of_a_large_field_a_few_drop_out() {
    // 300 runners start in 30 s; the last ones are at 5K at 9:10, and so many are not.
    let alarm_without = |missing: i64| {
        let bib = |n: i64| (1001 + n).to_string();
        let start = |n: i64| Read { time: at("08:30:00") + n * 100, ..read("LINE1", &bib(n), "08:30:00") };
        let passes = |n: i64| Read { time: at("08:50:00") + n * 4_000, ..read("5K", &bib(n), "08:50:00") };
        let reads: Vec<Read> = (0..300).map(start).chain((0..300 - missing).map(passes)).collect();
        alarm(&timed(vec![], &reads), "5K", "09:20:00")
    };
    assert_eq!(alarm_without(13), "");
    assert_eq!(alarm_without(14), "No reads for 11 minutes, and 14 runners should have passed by now.");
}

#[test]
fn the_finish_line_is_not_expected_to_read_before_the_first_runners_are_due() {
    let field = start_and_5k(25);
    // It read the start at 8:30. The first runner was at 5K after 20 minutes.
    assert_eq!(alarm(&field, "LINE1", "09:09:59"), "");
    assert_eq!(alarm(&field, "LINE1", "09:29:00"), "No reads for 58 minutes, and 25 runners should have passed by now.");
}

#[test]
fn a_read_of_the_future_does_not_hide_that_a_mat_is_silent() {
    let mut field = start_and_5k(25);
    field.ingest(&read("5K", "1001", "23:00:00"));
    field.refresh(1);
    assert_eq!(alarm(&field, "5K", "08:58:00"), "No reads for 3 minutes, and 5 runners should have passed by now.");
}

#[test]
fn the_corrected_clock_of_a_box_tells_whether_it_is_silent() {
    let mut field = start_and_5k(0);
    for n in 0..25 {
        let slow = Read { time: at("08:42:00") + n * 10_000, ..read("5K", &(1001 + n).to_string(), "08:42:00") };
        field.ingest(&slow);
    }
    field.refresh(1);
    assert_ne!(alarm(&field, "5K", "08:54:30"), "");
    let offset =
        |id, offset_ms| Correction { id, decision: Decision::Offset { source: "5K".into(), from: None, to: None, offset_ms } };
    field.correct(&offset(1, 480_000));
    field.refresh(1);
    assert_eq!(alarm(&field, "5K", "08:54:30"), "");
    let count = |field: &Field| {
        let one = field.boxes(at("08:54:30")).into_iter().find(|one| one.mat == "5K").unwrap();
        (one.reads, one.last_read, one.minutes.iter().sum::<u32>())
    };
    assert_eq!(count(&field), (25, at("08:54:00"), 25));
    field.ingest(&read("5K", "1030", "08:46:10"));
    assert_eq!(count(&field), (26, at("08:54:10"), 26), "later reads of the box too");
}

#[test]
fn a_mat_without_any_read_is_an_alarm_once_later_points_were_read() {
    let mut field = field(vec![]);
    for (n, bib) in ["1001", "1002", "1003"].into_iter().enumerate() {
        assert_eq!(alarm(&field, "LINE1", "09:00:00"), "", "{n} runners at 5K");
        field.ingest(&read("5K", bib, "08:52:00"));
        field.refresh(1);
    }
    assert_eq!(alarm(&field, "LINE1", "09:00:00"), "No reads, although runners were read at later points.");
    assert_eq!(alarm(&field, "5K", "09:00:00"), "");
}

#[test]
fn a_mat_that_is_in_no_setup_is_an_alarm() {
    let field = timed(vec![], &[read("5k", "1001", "08:52:00")]);
    assert_eq!(alarm(&field, "5k", "09:00:00"), "No point of the setup has this mat.");
}

#[test]
fn each_point_lists_how_many_later_runners_it_missed() {
    let reads = [
        vec![read("LINE1", "1001", "08:30:05"), read("5K", "1001", "08:52:00"), read("LINE1", "1001", "09:15:00")],
        vec![read("LINE1", "1002", "08:30:05"), read("LINE1", "1002", "09:16:00")],
        vec![read("5K", "1003", "08:52:00"), read("LINE1", "1003", "09:17:00")],
        vec![read("5K", "1004", "08:52:00")],
        vec![read("LINE1", "1005", "08:30:05")],
    ]
    .concat();
    let mut field = timed(vec![], &reads);
    let point =
        |contest: &str, point: &str, passed, missed| MissedPoint { contest: contest.into(), point: point.into(), passed, missed };
    let empty = point("5K", "Start", 0, 0);
    assert_eq!(field.missed_points(), [point("10K", "Start", 4, 2), point("10K", "5K", 3, 1), empty.clone()]);
    // A read by hand is one.
    field.correct(&Correction { id: 1, decision: Decision::Add { bib: "1002".into(), mat: "5K".into(), time: at("08:53:00") } });
    field.refresh(1);
    assert_eq!(field.missed_points(), [point("10K", "Start", 4, 2), point("10K", "5K", 3, 0), empty]);
}

#[test]
fn a_change_of_the_clocks_during_a_race_is_said_once_reads_are_on_its_other_side() {
    let words = |gun: &str, reads: &[&str]| {
        let instant = |text: &str| dates::parse_instant(text).unwrap();
        let day = dates::date_in(instant(gun), DEFAULT_ZONE);
        let mut setup = setup();
        setup.contests.iter_mut().for_each(|contest| contest.gun = Some(gun.to_owned()));
        let mut field = Field::new(RaceFacts { date: day, ..facts() }, setup, Vec::new());
        for time in reads {
            field.ingest(&Read { time: instant(time), ..read("LINE1", "1001", "08:00:00") });
        }
        field.refresh(1);
        field.clock_change()
    };
    let autumn = "2027-11-06T22:00:00-04:00";
    assert_eq!(words(autumn, &["2027-11-07T01:59:00-04:00"]), "");
    assert!(
        words(autumn, &["2027-11-07T01:59:00-04:00", "2027-11-07T01:05:00-05:00"]).starts_with("The clocks went back an hour")
    );
    let spring = "2027-03-13T22:00:00-05:00";
    assert_eq!(words(spring, &["2027-03-14T01:59:59-05:00"]), "");
    assert!(words(spring, &["2027-03-14T03:00:00-04:00"]).starts_with("The clocks went forward an hour"));
    assert_eq!(words("2027-11-07T08:00:00-05:00", &["2027-11-07T09:00:00-05:00"]), "", "the race began after it");
}
