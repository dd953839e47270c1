//! A hundred people at once through two copies: forty edit pages, ten correct times, ten publish results, forty write to the company.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::copies::Copies;
use crate::home::Home;
use crate::outage::administrator;
use crate::postgres::on_server;
use crate::program::run;
use crate::replay::add_race;
use crate::tickets::with;
use crate::timing::setup;
use crate::wire::{Wire, address};

const RACE: &str = "Spring 10K";
const PATH: &str = "Spring%2010K";
const PAGES: usize = 10;
/// How many changes each person makes.
const CHANGES: usize = 3;

/// What was acknowledged, each by a name of its own.
type Saved = Arc<Mutex<Vec<String>>>;

/// Each change adds a line to the text of a page that three others edit, too; who is told of another change merges, as the screen does.
async fn edit(mut wire: Wire, number: usize, saved: Saved) {
    let page = number % PAGES;
    let path = format!("/api/AllRacePages?name=Page%20{page}&images=url");
    for count in 0..CHANGES {
        let word = format!("e{number}-{count}");
        let opened = wire.get(&path).await.unwrap().is(200).json();
        let (mut text, mut version) = (opened["race"]["Refund"].clone(), opened["versions"]["refund"].clone());
        loop {
            let longer = format!("{} {word}", text.as_str().unwrap_or_default()).trim().to_owned();
            let body = json!({ "RaceName": format!("Page {page}"), "Refund": longer, "Versions": { "refund": version } });
            let answer = wire.json("PUT", "/api/updateContentSections", &[], &body).await.unwrap();
            if answer.status == 200 {
                break;
            }
            let conflict = answer.is(409).json()["conflict"].clone();
            (text, version) = (conflict["race"]["Refund"].clone(), conflict["version"].clone());
        }
        saved.lock().unwrap().push(word);
    }
}

/// Each entry is sent to both copies at once with one key, as by a phone that did not get the answer.
async fn correct(mut wires: [Wire; 2], number: usize, saved: Saved) {
    for count in 0..CHANGES {
        let bib = number * CHANGES + count + 1;
        let time = format!("2027-06-01T08:{:02}:12.000-04:00", 5 + bib);
        let entry = |mat: &str, time: &str| json!({ "kind": "add", "bib": bib.to_string(), "mat": mat, "time": time, "reason": "Seen", "key": format!("c{bib}-{mat}") });
        let path = format!("/api/timing/{PATH}/corrections");
        for body in [entry("START", "2027-06-01T07:30:12.000-04:00"), entry("FINISH", &time)] {
            let [one, other] = &mut wires;
            let (one, other) = tokio::join!(one.json("POST", &path, &[], &body), other.json("POST", &path, &[], &body));
            let (one, other) = (one.unwrap(), other.unwrap());
            assert!(one.status < 300 && other.status < 300, "{} {}", one.json(), other.json());
            assert_eq!(one.json()["id"], other.json()["id"], "one entry");
            saved.lock().unwrap().push(body["key"].as_str().unwrap().to_owned());
        }
    }
}

/// Publishes what stands, whenever there is something new, until that does not happen any more.
async fn publish(mut wire: Wire, number: usize, saved: Saved) {
    let (mut count, mut tries) = (0, 0);
    while count < CHANGES && tries < 60 {
        let body = json!({ "contest": "10K", "despiteOpen": true, "reason": format!("p{number}-{count}") });
        let answer = wire.json("POST", &format!("/api/results/{PATH}/publish"), &[], &body).await.unwrap();
        if answer.status != 201 {
            let said = answer.is(409).json();
            assert!(matches!(said["code"].as_str(), Some("NOTHING_TO_PUBLISH" | "NOTHING_CHANGED")), "{said}");
            tries += 1;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        }
        count += 1;
        saved.lock().unwrap().push(answer.json()["version"].to_string());
    }
}

/// Each ticket is sent to both copies at once with one key.
async fn write(mut wires: [Wire; 2], number: usize, saved: Saved) {
    for count in 0..CHANGES {
        let title = format!("t{number}-{count}");
        let body = with(&[("title", &title), ("contact", &format!("(518) 555-{:04}", number * CHANGES + count))]);
        let (key, path) = ([("idempotency-key", &*title)], "/api/createTicket");
        let [one, other] = &mut wires;
        let (one, other) = tokio::join!(one.json("POST", path, &key, &body), other.json("POST", path, &key, &body));
        let (one, other) = (one.unwrap().is(201).json(), other.unwrap().is(201).json());
        assert_eq!(one["ticketId"], other["ticketId"], "one ticket");
        saved.lock().unwrap().push(title);
    }
}

/// The words of a text from the database.
fn words(home: &Home, sql: &str, between: char) -> Vec<String> {
    home.value::<Option<String>>(sql).unwrap_or_default().split(between).map(str::to_owned).collect()
}

