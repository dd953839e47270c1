//! Edits of a page, part by part: what is sent, what is answered, what visitors see.

use axum::body::Body;
use axum::http::Request;
use core_wasm::editor::edit::{Part, Versions, request, values};
use core_wasm::flag::Flag;
use core_wasm::race::{Accommodation, Button, Partner, Race};
use serde_json::{Value, from_value, json};

use crate::util::{Form, TestApp, two_directors};

/// Every call that changes a page with JSON: its path, the fields of SPEC §7, and the record's fields afterwards.
pub fn calls() -> Vec<(&'static str, Value, Value)> {
    vec![
        (
            "/api/updateAboutDirectionsText",
            json!({ "About": "Along the river", "StringAddress": "1 River Rd, Trenton, NJ", "MilitaryBase": "True",
                "MilitaryBaseName": "Fort Dix", "MilitaryBaseDeadline": "June 1", "MilitaryBaseFormLink": "https://base.test/form",
                "Coordinates": "40.2, -74.7" }),
            json!({ "About": "Along the river", "MilitaryBase": "True", "MilitaryBaseFormLink": "https://base.test/form",
                "Coordinates": "40.2, -74.7", "MilitaryBaseDeadline": "June 1", "StringAddress": "1 River Rd, Trenton, NJ" }),
        ),
        (
            "/api/updateContentSections",
            json!({ "PacketPickUp": "At the tent", "Timing": "Chips", "Training": "Run", "Safety": "Look", "Refund": "None",
                "AwardText": "Cups", "Amenities": ["Water", ""], "Rules": ["One", "Two"], "requireID": "False", "noCoaches": "True",
                "AgeRequirement": 16 }),
            json!({ "requireID": "False", "noCoaches": "True", "AgeRequirement": 16, "PacketPickUp": "At the tent", "Timing": "Chips", "Training": "Run", "Safety": "Look", "Refund": "None",
                "AwardText": "Cups", "Amenities": ["Water", ""], "Rules": ["One", "Two"] }),
        ),
        (
            "/api/updateInteractiveFeatures",
            json!({ "DonateButtonEnabled": "True", "DonateLink": "https://give.test/", "VolunteerButtonEnabled": "True",
                "VolunteerLink": "https://help.test/", "SponsorButtonEnabled": "False", "SponsorLink": "",
                "AccommodationEnabled": "True", "AccommodationDescription": "The inn" }),
            json!({ "DonateButton": [{ "Enabled": "True", "Link": "https://give.test/" }],
                "VolunteerButton": [{ "Enabled": "True", "Link": "https://help.test/" }],
                "Accommodation": [{ "Enabled": "True", "Description": "The inn" }] }),
        ),
        (
            "/api/updateCourse3Text",
            json!({ "CourseDescription": "Flat", "Course1": "https://ridewithgps.com/embeds?type=route&id=1",
                "Course2": "https://ridewithgps.com/embeds?type=route&id=2", "Course3": "https://ridewithgps.com/embeds?type=route&id=3" }),
            json!({ "CourseDescription": "Flat", "Course3": "https://ridewithgps.com/embeds?type=route&id=3" }),
        ),
        (
            "/api/updateCourse2Text",
            json!({ "CourseDescription": "Flat", "Course1": "https://ridewithgps.com/embeds?type=route&id=4",
                "Course2": "https://ridewithgps.com/embeds?type=route&id=5" }),
            json!({ "Course1": "https://ridewithgps.com/embeds?type=route&id=4", "Course3": "" }),
        ),
        (
            "/api/updateRaceMedia",
            json!({ "RaceMap": "https://ridewithgps.com/embeds?type=route&id=1", "YoutubeLink": "https://youtu.be/dQw4w9WgXcQ",
                "SmugMugEmbed": "" }),
            json!({ "YoutubeLink": "https://youtu.be/dQw4w9WgXcQ" }),
        ),
    ]
}

pub fn named(mut body: Value, name: &str) -> Value {
    body["RaceName"] = json!(name);
    body
}

