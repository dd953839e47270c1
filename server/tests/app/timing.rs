//! Timing: reads, keys, setup, entrants.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use splitline_server::db::params;

use crate::util::{Browser, NOW, Response, TestApp};

/// A race on the date of [`NOW`], its first gun half an hour before (8:00 AM in New York is [`NOW`]).
pub async fn add_race(app: &TestApp, name: &'static str) {
    add_race_on(app, name, "June 1, 2027").await;
}

/// Adds a race of another day.
pub async fn add_race_on(app: &TestApp, name: &'static str, date: &'static str) {
    let record = json!({
        "Race": name, "Date": date, "Day": "Tuesday", "TimeZone": "America/New_York",
        "DistanceStartTimes": [{ "distance": "10K", "startTime": "7:30 AM" }],
        "RaceMap": "https://www.google.com/maps/embed?pb=!1m18",
    });
    app.app
        .db()
        .write(move |tx| {
            tx.execute(
                "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)",
                params![format!("id of {name}"), name, name.to_lowercase(), date, record.to_string(), NOW],
            )
        })
        .await
        .unwrap();
    app.update_summaries().await;
}

/// One contest: 10K, bibs 1 to 999, chip times, a split at 5 km.
pub fn setup() -> Value {
    json!({ "contests": [{
        "name": "10K", "distanceMetres": 10000, "gun": "2027-06-01T07:30:00.000-04:00", "ranking": "chip",
        "bibs": [{ "from": 1, "to": 999 }], "acceptUnlisted": true, "sport": "run",
        "start": { "mats": ["START"], "minimumLapSeconds": 600 },
        "splits": [{ "label": "5K", "metres": 5000, "mats": ["5K"], "minimumSeconds": 780, "leg": "run" }],
        "finish": { "mats": ["FINISH"], "minimumSeconds": 1620 },
    }] })
}

/// A race whose timing is set up, its administrator, and a timing key.
pub async fn timed_race(app: &TestApp, name: &'static str) -> (Browser, String) {
    add_race(app, name).await;
    let mut ada = app.with_admin().await;
    let path = format!("/api/timing/{}", name.replace(' ', "%20"));
    ada.put(&format!("{path}/setup"), &setup()).await.ok();
    let key = ada.post(&format!("{path}/keys"), &json!({ "label": "box 7" })).await.is(201).json();
    (ada, key["key"].as_str().unwrap().to_owned())
}

/// Sends reads as a timing box does: with a key, and with no origin.
pub async fn send(app: &TestApp, race: &str, key: &str, kind: &str, mat: Option<&str>, body: impl Into<Body>) -> Response {
    let mut request = Request::post(format!(
        "/api/timing/{}/reads{}",
        race.replace(' ', "%20"),
        mat.map_or(String::new(), |mat| format!("?mat={mat}"))
    ))
    .header("content-type", kind);
    if !key.is_empty() {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    let mut a_box = app.visitor();
    a_box.origin = None;
    a_box.send(request.body(body.into()).unwrap()).await
}

/// A read of a bib, `after` seconds after the gun.
pub fn read(mat: &str, bib: u32, after: i64) -> Value {
    let at = NOW - 1_800_000 + after * 1000;
    let time = core_wasm::dates::format_instant(at, core_wasm::dates::DEFAULT_ZONE);
    json!({ "source": format!("box {mat}"), "mat": mat, "bib": bib.to_string(), "time": time })
}

#[tokio::test]
async fn a_missing_or_wrong_key_is_refused_before_the_body_is_read() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    add_race(&app, "Other Race").await;
    // The body is invalid: if it were read, the answer would be another one.
    for (race, key, code) in
        [("Spring 10K", "", "KEY_NEEDED"), ("Spring 10K", "wrong", "KEY_WRONG"), ("Other Race", &*key, "KEY_WRONG")]
    {
        let answer = send(&app, race, key, "application/json", None, "nonsense").await.is(401);
        assert_eq!(answer.code(), code);
        assert!(answer.json()["message"].as_str().unwrap().contains("timing key"));
    }
    send(&app, "No Such Race", &key, "application/json", None, "[]").await.is(404);
    send(&app, "Spring 10K", &key, "application/json", None, "nonsense").await.is(400);

    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert!(!desk.to_string().contains(&key), "the desk must not show a key's secret");
    let id = desk["keys"][0]["id"].as_str().unwrap().to_owned();
    ada.delete(&format!("/api/timing/Spring%2010K/keys/{id}"), &json!({})).await.is(204);
    send(&app, "Spring 10K", &key, "application/json", None, "[]").await.is(401);
    ada.delete(&format!("/api/timing/Spring%2010K/keys/{id}"), &json!({})).await.is(404);
}

