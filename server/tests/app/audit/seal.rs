//! `GET /auditLog/seal`, `POST /auditLog/seal`

use std::time::Duration;

use serde_json::{Value, json};
use splitline_server::audit::{self, Actor};

use crate::home::drop_triggers;
use crate::statements::{take_statements, threads};
use crate::util::{Browser, NOW, TestApp};

/// Asks for a check, and waits for its end.
pub async fn checked(ada: &mut Browser) -> Value {
    let begun = ada.post("/api/auditLog/seal", &json!({})).await.ok().json();
    assert!(begun["running"].is_object() || begun["last"].is_object(), "{begun}");
    ended(ada).await
}

async fn ended(ada: &mut Browser) -> Value {
    for _ in 0..6_000 {
        let seal = ada.get("/api/auditLog/seal").await.ok().json();
        if seal["running"].is_null() {
            return seal["last"].clone();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the check never ended");
}

#[tokio::test]
async fn the_seal_tells_what_the_check_has_found() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    assert_eq!(ada.get("/api/auditLog/seal").await.ok().json(), json!({}), "nothing is known before the first check");
    app.app.db().write(|tx| super::add_rows(tx, &Actor::key("k", "box"), 20_500, NOW)).await.unwrap();
    let whole = checked(&mut ada).await;
    assert_eq!((&whole["verdict"], &whole["rows"], &whole["at"]), (&json!("whole"), &json!(20_502), &json!(NOW)));
    app.app.db().write(|tx| tx.batch(&drop_triggers("audit", &["audit_no_update", "audit_no_delete"]))).await.unwrap();
    // The newest rows are gone: the rest is a valid chain, but the check before knew more.
    app.app.db().write(|tx| tx.execute("DELETE FROM audit WHERE id > 20500", [])).await.unwrap();
    app.app.db().read(audit::verify).await.unwrap();
    let cut = checked(&mut ada).await;
    assert_eq!((&cut["verdict"], &cut["rows"]), (&json!("cut"), &json!(20_500)));
    // Other rows in their place do not hide it.
    app.app.db().write(|tx| super::add_rows(tx, &Actor::key("k", "box"), 5, NOW)).await.unwrap();
    let other = checked(&mut ada).await;
    assert_eq!((&other["verdict"], &other["row"]), (&json!("altered"), &json!(20_502)));
    app.app.db().write(|tx| tx.execute("UPDATE audit SET network = '10.0.0.0/24' WHERE id = 12000", [])).await.unwrap();
    let altered = checked(&mut ada).await;
    assert_eq!((&altered["verdict"], &altered["rows"], &altered["row"]), (&json!("altered"), &json!(11_999), &json!(12_000)));
}

/// Whether the record can be read.
pub async fn readable(app: &TestApp, is_readable: bool) {
    let sql = if is_readable { "ALTER TABLE gone RENAME TO audit" } else { "ALTER TABLE audit RENAME TO gone" };
    app.app.db().write(move |tx| tx.batch(sql)).await.unwrap();
}

#[tokio::test]
async fn a_check_that_fails_is_told_but_does_not_hide_a_cut_record() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    assert_eq!(checked(&mut ada).await["verdict"], "whole");
    readable(&app, false).await;
    assert_eq!(checked(&mut ada).await["verdict"], "failed");
    readable(&app, true).await;
    assert_eq!(checked(&mut ada).await["verdict"], "whole");
    app.app.db().write(|tx| tx.batch(&drop_triggers("audit", &["audit_no_update", "audit_no_delete"]))).await.unwrap();
    let cut = "CREATE TABLE kept AS SELECT * FROM audit WHERE id = 2; DELETE FROM audit WHERE id = 2";
    app.app.db().write(move |tx| tx.batch(cut)).await.unwrap();
    let found = checked(&mut ada).await;
    assert_eq!((&found["verdict"], &found["at"]), (&json!("cut"), &json!(NOW)));
    app.clock.advance(1_000);
    readable(&app, false).await;
    assert_eq!(checked(&mut ada).await, found, "with the time at which it was found");
    readable(&app, true).await;
    let again = checked(&mut ada).await;
    assert_eq!((&again["verdict"], &again["at"]), (&json!("cut"), &json!(NOW + 1_000)));
    // The row is as it was.
    app.app.db().write(|tx| tx.batch("INSERT INTO audit SELECT * FROM kept")).await.unwrap();
    assert_eq!(checked(&mut ada).await["verdict"], "whole");
}

#[tokio::test]
async fn the_record_is_checked_once_at_a_time_however_many_ask() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let threads = threads(&app).await;
    // Both threads for long reads are busy, so that the check cannot go on.
    let busy = app.occupy_long_reads().await;
    take_statements(&threads);
    for _ in 0..20 {
        let seal = ada.post("/api/auditLog/seal", &json!({})).await.ok().json();
        assert!(seal["running"].is_object(), "{seal}");
    }
    busy.release().await;
    assert_eq!(ended(&mut ada).await["verdict"], "whole");
    let steps =
        take_statements(&threads).into_iter().filter(|sql| sql.contains("actor_name_hash, object_name_hash, previous_hash"));
    assert_eq!(steps.count(), 1, "the record was read once");
    // It can be asked for again.
    assert_eq!(checked(&mut ada).await["verdict"], "whole");
}

#[tokio::test]
async fn the_program_checks_the_record_by_itself_when_it_starts() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let worker = tokio::spawn(app.app.check_record());
    while ada.get("/api/auditLog/seal").await.ok().json()["last"].is_null() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(ended(&mut ada).await["rows"], 2);
    worker.abort();
}
