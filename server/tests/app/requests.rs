//! Rules for every call in the document.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use splitline_server::db::Row;
use splitline_server::error::Result;

use crate::home::tables;
use crate::signup;
use crate::timing::timed_race;
use crate::util::{Form, TestApp};

/// A documented call.
pub struct Call {
    pub method: Method,
    /// As in the document, without `/api`: `/race/{RaceName}`.
    pub template: String,
    pub path: String,
    pub described: Value,
}

/// Every call, with a race's name in its path where it has one.
pub async fn calls(app: &TestApp) -> Vec<Call> {
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let filled: Vec<&str> = path
                .split('/')
                .map(|part| match part {
                    "{RaceName}" | "{race}" | "{raceName}" => "Spring%20Half",
                    "{year}" => "2026",
                    "{bib}" | "{id}" => "1",
                    part => part,
                })
                .collect();
            let method = method.to_uppercase().parse().unwrap();
            let template = path.strip_prefix("/api").unwrap().to_owned();
            calls.push(Call { method, template, path: filled.join("/"), described: described.clone() });
        }
    }
    calls
}

#[tokio::test]
async fn a_get_writes_nothing() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    let before = everything(&app).await;
    let mut asked = 0;
    // That personal data left the site is recorded.
    let written = |call: &&Call| {
        ["/api/account/export", "/api/auditLog.csv", "/api/timing/Spring%20Half/entrants.csv"].contains(&call.path.as_str())
    };
    for call in calls(&app).await.iter().filter(|call| call.method == Method::GET && !written(call)) {
        for query in ["", "?name=Spring%20Half", "?part=header", "?images=url"] {
            ada.get(&format!("{}{query}", call.path)).await;
            asked += 1;
        }
    }
    for page in
        ["/", "/races", "/race/Spring%20Half", "/resetpass?token=x", "/feed.xml", "/calendar.ics", "/og/race/Spring%20Half.png"]
    {
        ada.get(page).await;
    }
    assert!(asked > 60);
    assert!(before == everything(&app).await, "a GET wrote");
}

/// Every row of every table, without the stored versions of live boards: they are made when somebody looks, and can be made anew.
async fn everything(app: &TestApp) -> Vec<String> {
    let row =
        |row: &Row<'_>| (0..row.columns()).map(|column| Ok(format!("{:?}|", row.value(column)?))).collect::<Result<String>>();
    let everything = app.app.db().read(move |tx| {
        let mut names = tx.query_all(tables(), [], |row| row.get::<String>(0))?;
        names.retain(|name| !name.starts_with("live_"));
        let tables = names.iter().map(|name| tx.query_all(&format!("SELECT * FROM {name}"), [], row));
        let mut rows = tables.collect::<Result<Vec<_>>>()?.concat();
        rows.sort();
        Ok(rows)
    });
    everything.await.unwrap()
}

#[tokio::test]
async fn a_form_of_another_site_cannot_call() {
    let app = TestApp::init().await;
    let (ada, _) = timed_race(&app, "Spring Half").await;
    let mut asked = 0;
    for Call { method, path, described, .. } in calls(&app).await {
        if method == Method::GET {
            continue;
        }
        asked += 1;
        let send = |origin: Option<&str>, fetched: &'static str, kind: &'static str| {
            let mut browser = ada.clone();
            browser.origin = origin.map(Into::into);
            let request = Request::builder().method(method.clone()).uri(&path);
            let request = request.header("content-type", kind).header("sec-fetch-site", fetched);
            async move { browser.send(request.body(Body::from("{}")).unwrap()).await }
        };
        for (origin, fetched) in [
            (Some("https://evil.test"), "cross-site"),
            (Some(crate::util::ORIGIN), "cross-site"),
            (Some(crate::util::ORIGIN), "same-site"),
            (Some("null"), "same-origin"),
            (None, "none"),
        ] {
            // A program for mail sends it from anywhere, with the signed link of a mail (RFC 8058).
            if (&method, path.as_str()) == (&Method::POST, "/api/unsubscribe") {
                let answer = send(origin, fetched, "application/json").await;
                assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "NOT_ONE_CLICK"));
                continue;
            }
            let answer = send(origin, fetched, "application/json").await;
            assert_eq!((answer.status.as_u16(), answer.code().as_str()), (403, "CROSS_SITE"), "{method} {path}");
        }
        // The content types that a form can send. The call that accepts CSV needs a key or the site's own origin, tested above.
        if described["requestBody"].is_object() {
            for kind in ["text/plain", "application/x-www-form-urlencoded"] {
                let answer = send(Some(crate::util::ORIGIN), "same-origin", kind).await;
                let is_json =
                    described["requestBody"]["content"].as_object().unwrap().keys().all(|kind| kind == "application/json");
                let told: &[u16] =
                    if path.ends_with("/reads") || path.ends_with("/actions") || signup::CALLS.contains(&path.as_str()) {
                        &[401]
                    } else if path.ends_with("/results/import") || path.contains("icketPictures") || path.ends_with("/pictures") {
                        // They take files, after the race or the ticket was found.
                        &[404]
                    } else if is_json {
                        &[415]
                    } else {
                        &[400]
                    };
                assert!(told.contains(&answer.status.as_u16()), "{method} {path} {kind}: {}", answer.text());
            }
        }
    }
    assert!(asked > 30);
    assert_eq!(app.count("SELECT count(*) FROM races WHERE deleted_at IS NULL").await, 1);
}

