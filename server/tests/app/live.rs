//! Live tracking as spectators see it.

use axum::body::Body;
use axum::http::Request;
use core_wasm::live::Board;
use core_wasm::live::board::{BoardQuery, List};
use core_wasm::timing::feed::{self, Received};
use core_wasm::timing::standing::LiveDocument;
use serde_json::{Value, json};

use crate::timing::{add_race, read, send, setup, timed_race};
use crate::util::{Browser, NOW, Response, TestApp};

const RACE: &str = "Spring 10K";
const LIVE: &str = "/api/live/Spring%2010K";

async fn with_reads(app: &TestApp, key: &str, reads: &[Value]) {
    send(app, RACE, key, "application/json", None, json!(reads).to_string()).await.ok();
}

pub fn document(answer: &Response) -> LiveDocument {
    answer.live().unwrap()
}

/// Loads what has happened since the board's version, and returns the bytes. Panics when the whole field is sent.
pub async fn follow(visitor: &mut Browser, path: &str, board: &mut Board) -> Vec<u8> {
    let since = visitor.get(&format!("{path}?since={}", board.document().version)).await.ok();
    assert_eq!((since.header("content-type"), since.header("cache-control")), ("application/octet-stream", "no-cache"));
    // A page polls every five seconds: an answer has only the headers that data needs.
    for name in ["etag", "vary", "content-security-policy", "permissions-policy", "referrer-policy"] {
        assert_eq!(since.header(name), "", "{name}");
    }
    assert_eq!(since.header("x-content-type-options"), "nosniff");
    board.load(&since.bytes).unwrap();
    since.bytes
}

/// A board that has just been opened.
pub async fn opened(visitor: &mut Browser, path: &str) -> Board {
    let mut board = Board::new();
    board.load(&visitor.get(path).await.ok().bytes).unwrap();
    board
}

