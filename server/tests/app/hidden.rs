//! Hidden pages: found by administrators only, until they are published.

use serde_json::{Value, json};

use crate::timing::{read, send, setup};
use crate::util::{Browser, Form, TestApp, two_directors};

/// Paths that name one race.
const OWN: [&str; 16] = [
    "/api/race/Spring%20Half",
    "/api/race-media/Spring%20Half",
    "/api/AllRacePages?name=Spring%20Half",
    "/api/live/Spring%20Half",
    "/api/getLiveTimes?race=Spring%20Half",
    "/api/liveFilters?race=Spring%20Half",
    "/api/raceWinners?race=Spring%20Half",
    "/api/raceMap?race=Spring%20Half",
    "/race/Spring%20Half",
    "/race/Spring%20Half/media",
    "/RaceDaySearch/Spring%20Half",
    "/packets/Spring%20Half",
    "/photos/Spring%20Half",
    "/og/race/Spring%20Half.png",
    "/calendar/Spring%20Half.ics",
    "/og/runner/Spring%20Half/17.png",
];

/// Paths that list races.
const LISTS: [&str; 9] = [
    "/api/getRaceDates",
    "/api/getRaceCards",
    "/api/getAllPageRaces",
    "/api/liveRaces",
    "/sitemap.xml",
    "/feed.xml",
    "/calendar.ics",
    "/races",
    "/",
];

async fn show(browser: &mut Browser, hidden: bool) -> Value {
    let hidden = if hidden { "True" } else { "False" };
    let body = json!({ "RaceName": "Spring Half", "isHidden": hidden });
    browser.put("/api/pageVisibility", &body).await.ok().json()
}

#[tokio::test]
async fn a_hidden_race_is_found_by_administrators_only() {
    let (app, mut ada, mut ben) = two_directors().await;
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.ok().json();
    let key = key["key"].as_str().unwrap();
    send(&app, "Spring Half", key, "application/json", None, json!([read("START", 17, 12)]).to_string()).await.ok();
    let (mut visitor, mut ulf) = (app.visitor(), app.with_user().await);
    for path in OWN {
        visitor.get(path).await.ok();
    }

    assert_eq!(show(&mut ada, true).await["message"], "Spring Half is hidden now.");
    for who in [&mut visitor, &mut ulf] {
        for path in OWN {
            let hidden = who.get(path).await.is(404);
            // Exactly the answer for a race that does not exist.
            let unknown = who.get(&path.replace("Spring%20Half", "Nowhere")).await.is(404);
            assert_eq!(hidden.text(), unknown.text(), "{path}");
            assert_eq!(hidden.header("cache-control"), unknown.header("cache-control"), "{path}");
        }
        for path in LISTS {
            let text = who.get(path).await.ok().text();
            assert!(!text.contains("Spring Half") && !text.contains("Spring%20Half"), "{path}: {text}");
        }
    }
    // A caller without a key of the race cannot learn that it exists.
    for key in ["", "wrong"] {
        let (hidden, unknown) = (
            send(&app, "Spring Half", key, "application/json", None, "[]").await,
            send(&app, "Nowhere", key, "application/json", None, "[]").await,
        );
        assert_eq!((hidden.status, hidden.text()), (unknown.status, unknown.text()), "key {key:?}");
    }
    // Timing still works.
    send(&app, "Spring Half", key, "application/json", None, json!([read("5K", 17, 1300)]).to_string()).await.ok();

    for path in OWN {
        let answer = ben.get(path).await.ok();
        assert!(!answer.header("cache-control").contains("public"), "{path}");
    }
    for path in [
        "/api/race/Spring%20Half",
        "/api/live/Spring%20Half",
        "/race/Spring%20Half",
        "/calendar/Spring%20Half.ics",
        "/og/race/Spring%20Half.png",
    ] {
        assert_eq!(ben.get(path).await.ok().header("cache-control"), "private, no-store", "{path}");
    }
    assert_eq!(ben.get("/api/race/Spring%20Half").await.ok().json()["race"]["isHidden"], "True");
    let listed = ben.get("/api/getAllPageRaces").await.ok().json();
    assert_eq!((&listed["races"][0]["name"], &listed["races"][0]["isHidden"]), (&json!("Spring Half"), &json!("True")));
    for path in LISTS.into_iter().filter(|path| *path != "/api/getAllPageRaces") {
        let text = ben.get(path).await.ok().text();
        assert!(!text.contains("Spring Half") && !text.contains("Spring%20Half"), "{path}: not even for administrators");
    }

    assert_eq!(show(&mut ben, false).await["message"], "Spring Half is published now.");
    for path in OWN {
        visitor.get(path).await.ok();
    }
    assert!(visitor.get("/api/race/Spring%20Half").await.ok().json()["race"].get("isHidden").is_none());
}