#[tokio::test]
async fn a_timing_key_is_refused_by_calls_for_administrators() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring Half").await;
    // A page of another site adds a key, valid or not, to a call of ada's browser.
    ada.origin = Some("https://evil.test".into());
    for key in ["none", &key] {
        for (method, path) in [("PUT", "setup"), ("POST", "keys"), ("DELETE", "keys/1")] {
            let request = Request::builder().method(method).uri(format!("/api/timing/Spring%20Half/{path}"));
            let request = request.header("authorization", format!("Bearer {key}")).header("content-type", "application/json");
            ada.send(request.body(Body::from(r#"{"label":"x"}"#)).unwrap()).await.is(401);
        }
    }
    assert_eq!(app.count("SELECT count(*) FROM timing_keys").await, 1);
}

#[tokio::test]
async fn every_refusal_has_a_code_and_a_message() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    let binary = |path: &str| Request::put(path).body(Body::from(vec![0xff, 0xfe])).unwrap();
    let mut answers = vec![
        ada.get("/api").await.is(404),
        ada.get("/api/").await.is(404),
        ada.get("/api/docs/nothing.js").await.is(404),
        ada.get("/api/race/%ff").await.is(400),
        ada.get("/api/AllRacePages").await.is(400),
        ada.send(binary("/api/timing/Spring%20Half/setup")).await.is(400),
    ];
    for Call { method, path, .. } in calls(&app).await {
        for other in ["PATCH", "TRACE", "FOO", "GET", "DELETE"] {
            let request = Request::builder().method(other).uri(&path).body(Body::from("{")).unwrap();
            let answer = ada.send(request).await;
            if other != method.as_str() && !answer.status.is_success() && !answer.status.is_redirection() {
                answers.push(answer);
            }
        }
    }
    for answer in answers {
        let body = answer.json();
        let told = [&body["code"], &body["message"]].iter().all(|text| text.as_str().is_some_and(|text| !text.is_empty()));
        assert!(told && answer.header("content-type") == "application/json", "{}: {}", answer.status, answer.text());
    }
}

#[tokio::test]
async fn an_invalid_bib_is_refused() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    for bib in ["%0d%0a", "%20", "1%00", "123456789012345678901"] {
        let refused = ada.put(&format!("/api/timing/Spring%20Half/entrants/{bib}/status"), &json!({ "status": "DNF" })).await;
        assert_eq!(refused.is(400).code(), "NO_BIB");
    }
    assert_eq!(app.count("SELECT count(*) FROM timing_corrections").await, 0);
}

#[tokio::test]
async fn a_form_has_limits_of_parts_and_of_text() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let many = (0..401).fold(Form::race("Spring Half"), |form, n| form.text(&format!("p{n}"), "1"));
    ada.create_page(many).await.is(413);
    let long = "x".repeat(1_500_000);
    ada.create_page(Form::race("Spring Half").text("About", &long).text("Training", &long)).await.is(413);
    assert_eq!(app.count("SELECT count(*) FROM races").await, 0);
}
