//! Human speed, ages, identities, and the order of bibs.

use core_wasm::timing::age::AgeBand;
use core_wasm::timing::human::{Speeds, fastest_ms, is_superhuman};
use core_wasm::timing::read::clean_bib;
use core_wasm::timing::setup::{Leg, Sport};
use core_wasm::timing::standing::bib_order;
use core_wasm::timing::{Read, age};

use crate::read;

#[test]
fn a_time_below_the_table_is_superhuman() {
    assert!(is_superhuman(Sport::Run, 10_000.0, 25 * 60_000), "25 minutes over 10 km");
    assert!(!is_superhuman(Sport::Run, 10_000.0, 26 * 60_000 + 11_000), "the record itself");
    assert!(is_superhuman(Sport::Run, 42_195.0, 7_179_999));
    assert!(!is_superhuman(Sport::Run, 42_195.0, 7_180_000));
    assert!(!is_superhuman(Sport::Tri, 10_000.0, 1_000), "a triathlon's legs have minimums instead");
    // Between two distances of the table the fastest time lies between theirs and grows with the distance.
    let mut last = 0.0;
    for metres in (1..200).map(|km| f64::from(km) * 1_000.0) {
        assert!(fastest_ms(metres) > last, "{metres} m");
        last = fastest_ms(metres);
    }
    assert!(fastest_ms(50.0) > 0.0);
}

#[test]
fn a_stretch_is_judged_by_the_sport() {
    let minutes = |minutes: i64| Some(minutes * 60_000);
    let run = Speeds::new(Sport::Run, vec![(5_000.0, Leg::Run), (10_000.0, Leg::Run), (21_097.5, Leg::Run)]);
    assert!(!run.is_superhuman([minutes(20), minutes(40), minutes(90)].into_iter()));
    assert!(run.is_superhuman([minutes(20), minutes(32), minutes(90)].into_iter()), "5K in 12 minutes");
    assert!(run.is_superhuman([minutes(12), None, None].into_iter()), "before the finish");
    assert!(!run.is_superhuman([None, minutes(27), None].into_iter()), "the missed point is part of a longer stretch");
    // 13, 13 and 30:30: no stretch is too fast, but the whole is.
    let whole = [minutes(13), minutes(26), Some(56 * 60_000 + 30_000)];
    assert!(run.is_superhuman(whole.into_iter()));

    let wheel = Speeds::new(Sport::Wheel, vec![(42_195.0, Leg::Run)]);
    assert!(!wheel.is_superhuman([minutes(60)].into_iter()) && wheel.is_superhuman([minutes(40)].into_iter()));

    let legs = [(1_500.0, Leg::Swim), (1_500.0, Leg::T1), (41_500.0, Leg::Bike), (51_500.0, Leg::Run)];
    let tri = Speeds::new(Sport::Tri, legs.into());
    assert!(!tri.is_superhuman([minutes(18), minutes(18), minutes(72), minutes(104)].into_iter()), "a transition takes no time");
    assert!(tri.is_superhuman([minutes(9), None, None, None].into_iter()), "a swim of 9 minutes");
    assert!(tri.is_superhuman([minutes(18), None, minutes(45), None].into_iter()), "40 km by bike in 27 minutes");
    assert!(tri.is_superhuman([minutes(18), None, None, minutes(60)].into_iter()), "bike and run together");
}

#[test]
fn age_groups_belong_to_a_race() {
    let spec = age::bands(&[]);
    assert!((0..=100).all(|years| age::group_in(&spec, years) == Some(age::group(years))));
    assert_eq!(spec.iter().map(|band| band.label.as_str()).collect::<Vec<_>>(), age::GROUPS);
    let band = |label: &str, from, to| AgeBand { label: label.into(), from, to };
    let own = [band("Youth", 10, Some(19)), band("Open", 20, None)];
    assert_eq!([9, 10, 19, 20, 99].map(|years| age::group_in(&own, years)), [None, Some(0), Some(0), Some(1), Some(1)]);

    let setup = core_wasm::timing::Setup { age_bands: own.into(), ..crate::setup() };
    let entrants = vec![crate::entrant("1001", "Ann", "Ng", "f", 30, "10K")];
    let mut field = core_wasm::timing::engine::Field::new(crate::facts(), setup, entrants);
    field.refresh(1);
    assert_eq!(field.filters().age_groups, ["Open"]);
    assert_eq!(field.participant("1001").unwrap().age_group, "Open");
}

#[test]
fn ages_and_groups() {
    let day = |text: &str| text.parse::<core_wasm::dates::RaceDate>().unwrap().naive();
    let on = |born, race| age::on_race_day(day(born), day(race));
    assert_eq!(on("1990-06-15", "2027-06-15"), Some(37));
    assert_eq!(on("1990-06-16", "2027-06-15"), Some(36));
    assert_eq!(on("2004-02-29", "2027-02-28"), Some(22));
    assert_eq!(on("2004-02-29", "2027-03-01"), Some(23));
    assert_eq!(on("2027-06-16", "2027-06-15"), None);
    let label = |age| age::GROUPS[age::group(age)];
    let labels: Vec<&str> = [0, 13, 14, 19, 20, 29, 30, 49, 59, 60, 101].map(label).into();
    assert_eq!(
        labels,
        [
            "13 and under",
            "13 and under",
            "14-19",
            "14-19",
            "20-29",
            "20-29",
            "30-39",
            "40-49",
            "50-59",
            "60 & better",
            "60 & better"
        ]
    );
}

#[test]
fn the_identity_of_a_read_depends_on_what_the_rules_use() {
    let one = read("5K", "1234", "08:52:11.340");
    let id = one.identity();
    assert_eq!(id.len(), 32);
    assert_eq!(id, one.clone().identity());
    let differing = [
        Read { source: "other".into(), ..one.clone() },
        Read { device: Some("d".into()), ..one.clone() },
        Read { seq: Some(0), ..one.clone() },
        Read { bib: None, chip: Some("1234".into()), ..one.clone() },
        Read { mat: "10K".into(), ..one.clone() },
        Read { time: one.time + 1, ..one.clone() },
        Read { timer: Some("160".into()), ..one.clone() },
        Read { invalid: true, ..one.clone() },
    ];
    for other in differing {
        assert_ne!(other.identity(), id, "{other:?}");
    }
    // The other fields of a format do not change the identity.
    assert_eq!(Read { kind: Some("P".into()), event: Some("9".into()), ..one }.identity(), id);
}

#[test]
fn bibs() {
    assert_eq!(["007", "0", "000", " 12 ", "A07", ""].map(clean_bib), ["7", "0", "0", "12", "A07", ""]);
    let mut bibs = ["B1", "10", "9", "A2", "100"];
    bibs.sort_by(|a, b| bib_order(a, b));
    assert_eq!(bibs, ["9", "10", "100", "A2", "B1"]);
}
