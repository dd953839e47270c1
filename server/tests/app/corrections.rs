//! Corrections: what a person decides about times is kept beside the reads, and can be taken back.

use serde_json::{Value, json};

use crate::timing::{read, send, setup, timed_race};
use crate::util::{Browser, NOW, TestApp};

const RACE: &str = "Spring 10K";
const BASE: &str = "/api/timing/Spring%2010K";

/// The time of day `after` seconds after the gun, RFC 3339.
fn at(after: i64) -> String {
    core_wasm::dates::format_instant(NOW - 1_800_000 + after * 1000, core_wasm::dates::DEFAULT_ZONE)
}

async fn reads(app: &TestApp, key: &str, reads: &[Value]) {
    send(app, RACE, key, "application/json", None, json!(reads).to_string()).await.ok();
}

async fn correct(ada: &mut Browser, correction: Value) -> i64 {
    ada.post(&format!("{BASE}/corrections"), &correction).await.is(201).json()["id"].as_i64().unwrap()
}

async fn take_back(ada: &mut Browser, id: i64) -> i64 {
    ada.delete(&format!("{BASE}/corrections/{id}"), &json!({})).await.ok().json()["id"].as_i64().unwrap()
}

async fn page(ada: &mut Browser, bib: &str) -> Value {
    ada.get(&format!("{BASE}/runners/{bib}")).await.ok().json()
}

/// A list of suspicious times, by a query like `&search=1`.
async fn suspicious(ada: &mut Browser, query: &str) -> Value {
    ada.get(&format!("{BASE}/checks?list=suspicious{query}")).await.ok().json()
}

/// The unknown tags, by a query like `?search=1`.
async fn unknown(ada: &mut Browser, query: &str) -> Value {
    ada.get(&format!("{BASE}/unknownTags{query}")).await.ok().json()
}

/// A field of every item of a list.
fn all<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap()).collect()
}

/// The chip time at each point of a runner.
async fn times(ada: &mut Browser, bib: &str) -> Vec<String> {
    let page = page(ada, bib).await;
    page["points"].as_array().unwrap().iter().map(|point| point["chipTime"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_finish_by_hand_is_taken_back_and_counts_again() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &[read("START", 17, 12), read("5K", 17, 1262)]).await;
    let by_hand =
        json!({ "kind": "add", "bib": "17", "mat": "FINISH", "time": at(2512), "reason": "Seen at the line", "key": "phone-1" });
    let answer = ada.post(&format!("{BASE}/corrections"), &by_hand).await.is(201).json();
    assert_eq!(answer["text"], "Bib 17 entered by hand at FINISH, 8:11:52.0 AM");
    assert_eq!(answer["name"], "Bib 17");
    assert_eq!(times(&mut ada, "17").await, ["", "20:50", "41:40"]);

    // A phone that did not get the answer sends it again: it is one entry.
    let again = ada.post(&format!("{BASE}/corrections"), &by_hand).await.ok().json();
    assert_eq!(again["id"], answer["id"]);
    // An entry that could never count is refused.
    let mut late = by_hand.clone();
    (late["time"], late["key"]) = (json!("2028-06-01T08:11:52-04:00"), json!("phone-2"));
    let refused = ada.post(&format!("{BASE}/corrections"), &late).await.is(400).json();
    assert_eq!((&refused["fields"][0]["field"], &refused["fields"][0]["code"]), (&json!("time"), &json!("outside")));
    // Another entry under the same id is not taken for it.
    let mut other = by_hand.clone();
    other["bib"] = json!("18");
    assert_eq!(ada.post(&format!("{BASE}/corrections"), &other).await.is(409).code(), "CORRECTION_KEY_USED");
    assert_eq!(app.count("SELECT count(*) FROM timing_corrections").await, 1);

    let id = answer["id"].as_i64().unwrap();
    let undo = take_back(&mut ada, id).await;
    assert_eq!(times(&mut ada, "17").await, ["", "20:50", ""]);
    let refused = ada.delete(&format!("{BASE}/corrections/{id}"), &json!({})).await.is(409);
    assert_eq!(refused.code(), "TAKEN_BACK");
    take_back(&mut ada, undo).await;
    assert_eq!(times(&mut ada, "17").await, ["", "20:50", "41:40"]);

    let page = page(&mut ada, "17").await;
    assert_eq!(page["reads"][2]["byHand"], id);
    let entries: Vec<(String, bool)> = page["corrections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["text"].as_str().unwrap().to_owned(), entry["counts"].as_bool().unwrap()))
        .collect();
    let added = "Bib 17 entered by hand at FINISH, 8:11:52.0 AM";
    let expected =
        [(format!("Correction {id} counts again"), true), (format!("Taken back: {added}"), false), (added.into(), true)];
    assert_eq!(entries, expected);
    assert_eq!((&page["corrections"][2]["by"], &page["corrections"][2]["at"]), (&json!("ada"), &json!(NOW)));
    app.app.db().read(splitline_server::audit::verify).await.unwrap();
}

#[tokio::test]
async fn a_read_is_voided_moved_and_restored() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &[read("START", 17, 12), read("FINISH", 17, 2512), read("FINISH", 17, 2600)]).await;
    let finish = page(&mut ada, "17").await["reads"][1]["id"].clone();
    let of = |kind: &str| json!({ "kind": kind, "readId": finish, "reason": "Looked at the video" });
    correct(&mut ada, of("void")).await;
    assert_eq!(times(&mut ada, "17").await[2], "43:08");
    let desk = ada.get(BASE).await.ok().json();
    assert_eq!((&desk["counts"]["voided"], &desk["counts"]["reads"]), (&json!(1), &json!(3)));
    let mut moved = of("retime");
    moved["time"] = json!(at(2500));
    correct(&mut ada, moved).await;
    assert_eq!(times(&mut ada, "17").await[2], "41:28");
    correct(&mut ada, of("restore")).await;
    assert_eq!(times(&mut ada, "17").await[2], "41:40");
    let unknown = json!({ "kind": "void", "readId": "0".repeat(32), "reason": "x" });
    assert_eq!(ada.post(&format!("{BASE}/corrections"), &unknown).await.is(404).code(), "NO_SUCH_READ");
    // What the boxes sent is as it was.
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 3);
}