#[tokio::test]
async fn each_call_changes_its_fields_and_answers_with_the_page() {
    let (app, mut ada, _) = two_directors().await;
    for (path, body, wanted) in calls() {
        let answer = ada.put(&format!("{path}?images=url"), &named(body.clone(), "spring half")).await.is(200).json();
        assert!(answer["message"].as_str().unwrap().ends_with("updated successfully!"), "{path}: {}", answer["message"]);
        assert_eq!(answer["RaceName"], "Spring Half");
        let seen = app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json()["race"].clone();
        assert_eq!(answer["updatedRace"], seen, "{path}");
        for (field, value) in wanted.as_object().unwrap() {
            assert_eq!(seen[field], *value, "{path} {field}");
        }
        let (_, versions) = ada.edited("Spring Half").await;
        assert_eq!(answer["versions"], versions);

        let again = ada.put(path, &named(body, "Spring Half")).await.is(200).json();
        assert_eq!(
            (&again["code"], &again["message"]),
            (&json!("NO_CHANGES"), &json!("No changes were made to the race.")),
            "{path}"
        );
    }
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.updated'").await, 6);
    assert_eq!(app.app.db().read(splitline_server::audit::verify).await.unwrap(), 11);
}

#[tokio::test]
async fn the_server_accepts_what_the_core_sends_for_each_part() {
    let (_app, mut ada, _) = two_directors().await;
    for part in Part::ALL {
        let (race, versions) = ada.edited("Spring Half").await;
        let (before, versions): (Race, Versions) = (from_value(race).unwrap(), from_value(versions).unwrap());
        let mut after = before.clone();
        match part {
            Part::Header => after.link = "https://register.test/".into(),
            Part::Location => after.about = "Along the river\nand back".into(),
            Part::Details => after.amenities = vec!["Water".into(), "Music".into()],
            Part::Buttons => after.donate_button = vec![Button { enabled: Flag(true), link: "https://give.test/".into() }],
            Part::Course => after.course3 = "https://ridewithgps.com/embeds?type=route&id=3".into(),
            Part::Awards => after.award_text = "Cups".into(),
            Part::Training => after.training = "Run".into(),
            Part::Rules => after.rules.push("Smile".into()),
            Part::Safety => after.safety = "Look".into(),
            Part::Accommodation => {
                after.accommodation = vec![Accommodation { enabled: Flag(true), description: "The inn".into() }];
            }
            Part::Refund => after.refund = "Never".into(),
            Part::Media => after.youtube_link = "https://youtu.be/dQw4w9WgXcQ".into(),
            Part::Card => after.card_location = "Trenton, NJ".into(),
            Part::Partners => {
                after.community_partners.enabled = Flag(true);
                after.community_partners.partners = vec![Partner { link: "https://one.test/".into(), image: None }];
            }
            // These calls have only files.
            Part::Prizes | Part::Memories => continue,
        }
        let call = request(part, &before, &after, &versions).unwrap();
        let path = format!("/api{}?images=url", call.path);
        let answer = match (call.json, call.fields) {
            (Some(json), _) => ada.put(&path, &serde_json::from_str(&json).unwrap()).await,
            (None, fields) => {
                let fields = fields.unwrap().into_iter();
                let logos = call.logos.unwrap_or_default();
                let form = fields.fold(Form::default(), |form, field| form.text(&field.name, &field.value));
                ada.put_form(&path, logos.iter().fold(form, |form, _| form.file("communityPartnerImages", b""))).await
            }
        };
        let answer = answer.is(200).json();
        let saved: Race = from_value(answer["updatedRace"].clone()).unwrap();
        assert_eq!(values(part, &saved), values(part, &after), "{part}");
        assert_eq!(answer["code"], Value::Null, "{part}");
    }
}

#[tokio::test]
async fn a_text_that_is_not_sent_is_unchanged() {
    let (app, mut ada, _) = two_directors().await;
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Safety": "Look", "Training": "Run" })).await.ok();
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Safety": "Listen" })).await.ok();
    let race = app.visitor().get("/api/race/Spring%20Half").await.ok().json()["race"].clone();
    assert_eq!((&race["Safety"], &race["Training"]), (&json!("Listen"), &json!("Run")));
}