async fn if_changed(browser: &mut Browser, path: &str, tag: &str) -> Response {
    browser.send(Request::get(path).header("if-none-match", tag).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_runner_is_first_unfinished_and_then_finished() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let times = "/api/getLiveTimes?race=Spring%2010K&raceDistance=10K";
    with_reads(&app, &key, &[read("START", 17, 12)]).await;
    let lists = visitor.get(times).await.ok().json();
    assert_eq!(lists["unfinished"][0]["Start"], json!({ "Chip": "0:00", "ToD": "7:30:12 AM" }));
    assert_eq!(lists["unfinished"][0]["Firstname"], "Bib 17");

    with_reads(&app, &key, &[read("5K", 17, 1262), read("FINISH", 17, 2580)]).await;
    let lists = visitor.get(times).await.ok().json();
    assert!(lists["unfinished"].as_array().unwrap().is_empty());
    let runner = &lists["finished"][0];
    assert_eq!((&runner["Finish"]["Chip"], &runner["OverallRank"]), (&json!("42:48"), &json!(1)));
    assert_eq!(runner["Splits"][0], json!({ "Label": "5K", "Chip": "20:50", "ToD": "7:51:02 AM" }));
    assert_eq!(runner["Race"]["EventName"], RACE);

    let nobody = visitor.get("/api/getLiveTimes?race=Spring%2010K&gender=f").await.ok().json();
    assert!(nobody["finished"].as_array().unwrap().is_empty());
    assert_eq!(visitor.get("/api/liveFilters").await.ok().json()["distances"], json!(["10K"]));
}

#[tokio::test]
async fn the_runners_of_a_team_are_found_by_its_name_in_any_spelling() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let list = json!([
        { "bib": "17", "firstname": "Ann", "lastname": "Ng", "contest": "10K", "team": "Lake Hares" },
        { "bib": "18", "firstname": "Bo", "lastname": "Day", "contest": "10K", "team": "lake  hares" },
        { "bib": "19", "firstname": "Cy", "lastname": "Fox", "contest": "10K" },
    ]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    with_reads(&app, &key, &[read("START", 17, 12), read("5K", 17, 1262), read("FINISH", 17, 2580)]).await;
    let filters = visitor.get("/api/liveFilters").await.ok().json();
    assert_eq!((filters["teams"].as_array().unwrap().len(), &filters["moreTeams"]), (1, &json!(0)));
    for team in ["Lake%20Hares", "%20LAKE%20%20hares"] {
        let lists = visitor.get(&format!("/api/getLiveTimes?race=Spring%2010K&team={team}")).await.ok().json();
        assert_eq!((&lists["finished"][0]["Bib"], &lists["unfinished"][0]["Bib"]), (&json!("17"), &json!("18")), "{lists}");
        assert_eq!(lists["unfinished"].as_array().unwrap().len(), 1);
    }
    let nobody = visitor.get("/api/getLiveTimes?race=Spring%2010K&team=Owls").await.ok().json();
    assert_eq!(nobody, json!({ "finished": [], "unfinished": [] }));
}

#[tokio::test]
async fn the_winners_are_the_first_of_each_gender() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let winners = "/api/raceWinners?race=Spring%2010K";
    let mut visitor = app.visitor();
    assert_eq!(visitor.get(winners).await.ok().json(), json!({ "provisional": true, "contests": [] }));
    let list = json!([
        { "bib": "17", "firstname": "Ann", "lastname": "Ng", "gender": "f", "age": 30, "contest": "10K" },
        { "bib": "18", "firstname": "Bo", "lastname": "Day", "gender": "m", "age": 40, "contest": "10K" },
        { "bib": "19", "firstname": "Cy", "lastname": "Low", "gender": "m", "age": 41, "contest": "10K" },
    ]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let runs = [(17, 2600), (18, 2500), (19, 2700)];
    let reads: Vec<Value> = runs.iter().flat_map(|(bib, at)| [read("START", *bib, 12), read("FINISH", *bib, *at)]).collect();
    with_reads(&app, &key, &reads).await;
    let contests = visitor.get(winners).await.ok().json()["contests"].clone();
    assert_eq!(contests[0]["contest"], "10K");
    let names = contests[0]["winners"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["Ann Ng", "Bo Day"]);
    assert_eq!(contests[0]["winners"][1]["time"], "41:28");
    visitor.get("/api/raceWinners?race=Nowhere").await.is(404);
}

#[tokio::test]
async fn a_client_that_is_up_to_date_gets_nothing_and_others_what_has_happened() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    with_reads(&app, &key, &[read("START", 17, 12), read("START", 18, 13)]).await;
    let mut visitor = app.visitor();
    let whole = visitor.get(LIVE).await.ok();
    let tag = whole.header("etag").to_owned();
    assert_eq!(whole.header("cache-control"), "no-cache");
    let first = document(&whole);
    assert_eq!(first.runners.len(), 2);

    let nothing = if_changed(&mut visitor, LIVE, &tag).await.is(304);
    assert!(nothing.bytes.is_empty());
    assert_eq!(nothing.header("etag"), tag);

    with_reads(&app, &key, &[read("5K", 18, 1300)]).await;
    assert_ne!(if_changed(&mut visitor, LIVE, &tag).await.ok().header("etag"), tag);
    let mut board = Board::new();
    board.load(&whole.bytes).unwrap();
    let bytes = follow(&mut visitor, LIVE, &mut board).await;
    let Some(Received::Since(_, steps)) = feed::read(&bytes) else { panic!("what happened") };
    assert_eq!(steps.iter().map(|step| (step.passed.len(), step.rows.len())).collect::<Vec<_>>(), [(1, 0)]);
    assert!(bytes.len() < 20, "{}", bytes.len());
    assert_eq!(board.participant("18").unwrap().splits[0].chip, "21:27");
    let nothing = visitor.get(&format!("{LIVE}?since={}", board.document().version)).await.is(204);
    let names = ["cache-control", "x-content-type-options", "cross-origin-resource-policy", "content-security-policy", "etag"];
    assert_eq!(names.map(|name| nothing.header(name)), ["no-cache", "", "", "", ""]);
    assert!(nothing.bytes.is_empty());
    // Who was away for some versions gets all of them, and has what a new board has.
    with_reads(&app, &key, &[read("5K", 17, 1400)]).await;
    visitor.get(LIVE).await.ok();
    with_reads(&app, &key, &[read("FINISH", 18, 2700)]).await;
    follow(&mut visitor, LIVE, &mut board).await;
    assert_eq!(board.document(), opened(&mut visitor, LIVE).await.document());
    // An unknown version is answered with the whole field.
    for since in ["nonsense", "other-1", ""] {
        assert_eq!(document(&visitor.get(&format!("{LIVE}?since={since}")).await.ok()).runners.len(), 2);
    }
}

