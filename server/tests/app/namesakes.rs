//! Two accounts of one name and date of birth, of which neither has proved who it is (docs/decisions/0062).

use core_wasm::account::Role;
use serde_json::{Value, json};

use crate::profile::{account, claim_all, decide, letters, waiting_claims, zoe};
use crate::runner_pages::published;
use crate::typed_names::{HIDDEN_BY_NAMESAKE, ZOE, last_name, rename};
use crate::util::{Browser, PASSWORD, TestApp};

const BORN: &str = "1972-06-02";
const HIDDEN: &str = "/api/updatePrivacy";

async fn hide(browser: &mut Browser) {
    browser.put(HIDDEN, &json!({ "isPrivate": true })).await.ok();
}

/// The bibs of the races that are told to be coming.
async fn coming(browser: &mut Browser) -> usize {
    browser.get("/api/myResults").await.ok().json()["coming"].as_array().unwrap().len()
}

/// Two results of the person, of two races.
async fn published_twice(app: &TestApp) {
    let mut ada = published(app).await;
    crate::timing::add_race(app, "Pier 10K 2019").await;
    let path = "/api/results/import?race=Pier%2010K%202019&contest=10K&distance=10K";
    let file = format!("bib,name,sex,dob,time\n13,Zoë O’Brien,F,{BORN},40:00\n14,Bo Day,M,,41:00\n");
    ada.send(axum::http::Request::post(path).header("content-type", "text/csv").body(file.into()).unwrap()).await.is(201);
}

/// Publishes the result, which an account of the same name claims that was born on another day; the claim waits.
async fn claimed_by_other(app: &TestApp) -> Browser {
    published(app).await;
    let mut other = account(app, "other", "Zoë", "O’Brien", "1972-02-06").await;
    assert_eq!(claim_all(&mut other).await["claims"][0]["state"], "waiting");
    other
}

/// A race to come with the person in its list of entrants.
async fn entered(ada: &mut Browser, race: &str) {
    ada.create_page(crate::util::Form::race(race).text("Date", "July 20, 2027")).await.is(201);
    let timing = format!("/api/timing/{}", race.replace(' ', "%20"));
    ada.put(&format!("{timing}/setup"), &crate::timing::setup()).await.ok();
    let list = format!("bib,firstname,lastname,gender,dob,contest\n7,Zoe,O'Brien,f,{BORN},10K\n");
    ada.put_list(&timing, list).await;
}

async fn delete(browser: &mut Browser) -> Value {
    browser.delete("/api/account", &json!({ "password": PASSWORD })).await.ok().json()
}

#[tokio::test]
async fn who_goes_back_to_a_former_name_or_is_named_late_is_not_first() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    // Both are older than zoe's account.
    let mut away = account(&app, "away", "Zoë", "O’Brien", BORN).await;
    rename(&mut away, ["Ann", "Berg"]).await;
    let mut invited = app.with_account("invited", Role::Timer).await;
    let mut zoe = zoe(&app).await;
    hide(&mut zoe).await;
    app.clock.advance(1_000);
    assert_eq!(last_name(&mut visitor).await, "");
    rename(&mut away, ZOE).await;
    let named = json!({ "FirstName": "Zoë", "LastName": "O’Brien", "DOB": BORN });
    invited.put("/api/profile", &named).await.ok();
    for stranger in [&mut away, &mut invited] {
        assert_eq!((last_name(&mut visitor).await, last_name(stranger).await), (String::new(), String::new()));
        assert_eq!(coming(stranger).await, 0);
        let copy = stranger.get("/api/account/export").await.ok().json();
        assert_eq!(copy["results"], json!([]));
        let gone = delete(stranger).await;
        assert_eq!(gone["kept"], json!([]));
    }
    assert_eq!((last_name(&mut visitor).await, last_name(&mut zoe).await), (String::new(), "O’Brien".to_owned()));
}

#[tokio::test]
async fn a_later_namesake_is_granted_nothing_by_itself() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    zoe.put("/api/profile", &json!({ "hideAge": true })).await.ok();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    // Whoever claims first.
    assert_eq!(
        claim_all(&mut eve).await["claims"]
            .as_array()
            .map_or(0, |claims| claims.iter().filter(|one| one["state"] == "granted").count()),
        0
    );
    assert_eq!(claim_all(&mut zoe).await["claims"][0]["state"], "granted");
    let claims = waiting_claims(&app).await;
    assert_eq!(claims.len(), 1);
    for claim in claims {
        assert!(claim["why"].as_str().unwrap().contains("Another account has the same name and date of birth."), "{claim}");
    }
}

