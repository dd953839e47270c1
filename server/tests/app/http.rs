//! Rules of HTTP for every call.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::util::TestApp;

#[tokio::test]
async fn what_a_parser_says_is_for_developers_and_people_get_a_sentence() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let form = json!({ "username": "ada", "password": 7 });
    let unread = [visitor.post("/api/login", &form).await.is(400), visitor.get("/api/AllRacePages").await.is(400)];
    for (refused, word) in unread.iter().zip(["invalid type", "missing field"]) {
        let body = refused.json();
        let field = &body["fields"][0];
        assert_eq!((&body["message"], &field["message"]), (&"The request could not be read.".into(), &body["message"]));
        assert!(field["detail"].as_str().unwrap().contains(word), "{body}");
    }
    let refused = visitor.post("/api/login", &json!({ "username": "", "password": "x" })).await.is(400).json();
    assert!(refused["fields"][0].get("detail").is_none(), "a field that was typed has a sentence alone: {refused}");
}

#[tokio::test]
async fn a_call_from_another_site_is_refused() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for origin in [Some("https://evil.test"), Some("null"), None] {
        ada.origin = origin.map(Into::into);
        let answer = ada.post("/api/logout", &json!({})).await.is(403);
        assert_eq!(answer.code(), "CROSS_SITE");
    }
    ada.get("/api/checkLogin").await.ok();
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let app = TestApp::init().await;
    let answer = app.visitor().get("/api/health").await.ok();
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    assert!(policy.contains("connect-src 'self' https://geocoding-api.open-meteo.com https://api.open-meteo.com;"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
    assert_eq!(answer.header("cache-control"), "no-store");
    // Data is fetched often and is never a page: it has what a program needs.
    for (path, status) in [("/api/getRaceDates", 200), ("/api/checkLogin", 401)] {
        let data = app.visitor().get(path).await.is(status);
        let names = ["x-content-type-options", "cross-origin-resource-policy", "content-security-policy", "permissions-policy"];
        assert_eq!(names.map(|name| data.header(name)), ["nosniff", "same-origin", "", ""], "{path}");
        assert_ne!(data.header("cache-control"), "", "{path}");
    }
}

#[tokio::test]
async fn an_unknown_call_and_a_wrong_method_answer_in_json() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    assert_eq!(visitor.get("/api/nothing").await.is(404).code(), "NOT_FOUND");
    assert_eq!(visitor.get("/api/login").await.is(405).code(), "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn a_body_that_is_not_the_expected_json_is_refused() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    visitor.post("/api/login", &json!({ "username": "a" })).await.is(400);
    visitor.post("/api/login", &json!({ "username": "a", "password": "b", "role": "admin" })).await.is(400);
    let form = axum::http::Request::post("/api/login").body("username=a".into()).unwrap();
    visitor.send(form).await.is(415);
}

#[tokio::test]
async fn an_incomplete_head_does_not_keep_a_connection_open() {
    let app = TestApp::init().await;
    let address = app.serve().await;
    let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
    socket.write_all(b"GET /api/health HTTP/1.1\r\nHost: splitline.test\r\nX-Slow").await.unwrap();
    let mut answer = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), socket.read_to_end(&mut answer)).await.expect("closed in time").unwrap();
}

#[tokio::test]
async fn a_request_must_name_exactly_one_host() {
    let app = TestApp::init().await;
    let address = app.serve().await;
    for (head, status) in [
        ("GET /api/health HTTP/1.1\r\nHost: splitline.test\r\n", 200),
        ("GET /api/health HTTP/1.1\r\nHost: [::1]:8080\r\n", 200),
        ("GET /api/health HTTP/1.1\r\n", 400),
        ("GET /api/health HTTP/1.1\r\nHost:\r\n", 400),
        ("GET /api/health HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n", 400),
        ("GET /api/health HTTP/1.1\r\nHost: a.test\r\nhost: a.test\r\n", 400),
        ("GET /api/health HTTP/1.1\r\nHost: a.test, b.test\r\n", 400),
        ("GET /api/health HTTP/1.1\r\nHost: user@a.test\r\n", 400),
        ("GET / HTTP/1.1\r\n", 400),
        // The health checks of load balancers.
        ("GET /api/health HTTP/1.0\r\n", 200),
        ("GET /api/health HTTP/1.0\r\nHost: a.test\r\nHost: b.test\r\n", 400),
    ] {
        let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
        socket.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status.to_string().as_str()), "{head}: {answer}");
        assert!(status == 200 || answer.contains("\"code\":\"HOST\""), "{head}: {answer}");
    }
}

#[tokio::test]
async fn the_calls_are_described() {
    let app = TestApp::init().await;
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    assert!(document["paths"]["/api/login"]["post"].is_object());
}

#[tokio::test(start_paused = true)]
async fn a_slow_body_is_ended_after_the_time_limit() {
    let app = TestApp::init().await;
    let drops = futures_util::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, std::io::Error>(axum::body::Bytes::from_static(b" ")), ()))
    });
    let request = axum::http::Request::post("/api/login").header("content-type", "application/json");
    let request = request.body(axum::body::Body::from_stream(drops)).unwrap();
    let started = tokio::time::Instant::now();
    assert_eq!(app.visitor().send(request).await.is(408).code(), "TIMEOUT");
    assert_eq!(started.elapsed().as_secs(), 30);
}

#[tokio::test]
async fn another_origin_may_call_when_it_is_configured() {
    let app = TestApp::with_config(crate::util::config(&["--allow-origin", "https://www.races.test"])).await;
    let mut visitor = app.visitor();
    visitor.origin = Some("https://www.races.test".into());
    let answer = visitor.post("/api/logout", &json!({})).await.ok();
    assert_eq!(answer.header("access-control-allow-origin"), "https://www.races.test");
    assert_eq!(answer.header("access-control-allow-credentials"), "true");
    visitor.origin = Some("https://evil.test".into());
    let refused = visitor.post("/api/logout", &json!({})).await.is(403);
    assert_eq!(refused.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn only_known_hosts_may_be_framed() {
    let app = TestApp::with_config(crate::util::config(&["--embed-hosts", "maps.example.com"])).await;
    let answer = app.visitor().get("/races").await.ok();
    let policy = answer.header("content-security-policy");
    let frames = policy.split(';').find_map(|part| part.trim().strip_prefix("frame-src ")).unwrap();
    let sources: Vec<String> = frames.split(' ').map(str::to_owned).collect();
    assert_eq!(sources, core_wasm::race::embed::frame_sources(&["maps.example.com".into()]));
    assert!(sources.contains(&"https://maps.example.com".into()) && sources.iter().all(|source| source.starts_with("https://")));
    assert!(answer.header("permissions-policy").contains("camera=()"));
}

#[tokio::test]
async fn a_call_with_two_origins_is_refused() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.origin = None;
    for second in [crate::util::ORIGIN, "https://evil.test"] {
        let logout = Request::post("/api/logout").header("origin", crate::util::ORIGIN).header("origin", second);
        ada.send(logout.body(Body::empty()).unwrap()).await.is(403);
    }
}
