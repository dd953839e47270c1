//! Changes of a page's pictures: memories, prizes, sponsors' logos, the card.

use std::time::{Duration, Instant};

use image::ImageFormat;
use serde_json::{Value, json};

use crate::util::{Form, picture, two_directors};

fn square(side: u32) -> Vec<u8> {
    picture(side, side, ImageFormat::Png)
}

fn widths(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|image| image["width"].as_u64().unwrap_or_default()).collect()
}

#[tokio::test]
async fn memories_are_added_together_and_removed_one_by_one() {
    let (app, mut ada, _) = two_directors().await;
    let three = Form::default()
        .text("action", "add")
        .file("memories", &square(30))
        .file("memories", &square(31))
        .file("memories", &square(32));
    let added = ada.put_form("/api/Spring%20Half/memory-images?images=url", three).await.is(200).json();
    assert_eq!(added["message"], "3 image(s) added successfully!");
    assert_eq!(widths(&added["memImages"]), [30, 31, 32]);
    assert_eq!(added["memImages"][1]["contentType"], "image/webp");
    assert_eq!(added["memImages"][1]["id"], added["updatedRace"]["MemImages"][1]["imageId"]);

    // Without images=url they are in base64, as in the spec.
    let one = Form::default().text("action", "add").file("memories", &square(33));
    let added = ada.put_form("/api/spring%20half/memory-images", one).await.is(200).json();
    assert_eq!(added["memImages"].as_array().unwrap().len(), 4);
    assert!(added["memImages"][3]["data"].is_string() && added["memImages"][3]["url"].is_null());

    // Sent again, as after a lost answer: nothing changes.
    let again = Form::default().text("action", "add").file("memories", &square(33));
    let there = ada.put_form("/api/Spring%20Half/memory-images?images=url", again).await.is(200).json();
    assert_eq!((&there["code"], widths(&there["memImages"])), (&json!("NO_CHANGES"), vec![30, 31, 32, 33]));

    let remove = json!({ "action": "remove", "imageId": added["memImages"][1]["id"] });
    let removed = ada.put("/api/Spring%20Half/memory-images?images=url", &remove).await.is(200).json();
    assert_eq!(removed["message"], "Image deleted successfully!");
    assert_eq!(widths(&removed["memImages"]), [30, 32, 33]);
    assert_eq!(ada.put("/api/Spring%20Half/memory-images", &remove).await.is(200).code(), "NO_CHANGES");
    let seen = app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json();
    assert_eq!(widths(&seen["race"]["MemImages"]), [30, 32, 33]);
    assert_eq!(std::fs::read_dir(app.app.spool()).unwrap().count(), 0);
}

