//! Pulls: what the server itself fetches, from a service and a box of the test.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::home::sql;
use crate::timing::{add_race, timed_race};
use crate::util::{Browser, TestApp, config};

pub const PATH: &str = "/api/timing/Spring%2010K/pulls";

/// A service: what it is asked for, and what it answers.
#[derive(Clone, Default)]
pub struct Service {
    asked: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<Vec<(u16, String)>>>,
    /// How long it takes to answer.
    takes: Arc<Mutex<Duration>>,
}

impl Service {
    pub async fn serve(&self) -> SocketAddr {
        async fn answer(State(service): State<Service>, request: Request) -> Response {
            service.asked.lock().unwrap().push(request.uri().to_string());
            let takes = *service.takes.lock().unwrap();
            tokio::time::sleep(takes).await;
            let mut answers = service.answers.lock().unwrap();
            let (status, body) = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
            let status = StatusCode::from_u16(status).unwrap();
            // Where a redirect would lead.
            (status, [("location", "http://127.0.0.1:1/elsewhere")], body).into_response()
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }

    pub fn answer(&self, answers: &[(u16, &str)]) {
        *self.answers.lock().unwrap() = answers.iter().map(|(status, body)| (*status, (*body).to_owned())).collect();
    }

    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

/// A race on a server that fetches from this service.
async fn race_with(service: &Service, networks: &str) -> (TestApp, Browser) {
    let url = format!("http://{}/", service.serve().await);
    let app =
        TestApp::with_config(config(&["--race-result-url", &url, "--runsignup-url", &url, "--pull-networks", networks])).await;
    let (ada, _) = timed_race(&app, "Spring 10K").await;
    (app, ada)
}

pub const PASSING: &str = r#"[{"ID":1,"Bib":17,"TimingPoint":"START","Time":27012.5,"Passing":{"Transponder":"ZICAD30","DeviceID":"D-5","FileNo":1,"PassingNo":1,
    "Received":"2027-06-01T07:31:12.0-04:00","UTCTime":"2027-06-01T07:30:12.5Z"}}]"#;

pub fn race_result() -> Value {
    json!({ "pulls": [{ "kind": "raceResult", "enabled": true, "event": "180000", "key": "KEYOFTHELIST" }] })
}

#[tokio::test]
async fn reads_are_fetched_once_at_most_each_ten_seconds_and_a_contradiction_is_told() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "127.0.0.0/8").await;
    service.answer(&[(200, PASSING)]);
    let shown = ada.put(PATH, &race_result()).await.ok();
    assert!(!String::from_utf8_lossy(&shown.bytes).contains("KEYOFTHELIST"), "a key is never sent back");
    app.app.pull_due().await;
    assert_eq!(service.asked(), ["/180000/KEYOFTHELIST"]);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
    let pull = ada.get(PATH).await.ok().json()["pulls"][0].clone();
    assert_eq!((&pull["reads"], &pull["lastError"], &pull["waits"]), (&json!(1), &Value::Null, &Value::Null));
    assert!(pull["lastSuccessAt"].is_i64() && pull["hasKey"] == true);
    // UTCTime has the local time: the race's own clock counts.
    assert!(pull["reported"][0]["reason"].as_str().unwrap().contains("contradicts Time and Received"), "{pull}");
    let time = "SELECT time_ms FROM reads";
    assert_eq!(app.count(time).await, core_wasm::dates::parse_instant("2027-06-01T07:30:12.500-04:00").unwrap());

    // Nothing is asked within ten seconds; then the same answer changes nothing.
    app.clock.advance(9_000);
    app.app.pull_due().await;
    assert_eq!(service.asked().len(), 0);
    app.clock.advance(1_000);
    app.app.pull_due().await;
    assert_eq!((service.asked().len(), app.count("SELECT count(*) FROM reads").await), (1, 1));
    assert_eq!(ada.get(PATH).await.ok().json()["pulls"][0]["reads"], 1);
    let audited = "SELECT count(*) FROM audit WHERE old LIKE '%KEYOFTHELIST%' OR new LIKE '%KEYOFTHELIST%'";
    assert_eq!(app.count(audited).await, 0);
}

