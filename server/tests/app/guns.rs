//! The guns: several at once, from marks, and never lost unnoticed.

use serde_json::{Value, json};

use crate::timing::{send, setup, timed_race};
use crate::util::{NOW, TestApp};

const BASE: &str = "/api/timing/Spring%2010K";

/// The 10K, and a half marathon with two waves; no gun yet.
fn waves() -> Value {
    let mut two = setup();
    two["contests"][0]["gun"] = Value::Null;
    let mut half = two["contests"][0].clone();
    half["name"] = json!("Half");
    half["bibs"] = json!([]);
    half["acceptUnlisted"] = json!(false);
    half["waves"] = json!([{ "name": "First", "gun": null, "bibs": [{ "from": 1000, "to": 1999 }] },
        { "name": "Second", "gun": null, "bibs": [{ "from": 2000, "to": 2999 }] }]);
    two["contests"].as_array_mut().unwrap().push(half);
    two
}

fn at(clock: &str) -> String {
    format!("2027-06-01T{clock}-04:00")
}

fn press(key: &str, clock: &str) -> Value {
    json!({ "guns": [{ "contest": "10K", "gun": at(clock) }, { "contest": "Half", "wave": "First", "gun": at(clock) }],
        "origin": "button", "press": key })
}

/// A race with waves whose guns are not fired.
async fn race_with_waves(app: &TestApp) -> (crate::util::Browser, String) {
    let (mut ada, key) = timed_race(app, "Spring 10K").await;
    let version = ada.get(BASE).await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    ada.put(&format!("{BASE}/setup?version={version}"), &waves()).await.ok();
    (ada, key)
}

#[tokio::test]
async fn several_waves_are_started_at_once_and_a_press_counts_once() {
    let app = TestApp::init().await;
    let (mut ada, _) = race_with_waves(&app).await;
    let guns = format!("{BASE}/guns");
    let answer = ada.post(&guns, &press("k1", "07:30:00.250")).await.ok().json();
    let version = answer["setupVersion"].clone();
    assert_eq!(answer["setup"]["contests"][0]["gun"], at("07:30:00.250"));
    assert_eq!(answer["setup"]["contests"][1]["waves"][0]["gun"], at("07:30:00.250"));
    assert_eq!(answer["setup"]["contests"][1]["waves"][1]["gun"], Value::Null);
    assert_eq!(ada.get(BASE).await.ok().json()["setupVersion"], version);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'timing.gun.set'").await, 1);

    // The phone did not get the answer and sends the press again, after somebody took the gun back: it stays taken back.
    ada.put(&format!("{BASE}/gun"), &json!({ "contest": "10K", "gun": null, "confirmed": true })).await.ok();
    let again = ada.post(&guns, &press("k1", "07:30:00.250")).await.ok().json();
    assert_eq!(again["setup"]["contests"][0]["gun"], Value::Null);

    // One unknown wave: nothing is set.
    let half = json!({ "guns": [{ "contest": "10K", "gun": at("07:31:00") }, { "contest": "Half", "wave": "Third", "gun": at("07:31:00") }] });
    assert_eq!(ada.post(&guns, &half).await.is(404).code(), "NO_SUCH_WAVE");
    assert_eq!(ada.get(BASE).await.ok().json()["setup"]["contests"][0]["gun"], Value::Null);
    assert_eq!(ada.post(&guns, &json!({ "guns": [] })).await.is(400).code(), "NO_GUNS");
    for sql in ["UPDATE timing_guns SET gun_ms = 0", "DELETE FROM timing_guns"] {
        app.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap_err();
    }
}

#[tokio::test]
async fn a_gun_that_stands_is_replaced_only_by_whoever_has_seen_it() {
    let app = TestApp::init().await;
    let (mut ada, _) = race_with_waves(&app).await;
    let guns = format!("{BASE}/guns");
    ada.post(&guns, &press("k1", "07:30:00.250")).await.ok();
    // A phone that was offline pressed a moment later, and did not see that gun.
    let refused = ada.post(&guns, &press("k2", "07:30:00.900")).await.is(409);
    assert_eq!(refused.code(), "GUN_STANDS");
    assert_eq!(refused.json()["setup"]["contests"][0]["gun"], at("07:30:00.250"));
    let seen = json!({ "guns": [{ "contest": "10K", "gun": at("07:30:00.900"), "replaces": at("07:30:00.250") }] });
    assert_eq!(ada.post(&guns, &seen).await.ok().json()["setup"]["contests"][0]["gun"], at("07:30:00.900"));
}

