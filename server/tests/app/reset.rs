//! Password resets.

use futures_util::future::join_all;
use serde_json::json;

use crate::util::{ORIGIN, PASSWORD, TestApp};

const FRESH: &str = "a brand new battery";

/// Requests a link as a visitor would, and returns the token in the mail.
async fn link(app: &TestApp, email: &str) -> Option<String> {
    let before = app.app.mail().sent().len();
    app.visitor().post("/api/forgotPassword", &json!({ "email": email })).await.ok();
    app.app.send_mail().await.unwrap();
    let sent = app.app.mail().sent();
    let letter = sent.get(before)?;
    let start = letter.body.find(&format!("{ORIGIN}/resetpass#")).expect("the link is the site's own");
    letter.body[start..].split_whitespace().next()?.split('#').nth(1).map(Into::into)
}

#[tokio::test]
async fn a_link_sets_a_new_password_once() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let token = link(&app, "ADA@example.test").await.unwrap();
    let form = json!({ "token": token, "password": FRESH });
    let mut visitor = app.visitor();
    visitor.post("/api/resetPassword", &form).await.ok();
    ada.get("/api/checkLogin").await.is(401);
    visitor.login("ada", PASSWORD).await.is(401);
    visitor.login("ada", FRESH).await.ok();
    assert_eq!(visitor.post("/api/resetPassword", &form).await.is(400).code(), "LINK_EXPIRED");
}

#[tokio::test]
async fn a_link_that_does_not_work_any_more_says_so_before_anything_is_typed() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let (token, other) = (link(&app, "ada@example.test").await.unwrap(), link(&app, "ada@example.test").await.unwrap());
    let mut visitor = app.visitor();
    for _ in 0..3 {
        let works = visitor.post("/api/resetPassword/check", &json!({ "token": token })).await.ok();
        let works = works.json();
        assert_eq!(
            (&works["message"], &works["Username"]),
            (&"This link works. Please choose a new password.".into(), &"ada".into())
        );
    }
    let unknown = visitor.post("/api/resetPassword/check", &json!({ "token": "of nobody" })).await.is(400);
    let form = json!({ "token": token, "password": FRESH });
    visitor.post("/api/resetPassword", &form).await.ok();
    // The used link, and the other one, which ended with it, get the answer of a form that is sent with them.
    let sent = visitor.post("/api/resetPassword", &form).await.is(400);
    for token in [&token, &other] {
        let refused = visitor.post("/api/resetPassword/check", &json!({ "token": token })).await.is(400);
        assert_eq!(refused.text(), sent.text());
    }
    assert_eq!(unknown.text(), sent.text());
    // The mail about the new password goes first.
    app.app.send_mail().await.unwrap();
    let late = link(&app, "ada@example.test").await.unwrap();
    app.clock.advance(3_600_000);
    visitor.post("/api/resetPassword/check", &json!({ "token": late })).await.is(400);
}

/// The old password is verified outside of a transaction, while the reset may be stored.
#[tokio::test]
async fn a_login_with_the_old_password_does_not_outlive_a_reset_at_the_same_time() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    let mut before: Vec<_> = (0..2).map(|_| app.visitor()).collect();
    let mut after: Vec<_> = (0..3).map(|_| app.visitor()).collect();
    let mut owner = app.visitor();
    let form = json!({ "token": token, "password": FRESH });
    let (_, reset, _) = tokio::join!(
        join_all(before.iter_mut().map(|visitor| visitor.login("ada", PASSWORD))),
        owner.post("/api/resetPassword", &form),
        join_all(after.iter_mut().map(|visitor| visitor.login("ada", PASSWORD))),
    );
    reset.ok();
    for visitor in before.iter_mut().chain(&mut after) {
        visitor.get("/api/checkLogin").await.is(401);
    }
    // Those that came after the reset were wrong passwords, after which the account has to wait.
    app.clock.advance(3_600_000);
    owner.login("ada", FRESH).await.ok();
}

#[tokio::test]
async fn a_link_expires_after_an_hour() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    app.clock.advance(3_600_000);
    app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": FRESH })).await.is(400);
}

#[tokio::test]
async fn a_short_password_is_refused_and_the_link_still_works() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    let refused = app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": "short" })).await.is(400);
    assert_eq!(refused.json()["fields"][0]["field"], "password");
    app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": FRESH })).await.ok();
}

#[tokio::test]
async fn an_unknown_address_gets_the_same_answer_and_no_mail() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    let known = visitor.post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
    let unknown = visitor.post("/api/forgotPassword", &json!({ "email": "eve@example.test" })).await.ok();
    assert_eq!(known.bytes, unknown.bytes);
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().len(), 1);
    visitor.post("/api/forgotPassword", &json!({ "email": "not an address" })).await.is(400);
}

