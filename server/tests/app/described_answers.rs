//! The access rules and the refusals of each call in the OpenAPI document agree with the answers of the router.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::Value;

use crate::requests::{Call, calls};
use crate::signup;
use crate::timing::timed_race;
use crate::util::{Browser, Response, TestApp};

/// Sends a call and checks that its answer is described in the document.
async fn send_described(browser: &mut Browser, call: &Call, kind: Option<&str>, body: impl Into<Body>) -> Response {
    let mut request = Request::builder().method(call.method.clone()).uri(&call.path);
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    let answer = browser.send(request.body(body.into()).unwrap()).await;
    let status = answer.status.as_str();
    assert!(call.described["responses"][status].is_object(), "{} {} answers {status}: {}", call.method, call.path, answer.text());
    if status.starts_with('4') {
        assert!(answer.json()["code"].is_string() && answer.json()["message"].is_string(), "{}", answer.text());
    }
    answer
}

/// The content types of a call in the document.
fn kinds(call: &Call) -> Vec<&str> {
    call.described["requestBody"]["content"]
        .as_object()
        .map(|kinds| kinds.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

fn allowed_by(call: &Call, scheme: &str) -> Option<Value> {
    let needed = call.described["security"].as_array().into_iter().flatten();
    needed.filter_map(|one| one.get(scheme)).next().cloned()
}

#[tokio::test]
async fn access_to_each_call_is_as_described() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring Half").await;
    let (mut ulf, mut tom) = (app.with_user().await, app.with_timer().await);
    let mut secured = 0;
    for call in calls(&app).await {
        let kind = kinds(&call).first().copied().map(str::to_owned);
        let public = call.described["security"].is_null();
        let stranger = send_described(&mut app.visitor(), &call, kind.as_deref(), "{}").await;
        assert_eq!(stranger.status == 401, !public, "{} {}: {}", call.method, call.path, stranger.text());
        if public {
            continue;
        }
        secured += 1;
        let user = send_described(&mut ulf, &call, kind.as_deref(), "{}").await;
        let timer = send_described(&mut tom, &call, kind.as_deref(), "{}").await;
        let roles = allowed_by(&call, "session");
        let needs = |role: &str| roles == Some(serde_json::json!([role]));
        for (answer, forbidden) in [(user, needs("admin") || needs("timer")), (timer, needs("admin"))] {
            match &roles {
                Some(_) if forbidden => assert_eq!(answer.status, 403, "{} {}", call.method, call.path),
                Some(_) => assert!(answer.status != 401 && answer.status != 403, "{} {}", call.method, call.path),
                None => assert_eq!(answer.status, 401, "{} {}", call.method, call.path),
            }
        }
        let mut timer = app.visitor();
        timer.origin = None;
        let request =
            Request::builder().method(call.method.clone()).uri(&call.path).header("authorization", format!("Bearer {key}"));
        let request = request.header("content-type", "application/json").body("{}".into()).unwrap();
        let opened = !matches!(timer.send(request).await.status.as_u16(), 401 | 403);
        assert_eq!(opened, allowed_by(&call, "timingKey").is_some(), "{} {}", call.method, call.path);
    }
    assert!(secured > 30, "{secured}");
}

#[tokio::test]
async fn all_refusals_are_described() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring Half").await;
    let link = crate::packets::link_token(&mut ada, "Spring Half").await;
    let mut signing_up = signup::begun(&app).await;
    let mut too_large = 0;
    for mut call in calls(&app).await {
        let ada = if signup::CALLS.contains(&call.path.as_str()) { &mut signing_up } else { &mut ada };
        if call.path.ends_with("/reads") {
            // Timing boxes make this call, with a key instead of a session.
            ada.key = Some(key.clone());
        }
        if call.path.starts_with("/api/packets/") && (call.path.ends_with("/actions") || call.path.ends_with("/list")) {
            // Phones of volunteers make these, with a link.
            ada.key = Some(link.clone());
        }
        for (kind, body) in
            [("application/json", "{"), ("application/json", r#"{"zz":1}"#), ("text/plain", "x"), ("multipart/form-data", "")]
        {
            if kinds(&call).is_empty() && call.method != Method::GET {
                continue;
            }
            let answer = send_described(ada, &call, Some(kind), body).await;
            if kinds(&call) == ["application/json"] && kind != "application/json" && !call.path.ends_with("/reads") {
                assert_eq!(answer.status, 415, "{} {} {kind}: {}", call.method, call.path, answer.text());
            }
        }
        if let Some(kind) = kinds(&call).first() {
            let big = vec![b' '; 9 * 1024 * 1024];
            let answer = send_described(ada, &call, Some(kind), big).await;
            too_large += usize::from(answer.status == 413);
        }
        let path = call.path.clone();
        for (name, status) in [("%ff", 400), ("No%20Such%20Race", 404)] {
            call.path = path.replace("Spring%20Half", name);
            if call.path != path && call.method == Method::GET {
                if call.path.contains("/sectionHistory/") {
                    call.path += "?part=header";
                }
                assert_eq!(send_described(ada, &call, None, "").await.status, status, "{}", call.path);
            }
        }
        ada.key = None;
    }
    assert!(too_large > 20, "{too_large}");
}

#[tokio::test]
async fn the_session_is_described_by_its_cookie() {
    for (url, name) in [("http://races.test", "session"), ("https://races.test", "__Host-session")] {
        let app = TestApp::with_config(crate::util::config(&["--public-url", url])).await;
        let document = app.visitor().get("/api/openapi.json").await.ok().json();
        let schemes = &document["components"]["securitySchemes"];
        assert_eq!((&schemes["session"]["in"], &schemes["session"]["name"]), (&"cookie".into(), &name.into()));
        assert_eq!((&schemes["timingKey"]["type"], &schemes["timingKey"]["scheme"]), (&"http".into(), &"bearer".into()));
    }
}
