//! Race morning: the search for a bib, and the packet desk with the link of a day.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::timing::{add_race, read, send, timed_race};
use crate::util::{Browser, NOW, Response, TestApp};

const RACE: &str = "Spring 10K";
const PACKETS: &str = "/api/packets/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";
const LIST: &str =
    "bib,firstname,lastname,gender,age,distance,chip\n1,Ana,Ruiz,f,30,10K,\n2,Bo,Ruiz,m,31,10K,CHIP2\n12,Cy,Oh,m,32,10K,\n";
const HOUR: i64 = 3_600_000;

/// A race with three entrants, and its administrator.
async fn race(app: &TestApp) -> Browser {
    let (mut ada, _) = timed_race(app, RACE).await;
    ada.put_list(TIMING, LIST).await;
    ada
}

async fn link(ada: &mut Browser, label: &str) -> Value {
    ada.post(&format!("{PACKETS}/links"), &json!({ "label": label })).await.is(201).json()
}

/// The token of a new link of a race.
pub async fn link_token(ada: &mut Browser, race: &str) -> String {
    let path = format!("/api/packets/{}/links", race.replace(' ', "%20"));
    ada.post(&path, &json!({ "label": "Volunteers" })).await.is(201).json()["token"].as_str().unwrap().to_owned()
}

fn token(link: &Value) -> &str {
    link["token"].as_str().unwrap()
}

/// A phone of a volunteer: it has a link and nothing else.
async fn phone(app: &TestApp, token: &str, method: &str, path: &str, body: Option<Value>) -> Response {
    let mut request = Request::builder().method(method).uri(path).header("authorization", format!("Bearer {token}"));
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
    app.visitor().send(request.body(body).unwrap()).await
}

/// An action of a phone; `id` is made long enough.
pub fn action(id: &str, bib: &str, kind: &str, value: &str) -> Value {
    json!({ "id": format!("{id:0>16}"), "bib": bib, "kind": kind, "value": value, "at": NOW, "device": "Table A" })
}

/// Sends actions.
pub async fn act(app: &TestApp, race: &str, token: &str, actions: &[Value]) -> Response {
    let path = format!("/api/packets/{}/actions", race.replace(' ', "%20"));
    phone(app, token, "POST", &path, Some(json!({ "actions": actions }))).await
}

