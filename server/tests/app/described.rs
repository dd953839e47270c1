//! The OpenAPI document: it describes all calls and their bodies.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::signup;
use crate::timing::timed_race;
use crate::util::{Form, TestApp};

/// The calls of SPEC §7 and DESIGN §6 that exist.
const SPEC: &str =
    "GET /getRaceDates, GET /checkLogin, GET /profile, POST /logout, PUT /updatePrivacy, PUT /updateContentSections,
    PUT /updateAboutDirectionsText, PUT /updateCommunityPartners, PUT /updateInteractiveFeatures, PUT /updateHeaderText,
    PUT /updateCourse3Text, PUT /updateCourse2Text, PUT /updatePrizeImages/{race}, PUT /{race}/memory-images,
    PUT /updateRaceCard/{raceName}, PUT /updateRaceMedia, GET /getAllPageRaces, DELETE /deletePage, GET /AllRacePages,
    GET /liveFilters, GET /raceMap, GET /getLiveTimes, POST /createPage, GET /race/{RaceName}, GET /race-media/{RaceName},
    POST /login, POST /forgotPassword, POST /resetPassword, GET /getRaceCards, POST /timing/{RaceName}/reads,
    PUT /timing/{RaceName}/entrants, PUT /timing/{RaceName}/gun, PUT /timing/{RaceName}/entrants/{bib}/status,
    GET /live/{RaceName}, PUT /timing/{RaceName}/setup, POST /timing/{RaceName}/keys, DELETE /timing/{RaceName}/keys/{id},
    GET /timing/{RaceName}/runners/{bib}, POST /timing/{RaceName}/corrections, DELETE /timing/{RaceName}/corrections/{id}";

async fn document(app: &TestApp) -> Value {
    app.visitor().get("/api/openapi.json").await.ok().json()
}

fn described(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().unwrap().iter();
    let call = |path: &str, method: &String| format!("{} {}", method.to_uppercase(), path.trim_start_matches("/api"));
    paths.flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(move |method| call(path, method))).collect()
}

#[tokio::test]
async fn every_call_of_the_specification_and_of_the_source_is_described() {
    let app = TestApp::init().await;
    let described = described(&document(&app).await);
    for call in SPEC.split(',').map(str::trim) {
        assert!(described.contains(call), "{call} is not described");
    }
    // Finds a route that is missing in the document because it was added with `.route("/api/…")`.
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut functions = 0;
    for file in files(&sources) {
        let text = std::fs::read_to_string(&file).unwrap();
        functions += text.matches("#[utoipa::path(").count();
        for path in text.split(".route(\"/api/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(path.starts_with("{race}") || path.is_empty(), "/api/{path} is served and not described");
        }
    }
    assert_eq!(described.len(), functions, "a described call is not served");
}

fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn every_call_has_a_summary_and_described_answers_and_parameters() {
    let app = TestApp::init().await;
    let document = document(&app).await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            assert!(call["summary"].as_str().is_some_and(|text| text.len() > 10), "{method} {path} has no summary");
            for (status, response) in call["responses"].as_object().unwrap() {
                let shared = response["$ref"].as_str().map(|place| document.pointer(place.trim_start_matches('#')).unwrap());
                let response = shared.unwrap_or(response);
                assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path} {status}");
                let refusal = &response["content"]["application/json"]["schema"]["$ref"];
                let refused = refusal.as_str().is_some_and(|name| name.starts_with("#/components/schemas/Refusal"));
                assert!(!status.starts_with('4') || refused, "{method} {path} {status}");
            }
            for part in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
                let parameters = call["parameters"].as_array().unwrap();
                assert!(parameters.iter().any(|one| one["name"] == part && one["in"] == "path"), "{method} {path}: {part}");
            }
        }
    }
    let mut text = document["paths"].to_string() + &document["components"].to_string();
    while let Some(at) = text.find("#/components/schemas/") {
        text.drain(..at + "#/components/schemas/".len());
        let name = text.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name} is missing");
    }
}

