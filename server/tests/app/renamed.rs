//! Former names of a race: old addresses redirect until another race shows under them.

use serde_json::{Value, json};

use crate::live::{follow, opened};
use crate::timing::{read, send, setup, timed_race};
use crate::util::{Browser, Form, ORIGIN, TestApp, two_directors};

async fn rename(browser: &mut Browser, from: &str, to: &str) {
    browser.put("/api/updateHeaderText", &json!({ "RaceName": from, "EditedName": to })).await.ok();
}

/// The status of an address, and where it redirects to.
async fn leads(browser: &mut Browser, path: &str) -> (u16, String) {
    let answer = browser.get(path).await;
    (answer.status.as_u16(), answer.header("location").to_owned())
}

fn to(path: &str) -> (u16, String) {
    (301, path.to_owned())
}

const OLD: &str = "/race/Spring%20Half";

#[tokio::test]
async fn an_old_name_leads_to_the_new_one_in_every_call() {
    let (app, mut ada, _) = two_directors().await;
    let mut visitor = app.visitor();
    rename(&mut ada, "Spring Half", "Fall Half").await;
    for (old, new) in [
        (OLD, "/race/Fall%20Half"),
        ("/RACE/spring%20half/", "/race/Fall%20Half"),
        ("/race/:Spring%20Half?from=mail", "/race/Fall%20Half?from=mail"),
        ("/race/Spring%20Half/media", "/race/Fall%20Half/media"),
        ("/og/race/Spring%20Half.png?v=1", "/og/race/Fall%20Half.png"),
        ("/og/runner/Spring%20Half/17.png", "/og/runner/Fall%20Half/17.png"),
        ("/calendar/Spring%20Half.ics", "/calendar/Fall%20Half.ics"),
        ("/liveRace?race=Spring%20Half&bib=17", "/liveRace?race=Fall%20Half&bib=17"),
    ] {
        assert_eq!(leads(&mut visitor, old).await, to(new), "{old}");
    }
    // Another race may take the name, so browsers must not store the redirect.
    assert_eq!(visitor.get(OLD).await.header("cache-control"), "no-cache");
    for path in ["/api/race/Spring%20Half", "/api/race-media/Spring%20Half", "/api/AllRacePages?name=Spring%20Half"] {
        assert_eq!(visitor.get(path).await.ok().json()["race"]["Race"], "Fall Half", "{path}");
    }
    // Renamed again: the first name leads directly to the last.
    rename(&mut ada, "Fall Half", "Winter Half").await;
    assert_eq!(leads(&mut visitor, OLD).await, to("/race/Winter%20Half"));
    assert_eq!(leads(&mut visitor, "/race/Fall%20Half").await, to("/race/Winter%20Half"));
    // Renamed back: the first name is the present one.
    rename(&mut ada, "Winter Half", "Spring Half").await;
    assert_eq!(leads(&mut visitor, OLD).await.0, 200);
    assert_eq!(leads(&mut visitor, "/race/Winter%20Half").await, to(OLD));
    // The same name in other letters.
    rename(&mut ada, "Spring Half", "SPRING HALF").await;
    assert_eq!(leads(&mut visitor, OLD).await.0, 200);
    let page = visitor.get(OLD).await.ok().text();
    assert!(page.contains(&format!("rel=\"canonical\" href=\"{ORIGIN}/race/SPRING%20HALF\"")), "{page}");
}

