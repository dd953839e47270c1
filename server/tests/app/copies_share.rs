//! What two copies of the program on one database share beside its rows: files that are being sent, lists of dry runs, and what is stored of a field
//! that another copy changes meanwhile.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use splitline_server::app::App;
use splitline_server::clock::Clock;
use splitline_server::db::{Db, params};
use splitline_server::mail::Mail;
use splitline_server::router::router;

use crate::home::Home;
use crate::photos::{hash, photo};
use crate::postgres::on_server;
use crate::program::{Program, free_port};
use crate::timing::{read, send, timed_race};
use crate::util::{Browser, NOW, ORIGIN, TestApp, config};

const RACE: &str = "Spring 10K";
const TIMING: &str = "/api/timing/Spring%2010K";
const UPLOADS: &str = "/api/photos/Spring%2010K/uploads";
const PIECE: usize = 1024 * 1024;

/// Asks a running program as this browser.
fn ask(port: u16, browser: &Browser, method: &str, path: &str, kind: &str, body: &[u8]) -> (u16, Value) {
    let cookies: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("http://127.0.0.1:{port}{path}"))
        .header("origin", ORIGIN)
        .header("cookie", cookies.join("; "))
        .header("content-type", kind)
        .body(body.to_vec());
    let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
    let mut answer = agent.run(request.unwrap()).unwrap();
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pieces_of_a_file_come_to_two_copies_and_one_is_killed_in_between() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let (ada, _) = timed_race(&app, RACE).await;
    let homes = [app.another(), app.another()];
    let (ports, photos) = ([free_port(), free_port()], tempfile::tempdir().unwrap());
    let flags = ["--public-url", ORIGIN, "--photos", photos.path().to_str().unwrap()];
    let mut first = Program::serve(&homes[0], ports[0], &flags);
    let _second = Program::serve(&homes[1], ports[1], &flags);
    let mut file = photo(1, None);
    file.resize(4 * PIECE + 5000, 7);
    let announced = json!({ "name": "1.jpg", "size": file.len(), "hash": hash(&file) }).to_string();
    let begin = |copy: usize| ask(ports[copy], &ada, "POST", UPLOADS, "application/json", announced.as_bytes());
    let piece = |copy: usize, number: usize| {
        let (from, to) = (number * PIECE, file.len().min((number + 1) * PIECE));
        let path = format!("{UPLOADS}/{}?offset={from}", hash(&file));
        ask(ports[copy], &ada, "PUT", &path, "application/octet-stream", &file[from..to])
    };
    assert_eq!(begin(0).0, 200);
    for number in 0..2 {
        let (status, state) = piece(number % 2, number);
        assert_eq!((status, &state["received"]), (200, &json!((number + 1) * PIECE)), "{state}");
    }
    first.kill();
    assert_eq!(piece(1, 2).1["received"], 3 * PIECE);
    first = Program::serve(&homes[0], ports[0], &flags);
    assert_eq!(begin(0).1["received"], 3 * PIECE, "a copy that has started again goes on where the other one is");
    // The same piece comes to both at the same time: it counts once.
    let both =
        std::thread::scope(|scope| [0, 1].map(|copy| scope.spawn(move || piece(copy, 3).0)).map(|one| one.join().unwrap()));
    assert!(both == [200, 409] || both == [409, 200], "{both:?}");
    let (status, state) = piece(0, 4);
    assert_eq!((status, &state["done"], &state["added"]), (200, &json!(true), &json!(1)), "{state}");
    assert_eq!(std::fs::read_dir(photos.path().join("uploads")).unwrap().count(), 0, "nothing is left of the pieces");
    let summary = ask(ports[1], &ada, "GET", "/api/photos/Spring%2010K", "", &[]).1;
    assert_eq!((&summary["photos"], begin(1).1["done"].clone()), (&json!(1), json!(true)));
    drop(first);
    // A copy with a folder of its own says that nobody else has its photos.
    let alone = Program::serve(&homes[0], free_port(), &["--public-url", ORIGIN]);
    alone.wait_for_log("set --photos (SPLITLINE_PHOTOS)");
}