/// The fields of a call's body in the document.
fn fields(document: &Value, path: &str, method: &str, kind: &str) -> BTreeSet<String> {
    let mut schema = &document["paths"][path][method]["requestBody"]["content"][kind]["schema"];
    if let Some(name) = schema["$ref"].as_str() {
        schema = &document["components"]["schemas"][name.rsplit('/').next().unwrap()];
    }
    schema["properties"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

/// The fields that the server lists when it refuses an unknown field.
fn accepted_fields(refusal: &str) -> BTreeSet<String> {
    let expected = refusal.split("expected").nth(1).unwrap_or_else(|| panic!("{refusal}"));
    let expected = expected.split("unknown field").next().unwrap();
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[tokio::test]
async fn every_form_is_described_with_the_fields_that_the_server_accepts() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    let link = crate::packets::link_token(&mut ada, "Spring Half").await;
    let mut signing_up = signup::begun(&app).await;
    let document = document(&app).await;
    let files: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("/api/updateCommunityPartners", ["communityPartnerImages"].as_slice()),
        ("/api/updatePrizeImages/{race}", &["medal", "shirt", "medals3", "acrylic"]),
        ("/api/updateRaceCard/{raceName}", &["raceLogo"]),
        ("/api/{race}/memory-images", &["memories"]),
    ]);
    // Second names of fields.
    let other_names = ["CourseEmbed1", "CourseEmbed2", "CourseEmbed3"];
    let mut forms = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let Some(content) = call["requestBody"]["content"].as_object() else { continue };
            // Lists, and the calls of the next two tests.
            if path.ends_with("/reads")
                || path.ends_with("/entrants")
                || path.ends_with("/setup")
                || path.ends_with("/createPage")
                || path.ends_with("/ageGrades")
                || path.ends_with("/profile/picture")
                || path.ends_with("/ticketPictures")
                || path.ends_with("/pictures")
                || path.contains("/uploads/")
                || path.ends_with("/results/import")
                || path.ends_with("/courseFiles/{RaceName}")
                // The fixed body of programs for mail.
                || (path.as_str(), method.as_str()) == ("/api/unsubscribe", "post")
            {
                continue;
            }
            let request_path = path.replace("{RaceName}", "Spring%20Half").replace("{race}", "Spring%20Half");
            let request_path = request_path.replace("{raceName}", "Spring%20Half").replace("{bib}", "1");
            let request_path = request_path.replace("{year}", "2026");
            ada.key = path.ends_with("/actions").then(|| link.clone());
            let ada = if signup::CALLS.contains(&path.as_str()) { &mut signing_up } else { &mut ada };
            for kind in content.keys() {
                let answer = if kind == "application/json" {
                    let request =
                        Request::builder().method(method.to_uppercase().as_str()).uri(&request_path).header("content-type", kind);
                    ada.send(request.body(Body::from(r#"{"zz":1}"#)).unwrap()).await
                } else {
                    ada.put_form(&request_path, Form::default().text("zz", "1")).await
                };
                let mut accepted = accepted_fields(&answer.is(400).text());
                let more = files.get(path.as_str()).copied().unwrap_or_default().iter().map(|name| (*name).to_owned());
                accepted.extend(more.filter(|_| kind != "application/json"));
                accepted.retain(|name| !other_names.contains(&name.as_str()));
                if path.contains("{race") && kind != "application/json" {
                    accepted.remove("RaceName");
                }
                if path.ends_with("memory-images") {
                    accepted.retain(|name| kind == "application/json" || !name.starts_with("imageId"));
                }
                assert_eq!(fields(&document, path, method, kind), accepted, "{method} {path} {kind}");
                forms += 1;
            }
        }
    }
    assert!(forms > 20);
}

#[tokio::test]
async fn the_create_form_is_described_with_its_fields() {
    let app = TestApp::init().await;
    let described = fields(&document(&app).await, "/api/createPage", "post", "multipart/form-data");
    let files = ["raceLogo", "shirt", "medal", "medals3", "acrylic", "memImages", "communityPartnerImages"];
    let form = serde_json::to_value(core_wasm::editor::create::CreateForm::from_fields(&BTreeMap::new()).unwrap()).unwrap();
    let accepted = form.as_object().unwrap().keys().cloned().chain(files.map(str::to_owned)).collect();
    assert_eq!(described, accepted);
}

#[tokio::test]
async fn the_examples_of_timing_are_accepted() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring Half").await;
    let document = document(&app).await;
    let example = |path: &str, method: &str| {
        document["paths"][path][method]["requestBody"]["content"]["application/json"]["example"].clone()
    };
    // The example has another gun than the one that stands.
    ada.put("/api/timing/Spring%20Half/gun", &json!({ "contest": "10K", "gun": null, "confirmed": true })).await.ok();
    ada.put("/api/timing/Spring%20Half/setup", &example("/api/timing/{RaceName}/setup", "put")).await.ok();
    let entrants = example("/api/timing/{RaceName}/entrants", "put");
    let entered = ada.put("/api/timing/Spring%20Half/entrants", &entrants).await.ok().json();
    assert_eq!((&entered["added"], &entered["refused"]), (&json!(1), &json!(0)));
    let mut timer = app.visitor();
    timer.origin = None;
    let reads = example("/api/timing/{RaceName}/reads", "post").to_string();
    let request = Request::post("/api/timing/Spring%20Half/reads").header("content-type", "application/json");
    let request = request.header("authorization", format!("Bearer {key}")).body(Body::from(reads)).unwrap();
    assert_eq!(timer.send(request).await.ok().json()["accepted"], 1);
}

#[tokio::test]
async fn pages_with_pictures_are_sent_as_described() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let picture = crate::util::picture(40, 40, image::ImageFormat::Png);
    let form = Form::race("Spring Half").file("raceLogo", &picture).file("medal", &picture).file("memImages", &picture);
    ada.create_page(form.file("communityPartnerImages", &picture)).await.is(201);
    // Each answer is compared with the document as it arrives (sent.rs).
    for images in ["", "?images=url"] {
        let race = ada.get(&format!("/api/race/Spring%20Half{images}")).await.ok().json();
        assert_eq!(race["race"]["MemImages"].as_array().unwrap().len(), 1);
        ada.get(&format!("/api/getRaceCards{images}")).await.ok();
    }
    ada.get("/api/race/Nothing").await.is(404);
}
