//! The database: commits, errors, backups and migrations.

use splitline_server::db::{self, Db, params};
use splitline_server::error::{Error, Result};

use crate::home::sqlite_only;
use crate::util::{Form, NOW, TestApp};

const COUNT: &str = "SELECT count(*) FROM secrets";

pub async fn put(db: &Db, name: String) -> Result<()> {
    db.write(move |tx| {
        tx.execute("INSERT INTO secrets (name, value) VALUES ($1, $2)", params![name, vec![0_u8; 16]])?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_failed_job_undoes_only_itself() {
    let app = TestApp::init().await;
    let db = app.app.db();
    let before = app.count(COUNT).await;
    let mut jobs = tokio::task::JoinSet::new();
    for n in 0..200 {
        let db = db.clone();
        jobs.spawn(async move {
            db.write(move |tx| {
                tx.execute("INSERT INTO secrets (name, value) VALUES ($1, $2)", params![format!("n{n}"), vec![1_u8]])?;
                match n % 4 {
                    0 => Err(Error::message("no")),
                    1 => panic!("a job that panics"),
                    _ => Ok(()),
                }
            })
            .await
            .is_ok()
        });
    }
    let kept = jobs.join_all().await.into_iter().filter(|ok| *ok).count();
    assert_eq!(kept, 100);
    assert_eq!(app.count(COUNT).await, before + 100);
}

#[tokio::test]
async fn with_a_full_disk_writes_are_refused_and_reads_work() {
    if sqlite_only("the size of the file is limited") {
        return;
    }
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Before")).await.is(201);
    let limit = |pages: &'static str| app.app.db().write(move |tx| tx.batch(pages));
    // As if there were no room for another page on the disk.
    limit("PRAGMA max_page_count = 1").await.unwrap();
    let long = "x".repeat(19_000);
    let refused = ada.create_page(Form::race("After").text("About", &long).text("Training", &long)).await.is(503);
    assert_eq!(refused.code(), "DISK_FULL");
    assert!(!refused.header("retry-after").is_empty());
    ada.get("/api/race/Before").await.ok();
    ada.get("/api/race/After").await.is(404);
    limit("PRAGMA max_page_count = 1000000").await.unwrap();
    ada.create_page(Form::race("After")).await.is(201);
}

#[tokio::test]
async fn while_another_process_has_locked_the_database_writes_are_refused_together_and_reads_work() {
    if sqlite_only("the file is locked; of a server, see postgres.rs") {
        return;
    }
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Before")).await.is(201);
    let other = Db::open(&app.data().join("splitline.db")).unwrap();
    let (began_to_write, begun) = std::sync::mpsc::channel();
    let (end, ends) = std::sync::mpsc::channel::<()>();
    let keeps = tokio::spawn(async move {
        let keep = move |_: &db::Tx<'_>| {
            let _ = began_to_write.send(());
            let _ = ends.recv();
            Ok(())
        };
        other.write(keep).await
    });
    tokio::task::spawn_blocking(move || begun.recv()).await.unwrap().unwrap();
    let began = std::time::Instant::now();
    let mut writes = tokio::task::JoinSet::new();
    for n in 0..8 {
        let mut ada = ada.clone();
        writes.spawn(async move { ada.create_page(Form::race(&format!("After {n}"))).await });
    }
    ada.get("/api/race/Before").await.ok();
    for refused in writes.join_all().await {
        let refused = refused.is(503);
        assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("LOCKED", "5"));
    }
    assert!(began.elapsed().as_secs() < 30, "the writes waited one after the other");
    drop(end);
    keeps.await.unwrap().unwrap();
    ada.create_page(Form::race("After")).await.is(201);
}

/// The names of an installation's secrets and of others, sorted.
fn secrets_with(others: &[&str]) -> Vec<String> {
    let own = ["announcement-links", "certificate-key", "push-address-key", "push-key", "session-key", "ticket-links"];
    let mut names: Vec<String> = own.iter().chain(others).map(|name| (*name).to_owned()).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn a_backup_of_a_database_in_use_can_be_restored() {
    if sqlite_only("a copy is a file") {
        return;
    }
    let app = TestApp::init().await;
    put(app.app.db(), "kept".into()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    app.app.db().backup(copy.clone()).await.unwrap();
    assert!(app.app.db().backup(copy.clone()).await.is_err(), "no file is overwritten");
    put(app.app.db(), "later".into()).await.unwrap();

    let home = folder.path().join("home.db");
    assert_eq!(db::restore(&copy, &home).unwrap(), None);
    let there = Db::open(&home).unwrap();
    let names = |db: Db| async move {
        let list = db.read(|tx| tx.query_all("SELECT name FROM secrets ORDER BY name", [], |row| row.get::<String>(0)));
        list.await.unwrap()
    };
    assert_eq!(names(there.clone()).await, secrets_with(&["kept"]));

    // A database in use: refused, and nothing is changed.
    let refused = db::restore(&copy, &home).unwrap_err().to_string();
    assert!(refused.contains("stop the site"), "{refused}");
    assert!(!folder.path().join("home.db.restoring").exists(), "the copy is left behind");
    put(&there, "own".into()).await.unwrap();
    drop(there);
    let kept = retry(|| db::restore(&copy, &home).ok()).flatten().expect("the old database is kept");
    assert_eq!(names(Db::open(&kept).unwrap()).await, secrets_with(&["kept", "own"]));
    assert_eq!(names(Db::open(&home).unwrap()).await, secrets_with(&["kept"]));
}

#[tokio::test]
async fn only_the_owner_can_read_the_database_and_its_copies() {
    if sqlite_only("files have owners") {
        return;
    }
    let app = TestApp::init().await;
    put(app.app.db(), "kept".into()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    app.app.db().backup(copy.clone()).await.unwrap();
    for file in [app.data().join("splitline.db"), app.data().join("splitline.db-wal"), copy] {
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
}

#[tokio::test]
async fn an_incomplete_copy_is_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy, home) = (folder.path().join("file.db"), folder.path().join("copy.db"), folder.path().join("home.db"));
    std::fs::write(&file, "not a database at all, but long enough to be looked at").unwrap();
    assert!(db::copy_into(&file, &copy).is_err());
    assert!(!copy.exists());
    // A database, but no Splitline database.
    std::fs::remove_file(&file).unwrap();
    db::change_file(&file, "CREATE TABLE t (x)").unwrap();
    assert!(db::restore(&file, &home).unwrap_err().to_string().contains("not a Splitline database"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["file.db"]);
}

#[tokio::test]
async fn commits_are_synced_to_disk_and_readers_cannot_write() {
    if sqlite_only("settings of SQLite") {
        return;
    }
    let app = TestApp::init().await;
    let setting = |name: &'static str| app.app.db().write(move |tx| tx.query_one(name, [], |row| row.get::<i64>(0)));
    assert_eq!(setting("PRAGMA synchronous").await.unwrap(), 2, "FULL");
    assert_eq!(setting("PRAGMA foreign_keys").await.unwrap(), 1);
    // A reading connection refuses writes.
    let wrote = app.app.db().read(|tx| tx.execute("DELETE FROM secrets", [])).await;
    assert!(wrote.is_err());
}

#[tokio::test]
async fn a_file_that_is_no_valid_copy_is_not_restored() {
    if sqlite_only("a copy is a file") {
        return;
    }
    let app = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let (file, home) = (folder.path().join("file.db"), folder.path().join("home.db"));
    std::fs::write(&file, "not a database at all, but long enough to be looked at").unwrap();
    assert!(db::restore(&file, &home).is_err());

    let copy = folder.path().join("newer.db");
    app.app
        .db()
        .write(|tx| {
            let newer = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '1')";
            tx.execute(newer, [])
        })
        .await
        .unwrap();
    app.app.db().backup(copy.clone()).await.unwrap();
    for refused in [db::restore(&copy, &home).map(|_| ()), Db::open(&copy).map(|_| ())] {
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("use a newer program"), "{why}");
    }
    assert!(!home.exists());
}

#[tokio::test]
async fn a_failed_migration_changes_nothing_and_leaves_a_copy() {
    if sqlite_only("a copy is a file; of a server, see postgres.rs") {
        return;
    }
    let app = TestApp::init().await;
    put(app.app.db(), "kept".into()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home.db");
    // The last migrations are removed from the history, so they will be applied again, although their tables exist.
    let version = "SELECT max(version) FROM refinery_schema_history";
    let newest = app.count(version).await;
    let forget = "DELETE FROM refinery_schema_history WHERE version >= 7";
    app.app.db().write(move |tx| tx.execute(forget, [])).await.unwrap();
    let before = app.count(version).await;
    app.app.db().backup(home.clone()).await.unwrap();

    let why = Db::open(&home).map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("already exists"), "{why}");
    let copy = folder.path().join(format!("before-v{newest}.db"));
    assert!(copy.exists());
    assert_eq!(app.count(version).await, before);
    let again = Db::open(&home).map(|_| ()).unwrap_err().to_string();
    assert_eq!(why, again, "no migration was partly applied");
}

#[tokio::test]
async fn migrations_are_applied_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home.db");
    drop(Db::open(&home).unwrap());
    // Two migrations are removed from the history; the first of them can be applied again, the second cannot.
    db::change_file(
        &home,
        "DROP TABLE league_decisions; DROP TABLE league_settings; DROP TABLE packet_actions; DROP TABLE packet_links; DROP TABLE packet_settings; DROP TABLE courses; DROP TABLE result_awards; DROP TABLE result_import_columns; DROP TABLE privacy_changes; DROP TABLE names_due; DROP TABLE private_results; DROP TABLE photo_removals; DROP TABLE photo_cameras; DROP TABLE photo_bibs; DROP TABLE photos; DROP TABLE photo_uploads; DROP TABLE photo_races; DROP TABLE age_standards; DROP TABLE finish_videos; DROP TABLE result_medians; DROP TABLE result_places; DROP TABLE result_words; DROP TABLE result_counts; DROP TABLE result_splits; DROP TABLE results; DROP TABLE result_points; DROP TABLE result_changes; DROP TABLE result_people; DROP TABLE result_versions; DROP TABLE timing_pulled_results; DROP TABLE timing_pulls; DROP TABLE timing_runs_taken_back; DROP TABLE timing_guns; DROP TABLE timing_marks; DROP TABLE timing_mylaps; DROP TABLE reads; DROP TABLE timing_corrections; DROP TABLE timing_entrants; DROP TABLE timing_keys; DROP TABLE timing_runs;
         DROP TABLE timing_races; DELETE FROM refinery_schema_history WHERE version >= 4;",
    )
    .unwrap();
    assert!(Db::open(&home).map(|_| ()).unwrap_err().to_string().contains("already exists"));
    let count = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'timing%'";
    let left = db::inspect(&home, |tx| tx.query_one(count, [], |row| row.get::<i64>(0))).unwrap();
    assert_eq!(left, 0, "the first of the two was applied");
}

#[tokio::test]
async fn rows_that_refer_to_nothing_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home.db");
    drop(Db::open(&home).unwrap());
    db::change_file(
        &home,
        "PRAGMA foreign_keys=OFF; INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s', 'nobody', 1, 2)",
    )
    .unwrap();
    for refused in [Db::open(&home).map(|_| ()), db::restore(&home, &folder.path().join("there.db")).map(|_| ())] {
        assert!(refused.unwrap_err().to_string().contains("refer to nothing"));
    }
}

