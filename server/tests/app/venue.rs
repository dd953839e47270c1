//! The boards of the venue: the announcer's page with the link of a day, and the live results that other sites may frame.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use splitline_server::db::params;

use crate::timing::{add_race, timed_race};
use crate::util::{Browser, Response, TestApp};

const RACE: &str = "Spring 10K";
const ANNOUNCER: &str = "/api/announcer/Spring%2010K";
const PACKETS: &str = "/api/packets/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";
const LIST: &str = "bib,firstname,lastname,gender,dob,distance,City of residence\n\
    1,Ana,Ruiz,f,1972-06-02,10K,Lake City\n2,Bo,Day,m,1990-01-31,10K,\n3,Cy,Oh,m,,10K,Shore\n4,Di,Fox,f,,10K,\n";
const HOUR: i64 = 3_600_000;

/// A race with four entrants, and its administrator.
async fn race(app: &TestApp) -> Browser {
    let (mut ada, _) = timed_race(app, RACE).await;
    ada.put_list(TIMING, LIST).await;
    ada
}

async fn link(ada: &mut Browser, purpose: &str) -> Value {
    ada.post(&format!("{PACKETS}/links"), &json!({ "label": "Booth", "purpose": purpose })).await.is(201).json()
}

/// A phone with a link and nothing else.
async fn phone(app: &TestApp, link: &Value, path: &str) -> Response {
    let token = link["token"].as_str().unwrap();
    let request = Request::get(path).header("authorization", format!("Bearer {token}"));
    app.visitor().send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_announcer_gets_age_and_town_with_the_link_of_the_day() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let link = link(&mut ada, "announcer").await;
    let list = phone(&app, &link, ANNOUNCER).await.ok().json();
    let people = json!([
        { "bib": "1", "age": 54, "town": "Lake City" }, { "bib": "2", "age": 37 }, { "bib": "3", "town": "Shore" }
    ]);
    assert_eq!(list["people"], people, "nothing of whom nothing is known");
    assert_eq!((&list["race"], &list["link"]), (&json!(RACE), &json!("Booth")));
    assert_eq!(list["until"], "June 1, 2027, 11:59 PM");
    assert_eq!(list["raceID"], app.race_id(RACE).await);
    // Whoever has this version is told nothing again, until somebody changes.
    let again = format!("{ANNOUNCER}?revision={}", list["revision"].as_str().unwrap());
    assert_eq!(phone(&app, &link, &again).await.ok().json()["people"], Value::Null);
    let before = json!({ "bib": "4", "firstname": "Di", "lastname": "Fox", "gender": "f", "contest": "10K" });
    let mut after = before.clone();
    after["town"] = json!("Harbor");
    ada.put(&format!("{TIMING}/entrants/4"), &json!({ "before": before, "after": after })).await.ok();
    let news = phone(&app, &link, &again).await.ok().json();
    assert_eq!(news["people"][3], json!({ "bib": "4", "town": "Harbor" }));
    // The list that is exported has it; what everybody gets has neither town nor date of birth.
    assert!(ada.get(&format!("{TIMING}/entrants.csv")).await.ok().text().contains("Harbor"));
    for path in ["/api/live/Spring%2010K", "/api/getLiveTimes?race=Spring%2010K", "/api/raceDaySearch/Spring%2010K?q=1"] {
        let public = app.visitor().get(path).await.ok();
        assert!(!public.text().contains("Lake City") && !public.text().contains("1972"), "{path}");
    }
}

#[tokio::test]
async fn only_the_desk_and_the_announcers_link_open_the_page() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    add_race(&app, "Other Race").await;
    let (own, packets) = (link(&mut ada, "announcer").await, link(&mut ada, "packets").await);
    let refused = |answer: Response| answer.is(401).code();
    assert_eq!(refused(app.visitor().get(ANNOUNCER).await), "LINK_NEEDED");
    assert_eq!(refused(phone(&app, &json!({ "token": "guessed" }), ANNOUNCER).await), "LINK_WRONG");
    assert_eq!(refused(phone(&app, &own, "/api/announcer/Other%20Race").await), "LINK_WRONG");
    // A link opens its own page only.
    assert_eq!(refused(phone(&app, &packets, ANNOUNCER).await), "LINK_OTHER_PAGE");
    assert_eq!(refused(phone(&app, &own, &format!("{PACKETS}/list")).await), "LINK_OTHER_PAGE");
    let mut ulf = app.with_user().await;
    ulf.get(ANNOUNCER).await.is(403);
    assert_eq!(app.with_timer().await.get(ANNOUNCER).await.ok().json()["link"], "");
    let links = ada.get(PACKETS).await.ok().json()["links"].clone();
    let mut purposes: Vec<&str> = links.as_array().unwrap().iter().map(|one| one["purpose"].as_str().unwrap()).collect();
    purposes.sort_unstable();
    assert_eq!(purposes, ["announcer", "packets"]);
    ada.post(&format!("{PACKETS}/links"), &json!({ "label": "x", "purpose": "desk" })).await.is(400);
    // Revoked while it is in use.
    ada.delete(&format!("{PACKETS}/links/{}", own["id"].as_str().unwrap()), &json!({})).await.is(204);
    assert_eq!(refused(phone(&app, &own, ANNOUNCER).await), "LINK_REVOKED");
    let other = link(&mut ada, "announcer").await;
    app.clock.advance(16 * HOUR);
    assert_eq!(refused(phone(&app, &other, ANNOUNCER).await), "LINK_EXPIRED");
}