#[tokio::test]
async fn beside_a_namesake_a_deletion_takes_granted_results_alone() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    let mut zoe = zoe(&app).await;
    assert_eq!(delete(&mut eve).await["kept"], json!([]));
    assert_eq!(last_name(&mut visitor).await, "O’Brien");
    // Alone she is taken for the person, and takes it along.
    delete(&mut zoe).await;
    assert_eq!(last_name(&mut visitor).await, "");
}

#[tokio::test]
async fn who_is_private_is_hidden_also_beside_an_earlier_account_of_the_name() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let live = async |browser: &mut Browser| browser.get("/api/live/Spring%2010K").await.ok().text().contains("O’Brien");
    // Made by somebody who knows zoe's birthday, before zoe came.
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    let mut zoe = zoe(&app).await;
    assert!(live(&mut visitor).await);
    hide(&mut zoe).await;
    // Boards in memory look at the tables once a second.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!((last_name(&mut visitor).await, live(&mut visitor).await), (String::new(), false));
    assert_eq!(last_name(&mut zoe).await, "O’Brien");
    // Whatever eve does, a person decides before it is shown.
    for is_private in [true, false] {
        eve.put(HIDDEN, &json!({ "isPrivate": is_private })).await.ok();
        if is_private {
            assert_eq!(claim_all(&mut eve).await["claims"][0]["state"], "waiting");
        }
        assert_eq!(last_name(&mut visitor).await, "");
    }
    assert_eq!(claim_all(&mut zoe).await["claims"][0]["state"], "waiting");
    let claim = decide(&app, "zoe", true).await;
    assert_eq!(claim["why"], "Another account has the same name and date of birth.");
    assert_eq!((last_name(&mut visitor).await, last_name(&mut eve).await), (String::new(), String::new()));
    zoe.put(HIDDEN, &json!({ "isPrivate": false })).await.ok();
    assert_eq!(last_name(&mut visitor).await, "O’Brien");
}

#[tokio::test]
async fn what_a_later_namesake_hides_is_still_offered_to_the_first_account() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut zoe = zoe(&app).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    hide(&mut eve).await;
    assert_eq!((last_name(&mut visitor).await, last_name(&mut zoe).await), (String::new(), "O’Brien".to_owned()));
    assert_eq!(claim_all(&mut zoe).await["claims"][0]["state"], "waiting");
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["waiting"].as_array().unwrap().len(), 1);
    let claim = decide(&app, "zoe", true).await;
    assert_eq!(claim["why"], HIDDEN_BY_NAMESAKE);
    assert_eq!((last_name(&mut visitor).await, last_name(&mut eve).await), ("O’Brien".to_owned(), "O’Brien".to_owned()));
    // From now on eve is somebody else.
    for is_private in [false, true] {
        eve.put(HIDDEN, &json!({ "isPrivate": is_private })).await.ok();
        assert_eq!(last_name(&mut visitor).await, "O’Brien");
    }
}

/// Whether the live page names zoe. Boards in memory look at the tables once a second.
async fn is_named_live(browser: &mut Browser) -> bool {
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    browser.get("/api/live/Spring%2010K").await.ok().text().contains("O’Brien")
}

#[tokio::test]
async fn once_a_result_is_granted_an_earlier_account_hides_nothing() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    hide(&mut eve).await;
    let mut zoe = zoe(&app).await;
    assert!(!is_named_live(&mut visitor).await);
    zoe.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    let claim = waiting_claims(&app).await[0].clone();
    assert_eq!((&claim["namesakes"][0]["username"], &claim["namesakes"][0]["hides"]), (&"eve".into(), &true.into()));
    decide(&app, "zoe", true).await;
    // Neither the result nor the entry in the start list.
    assert_eq!((last_name(&mut visitor).await, is_named_live(&mut visitor).await), ("O’Brien".to_owned(), true));
    app.app.send_mail().await.unwrap();
    let told = letters(&app, "eve@example.test");
    assert!(told.iter().any(|subject| subject.starts_with("A result that you hid")), "{told:?}");
    // Nor does the next account of the name, once this one is gone.
    let mut mia = account(&app, "mia", "Zoë", "O’Brien", BORN).await;
    hide(&mut mia).await;
    delete(&mut eve).await;
    assert_eq!((last_name(&mut visitor).await, is_named_live(&mut visitor).await), ("O’Brien".to_owned(), true));
}

