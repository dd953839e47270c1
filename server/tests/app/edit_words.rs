//! Every message of SPEC §8 for header save, content sections, awards and memories, race card, delete and create, as the core makes
//! it from the server's real answers.

use core_wasm::editor::create::{self, CreatePhase};
use core_wasm::editor::edit::{EditOutcome, Part, SaveResult, outcome};
use core_wasm::editor::words::EDITOR;
use image::ImageFormat;
use serde_json::{Value, json};

use crate::util::{Form, Response, TestApp, picture, two_directors};

/// The outcome that the editor shows for an answer.
fn said(part: Part, answer: &Response, count: Option<u32>) -> EditOutcome {
    let body: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
    let text = |name: &str| body[name].as_str().map(str::to_owned);
    let status = Some(answer.status.as_u16());
    outcome(
        part,
        &SaveResult {
            end: CreatePhase::Answered,
            status,
            code: text("code"),
            message: text("message"),
            count,
            action: None,
            restored: false,
        },
    )
}

fn text(part: Part, answer: &Response) -> String {
    said(part, answer, None).notice.unwrap().text
}

#[tokio::test]
async fn header_save() {
    let (app, mut ada, _) = two_directors().await;
    ada.create_page(Form::race("Other")).await.is(201);
    let path = "/api/updateHeaderText";
    let edit = |name: &str| json!({ "RaceName": "Spring Half", "EditedName": name });

    let answer = ada.put(path, &edit("Other")).await.is(409);
    assert_eq!(answer.code(), "DUPLICATE_NAME");
    assert_eq!(text(Part::Header, &answer), "A race with this name already exists. Please use a different name.");

    let answer = ada.put(path, &json!({ "RaceName": "Nobody's", "EditedName": "x" })).await.is(404);
    assert_eq!(answer.code(), "RACE_NOT_FOUND");
    assert_eq!(text(Part::Header, &answer), "Race not found. Please refresh the page and try again.");

    let answer = ada.put(path, &edit("Spring Half")).await.is(304);
    assert!(answer.bytes.is_empty());
    let unchanged = said(Part::Header, &answer, None);
    assert!(unchanged.leave);
    assert_eq!(unchanged.notice.unwrap().text, "No changes were made to the race.");

    let answer = ada.put(path, &edit("  ")).await.is(400);
    assert_eq!(answer.json()["fields"][0]["field"], "Race");
    assert_eq!(text(Part::Header, &answer), "Race name is required");
    let answer = ada.put(path, &json!({ "RaceName": "Spring Half", "Date": "June 35, 2027" })).await.is(400);
    assert_eq!(answer.json()["fields"][0]["field"], "Date");

    let answer = app.visitor().put(path, &edit("Mine")).await.is(401);
    assert_eq!(text(Part::Header, &answer), "You are not authorized to make changes. Please log in again.");

    let answer = app.with_user().await.put(path, &edit("Mine")).await.is(403);
    assert!(!text(Part::Header, &answer).is_empty());

    let answer = ada.put(path, &edit("Autumn Half")).await.is(200);
    let saved = said(Part::Header, &answer, None).notice.unwrap();
    assert_eq!((saved.text.as_str(), saved.clear_after_ms), ("Race updated successfully!", Some(3000)));
    assert_eq!(answer.json()["message"], "Race updated successfully!");
}

#[tokio::test]
async fn content_sections() {
    let (app, mut ada, _) = two_directors().await;
    let words = [
        (Part::Refund, json!({ "Refund": "x" }), "Refund policy updated successfully!", "Failed to update refund policy"),
        (
            Part::Training,
            json!({ "Training": "x" }),
            "Training information updated successfully!",
            "Failed to update training information",
        ),
        (Part::Rules, json!({ "Rules": ["x"] }), "Rules updated successfully!", "Failed to update rules"),
        (
            Part::Safety,
            json!({ "Safety": "x" }),
            "Safety information updated successfully!",
            "Failed to update safety information",
        ),
        (
            Part::Accommodation,
            json!({ "AccommodationEnabled": "True", "AccommodationDescription": "x" }),
            "Accommodation information updated successfully!",
            "Failed to update accommodation information",
        ),
        (Part::Awards, json!({ "AwardText": "x" }), "Awards updated successfully!", ""),
    ];
    for (part, mut body, success, failure) in words {
        let path = if part == Part::Accommodation { "/api/updateInteractiveFeatures" } else { "/api/updateContentSections" };
        body["RaceName"] = json!("Spring Half");
        let refused = app.visitor().put(path, &body).await.is(401);
        let message = refused.json()["message"].as_str().unwrap().to_owned();
        let failure = if part == Part::Awards { message } else { failure.to_owned() };
        assert_eq!(text(part, &refused), failure);
        let answer = ada.put(path, &body).await.is(200);
        assert_eq!(text(part, &answer), success);
        assert_eq!(answer.json()["message"], success);
    }
    assert_eq!(EDITOR.no_race, "Race information not available");
}