#[tokio::test]
async fn the_cards_path_follows_a_rename_if_it_is_the_races_own_page() {
    let (_app, mut ada, _) = two_directors().await;
    let info = |path: &str| Form::default().text("Info", path);
    ada.put_form("/api/updateRaceCard/Spring%20Half", info("/race/Spring Half")).await.ok();
    rename(&mut ada, "Spring Half", "Fall Half").await;
    assert_eq!(ada.edited("Fall Half").await.0["Info"], "/race/Fall%20Half");
    // A restore of the header restores the path, too.
    let history = ada.get("/api/sectionHistory/Fall%20Half?part=header").await.ok().json();
    let original = history["entries"].as_array().unwrap().iter().find(|one| one["original"] == true).unwrap()["id"].clone();
    ada.post("/api/restoreSection", &json!({ "RaceName": "Fall Half", "part": "header", "id": original })).await.ok();
    assert_eq!(ada.edited("Spring Half").await.0["Info"], "/race/Spring%20Half");
    // A restore of the race under another name changes the path, too; a path to another page is unchanged.
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    ada.post("/api/restoreRace", &json!({ "id": id, "name": "Old Half" })).await.ok();
    assert_eq!(ada.edited("Old Half").await.0["Info"], "/race/Old%20Half");
    ada.put_form("/api/updateRaceCard/Old%20Half", info("/races")).await.ok();
    rename(&mut ada, "Old Half", "New Half").await;
    assert_eq!(ada.edited("New Half").await.0["Info"], "/races");
}

#[tokio::test]
async fn an_old_name_finds_another_race_once_that_one_is_visible() {
    let (app, mut ada, _) = two_directors().await;
    let mut visitor = app.visitor();
    rename(&mut ada, "Spring Half", "Spring Half 2027").await;
    // A hidden race that takes the name is not found by visitors: for them the name still leads to the first race.
    ada.create_page(Form::race("Spring Half").text("isHidden", "True")).await.is(201);
    assert_eq!(leads(&mut visitor, OLD).await, to("/race/Spring%20Half%202027"));
    assert_eq!(visitor.get("/api/race/Spring%20Half").await.ok().json()["race"]["Race"], "Spring Half 2027");
    assert_eq!(leads(&mut ada, OLD).await.0, 200);
    assert_eq!(ada.get("/api/race/Spring%20Half").await.ok().json()["race"]["isHidden"], "True");
    // The former name of a hidden race is not recorded.
    rename(&mut ada, "Spring Half", "Spring Half 2028").await;
    assert_eq!(leads(&mut visitor, OLD).await, to("/race/Spring%20Half%202027"));
    rename(&mut ada, "Spring Half 2028", "Spring Half").await;

    let publish = |hidden: &str| json!({ "RaceName": "Spring Half", "isHidden": hidden });
    ada.put("/api/pageVisibility", &publish("False")).await.ok();
    assert_eq!(leads(&mut visitor, OLD).await.0, 200);
    assert!(visitor.get("/api/race/Spring%20Half").await.ok().json()["race"]["Race"] == "Spring Half");
    // From then on the name is not a former name of the first race any more, even when the second one is hidden.
    ada.put("/api/pageVisibility", &publish("True")).await.ok();
    assert_eq!(leads(&mut visitor, OLD).await.0, 404);
    // A race that is renamed while it is hidden is found by the name that visitors knew, once it is visible again.
    rename(&mut ada, "Spring Half", "Spring Half 2029").await;
    assert_eq!(leads(&mut visitor, OLD).await.0, 404);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half 2029", "isHidden": "False" })).await.ok();
    assert_eq!(leads(&mut visitor, OLD).await, to("/race/Spring%20Half%202029"));
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half 2029" })).await.ok();
    assert_eq!(leads(&mut visitor, OLD).await.0, 404);
}

#[tokio::test]
async fn the_names_of_a_deleted_race_lead_nowhere_until_it_is_restored() {
    let (app, mut ada, _) = two_directors().await;
    let mut visitor = app.visitor();
    rename(&mut ada, "Spring Half", "Fall Half").await;
    ada.delete("/api/deletePage", &json!({ "RaceName": "Fall Half" })).await.ok();
    for path in [OLD, "/race/Fall%20Half", "/api/race/Spring%20Half", "/api/live/Spring%20Half"] {
        visitor.get(path).await.is(404);
    }
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    // Another race has taken its name meanwhile: it is restored under another one.
    ada.create_page(Form::race("Fall Half")).await.is(201);
    ada.post("/api/restoreRace", &json!({ "id": id, "name": "Old Fall Half" })).await.ok();
    assert_eq!(leads(&mut visitor, "/race/Fall%20Half").await.0, 200);
    assert_eq!(leads(&mut visitor, OLD).await, to("/race/Old%20Fall%20Half"));
    assert_eq!(leads(&mut visitor, "/race/Old%20Fall%20Half").await.0, 200);
}