#[tokio::test]
async fn what_a_deleted_account_hid_stays_hidden_until_somebody_has_it() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut zoe = zoe(&app).await;
    hide(&mut zoe).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    delete(&mut zoe).await;
    for browser in [&mut visitor, &mut app.visitor()] {
        assert_eq!(last_name(browser).await, "");
    }
    // Also from the account that is the oldest of the name now.
    let own = eve.get("/api/myResults").await.ok().json();
    assert_eq!((&own["offered"], &own["waiting"], last_name(&mut eve).await), (&json!([]), &json!([]), String::new()));
    eve.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    assert_eq!(eve.get("/api/account/export").await.ok().json()["claims"], json!([]));
    assert_eq!(decide(&app, "eve", true).await["why"], HIDDEN_BY_NAMESAKE);
    assert_eq!(last_name(&mut visitor).await, "O’Brien");
    // Alone again, the account takes everything along.
    delete(&mut eve).await;
    assert_eq!(app.count("SELECT count(*) FROM private_results").await, 0);
}

#[tokio::test]
async fn a_deletion_takes_no_result_that_somebody_else_claims() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    assert_eq!(claim_all(&mut eve).await["claims"][0]["state"], "granted");
    let mut zoe = zoe(&app).await;
    assert_eq!(claim_all(&mut zoe).await["claims"][0]["state"], "waiting");
    delete(&mut eve).await;
    assert_eq!(last_name(&mut visitor).await, "O’Brien");
    assert_eq!(decide(&app, "zoe", true).await["why"], "Nothing stands against it any more.");
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn nor_one_that_somebody_of_another_birthday_claims() {
    let app = TestApp::init().await;
    let mut other = claimed_by_other(&app).await;
    // Alone with name and birthday, but granted nothing.
    let mut zoe = zoe(&app).await;
    delete(&mut zoe).await;
    assert_eq!(last_name(&mut app.visitor()).await, "O’Brien");
    assert_eq!(decide(&app, "other", true).await["why"], "The date of birth is another one.");
    delete(&mut other).await;
    assert_eq!(last_name(&mut app.visitor()).await, "");
}

#[tokio::test]
async fn the_name_of_who_left_goes_when_no_claim_stands_any_more() {
    for is_refused in [true, false] {
        let app = TestApp::init().await;
        let mut other = claimed_by_other(&app).await;
        let mut zoe = zoe(&app).await;
        if is_refused {
            hide(&mut zoe).await;
        }
        delete(&mut zoe).await;
        assert_eq!(app.count("SELECT count(*) FROM results WHERE last_name = 'O’Brien'").await, 1);
        if is_refused {
            decide(&app, "other", false).await;
        } else {
            delete(&mut other).await;
        }
        for sql in [
            "SELECT count(*) FROM results WHERE last_name = 'O’Brien'",
            "SELECT count(*) FROM timing_entrants WHERE entrant LIKE '%Brien%'",
            "SELECT count(*) FROM private_results",
            "SELECT count(*) FROM names_due",
        ] {
            assert_eq!(app.count(sql).await, 0, "{sql}");
        }
    }
}

