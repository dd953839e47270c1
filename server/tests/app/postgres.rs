//! What only a database on a server can do: be out of reach, be used by two copies of the program, be locked by another copy.
//!
//! Without `SPLITLINE_TEST_POSTGRES` these stories are left out. All others run on both engines (`home.rs`).

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::json;
use splitline_server::app::App;
use splitline_server::audit;
use splitline_server::clock::Clock;
use splitline_server::db::{self, Db, params};
use splitline_server::mail::Mail;
use splitline_server::router::router;

use crate::faulty_proxy::{Fault, FaultyProxy};
use crate::home::Home;
use crate::live::{document, opened};
use crate::queries::statements;
use crate::store::put;
use crate::timing::{read, send, timed_race};
use crate::util::{Form, NOW, TestApp, config};

const RACE: &str = "Spring 10K";
const LIVE: &str = "/api/live/Spring%2010K";

/// A home on the server; `None` without one.
pub fn on_server() -> Option<Home> {
    let home = Home::new();
    if home.stores().file().is_some() {
        eprintln!("left out on SQLite: the database is on a server");
        return None;
    }
    Some(home)
}

#[tokio::test]
async fn both_engines_have_the_same_tables_with_the_same_columns() {
    let Some(home) = on_server() else { return };
    let of = async |db: Db, sql: &'static str| {
        let columns = db.read(move |tx| {
            tx.query_all(sql, [], |row| {
                let (table, column, kind): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let kind = match &*kind.to_lowercase() {
                    "bigint" | "integer" => "number",
                    "bytea" | "blob" => "bytes",
                    "text" => "text",
                    other => panic!("{table}.{column} is of the type {other}"),
                };
                Ok((table, column, kind, row.get::<bool>(3)?))
            })
        });
        columns.await.unwrap().into_iter().collect::<BTreeSet<_>>()
    };
    let folder = Home::in_a_folder();
    let file = of(
        folder.stores().open().unwrap(),
        "SELECT m.name, c.name, c.type, c.\"notnull\" OR c.pk > 0 FROM sqlite_schema m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'refinery_schema_history'",
    )
    .await;
    let server = of(
        home.stores().open().unwrap(),
        "SELECT table_name::TEXT, column_name::TEXT, data_type::TEXT, is_nullable = 'NO' FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> 'refinery_schema_history'",
    )
    .await;
    assert!(file.len() > 400, "only {} columns were found", file.len());
    let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
    assert_eq!((only(&file, &server), only(&server, &file)), ("[]".into(), "[]".into()));
}

#[tokio::test]
async fn every_statement_is_known_to_the_server() {
    let Some(home) = on_server() else { return };
    let db = home.stores().open().unwrap();
    let mut known = 0;
    for (file, sql) in statements() {
        let sql = sql.replace("COLLATE 'C'", "COLLATE \"C\"");
        let prepare = format!("PREPARE known AS {sql}; DEALLOCATE known");
        let prepared = db.write(move |tx| tx.batch(&prepare)).await;
        // The type of a parameter beside nothing but `IS NULL` is told by the program, with its value.
        match prepared {
            Err(error) if !error.to_string().contains("could not determine data type") => panic!("{file}: {error}: {sql}"),
            _ => known += 1,
        }
    }
    assert!(known > 500, "only {known} statements were found");
}

#[tokio::test]
async fn what_is_only_added_cannot_be_emptied_either() {
    let Some(home) = on_server() else { return };
    let db = home.stores().open().unwrap();
    let kept = "SELECT DISTINCT tgrelid::regclass::TEXT FROM pg_trigger WHERE tgname LIKE '%no_delete' ORDER BY 1";
    let kept = db.read(move |tx| tx.query_all(kept, [], |row| row.get::<String>(0))).await.unwrap();
    assert!(kept.len() > 8, "{kept:?}");
    for table in kept {
        let refused = db.write(move |tx| tx.batch(&format!("TRUNCATE {table} CASCADE"))).await.unwrap_err().to_string();
        assert!(["append-only", "never deleted", "only added"].iter().any(|words| refused.contains(words)), "{refused}");
    }
}

#[tokio::test]
async fn connections_that_the_server_ends_are_made_again() {
    let Some(home) = on_server() else { return };
    let db = home.stores().open().unwrap();
    put(&db, "before".into()).await.unwrap();
    // All but the one that asks; that one is asked for by a connection of its own.
    let end =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    db::change_server(&home.address(), end).unwrap();
    put(&db, "after".into()).await.unwrap();
    for _ in 0..12 {
        let count = db.read(|tx| {
            tx.query_one("SELECT count(*) FROM secrets WHERE name IN ('before', 'after')", [], |row| row.get::<i64>(0))
        });
        assert_eq!(count.await.unwrap(), 2);
    }
    // A job whose connection is lost in the middle is undone, and its caller is told.
    let address = home.address();
    let lost = db.write(move |tx| {
        tx.execute("INSERT INTO secrets (name, value) VALUES ('lost', $1)", params![vec![0_u8]])?;
        db::change_server(&address, end)?;
        tx.execute("INSERT INTO secrets (name, value) VALUES ('lost, too', $1)", params![vec![0_u8]])
    });
    let error = lost.await.unwrap_err();
    assert_eq!(error.status(), 503, "{error}");
    put(&db, "again".into()).await.unwrap();
    let lost = db.read(|tx| tx.query_one("SELECT count(*) FROM secrets WHERE name LIKE 'lost%'", [], |row| row.get::<i64>(0)));
    assert_eq!(lost.await.unwrap(), 0);
}