#[tokio::test]
async fn a_name_that_is_hidden_is_in_no_answer_about_what_happened() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    with_reads(&app, &key, &[read("START", 99, 12)]).await;
    let mut visitor = app.visitor();
    let before = document(&visitor.get(LIVE).await.ok()).version;
    let list = json!([{ "bib": 17, "firstname": "Zoe", "lastname": "Oakes", "dob": "1990-05-31" }]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let since = format!("{LIVE}?since={before}");
    assert!(String::from_utf8_lossy(&visitor.get(&since).await.ok().bytes).contains("Oakes"));

    let mut zoe = app.with_user().await;
    let named = "UPDATE users SET first_name = 'Zoe', last_name = 'Oakes', dob = '1990-05-31' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    // Boards in memory look at the tables once a second.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let hidden = visitor.get(&since).await.ok();
    assert_eq!(document(&hidden).runners.len(), 2, "the whole field");
    assert!(!String::from_utf8_lossy(&hidden.bytes).contains("Oakes"));
}

#[tokio::test]
async fn the_page_of_a_race_at_rest_asks_less_often() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    with_reads(&app, &key, &[read("START", 17, 12)]).await;
    let mut visitor = app.visitor();
    let whole = visitor.get(LIVE).await.ok();
    assert_eq!(whole.header("next-poll"), "", "the usual interval is not said");
    app.clock.advance(24 * 3_600_000);
    let nothing = visitor.get(&format!("{LIVE}?since={}", document(&whole).version)).await.is(204);
    assert_eq!(nothing.header("next-poll"), "30");
    // A late correction is shown, and the page follows as on race day.
    with_reads(&app, &key, &[read("5K", 17, 1300)]).await;
    let late = visitor.get(&format!("{LIVE}?since={}", document(&whole).version)).await.ok();
    assert_eq!(late.header("next-poll"), "");
}

/// The finishers of a board that has just been opened, each with the place that it counts.
async fn places(visitor: &mut Browser) -> Vec<(String, String)> {
    let board = opened(visitor, LIVE).await;
    let page = board.query(&BoardQuery { list: List::Finished, count: 10, ..BoardQuery::default() });
    page.rows.into_iter().map(|row| (row.bib, row.rank)).collect()
}

#[tokio::test]
async fn changes_at_the_timing_desk_are_shown() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    with_reads(&app, &key, &[read("START", 17, 12), read("5K", 17, 1262), read("FINISH", 17, 2580)]).await;
    let mut visitor = app.visitor();
    let mut board = opened(&mut visitor, LIVE).await;

    ada.put("/api/timing/Spring%2010K/entrants", &json!([{ "bib": 17, "firstname": "Ada", "lastname": "Oakes" }])).await.ok();
    follow(&mut visitor, LIVE, &mut board).await;
    assert_eq!(&*board.document().runners.get(0).unwrap().first_name, "Ada", "a list of entrants changes runners only");

    ada.put("/api/timing/Spring%2010K/entrants/17/status", &json!({ "status": "DQ" })).await.ok();
    follow(&mut visitor, LIVE, &mut board).await;
    assert_eq!(board.document().runners.get(0).unwrap().status.word(), "DQ");
    assert_eq!(places(&mut visitor).await, [("17".to_owned(), "–".to_owned())]);
    ada.put("/api/timing/Spring%2010K/entrants/17/status", &json!({ "status": null })).await.ok();
    assert_eq!(places(&mut visitor).await, [("17".to_owned(), "1".to_owned())]);

    ada.put(
        "/api/timing/Spring%2010K/gun",
        &json!({ "contest": "10K", "gun": "2027-06-01T07:29:00.000-04:00", "confirmed": true }),
    )
    .await
    .ok();
    follow(&mut visitor, LIVE, &mut board).await;
    assert_eq!(board.document().runners.get(0).unwrap().start, Some(72_000));
    assert_eq!(board.document(), opened(&mut visitor, LIVE).await.document());

    // Another run begins a new epoch: the whole field is sent.
    ada.post("/api/timing/Spring%2010K/runs?name=Spring%2010K", &json!({})).await.is(201);
    let anew = document(&visitor.get(&format!("{LIVE}?since={}", board.document().version)).await.ok());
    assert!(anew.runners.iter().all(|row| row.start.is_none()));
}