#[tokio::test]
async fn a_file_that_a_copy_works_on_is_taken_by_another_one_only_when_that_has_stopped() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    let file = photo(1, None);
    crate::photos::begin_at(&mut ada, "/api/photos/Spring%2010K", "1.jpg", &file).await;
    let id: String = app.app.db().read(|tx| tx.query_one("SELECT id FROM photo_uploads", [], |row| row.get(0))).await.unwrap();
    let pieces = app.data().join("photos/uploads");
    std::fs::create_dir_all(&pieces).unwrap();
    std::fs::write(pieces.join(format!("{id}.0")), &file).unwrap();
    // As another copy leaves it that is killed while it works.
    let killed = format!("UPDATE photo_uploads SET received = size, worker = 'other', worked_until = {}", NOW + 60_000);
    app.app.db().write(move |tx| tx.batch(&killed)).await.unwrap();
    app.app.tidy_photos_once().await;
    assert_eq!(app.count("SELECT count(*) FROM photos").await, 0);
    app.clock.advance(60_001);
    app.app.tidy_photos_once().await;
    assert_eq!(app.count("SELECT count(*) FROM photos").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM photo_uploads WHERE done = 1").await, 1);
    // What belongs to no file is deleted, once it is old enough to be no piece that has just come.
    let [old, new] = ["gone.0", "new.0"].map(|name| pieces.join(name));
    std::fs::write(&new, b"x").unwrap();
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(120);
    std::fs::File::create(&old).unwrap().set_modified(long_ago).unwrap();
    app.app.tidy_photos_once().await;
    assert!(!old.exists() && new.exists());
}

/// The pages of previews of both kinds, of lists that this browser checks.
async fn previews(ada: &mut Browser) -> [String; 2] {
    let put = |path: &str, list: &str, method: &str| {
        Request::builder().method(method).uri(path).header("content-type", "text/csv").body(Body::from(list.to_owned())).unwrap()
    };
    let entrants =
        put(&format!("{TIMING}/entrants?dryRun=true&name=a.csv"), "bib,name,contest\n1,Kim Doe,10K\n2,Bo Day,5K\n", "PUT");
    let entrants = ada.send(entrants).await.ok().json();
    let results = "Place,Bib,Name,Sex,Age,Gun Time,Chip Time\n1,11,Ada Ng,F,34,40:05,40:00\n";
    let results = put("/api/results/import?race=Spring%2010K&contest=Old&distance=10K&dryRun=true", results, "POST");
    let results = ada.send(results).await.ok().json();
    let [entrants, results] = [entrants, results].map(|answer| answer["preview"].as_str().unwrap().to_owned());
    [format!("{TIMING}/listPreviews/{entrants}"), format!("/api/results/import/{results}?race=Spring%2010K")]
}

#[tokio::test]
async fn a_list_that_one_copy_has_checked_is_shown_by_the_other_one() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    let elsewhere = app.another();
    let second = App::open(config(&[]), &elsewhere.stores(), Clock::fixed(NOW), Mail::memory()).await.unwrap();
    let mut there = ada.clone();
    there.use_router(router(&second));
    let pages = previews(&mut ada).await;
    for page in &pages {
        let shown = there.get(page).await.ok().json();
        assert_eq!((&shown, shown["total"] != json!(0)), (&ada.get(page).await.ok().json(), true));
    }
    assert!(there.get(&format!("{}/refused.csv", pages[0])).await.ok().text().contains("Bo Day"));
    // Its plan is made anew there, too, when the entrants are others.
    ada.put_list(TIMING, "bib,name,contest\n1,Kim Doe,10K\n").await;
    assert_eq!(there.get(&format!("{}?show=unchanged", pages[0])).await.ok().json()["total"], 1);
}

