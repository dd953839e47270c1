//! The calls that visitors read races with.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use serde_json::json;

use crate::util::{Form, TestApp, picture};

#[tokio::test]
async fn the_lists_contain_every_race() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (name, date) in [("Past", "May 1, 2027"), ("Later", "July 1, 2027"), ("Soon", "June 2, 2027"), ("Undated", "")] {
        ada.create_page(Form::default().text("Race", name).text("Date", date)).await.is(201);
    }
    let mut visitor = app.visitor();
    let list = visitor.get("/api/getAllPageRaces").await.ok().json();
    let names: Vec<&str> = list["races"].as_array().unwrap().iter().map(|race| race["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Soon", "Later", "Past", "Undated"]);
    let cards = visitor.get("/api/getRaceCards?images=url").await.ok().json();
    assert_eq!(cards[0]["Race"], "Soon");
    let dates = visitor.get("/api/getRaceDates").await.ok().json();
    assert_eq!(dates.as_array().unwrap().len(), 4);
    assert_eq!(dates[0]["DistanceStartTimes"][0]["startTime"], "8:30 AM");
}

#[tokio::test]
async fn a_missing_race_is_answered_with_the_cores_message() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let race = visitor.get("/api/race/Nothing").await.is(404).json();
    assert_eq!(race["message"], "Race not found. The race you're looking for doesn't exist or may have been removed.");
    let media = visitor.get("/api/race-media/Nothing").await.is(404).json();
    assert!(media["message"].as_str().unwrap().starts_with("Race media not found"));
    visitor.get("/api/AllRacePages?name=Nothing").await.is(404);
    visitor.get("/api/AllRacePages").await.is(400);
}

#[tokio::test]
async fn a_name_in_a_path_is_never_a_file_or_a_header() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for name in ["..%2f..%2fetc%2fpasswd", "%0d%0aX: y".replace(' ', "%20").as_str(), "%e2%80%ae"] {
        visitor.get(&format!("/api/race/{name}")).await.is(404);
    }
    visitor.get("/api/race/%ff").await.is(400);
    // No race has such a name: PostgreSQL cannot even be asked for it, and the request is refused for both engines.
    visitor.get("/api/race/a%00b").await.is(400);
}

#[tokio::test]
async fn frames_are_built_from_the_pasted_address() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form = Form::race("Spring Half").text("YoutubeLink", "https://youtu.be/dQw4w9WgXcQ");
    ada.create_page(form).await.is(201);
    let race = app.visitor().get("/api/race-media/Spring%20Half").await.ok().json()["race"].clone();
    let url = race["Frames"]["Youtube"]["url"].as_str().unwrap();
    assert!(url.starts_with("https://www.youtube") && url.contains("/embed/dQw4w9WgXcQ"), "{url}");
}

#[tokio::test]
async fn a_picture_is_sent_by_its_hash_in_the_requested_size() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half").file("raceLogo", &picture(1200, 800, ImageFormat::Jpeg))).await.is(201);
    let mut visitor = app.visitor();
    let card = visitor.get("/api/getRaceCards?images=url").await.ok().json()[0].clone();
    let url = card["RaceLogo"]["url"].as_str().unwrap().to_owned();
    assert!(url.ends_with("/1200"), "{url}");
    let base = url.strip_suffix("1200").unwrap();
    for (asked, width) in [(1, 480), (480, 480), (481, 960), (961, 1200), (4000, 1200)] {
        let answer = visitor.get(&format!("{base}{asked}")).await.ok();
        assert_eq!(image::load_from_memory(&answer.bytes).unwrap().width(), width);
        assert_eq!(answer.header("content-type"), "image/webp");
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("content-security-policy"), "default-src 'none'; sandbox");
    }
    visitor.get("/images/nothing/480").await.is(404);
    visitor.get(&format!("{base}wide")).await.is(400);
    let whole = visitor.get("/api/race/Spring%20Half").await.ok().json();
    assert!(whole["race"]["RaceLogo"]["data"].is_string());
    assert_eq!(whole["race"]["RaceLogo"]["url"], json!(null));
}

#[tokio::test]
async fn the_cards_of_a_list_have_small_pictures() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half").file("raceLogo", &picture(1200, 800, ImageFormat::Jpeg))).await.is(201);
    ada.create_page(Form::race("Autumn Half").file("raceLogo", &picture(300, 200, ImageFormat::Png))).await.is(201);
    let mut visitor = app.visitor();
    let cards = visitor.get("/api/getRaceCards").await.ok().json();
    let width = |name: &str, list: &serde_json::Value| {
        let card = list.as_array().unwrap().iter().find(|card| card["Race"] == name).unwrap()["RaceLogo"].clone();
        assert_eq!(card["contentType"], "image/webp");
        image::load_from_memory(&STANDARD.decode(card["data"].as_str().unwrap()).unwrap()).unwrap().width()
    };
    assert_eq!((width("Spring Half", &cards), width("Autumn Half", &cards)), (480, 300));
    // The race itself has the full size.
    let race = visitor.get("/api/race/Spring%20Half").await.ok().json()["race"].clone();
    assert_eq!(width("Spring Half", &json!([race])), 1200);
}
