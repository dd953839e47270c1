//! The limit of failed attempts: what counts, when it expires, and who is let in all the same.

use std::time::Duration;

use serde_json::json;
use splitline_server::account::{password, store};

use crate::util::{Browser, NOW, PASSWORD, TestApp};

const MINUTE_MS: i64 = 60_000;

/// A browser with another address.
fn at(app: &TestApp, address: &str) -> Browser {
    app.visitor().at(address)
}

/// Users `user0`, `user1`, … with the tests' password.
async fn with_users(app: &TestApp, count: usize) {
    let hash = password::hash_now(PASSWORD).unwrap();
    let new = move |n: usize| store::NewUser {
        username: format!("user{n}"),
        email: format!("user{n}@example.test"),
        role: core_wasm::account::Role::User,
        password_hash: hash.clone(),
    };
    let add = move |tx: &splitline_server::db::Tx<'_>| (0..count).try_for_each(|n| store::add(tx, &new(n), NOW).map(drop));
    app.app.db().write(add).await.unwrap();
}

#[tokio::test]
async fn thirty_people_behind_one_address_with_a_typo_each_log_in() {
    let app = TestApp::init().await;
    with_users(&app, 30).await;
    for n in 0..30 {
        app.visitor().login(&format!("user{n}"), "corect horse battery").await.is(401);
    }
    for n in 0..30 {
        app.visitor().login(&format!("user{n}"), PASSWORD).await.ok();
    }
}

#[tokio::test]
async fn a_successful_login_removes_its_typo_from_the_count_of_the_address() {
    let app = TestApp::init().await;
    with_users(&app, 60).await;
    for n in 0..60 {
        app.visitor().login(&format!("user{n}"), "corect horse battery").await.is(401);
        app.visitor().login(&format!("user{n}"), PASSWORD).await.ok();
    }
}

#[tokio::test]
async fn failures_expire() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut elsewhere = at(&app, "198.51.100.1");
    for _ in 0..10 {
        elsewhere.login("ada", "wrong").await.is(401);
        app.clock.advance(16 * MINUTE_MS);
    }
    for _ in 0..4 {
        elsewhere.login("ada", "wrong").await.is(401);
    }
    elsewhere.login("ada", PASSWORD).await.ok();
}

#[tokio::test]
async fn a_success_removes_only_its_own_failures() {
    let app = TestApp::init().await;
    with_users(&app, 1).await;
    let mut eve = app.visitor();
    for n in 0..50 {
        eve.login(&format!("name{n}"), "wrong").await.is(401);
        if n < 40 {
            eve.login("user0", "wrong").await.is(401);
        }
        if n < 49 {
            eve.login("user0", PASSWORD).await.ok();
        }
    }
    eve.login("another", "wrong").await.is(429);
}

#[tokio::test]
async fn a_login_of_the_owner_does_not_reset_the_failures_of_a_stranger() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut stranger = at(&app, "198.51.100.1");
    for _ in 0..4 {
        stranger.login("ada", "wrong").await.is(401);
    }
    app.visitor().login("ada", "corect horse battery").await.is(401);
    app.visitor().login("ada", PASSWORD).await.ok();
    stranger.login("ada", "wrong").await.is(401);
    stranger.login("ada", "wrong").await.is(429);
}

#[tokio::test]
async fn all_names_of_an_account_count_together() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    for name in ["ada", "ADA", "ada@example.test", " Ada@Example.Test ", "ada"] {
        visitor.login(name, "wrong").await.is(401);
    }
    visitor.login("ADA@EXAMPLE.TEST", PASSWORD).await.is(429);
}

#[tokio::test]
async fn concurrent_attempts_have_the_same_limit_as_successive_ones() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..12_u8 {
        let mut guess = at(&app, &format!("198.51.100.{n}"));
        tasks.spawn(async move { guess.login("ada", "wrong").await.status.as_u16() });
    }
    let statuses = tasks.join_all().await;
    let looked_at = statuses.iter().filter(|status| **status == 401).count();
    assert!((1..=5).contains(&looked_at), "{statuses:?}");
}

#[tokio::test]
async fn an_attempt_that_is_refused_as_busy_does_not_count() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..60_u8 {
        let mut visitor = at(&app, &format!("198.51.100.{n}"));
        tasks.spawn(async move { visitor.login(&format!("name{n}"), "wrong").await.status.as_u16() });
    }
    let statuses = tasks.join_all().await;
    let failed = i64::try_from(statuses.iter().filter(|status| **status == 401).count()).unwrap();
    assert!(statuses.contains(&503) && failed > 0, "{statuses:?}");
    assert_eq!(app.count("SELECT count(*) FROM attempts WHERE account = ''").await, failed);
}