#[tokio::test]
async fn the_clock_of_a_box_that_sent_reads_is_moved() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    assert_eq!(ada.get(BASE).await.ok().json()["boxNames"], json!([]));
    reads(&app, &key, &[read("START", 17, 12), read("FINISH", 17, 2512)]).await;
    assert_eq!(ada.get(BASE).await.ok().json()["boxNames"], json!(["box FINISH", "box START"]));
    let moved = |source: &str| json!({ "kind": "offset", "source": source, "offsetMs": -60_000, "reason": "Its clock was fast" });
    let refused = ada.post(&format!("{BASE}/corrections"), &moved("box finish")).await.is(400).json();
    assert_eq!(refused["fields"][0]["message"], "No box named \"box finish\" has sent a read.");
    correct(&mut ada, moved("box FINISH")).await;
    assert_eq!(times(&mut ada, "17").await[2], "40:40");
}

#[tokio::test]
async fn an_unknown_chip_is_given_to_a_bib() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let entrants = json!([{ "bib": "17", "firstname": "Ada", "lastname": "Oakes", "chip": "A1" }]);
    ada.put(&format!("{BASE}/entrants"), &entrants).await.ok();
    let chip = |mat: &str, after: i64| json!({ "source": mat, "mat": mat, "chip": "ZZ9", "time": at(after) });
    reads(&app, &key, &[chip("START", 12), chip("FINISH", 2512)]).await;
    assert_eq!(unknown(&mut ada, "").await, json!({ "total": 1, "tags": [{ "tag": "ZZ9", "reads": 2, "isChip": true }] }));
    assert_eq!(page(&mut ada, "ZZ9").await["inRace"], false);
    let given = json!({ "kind": "chip", "chip": "ZZ9", "bib": "17", "reason": "Seen on the runner" });
    let id = correct(&mut ada, given).await;
    assert_eq!(unknown(&mut ada, "").await, json!({ "total": 0, "tags": [] }));
    let runner = page(&mut ada, "17").await;
    assert_eq!((&runner["chips"], &runner["name"]), (&json!(["A1", "ZZ9"]), &json!("Ada Oakes")));
    assert_eq!(times(&mut ada, "17").await[2], "41:40");
    take_back(&mut ada, id).await;
    assert_eq!(unknown(&mut ada, "").await["tags"][0]["tag"], "ZZ9");
    assert_eq!(ada.get(BASE).await.ok().json()["unknownTotal"], 1);
}