/// Sends actions, and returns the code of each refusal; empty for what was accepted.
async fn codes(app: &TestApp, token: &str, actions: &[Value]) -> Vec<String> {
    let answer = act(app, RACE, token, actions).await.ok().json();
    let outcomes = answer["outcomes"].as_array().unwrap();
    outcomes.iter().map(|one| one["refusal"]["code"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn list(app: &TestApp, token: &str, query: &str) -> Value {
    phone(app, token, "GET", &format!("{PACKETS}/list{query}"), None).await.ok().json()
}

#[tokio::test]
async fn two_desks_hand_out_a_packet_once() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let (left, right) = (link(&mut ada, "Left").await, link(&mut ada, "Right").await);
    let (one, other) = ([action("one", "1", "out", "")], [action("other", "1", "out", "")]);
    let (first, second) = tokio::join!(codes(&app, token(&left), &one), codes(&app, token(&right), &other));
    let mut both = [first, second].concat();
    both.sort();
    assert_eq!(both, ["", "handed_out"], "one of them has handed it out, the other is told so");
    assert_eq!(list(&app, token(&left), "").await["entries"].as_array().unwrap().len(), 1);
    let late = act(&app, RACE, token(&left), &[action("late", "1", "out", "")]).await.ok().json();
    let told = late["outcomes"][0]["refusal"]["message"].as_str().unwrap();
    assert!(told.contains("8:00 AM, Table A (") && told.starts_with("Bib 1 was handed out before"), "{told}");
    let counts = ada.get(PACKETS).await.ok().json()["counts"].clone();
    let three = |out: u32| json!([{ "distance": "", "out": out, "total": 3 }, { "distance": "10K", "out": out, "total": 3 }]);
    assert_eq!(counts, three(1));
    // Only the hand-out that counts can be taken back, and then another one counts.
    let entry = list(&app, token(&left), "").await["entries"][0].clone();
    let mut back = action("back", "1", "back", "");
    back["of"] = json!(format!("{:0>16}", "another"));
    assert_eq!(codes(&app, token(&right), &[back.clone()]).await, ["other_out"]);
    back["id"] = json!(format!("{:0>16}", "back2"));
    back["of"] = entry["id"].clone();
    assert_eq!(codes(&app, token(&right), &[back]).await, [""]);
    assert_eq!(ada.get(PACKETS).await.ok().json()["counts"], three(0));
    assert_eq!(codes(&app, token(&right), &[action("again", "1", "out", "")]).await, [""]);
    assert_eq!(ada.get(PACKETS).await.ok().json()["counts"], three(1));
}

#[tokio::test]
async fn an_action_that_is_sent_again_gets_the_same_answer() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let link = link(&mut ada, "Left").await;
    let queue = [action("a", "1", "out", ""), action("b", "1", "out", ""), action("c", "2", "note", "comes later")];
    let first = act(&app, RACE, token(&link), &queue).await.ok().json();
    // The answer was lost, and another phone has done something meanwhile.
    let mut back = action("d", "1", "back", "");
    back["of"] = queue[0]["id"].clone();
    codes(&app, token(&link), &[back]).await;
    assert_eq!(act(&app, RACE, token(&link), &queue).await.ok().json(), first);
    assert_eq!(app.count("SELECT count(*) FROM packet_actions").await, 4);
    // Another action with a used id changes nothing.
    assert_eq!(codes(&app, token(&link), &[action("a", "2", "out", "")]).await, ["id_used"]);
    // What is wrong by itself, or for nobody's packet, is not stored.
    let wrong = [action("e", "77", "out", ""), action("f", "2", "chip", ""), action("g", "2", "out", "a value")];
    assert_eq!(codes(&app, token(&link), &wrong).await, ["no_packet", "chip_needed", "bad_action"]);
    assert_eq!(app.count("SELECT count(*) FROM packet_actions").await, 4);
    act(&app, RACE, token(&link), &[]).await.is(400);
    let many: Vec<Value> = (0..101).map(|at| action(&at.to_string(), "1", "note", "x")).collect();
    act(&app, RACE, token(&link), &many).await.is(400);
    let altered = app.app.db().write(|tx| tx.execute("UPDATE packet_actions SET bib = '2'", [])).await;
    assert!(altered.unwrap_err().to_string().contains("append-only"));
    let removed = app.app.db().write(|tx| tx.execute("DELETE FROM packet_actions", [])).await;
    assert!(removed.unwrap_err().to_string().contains("append-only"));
}

#[tokio::test]
async fn a_device_is_sent_what_it_does_not_have() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    ada.put(&format!("{PACKETS}/places"), &json!({ "text": "1-9: Table A; Pen 1" })).await.ok();
    let link = link(&mut ada, "Left").await;
    codes(&app, token(&link), &[action("a", "1", "out", ""), action("b", "2", "shirt", "L")]).await;
    let all = list(&app, token(&link), "").await;
    assert_eq!(all["people"][0], json!({ "bib": "1", "name": "Ana Ruiz", "distance": "10K", "wave": "", "chip": "" }));
    assert_eq!(all["people"].as_array().unwrap().len(), 3);
    assert_eq!(all["places"], json!([{ "from": 1, "to": 9, "packet": "Table A", "pen": "Pen 1" }]));
    assert!(!all.to_string().contains("dob"), "no date of birth");
    let revision = all["revision"].as_str().unwrap().replace(' ', "%20");
    let news = list(&app, token(&link), &format!("?since=1&revision={revision}")).await;
    assert_eq!((news["people"].clone(), news["entries"].as_array().unwrap().len()), (Value::Null, 1));
    assert_eq!(news["entries"][0]["value"], "L");
    // A device that has another race under this name is sent everything, and both lists say by their id which race it is.
    let other = list(&app, token(&link), "?since=2&revision=other-7").await;
    assert_eq!((other["people"].as_array().unwrap().len(), other["entries"].as_array().unwrap().len()), (3, 2));
    assert_eq!((&other["raceID"], &news["raceID"]), (&all["raceID"], &all["raceID"]));
    assert!(!all["raceID"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn another_chip_is_known_to_the_timing() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    ada.put_list(TIMING, LIST).await;
    let link = link(&mut ada, "Left").await;
    assert_eq!(codes(&app, token(&link), &[action("a", "1", "chip", "NEWCHIP")]).await, [""]);
    // A chip of somebody else is refused, and nothing changes.
    assert_eq!(codes(&app, token(&link), &[action("b", "12", "chip", "CHIP2")]).await.len(), 1);
    let people = list(&app, token(&link), "").await["people"].clone();
    assert_eq!((&people[0]["chip"], &people[2]["chip"]), (&json!("NEWCHIP"), &json!("")));
    let mut passing = read("FINISH", 1, 2_000);
    passing["chip"] = json!("NEWCHIP");
    passing.as_object_mut().unwrap().remove("bib");
    send(&app, RACE, &key, "application/json", None, json!([passing]).to_string()).await.ok();
    app.clock.advance(2_000);
    let live = app.visitor().get("/api/live/Spring%2010K").await.ok().json();
    let row = live["runners"].as_array().unwrap().iter().find(|row| row[0] == "1").unwrap().clone();
    assert!(row[9].is_i64(), "the read of the new chip is a finish: {row}");
    let changes = ada.get(&format!("{TIMING}/entrantChanges")).await.ok().json();
    assert_eq!(changes["changes"][0]["by"], "Left", "the change can be undone, and says who made it");
}

#[tokio::test]
async fn a_link_opens_one_race_until_it_ends() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    add_race(&app, "Other Race").await;
    let link = link(&mut ada, "Left").await;
    assert_eq!(link["until"], "June 1, 2027, 11:59 PM");
    assert_eq!(app.count("SELECT count(*) FROM packet_links WHERE length(token_hash) = 64").await, 1, "stored as a hash");
    let own = format!("{PACKETS}/list");
    let refused = |answer: Response| answer.is(401).code();
    assert_eq!(refused(app.visitor().get(&own).await), "LINK_NEEDED");
    assert_eq!(refused(phone(&app, "guessed", "GET", &own, None).await), "LINK_WRONG");
    assert_eq!(refused(phone(&app, token(&link), "GET", "/api/packets/Other%20Race/list", None).await), "LINK_WRONG");
    assert_eq!(refused(act(&app, "Other Race", token(&link), &[action("a", "1", "out", "")]).await), "LINK_WRONG");
    // Nothing else is opened by it: not the desk, not the entrants, not another link.
    for path in [PACKETS, TIMING, "/api/timing/Spring%2010K/entrants", "/api/audit", "/api/photos/Spring%2010K"] {
        let answer = phone(&app, token(&link), "GET", path, None).await;
        assert!([401, 403, 404].contains(&answer.status.as_u16()), "{path}: {}", answer.status);
    }
    let made = phone(&app, token(&link), "POST", &format!("{PACKETS}/links"), Some(json!({ "label": "x" }))).await;
    made.is(401);
    // A timing key is no link.
    let key = ada.post(&format!("{TIMING}/keys"), &json!({ "label": "box" })).await.is(201).json();
    assert_eq!(refused(phone(&app, key["key"].as_str().unwrap(), "GET", &own, None).await), "LINK_WRONG");
    app.clock.advance(16 * HOUR);
    let over = phone(&app, token(&link), "GET", &own, None).await.is(401);
    assert_eq!(over.code(), "LINK_EXPIRED");
    assert!(over.json()["message"].as_str().unwrap().contains("June 1, 2027, 11:59 PM"));
}

#[tokio::test]
async fn links_are_made_listed_and_revoked_by_administrators() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let made = link(&mut ada, "Left").await;
    let overview = ada.get(PACKETS).await.ok().json();
    assert_eq!(overview["links"][0]["label"], "Left");
    assert!(!overview.to_string().contains(token(&made)), "the token is shown once");
    let path = format!("{PACKETS}/links/{}", made["id"].as_str().unwrap());
    let mut ulf = app.with_user().await;
    ulf.get(PACKETS).await.is(403);
    ulf.delete(&path, &json!({})).await.is(403);
    app.visitor().get(PACKETS).await.is(401);
    ada.delete(&path, &json!({})).await.is(204);
    ada.delete(&path, &json!({})).await.is(404);
    assert_eq!(phone(&app, token(&made), "GET", &format!("{PACKETS}/list"), None).await.is(401).code(), "LINK_REVOKED");
    assert_eq!(ada.get(PACKETS).await.ok().json()["links"], json!([]));
    for (form, field) in [
        (json!({ "label": " " }), "label"),
        (json!({ "label": "x", "day": "May 31, 2027" }), "day"),
        (json!({ "label": "x", "day": "July 31, 2027" }), "day"),
        (json!({ "label": "x", "time": "noon" }), "time"),
    ] {
        let refused = ada.post(&format!("{PACKETS}/links"), &form).await.is(400).json();
        assert_eq!(refused["fields"][0]["field"], field, "{form}");
    }
    for at in 0..50 {
        link(&mut ada, &format!("Phone {at}")).await;
    }
    ada.post(&format!("{PACKETS}/links"), &json!({ "label": "x" })).await.is(409);
    ada.put(&format!("{PACKETS}/places"), &json!({ "text": "1-5: A\n3: B" })).await.is(400);
}

