//! The audit record.

use serde_json::json;
use splitline_server::audit;

use crate::util::{Form, TestApp};

#[tokio::test]
async fn every_change_leaves_a_row_and_the_chain_holds() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let actions = app
        .app
        .db()
        .read(|tx| tx.query_all("SELECT action FROM audit ORDER BY id", [], |row| row.get::<_, String>(0)))
        .await
        .unwrap();
    assert_eq!(actions, ["account.created", "account.login", "race.created", "race.deleted"]);
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 4);
}

#[tokio::test]
async fn the_record_refuses_to_be_altered() {
    let app = TestApp::init().await;
    app.with_admin().await;
    for sql in ["UPDATE audit SET actor_name = 'eve'", "DELETE FROM audit"] {
        let altered = app.app.db().write(move |tx| tx.execute(sql, [])).await;
        assert!(altered.unwrap_err().to_string().contains("append-only"));
    }
}

#[tokio::test]
async fn a_row_altered_behind_the_triggers_is_found() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    app.app
        .db()
        .write(|tx| {
            tx.batch("DROP TRIGGER audit_no_update")?;
            tx.execute("UPDATE audit SET actor_name = 'eve' WHERE id = 2", [])
        })
        .await
        .unwrap();
    let verdict = app.app.db().read(audit::verify).await.unwrap_err();
    assert!(verdict.to_string().contains("row 2"), "{verdict}");
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
