//! Live answers for many: caches in front of the server, and streams that name new versions.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use splitline_server::http::Peer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;

use crate::timing::{read, send, timed_race};
use crate::util::{TestApp, config};

const RACE: &str = "Spring 10K";
const LIVE: &str = "/api/live/Spring%2010K";
const VERSIONS: &str = "/api/live/Spring%2010K/versions";

async fn with_read(app: &TestApp, key: &str, bib: u32) {
    send(app, RACE, key, "application/json", None, json!([read("START", bib, 12)]).to_string()).await.ok();
}

/// What nginx reads; a browser that gets it asks at every poll, too.
const FOR_CACHES: &str = "s-maxage=1, max-age=0, stale-if-error=120";

#[tokio::test]
async fn a_cache_in_front_may_answer_for_a_second_and_browsers_ask_at_every_poll() {
    let app = TestApp::with_config(config(&["--trusted-proxies", "203.0.113.0/24"])).await;
    let (mut admin, key) = timed_race(&app, RACE).await;
    with_read(&app, &key, 17).await;
    let mut proxied = app.visitor();
    let mut direct = app.visitor();
    direct.peer = "198.51.100.9:40000".parse().unwrap();
    let version = proxied.get(LIVE).await.ok().live().unwrap().version;
    with_read(&app, &key, 18).await;
    for path in [LIVE.to_owned(), format!("{LIVE}?since={version}"), format!("{LIVE}?since={version}0")] {
        let answer = proxied.get(&path).await.ok();
        assert_eq!(answer.header("cache-control"), FOR_CACHES, "{path}");
        assert_eq!(answer.header("cdn-cache-control"), "public, max-age=1, stale-while-revalidate=4", "{path}");
        let answer = direct.get(&path).await.ok();
        assert_eq!([answer.header("cache-control"), answer.header("cdn-cache-control")], ["no-cache", ""], "{path}");
    }
    let newest = proxied.get(LIVE).await.ok().live().unwrap().version;
    let nothing = proxied.get(&format!("{LIVE}?since={newest}")).await.is(204);
    assert_eq!(nothing.header("cache-control"), FOR_CACHES);
    // What only an administrator may see is in no cache.
    admin.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    let hidden = admin.get(LIVE).await.ok();
    assert_eq!([hidden.header("cache-control"), hidden.header("cdn-cache-control")], ["private, no-store", ""]);
    proxied.get(LIVE).await.is(404);
}

/// Reads from a stream until it has this text, and returns what was read.
async fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut read = String::new();
    while !read.contains(text) {
        let mut buffer = [0; 1024];
        let length = stream.read(&mut buffer).await.unwrap();
        assert!(length > 0, "the stream ended after {read:?}");
        read.push_str(std::str::from_utf8(&buffer[..length]).unwrap());
    }
    read
}

#[tokio::test]
async fn a_stream_names_each_new_version_until_the_race_is_hidden() {
    let app = TestApp::init().await;
    let (mut admin, key) = timed_race(&app, RACE).await;
    with_read(&app, &key, 17).await;
    let mut visitor = app.visitor();
    let first = visitor.get(LIVE).await.ok().live().unwrap().version;
    let mut stream = TcpStream::connect(app.serve().await).await.unwrap();
    let request =
        format!("GET {VERSIONS} HTTP/1.1\r\nHost: splitline.test\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let begun = read_until(&mut stream, &format!("data: {first}\n\n")).await;
    assert!(begun.starts_with("HTTP/1.1 200 OK"), "{begun}");
    for line in
        ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no", "x-content-type-options: nosniff"]
    {
        assert!(begun.contains(line), "{line} is missing in {begun}");
    }
    assert!(!begun.contains("content-security-policy"), "it is never a page: {begun}");
    assert!(!begun.contains("content-encoding"), "an event is sent at once: {begun}");
    with_read(&app, &key, 18).await;
    let told = read_until(&mut stream, "data: ").await;
    let second = visitor.get(&format!("{LIVE}?since={first}")).await.ok();
    let newest = visitor.get(LIVE).await.ok().live().unwrap().version;
    assert!(told.contains(&format!("data: {newest}\n\n")) && newest != first, "{told}");
    assert!(second.bytes.len() < 100);
    admin.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    let rest = read_until(&mut stream, "0\r\n\r\n").await;
    assert!(!rest.contains("data:"), "the last chunk ends the answer: {rest}");
    visitor.get(VERSIONS).await.is(404);
}

#[tokio::test]
async fn streams_are_limited_and_one_that_is_left_frees_its_place() {
    let app = TestApp::init().await;
    timed_race(&app, RACE).await;
    let open = |address: usize| {
        let peer: SocketAddr = format!("198.51.{}.{}:4000", address / 200, address % 200 + 1).parse().unwrap();
        let mut request = Request::get(VERSIONS).header("host", "splitline.test").body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer(peer));
        let router = app.router.clone();
        async move { router.oneshot(request).await.unwrap() }
    };
    let mut streams = Vec::new();
    for n in 0..1_000 {
        let answer = open(n / 32).await;
        assert_eq!(answer.status(), 200, "{n}");
        streams.push(answer);
        if n == 31 {
            let refused = open(0).await;
            assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (503, "30"));
        }
    }
    assert_eq!(open(300).await.status(), 503, "there is no place for another address either");
    streams.swap_remove(0);
    assert_eq!(open(0).await.status(), 200);
}