#[tokio::test]
async fn the_desk_has_the_date_and_time_zone_of_the_race() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!((&desk["date"], &desk["timeZone"]), (&json!("June 1, 2027"), &json!("America/New_York")));
    ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring 10K", "NewName": "Spring 10K 2028" })).await.is(201);
    let desk = ada.get("/api/timing/Spring%2010K%202028").await.ok().json();
    assert_eq!((&desk["date"], &desk["timeZone"]), (&json!(""), &json!("America/New_York")));
}

#[tokio::test]
async fn a_key_is_stored_as_its_hash_only() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let stored: String =
        app.app.db().read(|tx| tx.query_one("SELECT key_hash FROM timing_keys", [], |row| row.get(0))).await.unwrap();
    assert_eq!(stored, splitline_server::ids::sha256(&key));
    let audited =
        app.app.db().read(|tx| tx.query_all("SELECT old || new || object_name FROM audit", [], |row| row.get::<String>(0)));
    let audited = audited.await.unwrap().concat();
    assert!(!audited.contains(&key) && audited.contains("box 7"));
}

#[tokio::test]
async fn invalid_lines_are_answered_with_reasons_and_the_others_are_stored() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let lines = "TO~1~17~160~18~1811835012.50~12000C~8~-63~1~P~192\nhello\nTO~2~18~160~18~soon~12000C~8~-63~1~P~192\n";
    let answer = send(&app, "Spring 10K", &key, "text/vnd.chronotrack", Some("START"), lines).await.ok().json();
    assert_eq!((&answer["accepted"], &answer["duplicate"]), (&json!(1), &json!(0)));
    let rejected = answer["rejected"].as_array().unwrap();
    assert_eq!(rejected.iter().map(|line| line["line"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 3]);
    assert!(rejected.iter().all(|line| !line["reason"].as_str().unwrap().is_empty()));
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);

    let nobody = json!([{ "source": "a", "mat": "START", "time": "2027-06-01T07:30:12.000-04:00" }]).to_string();
    let answer = send(&app, "Spring 10K", &key, "application/json", None, nobody).await.ok().json();
    assert_eq!(answer["rejected"][0]["line"], 1);

    send(&app, "Spring 10K", &key, "text/vnd.chronotrack", None, lines).await.is(400);
    send(&app, "Spring 10K", &key, "image/png", None, lines).await.is(415);
}

#[tokio::test]
async fn a_read_that_is_sent_twice_is_stored_once() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let reads = json!([read("START", 17, 12), read("5K", 17, 1300)]).to_string();
    let first = send(&app, "Spring 10K", &key, "application/json", None, reads.clone()).await.ok().json();
    assert_eq!((&first["accepted"], &first["duplicate"]), (&json!(2), &json!(0)));
    let again = send(&app, "Spring 10K", &key, "application/json", None, reads).await.ok().json();
    assert_eq!((&again["accepted"], &again["duplicate"]), (&json!(0), &json!(2)));

    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!((&desk["counts"]["reads"], &desk["counts"]["used"]), (&json!(2), &json!(2)));
    let sent = desk["boxes"].as_array().unwrap().iter().filter(|mat| mat["reads"] != 0);
    assert_eq!(sent.count(), 2);
    assert_eq!(desk["keys"][0]["lastUsedAt"], NOW);
}

#[tokio::test]
async fn reads_can_only_be_added() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    send(&app, "Spring 10K", &key, "application/json", None, json!([read("START", 17, 12)]).to_string()).await.ok();
    for sql in ["UPDATE reads SET time_ms = 0", "DELETE FROM reads"] {
        app.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap_err();
    }
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
}

