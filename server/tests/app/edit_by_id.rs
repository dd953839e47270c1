//! Edits by id: a race's name becomes another race's while it is being edited.

use image::ImageFormat;
use serde_json::{Value, json};

use crate::util::{Browser, Form, TestApp, picture, two_directors};

/// Ben has "Spring Half" open. Ada renames it to "Spring Half 2026", and creates next year's page as a copy with the old name.
async fn swapped() -> (TestApp, Browser, Browser, String) {
    let (app, mut ada, mut ben) = two_directors().await;
    let id = id_of(&mut ben, "Spring Half").await;
    let medal = Form::default().file("medal", &picture(30, 30, ImageFormat::Png));
    ada.put_form("/api/updatePrizeImages/Spring%20Half", medal).await.ok();
    let rename = json!({ "RaceName": "Spring Half", "EditedName": "Spring Half 2026" });
    ada.put("/api/updateHeaderText", &rename).await.ok();
    let copy = json!({ "RaceName": "Spring Half 2026", "NewName": "Spring Half" });
    ada.post("/api/duplicatePage", &copy).await.is(201);
    (app, ada, ben, id)
}

async fn id_of(browser: &mut Browser, name: &str) -> String {
    let path = format!("/api/AllRacePages?name={}", name.replace(' ', "%20"));
    browser.get(&path).await.ok().json()["id"].as_str().unwrap().to_owned()
}

/// A race's record and the versions of its parts, as its own read answers.
async fn whole(browser: &mut Browser, name: &str) -> (Value, Value) {
    browser.edited(name).await
}

#[tokio::test]
async fn every_save_changes_the_race_that_was_opened() {
    let (_app, _ada, mut ben, id) = swapped().await;
    let other = whole(&mut ben, "Spring Half").await;
    let logo = picture(31, 31, ImageFormat::Png);
    let named = |mut body: Value| {
        body["RaceName"] = json!("Spring Half");
        body
    };
    for (path, body, field) in [
        ("updateHeaderText", json!({ "Link": "https://register.test/" }), "Link"),
        ("updateAboutDirectionsText", json!({ "About": "Along the river" }), "About"),
        ("updateContentSections", json!({ "Training": "Run" }), "Training"),
        (
            "updateInteractiveFeatures",
            json!({ "DonateButtonEnabled": "True", "DonateLink": "https://give.test/" }),
            "DonateButton",
        ),
        ("updateCourse3Text", json!({ "CourseDescription": "Hills" }), "CourseDescription"),
        ("updateCourse2Text", json!({ "CourseDescription": "Flat" }), "CourseDescription"),
        ("updateRaceMedia", json!({ "YoutubeLink": "https://youtu.be/dQw4w9WgXcQ" }), "YoutubeLink"),
    ] {
        let (before, versions) = whole(&mut ben, "Spring Half 2026").await;
        let mut body = named(body);
        body["Versions"] = versions;
        let saved = ben.put(&format!("/api/{path}?images=url&id={id}"), &body).await.is(200).json();
        assert_eq!(saved["RaceName"], "Spring Half 2026", "{path} answers with the present name");
        let (after, versions) = whole(&mut ben, "Spring Half 2026").await;
        assert_ne!(before[field], after[field], "{path}");
        assert_eq!((&saved["updatedRace"][field], &saved["versions"]), (&after[field], &versions), "{path}");
    }
    let partners = || Form::default().text("RaceName", "Spring Half").text("CommunityPartnersEnabled", "True");
    for (path, form, field) in [
        ("updateRaceCard/Spring%20Half", Form::default().text("CardLocation", "Pier 7").file("raceLogo", &logo), "RaceLogo"),
        ("updatePrizeImages/Spring%20Half", Form::default().file("shirt", &logo), "ShirtImage"),
        ("Spring%20Half/memory-images", Form::default().text("action", "add").file("memories", &logo), "MemImages"),
        ("updateCommunityPartners", partners().file("communityPartnerImages", &logo), "CommunityPartners"),
    ] {
        let (before, _) = whole(&mut ben, "Spring Half 2026").await;
        let saved = ben.put_form(&format!("/api/{path}?images=url&id={id}"), form).await.is(200).json();
        assert_eq!(saved["RaceName"], "Spring Half 2026", "{path} answers with the present name");
        let (after, _) = whole(&mut ben, "Spring Half 2026").await;
        assert_ne!(before[field], after[field], "{path}");
    }
    let memory = whole(&mut ben, "Spring Half 2026").await.0["MemImages"][0]["imageId"].clone();
    let remove = json!({ "action": "remove", "imageId": memory });
    ben.put(&format!("/api/Spring%20Half/memory-images?id={id}"), &remove).await.ok();
    assert_eq!(whole(&mut ben, "Spring Half 2026").await.0["MemImages"], json!([]));

    assert_eq!(whole(&mut ben, "Spring Half").await, other, "next year's page is unchanged");
    // Without an id the name is used, as in the spec.
    ben.put("/api/updateContentSections", &named(json!({ "Training": "Rest" }))).await.ok();
    assert_eq!(whole(&mut ben, "Spring Half").await.0["Training"], "Rest");
}

