//! The versions of live boards: they outlive the server, and two servers on one database tell the same ones.

use std::process::Command;

use axum::body::Body;
use axum::http::Request;
use core_wasm::live::Board;
use serde_json::{Value, json};
use splitline_server::app::App;
use splitline_server::clock::Clock;
use splitline_server::config::DataArgs;
use splitline_server::mail::Mail;
use splitline_server::router::router;

use crate::home::{sql, sqlite_only};
use crate::live::{document, follow, opened};
use crate::timing::{read, send, timed_race};
use crate::util::{Browser, NOW, Response, TestApp, config};

const RACE: &str = "Spring 10K";
const LIVE: &str = "/api/live/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";
const ENTRANTS: &str = "/api/timing/Spring%2010K/entrants";

async fn reads(app: &TestApp, key: &str, reads: &[Value]) {
    send(app, RACE, key, "application/json", None, json!(reads).to_string()).await.ok();
}

/// A server that opens the same folder, and a visitor of it. It looks at the tables when it is asked for the first time.
async fn another(stores: &DataArgs) -> (App, Browser) {
    let app = App::open(config(&[]), stores, Clock::fixed(NOW), Mail::memory()).await.unwrap();
    let visitor = TestApp::visitor_of(router(&app));
    (app, visitor)
}

async fn since(visitor: &mut Browser, version: &str) -> Response {
    visitor.get(&format!("{LIVE}?since={version}")).await
}

fn version(board: &Board) -> String {
    board.document().version.clone()
}

fn entrants() -> Value {
    json!([
        { "bib": 17, "firstname": "Ann", "lastname": "Ng", "gender": "f", "age": 30, "contest": "10K" },
        { "bib": 18, "firstname": "Zoe", "lastname": "Oakes", "gender": "f", "dob": "1990-05-31", "contest": "10K" },
    ])
}

/// Boards look at the tables once a second when another process may have written to them.
async fn a_second() {
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
}

/// What is stored of versions: how many rows, frames and lists of numbers, and the newest number.
async fn stored(app: &TestApp) -> [i64; 4] {
    [
        app.count("SELECT count(*) FROM live_versions").await,
        app.count("SELECT count(*) FROM live_frames").await,
        app.count("SELECT count(*) FROM live_numbers").await,
        app.count("SELECT coalesce(max(number), 0) FROM live_versions").await,
    ]
}

#[tokio::test]
async fn a_page_goes_on_after_a_restart_in_the_middle_of_a_race() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    ada.put(ENTRANTS, &entrants()).await.ok();
    let mut visitor = app.visitor();
    let mut page = opened(&mut visitor, LIVE).await;
    let mut late = opened(&mut visitor, LIVE).await;
    reads(&app, &key, &[read("START", 17, 5), read("START", 99, 6)]).await;
    follow(&mut visitor, LIVE, &mut page).await;
    reads(&app, &key, &[read("5K", 17, 1300)]).await;
    follow(&mut visitor, LIVE, &mut page).await;
    let known = visitor.get(LIVE).await.ok().bytes;
    assert_eq!(stored(&app).await, [1, 2, 2, 3]);

    // Nothing has happened meanwhile: the page has it all, and who is behind loads what happened.
    let folder = app.stop();
    let (app, mut visitor) = another(&folder.stores()).await;
    since(&mut visitor, &version(&page)).await.is(204);
    assert_eq!(visitor.get(LIVE).await.ok().bytes, known);
    follow(&mut visitor, LIVE, &mut late).await;
    assert_eq!(late.document(), page.document());
    drop(app);

    // A read that arrived while nobody looked at the race is what happened next.
    let app = TestApp::at(folder).await;
    reads(&app, &key, &[read("5K", 99, 1400)]).await;
    let folder = app.stop();
    let (_app, mut visitor) = another(&folder.stores()).await;
    let delta = follow(&mut visitor, LIVE, &mut page).await;
    assert!(delta.len() < 20, "{}", delta.len());
    assert_eq!(page.document(), opened(&mut visitor, LIVE).await.document());
    assert_eq!(page.participant("99").unwrap().splits[0].chip, "23:14");
}