#[tokio::test]
async fn an_open_board_a_desk_and_a_timing_box_work_after_a_rename() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let sent = |bib: u32| json!([read("START", bib, 12)]).to_string();
    send(&app, "Spring 10K", &key, "application/json", None, sent(17)).await.ok();
    let mut visitor = app.visitor();
    let mut board = opened(&mut visitor, "/api/live/Spring%2010K").await;
    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!(desk["race"], "Spring 10K");
    let id = desk["id"].as_str().unwrap().replace(' ', "%20");

    rename(&mut ada, "Spring 10K", "Fall 10K").await;
    // The open board requests the old name, and the answer has the new one.
    follow(&mut visitor, "/api/live/Spring%2010K", &mut board).await;
    assert_eq!((board.document().race.as_str(), board.document().runners.len()), ("Fall 10K", 1));
    for path in ["/api/getLiveTimes?race=Spring%2010K", "/api/liveFilters?race=Spring%2010K", "/api/raceMap?race=Spring%2010K"] {
        visitor.get(path).await.ok();
    }
    send(&app, "Spring 10K", &key, "application/json", None, sent(18)).await.ok();
    assert_eq!(ada.get("/api/timing/Spring%2010K").await.ok().json()["race"], "Fall 10K");

    // Another race takes the name, hidden or not: the desk and the timing box still reach the first race.
    ada.create_page(Form::race("Spring 10K").text("isHidden", "True")).await.is(201);
    let by_id = format!("/api/timing/Spring%2010K?id={id}");
    assert_eq!(ada.get(&by_id).await.ok().json()["race"], "Fall 10K");
    let gun = json!({ "contest": "10K", "gun": "2027-06-01T07:31:00.000-04:00", "confirmed": true });
    ada.put(&format!("/api/timing/Spring%2010K/gun?id={id}"), &gun).await.ok();
    send(&app, "Spring 10K", &key, "application/json", None, sent(19)).await.ok();
    assert_eq!(ada.get(&by_id).await.ok().json()["counts"]["reads"], 3);
    assert_eq!(ada.get("/api/timing/Spring%2010K").await.ok().json()["setup"], Value::Null);
    ada.put("/api/timing/Spring%2010K/setup", &setup()).await.ok();
    assert_eq!(ada.get("/api/timing/Fall%2010K").await.ok().json()["setup"]["contests"][0]["gun"], gun["gun"]);
    ada.get("/api/timing/Spring%2010K?id=nobody").await.is(404);
}

#[tokio::test]
async fn the_redirect_to_a_hidden_race_is_not_stored() {
    let (app, mut ada, _) = two_directors().await;
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })).await.ok();
    rename(&mut ada, "Spring Half", "Spring Half 2027").await;
    for path in [
        "/race/Spring%20Half",
        "/race/Spring%20Half/media",
        "/liveRace?race=Spring%20Half",
        "/calendar/Spring%20Half.ics",
        "/og/race/Spring%20Half.png",
        "/og/runner/Spring%20Half/17.png",
    ] {
        assert_eq!(ada.get(path).await.is(301).header("cache-control"), "private, no-store", "{path}");
        assert_ne!(app.visitor().get(path).await.status, 301, "{path}");
    }
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half 2027", "isHidden": "False" })).await.ok();
    assert_eq!(ada.get("/race/Spring%20Half").await.is(301).header("cache-control"), "no-cache");
}