#[tokio::test]
async fn awards_and_memories() {
    let (_app, mut ada, _) = two_directors().await;
    let png = picture(20, 20, ImageFormat::Png);
    let not_one = "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file.";

    let answer = ada.put_form("/api/updatePrizeImages/Spring%20Half", Form::default().file("medal", &png)).await.is(200);
    assert_eq!(text(Part::Prizes, &answer), "Awards updated successfully!");
    let answer = ada.put_form("/api/updatePrizeImages/Spring%20Half", Form::default().file("medal", b"x")).await.is(400);
    assert_eq!(text(Part::Prizes, &answer), not_one);

    let two = Form::default().text("action", "add").file("memories", &png).file("memories", &png);
    let answer = ada.put_form("/api/Spring%20Half/memory-images", two).await.is(200);
    assert_eq!(said(Part::Memories, &answer, Some(2)).notice.unwrap().text, "2 image(s) added successfully!");
    let bad = Form::default().text("action", "add").file("memories", b"x");
    let refused = ada.put_form("/api/Spring%20Half/memory-images", bad).await.is(400);
    assert_eq!(said(Part::Memories, &refused, Some(1)).notice.unwrap().text, not_one);

    let remove = json!({ "action": "remove", "imageId": answer.json()["memImages"][0]["id"] });
    let answer = ada.put("/api/Spring%20Half/memory-images", &remove).await.is(200);
    assert_eq!(text(Part::Memories, &answer), "Image deleted successfully!");
    let answer = ada.put("/api/Nobody's/memory-images", &remove).await.is(404);
    assert_eq!(text(Part::Memories, &answer), "Race not found. Please refresh the page and try again.");
}

#[tokio::test]
async fn race_card() {
    let (app, mut ada, _) = two_directors().await;
    let path = "/api/updateRaceCard/Spring%20Half";
    let answer = ada.put_form(path, Form::default().text("CardLocation", "Trenton")).await.is(200);
    assert_eq!(text(Part::Card, &answer), "Race card updated successfully!");
    let answer = ada.put_form("/api/updateRaceCard/Nobody's", Form::default().text("CardLocation", "x")).await.is(404);
    let failed = said(Part::Card, &answer, None).notice.unwrap();
    assert_eq!(
        (failed.text.as_str(), failed.clear_after_ms),
        ("Race not found. Please refresh the page and try again.", Some(5000))
    );
    let answer = app.visitor().put_form(path, Form::default().text("CardLocation", "x")).await.is(401);
    assert_eq!(text(Part::Card, &answer), answer.json()["message"].as_str().unwrap());
}

#[tokio::test]
async fn delete() {
    let (app, mut ada, _) = two_directors().await;
    let name = json!({ "RaceName": "Spring Half" });
    // The alert is the same for every answer; these are the answers that the server gives.
    app.visitor().delete("/api/deletePage", &name).await.is(401);
    app.with_user().await.delete("/api/deletePage", &name).await.is(403);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Nobody's" })).await.is(404);
    ada.delete("/api/deletePage", &json!({ "Race": "Spring Half" })).await.is(400);
    assert_eq!(EDITOR.delete_failed, "Error deleting race. Please try again.");
    ada.delete("/api/deletePage", &name).await.is(200);
}

#[tokio::test]
async fn create_race() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let say = |answer: &Response| {
        let body: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        create::outcome(CreatePhase::Answered, Some(answer.status.as_u16()), body["message"].as_str()).text
    };
    assert_eq!(say(&ada.create_page(Form::race("Spring Half")).await.is(201)), "Race created successfully!");
    let taken = ada.create_page(Form::race("Spring Half")).await.is(409);
    assert_eq!(say(&taken), "Error: A race with this name already exists. Please use a different name.");
    let large = ada.create_page(Form::race("Large").file("raceLogo", &vec![0xff; 51 * 1024 * 1024])).await.is(413);
    assert_eq!(say(&large), "Error: Files too large. Please reduce image sizes.");
    assert_eq!(say(&ada.create_page(Form::race(" ")).await.is(400)), "Error: Race name is required");
    let refused = app.visitor().create_page(Form::race("Mine")).await.is(401);
    assert_eq!(say(&refused), format!("Error: {}", refused.json()["message"].as_str().unwrap()));
}

#[tokio::test]
async fn dates_and_links_are_normalized() {
    let (app, mut ada, _) = two_directors().await;
    let typed = json!({ "RaceName": "Spring Half", "Date": "4/18/27", "Link": "runsignup.com/Race/NJ" });
    let race = ada.put("/api/updateHeaderText", &typed).await.is(200).json()["updatedRace"].clone();
    assert_eq!((&race["Date"], &race["Day"]), (&json!("April 18, 2027"), &json!("Sunday")));
    assert_eq!(race["Link"], "https://runsignup.com/Race/NJ");
    let impossible = json!({ "RaceName": "Spring Half", "Date": "2/30/2027" });
    let refused = ada.put("/api/updateHeaderText", &impossible).await.is(400).json();
    assert_eq!(refused["fields"][0]["message"], "February 2027 has 28 days. Please check the date.");
    let buttons = json!({ "RaceName": "Spring Half", "DonateButtonEnabled": "True", "DonateLink": "www.example.com/donate" });
    let race = ada.put("/api/updateInteractiveFeatures", &buttons).await.is(200).json()["updatedRace"].clone();
    assert_eq!(race["DonateButton"][0]["Link"], "https://www.example.com/donate");
    let card = Form::default().text("Info", "runsignup.com/Race/NJ");
    let race = ada.put_form("/api/updateRaceCard/Spring%20Half", card).await.is(200).json()["updatedRace"].clone();
    assert_eq!(race["Info"], "https://runsignup.com/Race/NJ");
    let form = Form::race("Autumn Half").text("Date", "Sat, Oct 16th 2027").text("Link", "example.com/register");
    ada.create_page(form).await.is(201);
    let race = app.visitor().get("/api/race/Autumn%20Half").await.ok().json()["race"].clone();
    assert_eq!((&race["Date"], &race["Link"]), (&json!("October 16, 2027"), &json!("https://example.com/register")));
}