#[tokio::test]
async fn a_gun_on_another_day_than_the_race_has_to_be_confirmed() {
    let app = TestApp::init().await;
    let (mut ada, _) = race_with_waves(&app).await;
    let yesterday = "2027-05-31T07:30:00.000-04:00";
    let mut guns = json!({ "guns": [{ "contest": "10K", "gun": yesterday }] });
    let refused = ada.post(&format!("{BASE}/guns"), &guns).await.is(409);
    assert_eq!(refused.code(), "GUN_OTHER_DAY");
    assert!(refused.json()["message"].as_str().unwrap().contains("10K at 7:30:00.0 AM on May 31, 2027"), "{refused:?}");
    let mut gun = json!({ "contest": "10K", "gun": yesterday });
    assert_eq!(ada.put(&format!("{BASE}/gun"), &gun).await.is(409).code(), "GUN_OTHER_DAY");
    let mut by_hand = waves();
    by_hand["contests"][0]["gun"] = json!(yesterday);
    let version = ada.get(BASE).await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    let path = format!("{BASE}/setup?version={version}");
    assert_eq!(ada.put(&path, &by_hand).await.is(409).code(), "GUN_OTHER_DAY");
    ada.put(&format!("{path}&confirmed=true"), &by_hand).await.ok();
    // A gun that stands has been confirmed.
    by_hand["contests"][1]["name"] = json!("Half marathon");
    ada.put(&format!("{BASE}/setup"), &by_hand).await.ok();
    gun["confirmed"] = json!(true);
    ada.put(&format!("{BASE}/gun"), &gun).await.ok();
    guns["guns"][0]["gun"] = Value::Null;
    guns["guns"][0]["replaces"] = json!(yesterday);
    ada.post(&format!("{BASE}/guns"), &guns).await.ok();
}

#[tokio::test]
async fn an_old_form_overwrites_no_gun() {
    let app = TestApp::init().await;
    let (mut ada, _) = race_with_waves(&app).await;
    let mut ben = ada.clone();
    let before = ada.get(BASE).await.ok().json();
    let version = before["setupVersion"].as_str().unwrap();
    ben.post(&format!("{BASE}/guns"), &press("k1", "07:30:00.250")).await.ok();
    // Ada's form is from before the gun. With the version from which it began, and without any, it is refused with the setup as it is.
    let mut form = waves();
    form["contests"][0]["bibs"] = json!([{ "from": 1, "to": 500 }]);
    for (path, code) in [(format!("{BASE}/setup?version={version}"), "SETUP_CHANGED"), (format!("{BASE}/setup"), "GUN_STANDS")] {
        let refused = ada.put(&path, &form).await.is(409);
        assert_eq!(refused.code(), code);
        assert_eq!(refused.json()["setup"]["contests"][0]["gun"], at("07:30:00.250"));
    }
    // Nor does a single gun replace it or take it back, until a person has confirmed that.
    for gun in [json!({ "contest": "10K", "gun": at("07:30:50") }), json!({ "contest": "10K", "gun": null })] {
        let refused = ada.put(&format!("{BASE}/gun"), &gun).await.is(409);
        assert_eq!(refused.code(), "GUN_STANDS");
        assert_eq!(refused.json()["setup"]["contests"][0]["gun"], at("07:30:00.250"));
    }
    // From the setup as it is, it is saved, with the guns.
    let now = ada.get(BASE).await.ok().json();
    let mut form = now["setup"].clone();
    form["contests"][0]["bibs"] = json!([{ "from": 1, "to": 500 }]);
    ada.put(&format!("{BASE}/setup"), &form).await.ok();
    let saved = ada.get(BASE).await.ok().json();
    assert_eq!(saved["setup"]["contests"][0]["gun"], at("07:30:00.250"));
    assert_eq!(saved["setup"]["contests"][0]["bibs"], json!([{ "from": 1, "to": 500 }]));
}

#[tokio::test]
async fn a_gun_is_taken_from_the_mark_of_a_box() {
    let app = TestApp::init().await;
    let (mut ada, key) = race_with_waves(&app).await;
    // A gun, a change of the clock and a read.
    let marks = "I11A9D,1,Gun,252,27060107300031,Button Press\nI11A9D,2,TimeChange,252,27060107290000,27060107280000\n";
    let answer = send(&app, "Spring 10K", &key, "text/vnd.chronotrack", Some("START"), marks).await.ok().json();
    assert!(answer["marks"].as_i64().unwrap() >= 1, "{answer}");
    let listed = ada.get(&format!("{BASE}/marks")).await.ok().json();
    assert_eq!(listed["marks"].as_array().unwrap().len(), 1, "{listed}");
    let mark = &listed["marks"][0];
    assert_eq!((&mark["kind"], &mark["mat"], &mark["detail"]), (&json!("gun"), &json!("START"), &json!("Button Press")));
    let gun = at("07:30:00.310");
    let taken = json!({ "guns": [{ "contest": "Half", "wave": "Second", "gun": gun }], "origin": "mark" });
    ada.post(&format!("{BASE}/guns"), &taken).await.ok();
    let listed = ada.get(&format!("{BASE}/marks")).await.ok().json();
    assert_eq!(listed["from"], json!([{ "contest": "Half", "wave": "Second", "gun": mark["time"], "origin": "mark" }]));
}

#[tokio::test]
async fn everybody_can_ask_for_the_servers_time() {
    let app = TestApp::init().await;
    let answer = app.visitor().get("/api/clock").await.ok();
    assert_eq!(answer.json(), json!({ "now": NOW }));
    assert_eq!(answer.headers["cache-control"], "no-store");
}