#[tokio::test]
async fn hiding_and_publishing_are_each_recorded_once() {
    let (app, mut ada, mut ben) = two_directors().await;
    show(&mut ada, true).await;
    show(&mut ada, true).await;
    show(&mut ben, false).await;
    for (action, actor) in [("race.hidden", "ada"), ("race.published", "ben")] {
        let found = app
            .app
            .db()
            .read(move |tx| {
                let sql = "SELECT actor_name, object_name, old, new FROM audit WHERE action = $1";
                tx.query_all(sql, [action], |row| {
                    Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<String>(3)?))
                })
            })
            .await
            .unwrap();
        assert_eq!(found.len(), 1, "{action}");
        assert_eq!((found[0].0.as_str(), found[0].1.as_str()), (actor, "Spring Half"));
        assert_ne!(found[0].2, found[0].3);
    }
    let mut visitor = app.visitor();
    visitor.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })).await.is(401);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Nowhere", "isHidden": "True" })).await.is(404);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "Perhaps" })).await.is(400);
}

#[tokio::test]
async fn a_page_created_hidden_stays_hidden_after_edits_and_a_restore() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half").text("isHidden", "True")).await.is(201);
    let mut visitor = app.visitor();
    visitor.get("/api/race/Spring%20Half").await.is(404);
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Refund": "None." })).await.ok();
    visitor.get("/api/race/Spring%20Half").await.is(404);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    ada.post("/api/restoreRace", &json!({ "id": id })).await.ok();
    visitor.get("/api/race/Spring%20Half").await.is(404);
    ada.get("/api/race/Spring%20Half").await.ok();
    show(&mut ada, false).await;
    visitor.get("/api/race/Spring%20Half").await.ok();
    let taken = ada.create_page(Form::race("SPRING half").text("isHidden", "True")).await.is(409);
    assert_eq!(taken.code(), "DUPLICATE_NAME");
}

#[tokio::test]
async fn a_copy_is_hidden_and_has_contests_and_mats_but_no_link_guns_or_entrants() {
    let (app, mut ada, _) = two_directors().await;
    let link = json!({ "RaceName": "Spring Half", "Link": "https://register.example/spring" });
    ada.put("/api/updateHeaderText", &link).await.ok();
    ada.put_form("/api/updateRaceCard/Spring%20Half", Form::default().text("Info", "/race/Spring%20Half")).await.ok();
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    let list = json!([{ "bib": "17", "firstname": "Ann", "lastname": "Ng", "gender": "f", "age": 30, "contest": "10K" }]);
    ada.put("/api/timing/Spring%20Half/entrants", &list).await.ok();
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.ok().json();
    let reads = json!([read("START", 17, 12)]).to_string();
    send(&app, "Spring Half", key["key"].as_str().unwrap(), "application/json", None, reads).await.ok();

    ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half", "NewName": "Spring Half 2028" })).await.is(201);
    let mut visitor = app.visitor();
    visitor.get("/race/Spring%20Half%202028").await.is(404);
    let copy = ada.get("/api/race/Spring%20Half%202028").await.ok().json()["race"].clone();
    assert_eq!(
        (&copy["isHidden"], &copy["Link"], &copy["Info"], &copy["Date"]),
        (&json!("True"), &json!(""), &json!(""), &json!(""))
    );

    let desk = ada.get("/api/timing/Spring%20Half%202028").await.ok().json();
    let contest = &desk["setup"]["contests"][0];
    assert_eq!((&contest["name"], &contest["gun"]), (&json!("10K"), &Value::Null));
    assert_eq!(contest["finish"]["mats"], json!(["FINISH"]));
    assert_eq!((&desk["entrants"], &desk["counts"]["reads"], &desk["keys"]), (&json!(0), &json!(0), &json!([])));
    assert_eq!(
        app.count("SELECT count(*) FROM audit WHERE action = 'timing.setup.set' AND object_name = 'Spring Half 2028'").await,
        1
    );
    // The original race is unchanged.
    let first = ada.get("/api/timing/Spring%20Half").await.ok().json();
    assert!(first["setup"]["contests"][0]["gun"].is_string());
    assert_eq!(first["counts"]["reads"], 1);

    // The copy of a race that is not timed has no timing.
    ada.create_page(Form::race("Plain")).await.is(201);
    ada.post("/api/duplicatePage", &json!({ "RaceName": "Plain", "NewName": "Plain 2" })).await.is(201);
    assert_eq!(ada.get("/api/timing/Plain%202").await.ok().json()["setup"], Value::Null);
}