#[tokio::test]
async fn no_public_answer_contains_private_data() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let entrant = json!({ "bib": 17, "firstname": "Ada", "lastname": "Oakes", "gender": "f", "dob": "1991-02-03", "email": "ada.oakes@example.test", "chip": "CHIP77" });
    ada.put("/api/timing/Spring%2010K/entrants", &json!([entrant])).await.ok();
    let chip = json!({ "source": "a", "mat": "START", "chip": "CHIP77", "time": "2027-06-01T07:30:12.000-04:00" });
    with_reads(&app, &key, &[chip]).await;
    let mut visitor = app.visitor();
    for path in [LIVE, "/api/getLiveTimes", "/api/liveFilters", "/api/liveRaces", "/api/raceMap"] {
        let text = visitor.get(path).await.ok().text();
        for secret in ["1991", "02-03", "example.test", "CHIP77", key.as_str()] {
            assert!(!text.contains(secret), "{secret} in {path}: {text}");
        }
    }
    let runner = &visitor.get("/api/getLiveTimes").await.ok().json()["unfinished"][0];
    assert_eq!((&runner["AgeGroup"], &runner["Lastname"]), (&json!("30-39"), &json!("Oakes")));
}

#[tokio::test]
async fn the_order_of_arriving_reads_does_not_matter() {
    let mut standings = Vec::new();
    for seed in [0_u64, 1, 2] {
        let app = TestApp::init().await;
        let (_, key) = timed_race(&app, RACE).await;
        let mut reads: Vec<Value> = (1..60)
            .flat_map(|bib| {
                let late = i64::from(bib % 9);
                [
                    read("START", bib, late),
                    read("5K", bib, 1100 + i64::from(bib * 7 % 400)),
                    read("FINISH", bib, 2300 + i64::from(bib * 13 % 900)),
                ]
            })
            .collect();
        // A deterministic shuffle, different for each seed.
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for i in (1..reads.len()).rev().filter(|_| seed > 0) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            reads.swap(i, (state >> 33) as usize % (i + 1));
        }
        for batch in reads.chunks(if seed == 2 { 7 } else { 100 }) {
            with_reads(&app, &key, batch).await;
            if seed == 2 {
                app.visitor().get(LIVE).await.ok();
                with_reads(&app, &key, batch).await;
            }
        }
        standings.push(
            app.app.boards().read_field(&app.race_id(RACE).await, core_wasm::timing::engine::Field::standings).await.unwrap(),
        );
    }
    assert_eq!(standings[0], standings[1]);
    assert_eq!(standings[0], standings[2]);
}

#[tokio::test]
async fn two_races_can_be_live_at_once() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    add_race(&app, "Twin Race").await;
    ada.put("/api/timing/Twin%20Race/setup", &setup()).await.ok();
    let mut visitor = app.visitor();
    let races = visitor.get("/api/liveRaces").await.ok().json();
    let names: Vec<&str> = races.as_array().unwrap().iter().map(|race| race["name"].as_str().unwrap()).collect();
    assert_eq!((names.len(), &races[0]["live"]), (2, &json!(true)));
    assert_eq!(races[0]["startsAt"], NOW - 1_800_000);
    for name in names {
        let path = format!("/api/live/{}", name.replace(' ', "%20"));
        assert_eq!(document(&visitor.get(&path).await.ok()).race, name);
    }
    // A day later no race is live; both boards can still be requested.
    app.clock.advance(24 * 3_600_000);
    let races = visitor.get("/api/liveRaces").await.ok().json();
    assert!(races.as_array().unwrap().iter().all(|race| race["live"] == false));
    visitor.get("/api/getLiveTimes").await.ok();
}

