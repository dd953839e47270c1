//! Moving a database, and its copies, between the engines: there and back, killed half-way, refused. Where the stories run on PostgreSQL, one side
//! is a database there and the other one a folder; otherwise both are folders.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use serde_json::{Value, json};
use splitline_server::db::{self, Database, Moved, Progress, Wishes, params};

use crate::home::Home;
use crate::postgres::on_server;
use crate::program::{Program, command, free_port, get, log_in, run};
use crate::replay::add_race;
use crate::timing::{read, send, timed_race};
use crate::util::{NOW, PASSWORD, TestApp};

const RACE: &str = "Spring 10K";

/// What `move` calls a home's database.
fn place(home: &Home) -> String {
    match home.stores().database {
        Some(address) => address.expose_secret().to_owned(),
        None => home.path().display().to_string(),
    }
}

fn move_command(from: &Home, to: &Home, flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_splitline"));
    command.args(["move", "--from", &place(from)]).env("SPLITLINE_MOVE_TO", place(to)).args(flags);
    command
}

/// Moves, and returns what was printed.
#[track_caller]
fn moved(from: &Home, to: &Home, flags: &[&str]) -> String {
    let output = move_command(from, to, flags).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What was said instead of moving.
#[track_caller]
fn refused(from: &Home, to: &Home, flags: &[&str]) -> String {
    failed(&move_command(from, to, flags).output().unwrap())
}

#[track_caller]
fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The hash that a move printed.
fn hash(said: &str) -> String {
    said.lines().find(|line| line.len() == 64 && line.bytes().all(|byte| byte.is_ascii_hexdigit())).unwrap().to_owned()
}

/// Moves within this process; `progress` may stop it by a panic, as a kill would.
fn move_here(from: &Home, to: &Home, progress: &(dyn Fn(&Progress<'_>) + Sync)) -> splitline_server::error::Result<Moved> {
    let wishes = Wishes { held: true, start_over: false, check: &|_| Ok(()), last: &|_| Ok(()), progress };
    db::move_all(&Database::named(&place(from))?, &Database::named(&place(to))?, &wishes)
}

/// Leaves a move unfinished after the first rows of a table.
fn break_off(from: &Home, to: &Home, after: &str) {
    let broken = move_here(from, to, &|progress| assert_ne!(progress.table, after));
    assert!(broken.unwrap_err().to_string().contains("panicked"));
}

/// The tables in which two folders differ, found by SQLite alone.
fn differences(a: &Path, b: &Path) -> Vec<String> {
    let (a, b) = (a.join(db::FILE), b.join(db::FILE));
    db::inspect(&a, |tx| {
        tx.batch(&format!("ATTACH '{}' AS other", b.display()))?;
        let sql = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                   AND name <> 'refinery_schema_history'";
        let mut tables = tx.query_all(sql, [], |row| row.get::<String>(0))?;
        assert!(tables.len() > 90, "{tables:?}");
        let count = |sql: String| tx.query_one(&sql, [], |row| row.get::<i64>(0));
        let differs = |table: &String| {
            let less = |a: &str, b: &str| {
                count(format!("SELECT count(*) FROM (SELECT * FROM {a}.{table} EXCEPT SELECT * FROM {b}.{table})"))
            };
            let rows = |of: &str| count(format!("SELECT count(*) FROM {of}.{table}"));
            less("main", "other").unwrap() + less("other", "main").unwrap() > 0 || rows("main").unwrap() != rows("other").unwrap()
        };
        tables.retain(differs);
        Ok(tables)
    })
    .unwrap()
}

/// Changes a home's database beside the program.
fn change(home: &Home, sql: &str) -> splitline_server::error::Result<()> {
    match home.stores().file() {
        Some(file) => db::change_file(&file, sql),
        None => db::change_server(&home.address(), sql),
    }
}

/// Whether so many rows of a table are there, although a move is unfinished.
fn has_rows(home: &Home, table: &str, rows: i64) -> bool {
    let count = format!("SELECT count(*) FROM {table}");
    match home.stores().file() {
        Some(file) => db::inspect(&file, |tx| tx.query_one(&count, [], |row| row.get::<i64>(0))).is_ok_and(|count| count >= rows),
        None => {
            let asked = format!("DO $$ BEGIN IF ({count}) < {rows} THEN RAISE EXCEPTION 'fewer'; END IF; END $$");
            db::change_server(&home.address(), &asked).is_ok()
        }
    }
}

/// A folder with a race, two of its reads and the administrator `ada`.
async fn small() -> Home {
    let app = TestApp::at(Home::in_a_folder()).await;
    let (_ada, key) = timed_race(&app, RACE).await;
    send(&app, RACE, &key, "application/json", None, json!([read("START", 17, 5), read("FINISH", 17, 2400)]).to_string())
        .await
        .ok();
    app.stop()
}

#[test]
fn the_demo_is_moved_there_and_back_and_served() {
    let (folder, target, back) = (Home::in_a_folder(), Home::new(), Home::in_a_folder());
    let port = free_port();
    let mut server = Program::serve(&folder, port, &["--demo"]);
    server.wait_for("Password: ");
    let said = server.said();
    let printed = said.split("Administrator: ").nth(1).unwrap().lines().next().unwrap();
    let (director, password) = printed.split_once("   Password: ").unwrap();
    assert!(refused(&folder, &target, &[]).contains("stop it first"), "a folder from which a site is served");
    server.ask_to_stop();
    assert!(server.ended_well());

    let there = moved(&folder, &target, &[]);
    assert!(there.contains("The audit record is whole: "), "{there}");
    assert_eq!(hash(&moved(&target, &back, &[])), hash(&there));
    assert_eq!(differences(folder.path(), back.path()), [""; 0]);

    let port = free_port();
    let mut server = Program::serve(&target, port, &[]);
    assert_eq!(log_in(port, director, password), 200);
    let past = get(port, "/api/getLiveTimes?race=Big%20Forest%20Half&raceDistance=Half").unwrap();
    let past: Value = serde_json::from_str(&past).unwrap();
    assert!(past["finished"].as_array().unwrap().len() > 200);
    if target.stores().database.is_some() {
        assert!(refused(&target, &Home::in_a_folder(), &[]).contains("in use"), "a database from which a site is served");
    }
    server.ask_to_stop();
    assert!(server.ended_well());
    // What was changed since continues the record.
    run(&target, &["audit", "verify"]);
    let created = ["admin", "create", "--username", "eve", "--email", "eve@example.test"];
    crate::program::run_with(&target, &created, &[("SPLITLINE_ADMIN_PASSWORD", PASSWORD)]);
    run(&target, &["audit", "verify"]);
}

/// A folder with a race of 31,984 entrants with ten reads each.
async fn field() -> Home {
    let folder = Home::in_a_folder();
    let splits: Vec<Value> = (1..=8)
        .map(|i| json!({ "label": format!("{i}K"), "metres": i * 1000, "mats": [format!("{i}K")], "minimumSeconds": i * 150 }))
        .collect();
    let setup = json!({ "contests": [{
        "name": "10K", "distanceMetres": 10000, "gun": "2027-06-01T07:30:00.000-04:00", "ranking": "chip",
        "bibs": [{ "from": 1, "to": 99999 }], "acceptUnlisted": true,
        "start": { "mats": ["LINE"], "minimumLapSeconds": 600 }, "splits": splits,
        "finish": { "mats": ["LINE"], "minimumSeconds": 1500 },
    }] });
    add_race(&folder, RACE, &setup).await;
    let db = folder.stores().open().unwrap();
    let gun = NOW - 1_800_000;
    db.write(move |tx| {
        tx.execute(
            "WITH RECURSIVE n (bib) AS (SELECT 1 UNION ALL SELECT bib + 1 FROM n WHERE bib < 31984)
             INSERT INTO timing_entrants (race_id, bib, entrant, updated_at)
             SELECT 'r', bib, json_object('bib', CAST(bib AS TEXT), 'firstname', 'Zoë', 'lastname', 'Łukasz ' || bib, 'gender',
               substr('mfa', 1 + bib % 3, 1), 'age', 10 + bib % 70), $1 FROM n",
            params![NOW],
        )?;
        tx.execute(
            "WITH RECURSIVE n (bib) AS (SELECT 1 UNION ALL SELECT bib + 1 FROM n WHERE bib < 31984),
               p (point) AS (SELECT 0 UNION ALL SELECT point + 1 FROM p WHERE point < 9)
             INSERT INTO reads (race_id, run, identity, source, mat, bib, time_ms, invalid, received_at, key_id)
             SELECT 'r', 1, point || '/' || bib, 'box', CASE WHEN point IN (0, 9) THEN 'LINE' ELSE point || 'K' END, bib,
               $1 + bib % 300 * 1000 + point * (240000 + bib * 7919 % 200000), 0, $2, 'k' FROM p, n",
            params![gun, NOW],
        )
    })
    .await
    .unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_of_31_984_is_moved_there_and_back_although_the_program_is_killed() {
    let (folder, target, back) = (field().await, Home::new(), Home::in_a_folder());
    let list = |home: &Home| {
        let port = free_port();
        let mut server = Program::serve(home, port, &[]);
        let call = format!("http://127.0.0.1:{port}/api/getLiveTimes?race=Spring%2010K&raceDistance=10K");
        let began = Instant::now();
        let mut answer = loop {
            match ureq::get(&call).call() {
                Ok(answer) => break answer,
                // The field is being read for the first time.
                Err(ureq::Error::StatusCode(503)) if began.elapsed() < Duration::from_secs(120) => {
                    std::thread::sleep(Duration::from_millis(500));
                }
                Err(error) => panic!("{error}"),
            }
        };
        let list = answer.body_mut().with_config().limit(100 << 20).read_to_string().unwrap();
        server.ask_to_stop();
        assert!(server.ended_well());
        list
    };
    let before = list(&folder);
    assert!(before.len() > 1_000_000, "{}", before.len());

    let mut killed = move_command(&folder, &target, &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !has_rows(&target, "reads", 60_000) {
        assert!(killed.try_wait().unwrap().is_none(), "it was over before it was killed");
        assert!(began.elapsed() < Duration::from_secs(120), "nothing is moved");
        std::thread::sleep(Duration::from_millis(20));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!has_rows(&target, "reads", 319_840), "it was killed too late");
    // Every command refuses the unfinished target.
    let copy = back.path().join("copy.db").display().to_string();
    for words in [
        &["audit", "verify"][..],
        &["backup", &copy],
        &["admin", "create", "--username", "eve", "--email", "eve@example.test"],
        &["timing", "key", "--race", RACE, "--label", "x"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let said = failed(&command(&target, words).env("SPLITLINE_ADMIN_PASSWORD", PASSWORD).output().unwrap());
        assert!(said.contains("a move into this database is unfinished"), "{words:?}: {said}");
    }
    assert!(refused(&target, &Home::in_a_folder(), &[]).contains("is unfinished"));

    let began = Instant::now();
    let there = moved(&folder, &target, &[]);
    assert!(there.contains("rows were there from a move that was not finished"), "{there}");
    let (resumed, began) = (began.elapsed(), Instant::now());
    let returned = moved(&target, &back, &[]);
    let (whole, began) = (began.elapsed(), Instant::now());
    run(&folder, &["backup", &copy]);
    eprintln!("resumed in {resumed:?}, back in {whole:?}, a copy of SQLite's file in {:?}", began.elapsed());
    assert_eq!(hash(&returned), hash(&there));
    assert_eq!(differences(folder.path(), back.path()), [""; 0]);
    assert!(list(&target) == before, "the lists are others");
}

#[tokio::test]
async fn a_source_that_was_changed_since_a_move_was_broken_off_is_refused_or_moved_as_it_is() {
    let (folder, target) = (small().await, Home::new());
    break_off(&folder, &target, "reads");
    // What was not yet moved may change.
    change(&folder, "INSERT INTO site_settings (name, value) VALUES ('x', 'y')").unwrap();
    // A row that was: it is not there twice, nor as it was.
    change(&folder, "UPDATE races SET updated_at = updated_at + 1").unwrap();
    let said = refused(&folder, &target, &[]);
    assert!(said.contains("the table races of") && said.contains("--start-over"), "{said}");
    assert!(refused(&folder, &target, &[]).contains("--start-over"), "it stays so");
    let whole = moved(&folder, &target, &["--start-over"]);

    let back = Home::in_a_folder();
    break_off(&target, &back, "reads");
    let added = change(&target, "INSERT INTO site_settings (name, value) VALUES ('z', 'y')");
    added.unwrap();
    let more = moved(&target, &back, &[]);
    assert_ne!(hash(&more), hash(&whole));
    assert_eq!(differences(folder.path(), back.path()), ["site_settings"]);
}

#[tokio::test]
async fn nobody_changes_a_source_while_it_is_moved() {
    let (folder, target, back) = (small().await, Home::new(), Home::in_a_folder());
    for (from, to) in [(&folder, &target), (&target, &back)] {
        let tried = AtomicBool::new(false);
        let held = move_here(from, to, &|progress| {
            if progress.table == "races" {
                let statement = "INSERT INTO site_settings (name, value) VALUES ('late', 'word')";
                let server = format!("SET lock_timeout = '200ms'; {statement}");
                let late = change(from, if from.stores().file().is_some() { statement } else { &server });
                assert!(late.is_err(), "the source was changed");
                tried.store(true, Ordering::Relaxed);
            }
        });
        held.unwrap();
        assert!(tried.load(Ordering::Relaxed));
    }
    assert_eq!(differences(folder.path(), back.path()), [""; 0]);
    // Afterwards it is as before.
    change(&folder, "INSERT INTO site_settings (name, value) VALUES ('late', 'word')").unwrap();
    change(&target, "INSERT INTO site_settings (name, value) VALUES ('late', 'word')").unwrap();
}

#[tokio::test]
async fn a_database_that_is_not_empty_is_no_target() {
    let (folder, target) = (small().await, Home::new());
    moved(&folder, &target, &[]);
    for flags in [&[][..], &["--start-over"]] {
        let said = refused(&folder, &target, flags);
        assert!(said.contains("is not empty: its table "), "{said}");
    }
    run(&target, &["audit", "verify"]);
    let said = refused(&folder, &folder, &[]);
    assert!(said.contains("the same"), "{said}");
    let other = Home::in_a_folder();
    db::change_file(&other.path().join(db::FILE), "CREATE TABLE t (x)").unwrap();
    assert!(refused(&folder, &other, &[]).contains("of another program"));
    assert!(refused(&other, &Home::in_a_folder(), &[]).contains("not a Splitline database"));
    assert!(refused(&Home::in_a_folder(), &other, &[]).contains("there is no database at"));
    // An address that is mistyped is no folder, and its password no name.
    let words = ["move", "--from", folder.path().to_str().unwrap(), "--to", "postgress://user:secret@host/database"];
    let said = command(&folder, &words).output().unwrap();
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("a folder or an address is needed") && !said.contains("secret"), "{said}");
}

#[tokio::test]
async fn a_database_from_which_a_site_is_served_already_is_no_target() {
    let (folder, target) = (small().await, Home::new());
    let mut server = Program::serve(&target, free_port(), &[]);
    let said = refused(&folder, &target, &[]);
    assert!(said.contains("is in use by splitline") || said.contains("another Splitline program uses it"), "{said}");
    server.ask_to_stop();
    assert!(server.ended_well());
    let copy = folder.path().join("copy.db").display().to_string();
    run(&folder, &["backup", &copy]);
    let mut server = Program::serve(&target, free_port(), &[]);
    let said = failed(&command(&target, &["restore", &copy]).output().unwrap());
    assert!(said.contains("in use"), "{said}");
    server.ask_to_stop();
    assert!(server.ended_well());
}

#[tokio::test]
async fn a_command_changes_no_database_of_another_version() {
    let app = TestApp::init().await;
    timed_race(&app, RACE).await;
    let home = app.stop();
    let applied = home.number("SELECT count(*) FROM refinery_schema_history");
    change(&home, "DELETE FROM refinery_schema_history WHERE version = (SELECT max(version) FROM refinery_schema_history)")
        .unwrap();
    let created = ["admin", "create", "--username", "eve", "--email", "eve@example.test"];
    for words in [&["audit", "verify"][..], &["timing", "key", "--race", RACE, "--label", "Box"], &created] {
        let output = command(&home, words).env("SPLITLINE_ADMIN_PASSWORD", PASSWORD).output().unwrap();
        let said = failed(&output);
        assert!(said.contains("start the site with this program once"), "{words:?}: {said}");
    }
    assert!(has_rows(&home, "refinery_schema_history", applied - 1) && !has_rows(&home, "refinery_schema_history", applied));
}

#[tokio::test]
async fn a_changed_audit_record_is_not_moved() {
    let (folder, target) = (small().await, Home::new());
    change(&folder, "DROP TRIGGER audit_no_update; UPDATE audit SET object = 'race:other' WHERE id = 2").unwrap();
    assert!(refused(&folder, &target, &[]).contains("altered at or before row 2"));
    moved(&small().await, &target, &[]);
}

#[tokio::test]
async fn text_that_the_server_cannot_store_is_named_before_anything_is_moved() {
    let Some(target) = on_server() else { return };
    let folder = small().await;
    change(&folder, "INSERT INTO site_settings (name, value) VALUES ('motto', 'run' || char(0) || 'far')").unwrap();
    let said = refused(&folder, &target, &[]);
    assert!(said.contains("the table site_settings") && said.contains("name = motto"), "{said}");
    change(&folder, "DELETE FROM site_settings WHERE name = 'motto'").unwrap();
    moved(&folder, &target, &[]);
}

#[tokio::test]
async fn after_a_move_the_server_s_tables_are_as_its_migrations_make_them() {
    let Some(target) = on_server() else { return };
    let folder = small().await;
    let catalogue = "SELECT coalesce((SELECT string_agg(conrelid::regclass::TEXT || conname || pg_get_constraintdef(oid), ';'
                       ORDER BY conrelid::regclass::TEXT, conname) FROM pg_constraint WHERE connamespace = 'public'::regnamespace), '')
                     || (SELECT string_agg(tablename, ';' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public')
                     || (SELECT string_agg(pg_get_triggerdef(oid), ';' ORDER BY tgrelid::regclass::TEXT, tgname) FROM pg_trigger
                         WHERE NOT tgisinternal)";
    let before: String = target.value(catalogue);
    assert!(before.matches("FOREIGN KEY").count() > 50);
    break_off(&folder, &target, "races");
    // Deletes all of it, functions, too, and makes it anew.
    moved(&folder, &target, &["--start-over"]);
    assert_eq!(target.value::<String>(catalogue), before);

    let other = on_server().unwrap();
    db::change_server(&other.address(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE wiki (x BIGINT)")
        .unwrap();
    assert!(refused(&folder, &other, &[]).contains("tables of another program"));
    db::change_server(&other.address(), "DROP TABLE wiki").unwrap();
    moved(&folder, &other, &[]);
    assert_eq!(other.value::<String>(catalogue), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_database_in_use_is_restored_into_either_engine() {
    let app = TestApp::init().await;
    let (ada, key) = timed_race(&app, RACE).await;
    send(&app, RACE, &key, "application/json", None, json!([read("START", 17, 5), read("FINISH", 17, 2400)]).to_string())
        .await
        .ok();
    app.visitor().get("/api/live/Spring%2010K").await.ok();
    let files = tempfile::tempdir().unwrap();
    let file = |name: &str| files.path().join(name).display().to_string();
    let backup = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_splitline"));
        command.args(["backup", &file("one.db"), "--data"]).arg(app.data());
        if let Some(database) = app.stores().database {
            command.env("SPLITLINE_DATABASE", database.expose_secret());
        }
        command.output().unwrap()
    };
    // A backup that was killed has left this, and another one goes on.
    let unfinished = std::fs::File::create(file("one.db.unfinished")).unwrap();
    std::io::Write::write_all(&mut &unfinished, &[7; 5000]).unwrap();
    std::fs::write(file("one.db.unfinished-journal"), [7; 5000]).unwrap();
    unfinished.lock().unwrap();
    assert!(failed(&backup()).contains("another program is writing"));
    drop(unfinished);
    // Nor is anything written through a link that somebody else has put there.
    std::fs::write(file("other"), "of somebody").unwrap();
    std::fs::remove_file(file("one.db.unfinished")).unwrap();
    std::os::unix::fs::symlink(file("other"), file("one.db.unfinished")).unwrap();
    assert!(failed(&backup()).contains("one.db.unfinished is in the way"));
    std::fs::remove_file(file("one.db.unfinished")).unwrap();
    std::fs::hard_link(file("other"), file("one.db.unfinished")).unwrap();
    assert!(backup().status.success());
    assert_eq!(std::fs::read_to_string(file("other")).unwrap(), "of somebody");
    std::fs::remove_file(file("other")).unwrap();
    std::fs::rename(file("one.db"), file("one.db.unfinished")).unwrap();
    // Of several at once one makes the copy.
    let done: Vec<_> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|_| scope.spawn(backup)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(done.iter().filter(|done| done.status.success()).count(), 1, "{done:?}");
    std::fs::remove_file(file("one.db")).unwrap();
    let said = backup();
    assert!(String::from_utf8_lossy(&said.stdout).contains("one.db.anchor"), "{said:?}");
    assert!(failed(&backup()).contains("exists already"));
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file("one.db")).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let mut left: Vec<_> = std::fs::read_dir(files.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["one.db", "one.db.anchor"]);
    // Later than the copy.
    send(&app, RACE, &key, "application/json", None, json!([read("FINISH", 18, 2500)]).to_string()).await.ok();
    drop(ada);

    // Of the first engine into a folder, and of that again into the first engine.
    let (folder, again, third) = (Home::in_a_folder(), Home::new(), Home::new());
    run(&folder, &["restore", &file("one.db")]);
    run(&folder, &["backup", &file("two.db")]);
    run(&again, &["restore", &file("two.db")]);
    run(&third, &["restore", &file("one.db")]);
    let versions = db::inspect(Path::new(&file("one.db")), |tx| {
        tx.query_one("SELECT count(*) FROM live_versions", [], |row| row.get::<i64>(0))
    });
    assert_eq!(versions.unwrap(), 1);
    for (home, copy) in [(&folder, "one.db"), (&again, "two.db"), (&third, "one.db")] {
        let anchor = file(&format!("{copy}.anchor"));
        run(home, &["audit", "verify", "--anchor", &anchor]);
        assert_eq!(home.number("SELECT count(*) FROM reads"), 2);
        // Pages that are open have another's versions.
        assert_eq!(home.number("SELECT count(*) FROM live_versions"), 0);
        let port = free_port();
        let mut server = Program::serve(home, port, &[]);
        assert_eq!(log_in(port, "ada", PASSWORD), 200);
        let list = get(port, "/api/getLiveTimes?race=Spring%2010K&raceDistance=10K").unwrap();
        assert!(list.contains("\"OverallRank\":1") && !list.contains("\"18\""), "{list}");
        // What is new gets numbers after those that were moved.
        let sent = ureq::post(format!("http://127.0.0.1:{port}/api/timing/Spring%2010K/reads"))
            .header("authorization", format!("Bearer {key}"))
            .header("content-type", "application/json")
            .send(json!([read("FINISH", 19, 2600)]).to_string());
        let sent: Value = serde_json::from_str(&sent.unwrap().body_mut().read_to_string().unwrap()).unwrap();
        assert_eq!(sent["accepted"], 1);
        assert_eq!(home.number("SELECT max(id) FROM reads"), 3);
        server.ask_to_stop();
        assert!(server.ended_well());
        run(home, &["audit", "verify", "--anchor", &anchor]);
    }
    if again.stores().database.is_some() {
        let said = failed(&command(&again, &["restore", &file("one.db")]).output().unwrap());
        assert!(said.contains("is not empty") && said.contains("DROP SCHEMA"), "{said}");
    }
}

/// Makes a database as a program before the last change of the schema would have left it, with one secret.
fn older(folder: &Home) {
    drop(folder.stores().open().unwrap());
    let file = folder.path().join(db::FILE);
    let history = db::inspect(&file, |tx| {
        tx.query_all("SELECT version, name, applied_on, checksum FROM refinery_schema_history ORDER BY version", [], |row| {
            Ok((row.get::<i64>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<String>(3)?))
        })
    });
    let mut history = history.unwrap();
    history.pop();
    std::fs::remove_file(&file).unwrap();
    let table = "CREATE TABLE refinery_schema_history (version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255),
                 checksum VARCHAR(255));";
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/sqlite");
    let all: String = history
        .into_iter()
        .map(|(version, name, applied_on, checksum)| {
            let sql = std::fs::read_to_string(migrations.join(format!("V{version}__{name}.sql"))).unwrap();
            format!("{sql};\nINSERT INTO refinery_schema_history VALUES ({version}, '{name}', '{applied_on}', '{checksum}');\n")
        })
        .collect();
    db::change_file(&file, &format!("{table}{all} INSERT INTO secrets (name, value) VALUES ('kept', x'00')")).unwrap();
}

#[test]
fn a_database_of_an_older_program_is_not_moved_and_its_copy_is_restored() {
    let (folder, target) = (Home::in_a_folder(), Home::new());
    older(&folder);
    let said = refused(&folder, &target, &[]);
    assert!(said.contains("start the site with this program once"), "{said}");
    let copy = folder.path().join("copy.db").display().to_string();
    run(&folder, &["backup", &copy]);
    // As a restore that was killed leaves it.
    std::fs::create_dir_all(target.path().join("restoring/copy")).unwrap();
    std::fs::write(target.path().join("restoring/copy/splitline.db"), "half of a copy").unwrap();
    run(&target, &["restore", &copy]);
    assert_eq!(target.number("SELECT count(*) FROM secrets WHERE name = 'kept'"), 1);
    let left = std::fs::read_dir(target.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left = left.filter(|name| name.starts_with("restoring")).count();
    // A restore into a folder has no such copy, and leaves alone what it does not know.
    assert_eq!(left, usize::from(target.stores().database.is_none()));
}