#[tokio::test]
async fn memories_are_reordered_and_several_removed_in_one_change() {
    let (app, mut ada, mut ben) = two_directors().await;
    let path = "/api/Spring%20Half/memory-images?images=url";
    let four = (30..34).fold(Form::default().text("action", "add"), |form, side| form.file("memories", &square(side)));
    let added = ada.put_form(path, four).await.is(200).json();
    let id = |at: usize| added["memImages"][at]["id"].as_str().unwrap().to_owned();
    let shown = |race: &Value| widths(&race["race"]["MemImages"]);

    let sorted = ada.put(path, &json!({ "action": "order", "imageIds": [id(2), id(0), id(3), id(1)] })).await.is(200).json();
    assert_eq!((&sorted["message"], widths(&sorted["memImages"])), (&json!("Order saved successfully!"), vec![32, 30, 33, 31]));
    assert_eq!(shown(&app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json()), [32, 30, 33, 31]);
    let again = ada.put(path, &json!({ "action": "order", "imageIds": [id(2), id(0), id(3), id(1)] })).await.is(200);
    assert_eq!(again.code(), "NO_CHANGES");

    // Pictures that an order does not name come last, and the id of a removed picture is ignored.
    let part = ben.put(path, &json!({ "action": "order", "imageIds": [id(3), "gone"] })).await.is(200).json();
    assert_eq!(widths(&part["memImages"]), [33, 32, 30, 31]);

    let rows = app.count("SELECT count(*) FROM audit WHERE action = 'race.updated'").await;
    let removed = ben.put(path, &json!({ "action": "remove", "imageIds": [id(0), id(3), "gone"] })).await.is(200).json();
    assert_eq!((&removed["message"], widths(&removed["memImages"])), (&json!("2 images deleted successfully!"), vec![32, 31]));
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.updated'").await, rows + 1);
    let last = "SELECT old, new FROM audit ORDER BY id DESC LIMIT 1";
    let row = app.app.db().read(move |tx| tx.query_one(last, [], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?))));
    let (old, new) = row.await.unwrap();
    let went: Vec<_> = (0..4).filter(|at| old.contains(&id(*at)) && !new.contains(&id(*at))).collect();
    assert_eq!(went, [0, 3], "the row shows which pictures were removed");

    // The history contains the order too.
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=memories").await.ok().json();
    let before = history["entries"][2]["id"].clone();
    let restore = json!({ "RaceName": "Spring Half", "part": "memories", "id": before });
    ada.post("/api/restoreSection", &restore).await.is(200);
    assert_eq!(shown(&app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json()), [32, 30, 33, 31]);
}

