//! The content for clients without scripts. The browser does not have these functions, so their cases are here and not in
//! `cases/`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    missing_docs
)]

use core_wasm::dates::{RaceDate, Tz, local_to_instant, zone};
use core_wasm::flag::Flag;
use core_wasm::race::distance::DistanceTone;
use core_wasm::race::{DistanceStart, Race};
use core_wasm::site::noscript::{self, Site, Span, Subject};
use serde_json::Value;

const SITE: Site<'_> = Site { name: "Splitline", url: "https://races.example" };

fn date(text: &str) -> RaceDate {
    text.parse().unwrap()
}

/// Noon of a day in New York, in epoch milliseconds.
fn noon(day: &str) -> i64 {
    local_to_instant(date(day), "12:00 PM".parse().unwrap(), Tz::NEW_YORK)
}

fn race(rows: &[(&str, &str)]) -> Race {
    let row = |(distance, start): &(&str, &str)| DistanceStart { distance: (*distance).into(), start_time: (*start).into() };
    Race {
        name: "Spring Half".into(),
        date: "June 15, 2027".into(),
        distance_start_times: rows.iter().map(row).collect(),
        link: "https://runsignup.example/spring".into(),
        card_location: "Brooklyn, NY".into(),
        ..Race::default()
    }
}

fn head(path: &str, subject: Subject<'_>) -> noscript::Head {
    noscript::head(path, subject, SITE, "https://races.example/og/x.png", noon("June 1, 2027"))
}

fn events(race: &Race, today: &str) -> Vec<Value> {
    let head = noscript::head("/race/Spring%20Half", Subject::Race(race), SITE, "x", noon(today));
    let graph = head.data.unwrap()["@graph"].as_array().unwrap().clone();
    graph.into_iter().filter(|node| node["@type"] == "SportsEvent").collect()
}

#[test]
fn a_page_has_one_canonical_address() {
    for (path, canonical) in [
        ("/", Some("https://races.example/")),
        ("/home", Some("https://races.example/")),
        ("/HOME/", Some("https://races.example/")),
        ("/Races?month=6", Some("https://races.example/races")),
        ("/LIVERACE", Some("https://races.example/liveRace")),
        ("/login", None),
        ("/profile/ulf", None),
        ("/RaceDaySearch/Spring%20Half", None),
        ("/media/1/2", None),
        ("/EditRaces", None),
    ] {
        let head = head(path, Subject::Page);
        assert_eq!(head.canonical.as_deref(), canonical, "{path}");
        assert_eq!(head.noindex, canonical.is_none(), "{path}");
        assert_eq!(head.data.is_some(), canonical.is_some(), "{path}");
    }
    assert_eq!(head("/nothing", Subject::Missing).title, "Splitline");
    let race = Race { name: "Łódź & 5K: part 1".into(), ..Race::default() };
    let head = head("/race/x/media", Subject::Media(&race));
    assert_eq!(head.canonical.unwrap(), "https://races.example/race/%C5%81%C3%B3d%C5%BA%20%26%205K%3A%20part%201/media");
    assert_eq!(head.title, "Łódź & 5K: part 1 Media · Splitline");
    assert_eq!(head.headline, "Łódź & 5K: part 1 Media");
}

#[test]
fn a_summary_has_the_main_facts_in_at_most_160_characters() {
    let mut race = race(&[("Half", "7:30 AM"), ("10K", "8:00 AM")]);
    race.about = "word ".repeat(100);
    let summary = noscript::summary(&race);
    assert!(summary.starts_with("Tuesday, June 15, 2027 in Brooklyn, NY. Half 7:30 AM, 10K 8:00 AM. word"), "{summary}");
    assert!(summary.ends_with("word…") && summary.chars().count() <= 160, "{summary}");
    race.is_canceled = Flag::TRUE;
    race.max_capacity = Flag::TRUE;
    assert!(noscript::summary(&race).starts_with("Canceled. Tuesday"));
    assert_eq!(noscript::summary(&Race::default()), "");
    let endless = Race { about: "é".repeat(500), ..Race::default() };
    assert_eq!(noscript::summary(&endless).chars().count(), 160);
}