#[tokio::test]
async fn a_race_that_does_not_exist_has_no_board() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for path in ["/api/live/Nothing", "/api/getLiveTimes", "/api/liveFilters?race=Nothing", "/api/raceMap?race=Nothing"] {
        assert_eq!(visitor.get(path).await.is(404).code(), "RACE_NOT_FOUND");
    }
    assert_eq!(visitor.get("/api/liveRaces").await.ok().json(), json!([]));
}

#[tokio::test]
async fn the_map_is_a_frame_of_an_allowed_host() {
    let app = TestApp::init().await;
    timed_race(&app, RACE).await;
    let map = app.visitor().get("/api/raceMap?race=spring%2010k").await.ok().json();
    assert_eq!(map["eventName"], RACE);
    assert!(map["raceMap"].as_str().unwrap().starts_with("https://www.google.com/maps/embed"), "{map}");
}

#[tokio::test]
async fn concurrent_spectators_get_the_same_answer() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let reads: Vec<Value> = (1..500).map(|bib| read("START", bib, 5)).collect();
    with_reads(&app, &key, &reads).await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let mut visitor = app.visitor();
        tasks.spawn(async move { visitor.get(LIVE).await.ok().bytes });
    }
    let answers = tasks.join_all().await;
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[tokio::test]
async fn a_canceled_race_is_never_live_and_never_the_default() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    add_race(&app, "Twin Race").await;
    ada.put("/api/timing/Twin%20Race/setup", &setup()).await.ok();
    let mut visitor = app.visitor();
    let all = visitor.get("/api/liveRaces").await.ok().json();
    let first = all[0]["name"].clone();
    let other = if first == RACE { "Twin Race" } else { RACE };
    // The default race is canceled while it is live.
    ada.put("/api/updateHeaderText", &json!({ "RaceName": first, "isCanceled": "True" })).await.ok();
    let races = visitor.get("/api/liveRaces").await.ok().json();
    assert_eq!((races.as_array().unwrap().len(), &races[0]["name"]), (1, &json!(other)));
    assert_eq!(visitor.get("/api/raceMap").await.ok().json()["eventName"], other);
    let dates = visitor.get("/api/getRaceDates").await.ok().json();
    let canceled = dates.as_array().unwrap().iter().find(|one| one["Race"] == first).unwrap();
    assert_eq!(canceled["isCanceled"], "True");
    // By its name, its results are still found, with the id by which its followed runners are kept.
    let path = format!("/api/live/{}", first.as_str().unwrap().replace(' ', "%20"));
    assert_eq!(visitor.get(&path).await.ok().json()["raceId"], all[0]["id"]);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": other, "isCanceled": "True" })).await.ok();
    assert_eq!(visitor.get("/api/liveRaces").await.ok().json(), json!([]));
    visitor.get("/api/getLiveTimes").await.is(404);
}

#[tokio::test]
async fn the_live_document_is_compressed_as_well_as_the_client_can_read() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let reads: Vec<Value> = (1..500).map(|bib| read("START", bib, 5)).collect();
    with_reads(&app, &key, &reads).await;
    let mut visitor = app.visitor();
    for (takes, encoding) in [("gzip, br", "br"), ("gzip", "gzip"), ("gzip, br;q=0", "gzip"), ("br", "br"), ("", "")] {
        let request = Request::get(LIVE).header("accept-encoding", takes).body(Body::empty()).unwrap();
        let answer = visitor.send(request).await.ok();
        assert_eq!((answer.header("content-encoding"), answer.header("vary")), (encoding, "accept-encoding"), "{takes}");
        assert_eq!(answer.live().is_some(), encoding.is_empty());
    }
}

#[tokio::test]
async fn a_filter_that_is_too_long_is_refused() {
    let app = TestApp::init().await;
    timed_race(&app, "Spring 10K").await;
    let mut visitor = app.visitor();
    for field in ["raceDistance", "ageGroup", "gender", "team"] {
        visitor.get(&format!("/api/getLiveTimes?race=Spring%2010K&{field}={}", "x".repeat(200))).await.ok();
        let refused = visitor.get(&format!("/api/getLiveTimes?race=Spring%2010K&{field}={}", "x".repeat(201))).await.is(400);
        assert!(refused.text().contains(field), "{}", refused.text());
    }
}