#[tokio::test]
async fn a_server_that_is_only_read_from_is_asked_now_and_then_whether_it_takes_writes() {
    let Some(home) = on_server() else { return };
    let db = home.stores().open().unwrap();
    put(&db, "before".into()).await.unwrap();
    let set = |is_on: &str| {
        let sql = format!(
            "BEGIN READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = {is_on}', current_database()); END $$; COMMIT;
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        );
        db::change_server(&home.address(), &sql).unwrap();
    };
    let sessions = async || {
        // The server counts its sessions with a delay.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        db.read(|tx| {
            tx.query_one("SELECT sessions FROM pg_stat_database WHERE datname = current_database()", [], |row| row.get(0))
        })
        .await
        .unwrap()
    };
    set("on");
    let before: i64 = sessions().await;
    for number in 0..60 {
        assert_eq!(put(&db, format!("refused {number}")).await.unwrap_err().status(), 503);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Reads go on.
    let made = sessions().await - before;
    assert!((1..=8).contains(&made), "{made} connections for 60 writes");
    set("off");
    tokio::time::sleep(Duration::from_millis(300)).await;
    put(&db, "after".into()).await.unwrap();
}

#[tokio::test]
async fn a_statement_that_fails_dooms_its_job_and_no_other() {
    let Some(home) = on_server() else { return };
    let db = home.stores().open().unwrap();
    put(&db, "taken".into()).await.unwrap();
    let goes_on = db.write(|tx| {
        tx.execute("INSERT INTO secrets (name, value) VALUES ('first', $1)", params![vec![0_u8]])?;
        let refused = tx.execute("INSERT INTO secrets (name, value) VALUES ('taken', $1)", params![vec![0_u8]]);
        assert!(refused.is_err());
        Ok(())
    });
    let (failed, kept) = tokio::join!(goes_on, put(&db, "beside".into()));
    assert!(failed.is_err(), "nothing of it is kept, so it did not succeed");
    kept.unwrap();
    let names =
        db.read(|tx| tx.query_one("SELECT count(*) FROM secrets WHERE name IN ('first', 'beside')", [], |row| row.get::<i64>(0)));
    assert_eq!(names.await.unwrap(), 1);
}