#[tokio::test]
async fn the_announcer_gets_nothing_of_a_private_runner() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let link = link(&mut ada, "announcer").await;
    let first = phone(&app, &link, ANNOUNCER).await.ok().json();
    let mut ulf = app.with_user().await;
    let named = "UPDATE users SET first_name = 'Ana', last_name = 'Ruiz', dob = '1972-06-02' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    let bibs = |list: &Value| -> Vec<String> {
        let people = list["people"].as_array().unwrap();
        people.iter().map(|person| format!("{} {} {}", person["bib"], person["age"], person["town"])).collect()
    };
    // What the account hides: the name, all but its initials, the age.
    for (choice, ana) in [
        ([true, false, false], None),
        ([false, true, false], Some(r#""1" 54 null"#)),
        ([false, false, true], Some(r#""1" null "Lake City""#)),
        ([false, false, false], Some(r#""1" 54 "Lake City""#)),
    ] {
        let [private, initials, age] = choice;
        let sql = "UPDATE users SET initials_only = $1, hide_age = $2, is_private = $3 WHERE username = 'ulf'";
        app.app.db().write(move |tx| tx.execute(sql, params![initials, age, !private])).await.unwrap();
        ulf.put("/api/updatePrivacy", &json!({ "isPrivate": private })).await.ok();
        app.clock.advance(2_000);
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        let list = phone(&app, &link, ANNOUNCER).await.ok().json();
        let found = bibs(&list).into_iter().find(|person| person.starts_with("\"1\""));
        assert_eq!(found.as_deref(), ana, "{choice:?}");
        assert_eq!(list["revision"] == first["revision"], ana == Some(r#""1" 54 "Lake City""#), "{choice:?}");
    }
}

#[tokio::test]
async fn a_link_follows_its_race_to_another_name() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let link = link(&mut ada, "announcer").await;
    let (_, versions) = ada.edited(RACE).await;
    let renamed = json!({ "RaceName": RACE, "EditedName": "Shore 10K", "Versions": { "header": versions["header"] } });
    ada.put("/api/updateHeaderText", &renamed).await.ok();
    assert_eq!(phone(&app, &link, ANNOUNCER).await.ok().json()["race"], "Shore 10K");
    assert_eq!(phone(&app, &link, "/api/announcer/Shore%2010K").await.ok().json()["race"], "Shore 10K");
}

async fn allow(ada: &mut Browser, sites: Value) -> Response {
    ada.put("/api/updateRaceMedia", &json!({ "RaceName": RACE, "LiveSites": sites })).await
}

#[tokio::test]
async fn other_sites_frame_the_live_results_only_where_the_race_allows_it() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let (page, call) = ("/embed/live/Spring%2010K", "/api/embed/Spring%2010K");
    let closed = app.visitor().get(page).await.is(404);
    assert!(closed.header("content-security-policy").contains("frame-ancestors 'none'"));
    assert_eq!(app.visitor().get(call).await.is(404).code(), "NO_EMBED");
    for (site, code) in [
        ("http://example.com", "unsafe_site"),
        ("https://example.com/live", "site_path"),
        ("https://example.com; script-src *", "unreadable_site"),
        ("*", "unreadable_site"),
    ] {
        let refused = allow(&mut ada, json!(["https://ok.example", site])).await.is(400).json();
        assert_eq!(
            (&refused["fields"][0]["field"], &refused["fields"][0]["code"]),
            (&json!("LiveSites.1"), &json!(code)),
            "{site}"
        );
    }
    allow(&mut ada, json!(["https://News.example/", "https://club.example:8443"])).await.ok();
    let framed = app.visitor().get(page).await.ok();
    let policy = framed.header("content-security-policy");
    assert!(policy.ends_with("frame-ancestors https://news.example https://club.example:8443"), "{policy}");
    assert!(policy.contains("form-action 'none'") && policy.contains("connect-src 'self';"), "{policy}");
    assert_eq!(framed.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(app.visitor().get(call).await.ok().json()["Race"], RACE);
    // Every other page stays as it is.
    for other in ["/liveRace?race=Spring%2010K", "/announcer/Spring%2010K", "/board/Spring%2010K/finish", "/home"] {
        let answer = app.visitor().get(other).await.ok();
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{other}");
    }
    app.visitor().get("/embed/live/No%20such%20race").await.is(404);
    app.visitor().get("/api/embed/No%20such%20race").await.is(404);
    app.visitor().get("/board/No%20such%20race/status").await.is(404);
    // A hidden race is shown to nobody who may not see it.
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    app.visitor().get(page).await.is(404);
    app.visitor().get(call).await.is(404);
    app.visitor().get("/board/Spring%2010K/finish").await.is(404);
    assert!(ada.get(call).await.ok().header("cache-control").contains("private"));
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "False" })).await.ok();
    allow(&mut ada, json!([])).await.ok();
    app.visitor().get(page).await.is(404);
}
