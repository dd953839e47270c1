//! Whole races of reads, sent by `splitline replay`: after crashes, twice, shuffled; and the recorded race.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use core_wasm::timing::engine::Field;
use core_wasm::timing::standing::Row;
use serde_json::{Value, json};
use splitline_server::db::params;
use splitline_server::replay::{self, ReplayArgs};

use crate::home::Home;
use crate::program::{Program, free_port, get, run};
use crate::timing::setup;
use crate::util::{NOW, TestApp};

const RACE: &str = "Spring 10K";

/// A home with one race whose timing is set up on the command line, and a key for it.
async fn folder_with_race() -> (Home, String) {
    let folder = Home::new();
    let key = add_race(&folder, RACE, &setup()).await;
    (folder, key)
}

/// Adds a race to an empty home, and returns a key for it.
pub async fn add_race(folder: &Home, race: &'static str, setup: &Value) -> String {
    let db = folder.stores().open().unwrap();
    let record = json!({ "Race": race, "Date": "June 1, 2027", "TimeZone": "America/New_York" }).to_string();
    db.write(move |tx| {
        tx.execute(
            "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at) VALUES ('r', $1, $2, '', $3, $4, $4)",
            params![race, race.to_lowercase(), record, NOW],
        )
    })
    .await
    .unwrap();
    drop(db);
    let file = folder.path().join("setup.json");
    std::fs::write(&file, setup.to_string()).unwrap();
    run(folder, &["timing", "setup", "--race", &race.to_lowercase(), file.to_str().unwrap()]);
    let key = run(folder, &["timing", "key", "--race", race, "--label", "boxes"]);
    String::from_utf8(key.stdout).unwrap().trim().to_owned()
}

/// ChronoTrack lines of a timing box: one runner a second.
fn lines(count: usize, offset: usize) -> Vec<String> {
    let wall = NOW / 1000 - 1800 - 4 * 3600;
    (1..=count)
        .map(|n| format!("TO~{n}~{}~160~18~{}.{:02}~12000C~8~-63~{n}~P~192", n % 900 + 1, wall + (n + offset) as i64, n % 100))
        .collect()
}