#[tokio::test]
async fn the_search_of_the_day_finds_by_bib_and_name() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    ada.put(&format!("{PACKETS}/places"), &json!({ "text": "1-9: Table A; Pen 1\n10-20: Table B" })).await.ok();
    let mut visitor = app.visitor();
    let base = "/api/raceDaySearch/Spring%2010K";
    let found = visitor.get(&format!("{base}?q=1")).await.ok().json();
    let bibs: Vec<&str> = found.as_array().unwrap().iter().map(|one| one["bib"].as_str().unwrap()).collect();
    assert_eq!(bibs, ["1", "12"], "the whole bib first");
    assert_eq!(
        found[0],
        json!({ "bib": "1", "name": "Ana Ruiz", "distance": "10K", "wave": "", "startsAt": NOW - 1_800_000, "pen": "Pen 1",
            "packet": "Table A", "status": found[0]["status"] })
    );
    assert!(found[1].get("pen").is_none() && found[1]["packet"] == "Table B");
    assert_eq!(visitor.get(&format!("{base}?q=ruiz")).await.ok().json().as_array().unwrap().len(), 2);
    assert_eq!(visitor.get(&format!("{base}?q=RUIZ%20bo")).await.ok().json()[0]["bib"], "2");
    assert_eq!(visitor.get(base).await.ok().json(), json!([]), "nobody without a search");
    assert_eq!(visitor.get(&format!("{base}?q=%25")).await.ok().json(), json!([]));
    visitor.get(&format!("{base}?q={}", "x".repeat(101))).await.is(400);
    visitor.get("/api/raceDaySearch/No%20such%20race?q=1").await.is(404);
    let day = visitor.get(&format!("{base}/day")).await.ok().json();
    assert_eq!((&day["race"]["Race"], day["places"].as_array().unwrap().len()), (&json!(RACE), 2));
    // A hidden race is found by administrators only.
    app.app.db().write(|tx| tx.execute("UPDATE races SET hidden = 1", [])).await.unwrap();
    visitor.get(&format!("{base}?q=1")).await.is(404);
    visitor.get(&format!("{base}/day")).await.is(404);
    let own = ada.get(&format!("{base}?q=1")).await.ok();
    assert!(own.header("cache-control").contains("private"));
}

