//! Two users edit the same page.

use image::ImageFormat;
use serde_json::json;

use crate::util::{Form, picture, two_directors};

#[tokio::test]
async fn the_second_save_of_a_section_is_refused_with_the_present_state() {
    let (app, mut ada, mut ben) = two_directors().await;
    let (_, versions) = ada.edited("Spring Half").await;
    let (_, bens) = ben.edited("Spring Half").await;
    app.clock.advance(60_000);
    let adas = json!({ "RaceName": "Spring Half", "Refund": "Never", "Versions": { "refund": versions["refund"] } });
    ada.put("/api/updateContentSections", &adas).await.ok();

    let mut late = json!({ "RaceName": "Spring Half", "Refund": "Always", "Versions": { "refund": bens["refund"] } });
    let refused = ben.put("/api/updateContentSections", &late).await.is(409).json();
    assert_eq!(refused["code"], "EDIT_CONFLICT");
    assert_eq!(refused["message"], "This section was changed by someone else after you opened it.");
    let conflict = &refused["conflict"];
    assert_eq!(
        (&conflict["part"], &conflict["by"], &conflict["at"]),
        (&json!("refund"), &json!("ada"), &json!("2027-06-01T08:01:00.000-04:00"))
    );
    assert_eq!(conflict["race"]["Refund"], "Never");
    let (_, now) = ben.edited("Spring Half").await;
    assert_eq!(conflict["versions"], now, "the answer contains the versions of all parts");
    assert_eq!(ben.edited("Spring Half").await.0["Refund"], "Never", "Ada's text was not overwritten");

    // With the present version, he may overwrite it.
    late["Versions"]["refund"] = conflict["version"].clone();
    let saved = ben.put("/api/updateContentSections", &late).await.ok().json();
    assert_eq!(saved["updatedRace"]["Refund"], "Always");
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=refund").await.ok().json();
    let who: Vec<_> =
        history["entries"].as_array().unwrap().iter().map(|entry| entry["by"].as_str().unwrap().to_owned()).collect();
    assert_eq!(who, ["ben", "ada", ""]);
}

#[tokio::test]
async fn other_sections_and_equal_texts_are_no_conflict() {
    let (_app, mut ada, mut ben) = two_directors().await;
    let (_, versions) = ben.edited("Spring Half").await;
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Refund": "Never" })).await.ok();
    // Another section of the same call.
    let other = json!({ "RaceName": "Spring Half", "Safety": "Look", "Versions": versions });
    ben.put("/api/updateContentSections", &other).await.is(200);
    // The same text: nothing would change.
    let same = json!({ "RaceName": "Spring Half", "Refund": "Never", "Versions": versions });
    assert_eq!(ben.put("/api/updateContentSections", &same).await.is(200).code(), "NO_CHANGES");
    // A call without versions overwrites, as in the spec.
    ben.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Refund": "Always" })).await.is(200);
}

#[tokio::test]
async fn parts_that_share_a_field_notice_each_others_changes() {
    let (_app, mut ada, mut ben) = two_directors().await;
    let (_, versions) = ben.edited("Spring Half").await;
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "Distance": "Half only" })).await.ok();
    let form = Form::default().text("Distance", "10K").text("Versions", &versions.to_string());
    let refused = ben.put_form("/api/updateRaceCard/Spring%20Half", form).await.is(409).json();
    assert_eq!((&refused["conflict"]["part"], &refused["conflict"]["by"]), (&json!("header"), &json!("ada")));
    let card = ben.get("/api/sectionHistory/Spring%20Half?part=card").await.ok().json();
    assert_eq!(card["entries"][0]["changes"][0]["new"], "Half only");
}

#[tokio::test]
async fn a_picture_of_a_refused_change_is_not_stored() {
    let (app, mut ada, mut ben) = two_directors().await;
    let (_, versions) = ben.edited("Spring Half").await;
    let medal =
        |side| Form::default().file("medal", &picture(side, side, ImageFormat::Png)).text("Versions", &versions.to_string());
    ada.put_form("/api/updatePrizeImages/Spring%20Half", medal(30)).await.ok();
    let refused = ben.put_form("/api/updatePrizeImages/Spring%20Half", medal(31)).await.is(409).json();
    assert_eq!(refused["conflict"]["race"]["MedalImage"]["width"], 30);
    assert!(refused["conflict"]["race"]["MedalImage"]["url"].is_string());
    assert_eq!(app.count("SELECT count(*) FROM images").await, 1);
    // The file is removed by the thread that still held it, perhaps after the answer.
    for _ in 0..100 {
        if std::fs::read_dir(app.app.spool()).unwrap().count() == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the refused picture is still in the spool");
}

#[tokio::test]
async fn a_conflict_is_answered_before_a_picture_is_decoded() {
    let (_app, mut ada, mut ben) = two_directors().await;
    let (_, versions) = ben.edited("Spring Half").await;
    let path = "/api/updatePrizeImages/Spring%20Half";
    let medal = |bytes: &[u8]| Form::default().file("medal", bytes).text("Versions", &versions.to_string());
    let square = picture(30, 30, ImageFormat::Png);
    ada.put_form(path, medal(&square)).await.ok();
    // The file is no picture, but the conflict is answered first.
    let refused = ben.put_form(path, medal(b"no picture")).await.is(409).json();
    assert_eq!((&refused["code"], &refused["conflict"]["by"]), (&json!("EDIT_CONFLICT"), &json!("ada")));
    // The caller's own change may have been this very call, if its answer was lost: the picture is decoded, and nothing changes.
    assert_eq!(ada.put_form(path, medal(&square)).await.is(200).code(), "NO_CHANGES");
    assert_eq!(ada.put_form(path, medal(b"no picture")).await.is(400).code(), "INVALID_FIELDS");
    let nowhere = ben.put_form("/api/updatePrizeImages/No%20Such%20Race", medal(b"no picture")).await.is(404);
    assert_eq!(nowhere.code(), "RACE_NOT_FOUND");
}

#[tokio::test]
async fn of_several_saves_at_once_one_succeeds_and_the_others_conflict() {
    let (app, ada, _) = two_directors().await;
    let (_, versions) = ada.clone().edited("Spring Half").await;
    let mut saves = tokio::task::JoinSet::new();
    for n in 0..8 {
        let (mut ada, versions) = (ada.clone(), versions.clone());
        saves.spawn(async move {
            let body = json!({ "RaceName": "Spring Half", "Safety": format!("Version {n}"), "Versions": versions });
            ada.put("/api/updateContentSections", &body).await.status.as_u16()
        });
    }
    let mut statuses = saves.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409], "one save was first, the others get a conflict");
    assert_eq!(app.count("SELECT count(*) FROM race_history").await, 2);
}