#[tokio::test]
async fn the_header_renames_a_race_for_everyone() {
    let (app, mut ada, _) = two_directors().await;
    ada.put("/api/timing/Spring%20Half/setup", &crate::timing::setup()).await.ok();
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.ok().json();
    let key = key["key"].as_str().unwrap();
    let mut visitor = app.visitor();
    assert_eq!(visitor.get("/api/live/Spring%20Half").await.ok().json()["race"], "Spring Half");
    let old_card = visitor.get("/og/race/Spring%20Half.png").await.ok().bytes;

    let edit = json!({ "RaceName": "Spring Half", "EditedName": "  Autumn   Half ", "Date": "October 10, 2027", "Day": "ignored",
        "DistanceStartTimes": r#"[{"distance":"Half","startTime":"8:05 AM"},{"distance":"5K","startTime":"7:30 AM"}]"#,
        "Distance": "", "MaxCapacity": "True", "isCanceled": "False", "Link": "https://register.test/" });
    let saved = ada.put("/api/updateHeaderText", &edit).await.is(200).json();
    assert_eq!((&saved["message"], &saved["RaceName"]), (&json!("Race updated successfully!"), &json!("Autumn Half")));
    let race = &saved["updatedRace"];
    assert_eq!(
        (&race["Day"], &race["Date"], &race["StartTime"]),
        (&json!("Sunday"), &json!("October 10, 2027"), &json!("7:30 AM"))
    );
    assert_eq!((&race["Distance"], &race["MaxCapacity"]), (&json!("Half, 5K"), &json!("True")));

    // The old name leads to the new one.
    assert_eq!(visitor.get("/api/race/Spring%20Half").await.ok().json()["race"]["Race"], "Autumn Half");
    visitor.get("/race/Spring%20Half").await.is(301);
    assert_eq!(visitor.get("/api/live/Spring%20Half").await.ok().json()["race"], "Autumn Half");
    visitor.get("/og/race/Spring%20Half.png").await.is(301);
    assert_eq!(visitor.get("/api/live/Autumn%20Half").await.ok().json()["race"], "Autumn Half");
    assert_ne!(visitor.get("/og/race/Autumn%20Half.png").await.ok().bytes, old_card);
    assert!(visitor.get("/race/Autumn%20Half").await.ok().text().contains("Autumn Half"));
    for path in
        ["/sitemap.xml", "/feed.xml", "/calendar.ics", "/api/getRaceDates", "/api/getRaceCards", "/api/liveRaces", "/races"]
    {
        let text = visitor.get(path).await.ok().text();
        assert!(text.contains("Autumn Half") || text.contains("Autumn%20Half"), "{path}");
        assert!(!text.contains("Spring Half") && !text.contains("Spring%20Half"), "{path}");
    }
    // Timing boxes still send under the old name, with the race's own key; a key of another race is refused.
    let reads = json!([crate::timing::read("START", 7, 0)]).to_string();
    let taken = crate::timing::send(&app, "Spring Half", key, "application/json", None, reads.clone()).await.ok().json();
    assert_eq!(taken["accepted"], 1);
    crate::timing::send(&app, "Winter Half", key, "application/json", None, reads.clone()).await.is(404);
    ada.create_page(Form::race("Spring Half")).await.is(201);
    crate::timing::send(&app, "Spring Half", key, "application/json", None, reads).await.is(401);
}

#[tokio::test]
async fn an_edited_text_does_not_begin_a_new_epoch() {
    let (app, mut ada, _) = two_directors().await;
    ada.put("/api/timing/Spring%20Half/setup", &crate::timing::setup()).await.ok();
    let epoch = |answer: Value| answer["version"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
    let before = epoch(app.visitor().get("/api/live/Spring%20Half").await.ok().json());
    ada.put("/api/updateContentSections", &json!({ "RaceName": "Spring Half", "Safety": "Rain" })).await.ok();
    assert_eq!(epoch(app.visitor().get("/api/live/Spring%20Half").await.ok().json()), before);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "Date": "June 1, 2027" })).await.ok();
    assert_ne!(epoch(app.visitor().get("/api/live/Spring%20Half").await.ok().json()), before);
}