/// Fails unless everything that was acknowledged is there, once, and nothing else.
#[track_caller]
fn same(what: &str, saved: &Saved, found: Vec<String>) {
    let saved = saved.lock().unwrap();
    let (acknowledged, there): (BTreeSet<_>, BTreeSet<_>) = (saved.iter().collect(), found.iter().collect());
    eprintln!("{what}: {} acknowledged, {} found", acknowledged.len(), found.len());
    assert!(acknowledged == there, "{what}: {:?}", acknowledged.symmetric_difference(&there).collect::<Vec<_>>());
    assert_eq!(found.len(), there.len(), "{what}: something is there twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_people_through_two_copies_lose_nothing_and_do_nothing_twice() {
    let Some(home) = on_server() else { return };
    let key = add_race(&home, RACE, &setup()).await;
    let Some(copies) = Copies::start(home) else { return };
    let home = &copies.homes[0];
    let mut ada = administrator(home, copies.port).await;
    for page in 0..PAGES {
        let created = ada.request(crate::util::Form::race(&format!("Page {page}")).request("/api/createPage")).await.unwrap();
        created.is(201);
        let empty = json!({ "RaceName": format!("Page {page}"), "Refund": "Text" });
        ada.json("PUT", "/api/updateContentSections", &[], &empty).await.unwrap().is(200);
    }
    let reads: Vec<Value> = vec![json!({ "source": "a", "mat": "5K", "bib": "1", "time": "2027-06-01T07:55:12.000-04:00" })];
    let bearer = format!("Bearer {key}");
    let path = format!("/api/timing/{PATH}/reads");
    ada.json("POST", &path, &[("authorization", &bearer)], &Value::from(reads)).await.unwrap().is(200);

    let [edits, corrections, versions, tickets] = [(); 4].map(|()| Saved::default());
    let mut people = JoinSet::new();
    let wire = |number: usize, copy: usize| {
        let mut wire = Wire::new(copies.ports[copy % 2], address(number));
        wire.cookies.clone_from(&ada.cookies);
        wire
    };
    for number in 0..40 {
        people.spawn(edit(wire(number, number / PAGES), number, edits.clone()));
        let mut visitors = [wire(100 + number, 0), wire(100 + number, 1)];
        visitors.iter_mut().for_each(|visitor| visitor.cookies.clear());
        people.spawn(write(visitors, number, tickets.clone()));
    }
    for number in 0..10 {
        people.spawn(correct([wire(200 + number, 0), wire(200 + number, 1)], number, corrections.clone()));
        people.spawn(publish(wire(300 + number, number), number, versions.clone()));
    }
    assert_eq!(people.len(), 100);
    people.join_all().await;
    // One more publication, so that every correction is in a version.
    publish(wire(400, 0), 99, versions.clone()).await;

    let texts = "SELECT string_agg(record::json ->> 'Refund', ' ') FROM races WHERE name LIKE 'Page %'";
    same("edits", &edits, words(home, texts, ' ').into_iter().filter(|word| word != "Text").collect());
    same("tickets", &tickets, words(home, "SELECT string_agg(title, '|') FROM tickets", '|'));
    same("corrections", &corrections, words(home, "SELECT string_agg(sent_key, '|') FROM timing_corrections", '|'));
    same("versions", &versions, words(home, "SELECT string_agg(version::TEXT, '|') FROM result_versions", '|'));
    let numbers: BTreeSet<usize> = versions.lock().unwrap().iter().map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect());
    let count = |of: &str| home.number(&format!("SELECT count(*) FROM audit WHERE action = '{of}'"));
    assert_eq!((count("ticket.created"), count("race.created")), (120, 10));
    let finishers = "SELECT string_agg(n::TEXT, '|' ORDER BY version) FROM (SELECT v.version, count(r.chip_ms) AS n
                     FROM result_versions v LEFT JOIN results r ON r.version_id = v.id GROUP BY v.version) AS all_versions";
    let finishers: Vec<usize> = words(home, finishers, '|').iter().map(|number| number.parse().unwrap()).collect();
    eprintln!("finishers of the published versions: {finishers:?}");
    assert!(finishers.is_sorted(), "an older state was published over a newer one: {finishers:?}");
    assert_eq!(finishers.last(), Some(&30), "everybody who was entered by hand is published");
    for home in &copies.homes {
        let verified = run(home, &["audit", "verify"]);
        eprintln!("{}", String::from_utf8_lossy(&verified.stdout).trim());
    }
    // And as the running copies see it.
    for copy in 0..2 {
        let mut ada = wire(500, copy);
        ada.json("POST", "/api/auditLog/seal", &[], &json!({})).await.unwrap().is(200);
        let seal = loop {
            let seal = ada.get("/api/auditLog/seal").await.unwrap().is(200).json();
            if seal["running"].is_null() {
                break seal["last"].clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        };
        eprintln!("{seal}");
        assert_eq!(seal["verdict"], "whole", "{seal}");
        assert_eq!(seal["rows"], home.number("SELECT count(*) FROM audit"), "{seal}");
    }
}