fn args(folder: &Path, port: u16, race: &str, key: &str) -> ReplayArgs {
    ReplayArgs {
        folder: folder.to_owned(),
        race: race.into(),
        speed: 0.0,
        server: format!("http://127.0.0.1:{port}").parse().unwrap(),
        key: key.into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_every_acknowledged_read_is_stored() {
    let (folder, key) = folder_with_race().await;
    let port = free_port();
    let mut server = Program::serve(&folder, port, &[]);
    let acknowledged = Mutex::new(Vec::<Value>::new());
    let send = |body: &[Value]| {
        ureq::post(format!("http://127.0.0.1:{port}/api/timing/Spring%2010K/reads"))
            .header("authorization", format!("Bearer {key}"))
            .header("content-type", "application/json")
            .send(json!(body).to_string())
            .ok()
            .and_then(|mut answer| serde_json::from_str::<Value>(&answer.body_mut().read_to_string().ok()?).ok())
    };
    std::thread::scope(|scope| {
        for sender in 0..4 {
            let (send, acknowledged) = (&send, &acknowledged);
            scope.spawn(move || {
                for batch in 0..100_000_i64 {
                    let read = |n: i64| {
                        let seq = batch * 5 + n;
                        json!({ "source": format!("box {sender}"), "seq": seq, "mat": "START", "bib": "17", "time": "2027-06-01T07:30:12.000-04:00" })
                    };
                    let reads: Vec<Value> = (0..5).map(read).collect();
                    // The first call that fails means that the server was killed.
                    let Some(answer) = send(&reads) else { return };
                    assert_eq!(answer["accepted"], 5);
                    acknowledged.lock().unwrap().extend(reads);
                }
            });
        }
        let began = std::time::Instant::now();
        while acknowledged.lock().unwrap().len() <= 100 && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        server.kill();
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(acknowledged.len() > 100, "only {} reads were acknowledged", acknowledged.len());
    let stored = folder.number("SELECT count(*) FROM reads");
    assert!(stored >= acknowledged.len() as i64);
    assert_eq!(stored % 5, 0, "a batch is stored as a whole or not at all");

    let _server = Program::serve(&folder, port, &[]);
    for batch in acknowledged.chunks(5000) {
        let answer = send(batch).unwrap();
        assert_eq!((&answer["accepted"], &answer["duplicate"]), (&json!(0), &json!(batch.len())));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_survives_a_restart_and_loses_or_duplicates_no_read() {
    let (folder, key) = folder_with_race().await;
    let recorded = tempfile::tempdir().unwrap();
    for (mat, count) in [("START", 9000), ("5K", 8000), ("FINISH", 9000)] {
        std::fs::create_dir(recorded.path().join(mat)).unwrap();
        std::fs::write(recorded.path().join(mat).join("1.csv"), lines(count, mat.len() * 900).join("\r\n")).unwrap();
        std::fs::write(recorded.path().join(mat).join("1.mrk"), "no reads").unwrap();
    }
    let port = free_port();
    let sending = args(recorded.path(), port, RACE, &key);
    let again = sending.clone();
    // The replay starts before the server, and the server is killed once during it.
    let replay = tokio::spawn(async move { replay::run(&sending).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut server = Program::serve(&folder, port, &[]);
    while folder.number("SELECT count(*) FROM reads") == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    server.kill();
    let _server = Program::serve(&folder, port, &[]);
    let sent = replay.await.unwrap().unwrap();
    assert_eq!((sent.sent, sent.accepted + sent.duplicate, sent.rejected), (26_000, 26_000, 0));
    assert!(sent.retries > 0);
    assert_eq!(folder.number("SELECT count(*) FROM reads"), 26_000);

    let sent = replay::run(&again).await.unwrap();
    assert_eq!((sent.accepted, sent.duplicate), (0, 26_000));
    assert!(get(port, "/api/getLiveTimes?race=Spring%2010K").unwrap().contains("\"OverallRank\":1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_with_a_wrong_key_ends_with_the_reason() {
    let (folder, _) = folder_with_race().await;
    let recorded = tempfile::tempdir().unwrap();
    std::fs::create_dir(recorded.path().join("START")).unwrap();
    std::fs::write(recorded.path().join("START/1.csv"), lines(10, 0).join("\n")).unwrap();
    let port = free_port();
    let _server = Program::serve(&folder, port, &[]);
    let sending = args(recorded.path(), port, RACE, "wrong");
    let refused = replay::run(&sending).await.unwrap_err().to_string();
    assert!(refused.contains("401") && refused.contains("timing key"), "{refused}");
}

/// The folder of the recorded race, if it exists.
pub fn real_day() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/road-race-2021");
    if folder.join("setup.json").exists() {
        return Some(folder);
    }
    eprintln!("skipped: {} does not exist", folder.display());
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recorded_race_has_its_known_results_in_any_order_of_reads() {
    let Some(folder) = real_day() else { return };
    let name = "Lake City Marathon";
    let mut standings = Vec::new();
    for shuffled in [false, true] {
        let app = TestApp::init().await;
        crate::timing::add_race(&app, name).await;
        let mut ada = app.with_admin().await;
        let setup: Value = serde_json::from_slice(&std::fs::read(folder.join("setup.json")).unwrap()).unwrap();
        ada.put("/api/timing/Lake%20City%20Marathon/setup", &setup).await.ok();
        let key = ada.post("/api/timing/Lake%20City%20Marathon/keys", &json!({ "label": "boxes" })).await.is(201).json();
        let key = key["key"].as_str().unwrap();
        if shuffled {
            for (mat, batch) in shuffle(&folder, 12_000) {
                crate::timing::send(&app, name, key, "text/vnd.chronotrack", Some(&mat), batch).await.ok();
            }
        } else {
            let port = app.serve().await.port();
            for time in 0..2 {
                let sending = args(&folder, port, name, key);
                let sent = replay::run(&sending).await.unwrap();
                assert_eq!((sent.sent, sent.rejected), (64_990, 0));
                assert!(if time == 0 { sent.accepted > 52_000 } else { sent.accepted == 0 }, "{sent:?}");
            }
            let marathon = app.app.boards().read_field(&app.race_id(name).await, marathon).await.unwrap();
            assert_eq!((marathon.started, marathon.finished), (756, 749));
            // 2:29:27.78
            assert_eq!(marathon.fastest, Some(("801".into(), 8_967_780)));
        }
        standings.push(app.app.boards().read_field(&app.race_id(name).await, Field::standings).await.unwrap());
    }
    assert_eq!(standings[0], standings[1]);
}

struct Marathon {
    started: usize,
    finished: usize,
    fastest: Option<(String, i64)>,
}

/// The first wave: bibs 1 to 999. Only runners who were read at the start count as started; four more were read only later.
fn marathon(field: &Field) -> Marathon {
    let rows: Vec<&Row> = field.rows().filter(|row| row.contest == 0).collect();
    let fastest = rows.iter().filter_map(|row| Some((row.finish?, row.bib.to_string()))).min();
    Marathon {
        started: rows.iter().filter(|row| row.start.is_some() && !row.has(Row::START_ASSUMED)).count(),
        finished: rows.iter().filter(|row| row.finish.is_some()).count(),
        fastest: fastest.map(|(time, bib)| (bib, time)),
    }
}

/// All recorded lines in random order, in batches of one mat each, which come from so many lines.
pub fn shuffle(folder: &Path, lines_each: usize) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for mat in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(mat.path()).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "csv") {
                let text = std::fs::read_to_string(file).unwrap();
                let name = mat.file_name().into_string().unwrap();
                lines.extend(text.lines().map(|line| (name.clone(), line.to_owned())));
            }
        }
    }
    let mut state = 7_u64;
    for i in (1..lines.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lines.swap(i, (state >> 33) as usize % (i + 1));
    }
    let mut batches = Vec::new();
    for part in lines.chunks(lines_each) {
        let mut by_mat = std::collections::BTreeMap::<String, String>::new();
        for (mat, line) in part {
            let body = by_mat.entry(mat.clone()).or_default();
            body.push_str(line);
            body.push('\n');
        }
        batches.extend(by_mat);
    }
    batches
}
