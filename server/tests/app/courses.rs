//! The courses of contests: files that administrators send, and the drawings that everybody gets.

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::timing::{setup, timed_race};
use crate::util::{Browser, Response, TestApp};

const RACE: &str = "Spring 10K";
const FILES: &str = "/api/courseFiles/Spring%2010K";
const COURSE: &str = "/api/course?race=Spring%2010K&contest=10K";

/// A course of this length in metres: half of it due north and back again, uphill to the turn.
pub fn gpx(metres: u32) -> String {
    let mut points = String::new();
    let steps = 20;
    for step in (0..=steps).chain((0..steps).rev()) {
        let lat = 45.0 + f64::from(metres) / 2.0 * f64::from(step) / f64::from(steps) / 111_195.08;
        write!(points, "<trkpt lat=\"{lat:.7}\" lon=\"7.0\"><ele>{}</ele></trkpt>", 100 + step * 2).unwrap();
    }
    format!("<?xml version=\"1.0\"?><gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>{points}</trkseg></trk></gpx>")
}

/// Sends a file for a contest; `query` may continue with more.
pub async fn put(browser: &mut Browser, path: &str, query: &str, file: &str) -> Response {
    let request = Request::put(format!("{path}?contest={query}")).header("content-type", "application/gpx+xml");
    browser.send(request.body(Body::from(file.to_owned())).unwrap()).await
}

async fn files(ada: &mut Browser) -> Value {
    ada.get(FILES).await.ok().json()["contests"].clone()
}

#[tokio::test]
async fn a_course_is_sent_seen_by_everybody_taken_out_and_restored() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    visitor.get(COURSE).await.is(204);
    assert_eq!(files(&mut ada).await, json!([{ "contest": "10K", "course": null, "earlier": [] }]));

    // First only looked at.
    let tried = put(&mut ada, FILES, "10K&dryRun=true", &gpx(9_800)).await.ok().json();
    assert_eq!(tried["course"]["line"].as_array().unwrap().len(), 3, "the straight way needs no points between");
    visitor.get(COURSE).await.is(204);

    let saved = put(&mut ada, FILES, "10k", &gpx(9_800)).await.ok().json();
    assert_eq!(saved["message"], "The course of 10K is saved.");
    let seen = visitor.get(COURSE).await.ok();
    let drawn = seen.json();
    assert_eq!(drawn, saved["course"]);
    assert_eq!(drawn["line"][2][2], json!(10_000.0), "scaled to the contest's own length");
    assert_eq!(drawn["summary"], "10 km · 6.21 mi, 40 m (131 ft) up, 40 m (131 ft) down");
    let split = drawn["marks"].as_array().unwrap().iter().find(|mark| mark["kind"] == "split").unwrap().clone();
    assert_eq!((&split["label"], &split["elevation"]), (&json!("5K"), &json!("140 m · 459 ft")));

    // The browser asks again with the tag that it got, also after the contest's points changed.
    let again = |tag: &str| Request::get(COURSE).header("if-none-match", tag).body(Body::empty()).unwrap();
    let tag = seen.header("etag").to_owned();
    visitor.send(again(&tag)).await.is(304);
    let mut moved = setup();
    moved["contests"][0]["splits"][0]["label"] = json!("Turn");
    ada.put("/api/timing/Spring%2010K/setup", &moved).await.ok();
    let fresh = visitor.send(again(&tag)).await.ok();
    assert!(fresh.json()["marks"].to_string().contains("Turn"));

    // The same file again changes nothing; another one leaves the first to be restored.
    put(&mut ada, FILES, "10K", &gpx(9_800)).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM courses").await, 1);
    put(&mut ada, FILES, "10K", &gpx(10_100)).await.ok();
    assert_eq!(
        ada.delete(&format!("{FILES}?contest=10K"), &json!({})).await.ok().json()["message"],
        "The course of 10K is removed."
    );
    visitor.get(COURSE).await.is(204);
    assert_eq!(ada.delete(&format!("{FILES}?contest=10K"), &json!({})).await.is(404).code(), "NO_COURSE");
    let earlier = files(&mut ada).await[0]["earlier"].clone();
    assert_eq!(earlier.as_array().unwrap().len(), 2);
    let restore = |id: &Value| json!({ "contest": "10K", "id": id });
    ada.post(&format!("{FILES}/restore"), &restore(&earlier[1]["id"])).await.ok();
    assert_eq!(visitor.get(COURSE).await.ok().json()["line"], drawn["line"]);
    assert_eq!(ada.post(&format!("{FILES}/restore"), &restore(&json!("x"))).await.is(404).code(), "HISTORY_NOT_FOUND");
    // However often the course changes, ten rows are kept.
    for metres in 0..14 {
        put(&mut ada, FILES, "10K", &gpx(10_000 + metres)).await.ok();
    }
    assert_eq!(app.count("SELECT count(*) FROM courses").await, 10);
}