#[tokio::test]
async fn a_second_start_uses_the_same_data() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let again = splitline_server::app::App::open(
        crate::util::config(&[]),
        &app.stores(),
        splitline_server::clock::Clock::fixed(NOW),
        splitline_server::mail::Mail::memory(),
    )
    .await
    .unwrap();
    // The session is valid after a restart, since the signing key is in the database.
    let mut after = app.visitor();
    after.use_router(splitline_server::router::router(&again));
    after.cookies = ada.cookies;
    after.get("/api/checkLogin").await.ok();
    after.get("/api/race/Spring%20Half").await.ok();
}

/// Retries for a while, because the database is closed on another thread.
fn retry<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    for _ in 0..600 {
        if let Some(done) = attempt() {
            return Some(done);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    None
}

#[tokio::test]
async fn statistics_of_a_small_table_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("splitline.db");
    let analyzed = "SELECT count(*) FROM sqlite_stat1";
    let db = Db::open(&home).unwrap();
    put(&db, "one".into()).await.unwrap();
    db.write(|tx| tx.batch("ANALYZE")).await.unwrap();
    assert!(db.read(|tx| tx.query_one(analyzed, [], |row| row.get::<i64>(0))).await.unwrap() > 0);
    drop(db);
    let db = Db::open(&home).unwrap();
    assert_eq!(db.read(|tx| tx.query_one(analyzed, [], |row| row.get::<i64>(0))).await.unwrap(), 0);
}