#[test]
fn an_event_starts_in_the_zone_of_its_race() {
    for (day, zone, time, start) in [
        ("June 15, 2027", "", "7:30 AM", "2027-06-15T07:30:00-04:00"),
        ("December 12, 2027", "America/New_York", "12:00 PM", "2027-12-12T12:00:00-05:00"),
        // The morning after the clocks changed.
        ("March 14, 2027", "America/Chicago", "8:00 AM", "2027-03-14T08:00:00-05:00"),
        ("November 7, 2027", "America/Chicago", "8:00 AM", "2027-11-07T08:00:00-06:00"),
        ("June 15, 2027", "UTC", "7:30 AM", "2027-06-15T07:30:00+00:00"),
        ("June 15, 2027", "", "soon", "2027-06-15"),
    ] {
        let race = Race { date: day.into(), time_zone: zone.into(), ..race(&[("5K", time)]) };
        assert_eq!(events(&race, "January 1, 2027")[0]["startDate"], start, "{day} {zone}");
    }
    assert!(events(&Race { date: "TBA".into(), ..race(&[("5K", "8:00 AM")]) }, "January 1, 2027").is_empty());
    let whole = events(&race(&[]), "January 1, 2027");
    assert_eq!((whole.len(), &whole[0]["name"]), (1, &Value::from("Spring Half")));
}

#[test]
fn an_offer_requires_open_registration() {
    let open = race(&[("Sprint Triathlon", "7:00 AM")]);
    assert_eq!(events(&open, "June 14, 2027")[0]["offers"]["availability"], "https://schema.org/InStock");
    assert_eq!(events(&open, "June 15, 2027")[0]["sport"], "Triathlon");
    let without = |race: Race, today: &str| events(&race, today)[0].get("offers").is_none();
    assert!(without(open.clone(), "June 16, 2027"), "over");
    assert!(without(Race { is_canceled: Flag::TRUE, ..open.clone() }, "June 1, 2027"));
    assert!(without(Race { link: String::new(), ..open.clone() }, "June 1, 2027"));
    assert!(without(Race { link: "javascript:alert(1)".into(), ..open.clone() }, "June 1, 2027"));
    let full = events(&Race { max_capacity: Flag::TRUE, ..open }, "June 1, 2027");
    assert_eq!(full[0]["offers"]["availability"], "https://schema.org/SoldOut");
}

#[test]
fn a_share_card_shows_the_date_and_the_greatest_distance() {
    let today = noon("June 1, 2027");
    let card = noscript::share_card(&race(&[("5K", "8:30 AM"), ("Half Marathon", "7:30 AM")]), today);
    assert_eq!((card.numerals.as_str(), card.tone, card.distances.as_str()), ("0615", DistanceTone::Half, "5K · HALF MARATHON"));
    assert_eq!(
        (card.lines, card.details),
        (vec!["Tuesday".into(), "June 15".into()], vec!["7:30 AM".into(), "Brooklyn, NY".into()])
    );
    assert_eq!((card.button.as_deref(), card.stamp), (Some("Register"), None));
    let canceled = noscript::share_card(&Race { is_canceled: Flag::TRUE, ..race(&[]) }, today);
    assert_eq!((canceled.button, canceled.stamp), (None, Some("Canceled")));
    let over = noscript::share_card(&Race { max_capacity: Flag::TRUE, ..race(&[]) }, noon("June 16, 2027"));
    assert_eq!((over.button, over.stamp), (None, None));
    let undated = noscript::share_card(&Race { date: String::new(), ..race(&[]) }, today);
    assert_eq!((undated.numerals.as_str(), undated.tone), ("TBA", DistanceTone::Ink));
}

#[test]
fn a_list_contains_the_upcoming_races_in_order() {
    let on = |name: &str, day: &str| Race { name: name.into(), date: day.into(), ..Race::default() };
    let all = [
        on("C", "July 1, 2027"),
        on("Over", "May 1, 2027"),
        on("B", "June 1, 2027"),
        on("A", "June 1, 2027"),
        on("Some day", ""),
    ];
    let body = noscript::page_body("/", Subject::Page, SITE, &all, noon("June 1, 2027"));
    let names: Vec<&str> = body.races.iter().map(|line| line.name.as_str()).collect();
    assert_eq!((body.heading.as_str(), names), ("Splitline", vec!["A", "B", "C"]));
    assert_eq!(noscript::page_body("/login", Subject::Page, SITE, &[], noon("June 1, 2027")).heading, "Login");
    for (path, lists) in [("/", true), ("/Races/", true), ("/nothing", true), ("/login", false), ("/race/X", false)] {
        assert_eq!(noscript::lists_races(path), lists, "{path}");
    }
}