#[tokio::test]
async fn a_suspicious_finish_is_accepted_as_it_was_looked_at() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let mut quick = setup();
    quick["contests"][0]["finish"]["minimumSeconds"] = json!(600);
    ada.put(&format!("{BASE}/setup"), &quick).await.ok();
    reads(&app, &key, &[read("START", 17, 12), read("FINISH", 17, 912)]).await;
    let check = suspicious(&mut ada, "").await["checks"][0].clone();
    assert_eq!((&check["bib"], &check["finished"]), (&json!("17"), &json!(true)));
    let time = core_wasm::dates::format_instant(check["time"].as_i64().unwrap(), core_wasm::dates::DEFAULT_ZONE);
    let accept = |time: &str| json!({ "kind": "accept", "bib": "17", "time": time, "reason": "On a bicycle, as announced" });
    let stale = ada.post(&format!("{BASE}/corrections"), &accept(&at(900))).await.is(400).json();
    assert_eq!(stale["fields"][0]["field"], "time");
    let id = correct(&mut ada, accept(&time)).await;
    let runner = page(&mut ada, "17").await;
    assert_eq!((&runner["rank"], &runner["accepted"], &runner["undecided"]), (&json!(1), &json!(true), &json!(false)));
    assert_eq!(suspicious(&mut ada, "").await, json!({ "total": 0, "checks": [] }));
    take_back(&mut ada, id).await;
    assert_eq!(page(&mut ada, "17").await["rank"], Value::Null);
    let refuse = json!({ "kind": "refuse", "bib": "17", "time": time, "reason": "Did not run" });
    correct(&mut ada, refuse).await;
    assert_eq!(times(&mut ada, "17").await[2], "");
}

#[tokio::test]
async fn a_list_of_statuses_is_one_correction_and_names_whom_nobody_has() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &[read("START", 17, 12), read("START", 18, 13), read("START", 19, 14), read("5K", 19, 1500)]).await;
    let list = ada.get(&format!("{BASE}/runners?list=notSeen&point=5K&contest=10K&bibs=true")).await.ok().json();
    assert_eq!((&list["total"], &list["bibs"]), (&json!(2), &json!(["17", "18"])));
    let dnf = |bibs: Value| json!({ "kind": "status", "status": "DNF", "bibs": bibs, "reason": "Not seen since 5K" });
    let refused = ada.post(&format!("{BASE}/corrections"), &dnf(json!(["17", "404"]))).await.is(400).json();
    assert_eq!(refused["fields"][0]["message"], "Nobody has bib 404.");
    let id = correct(&mut ada, dnf(list["bibs"].clone())).await;
    let out = ada.get(&format!("{BASE}/runners?list=out")).await.ok().json();
    assert_eq!((&out["total"], &out["runners"][0]["status"]), (&json!(2), &json!("DNF")));
    take_back(&mut ada, id).await;
    assert_eq!(ada.get(&format!("{BASE}/runners?list=out")).await.ok().json()["total"], 0);
    let found = ada.get(&format!("{BASE}/runners?search=1&count=2&offset=1")).await.ok().json();
    assert_eq!((&found["total"], &found["runners"][0]["bib"]), (&json!(3), &json!("18")));
}

#[tokio::test]
async fn corrections_belong_to_a_run_of_a_race_and_are_only_added() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    crate::timing::add_race(&app, "Other Race").await;
    reads(&app, &key, &[read("START", 17, 12)]).await;
    let id = correct(&mut ada, json!({ "kind": "status", "bib": "17", "status": "DNS", "reason": "Asked for it" })).await;
    ada.delete(&format!("/api/timing/Other%20Race/corrections/{id}"), &json!({})).await.is(404);
    for sql in ["UPDATE timing_corrections SET reason = ''", "DELETE FROM timing_corrections"] {
        let why = app.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap_err();
        assert!(why.to_string().contains("append-only"), "{why}");
    }
    for wrong in [json!({ "kind": "status", "bib": "17", "reason": " " }), json!({ "kind": "eat", "bib": "17", "reason": "x" })] {
        ada.post(&format!("{BASE}/corrections"), &wrong).await.is(400);
    }
    ada.post(&format!("{BASE}/runs?name=Spring%2010K"), &json!({})).await.is(201);
    ada.delete(&format!("{BASE}/corrections/{id}"), &json!({})).await.is(404);
    assert_eq!(ada.get(&format!("{BASE}/corrections")).await.ok().json(), json!({ "total": 0, "corrections": [] }));
    // A board that is built anew has the corrections too.
    reads(&app, &key, &[read("START", 18, 12)]).await;
    correct(&mut ada, json!({ "kind": "status", "bib": "18", "status": "DQ", "reason": "Cut the course" })).await;
    ada.put(&format!("{BASE}/gun"), &json!({ "contest": "10K", "gun": "2027-06-01T07:29:00.000-04:00", "confirmed": true }))
        .await
        .ok();
    assert_eq!(page(&mut ada, "18").await["status"], "DQ");
}