#[tokio::test]
async fn a_misspelled_field_or_an_unreadable_one_is_refused() {
    let (_app, mut ada, _) = two_directors().await;
    ada.put("/api/updateRaceMedia", &json!({ "RaceName": "Spring Half", "YouTubeLink": "x" })).await.is(400);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "MaxCapacity": "perhaps" })).await.is(400);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "DistanceStartTimes": "[" })).await.is(400);
    let refused = ada
        .put(
            "/api/updateInteractiveFeatures",
            &json!({ "RaceName": "Spring Half", "DonateButtonEnabled": "True", "DonateLink": "javascript:alert(1)" }),
        )
        .await
        .is(400)
        .json();
    assert_eq!(refused["fields"][0]["field"], "DonateLink");
    let refused =
        ada.put("/api/updateRaceMedia", &json!({ "RaceName": "Spring Half", "RaceMap": "https://evil.test/" })).await.is(400);
    assert_eq!(refused.json()["fields"][0]["field"], "RaceMap");
}

#[tokio::test]
async fn role_and_origin_are_checked_before_a_body_is_read() {
    let (app, mut ada, _) = two_directors().await;
    let mut ulf = app.with_user().await;
    let mut visitor = app.visitor();
    let mut elsewhere = ada.clone();
    elsewhere.origin = Some("https://evil.test".into());
    let json = "application/json";
    let multipart = "multipart/form-data; boundary=x";
    let calls = [
        ("PUT", "/api/updateHeaderText", json),
        ("PUT", "/api/updateAboutDirectionsText", json),
        ("PUT", "/api/updateContentSections", json),
        ("PUT", "/api/updateInteractiveFeatures", json),
        ("PUT", "/api/updateCourse2Text", json),
        ("PUT", "/api/updateCourse3Text", json),
        ("PUT", "/api/updateRaceMedia", json),
        ("PUT", "/api/updateCommunityPartners", multipart),
        ("PUT", "/api/updatePrizeImages/Spring%20Half", multipart),
        ("PUT", "/api/Spring%20Half/memory-images", multipart),
        ("PUT", "/api/updateRaceCard/Spring%20Half", multipart),
        ("POST", "/api/restoreSection", json),
        ("POST", "/api/restoreRace", json),
        ("POST", "/api/duplicatePage", json),
        ("PUT", "/api/createDraft", json),
        ("DELETE", "/api/deletePage", json),
    ];
    for (method, path, kind) in calls {
        for (who, status) in [(&mut visitor, 401), (&mut ulf, 403), (&mut elsewhere, 403)] {
            let body = Body::from_stream(futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>());
            let request = Request::builder().method(method).uri(path).header("content-type", kind).body(body).unwrap();
            let answer = tokio::time::timeout(std::time::Duration::from_secs(20), who.send(request)).await;
            answer.unwrap_or_else(|_| panic!("{path} waits for the body")).is(status);
        }
    }
    visitor.get("/api/sectionHistory/Spring%20Half?part=header").await.is(401);
    ulf.get("/api/sectionHistory/Spring%20Half?part=header").await.is(403);
    // A form of another site can send text or form data, but not JSON.
    let request = Request::put("/api/updateHeaderText").header("content-type", "text/plain").body(Body::from("{}")).unwrap();
    ada.send(request).await.is(415);
}