#[tokio::test]
async fn a_result_is_shown_as_its_account_chooses_also_when_that_was_born_on_another_day() {
    let app = TestApp::init().await;
    let mut other = claimed_by_other(&app).await;
    let mut zoe = zoe(&app).await;
    hide(&mut zoe).await;
    assert_eq!(last_name(&mut app.visitor()).await, "");
    // The administrator sees who hides it.
    let waits = waiting_claims(&app).await;
    assert_eq!((&waits[0]["namesakes"][0]["username"], &waits[0]["namesakes"][0]["hides"]), (&"zoe".into(), &true.into()));
    decide(&app, "other", true).await;
    assert_eq!(last_name(&mut app.visitor()).await, "O’Brien");
    assert_eq!(other.get("/api/myResults").await.ok().json()["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_decision_about_one_result_shows_no_other() {
    let app = TestApp::init().await;
    published_twice(&app).await;
    let mut visitor = app.visitor();
    let names = async |browser: &mut Browser| {
        let list = browser.get("/api/leaderboard").await.ok().json();
        list["items"].as_array().unwrap().iter().filter(|line| line["lastname"] == "O’Brien").count()
    };
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    hide(&mut eve).await;
    let mut zoe = zoe(&app).await;
    zoe.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    assert_eq!((waiting_claims(&app).await.len(), names(&mut visitor).await), (2, 0));
    decide(&app, "zoe", true).await;
    assert_eq!((names(&mut visitor).await, names(&mut zoe).await), (1, 2));
    // The other one is still hidden, and the administrator sees by whom.
    let waits = waiting_claims(&app).await;
    assert_eq!((waits.len(), &waits[0]["namesakes"][0]["hides"]), (1, &true.into()));
    // The account that lost the person hides nothing more, also when the other one is renamed.
    rename(&mut zoe, ["Zoë", "Wed"]).await;
    eve.put("/api/profile", &json!({ "hideAge": true })).await.ok();
    assert_eq!(names(&mut visitor).await, 1);
    for is_private in [false, true] {
        eve.put(HIDDEN, &json!({ "isPrivate": is_private })).await.ok();
        assert_eq!(names(&mut visitor).await, 2);
    }
}

#[tokio::test]
async fn who_was_refused_a_result_sees_of_it_what_others_see() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    hide(&mut eve).await;
    assert_eq!(last_name(&mut zoe).await, "O’Brien");
    claim_all(&mut zoe).await;
    decide(&app, "zoe", false).await;
    assert_eq!((last_name(&mut zoe).await, last_name(&mut eve).await), (String::new(), "O’Brien".to_owned()));
}

#[tokio::test]
async fn not_me_can_be_taken_back() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let mut zoe = zoe(&app).await;
    let offered = zoe.get("/api/myResults").await.ok().json()["offered"].clone();
    zoe.post("/api/claimResults", &json!({ "notMine": [offered[0]["resultId"]] })).await.ok();
    hide(&mut zoe).await;
    assert_eq!(last_name(&mut visitor).await, "O’Brien", "she said that it is somebody else");
    zoe.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    assert_eq!(last_name(&mut visitor).await, "");
    decide(&app, "zoe", true).await;
    assert_eq!((last_name(&mut visitor).await, last_name(&mut zoe).await), (String::new(), "O’Brien".to_owned()));
}

#[tokio::test]
async fn a_claim_that_was_made_openly_is_listed_and_answered_also_when_the_result_is_hidden_later() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    claim_all(&mut eve).await;
    hide(&mut zoe).await;
    let waiting = eve.get("/api/myResults").await.ok().json()["waiting"].clone();
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    decide(&app, "eve", false).await;
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "eve@example.test").iter().any(|subject| subject.starts_with("Your result could not be")));
}

#[tokio::test]
async fn a_decision_by_mistake_can_be_decided_again() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    claim_all(&mut zoe).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    claim_all(&mut eve).await;
    decide(&app, "eve", true).await;
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["results"], json!([]));
    zoe.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    assert_eq!(decide(&app, "zoe", true).await["heldBy"], "eve");
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["results"].as_array().unwrap().len(), 1);
    assert_eq!(eve.get("/api/myResults").await.ok().json()["results"], json!([]));
}

#[tokio::test]
async fn a_deletion_names_no_hidden_race() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let mut ada = app.with_admin().await;
    for (race, hidden) in [("Summer 10K", false), ("Secret Run", true)] {
        entered(&mut ada, race).await;
        if hidden {
            app.app.db().write(|tx| tx.execute("UPDATE races SET hidden = 1 WHERE name = 'Secret Run'", [])).await.unwrap();
        }
    }
    let gone = delete(&mut zoe).await;
    assert_eq!(gone["kept"], json!(["Summer 10K"]));
    assert!(!gone["message"].as_str().unwrap().contains("Secret"), "{gone}");
}

#[tokio::test]
async fn who_hid_less_than_everything_hides_no_more_after_another_account_was_granted_a_result() {
    let app = TestApp::init().await;
    published_twice(&app).await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    eve.put("/api/profile", &json!({ "initialsOnly": true })).await.ok();
    let mut zoe = zoe(&app).await;
    zoe.post("/api/claimResults", &json!({ "missing": true })).await.ok();
    decide(&app, "zoe", true).await;
    hide(&mut eve).await;
    let list = app.visitor().get("/api/leaderboard").await.ok().json();
    let of_zoe = |line: &&Value| ["O’Brien", "O.", ""].contains(&line["lastname"].as_str().unwrap());
    let mut names: Vec<&str> =
        list["items"].as_array().unwrap().iter().filter(of_zoe).map(|line| line["lastname"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["O.", "O’Brien"]);
}

#[tokio::test]
async fn a_deletion_beside_a_namesake_names_the_races_to_come() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let mut ada = app.with_admin().await;
    entered(&mut ada, "Summer 10K").await;
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", BORN).await;
    assert_eq!(delete(&mut eve).await["kept"], json!([]), "the later one is not taken for the person");
    let _later = account(&app, "later", "Zoë", "O’Brien", BORN).await;
    assert_eq!(delete(&mut zoe).await["kept"], json!(["Summer 10K"]));
}
