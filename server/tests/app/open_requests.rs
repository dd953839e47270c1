//! Requests that are open while the rights with which they began end: the head of each has been read, its body has not.

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use core_wasm::account::Role;
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::people::id;
use crate::timing::{add_race, read, timed_race};
use crate::util::{Browser, Form, PASSWORD, Response, TestApp, picture};

/// The request with a body whose second half comes when the receiver is told, and a receiver that is told once the first half is read.
async fn held(request: Request<Body>) -> (Request<Body>, oneshot::Receiver<()>, oneshot::Sender<()>) {
    let (parts, body) = request.into_parts();
    let mut first = body.collect().await.unwrap().to_bytes();
    let rest = first.split_off(first.len() / 2);
    let ((reading, is_read), (go, goes)) = (oneshot::channel(), oneshot::channel());
    let begin = stream::once(async move {
        reading.send(()).unwrap();
        Ok::<Bytes, std::io::Error>(first)
    });
    let end = stream::once(async move {
        goes.await.unwrap();
        Ok(rest)
    });
    (Request::from_parts(parts, Body::from_stream(begin.chain(end))), is_read, go)
}

/// Sends the first half of a request, lets something else happen, and sends the rest.
async fn around(browser: &mut Browser, request: Request<Body>, meanwhile: impl Future) -> Response {
    let (request, is_read, go) = held(request).await;
    let other = async {
        is_read.await.unwrap();
        meanwhile.await;
        go.send(()).unwrap();
    };
    tokio::join!(browser.send(request), other).0
}

fn json_request(method: &str, path: &str, body: &Value) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    request.body(Body::from(body.to_string())).unwrap()
}

#[tokio::test]
async fn an_administrator_who_is_demoted_meanwhile_changes_nothing() {
    let app = TestApp::init().await;
    add_race(&app, "Spring Half").await;
    let mut ada = app.with_admin().await;
    app.with_account("bea", Role::User).await;
    let bea = id(&mut ada, "bea").await;
    let requests = [
        json_request("PUT", "/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })),
        json_request("DELETE", "/api/deletePage", &json!({ "RaceName": "Spring Half" })),
        json_request("PUT", "/api/people/policy", &json!({ "adminPasskeys": false })),
        json_request("PUT", &format!("/api/people/{bea}/role"), &json!({ "role": "timer" })),
        json_request("POST", "/api/invitations", &json!({ "email": "eve@example.test", "role": "admin" })),
    ];
    for (number, request) in requests.into_iter().enumerate() {
        let path = request.uri().path().to_owned();
        let mut xan = app.with_account(&format!("xan{number}"), Role::Admin).await;
        let xan_id = id(&mut ada, &format!("xan{number}")).await;
        let before = app.count("SELECT count(*) FROM audit").await;
        let demote = async { ada.put(&format!("/api/people/{xan_id}/role"), &json!({ "role": "user" })).await.ok() };
        let answer = around(&mut xan, request, demote).await;
        assert!(
            [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&answer.status),
            "{path}: {} {}",
            answer.status,
            answer.text()
        );
        assert_eq!(app.count("SELECT count(*) FROM audit").await, before + 1, "{path}: only the demotion is recorded");
    }
    app.visitor().get("/api/race/Spring%20Half").await.ok();
}

#[tokio::test]
async fn a_session_that_ends_meanwhile_changes_nothing() {
    let app = TestApp::init().await;
    let (mut bea, mut elsewhere) = (app.with_account("bea", Role::User).await, app.visitor());
    elsewhere.login("bea", PASSWORD).await.ok();
    let new = json!({ "password": PASSWORD, "newPassword": "a harbor full of quiet owls" });
    let stolen = json_request("PUT", "/api/profile", &json!({ "FirstName": "Stolen" }));
    let change = async { elsewhere.put("/api/changePassword", &new).await.ok() };
    around(&mut bea, stolen, change).await.is(401);

    let mut form = Form::default().file("picture", &picture(40, 40, image::ImageFormat::Png)).request("/api/profile/picture");
    *form.method_mut() = axum::http::Method::PUT;
    let mut third = app.visitor();
    third.login("bea", "a harbor full of quiet owls").await.ok();
    let end = async { elsewhere.delete("/api/sessions", &json!({})).await.ok() };
    around(&mut third, form, end).await.is(401);
    let profile = elsewhere.get("/api/profile").await.ok().json();
    assert_eq!((&profile["FirstName"], profile.get("ProfilePicture")), (&"".into(), None));
}

#[tokio::test]
async fn a_timing_key_that_is_revoked_meanwhile_sends_nothing() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let reads = json!([read("START", 7, 0), read("FINISH", 7, 2400)]);
    let mut a_box = app.visitor();
    (a_box.origin, a_box.key) = (None, Some(key));
    let revoke = async {
        let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
        let id = desk["keys"][0]["id"].as_str().unwrap().to_owned();
        ada.delete(&format!("/api/timing/Spring%2010K/keys/{id}"), &json!({})).await.is(204)
    };
    around(&mut a_box, json_request("POST", "/api/timing/Spring%2010K/reads", &reads), revoke).await.is(401);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 0);
}