#[tokio::test]
async fn two_servers_on_one_database_tell_the_same_versions() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    ada.put(ENTRANTS, &entrants()).await.ok();
    let mut visitors = [app.visitor(), another(&app.stores()).await.1];
    let first = opened(&mut visitors[0], LIVE).await;
    let mut page = opened(&mut visitors[1], LIVE).await;
    assert_eq!(first.document(), page.document());
    let begun = version(&page);
    // They are asked in turn, by one page.
    for (at, sent) in (0..).zip([
        vec![read("START", 17, 5)],
        vec![read("START", 18, 6), read("START", 99, 7)],
        vec![read("5K", 17, 1300)],
        vec![read("5K", 18, 1310)],
        vec![read("FINISH", 17, 2600), read("FINISH", 18, 2700)],
    ]) {
        reads(&app, &key, &sent).await;
        a_second().await;
        follow(&mut visitors[at % 2], LIVE, &mut page).await;
    }
    ada.put(&format!("{ENTRANTS}/17/status"), &json!({ "status": "DQ" })).await.ok();
    a_second().await;
    let [one, other] = &mut visitors;
    follow(one, LIVE, &mut page).await;
    since(other, &version(&page)).await.is(204);
    for since in [String::new(), format!("?since={begun}")] {
        let [a, b] = [one.get(&format!("{LIVE}{since}")).await.ok(), other.get(&format!("{LIVE}{since}")).await.ok()];
        assert_eq!(a.bytes, b.bytes, "{since}");
    }
    assert_eq!(version(&page).rsplit_once('-').unwrap().1, "7");
}

#[tokio::test]
async fn two_servers_that_are_asked_at_once_agree() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let (_second, other) = another(&app.stores()).await;
    let mut pages = [(app.visitor(), None::<Board>), (other, None)];
    for round in 0..8_i64 {
        let bib = u32::try_from(round).unwrap() + 1;
        reads(&app, &key, &[read("START", bib, 5 + round), read("5K", bib, 1300 + round)]).await;
        if round % 2 == 1 {
            a_second().await;
        }
        let both = pages.iter_mut().map(|(visitor, board)| async move {
            let board = board.get_or_insert_default();
            let version = board.document().version.clone();
            let answer = since(visitor, &version).await.ok();
            if answer.status == 200 {
                board.load(&answer.bytes).unwrap();
            }
        });
        futures_util::future::join_all(both).await;
    }
    a_second().await;
    let mut documents = Vec::new();
    for (visitor, board) in &mut pages {
        let mut board = board.take().unwrap();
        let answer = since(visitor, &version(&board)).await.ok();
        if answer.status == 200 {
            board.load(&answer.bytes).unwrap();
        }
        documents.push(board.document().clone());
    }
    assert_eq!(documents[0], documents[1]);
    assert_eq!(documents[0].runners.len(), 8);
}

#[tokio::test]
async fn who_hides_is_named_by_no_version_of_before() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &[read("START", 99, 12)]).await;
    let mut visitor = app.visitor();
    let before = document(&visitor.get(LIVE).await.ok()).version;
    ada.put(ENTRANTS, &entrants()).await.ok();
    assert!(String::from_utf8_lossy(&since(&mut visitor, &before).await.ok().bytes).contains("Oakes"));
    let named = sql(
        "SELECT count(*) FROM live_frames WHERE instr(hex(frame), hex('Oakes')) > 0",
        "SELECT count(*) FROM live_frames WHERE position('Oakes'::bytea IN frame) > 0",
    );
    assert_eq!(app.count(named).await, 1);
    let mut zoe = app.with_user().await;
    let person = "UPDATE users SET first_name = 'Zoe', last_name = 'Oakes', dob = '1990-05-31' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(person)).await.unwrap();
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();

    // The server ends before anybody asks again.
    let folder = app.stop();
    let app = TestApp::at(folder).await;
    let mut visitor = app.visitor();
    for path in [format!("{LIVE}?since={before}"), LIVE.to_owned()] {
        let answer = visitor.get(&path).await.ok();
        assert!(!String::from_utf8_lossy(&answer.bytes).contains("Oakes"), "{path}");
        assert_eq!(document(&answer).runners.len(), 3, "the whole field");
    }
    assert_eq!(app.count(named).await, 0);

    // In a server that goes on, the frame is deleted with the version that hides.
    let mut zoe = app.visitor();
    zoe.login("ulf", crate::util::PASSWORD).await.ok();
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": false })).await.ok();
    a_second().await;
    visitor.get(LIVE).await.ok();
    assert_eq!(app.count(named).await, 1);
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    a_second().await;
    visitor.get(LIVE).await.ok();
    assert_eq!(app.count(named).await, 0);
}

