//! A program that is killed while it publishes results: the version is there as a whole, or not at all.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::json;
use splitline_server::db::params;

use crate::home::Home;
use crate::program::{Program, free_port, run_with};
use crate::util::NOW;

/// How many lines the file has.
const LINES: i64 = 3000;
const PASSWORD: &str = "correct-horse-battery-staple-9";

#[tokio::test(flavor = "multi_thread")]
async fn after_a_kill_a_version_is_whole_or_absent() {
    let folder = Home::new();
    let db = folder.stores().open().unwrap();
    let record = json!({ "Race": "Spring 5K", "Date": "May 9, 2026", "TimeZone": "America/New_York" }).to_string();
    let race = db.write(move |tx| {
        tx.execute(
            "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at)
             VALUES ('r', 'Spring 5K', 'spring 5k', 'May 9, 2026', $1, $2, $2)",
            params![record, NOW],
        )
    });
    race.await.unwrap();
    drop(db);
    let person = ["--username", "ada", "--email", "ada@example.com"];
    run_with(&folder, &[&["admin", "create"][..], &person].concat(), &[("SPLITLINE_ADMIN_PASSWORD", PASSWORD)]);
    let mut list = String::from("bib,name,sex,age,time\n");
    for bib in 0..LINES {
        writeln!(list, "{bib},Runner{bib} Of{},F,{},{}:{:02}", bib % 97, 20 + bib % 60, 20 + bib / 60, bib % 60).unwrap();
    }

    let port = free_port();
    let site = format!("http://127.0.0.1:{port}");
    let (mut whole, mut absent, mut wait) = (0, 0, Duration::from_millis(5));
    let began = Instant::now();
    // The wait grows until a version was complete, so that kills hit the start, the middle and the end of the publishing.
    while whole == 0 {
        assert!(began.elapsed() < Duration::from_secs(120), "it never ended: {absent} kills");
        let mut server = Program::serve(&folder, port, &[]);
        let login = ureq::post(format!("{site}/api/login")).header("origin", &site).header("content-type", "application/json");
        let login = login.send(json!({ "username": "ada", "password": PASSWORD }).to_string()).unwrap();
        let cookies: Vec<&str> =
            login.headers().get_all("set-cookie").iter().filter_map(|one| one.to_str().ok()?.split(';').next()).collect();
        let publish = ureq::post(format!("{site}/api/results/import?race=Spring%205K&contest=5K&distance=5K"));
        let publish = publish.header("origin", &site).header("content-type", "text/csv").header("cookie", cookies.join("; "));
        std::thread::scope(|scope| {
            let sent = scope.spawn(|| publish.send(list.clone()).is_ok());
            std::thread::sleep(wait);
            server.kill();
            let told = sent.join().unwrap();
            let count = |sql: &str| folder.number(sql);
            let versions = count("SELECT count(*) FROM result_versions");
            let stored = [
                count("SELECT count(*) FROM results"),
                count("SELECT count(DISTINCT position) FROM result_words"),
                count("SELECT count(*) FROM result_people"),
            ];
            assert_eq!(stored, [LINES * versions; 3], "killed after {wait:?}");
            assert_eq!(count("SELECT count(*) FROM audit WHERE action = 'results.imported'"), versions);
            assert!(versions <= 1 && (versions == 1 || !told), "what was answered is stored");
            whole += versions;
            absent += 1 - versions;
        });
        wait = wait * 3 / 2;
    }
    assert!(absent > 1, "no kill came before the end");
}