#[tokio::test]
async fn a_lock_of_another_copy_is_waited_for_and_told_after_five_seconds() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut ada = app.with_admin().await;
    let other = app.stores().open().unwrap();
    let (free, held) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Mutex::new(held);
    let holding = tokio::spawn(async move {
        other
            .write(move |tx| {
                tx.execute("UPDATE secrets SET value = value", [])?;
                let _ = held.lock().unwrap().recv();
                Ok(())
            })
            .await
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    let refused = ada.create_page(Form::race("Spring Half")).await.is(503);
    assert_eq!(refused.code(), "LOCKED");
    assert!((4..20).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    ada.get("/api/getRaceCards").await.ok();
    free.send(()).unwrap();
    holding.await.unwrap().unwrap();
    ada.create_page(Form::race("Spring Half")).await.is(201);
}

#[tokio::test]
async fn two_copies_that_start_at_once_fill_an_empty_database_once() {
    let Some(home) = on_server() else { return };
    let starts = (0..4).map(|_| {
        let stores = home.stores();
        std::thread::spawn(move || stores.open().map(|_| ()))
    });
    for start in starts.collect::<Vec<_>>() {
        start.join().unwrap().unwrap();
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/postgres");
    let migrations = i64::try_from(std::fs::read_dir(folder).unwrap().count()).unwrap();
    assert_eq!(home.number("SELECT count(*) FROM refinery_schema_history"), migrations);
    // A newer one is refused.
    db::change_server(&home.address(), "INSERT INTO refinery_schema_history VALUES (9999, 'later', '2030-01-01T00:00:00Z', '1')")
        .unwrap();
    let refused = home.stores().open().map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("use a newer program"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_two_copies_are_all_kept_and_the_audit_chain_is_whole() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let ada = app.with_admin().await;
    let elsewhere = app.another();
    let second = App::open(config(&[]), &elsewhere.stores(), Clock::fixed(NOW), Mail::memory()).await.unwrap();
    let routers = [app.router.clone(), router(&second)];
    let mut editors = tokio::task::JoinSet::new();
    for n in 0..50 {
        let mut editor = ada.clone();
        editor.use_router(routers[n % 2].clone());
        editors.spawn(async move {
            editor.create_page(Form::race(&format!("Race {n}"))).await.is(201);
        });
    }
    editors.join_all().await;
    assert_eq!(app.count("SELECT count(*) FROM races").await, 50);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.created'").await, 50);
    let rows = app.app.db().read(audit::verify).await.unwrap();
    assert_eq!(rows, app.count("SELECT count(*) FROM audit").await);
}

#[tokio::test]
async fn a_page_with_a_version_of_another_copy_gets_no_older_one() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let (_, key) = timed_race(&app, RACE).await;
    let elsewhere = app.another();
    let second = App::open(config(&[]), &elsewhere.stores(), Clock::fixed(NOW), Mail::memory()).await.unwrap();
    let (mut here, mut there) = (app.visitor(), TestApp::visitor_of(router(&second)));
    for second in 0..5 {
        // The second copy has looked a moment ago: by itself it would look again in a second.
        there.get(LIVE).await.ok();
        tokio::time::sleep(Duration::from_millis(250)).await;
        send(&app, RACE, &key, "application/json", None, json!([read("START", 17 + second, 5)]).to_string()).await.ok();
        let newest = document(&here.get(LIVE).await.ok()).version;
        let answer = there.get(&format!("{LIVE}?since={newest}")).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len()), (204, 0));
        assert_eq!(opened(&mut there, LIVE).await.document(), opened(&mut here, LIVE).await.document());
    }
    // A version that nobody has told is no reason to load a field.
    let epoch = document(&here.get(LIVE).await.ok()).version;
    let later = format!("{}-99", epoch.rsplit_once('-').unwrap().0);
    there.get(&format!("{LIVE}?since={later}")).await.is(204);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_server_is_out_of_reach_boards_go_on_and_afterwards_everything_does() {
    let Some(home) = on_server() else { return };
    let (proxy, through) = FaultyProxy::to(&home).await;
    let app = TestApp::on(home, &through).await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let mut sent = 0;
    for bib in 17..27 {
        send(&app, RACE, &key, "application/json", None, json!([read("START", bib, 5)]).to_string()).await.ok();
        sent += 1;
    }
    let mut visitor = app.visitor();
    let shown = document(&visitor.get(LIVE).await.ok());
    proxy.set(Fault::Cut);
    // For longer than a snapshot and a name are used without looking.
    for _ in 0..6 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(document(&visitor.get(LIVE).await.ok()), shown);
        visitor.get(&format!("{LIVE}?since={}", shown.version)).await.is(204);
    }
    // A page that is opened now is the site's, which shows the board that goes on.
    for path in ["/liveRace?race=Spring%2010K", "/race/Spring%2010K", "/results", "/home", "/nowhere"] {
        let page = visitor.get(path).await.is(503);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert!(page.text().contains("<div id=\"root\">") && !page.header("retry-after").is_empty(), "{path}: {}", page.text());
    }
    let refused = ada.create_page(Form::race("Spring Half")).await.is(503);
    assert_eq!(refused.code(), "UNREACHABLE");
    assert!(!refused.header("retry-after").is_empty());
    send(&app, RACE, &key, "application/json", None, json!([read("START", 30, 5)]).to_string()).await.is(503);

    proxy.set(Fault::None);
    tokio::time::sleep(Duration::from_millis(600)).await;
    send(&app, RACE, &key, "application/json", None, json!([read("START", 31, 5)]).to_string()).await.ok();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, sent + 1);
    assert_eq!(document(&visitor.get(LIVE).await.ok()).runners.len(), shown.runners.len() + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_hears_of_what_another_one_writes_before_it_would_look() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let (_, key) = timed_race(&app, RACE).await;
    let another = TestApp::at(app.another()).await;
    let mut visitor = another.visitor();
    let mut heard = 0;
    for bib in 17..27 {
        let shown = document(&visitor.get(LIVE).await.ok());
        let began = Instant::now();
        send(&app, RACE, &key, "application/json", None, json!([read("START", bib, 5)]).to_string()).await.ok();
        // A snapshot is used for a second without looking.
        while began.elapsed() < Duration::from_millis(900) {
            if document(&visitor.get(LIVE).await.ok()).version != shown.version {
                heard += 1;
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tokio::time::sleep(Duration::from_millis(1100)).await;
    }
    assert!(heard >= 7, "of ten it saw {heard} before it looked by itself");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_refuses_its_connections_is_one_that_is_away() {
    let Some(home) = on_server() else { return };
    let beside = home.another();
    let app = TestApp::at(home).await;
    let (_, key) = timed_race(&app, RACE).await;
    let write = async || send(&app, RACE, &key, "application/json", None, json!([read("START", 17, 5)]).to_string()).await;
    write().await.ok();
    let mut visitor = app.visitor();
    let shown = document(&visitor.get(LIVE).await.ok());
    beside.refuses_connections(true);
    for _ in 0..10 {
        assert_eq!(document(&visitor.get(LIVE).await.ok()).version, shown.version, "the board goes on from memory");
        assert_eq!(write().await.is(503).code(), "UNREACHABLE");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    beside.refuses_connections(false);
    tokio::time::sleep(Duration::from_millis(600)).await;
    write().await.ok();
}