#[tokio::test]
async fn an_attempt_whose_client_disconnects_does_not_count() {
    let app = TestApp::init().await;
    app.with_admin().await;
    for _ in 0..10 {
        let mut visitor = app.visitor();
        // Long enough for the attempt to begin, too short for its result.
        let verdict = tokio::time::timeout(Duration::from_millis(5), visitor.login("ada", "wrong")).await;
        assert!(verdict.is_err(), "the password was checked in five milliseconds");
    }
    app.visitor().login("ada", PASSWORD).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM attempts WHERE forgotten_at > 1811851200000").await, 0);
}

#[tokio::test]
async fn a_password_reset_ends_the_pause() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    for _ in 0..5 {
        visitor.login("ada", "wrong").await.is(401);
    }
    visitor.login("ada", PASSWORD).await.is(429);
    reset(&app, &mut visitor, "a brand new battery").await;
    visitor.login("ada", "a brand new battery").await.ok();
}

/// Chooses a new password for `ada` by the mail's link.
async fn reset(app: &TestApp, browser: &mut Browser, password: &str) {
    browser.post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
    app.app.send_mail().await.unwrap();
    let letter = app.app.mail().sent().pop().unwrap();
    let token = letter.body.split("/resetpass#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    browser.post("/api/resetPassword", &json!({ "token": token, "password": password })).await.ok();
}

/// Attempts logins as fast as the pauses allow.
async fn guess(app: &TestApp, stranger: &mut Browser, times: usize) {
    for _ in 0..times {
        let answer = stranger.login("ada", "wrong").await;
        if answer.status == 429 {
            app.clock.advance(answer.header("retry-after").parse::<i64>().unwrap() * 1000);
        }
    }
}

#[tokio::test]
async fn a_stranger_cannot_lock_an_administrator_out() {
    let app = TestApp::init().await;
    let mut office = app.visitor();
    app.with_admin().await;
    let mut stranger = at(&app, "198.51.100.1");
    guess(&app, &mut stranger, 30).await;
    stranger.login("ada", "wrong").await;
    office.login("ada", PASSWORD).await.ok();

    // From an address without an earlier login, the mail's link gives access, and the address is known from then on.
    let mut hotel = at(&app, "192.0.2.44");
    hotel.login("ada", PASSWORD).await.is(429);
    reset(&app, &mut hotel, "a brand new battery").await;
    guess(&app, &mut stranger, 30).await;
    stranger.login("ada", "wrong").await;
    at(&app, "192.0.2.99").login("ada", "a brand new battery").await.is(429);
    hotel.login("ada", "a brand new battery").await.ok();
}

#[tokio::test]
async fn an_address_stays_known_for_ninety_days() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut stranger = at(&app, "198.51.100.1");
    app.clock.advance(90 * 24 * 60 * MINUTE_MS);
    for _ in 0..5 {
        stranger.login("ada", "wrong").await.is(401);
    }
    app.visitor().login("ada", PASSWORD).await.is(429);
}

#[tokio::test]
async fn the_number_of_counts_is_limited() {
    let app = TestApp::init().await;
    app.app
        .db()
        .write(|tx| {
            tx.batch(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
                 INSERT INTO attempts SELECT 'login', 'a' || i, '', 1811851200000 + i, 0 FROM n",
            )
        })
        .await
        .unwrap();
    app.visitor().login("ada", "wrong").await.is(401);
    assert_eq!(app.count("SELECT count(*) FROM attempts").await, 20_000);
    assert_eq!(app.count("SELECT count(*) FROM attempts WHERE account NOT LIKE 'a%'").await, 3, "the newest are kept");
    app.clock.advance(24 * 60 * MINUTE_MS);
    app.visitor().login("ada", "wrong").await.is(401);
    assert_eq!(app.count("SELECT count(*) FROM attempts").await, 3);
}

#[tokio::test]
async fn the_log_of_a_refused_login_has_no_typed_text() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let log = crate::util::Log::default();
    {
        let _listening = log.listen();
        app.visitor().login("my secret in the wrong field", "another secret").await.is(401);
        app.visitor().login("ada", "another secret").await.is(401);
    }
    let text = log.text();
    assert_eq!(text.matches("a login was refused").count(), 2, "{text}");
    assert!(text.contains("203.0.113.7") && text.contains("unknown name") && text.contains("wrong password"), "{text}");
    assert!(!text.contains("secret") && !text.contains("ada"), "{text}");
}