#[tokio::test]
async fn history_and_restore_are_those_of_the_race_that_was_opened() {
    let (_app, _ada, mut ben, id) = swapped().await;
    let history = format!("/api/sectionHistory/Spring%20Half?part=prizes&id={id}");
    let entries = ben.get(&history).await.ok().json()["entries"].clone();
    assert_eq!(entries.as_array().unwrap().len(), 2, "the copy has no history");
    let original = json!({ "RaceName": "Spring Half", "part": "prizes", "id": entries[1]["id"] });
    let saved = ben.post(&format!("/api/restoreSection?id={id}"), &original).await.ok().json();
    assert_eq!((&saved["RaceName"], &saved["updatedRace"]["MedalImage"]), (&json!("Spring Half 2026"), &Value::Null));
    assert!(whole(&mut ben, "Spring Half").await.0["MedalImage"].is_object());
}

#[tokio::test]
async fn the_race_that_was_opened_is_hidden_copied_and_deleted() {
    let (_app, _ada, mut ben, id) = swapped().await;
    let hide = json!({ "RaceName": "Spring Half", "isHidden": "True" });
    let hidden = ben.put(&format!("/api/pageVisibility?id={id}"), &hide).await.ok().json();
    assert_eq!(hidden["RaceName"], "Spring Half 2026");
    assert!(hidden["message"].as_str().unwrap().contains("Spring Half 2026"), "{hidden}");
    assert_eq!(whole(&mut ben, "Spring Half 2026").await.0["isHidden"], "True");

    // Marks the race, so that its copy can be recognized.
    ben.put(&format!("/api/updateContentSections?id={id}"), &json!({ "RaceName": "Spring Half", "Refund": "Never" })).await.ok();
    let copy = json!({ "RaceName": "Spring Half", "NewName": "Autumn Half" });
    ben.post(&format!("/api/duplicatePage?id={id}"), &copy).await.is(201);
    assert_eq!(whole(&mut ben, "Autumn Half").await.0["Refund"], "Never");

    let deleted = ben.delete(&format!("/api/deletePage?id={id}"), &json!({ "RaceName": "Spring Half" })).await.ok().json();
    assert_eq!(deleted["RaceName"], "Spring Half 2026");
    assert_eq!(ben.get("/api/AllRacePages?name=Spring%20Half").await.ok().json()["race"]["Race"], "Spring Half");
    let listed = ben.get("/api/deletedRaces").await.ok().json();
    assert_eq!(listed["races"][0]["id"], id);
}