#[tokio::test]
async fn checked_lists_outlive_a_restart_and_are_forgotten_after_some_hours() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, RACE).await;
    let pages = previews(&mut ada).await;
    let app = TestApp::at(app.stop()).await;
    ada.use_router(app.router.clone());
    for page in &pages {
        assert_ne!(ada.get(page).await.ok().json()["total"], 0);
        ada.get(&page.replace("10K", "11K")).await.is(404);
    }
    app.clock.advance(3 * 3_600_000 + 1);
    for page in &pages {
        ada.get(page).await.is(404);
    }
    app.app.forget_lists_once().await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM list_previews").await, 0);
    // Three of the largest have room; of a fourth one the first is forgotten, and the lists of another kind stay.
    let of_results = previews(&mut ada).await[1].clone();
    let large = format!("bib,name,contest\n{}", "1,Kim Doe,10K\n".repeat(8 * 1024 * 1024 / 14 - 10));
    for _ in 0..4 {
        let request = Request::put(format!("{TIMING}/entrants?dryRun=true")).header("content-type", "text/csv");
        ada.send(request.body(Body::from(large.clone())).unwrap()).await;
    }
    let most = 3 * 8 * 1024 * 1024;
    assert!(app.count("SELECT sum(bytes) FROM list_previews WHERE kind = 'entrants'").await <= most);
    assert_eq!(app.count("SELECT count(*) FROM list_previews WHERE kind = 'entrants'").await, 3);
    ada.get(&of_results).await.ok();
}

/// A change of another copy that takes a while: what is derived from the tables meanwhile is old when it is done. On SQLite, where one copy is alone, it
/// is one of the same.
async fn under_way(app: &TestApp, change: &'static str) -> (Option<Home>, tokio::task::JoinHandle<()>) {
    let elsewhere = app.stores().file().is_none().then(|| app.another());
    let db: Db = match &elsewhere {
        Some(home) => home.stores().open().unwrap(),
        None => app.app.db().clone(),
    };
    let (begun, has_begun) = std::sync::mpsc::channel();
    let write = async move {
        let job = db.write(move |tx| {
            let _ = begun.send(());
            std::thread::sleep(Duration::from_millis(2500));
            tx.batch(change)
        });
        job.await.unwrap();
    };
    let task = tokio::spawn(write);
    tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
    (elsewhere, task)
}