#[tokio::test]
async fn what_was_fetched_with_settings_that_were_changed_meanwhile_is_not_stored() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "127.0.0.0/8").await;
    service.answer(&[(200, PASSING)]);
    *service.takes.lock().unwrap() = Duration::from_millis(600);
    ada.put(PATH, &race_result()).await.ok();
    let worker = app.app.clone();
    let round = tokio::spawn(async move { worker.pull_due().await });
    while service.asked.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut other = race_result();
    other["pulls"][0]["event"] = json!("190000");
    ada.put(PATH, &other).await.ok();
    round.await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 0, "they are of the other event");
    let told = ada.get(PATH).await.ok().json();
    assert!(told["pulls"][0]["health"]["lastError"].is_null(), "{told}");
    // The present settings are due at once.
    service.asked();
    app.app.pull_due().await;
    let asked = service.asked();
    assert!(asked.len() == 1 && asked[0].contains("190000"), "{asked:?}");
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
}

#[tokio::test]
async fn failures_are_told_in_words_and_the_pauses_grow() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "127.0.0.0/8").await;
    ada.put(PATH, &race_result()).await.ok();
    let large = " ".repeat(2 * 1024 * 1024 + 1);
    let mut before = 0;
    for (status, body, words) in [
        (406, "", "asked too often"),
        (401, "", "refused the key"),
        (302, "", "not followed"),
        (200, "<html>", "This is not JSON"),
        (200, large.as_str(), "larger than 2 MB"),
    ] {
        service.answer(&[(status, body)]);
        app.app.pull_due().await;
        assert_eq!(service.asked().len(), 1, "{status}: one request, and no redirect is followed");
        let pull = ada.get(PATH).await.ok().json()["pulls"][0].clone();
        assert!(pull["lastError"].as_str().unwrap().contains(words), "{words}: {pull}");
        let pause = pull["nextAt"].as_i64().unwrap() - app.clock.now_ms();
        assert!(pause > before && pause <= 300_000, "{pause} after {before}");
        before = if pause == 300_000 { pause - 1 } else { pause };
        app.clock.advance(pause);
    }
    service.answer(&[(200, "[]")]);
    app.app.pull_due().await;
    let pull = ada.get(PATH).await.ok().json()["pulls"][0].clone();
    assert_eq!((&pull["lastError"], &pull["nextAt"]), (&Value::Null, &json!(app.clock.now_ms() + 10_000)));
}

#[tokio::test]
async fn private_addresses_are_connected_to_only_when_the_operator_allows_them() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "192.168.7.0/24").await;
    service.answer(&[(200, PASSING)]);
    let address = service.serve().await;
    let pulls = json!({ "pulls": [race_result()["pulls"][0], { "kind": "chronotrack", "enabled": true, "address": address.to_string() }] });
    ada.put(PATH, &pulls).await.ok();
    app.app.pull_due().await;
    let shown = ada.get(PATH).await.ok().json();
    for pull in shown["pulls"].as_array().unwrap() {
        assert!(pull["lastError"].as_str().unwrap().contains("--pull-networks"), "{pull}");
    }
    assert_eq!(service.asked().len(), 0, "nothing was asked");
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 0);
}

#[tokio::test]
async fn it_fetches_only_while_enabled_and_around_the_race() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "127.0.0.0/8").await;
    service.answer(&[(200, "[]")]);
    let mut off = race_result();
    off["pulls"][0]["enabled"] = json!(false);
    ada.put(PATH, &off).await.ok();
    app.app.pull_due().await;
    assert_eq!(ada.get(PATH).await.ok().json()["pulls"][0]["waits"], "Off.");
    // Turned on, with the key that is stored; two days later the race is over.
    ada.put(PATH, &json!({ "pulls": [{ "kind": "raceResult", "enabled": true, "event": "180000" }] })).await.ok();
    app.clock.advance(2 * 86_400_000);
    app.app.pull_due().await;
    let pull = ada.get(PATH).await.ok().json()["pulls"][0].clone();
    assert!(pull["waits"].as_str().unwrap().contains("over"), "{pull}");
    assert_eq!(service.asked().len(), 0);
    app.clock.advance(-2 * 86_400_000);
    app.app.pull_due().await;
    assert_eq!(service.asked(), ["/180000/KEYOFTHELIST"]);
    assert_eq!(
        ada.put(PATH, &json!({ "pulls": [{ "kind": "raceResult", "enabled": true, "event": "../x" }] })).await.is(400).code(),
        "INVALID_FIELDS"
    );
    add_race(&app, "Other Race").await;
    assert_eq!(ada.get("/api/timing/Other%20Race/pulls").await.ok().json(), json!({ "pulls": [] }));
}

