//! New runs: what they drop, and taking them back.

use serde_json::{Value, json};

use crate::timing::{read, send, timed_race};
use crate::util::TestApp;

const BASE: &str = "/api/timing/Spring%2010K";

#[tokio::test]
async fn a_new_run_tells_what_it_drops_and_is_taken_back_until_its_first_read() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let reads = json!([read("START", 17, 12), read("5K", 17, 1300)]).to_string();
    send(&app, "Spring 10K", &key, "application/json", None, reads.clone()).await.ok();
    ada.put(&format!("{BASE}/entrants/17/status"), &json!({ "status": "dnf" })).await.ok();
    let runs = format!("{BASE}/runs");
    let facts = json!({ "run": 1, "reads": 2, "marks": 0, "corrections": 1, "entrants": 0 });
    assert_eq!(ada.get(&runs).await.ok().json(), facts);
    let live = ada.get("/api/live/Spring%2010K").await.ok().json();

    // What was typed has to be the race's name.
    for typed in ["", "?name=Spring"] {
        assert_eq!(ada.post(&format!("{runs}{typed}"), &json!({})).await.is(400).code(), "RUN_NAME");
    }
    assert_eq!(ada.post(&format!("{runs}?name=spring%2010k"), &json!({})).await.is(201).json()["run"], 2);
    let facts = json!({ "run": 2, "reads": 0, "marks": 0, "corrections": 0, "entrants": 0, "backTo": 1 });
    assert_eq!(ada.get(&runs).await.ok().json(), facts);
    assert_eq!(ada.get(BASE).await.ok().json()["counts"]["reads"], 0);

    // Taken back, the first run counts again, with its reads and corrections.
    assert_eq!(ada.delete(&format!("{runs}/1"), &json!({})).await.is(409).code(), "RUN_STAYS");
    assert_eq!(ada.delete(&format!("{runs}/2"), &json!({})).await.ok().json()["run"], 1);
    assert_eq!(ada.delete(&format!("{runs}/2"), &json!({})).await.is(409).code(), "RUN_STAYS");
    let desk = ada.get(BASE).await.ok().json();
    assert_eq!((&desk["run"], &desk["counts"]["reads"], &desk["counts"]["out"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(runners(&ada.get("/api/live/Spring%2010K").await.ok().json()), runners(&live));

    // The number is not used again, and the first read makes the run stay.
    assert_eq!(ada.post(&format!("{runs}?name=Spring%2010K"), &json!({})).await.is(201).json()["run"], 3);
    assert_eq!(ada.get(&runs).await.ok().json()["backTo"], 1);
    send(&app, "Spring 10K", &key, "application/json", None, reads).await.ok();
    assert_eq!(ada.get(&runs).await.ok().json()["backTo"], Value::Null);
    assert_eq!(ada.delete(&format!("{runs}/3"), &json!({})).await.is(409).code(), "RUN_STAYS");
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'timing.run.revoked'").await, 1);
}

/// What a document of the live board says of the runners, without its version.
fn runners(document: &Value) -> Vec<Value> {
    let lists = document.as_object().unwrap().iter();
    lists.filter(|(_, value)| value.is_array()).map(|(_, value)| value.clone()).collect()
}