#[tokio::test]
async fn what_to_look_at_is_listed_in_windows_and_searched() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let mut quick = setup();
    quick["contests"][0]["finish"]["minimumSeconds"] = json!(600);
    ada.put(&format!("{BASE}/setup"), &quick).await.ok();
    ada.put(&format!("{BASE}/entrants"), &json!([{ "bib": "17", "firstname": "Zoë", "lastname": "Oakes" }])).await.ok();
    let fast = (11..=22).flat_map(|bib| [read("START", bib, 12), read("FINISH", bib, 912)]);
    let chips = (0..12).map(|number| json!({ "source": "5K", "mat": "5K", "chip": format!("ZZ{number}"), "time": at(1262) }));
    reads(&app, &key, &fast.chain(chips).collect::<Vec<_>>()).await;

    let last = suspicious(&mut ada, "&offset=10&count=5").await;
    assert_eq!((&last["total"], all(&last["checks"], "bib")), (&json!(12), vec!["21", "22"]));
    assert_eq!(suspicious(&mut ada, "&offset=99").await, json!({ "total": 12, "checks": [] }));
    assert_eq!(all(&suspicious(&mut ada, "&search=2").await["checks"], "bib"), ["20", "21", "22"]);
    assert_eq!(all(&suspicious(&mut ada, "&search=zoe%20OAKES").await["checks"], "bib"), ["17"]);
    assert_eq!(suspicious(&mut ada, "&search=nobody").await, json!({ "total": 0, "checks": [] }));
    let waiting = ada.get(&format!("{BASE}/checks")).await.ok().json();
    assert_eq!(waiting["total"], 0);
    ada.get(&format!("{BASE}/checks?list=other")).await.is(400);

    let tags = unknown(&mut ada, "?offset=10").await;
    assert_eq!((&tags["total"], tags["tags"].as_array().unwrap().len()), (&json!(12), 2));
    assert_eq!(all(&unknown(&mut ada, "?search=zz1&count=2").await["tags"], "tag"), ["ZZ1", "ZZ10"]);
    assert_eq!(unknown(&mut ada, "?search=nothing").await, json!({ "total": 0, "tags": [] }));
    assert_eq!(ada.get(BASE).await.ok().json()["unknownTotal"], 12);
}

#[tokio::test]
async fn corrections_are_listed_in_windows_and_searched() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &(11..=22).map(|bib| read("START", bib, 12)).collect::<Vec<_>>()).await;
    let mut ids = Vec::new();
    for bib in 11..=22 {
        let dnf =
            json!({ "kind": "status", "bib": bib.to_string(), "status": "DNF", "reason": format!("Seen at {}K", bib - 10) });
        ids.push(correct(&mut ada, dnf).await);
    }
    take_back(&mut ada, ids[6]).await;
    let mut list = async |query: &str| ada.get(&format!("{BASE}/corrections{query}")).await.ok().json();
    let last = list("?offset=11&count=50").await;
    assert_eq!((&last["total"], all(&last["corrections"], "text")), (&json!(13), vec!["Bib 12: DNF", "Bib 11: DNF"]));
    let of_one = list("?search=17").await;
    assert_eq!(all(&of_one["corrections"], "text"), ["Taken back: Bib 17: DNF", "Bib 17: DNF"]);
    assert_eq!(of_one["corrections"][1]["counts"], false);
    let second = list("?search=2&offset=1&count=1").await;
    assert_eq!((&second["total"], all(&second["corrections"], "text")), (&json!(3), vec!["Bib 21: DNF"]));
    assert_eq!(list("?search=SEEN%203k%20ada").await["total"], 1);
    assert_eq!(list("?search=nothing").await, json!({ "total": 0, "corrections": [] }));
}