#[tokio::test]
async fn a_duplicate_keeps_its_pictures_and_has_no_date() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let square = |side| crate::util::picture(side, side, image::ImageFormat::Png);
    let form = Form::race("Spring Half 2027")
        .text("About", "Along the river")
        .text("MaxCapacity", "True")
        .text("isCanceled", "True")
        .text("CommunityPartnersData", r#"[{"Link":"https://one.test/"}]"#)
        .file("raceLogo", &square(40))
        .file("medal", &square(41))
        .file("memImages", &square(42))
        .file("memImages", &square(43))
        .file("communityPartnerImages", &square(44));
    ada.create_page(form).await.is(201);
    let made = ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half 2027", "NewName": "Spring Half 2028" })).await;
    assert_eq!(made.is(201).json(), json!({ "RaceName": "Spring Half 2028" }));

    let old = ada.edited("Spring Half 2027").await.0;
    let new = ada.edited("Spring Half 2028").await.0;
    assert_eq!((&new["Date"], &new["Day"], &new["About"]), (&json!(""), &json!(""), &json!("Along the river")));
    assert_eq!((&new["isCanceled"], &new["MaxCapacity"]), (&json!("False"), &json!("False")));
    assert_eq!((&new["RaceLogo"], &new["MedalImage"]), (&old["RaceLogo"], &old["MedalImage"]));
    assert_eq!(new["CommunityPartners"], old["CommunityPartners"]);
    let urls =
        |race: &Value| race["MemImages"].as_array().unwrap().iter().map(|memory| memory["url"].clone()).collect::<Vec<_>>();
    assert_eq!(urls(&new), urls(&old));
    assert_ne!(new["MemImages"][0]["imageId"], old["MemImages"][0]["imageId"]);

    // The copy refers to the pictures itself: when the old page is deleted, they are kept.
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half 2027" })).await.ok();
    app.clock.advance(40 * 24 * 60 * 60 * 1000);
    assert_eq!(splitline_server::editor::purge(app.app.desk()).await.unwrap(), 1);
    app.visitor().get(new["MemImages"][1]["url"].as_str().unwrap()).await.ok();
    ada.login("ada", crate::util::PASSWORD).await.ok();
    let taken =
        ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half 2028", "NewName": "spring half 2028" })).await.is(409);
    assert_eq!(taken.code(), "DUPLICATE_NAME");
    ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half 2028", "NewName": "a/b" })).await.is(400);
    ada.post("/api/duplicatePage", &json!({ "RaceName": "No Such Race", "NewName": "Other" })).await.is(404);
}

#[tokio::test]
async fn every_call_is_in_the_document() {
    let app = TestApp::init().await;
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    for path in [
        "/updateHeaderText",
        "/updateAboutDirectionsText",
        "/updateContentSections",
        "/updateInteractiveFeatures",
        "/updateCourse2Text",
        "/updateCourse3Text",
        "/updateRaceMedia",
        "/updateCommunityPartners",
        "/updatePrizeImages/{race}",
        "/{race}/memory-images",
        "/updateRaceCard/{raceName}",
        "/sectionHistory/{RaceName}",
        "/restoreSection",
        "/deletedRaces",
        "/restoreRace",
        "/duplicatePage",
        "/createDraft",
    ] {
        assert!(document["paths"][format!("/api{path}")].is_object(), "{path}");
    }
}

#[tokio::test]
async fn a_name_that_hides_a_call_is_refused_and_every_other_name_works() {
    let (app, mut ada, _) = two_directors().await;
    let document = app.visitor().get("/api/openapi.json").await.ok().json();
    let mut firsts: Vec<_> =
        document["paths"].as_object().unwrap().keys().map(|path| path.split('/').nth(2).unwrap().to_owned()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    for word in firsts.iter().filter(|word| !word.starts_with('{')) {
        let made = ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half", "NewName": word })).await;
        if made.status == 201 {
            let gone = json!({ "action": "remove", "imageId": "none" });
            ada.put(&format!("/api/{word}/memory-images"), &gone).await.ok();
        } else {
            assert_eq!((word.as_str(), made.is(400).code()), (word.as_str(), "reserved_name".to_owned()));
        }
    }
    let renamed = json!({ "RaceName": "Spring Half", "EditedName": "Race" });
    assert_eq!(ada.put("/api/updateHeaderText", &renamed).await.is(400).json()["fields"][0]["field"], "Race");
}

#[tokio::test]
async fn only_an_administrator_gets_the_id_of_a_race_and_finds_a_renamed_race_by_it() {
    let (app, mut ada, _) = two_directors().await;
    let id = ada.get("/api/AllRacePages?name=Spring%20Half").await.ok().json()["id"].as_str().unwrap().to_owned();
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "EditedName": "River Half" })).await.ok();
    let path = format!("/api/AllRacePages?name=Spring%20Half&id={id}");
    assert_eq!(ada.get(&path).await.ok().json()["race"]["Race"], "River Half");
    // For anybody else the id is ignored; a former name finds the race for them.
    app.visitor().get(&format!("/api/AllRacePages?name=Nowhere&id={id}")).await.is(404);
    assert!(app.visitor().get("/api/AllRacePages?name=River%20Half").await.ok().json().get("id").is_none());
    ada.delete("/api/deletePage", &json!({ "RaceName": "River Half" })).await.ok();
    ada.get(&path).await.is(404);
}