#[tokio::test]
async fn a_deleted_race_is_not_found_by_id_even_if_its_name_is_used_again() {
    let (app, mut ada, mut ben) = two_directors().await;
    let id = id_of(&mut ben, "Spring Half").await;
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let other = whole(&mut ben, "Spring Half").await;

    let words = json!({ "RaceName": "Spring Half", "Training": "Run" });
    let save = format!("/api/updateContentSections?id={id}");
    assert_eq!(ben.put(&save, &words).await.is(404).code(), "RACE_NOT_FOUND");
    let card = || Form::default().file("raceLogo", &picture(30, 30, ImageFormat::Png));
    let refused = ben.put_form(&format!("/api/updateRaceCard/Spring%20Half?id={id}"), card()).await;
    assert_eq!(refused.is(404).code(), "RACE_NOT_FOUND");
    let restore = json!({ "RaceName": "Spring Half", "part": "refund", "id": "x" });
    for (method, path, body) in [
        ("DELETE", "deletePage", json!({ "RaceName": "Spring Half" })),
        ("PUT", "pageVisibility", json!({ "RaceName": "Spring Half", "isHidden": "True" })),
        ("POST", "duplicatePage", json!({ "RaceName": "Spring Half", "NewName": "Autumn Half" })),
        ("POST", "restoreSection", restore),
    ] {
        let path = format!("/api/{path}?id={id}");
        let answer = match method {
            "DELETE" => ben.delete(&path, &body).await,
            "PUT" => ben.put(&path, &body).await,
            _ => ben.post(&path, &body).await,
        };
        assert_eq!(answer.is(404).code(), "RACE_NOT_FOUND", "{path}");
    }
    let history = format!("/api/sectionHistory/Spring%20Half?part=refund&id={id}");
    assert_eq!(ben.get(&history).await.is(404).code(), "RACE_NOT_FOUND");
    assert_eq!(whole(&mut ben, "Spring Half").await, other);
    assert_eq!(app.count("SELECT count(*) FROM images").await, 0);

    // It is restored under another name, since its own is taken; then the text is saved into it.
    assert_eq!(ben.post("/api/restoreRace", &json!({ "id": id })).await.is(409).code(), "DUPLICATE_NAME");
    ben.post("/api/restoreRace", &json!({ "id": id, "name": "Spring Half 2026" })).await.ok();
    assert_eq!(ben.put(&save, &words).await.ok().json()["RaceName"], "Spring Half 2026");
    assert_eq!(whole(&mut ben, "Spring Half 2026").await.0["Training"], "Run");
    assert_eq!(whole(&mut ben, "Spring Half").await, other);
}

#[tokio::test]
async fn a_conflict_shows_the_race_that_was_opened() {
    let (_app, mut ada, mut ben, id) = swapped().await;
    let (_, versions) = whole(&mut ben, "Spring Half 2026").await;
    let save = |words: &str| json!({ "RaceName": "Spring Half 2026", "Training": words });
    ada.put("/api/updateContentSections", &save("Adas")).await.ok();
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Training": "A stranger's" })).await.ok();
    let mut words = json!({ "RaceName": "Spring Half", "Training": "Bens" });
    words["Versions"] = json!({ "training": versions["training"] });
    let refused = ben.put(&format!("/api/updateContentSections?id={id}"), &words).await.is(409).json();
    assert_eq!(refused["conflict"]["race"]["Training"], "Adas");
    assert_eq!(refused["conflict"]["race"]["Race"], "Spring Half 2026");
}

#[tokio::test]
async fn the_list_contains_ids_for_administrators_only() {
    let (app, _ada, mut ben, id) = swapped().await;
    let listed = ben.get("/api/getAllPageRaces").await.ok().json()["races"].clone();
    let of = |name: &str| listed.as_array().unwrap().iter().find(|race| race["name"] == name).unwrap()["id"].clone();
    assert_eq!(of("Spring Half 2026"), id);
    assert!(of("Spring Half").is_string() && of("Spring Half") != id);
    let seen = app.visitor().get("/api/getAllPageRaces").await.ok().json()["races"].clone();
    assert!(seen.as_array().unwrap().iter().all(|race| race.get("id").is_none()), "{seen}");
}

#[tokio::test]
async fn the_document_describes_the_id_of_every_call_that_accepts_it() {
    let app = TestApp::init().await;
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    for (method, path) in [
        ("put", "updateHeaderText"),
        ("put", "updateAboutDirectionsText"),
        ("put", "updateContentSections"),
        ("put", "updateInteractiveFeatures"),
        ("put", "updateCourse3Text"),
        ("put", "updateCourse2Text"),
        ("put", "updateRaceMedia"),
        ("put", "updateCommunityPartners"),
        ("put", "updateRaceCard/{raceName}"),
        ("put", "updatePrizeImages/{race}"),
        ("put", "{race}/memory-images"),
        ("put", "pageVisibility"),
        ("delete", "deletePage"),
        ("post", "duplicatePage"),
        ("post", "restoreSection"),
        ("get", "sectionHistory/{RaceName}"),
        ("get", "AllRacePages"),
    ] {
        let parameters = document["paths"][format!("/api/{path}")][method]["parameters"].as_array().unwrap();
        let id = parameters.iter().find(|one| one["name"] == "id" && one["in"] == "query");
        let id = id.unwrap_or_else(|| panic!("{path} does not describe the id"));
        assert!(id["required"] != true && id["description"].is_string(), "{path}: {id}");
    }
}
