//! The history of each part of a page, and its restore.

use image::ImageFormat;
use serde_json::{Value, json};

use crate::util::{Browser, Form, picture, two_directors};

async fn entries(browser: &mut Browser, part: &str) -> Vec<Value> {
    let answer = browser.get(&format!("/api/sectionHistory/Spring%20Half?part={part}")).await.ok().json();
    answer["entries"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_change_is_listed_and_can_be_undone() {
    let (app, mut ada, mut ben) = two_directors().await;
    assert!(entries(&mut ada, "safety").await.is_empty());
    app.clock.advance(1000);
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Safety": "Look" })).await.ok();
    app.clock.advance(1000);
    ben.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Safety": "Listen" })).await.ok();

    let told = entries(&mut ada, "safety").await;
    assert_eq!(told.len(), 3);
    assert_eq!((&told[0]["by"], &told[0]["at"]), (&json!("ben"), &json!("2027-06-01T08:00:02.000-04:00")));
    let change = &told[0]["changes"][0];
    assert_eq!((&change["field"], &change["old"], &change["new"]), (&json!("Safety"), &json!("Look"), &json!("Listen")));
    assert_eq!((&told[1]["by"], &told[1]["changes"][0]["new"]), (&json!("ada"), &json!("Look")));
    assert_eq!((&told[2]["original"], &told[2]["changes"]), (&json!(true), &json!([])));
    assert!(told[0].get("original").is_none());
    assert!(entries(&mut ada, "training").await.is_empty(), "other parts of the same call were not changed");

    let restore = |id: &Value| json!({ "RaceName": "Spring Half", "part": "safety", "id": id });
    let back = ada.post("/api/restoreSection?images=url", &restore(&told[1]["id"])).await.ok().json();
    assert_eq!((&back["updatedRace"]["Safety"], &back["RaceName"]), (&json!("Look"), &json!("Spring Half")));
    assert_eq!(back["message"], "Safety information updated successfully!");
    let (_, versions) = ada.edited("Spring Half").await;
    assert_eq!(back["versions"], versions);
    ada.post("/api/restoreSection", &restore(&told[2]["id"])).await.ok();
    assert_eq!(ada.edited("Spring Half").await.0["Safety"], "");
    assert_eq!(entries(&mut ada, "safety").await.len(), 5, "a restore is listed too");
    let same = ada.post("/api/restoreSection", &restore(&told[2]["id"])).await.is(200);
    assert_eq!(same.code(), "NO_CHANGES");
}

#[tokio::test]
async fn old_pictures_are_stored_and_can_be_restored() {
    let (app, mut ada, _) = two_directors().await;
    let file = |name, side| Form::default().file(name, &picture(side, side, ImageFormat::Png));
    ada.put_form("/api/Spring%20Half/memory-images", file("memories", 30).text("action", "add")).await.ok();
    ada.put_form("/api/Spring%20Half/memory-images", file("memories", 31).text("action", "add")).await.ok();
    let (race, _) = ada.edited("Spring Half").await;
    let first = race["MemImages"][0].clone();
    let remove = json!({ "action": "remove", "imageId": first["imageId"] });
    ada.put("/api/Spring%20Half/memory-images", &remove).await.ok();
    assert_eq!(ada.edited("Spring Half").await.0["MemImages"].as_array().unwrap().len(), 1);
    app.visitor().get(first["url"].as_str().unwrap()).await.ok();

    let told = entries(&mut ada, "memories").await;
    assert_eq!(told[0]["changes"][0]["oldUrl"].as_array().unwrap().len(), 2);
    assert_eq!(told[0]["changes"][0]["newUrl"].as_array().unwrap().len(), 1);
    let restore = json!({ "RaceName": "Spring Half", "part": "memories", "id": told[1]["id"] });
    let back = ada.post("/api/restoreSection?images=url", &restore).await.ok().json();
    assert_eq!(back["updatedRace"]["MemImages"], race["MemImages"]);
    assert_eq!(back["message"], "Earlier memories restored: 1 picture brought back.");

    // The same for logos and prizes; a picture may be restored to the same place twice.
    ada.put_form("/api/updateRaceCard/Spring%20Half", file("raceLogo", 32)).await.ok();
    ada.put_form("/api/updateRaceCard/Spring%20Half", file("raceLogo", 33)).await.ok();
    let told = entries(&mut ada, "card").await;
    let restore = json!({ "RaceName": "Spring Half", "part": "card", "id": told[1]["id"] });
    ada.post("/api/restoreSection", &restore).await.ok();
    assert_eq!(ada.edited("Spring Half").await.0["RaceLogo"]["width"], 32);
    let restore = json!({ "RaceName": "Spring Half", "part": "card", "id": told[2]["id"] });
    ada.post("/api/restoreSection", &restore).await.ok();
    assert!(ada.edited("Spring Half").await.0["RaceLogo"].is_null());
}

#[tokio::test]
async fn a_restore_with_a_conflict_or_a_taken_name_is_refused() {
    let (_app, mut ada, mut ben) = two_directors().await;
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "EditedName": "Autumn Half" })).await.ok();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let answer = ada.get("/api/sectionHistory/Autumn%20Half?part=header").await.ok().json();
    let id = answer["entries"][1]["id"].clone();
    let mut restore = json!({ "RaceName": "Autumn Half", "part": "header", "id": id });
    assert_eq!(ada.post("/api/restoreSection", &restore).await.is(409).code(), "DUPLICATE_NAME");

    let (_, versions) = ada.edited("Autumn Half").await;
    ben.put("/api/updateHeaderText", &json!({ "RaceName": "Autumn Half", "Link": "https://other.test/" })).await.ok();
    restore["Versions"] = versions;
    assert_eq!(ada.post("/api/restoreSection", &restore).await.is(409).code(), "EDIT_CONFLICT");

    restore["id"] = json!("nonsense");
    assert_eq!(ada.post("/api/restoreSection", &restore).await.is(404).code(), "HISTORY_NOT_FOUND");
    restore["RaceName"] = json!("No Such Race");
    assert_eq!(ada.post("/api/restoreSection", &restore).await.is(404).code(), "RACE_NOT_FOUND");
    ada.get("/api/sectionHistory/Autumn%20Half?part=nonsense").await.is(400);
}

#[tokio::test]
async fn a_field_that_is_missing_in_an_old_state_is_no_change() {
    let (app, mut ada, _) = two_directors().await;
    let rules = |rules: &[&str]| json!({ "RaceName": "Spring Half", "Rules": rules });
    ada.put("/api/updateContentSections", &rules(&["One"])).await.ok();
    let old = r#"UPDATE race_history SET part_values = '{"Rules":["None"]}'"#;
    app.app.db().write(move |tx| tx.execute(old, [])).await.unwrap();
    ada.put("/api/updateContentSections", &rules(&["One", "Two"])).await.ok();
    let told = entries(&mut ada, "rules").await;
    let changed: Vec<_> = told[0]["changes"].as_array().unwrap().iter().map(|change| &change["field"]).collect();
    assert_eq!(changed, [&json!("Rules")]);
}