#[tokio::test]
async fn a_picture_whose_end_is_missing_is_refused_in_every_format() {
    let (app, mut ada, _) = two_directors().await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let whole = picture(90, 60, format);
        for cut in [whole.len() / 2, whole.len() - 2] {
            let form = Form::default().text("action", "add").file("memories", &whole[..cut]);
            let refused = ada.put_form("/api/Spring%20Half/memory-images", form).await.is(400).json();
            let told = "The end of this picture is missing. Please copy or download it again, and choose it then.";
            assert_eq!(refused["fields"][0]["message"], told, "{format:?} at {cut}");
        }
        let form = Form::default().text("action", "add").file("memories", &whole);
        ada.put_form("/api/Spring%20Half/memory-images", form).await.is(200);
    }
    let heic = [&[0, 0, 0, 24], b"ftypheic".as_slice(), &[0; 40]].concat();
    let form = Form::default().file("medal", &heic);
    let refused = ada.put_form("/api/updatePrizeImages/Spring%20Half", form).await.is(400).json();
    assert!(refused["fields"][0]["message"].as_str().unwrap().contains("HEIC"), "{refused}");
    // The thread that has read the last one may have it for a moment longer.
    let began = Instant::now();
    while std::fs::read_dir(app.app.spool()).unwrap().count() > 0 {
        assert!(began.elapsed() < Duration::from_secs(5), "files are left");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn prizes_are_replaced_and_deleted_by_their_kind() {
    let (_app, mut ada, _) = two_directors().await;
    let all = Form::default()
        .file("medal", &square(30))
        .file("shirt", &square(31))
        .file("medals3", &square(32))
        .file("acrylic", &square(33));
    let path = "/api/updatePrizeImages/Spring%20Half?images=url";
    let saved = ada.put_form(path, all).await.is(200).json();
    assert_eq!(saved["message"], "Awards updated successfully!");
    let second = Form::default().file("medal", &square(34)).text("imagesToDelete", r#"["acrylic","medal"]"#);
    let race = ada.put_form(path, second).await.is(200).json()["updatedRace"].clone();
    assert_eq!(race["MedalImage"]["width"], 34, "a new picture wins over a deletion");
    assert_eq!((&race["ShirtImage"]["width"], &race["Medals3Image"]["width"]), (&json!(31), &json!(32)));
    assert!(race["AcrylicImage"].is_null());
    let refused = ada.put_form(path, Form::default().text("imagesToDelete", r#"["trophy"]"#)).await.is(400);
    assert_eq!(refused.code(), "INVALID_FIELDS");
}

#[tokio::test]
async fn sponsors_can_keep_replace_and_remove_their_logos() {
    let (_app, mut ada, _) = two_directors().await;
    let path = "/api/updateCommunityPartners?images=url";
    let form = |data: &str| {
        Form::default()
            .text("RaceName", "Spring Half")
            .text("CommunityPartnersEnabled", "True")
            .text("CommunityPartnersData", data)
    };
    // As in the spec: the files in the order of the list, an empty one for no logo.
    let spec = form(r#"[{"Link":"https://a.test/"},{"Link":"https://b.test/"},{"Link":"https://c.test/"}]"#)
        .file("communityPartnerImages", &square(30))
        .file("communityPartnerImages", b"")
        .file("communityPartnerImages", &square(32));
    let logos = |answer: &Value| {
        let partners = answer["updatedRace"]["CommunityPartners"]["Partners"].as_array().unwrap().clone();
        partners.iter().map(|p| (p["Link"].as_str().unwrap().to_owned(), p["Image"]["width"].as_u64())).collect::<Vec<_>>()
    };
    let saved = ada.put_form(path, spec).await.is(200).json();
    assert_eq!(saved["updatedRace"]["CommunityPartners"]["Enabled"], "True");
    let expect = |list: &[(&str, Option<u64>)]| list.iter().map(|(link, width)| ((*link).to_owned(), *width)).collect::<Vec<_>>();
    assert_eq!(logos(&saved), expect(&[("https://a.test/", Some(30)), ("https://b.test/", None), ("https://c.test/", Some(32))]));

    // Without any file, as by a program that changes only links: a sponsor keeps the logo of the former one with the same link.
    let links =
        form(r#"[{"Link":"https://c.test/"},{"Link":"https://b.test/"},{"Link":"https://d.test/"},{"Link":"https://a.test/"}]"#);
    let saved = ada.put_form(path, links).await.is(200).json();
    assert_eq!(
        logos(&saved),
        expect(&[
            ("https://c.test/", Some(32)),
            ("https://b.test/", None),
            ("https://d.test/", None),
            ("https://a.test/", Some(30))
        ])
    );
    // An empty file removes a logo, and a new file replaces one.
    let both = form(r#"[{"Link":"https://a.test/"},{"Link":"https://b.test/"},{"Link":"https://c.test/"}]"#)
        .file("communityPartnerImages", b"")
        .file("communityPartnerImages", &square(34));
    let saved = ada.put_form(path, both).await.is(200).json();
    assert_eq!(logos(&saved), expect(&[("https://a.test/", None), ("https://b.test/", Some(34)), ("https://c.test/", Some(32))]));
    let back = form(r#"[{"Link":"https://a.test/"},{"Link":"https://b.test/"},{"Link":"https://c.test/"}]"#)
        .file("communityPartnerImages", &square(30))
        .file("communityPartnerImages", b"")
        .file("communityPartnerImages", &square(32));
    ada.put_form(path, back).await.is(200);

    // As the editor sends it: moved, kept, replaced, new, removed.
    let edited = form(
        r#"[{"Link":"https://c.test/","keep":2},{"Link":"https://new.test/"},{"Link":"https://a2.test/","keep":0},{"Link":""}]"#,
    )
    .file("communityPartnerImages", &square(33))
    .file("communityPartnerImages", b"");
    let saved = ada.put_form(path, edited).await.is(200).json();
    assert_eq!(
        logos(&saved),
        expect(&[("https://c.test/", Some(32)), ("https://new.test/", Some(33)), ("https://a2.test/", Some(30)), ("", None)])
    );
    let address = format!("/images/{}/480", "0".repeat(64));
    let named = form(&json!([{ "Link": "", "keep": 9, "Image": { "contentType": "image/webp", "url": address } }]).to_string());
    assert_eq!(ada.put_form(path, named).await.is(400).code(), "UNKNOWN_IMAGE", "a picture that is not stored");
    let bad = form(r#"[{"Link":"javascript:alert(1)"}]"#);
    assert_eq!(ada.put_form(path, bad).await.is(400).json()["fields"][0]["field"], "CommunityPartnersData.0.Link");
}

#[tokio::test]
async fn the_card_changes_only_the_fields_that_are_sent() {
    let (app, mut ada, _) = two_directors().await;
    let path = "/api/updateRaceCard/Spring%20Half?images=url";
    let logo = Form::default().text("CardLocation", "Trenton, NJ").file("raceLogo", &picture(1200, 800, ImageFormat::Jpeg));
    let saved = ada.put_form(path, logo).await.is(200).json();
    assert_eq!(saved["message"], "Race card updated successfully!");
    let race = &saved["updatedRace"];
    assert_eq!((&race["CardLocation"], &race["RaceLogo"]["height"]), (&json!("Trenton, NJ"), &json!(800)));
    assert_eq!(race["Date"], "June 15, 2027");
    let saved =
        ada.put_form(path, Form::default().text("Distance", "Half and 5K").text("Info", "spring-half")).await.is(200).json();
    assert_eq!(saved["updatedRace"]["RaceLogo"]["width"], 1200, "the logo is unchanged");
    let cards = app.visitor().get("/api/getRaceCards?images=url").await.ok().json();
    assert_eq!((&cards[0]["Distance"], &cards[0]["RaceLogo"]["width"]), (&json!("Half and 5K"), &json!(1200)));
    ada.put_form(path, Form::default().text("Date", "June 16, 2027")).await.is(400);
    let again = ada.put_form(path, Form::default().text("CardLocation", "Trenton, NJ")).await.is(200);
    assert_eq!(again.code(), "NO_CHANGES");
}

#[tokio::test]
async fn files_that_are_no_pictures_or_have_unknown_fields_are_refused_and_nothing_is_saved() {
    let (app, mut ada, _) = two_directors().await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>";
    let calls = [
        ("/api/Spring%20Half/memory-images", "memories", "memories.1"),
        ("/api/updatePrizeImages/Spring%20Half", "shirt", "shirt"),
        ("/api/updateRaceCard/Spring%20Half", "raceLogo", "raceLogo"),
        ("/api/updateCommunityPartners", "communityPartnerImages", "communityPartnerImages.1"),
    ];
    for (path, name, told) in calls {
        let form = Form::default().text("RaceName", "Spring Half").file(name, &square(30)).file(name, svg);
        let refused = ada.put_form(path, form).await.is(400).json();
        assert_eq!(refused["fields"][0]["field"], told);
        let stray = Form::default().text("RaceName", "Spring Half").file("shrit", &square(30));
        assert_eq!(ada.put_form(path, stray).await.is(400).json()["fields"][0]["field"], "shrit");
        let large = Form::default().file(name, &vec![0xff; 51 * 1024 * 1024]);
        assert_eq!(ada.put_form(path, large).await.is(413).code(), "TOO_LARGE");
    }
    // The error names the sponsor of a logo, even if the sponsors before it keep theirs and send no file.
    let lines = |lines| Form::default().text("RaceName", "Spring Half").text("CommunityPartnersData", lines);
    let form = lines(r#"[{ "Link": "", "keep": 0 }, { "Link": "" }]"#).file("communityPartnerImages", svg);
    let refused = ada.put_form("/api/updateCommunityPartners", form).await.is(400).json();
    assert_eq!(refused["fields"][0]["field"], "communityPartnerImages.1");
    let missing = Form::default().text("action", "add").file("memories", &square(30));
    assert_eq!(ada.put_form("/api/No%20Such%20Race/memory-images", missing).await.is(404).code(), "RACE_NOT_FOUND");
    assert_eq!(app.count("SELECT count(*) FROM images").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM race_history").await, 0);
    assert_eq!(std::fs::read_dir(app.app.spool()).unwrap().count(), 0);
}
