//! Guns that are set together, and guns that are never lost unnoticed.

use core_wasm::dates::Tz;
use core_wasm::timing::Setup;
use core_wasm::timing::start::{GunOrigin, GunSet, GunsRefused, GunsSent, lost_guns, other_day, set_guns};

const ZONE: Tz = Tz::NEW_YORK;

fn setup() -> Setup {
    let contest = |name: &str, more: &str| {
        format!(r#"{{"name":"{name}","distanceMetres":10000,"gun":null{more},"finish":{{"mats":["F"],"minimumSeconds":1500}}}}"#)
    };
    let waves = r#","waves":[{"name":"First","gun":null,"bibs":[{"from":1,"to":9}]},{"name":"Second","gun":null,"bibs":[{"from":10,"to":19}]}]"#;
    Setup::from_json(&format!(r#"{{"contests":[{},{}]}}"#, contest("10K", ""), contest("Half", waves))).unwrap()
}

fn gun(contest: &str, wave: Option<&str>, gun: &str) -> GunSet {
    GunSet { contest: contest.into(), wave: wave.map(Into::into), gun: Some(at(gun)), replaces: None }
}

fn at(clock: &str) -> String {
    format!("2021-05-08T{clock}-04:00")
}

fn sent(guns: Vec<GunSet>) -> GunsSent {
    GunsSent { guns, origin: GunOrigin::Button, ..GunsSent::default() }
}

fn set(setup: &Setup, guns: Vec<GunSet>) -> Result<Setup, GunsRefused> {
    set_guns(setup, &sent(guns), "May 8, 2021".parse().ok(), ZONE)
}

#[test]
fn several_guns_are_set_together_or_not_at_all() {
    let fired = set(&setup(), vec![gun("10k", None, "08:30:00.250"), gun("Half", Some("second"), "08:30:00.250")]).unwrap();
    assert_eq!(fired.contests[0].gun, Some(at("08:30:00.250")));
    assert_eq!((&fired.contests[1].waves[0].gun, &fired.contests[1].waves[1].gun), (&None, &Some(at("08:30:00.250"))));
    let unknown = set(&setup(), vec![gun("10K", None, "08:30:00"), gun("Half", Some("Third"), "08:30:00")]);
    assert!(matches!(unknown, Err(GunsRefused::Unknown(_))));
    assert!(matches!(set(&setup(), vec![gun("Half", None, "08:30:00")]), Err(GunsRefused::Bad(_))));
    assert!(matches!(set(&setup(), vec![]), Err(GunsRefused::Bad(_))));
    assert!(matches!(set(&setup(), vec![gun("10K", None, "soon")]), Err(GunsRefused::Problems(_))));
}

#[test]
fn a_gun_that_stands_is_replaced_only_by_its_name() {
    let fired = set(&setup(), vec![gun("10K", None, "08:30:00.250")]).unwrap();
    assert_eq!(set(&fired, vec![gun("10K", None, "08:30:00.250")]).unwrap(), fired, "the same gun again");
    let later = gun("10K", None, "08:31:00");
    let Err(GunsRefused::Stands(words)) = set(&fired, vec![later.clone()]) else { panic!("it was replaced") };
    assert!(words.contains("The gun of 10K stands at 8:30:00.250 AM."), "{words}");
    let other = GunSet { replaces: Some(at("08:29:00")), ..later.clone() };
    assert!(matches!(set(&fired, vec![other]), Err(GunsRefused::Stands(_))));
    // The same moment in another zone is the same gun.
    let named = GunSet { replaces: Some("2021-05-08T12:30:00.250Z".into()), ..later };
    assert_eq!(set(&fired, vec![named]).unwrap().contests[0].gun, Some(at("08:31:00")));
    let removed = GunSet { gun: None, replaces: Some(at("08:30:00.250")), ..gun("10K", None, "08:30:00") };
    assert_eq!(set(&fired, vec![removed]).unwrap().contests[0].gun, None);
}

#[test]
fn a_gun_on_another_day_asks_once() {
    let day = "May 9, 2021".parse().ok();
    let guns = sent(vec![gun("10K", None, "08:30:00"), gun("Half", Some("First"), "08:30:00")]);
    let Err(GunsRefused::OtherDay(words)) = set_guns(&setup(), &guns, day, ZONE) else { panic!("nobody asked") };
    assert!(words.starts_with("The race is on May 9, 2021, but this gun is on another day: 10K at 8:30:00.0 AM on May 8, 2021"));
    assert!(words.contains("and 1 more"), "{words}");
    let fired = set_guns(&setup(), &GunsSent { confirmed: true, ..guns }, day, ZONE).unwrap();
    assert_eq!(other_day(&fired, &fired, day, ZONE), None, "a gun that stands was confirmed");
    assert_eq!(other_day(&setup(), &fired, None, ZONE), None, "a race without a date has no other day");
    // By the race's clock, not by Greenwich's: 23:30 in New York is the next day there.
    let late = sent(vec![gun("10K", None, "23:30:00")]);
    assert!(set_guns(&setup(), &late, "May 8, 2021".parse().ok(), ZONE).is_ok());
}

#[test]
fn a_setup_from_elsewhere_loses_no_gun_unnoticed() {
    let fired = set(&setup(), vec![gun("10K", None, "08:30:00.250"), gun("Half", Some("First"), "08:40:00")]).unwrap();
    assert_eq!(lost_guns(&fired, &fired, None, ZONE), None);
    assert_eq!(lost_guns(&setup(), &fired, None, ZONE), None);
    let words = lost_guns(&fired, &setup(), "May 8, 2021".parse().ok(), ZONE).unwrap();
    assert!(
        words.contains("The gun of 10K stands at 8:30:00.250 AM. The gun of Half, First stands at 8:40:00.000 AM."),
        "{words}"
    );
}