#[tokio::test]
async fn a_gun_a_setup_and_a_name_are_what_happened_for_an_open_page() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    ada.put(ENTRANTS, &entrants()).await.ok();
    let mut visitor = app.visitor();
    let mut page = opened(&mut visitor, LIVE).await;
    let gun = |clock: &str| json!({ "contest": "10K", "gun": format!("2027-06-01T{clock}-04:00"), "confirmed": true });
    ada.put(&format!("{TIMING}/gun"), &gun("07:31:00.000")).await.ok();
    assert!(follow(&mut visitor, LIVE, &mut page).await.len() < 200);
    reads(&app, &key, &[read("START", 17, 65)]).await;
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!(page.document().runners.get(0).unwrap().start, Some(5_000));
    ada.put(&format!("{TIMING}/gun"), &gun("07:31:02.000")).await.ok();
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!(page.document().runners.get(0).unwrap().start, Some(3_000));

    let mut changed = ada.get(TIMING).await.ok().json()["setup"].clone();
    changed["contests"][0]["splits"][0]["label"] = json!("Bridge");
    ada.put(&format!("{TIMING}/setup"), &changed).await.ok();
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!(page.document().contests[0].splits[0].label, "Bridge");
    ada.put("/api/updateHeaderText", &json!({ "RaceName": RACE, "EditedName": "Fall 10K" })).await.ok();
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!((page.document().race.as_str(), page.document().event_name.as_str()), ("Fall 10K", "Fall 10K"));
    assert_eq!(page.document(), opened(&mut visitor, LIVE).await.document());

    // The name is changed while no server runs, so to say: it is what happened next.
    let folder = app.stop();
    let renamed = "UPDATE races SET name = 'Winter 10K'";
    folder.stores().open().unwrap().write(move |tx| tx.batch(renamed)).await.unwrap();
    let (_app, mut visitor) = another(&folder.stores()).await;
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!(page.document().race, "Winter 10K");
}

#[tokio::test]
async fn another_date_and_a_restored_database_begin_another_epoch() {
    if sqlite_only("a copy is restored, which is a file") {
        return;
    }
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let epoch = |board: &Board| version(board).rsplit_once('-').unwrap().0.to_owned();
    let first = opened(&mut visitor, LIVE).await;
    ada.put("/api/updateHeaderText", &json!({ "RaceName": RACE, "Date": "June 2, 2027" })).await.ok();
    let dated = opened(&mut visitor, LIVE).await;
    assert_ne!(epoch(&first), epoch(&dated));
    assert_eq!(stored(&app).await, [1, 0, 0, 1]);

    let copy = app.data().join("copy.db");
    app.app.db().backup(copy.clone()).await.unwrap();
    reads(&app, &key, &[read("START", 17, 86_405)]).await;
    since(&mut visitor, &version(&dated)).await.ok();
    drop((visitor, ada));
    let folder = app.stop();
    let restore = Command::new(env!("CARGO_BIN_EXE_splitline"))
        .args(["restore", copy.to_str().unwrap(), "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(restore.status.success(), "{}", String::from_utf8_lossy(&restore.stderr));
    let (_app, mut visitor) = another(&folder.stores()).await;
    let whole = document(&since(&mut visitor, &version(&dated)).await.ok());
    assert_ne!(whole.version.rsplit_once('-').unwrap().0, epoch(&dated));
}

#[tokio::test]
async fn a_race_at_rest_is_not_written_and_a_removed_one_leaves_nothing() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    reads(&app, &key, &[read("START", 17, 5)]).await;
    let mut visitor = app.visitor();
    visitor.get(LIVE).await.ok();
    let before = stored(&app).await;
    let count = sql(
        "CREATE TABLE writes (at INTEGER);
         CREATE TRIGGER written AFTER UPDATE ON live_versions BEGIN INSERT INTO writes VALUES (1); END;
         CREATE TRIGGER added AFTER INSERT ON live_versions BEGIN INSERT INTO writes VALUES (2); END;",
        "CREATE TABLE writes (at BIGINT);
         CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO writes VALUES (1); RETURN NULL; END';
         CREATE TRIGGER written AFTER UPDATE OR INSERT ON live_versions FOR EACH ROW EXECUTE FUNCTION note_write();",
    );
    app.app.db().write(move |tx| tx.batch(count)).await.unwrap();
    // What is not shown, and what concerns another race, makes no version.
    let email = json!({ "bib": 17, "contest": "10K", "email": "ann@example.test" });
    ada.put(ENTRANTS, &json!([email])).await.ok();
    app.app.db().write(|tx| tx.batch("UPDATE privacy_changes SET changes = changes + 1")).await.unwrap();
    a_second().await;
    visitor.get(LIVE).await.ok();
    another(&app.stores()).await.1.get(LIVE).await.ok();
    assert_eq!((stored(&app).await, app.count("SELECT count(*) FROM writes").await), (before, 0));
    app.app.db().write(|tx| tx.execute("DELETE FROM races", [])).await.unwrap();
    assert_eq!(stored(&app).await, [0, 0, 0, 0]);
    visitor.get(LIVE).await;
}

#[tokio::test]
async fn a_board_goes_on_when_its_versions_cannot_be_stored() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let mut page = opened(&mut visitor, LIVE).await;
    let refuse = sql(
        "CREATE TRIGGER no_versions BEFORE UPDATE ON live_versions BEGIN SELECT RAISE(ABORT, 'no'); END;
         CREATE TRIGGER no_new_versions BEFORE INSERT ON live_versions BEGIN SELECT RAISE(ABORT, 'no'); END;",
        "CREATE TRIGGER no_versions BEFORE UPDATE OR INSERT ON live_versions FOR EACH ROW EXECUTE FUNCTION refuse_change('no');",
    );
    app.app.db().write(move |tx| tx.batch(refuse)).await.unwrap();
    reads(&app, &key, &[read("START", 17, 5)]).await;
    // It has an epoch of its own now: the page loads the whole field, and then what happens.
    let whole = since(&mut visitor, &version(&page)).await.ok();
    assert_eq!(document(&whole).runners.len(), 1);
    page.load(&whole.bytes).unwrap();
    reads(&app, &key, &[read("5K", 17, 1300)]).await;
    follow(&mut visitor, LIVE, &mut page).await;
    assert_eq!(page.document(), opened(&mut visitor, LIVE).await.document());
    assert_eq!(stored(&app).await[3], 1);
    // Another server continues what is stored.
    let (_app, mut other) = another(&app.stores()).await;
    assert_eq!(document(&other.get(LIVE).await.ok()).runners.len(), 1);
}

