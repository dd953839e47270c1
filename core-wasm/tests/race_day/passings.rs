//! The start, splits and finish found in one runner's reads.

use core_wasm::timing::passing::{Course, Hit, Passings, Point, Use, passings, use_of};

const GUN: i64 = 1_000_000_000;
const LINE: u16 = 1;
const LINE2: u16 = 2;
const MID: u16 = 3;
const FAR: u16 = 4;

/// The instant this many minutes and seconds after the gun.
fn after(minutes: i64, seconds: i64) -> i64 {
    GUN + (minutes * 60 + seconds) * 1000
}

fn course() -> Course {
    Course {
        gun: Some(GUN),
        start_mats: vec![LINE, LINE2],
        start_open_ms: 600_000,
        points: vec![point(MID, 600_000), point(FAR, 900_000), Point { mats: vec![LINE, LINE2], ..point(LINE, 1_500_000) }],
        ..Course::default()
    }
}

/// A point with one mat, from its minimum on.
fn point(mat: u16, minimum_ms: i64) -> Point {
    Point { mats: vec![mat], minimum_ms, ..Point::default() }
}

fn of(course: &Course, hits: &[(u16, i64)]) -> Passings {
    let mut hits: Vec<Hit> = hits.iter().map(|(mat, time)| Hit::new(*time, *mat)).collect();
    hits.sort();
    passings(course, &hits, None)
}

#[test]
fn the_last_start_read_is_the_start() {
    let found = of(&course(), &[(LINE, after(0, 2)), (LINE2, after(0, 5)), (LINE, after(0, 4))]);
    assert_eq!((found.start, found.start_read), (Some(after(0, 5)), true));
}

#[test]
fn a_start_up_to_six_seconds_before_the_gun_is_the_gun() {
    assert_eq!(of(&course(), &[(LINE, GUN - 6_000)]).start, Some(GUN));
    assert_eq!(of(&course(), &[(LINE, GUN - 6_001)]).start, None);
    assert_eq!(of(&course(), &[(LINE, GUN - 3_000), (LINE, after(0, 1))]).start, Some(after(0, 1)));
}

#[test]
fn the_start_closes_at_the_minimum_lap() {
    assert_eq!(of(&course(), &[(LINE, after(10, 0))]).start, Some(after(10, 0)));
    assert_eq!(of(&course(), &[(LINE, after(10, 0) + 1)]).start, None);
}

#[test]
fn the_first_read_after_the_minimum_is_the_passing() {
    let found = of(&course(), &[(LINE, after(1, 0)), (MID, after(10, 59)), (MID, after(11, 0)), (MID, after(12, 0))]);
    assert_eq!(found.points[0], Some(after(11, 0)), "ten minutes after the own start, not after the gun");
    let finish = of(&course(), &[(LINE, after(1, 0)), (LINE, after(25, 59)), (LINE2, after(40, 0)), (LINE, after(40, 1))]);
    assert_eq!(finish.finish(), Some(after(40, 0)));
}

#[test]
fn without_a_start_read_the_gun_is_the_start() {
    let found = of(&course(), &[(LINE, after(40, 0))]);
    assert_eq!((found.start, found.start_read, found.finish()), (Some(GUN), false, Some(after(40, 0))));
    assert_eq!(of(&course(), &[]).start, None, "a runner without reads has not started");
}

#[test]
fn without_a_gun_there_is_no_start() {
    let found = of(&Course { gun: None, ..course() }, &[(LINE, after(0, 1)), (MID, after(20, 0))]);
    assert_eq!((found.start, found.finish()), (None, None));
}

#[test]
fn a_mat_passed_again_after_the_finish_changes_nothing() {
    let found = of(
        &course(),
        &[(LINE, after(0, 1)), (FAR, after(30, 0)), (LINE, after(50, 0)), (MID, after(55, 0)), (LINE, after(60, 0))],
    );
    assert_eq!(found.points, [None, Some(after(30, 0)), Some(after(50, 0))], "the first mat missed the chip");
}

#[test]
fn laps_over_one_mat_are_distinguished_even_when_slow() {
    let laps = Course { points: vec![point(MID, 600_000), point(MID, 1_200_000), point(LINE, 1_500_000)], ..course() };
    // The first lap takes longer than the second point's minimum, and the chip is read for a minute.
    let found =
        of(&laps, &[(LINE, after(0, 0)), (MID, after(25, 0)), (MID, after(26, 0)), (MID, after(52, 0)), (LINE, after(60, 0))]);
    assert_eq!(found.points, [Some(after(25, 0)), Some(after(52, 0)), Some(after(60, 0))]);
}

#[test]
fn every_read_is_classified() {
    let course = course();
    let hits = [
        (LINE, after(0, 1)),
        (LINE2, after(0, 3)),
        (MID, after(20, 0)),
        (MID, after(20, 5)),
        (MID, after(21, 0)),
        (LINE, after(50, 0)),
        (LINE, after(59, 0)),
    ];
    let found = of(&course, &hits);
    let used = |mat, time| use_of(&course, &found, Hit::new(time, mat));
    assert_eq!(used(LINE, GUN - 7_000), Use::BeforeStart);
    assert_eq!(used(LINE, after(0, 1)), Use::Used, "the same start");
    assert_eq!(used(MID, after(20, 5)), Use::Used, "the same passing");
    assert_eq!(used(MID, after(21, 0)), Use::Spare);
    assert_eq!(used(LINE, after(59, 0)), Use::Spare);
    assert_eq!(used(99, after(20, 0)), Use::OffCourse);
    assert_eq!(use_of(&Course { gun: None, ..course.clone() }, &found, Hit::new(after(20, 0), MID)), Use::BeforeStart);
}
