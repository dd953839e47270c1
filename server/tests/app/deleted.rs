//! A deleted race is not found anywhere, and can be restored for thirty days.

use image::ImageFormat;
use serde_json::json;
use splitline_server::editor;

use crate::timing::{read, send, setup};
use crate::util::{Form, TestApp, picture, two_directors};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test]
async fn a_deleted_race_is_found_nowhere_and_its_name_is_free() {
    let (app, mut ada, _) = two_directors().await;
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.ok().json();
    let mut visitor = app.visitor();
    visitor.get("/api/live/Spring%20Half").await.ok();
    visitor.get("/race/Spring%20Half").await.ok();

    let gone = ada.delete("/api/deletePage", &json!({ "RaceName": "SPRING half" })).await.ok().json();
    assert_eq!(gone["RaceName"], "Spring Half");
    for path in [
        "/api/race/Spring%20Half",
        "/api/race-media/Spring%20Half",
        "/api/AllRacePages?name=Spring%20Half",
        "/api/live/Spring%20Half",
        "/api/getLiveTimes?race=Spring%20Half",
        "/api/liveFilters?race=Spring%20Half",
        "/api/raceMap?race=Spring%20Half",
        "/api/course?race=Spring%20Half&contest=10K",
        "/race/Spring%20Half",
        "/race/Spring%20Half/media",
        "/og/race/Spring%20Half.png",
        "/calendar/Spring%20Half.ics",
    ] {
        visitor.get(path).await.is(404);
    }
    for path in [
        "/api/getRaceDates",
        "/api/getRaceCards",
        "/api/getAllPageRaces",
        "/api/liveRaces",
        "/sitemap.xml",
        "/feed.xml",
        "/calendar.ics",
        "/races",
        "/",
    ] {
        let text = visitor.get(path).await.ok().text();
        assert!(!text.contains("Spring Half") && !text.contains("Spring%20Half"), "{path}: {text}");
    }
    ada.get("/api/timing/Spring%20Half").await.is(404);
    send(&app, "Spring Half", key["key"].as_str().unwrap(), "application/json", None, "[]").await.is(404);
    let again = ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.is(404);
    assert_eq!(again.code(), "RACE_NOT_FOUND");
    for (method, path) in [("GET", "/api/sectionHistory/Spring%20Half?part=header"), ("PUT", "/api/updateRaceMedia")] {
        let request = axum::http::Request::builder().method(method).uri(path).header("content-type", "application/json");
        let body = json!({ "RaceName": "Spring Half", "YoutubeLink": "" }).to_string();
        assert_eq!(ada.send(request.body(body.into()).unwrap()).await.is(404).code(), "RACE_NOT_FOUND");
    }
    ada.create_page(Form::race("Spring Half")).await.is(201);
}

#[tokio::test]
async fn a_race_is_restored_within_thirty_days_with_all_its_data() {
    let (app, mut ada, mut ben) = two_directors().await;
    let form = Form::default().file("medal", &picture(31, 30, ImageFormat::Png));
    ada.put_form("/api/updatePrizeImages/Spring%20Half", form).await.ok();
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    ben.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();

    app.clock.advance(30 * DAY - 1);
    assert_eq!(editor::purge(app.app.desk()).await.unwrap(), 0);
    ada.login("ada", crate::util::PASSWORD).await.ok();
    let listed = ada.get("/api/deletedRaces").await.ok().json()["races"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let race = &listed[0];
    assert_eq!(
        (&race["name"], &race["date"], &race["deletedBy"]),
        (&json!("Spring Half"), &json!("June 15, 2027"), &json!("ben"))
    );
    assert_eq!(
        (&race["deletedAt"], &race["until"]),
        (&json!("2027-06-01T08:00:00.000-04:00"), &json!("2027-07-01T08:00:00.000-04:00"))
    );

    let back = ada.post("/api/restoreRace", &json!({ "id": race["id"] })).await.ok().json();
    assert_eq!(back["RaceName"], "Spring Half");
    assert_eq!(app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json()["race"]["MedalImage"]["width"], 31);
    assert_eq!(ada.get("/api/timing/Spring%20Half").await.ok().json()["setup"]["contests"][0]["name"], "10K");
    app.visitor().get("/api/live/Spring%20Half").await.ok();
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=prizes").await.ok().json();
    assert_eq!(history["entries"].as_array().unwrap().len(), 2);
    assert_eq!(ada.get("/api/deletedRaces").await.ok().json()["races"], json!([]));
    let twice = ada.post("/api/restoreRace", &json!({ "id": race["id"] })).await.is(404);
    assert_eq!(twice.code(), "RACE_NOT_FOUND");
}

#[tokio::test]
async fn a_restore_is_refused_when_the_name_is_taken_and_accepts_another_name() {
    let (_app, mut ada, _) = two_directors().await;
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    ada.create_page(Form::race("spring half")).await.is(201);
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    let refused = ada.post("/api/restoreRace", &json!({ "id": id })).await.is(409);
    assert_eq!(refused.code(), "DUPLICATE_NAME");
    ada.post("/api/restoreRace", &json!({ "id": id, "name": " " })).await.is(400);
    let back = ada.post("/api/restoreRace", &json!({ "id": id, "name": " Old  Spring Half " })).await.ok().json();
    assert_eq!(back["RaceName"], "Old Spring Half");
    ada.get("/api/race/Old%20Spring%20Half").await.ok();
    let header = ada.get("/api/sectionHistory/Old%20Spring%20Half?part=header").await.ok().json();
    assert_eq!(header["entries"][0]["changes"][0]["new"], "Old Spring Half");
}

#[tokio::test]
async fn after_thirty_days_everything_but_the_reads_is_deleted() {
    let (app, mut ada, _) = two_directors().await;
    let shared = picture(50, 50, ImageFormat::Png);
    let own = picture(51, 51, ImageFormat::Png);
    ada.create_page(Form::race("Other").file("shirt", &shared)).await.is(201);
    let both = Form::default().file("shirt", &shared).file("medal", &own);
    ada.put_form("/api/updatePrizeImages/Spring%20Half", both).await.ok();
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.ok().json();
    let reads = json!([read("START", 7, 0)]).to_string();
    send(&app, "Spring Half", key["key"].as_str().unwrap(), "application/json", None, reads).await.ok();
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();

    app.clock.advance(30 * DAY);
    ada.login("ada", crate::util::PASSWORD).await.ok();
    assert_eq!(ada.get("/api/deletedRaces").await.ok().json()["races"], json!([]));
    ada.post("/api/restoreRace", &json!({ "id": id })).await.is(404);
    assert_eq!(editor::purge(app.app.desk()).await.unwrap(), 1);
    assert_eq!(app.count("SELECT count(*) FROM races").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM images").await, 1, "the picture of another race stays");
    assert_eq!(app.count("SELECT count(*) FROM race_history").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.purged' AND actor = 'system'").await, 1);
    assert_eq!(editor::purge(app.app.desk()).await.unwrap(), 0);
}

#[tokio::test]
async fn only_administrators_can_list_and_restore_deleted_races() {
    let app = TestApp::init().await;
    let (mut visitor, mut ulf) = (app.visitor(), app.with_user().await);
    for (who, status) in [(&mut visitor, 401), (&mut ulf, 403)] {
        who.get("/api/deletedRaces").await.is(status);
        who.post("/api/restoreRace", &json!({ "id": "x" })).await.is(status);
    }
}
