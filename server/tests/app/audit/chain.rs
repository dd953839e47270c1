//! The chain of hashes: what is in it, what the database refuses, and what the check finds.

use std::process::Command;

use core_wasm::audit::Actor;
use serde_json::json;
use splitline_server::{audit, db};

use crate::home::{drop_triggers, sql, sqlite_only};
use crate::util::{Form, NOW, PASSWORD, TestApp};

#[tokio::test]
async fn every_change_writes_a_row_and_the_chain_is_valid() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let actions = app
        .app
        .db()
        .read(|tx| tx.query_all("SELECT action FROM audit ORDER BY id", [], |row| row.get::<String>(0)))
        .await
        .unwrap();
    assert_eq!(actions, ["account.created", "account.login", "race.created", "race.deleted"]);
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 4);
}

/// A value that no row has in this column.
fn other_value(column: &str) -> &'static str {
    match column {
        "id" | "at" => "1000000",
        _ => "'eve'",
    }
}

async fn columns(app: &TestApp) -> Vec<String> {
    let names = sql(
        "SELECT name FROM pragma_table_info('audit')",
        "SELECT column_name::TEXT FROM information_schema.columns WHERE table_name = 'audit' ORDER BY ordinal_position",
    );
    app.app.db().read(move |tx| tx.query_all(names, [], |row| row.get::<String>(0))).await.unwrap()
}

#[tokio::test]
async fn nothing_of_a_row_can_be_altered_and_no_row_deleted() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let columns = columns(&app).await;
    assert_eq!(columns.len(), 18, "a new column must be in the triggers, in the hash and here: {columns:?}");
    let mut statements: Vec<String> =
        columns.iter().map(|column| format!("UPDATE audit SET {column} = {} WHERE id = 2", other_value(column))).collect();
    statements.extend(
        [
            "UPDATE audit SET role = NULL WHERE id = 2",
            "UPDATE audit SET network = NULL, request = NULL WHERE id = 2",
            // A name goes only together with its salt.
            "UPDATE audit SET actor_name = NULL WHERE id = 2",
            "UPDATE audit SET object_name = 'eve', object_salt = NULL WHERE id = 2",
            "UPDATE audit SET old = '1'",
            "DELETE FROM audit",
            "DELETE FROM audit WHERE id = 2",
            // Replacing a row deletes it first.
            sql("INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE id = 2", "TRUNCATE audit"),
            sql(
                "REPLACE INTO audit (id, at, actor, action, object, old, new, actor_name_hash, object_name_hash, previous_hash, hash)
                 VALUES (2, 1, 'system', 'race.created', 'race:1', 'null', 'null', '', '', 'x', 'y')",
                "MERGE INTO audit USING (SELECT 2 AS row) AS wanted ON id = row WHEN MATCHED THEN DELETE",
            ),
        ]
        .map(str::to_owned),
    );
    for sql in statements {
        let asked = sql.clone();
        let altered = app.app.db().write(move |tx| tx.execute(&asked, [])).await;
        assert!(altered.unwrap_err().to_string().contains("append-only"), "{sql}");
    }
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 2);
}

/// The rows of the next test: enough that the check goes in steps.
const ROWS: i64 = 10_050;

#[tokio::test]
async fn the_command_finds_one_altered_row_among_ten_thousand_whichever_column_it_is() {
    if sqlite_only("rows are altered from outside the program, in the file") {
        return;
    }
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let written = app.count("SELECT count(*) FROM audit").await;
    let columns = columns(&app).await;
    app.app.db().write(move |tx| super::add_rows(tx, &audit::Actor::key("k", "box 7"), ROWS - written, NOW)).await.unwrap();
    let folder = app.stop();
    let file = folder.path().join(db::FILE);
    let verify = || {
        let data = folder.path().to_str().unwrap();
        Command::new(env!("CARGO_BIN_EXE_splitline")).args(["audit", "verify", "--data", data]).output().unwrap()
    };
    assert_eq!(String::from_utf8_lossy(&verify().stdout), format!("The audit record is whole: {ROWS} rows.\n"));
    db::change_file(&file, "DROP TRIGGER audit_no_update; DROP TRIGGER audit_names_go; DROP TRIGGER audit_no_delete").unwrap();
    // Row 3 was written by a request, the other one without.
    for (column, row) in columns.iter().flat_map(|column| [(column, 3), (column, 10_007)]) {
        let (kept, value) = ("CREATE TABLE kept AS SELECT * FROM audit", other_value(column));
        db::change_file(&file, &format!("{kept} WHERE id = {row}; UPDATE audit SET {column} = {value} WHERE id = {row}"))
            .unwrap();
        let verdict = verify();
        assert!(!verdict.status.success(), "{column} of row {row}");
        let said = String::from_utf8_lossy(&verdict.stderr).into_owned();
        // A row with another number is missed by the one after it.
        let found = if column == "id" { row + 1 } else { row };
        assert!(said.contains(&format!("altered at or before row {found}")), "{column} of row {row}: {said}");
        let back = if column == "id" { 1_000_000 } else { row };
        db::change_file(
            &file,
            &format!("DELETE FROM audit WHERE id = {back}; INSERT INTO audit SELECT * FROM kept; DROP TABLE kept"),
        )
        .unwrap();
    }
    assert!(verify().status.success(), "the rows are as they were");
    db::change_file(&file, "DELETE FROM audit WHERE id = 5000").unwrap();
    assert!(String::from_utf8_lossy(&verify().stderr).contains("altered at or before row 5001"));
}

