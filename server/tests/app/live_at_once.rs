//! Polls that memory answers without the routes: they have the bytes and the headers that the routes would give.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::{HeaderMap, Request};
use http_body_util::BodyExt;
use serde_json::json;
use splitline_server::http::{Peer, Serve};
use tower::ServiceExt;

use crate::timing::{read, send, timed_race};
use crate::util::{TestApp, config};

const RACE: &str = "Spring 10K";
const LIVE: &str = "/api/live/Spring%2010K";
const PROXY: &str = "10.0.0.1";

type Answer = (u16, HeaderMap, Vec<u8>);

/// Headers of a request.
type Headers<'a> = &'a [(&'static str, &'a str)];

fn request(path: &str, headers: &[(&'static str, &str)]) -> Request<Body> {
    let request = headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    let mut request = request.body(Body::empty()).unwrap();
    let peer: IpAddr = PROXY.parse().unwrap();
    request.extensions_mut().insert(Peer((peer, 4000).into()));
    request
}

async fn answer(response: axum::response::Response) -> Answer {
    let (parts, body) = response.into_parts();
    (parts.status.as_u16(), parts.headers, body.collect().await.unwrap().to_bytes().to_vec())
}

async fn at_once(app: &TestApp, path: &str, headers: &[(&'static str, &str)]) -> Option<Answer> {
    match app.router.at_once(&request(path, headers), PROXY.parse().unwrap(), None) {
        Some(response) => Some(answer(response).await),
        None => None,
    }
}

async fn by_routes(app: &TestApp, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    answer(app.router.routes().oneshot(request(path, headers)).await.unwrap()).await
}

/// A race with so many runners under way, as this installation serves it.
async fn race(flags: &[&str], runners: u32) -> (TestApp, crate::util::Browser, String) {
    let app = TestApp::with_config(config(flags)).await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let list: Vec<_> = (1..=runners)
        .map(|bib| json!({ "bib": bib.to_string(), "firstname": format!("Name {bib}"), "lastname": "Ng", "gender": "f", "age": 30, "contest": "10K" }))
        .collect();
    ada.put("/api/timing/Spring%2010K/entrants", &json!(list)).await.ok();
    let reads: Vec<_> = (1..=runners).map(|bib| read("START", bib, i64::from(bib % 60))).collect();
    send(&app, RACE, &key, "application/json", None, json!(reads).to_string()).await.ok();
    (app, ada, key)
}

#[tokio::test]
async fn a_poll_that_memory_answers_is_the_one_of_the_routes() {
    for flags in [&[][..], &["--trusted-proxies", PROXY]] {
        let (app, _, key) = race(flags, 900).await;
        let (_, first, _) = by_routes(&app, LIVE, &[]).await;
        let tag = first["etag"].to_str().unwrap().to_owned();
        let since = format!("{LIVE}?since={}", tag.trim_start_matches("W/").trim_matches('"'));
        send(&app, RACE, &key, "application/json", None, json!([read("5K", 17, 1262)]).to_string()).await.ok();
        let (_, newest, _) = by_routes(&app, LIVE, &[]).await;
        let newest_tag = newest["etag"].to_str().unwrap().to_owned();
        let newest = format!("{LIVE}?since={}", newest_tag.trim_start_matches("W/").trim_matches('"'));

        let polls: [(&str, Headers<'_>, u16); 7] = [
            (LIVE, &[], 200),
            (LIVE, &[("accept-encoding", "gzip")], 200),
            (LIVE, &[("accept-encoding", "gzip, br")], 200),
            (LIVE, &[("if-none-match", &newest_tag)], 304),
            (LIVE, &[("if-none-match", &tag)], 200),
            (&since, &[("accept-encoding", "gzip, br")], 200),
            (&newest, &[], 204),
        ];
        for (path, headers, status) in polls {
            let routed = by_routes(&app, path, headers).await;
            let fast = at_once(&app, path, headers).await.unwrap_or_else(|| panic!("{path} {headers:?} is left to the routes"));
            assert_eq!(fast.0, status, "{path} {headers:?}");
            let sorted = |headers: &HeaderMap| {
                let mut lines: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
                // The routes know the length of a short body; hyper writes that of the other before it is sent.
                lines.retain(|line| !line.starts_with("content-length"));
                lines.sort();
                lines
            };
            assert_eq!((fast.0, sorted(&fast.1), &fast.2), (routed.0, sorted(&routed.1), &routed.2), "{path} {headers:?}");
        }
    }
}

#[tokio::test]
async fn what_memory_must_not_answer_is_left_to_the_routes() {
    let (app, mut ada, _) = race(&[], 3).await;
    assert_eq!(at_once(&app, LIVE, &[]).await, None, "nobody has asked for the race yet");
    by_routes(&app, LIVE, &[]).await;
    assert!(at_once(&app, LIVE, &[]).await.is_some());
    assert_eq!(at_once(&app, &format!("{LIVE}?since=a&since=b"), &[]).await, None);
    assert_eq!(at_once(&app, LIVE, &[("splitline-account", "ada")]).await, None, "whose it is is for the routes to check");

    // A renamed and a hidden race at once, not a second later.
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    assert_eq!(at_once(&app, LIVE, &[]).await, None);
    app.visitor().get(LIVE).await.is(404);
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "False" })).await.ok();
    app.visitor().get(LIVE).await.ok();
    assert!(at_once(&app, LIVE, &[]).await.is_some());

    // Where other sites may use the calls, their headers are the routes'.
    let (app, _, _) = race(&["--allow-origin", "https://partner.test"], 3).await;
    by_routes(&app, LIVE, &[]).await;
    assert_eq!(at_once(&app, LIVE, &[]).await, None);
}