#[tokio::test]
async fn only_administrators_and_keys_may_use_the_timing_calls() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let (mut ulf, mut visitor) = (app.with_user().await, app.visitor());
    let base = "/api/timing/Spring%2010K";
    for (who, status) in [(&mut ulf, 403), (&mut visitor, 401)] {
        who.get(base).await.is(status);
        who.get(&format!("{base}/entrants")).await.is(status);
        who.put(&format!("{base}/setup"), &setup()).await.is(status);
        who.put(&format!("{base}/entrants"), &json!([])).await.is(status);
        who.post(&format!("{base}/entrants"), &json!({ "bib": "17" })).await.is(status);
        who.put(&format!("{base}/entrants/17"), &json!({ "before": {}, "after": {} })).await.is(status);
        who.delete(&format!("{base}/entrants/17"), &json!({})).await.is(status);
        who.post(&format!("{base}/entrantChanges/x/undo"), &json!({})).await.is(status);
        for path in ["entrants.csv", "entrantSearch", "entrantChanges", "listPreviews/x", "listPreviews/x/refused.csv"] {
            who.get(&format!("{base}/{path}")).await.is(status);
        }
        who.put(&format!("{base}/gun"), &json!({ "contest": "10K", "gun": null, "confirmed": true })).await.is(status);
        who.post(&format!("{base}/guns"), &json!({ "guns": [{ "contest": "10K", "gun": null, "confirmed": true }] }))
            .await
            .is(status);
        who.get(&format!("{base}/marks")).await.is(status);
        who.put(&format!("{base}/entrants/17/status"), &json!({ "status": "DNF" })).await.is(status);
        who.get(&format!("{base}/runners")).await.is(status);
        who.get(&format!("{base}/runners/17")).await.is(status);
        who.get(&format!("{base}/corrections")).await.is(status);
        who.post(&format!("{base}/corrections"), &json!({ "kind": "remove", "bib": "17", "reason": "mine" })).await.is(status);
        who.delete(&format!("{base}/corrections/1"), &json!({})).await.is(status);
        who.post(&format!("{base}/keys"), &json!({ "label": "mine" })).await.is(status);
        who.post(&format!("{base}/runs?name=Spring%2010K"), &json!({})).await.is(status);
        who.get(&format!("{base}/runs")).await.is(status);
        who.get(&format!("{base}/pulls")).await.is(status);
        who.put(&format!("{base}/pulls"), &json!({ "pulls": [] })).await.is(status);
        who.delete(&format!("{base}/runs/1"), &json!({})).await.is(status);
    }
    // A key may set guns and entrants, but not the setup, and it cannot create keys.
    let with_key = |method: &str, path: &str, body: &str| {
        let request =
            Request::builder().method(method).uri(format!("{base}{path}")).header("authorization", format!("Bearer {key}"));
        request.header("content-type", "application/json").body(Body::from(body.to_owned())).unwrap()
    };
    visitor
        .send(with_key("PUT", "/gun", r#"{"contest":"10k","gun":"2027-06-01T07:30:01.000-04:00","confirmed":true}"#))
        .await
        .ok();
    visitor.send(with_key("PUT", "/entrants", r#"[{"bib":"17","firstname":"Ada","lastname":"Oakes"}]"#)).await.ok();
    visitor.send(with_key("PUT", "/setup", &setup().to_string())).await.is(401);
    visitor.send(with_key("POST", "/entrants", r#"{"bib":"18"}"#)).await.is(401);
    visitor.send(with_key("GET", "/entrants.csv", "")).await.is(401);
    visitor.send(with_key("GET", "/entrantSearch", "")).await.is(401);
    visitor.send(with_key("POST", "/keys", r#"{"label":"another"}"#)).await.is(401);
}

#[tokio::test]
async fn an_invalid_setup_is_refused_with_its_fields() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let mut wrong = setup();
    wrong["contests"][0]["name"] = json!(" ");
    wrong["contests"][0]["gun"] = json!("half past seven");
    let answer = ada.put("/api/timing/Spring%2010K/setup", &wrong).await.is(400).json();
    let fields: Vec<&str> = answer["fields"].as_array().unwrap().iter().map(|field| field["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["contests.0.name", "contests.0.gun"]);
    ada.put("/api/timing/Spring%2010K/gun", &json!({ "contest": "10K", "gun": "soon" })).await.is(400);
    ada.put("/api/timing/Spring%2010K/gun", &json!({ "contest": "Half", "gun": null })).await.is(404);
    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!(desk["setup"]["contests"][0]["name"], "10K");
}

#[tokio::test]
async fn a_setup_of_an_older_version_does_not_remove_a_gun_set_meanwhile() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    ada.put("/api/timing/Spring%2010K/gun", &json!({ "contest": "10K", "gun": null, "confirmed": true })).await.ok();
    let version = ada.get("/api/timing/Spring%2010K").await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    let gun = "2027-06-01T07:31:00.000-04:00";
    ada.put("/api/timing/Spring%2010K/gun", &json!({ "contest": "10K", "gun": gun })).await.ok();
    let mut stale = setup();
    stale["contests"][0]["gun"] = Value::Null;
    stale["contests"][0]["bibs"] = json!([{ "from": 1, "to": 77 }]);
    let path = format!("/api/timing/Spring%2010K/setup?version={version}");
    let refused = ada.put(&path, &stale).await.is(409).json();
    assert_eq!((&refused["code"], &refused["setup"]["contests"][0]["gun"]), (&json!("SETUP_CHANGED"), &json!(gun)));
    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!((&desk["setup"]["contests"][0]["gun"], &desk["setupVersion"]), (&json!(gun), &refused["setupVersion"]));
    stale["contests"][0]["gun"] = json!(gun);
    let path = format!("/api/timing/Spring%2010K/setup?version={}", refused["setupVersion"].as_str().unwrap());
    ada.put(&path, &stale).await.ok();
    // A call that is repeated after a lost answer is no conflict: nothing changes.
    ada.put(&path, &stale).await.ok();
}

#[tokio::test]
async fn a_dry_run_answers_what_a_list_would_change_and_changes_nothing() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let list = "Bib,Last,First,Sex,DOB\n17,Oakes,Ada,F,1990-05-31\n18,Lund,Bo,M,1985-01-02\n17,Twice,Ann,F,\n";
    let put = |query: &str| {
        let request = Request::put(format!("/api/timing/Spring%2010K/entrants{query}")).header("content-type", "text/csv");
        request.body(Body::from(list)).unwrap()
    };
    let before = app.count("SELECT count(*) FROM audit").await;
    for (query, entered) in [("?dryRun=true", 0), ("", 2)] {
        let answer = ada.send(put(query)).await.ok().json();
        assert_eq!((&answer["added"], &answer["refused"]), (&json!(2), &json!(1)));
        assert_eq!((&answer["lines"][2]["line"], &answer["lines"][2]["kind"]), (&json!(4), &json!("refused")));
        assert_eq!(app.count("SELECT count(*) FROM timing_entrants").await, entered);
        assert_eq!(app.count("SELECT count(*) FROM audit").await, before + i64::from(entered > 0));
    }
    let again = ada.send(put("")).await.ok().json();
    assert_eq!((&again["unchanged"], &again["summary"]), (&json!(2), &json!("0 added, 0 changed, 2 unchanged, 1 refused.")));
    assert_eq!(ada.get("/api/timing/Spring%2010K/entrants").await.ok().json()[0]["dob"], "1990-05-31");
    // The audit record, which cannot be erased, contains no date of birth.
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE new LIKE '%1990-05-31%'").await, 0);
}

#[tokio::test]
async fn a_change_at_the_desk_is_recorded_with_old_and_new_values() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let base = "/api/timing/Spring%2010K";
    ada.put(&format!("{base}/entrants/17/status"), &json!({ "status": "dq" })).await.is(400);
    ada.put(&format!("{base}/entrants"), &json!([{ "bib": "17" }])).await.ok();
    ada.put(&format!("{base}/entrants/17/status"), &json!({ "status": "dq" })).await.ok();
    ada.put(&format!("{base}/entrants/17/status"), &json!({ "status": "dq" })).await.ok();
    ada.put(&format!("{base}/entrants/17/status"), &json!({ "status": "tired" })).await.is(400);
    ada.put(&format!("{base}/entrants/17/status"), &json!({ "status": null })).await.ok();
    ada.post(&format!("{base}/runs?name=Spring%2010K"), &json!({})).await.is(201);
    let rows: Vec<(String, String, String)> = app
        .app
        .db()
        .read(|tx| {
            tx.query_all(
                "SELECT actor_name, action, old || ' ' || new FROM audit WHERE action LIKE 'timing.%' ORDER BY id",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
        })
        .await
        .unwrap();
    assert!(rows.iter().all(|(actor, ..)| actor == "ada"));
    let told: Vec<&str> = rows.iter().map(|(_, action, _)| action.as_str()).collect();
    let status = "timing.status.set";
    assert_eq!(told, ["timing.setup.set", "timing.key.made", "timing.entrants.put", status, status, "timing.run.started"]);
    let last = r#"{"bib":"17","status":"DQ"} {"correction":2,"kind":"status","bibs":["17"],"status":null}"#;
    assert_eq!(rows[4].2, last);
    app.app.db().read(splitline_server::audit::verify).await.unwrap();
}

#[tokio::test]
async fn a_new_run_keeps_the_old_reads_but_does_not_use_them() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let reads = json!([read("START", 17, 12), read("5K", 17, 1300)]).to_string();
    send(&app, "Spring 10K", &key, "application/json", None, reads.clone()).await.ok();
    assert_eq!(ada.post("/api/timing/Spring%2010K/runs?name=Spring%2010K", &json!({})).await.is(201).json()["run"], 2);
    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!((&desk["run"], &desk["counts"]["reads"]), (&json!(2), &json!(0)));
    // The same reads belong to the new run.
    let answer = send(&app, "Spring 10K", &key, "application/json", None, reads).await.ok().json();
    assert_eq!(answer["accepted"], 2);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 4);
}

#[tokio::test]
async fn a_key_gives_no_access_to_personal_data() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let base = "/api/timing/Spring%2010K/entrants";
    let ann = json!({ "bib": "17", "firstname": "Ann", "lastname": "Ng", "gender": "f", "dob": "1990-05-31", "email": "ann@example.test",
        "team": "Engines", "chip": "C17", "wave": "2" });
    ada.put(base, &json!([ann])).await.ok();
    let mut timer = app.visitor();
    timer.origin = None;
    let ask = |method: &str, query: &str, body: &str| {
        let request = Request::builder().method(method).uri(format!("{base}{query}")).header("content-type", "application/json");
        request.header("authorization", format!("Bearer {key}")).body(Body::from(body.to_owned())).unwrap()
    };
    let list = timer.send(ask("GET", "", "")).await.ok();
    assert_eq!(
        (&list.json()[0]["bib"], &list.json()[0]["chip"], &list.json()[0]["wave"]),
        (&json!("17"), &json!("C17"), &json!("2"))
    );
    // Otherwise a dry run with different values for every bib would reveal the present ones.
    let plan = timer.send(ask("PUT", "?dryRun=true", r#"[{"bib":"17","chip":"C18","team":"x"}]"#)).await.ok();
    assert_eq!((&plan.json()["lines"][0]["bib"], &plan.json()["lines"][0]["kind"]), (&json!("17"), &json!("changed")));
    // The version is computed from all fields.
    assert_eq!((&plan.json()["version"], &plan.json()["preview"]), (&Value::Null, &Value::Null));
    for answer in [list, plan] {
        for secret in ["Ann", "Ng", "1990", "example.test", "Engines", "\"f\""] {
            assert!(!answer.text().contains(secret), "{secret}: {}", answer.text());
        }
    }
    let whole = ada.get(base).await.ok().json();
    assert_eq!((&whole[0]["email"], &whole[0]["dob"]), (&json!("ann@example.test"), &json!("1990-05-31")));
}

#[tokio::test]
async fn guns_and_changes_of_clocks_are_stored_once_as_marks() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let marks = "I11A9D,31,TimeChange,1,27060107110284,27060107110572\nI11A9D,32,Gun,252,27060107305516,Button Press\n\
        I11A9D,33,Rdr1Pwr,253,27060107310000,ON\nI11A9D,34,Gun,254,late,Button Press\n";
    for new in [2, 0] {
        let answer = send(&app, "Spring 10K", &key, "text/vnd.chronotrack", Some("START"), marks).await.ok().json();
        assert_eq!(
            (&answer["marks"], &answer["accepted"], &answer["rejectedTotal"]),
            (&json!(new), &json!(0), &json!(1)),
            "{answer}"
        );
    }
    let rows = app.app.db().read(|tx| {
        tx.query_all("SELECT kind, source, mat, time_ms, was_ms, next_read FROM timing_marks ORDER BY id", [], |row| {
            let times = (row.get::<i64>(3)?, row.get::<Option<i64>>(4)?, row.get::<Option<i64>>(5)?);
            Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, times))
        })
    });
    let at = |clock: &str| core_wasm::dates::parse_instant(&format!("2027-06-01T{clock}-04:00")).unwrap();
    let row = |kind: &str, times| (kind.to_owned(), "I11A9D".to_owned(), "START".to_owned(), times);
    let expected = [
        row("clockChange", (at("07:11:02.840"), Some(at("07:11:05.720")), Some(1))),
        row("gun", (at("07:30:55.160"), None, Some(252))),
    ];
    assert_eq!(rows.await.unwrap(), expected);
    for change in ["UPDATE timing_marks SET time_ms = 0", "DELETE FROM timing_marks"] {
        app.app.db().write(move |tx| tx.execute(change, [])).await.unwrap_err();
    }
}

#[tokio::test]
async fn a_time_that_contradicts_another_is_reported_to_the_sender() {
    let app = TestApp::init().await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let record = json!({ "Bib": 12, "TimingPoint": "START", "Time": 27_030.5, "Passing": { "DeviceID": "D", "PassingNo": 1,
        "Received": "2027-06-01T07:30:33-04:00", "UTCTime": "2027-06-01T07:30:30.5Z" } });
    let answer = send(&app, "Spring 10K", &key, "application/vnd.raceresult+json", None, record.to_string()).await.ok().json();
    assert_eq!((&answer["accepted"], &answer["reportedTotal"]), (&json!(1), &json!(1)));
    let words = answer["reported"][0]["reason"].as_str().unwrap();
    assert!(words.contains("The local time of the race counts: 2027-06-01T07:30:30.500-04:00."), "{words}");
}