#[tokio::test]
async fn a_server_that_shows_something_else_than_what_is_stored_does_not_replace_it() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let mut page = opened(&mut visitor, LIVE).await;
    // Another version of the program has begun an epoch in which the race looks otherwise.
    let other = sql(
        "UPDATE live_versions SET epoch = 'other', digest = x'00'",
        "UPDATE live_versions SET epoch = 'other', digest = '\\x00'",
    );
    app.app.db().write(move |tx| tx.batch(other)).await.unwrap();
    reads(&app, &key, &[read("START", 17, 5)]).await;
    page.load(&since(&mut visitor, &version(&page)).await.ok().bytes).unwrap();
    assert_eq!(page.document().runners.len(), 1);
    for (bib, number) in [(18, 2), (19, 3)] {
        reads(&app, &key, &[read("START", bib, 5)]).await;
        follow(&mut visitor, LIVE, &mut page).await;
        assert_eq!(version(&page).rsplit_once('-').unwrap().1, number.to_string());
    }
    assert_eq!(app.count("SELECT count(*) FROM live_versions WHERE epoch = 'other' AND number = 1").await, 1);
}

#[tokio::test]
async fn an_answer_is_made_once_for_all_who_ask() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    let page = opened(&mut visitor, LIVE).await;
    let many: Vec<Value> = (1..300).map(|bib| read("START", bib, 5)).collect();
    reads(&app, &key, &many).await;
    let before = app.app.boards().answers_made();
    let mut tasks = tokio::task::JoinSet::new();
    for asks in 0..60 {
        let (mut visitor, since) = (app.visitor(), version(&page));
        let path = if asks % 2 == 0 { LIVE.to_owned() } else { format!("{LIVE}?since={since}") };
        tasks.spawn(async move {
            let encoding = ["", "gzip", "br"][asks % 3];
            let request = Request::get(path).header("accept-encoding", encoding).body(Body::empty()).unwrap();
            visitor.send(request).await.ok();
        });
    }
    tasks.join_all().await;
    // The whole field and what happened, or, when what happened takes more than the whole field, that alone.
    let made = app.app.boards().answers_made() - before;
    assert!((1..=3).contains(&made), "{made} answers were made for 60 requests");
}