#[test]
fn a_calendar_entry_covers_all_distances() {
    let at = |text: &str| chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
    let entry = noscript::entry(&race(&[("5K", "9:00 AM"), ("10K", "8:00 AM")]), SITE).unwrap();
    assert_eq!(entry.span, Span::Hours(at("2027-06-15 08:00"), at("2027-06-15 10:15")));
    assert_eq!(entry.location, "Brooklyn, NY");
    let patriot = noscript::entry(&race(&[("Patriot 5K", "9:00 AM")]), SITE).unwrap();
    assert_eq!(patriot.span, Span::Hours(at("2027-06-15 09:00"), at("2027-06-15 10:15")), "a 5K and no triathlon");
    let day = noscript::entry(&race(&[("5K", "in the morning")]), SITE).unwrap();
    assert_eq!(day.span, Span::Day(date("June 15, 2027").naive()));
    assert!(noscript::entry(&Race::default(), SITE).is_none());
    let phoenix = noscript::time_zone(zone("America/Phoenix").unwrap());
    assert!(phoenix.contains("TZOFFSETTO:-0700") && !phoenix.contains("DAYLIGHT"), "{phoenix}");
    let denver = noscript::time_zone(zone("America/Denver").unwrap());
    assert!(denver.contains("TZOFFSETFROM:-0700\r\nTZOFFSETTO:-0600\r\nEND:DAYLIGHT"), "{denver}");
}

#[test]
fn the_page_of_a_past_race_shows_that_it_is_over_and_has_no_register_link() {
    let race = race(&[("Half", "7:30 AM")]);
    let read = |today: &str| noscript::page_body("/race/Spring%20Half", Subject::Race(&race), SITE, &[], noon(today));
    let (before, after) = (read("June 14, 2027"), read("June 16, 2027"));
    assert_ne!(before.facts[0], "This race is over");
    assert_eq!(before.links[0].0, "Register");
    assert_eq!(after.facts[0], "This race is over");
    assert!(after.links.iter().all(|(label, _)| label != "Register"));
}

#[test]
fn after_the_start_the_board_is_linked_instead_of_the_registration() {
    let race = race(&[("Half", "7:30 AM")]);
    let at = |time: &str| local_to_instant(date("June 15, 2027"), time.parse().unwrap(), Tz::NEW_YORK);
    let read = |time: &str| noscript::page_body("/race/Spring%20Half", Subject::Race(&race), SITE, &[], at(time));
    let labels = |time: &str| read(time).links.into_iter().map(|(label, _)| label).take(2).collect::<Vec<_>>();
    assert_eq!(labels("6:29 AM"), ["Register", "Media"]);
    assert_eq!(labels("6:30 AM"), ["Follow runners", "Register"]);
    assert_eq!(labels("7:30 AM"), ["Follow runners", "Media"]);
    assert_eq!(read("7:30 AM").facts[0], "Live now");
    assert_eq!(read("7:30 AM").links[0].1, "/liveRace?race=Spring%20Half");
    assert_eq!(read("1:31 PM").facts[0], "This race is over");
    let button = |time: &str| noscript::share_card(&race, at(time)).button;
    assert_eq!((button("7:29 AM").as_deref(), button("7:30 AM")), (Some("Register"), None));
    let all = [race.clone(), Race { name: "Autumn Half".into(), date: "October 5, 2027".into(), ..race.clone() }];
    let listed = |time: &str| {
        let coming = noscript::page_body("/races", Subject::Page, SITE, &all, at(time)).races;
        coming.into_iter().map(|line| line.name).collect::<Vec<_>>()
    };
    assert_eq!(listed("7:29 AM"), ["Spring Half", "Autumn Half"]);
    assert_eq!(listed("7:30 AM"), ["Autumn Half"]);
    let first_link = |path: &str, all: &[Race], time: &str| {
        noscript::page_body(path, Subject::Page, SITE, all, at(time)).links.swap_remove(0).0
    };
    for path in ["/", "/home", "/races", "/liveRace"] {
        assert_eq!(first_link(path, &all, "7:30 AM"), "Spring Half: live now", "{path}");
        assert!(!first_link(path, &all, "6:29 AM").contains("live"), "{path}");
        let canceled = [Race { is_canceled: Flag::TRUE, ..race.clone() }];
        assert!(!first_link(path, &canceled, "7:30 AM").contains("live"), "{path}");
    }
    let offers = |time: &str| {
        let head = noscript::head("/race/Spring%20Half", Subject::Race(&race), SITE, "x", at(time));
        head.data.unwrap()["@graph"].to_string().contains("\"offers\"")
    };
    assert!(offers("7:29 AM") && !offers("7:30 AM"));
}