#[tokio::test]
async fn the_packet_desk_has_the_name_of_a_private_runner_and_the_search_has_not() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let link = link(&mut ada, "Left").await;
    let old = json!({ "bib": "1", "firstname": "Ana", "lastname": "Ruiz", "gender": "f", "age": "30", "contest": "10K" });
    let person =
        json!({ "bib": "1", "firstname": "Ana", "lastname": "Ruiz", "gender": "f", "dob": "1972-06-02", "contest": "10K" });
    ada.put(&format!("{TIMING}/entrants/1"), &json!({ "before": old, "after": person })).await.ok();
    let mut ulf = app.with_user().await;
    let named = "UPDATE users SET first_name = 'Ana', last_name = 'Ruiz', dob = '1972-06-02' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    ulf.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    app.clock.advance(2_000);
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let base = "/api/raceDaySearch/Spring%2010K";
    assert_eq!(app.visitor().get(&format!("{base}?q=1")).await.ok().json()[0]["name"], "Private runner");
    assert_eq!(app.visitor().get(&format!("{base}?q=ana")).await.ok().json(), json!([]), "not found by the name either");
    let list = list(&app, token(&link), "").await;
    assert_eq!(list["people"][0]["name"], "Ana Ruiz");
    assert!(!list.to_string().contains("1972"), "no date of birth");
}
