//! Human speed, ages, identities, and the order of bibs.

use core_wasm::timing::human::{fastest_ms, is_superhuman};
use core_wasm::timing::read::clean_bib;
use core_wasm::timing::setup::Sport;
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