#[tokio::test]
async fn a_row_altered_without_the_triggers_is_noticed() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    app.app.db().write(|tx| tx.batch(&drop_triggers("audit", &["audit_no_update", "audit_names_go"]))).await.unwrap();
    for change in [
        "UPDATE audit SET actor_name = 'eve' WHERE id = 2",
        "UPDATE audit SET actor_name = 'eve', actor_salt = NULL WHERE id = 2",
        "UPDATE audit SET actor_salt = NULL WHERE id = 2",
        "UPDATE audit SET object_name = NULL WHERE id = 2",
        "UPDATE audit SET actor = 'user:eve' WHERE id = 2",
        "UPDATE audit SET action = 'race.deleted' WHERE id = 2",
        "UPDATE audit SET object_name_hash = actor_name_hash WHERE id = 2",
    ] {
        let verdict = app
            .app
            .db()
            .write(move |tx| {
                tx.execute(change, [])?;
                audit::verify(tx)
            })
            .await
            .unwrap_err();
        assert!(verdict.to_string().contains("row 2"), "{change}: {verdict}");
    }
    app.app.db().read(audit::verify).await.unwrap();
}

#[tokio::test]
async fn a_change_that_cannot_be_recorded_is_not_made() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    app.app.db().write(|tx| tx.batch("ALTER TABLE audit RENAME TO gone")).await.unwrap();
    ada.create_page(Form::race("Autumn Half")).await.is(500);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.is(500);
    ada.put("/api/updateAboutDirectionsText", &json!({ "RaceName": "Spring Half", "About": "x" })).await.is(500);
    ada.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.is(500);
    ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.is(500);
    assert_eq!(app.count("SELECT count(*) FROM races WHERE deleted_at IS NULL").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM race_history").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM timing_keys").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE is_private = 1").await, 0);
}

#[tokio::test]
async fn the_names_of_an_account_can_be_removed_and_the_chain_stays_valid() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut ulf = app.with_user().await;
    ulf.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let named = "SELECT count(*) FROM audit WHERE actor_name = 'ulf' OR object_name = 'ulf'";
    assert_eq!(app.count(named).await, 2);
    let before = app.app.db().read(audit::anchor).await.unwrap();
    let id: String =
        app.app.db().read(|tx| tx.query_one("SELECT id FROM users WHERE username = 'ulf'", [], |row| row.get(0))).await.unwrap();
    app.app
        .db()
        .write(move |tx| {
            audit::remove_names(tx, &Actor::User(id.clone()))?;
            tx.execute("DELETE FROM users WHERE id = $1", db::params![id])
        })
        .await
        .unwrap();
    assert_eq!(app.count(named).await, 0);
    assert_eq!(
        app.count("SELECT count(*) FROM audit WHERE actor_name = 'ada' AND object_name = 'ada'").await,
        1,
        "other names stay"
    );
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 4);
    assert_eq!(app.app.db().read(audit::anchor).await.unwrap(), before);
    // A removed name cannot be replaced.
    let renamed = app.app.db().write(|tx| tx.execute("UPDATE audit SET actor_name = 'eve', actor_salt = 'x'", [])).await;
    assert!(renamed.unwrap_err().to_string().contains("append-only"));
}

#[tokio::test]
async fn a_database_with_rows_of_the_old_form_can_be_opened_and_verified() {
    if sqlite_only("no database there has the old form") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home.db");
    let migrations = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/sqlite");
    let applied = TestApp::init().await;
    let history: Vec<(i64, String, String, String)> = applied
        .app
        .db()
        .read(|tx| {
            let sql =
                "SELECT version, name, applied_on, checksum FROM refinery_schema_history WHERE version < 8 ORDER BY version";
            tx.query_all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        })
        .await
        .unwrap();
    let change = |sql: &str| db::change_file(&home, sql).unwrap();
    change(
        "CREATE TABLE refinery_schema_history (version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255))",
    );
    for (version, name, applied_on, checksum) in history {
        let sql = std::fs::read_to_string(migrations.join(format!("V{version}__{name}.sql"))).unwrap();
        change(&sql);
        let row = format!("INSERT INTO refinery_schema_history VALUES ({version}, '{name}', '{applied_on}', '{checksum}')");
        change(&row);
    }
    change(
        r#"INSERT INTO audit VALUES (1, 5, 'system', 'system', 'account.created', 'user:ada', 'null', '{"Email":"ada@example.test"}', '0', 'h')"#,
    );
    let db = db::Db::open(&home).unwrap();
    assert_eq!(db.read(audit::verify).await.unwrap(), 0);
    splitline_server::account::admin::create(&db, "ben", "ben@example.test", &PASSWORD.into(), 7).await.unwrap();
    assert_eq!(db.read(audit::verify).await.unwrap(), 1);
    drop(db);
    // The old rows are in the copy that was made before the migration.
    let copies = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(copies.filter(|name| name.starts_with("before-v")).count(), 1);
}