#[tokio::test]
async fn results_of_runsignup_are_kept_as_results_and_make_no_times() {
    let service = Service::default();
    let (app, mut ada) = race_with(&service, "127.0.0.0/8").await;
    let rows = |from: usize, count: usize| {
        let rows: Vec<Value> = (from..from + count)
            .map(|bib| json!({ "bib": bib.to_string(), "clock_time": "1:02:03.4", "chip_time": "" }))
            .collect();
        json!({ "individual_results_sets": [{ "individual_result_set_name": "10K", "public_results": "T", "results": rows }] })
            .to_string()
    };
    // Two pages.
    service.answer(&[(200, &rows(1, 1000)), (200, &rows(1001, 3))]);
    let pull = json!({ "kind": "runsignup", "enabled": true, "race": "12", "event": "34", "key": "KEY1", "secret": "SECRET1" });
    ada.put(PATH, &json!({ "pulls": [pull] })).await.ok();
    app.app.pull_due().await;
    let asked = service.asked();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].starts_with("/rest/race/12/results/get-results?event_id=34&page=2&"), "{}", asked[1]);
    assert!(asked[1].contains("format=json") && asked[1].contains("supports_nb=T"));
    let shown = ada.get(PATH).await.ok();
    assert_eq!(shown.json()["pulls"][0]["results"], 1003);
    let text = String::from_utf8_lossy(&shown.bytes).into_owned();
    assert!(!text.contains("KEY1") && !text.contains("SECRET1"));
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 0);
    assert_eq!(
        app.count(sql(
            "SELECT json_array_length(results) FROM timing_pulled_results",
            "SELECT json_array_length(results::json) FROM timing_pulled_results"
        ))
        .await,
        1003
    );
    service.answer(&[(200, r#"{"error":{"error_code":6,"error_msg":"Key invalid"}}"#)]);
    app.clock.advance(60_000);
    app.app.pull_due().await;
    assert!(ada.get(PATH).await.ok().json()["pulls"][0]["lastError"].as_str().unwrap().contains("Key invalid"));
}

#[tokio::test]
async fn a_chronotrack_box_is_connected_to_again_and_each_read_counts_once() {
    let (app, mut ada) = race_with(&Service::default(), "127.0.0.0/8").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    ada.put(PATH, &json!({ "pulls": [{ "kind": "chronotrack", "enabled": true, "address": address.to_string() }] })).await.ok();
    let lines = [
        "CT01_33~1~START~guntime~2027-06-01T07:30:00.25~0~DF239A~0\r\n",
        "CT01_13~2~START~17~2027-06-01T07:30:12.50~1~117F37~8\r\n",
        "CT01_13~3~5K~17~2027-06-01T07:52:12.50~1~117F37~8\r\n",
    ];
    let session = async |lines: &[&str]| {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"SimpleClient~0.5.0~CTP01\r\n").await.unwrap();
        let mut welcome = vec![0; 9];
        stream.read_exact(&mut welcome).await.unwrap();
        assert_eq!(welcome, b"Splitline");
        for line in lines {
            stream.write_all(line.as_bytes()).await.unwrap();
        }
        stream.shutdown().await.unwrap();
        // Until the other side has seen the end.
        let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut welcome)).await.expect("the end");
    };
    tokio::join!(app.app.pull_due(), session(&lines[..2]));
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
    let pull = ada.get(PATH).await.ok().json()["pulls"][0].clone();
    assert!(pull["lastError"].as_str().unwrap().contains("ended the connection"), "{pull}");
    app.clock.advance(300_000);
    tokio::join!(app.app.pull_due(), session(&lines));
    assert_eq!((app.count("SELECT count(*) FROM reads").await, app.count("SELECT count(*) FROM timing_marks").await), (2, 1));
    assert_eq!(ada.get(PATH).await.ok().json()["pulls"][0]["reads"], 2);
}