#[tokio::test]
async fn what_is_no_course_is_refused_with_its_reason() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    let bomb = "<!DOCTYPE gpx [<!ENTITY a \"aaaa\">]><gpx><trk><name>&a;</name></trk></gpx>";
    let deep = format!("<gpx>{}", "<a>".repeat(100));
    let cases = [
        ("a,b", "not_gpx"),
        ("<gpx></gpx>", "no_track"),
        (bomb, "gpx_document_type"),
        (&deep, "unreadable_gpx"),
        (&gpx(50), "bad_course_length"),
        (&format!("{0}{0}", gpx(10_000)), "gpx_goes_on"),
    ];
    for (file, code) in cases {
        assert_eq!(put(&mut ada, FILES, "10K", file).await.is(400).code(), code);
    }
    let large = put(&mut ada, FILES, "10K", &" ".repeat(4 * 1024 * 1024 + 1)).await.is(413);
    let said = "The file is larger than 4 MB. Export the course with fewer points.";
    assert_eq!((large.code().as_str(), large.json()["message"].as_str()), ("gpx_too_large", Some(said)));
    assert_eq!(put(&mut ada, FILES, "Half", &gpx(10_000)).await.is(404).code(), "CONTEST_NOT_FOUND");
    assert_eq!(app.count("SELECT count(*) FROM courses").await, 0);
    // A file of another length is taken, with a remark.
    let other = put(&mut ada, FILES, "10K", &gpx(5_000)).await.ok().json();
    assert!(other["course"]["note"].as_str().unwrap().starts_with("The track is 5 km · 3.11 mi long"), "{other}");
}

#[tokio::test]
async fn a_hidden_or_deleted_race_tells_nobody_its_course() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    put(&mut ada, FILES, "10K", &gpx(10_000)).await.ok();
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    app.visitor().get(COURSE).await.is(404);
    assert!(ada.get(COURSE).await.ok().header("cache-control").contains("private"));
    ada.delete("/api/deletePage", &json!({ "RaceName": RACE })).await.ok();
    ada.get(COURSE).await.is(404);
    ada.get(FILES).await.is(404);
    put(&mut ada, FILES, "10K", &gpx(10_000)).await.is(404);
    app.visitor().get("/api/course?race=Nothing&contest=10K").await.is(404);
}

#[tokio::test]
async fn a_course_follows_its_contest_to_a_new_name_and_its_race_to_the_next_year() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    put(&mut ada, FILES, "10K", &gpx(10_000)).await.ok();
    let mut renamed = setup();
    renamed["contests"][0]["name"] = json!("10K Run");
    let version = ada.get("/api/timing/Spring%2010K").await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    ada.put(&format!("/api/timing/Spring%2010K/setup?version={version}"), &renamed).await.ok();
    let course = "/api/course?race=Spring%2010K&contest=10K%20Run";
    let drawn = app.visitor().get(course).await.ok().json();
    assert_eq!(drawn["contest"], "10K Run");
    app.visitor().get(COURSE).await.is(204);
    ada.post("/api/duplicatePage", &json!({ "RaceName": RACE, "NewName": "Spring 10K 2028" })).await.is(201);
    let copied = ada.get(&course.replace("2010K&", "2010K%202028&")).await.ok().json();
    assert_eq!(copied["line"], drawn["line"]);
}