#[tokio::test]
async fn the_call_does_the_same_work_for_every_address() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut left = Vec::new();
    for email in ["ada@example.test", "eve@example.test"] {
        app.visitor().post("/api/forgotPassword", &json!({ "email": email })).await.ok();
        let counts =
            ["SELECT count(*) FROM reset_tokens", "SELECT count(*) FROM mail_outbox", "SELECT count(*) FROM reset_requests"];
        let [tokens, mails, asked] = counts.map(|sql| app.count(sql));
        left.push((tokens.await, mails.await, asked.await));
    }
    assert_eq!(left, [(0, 0, 1), (0, 0, 2)], "known addresses matter only when the mail is written, after the answer");
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    assert_eq!(app.count("SELECT count(*) FROM reset_requests").await, 0);
}

#[tokio::test]
async fn the_text_of_a_sent_mail_is_deleted() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox WHERE sent_at IS NOT NULL AND body = ''").await, 1);
    app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": FRESH })).await.ok();
}

#[tokio::test]
async fn the_mails_to_one_address_are_limited() {
    let app = TestApp::init().await;
    app.with_admin().await;
    for _ in 0..12 {
        app.visitor().post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
    }
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().len(), 5);
}

#[tokio::test]
async fn the_database_does_not_hold_the_token() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    let stored = app
        .app
        .db()
        .read(|tx| tx.query_one("SELECT token_hash FROM reset_tokens", [], |row| row.get::<String>(0)))
        .await
        .unwrap();
    assert_ne!(stored, token);
}

#[tokio::test]
async fn the_link_has_the_configured_host_whatever_the_requests_host_is() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let form = json!({ "email": "ada@example.test" }).to_string();
    let request = axum::http::Request::post("/api/forgotPassword").header("content-type", "application/json");
    let request =
        request.header("host", "evil.test").header("x-forwarded-host", "evil.test").header("forwarded", "host=evil.test");
    app.visitor().send(request.body(form.into()).unwrap()).await.ok();
    app.app.send_mail().await.unwrap();
    let letter = app.app.mail().sent().remove(0);
    assert!(letter.body.contains(&format!("{ORIGIN}/resetpass#")) && !letter.body.contains("evil"), "{}", letter.body);
}

#[tokio::test]
async fn opening_the_link_does_not_use_it_up() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    assert!(token.len() >= 43, "32 random bytes");
    let mut mail_program = app.visitor();
    for _ in 0..3 {
        mail_program.get(&format!("/resetpass?token={token}")).await.ok();
        mail_program.get(&format!("/api/resetPassword?token={token}")).await.is(405);
    }
    app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": FRESH })).await.ok();
}

#[tokio::test]
async fn a_password_has_a_longest_length() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let token = link(&app, "ada@example.test").await.unwrap();
    let long = json!({ "token": token, "password": "correct horse ".repeat(9) + "xyz" });
    let refused = app.visitor().post("/api/resetPassword", &long).await.is(400);
    assert_eq!(refused.json()["fields"][0]["field"], "password");
    // 78 letters in 138 bytes: the limit is in bytes, which are what is hashed.
    let wide = json!({ "token": token, "password": "ééééééééééabc".repeat(6) });
    app.visitor().post("/api/resetPassword", &wide).await.is(400);
    let longest = "correct horse ".repeat(9) + "xy";
    app.visitor().post("/api/resetPassword", &json!({ "token": token, "password": longest })).await.ok();
    app.visitor().login("ada", &longest).await.ok();
}

#[tokio::test]
async fn a_new_password_invalidates_every_other_link() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let (first, second) = (link(&app, "ada@example.test").await.unwrap(), link(&app, "ada@example.test").await.unwrap());
    app.visitor().post("/api/resetPassword", &json!({ "token": second, "password": FRESH })).await.ok();
    let late = json!({ "token": first, "password": "yet another battery" });
    assert_eq!(app.visitor().post("/api/resetPassword", &late).await.is(400).code(), "LINK_EXPIRED");
}

#[tokio::test]
async fn the_token_of_a_sent_mail_is_in_no_file() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut tokens = Vec::new();
    for _ in 0..60 {
        tokens.extend(link(&app, "ada@example.test").await);
        app.clock.advance(3_600_000);
    }
    assert_eq!(tokens.len(), 60);
    let folder = app.stop();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        let bytes = if file.file_type().unwrap().is_file() { std::fs::read(file.path()).unwrap() } else { Vec::new() };
        let text = String::from_utf8_lossy(&bytes);
        let left = tokens.iter().filter(|token| text.contains(token.as_str())).count();
        assert_eq!((left, text.matches("resetpass#").count()), (0, 0), "{}", file.path().display());
    }
}