/// Kim, bib 1, has finished.
async fn finished(app: &TestApp) -> Browser {
    let (mut ada, key) = timed_race(app, RACE).await;
    ada.put_list(TIMING, "bib,firstname,lastname,gender,contest\n1,Kim,Doe,f,10K\n").await;
    let reads = json!([read("START", 1, 5), read("FINISH", 1, 2410)]);
    send(app, RACE, &key, "application/json", None, reads.to_string()).await.ok();
    // What is told of the field by now is stored.
    ada.get("/api/live/Spring%2010K").await.ok();
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_published_is_the_field_after_a_change_that_another_copy_was_making() {
    let app = TestApp::init().await;
    let mut ada = finished(&app).await;
    let renamed = "UPDATE timing_entrants SET entrant = replace(entrant, '\"Kim\"', '\"Kimberley\"');
                   UPDATE timing_races SET revision = revision + 1";
    let (_home, change) = under_way(&app, renamed).await;
    ada.post("/api/results/Spring%2010K/publish", &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    change.await.unwrap();
    let board = ada.get("/api/leaderboard?q=doe").await.ok().json();
    assert_eq!(board["items"][0]["firstname"], "Kimberley", "{board}");
    assert_eq!(app.count("SELECT count(*) FROM result_versions").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_is_set_in_place_of_the_one_that_another_copy_was_setting() {
    let app = TestApp::init().await;
    let mut ada = finished(&app).await;
    let dnf = r#"INSERT INTO timing_corrections (race_id, run, decision, reason, made_at, made_by)
                 VALUES ('id of Spring 10K', 1, '{"kind":"status","bibs":["1"],"status":"DNF"}', 'x', 0, 'system')"#;
    let (_home, change) = under_way(&app, dnf).await;
    ada.put(&format!("{TIMING}/entrants/1/status"), &json!({ "status": "DQ" })).await.ok();
    change.await.unwrap();
    let before = app.app.db().read(|tx| {
        let sql = "SELECT old FROM audit WHERE action = 'timing.status.set' ORDER BY id DESC LIMIT 1";
        tx.query_one(sql, [], |row| row.get::<String>(0))
    });
    let before = before.await.unwrap();
    assert!(before.contains("DNF"), "{before}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_corrections_at_once_are_all_stored() {
    let app = TestApp::init().await;
    let mut ada = finished(&app).await;
    let lines: String = (2..=60).map(|bib| format!("{bib},Bo,Day,m,10K\n")).collect();
    ada.put_list(TIMING, format!("bib,firstname,lastname,gender,contest\n{lines}")).await;
    let mut sent = tokio::task::JoinSet::new();
    for bib in 1..=60 {
        let mut desk = ada.clone();
        // Some of them are about the same runner.
        let bib = if bib % 10 == 0 { 1 } else { bib };
        let correction = json!({ "kind": "status", "bibs": [bib.to_string()], "status": "DNS", "reason": "At the desk" });
        sent.spawn(async move { desk.post(&format!("{TIMING}/corrections"), &correction).await.is(201) });
    }
    sent.join_all().await;
    assert_eq!(app.count("SELECT count(*) FROM timing_corrections").await, 60);
}

#[tokio::test]
async fn a_text_with_a_zero_character_is_refused_by_both_engines_in_the_same_words() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let refused = app.visitor().login("ada\u{0}", "x").await.is(400);
    assert_eq!(refused.code(), "ZERO_CHARACTER");
    assert_eq!(refused.json()["message"], "A text contains the invisible character U+0000, which cannot be saved.");
    // In an address, in a list, and in what a box sends: nothing of it is stored.
    assert_eq!(ada.get("/api/photos/Spring%2010K/runner/1%00").await.is(400).code(), "ZERO_CHARACTER");
    let list = Request::put(format!("{TIMING}/entrants")).header("content-type", "text/csv");
    ada.send(list.body(Body::from("bib,name,contest\n1,Kim,10K\n\u{0}2,Bo,10K\n")).unwrap()).await;
    let reads =
        json!([read("START", 1, 5), { "source": "A", "mat": "START", "bib": "1\u{0}", "time": "2027-06-01T07:30:05.000-04:00" }]);
    send(&app, RACE, &key, "application/json", None, reads.to_string()).await;
    let zeros =
        "SELECT (SELECT count(*) FROM timing_entrants WHERE length(bib) > 1) + (SELECT count(*) FROM reads WHERE bib <> '1')";
    assert_eq!(app.count(zeros).await, 0);
}

#[tokio::test]
#[ignore = "a measurement: cargo nextest run … --run-ignored only -E 'test(rows_one_by_one)' --no-capture"]
async fn rows_one_by_one_and_in_few_statements() {
    const ROWS: usize = 30_000;
    let app = TestApp::init().await;
    crate::timing::add_race(&app, RACE).await;
    let sql = "INSERT INTO timing_entrants (race_id, bib, entrant, updated_at, person) VALUES ($1, $2, $3, $4, $5)";
    let entrant =
        json!({ "bib": "12345", "firstname": "Kimberley", "lastname": "Doe", "gender": "f", "contest": "10K" }).to_string();
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..6 {
        let entrant = entrant.clone();
        let began = std::time::Instant::now();
        let job = app.app.db().write(move |tx| {
            let mut rows = tx.rows(sql)?;
            for bib in 0..ROWS {
                let row = params!["id of Spring 10K", bib.to_string(), entrant, NOW, "kim doe"];
                if round % 2 == 0 { tx.execute(sql, row).map(drop)? } else { rows.add(row)? }
            }
            rows.finish().map(drop)
        });
        job.await.unwrap();
        times[round % 2].push(began.elapsed().as_millis());
        app.app.db().write(|tx| tx.execute("DELETE FROM timing_entrants", [])).await.unwrap();
    }
    let [one, few] = times.map(|times| times.into_iter().min().unwrap());
    eprintln!("{ROWS} rows: {one} ms one by one, {few} ms in few statements: {} to 1", one / few.max(1));
}
