//! A name and a birthday are typed by anybody: what they decide about the person, and what they tell (docs/decisions/0059).

use serde_json::{Value, json};

use crate::profile::{account, claim_all, decide, letters, waiting_claims, zoe};
use crate::runner_pages::published;
use crate::util::{Browser, Form, PASSWORD, TestApp};

/// Why a claim of a result waits that another account hides.
pub const HIDDEN_BY_NAMESAKE: &str = "An account of the same name and date of birth hides it, or hid it until it was deleted.";

#[tokio::test]
async fn who_only_types_a_name_decides_nothing_about_its_person() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    claim_all(&mut zoe).await;
    let mut impostor = account(&app, "impostor", "ZOE", "O'Brien", "1972-06-02").await;
    assert_eq!(claim_all(&mut impostor).await["claims"][0]["state"], "waiting");
    for edit in [json!({ "initialsOnly": true, "hideAge": true }), json!({})] {
        impostor.put("/api/profile", &edit).await.ok();
        impostor.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
        let listed = app.visitor().get("/api/leaderboard?q=brien").await.ok().json();
        assert_eq!((&listed["total"], &listed["items"][0]["lastname"]), (&1.into(), &"O’Brien".into()));
        let live = app.visitor().get("/api/live/Spring%2010K").await.ok().text();
        assert!(live.contains("O’Brien"), "{live}");
        assert_eq!(zoe.get("/api/myResults").await.ok().json()["results"].as_array().unwrap().len(), 1);
        assert_eq!(app.visitor().get("/api/profile/zoe").await.ok().json()["results"].as_array().unwrap().len(), 1);
    }
    impostor.delete("/api/account", &json!({ "password": PASSWORD })).await.ok();
    let listed = app.visitor().get("/api/leaderboard?q=brien").await.ok().json();
    assert_eq!(listed["items"][0]["firstname"], "Zoë");
    assert_eq!(app.count("SELECT count(*) FROM timing_entrants WHERE entrant LIKE '%O’Brien%1972-06-02%'").await, 1);
    // The one who has the result decides about it.
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert_eq!(app.visitor().get("/api/leaderboard?q=brien").await.ok().json()["total"], 0);
}

#[tokio::test]
async fn a_claim_takes_over_from_who_had_hidden_the_result_by_its_name() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut impostor = account(&app, "impostor", "Zoë", "O’Brien", "1972-06-02").await;
    let mut zoe = zoe(&app).await;
    let offered = zoe.get("/api/myResults").await.ok().json()["offered"].clone();
    impostor.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert_eq!(app.visitor().get("/api/leaderboard?q=brien").await.ok().json()["total"], 0);
    // What is hidden is offered to nobody; who misses it says so, and an administrator decides.
    let answer = zoe.post("/api/claimResults", &json!({ "claims": [offered[0]["resultId"]] })).await.ok().json();
    assert!(answer["message"].as_str().unwrap().starts_with("Nothing was saved"), "{answer}");
    let missing = json!({ "missing": true });
    let mut stranger = account(&app, "eve", "Eve", "Else", "1972-06-02").await;
    let nothing = stranger.post("/api/claimResults", &missing).await.ok();
    let noted = zoe.post("/api/claimResults", &missing).await.ok();
    assert_eq!(noted.text(), nothing.text(), "whether there is one is not told");
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["waiting"], json!([]));
    zoe.post("/api/claimResults", &missing).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM result_claims").await, 1);
    // A refusal would tell that there is such a result: of a hidden one nobody gets a mail.
    decide(&app, "zoe", false).await;
    app.app.send_mail().await.unwrap();
    assert!(!letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("Your result")));
    // Nor does the copy of the own data tell: it has the same as that of somebody of whom nothing is hidden.
    for (browser, said) in [(&mut zoe, 2), (&mut stranger, 1)] {
        let copy = browser.get("/api/account/export").await.ok().json();
        let record = copy["record"].as_array().unwrap().iter();
        let about: Vec<_> = record
            .filter(|row| row["action"] != "account.logged.in" && row["new"] != Value::Null)
            .map(|row| &row["new"])
            .collect();
        assert_eq!((&copy["claims"], about), (&json!([]), vec![&json!({ "missing": true }); said]));
    }
    app.app.db().write(|tx| tx.execute("UPDATE result_claims SET state = 'waiting'", [])).await.unwrap();
    decide(&app, "zoe", true).await;
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("Your result was confirmed")));
    assert_eq!(app.visitor().get("/api/leaderboard?q=brien").await.ok().json()["total"], 1);
}

#[tokio::test]
async fn who_loses_a_result_to_another_account_is_told() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    claim_all(&mut zoe).await;
    let mut other = account(&app, "other", "Zoë", "O’Brien", "1972-06-02").await;
    claim_all(&mut other).await;
    // The mails about it name no race that is hidden by now.
    app.app.db().write(|tx| tx.execute("UPDATE races SET hidden = 1", [])).await.unwrap();
    decide(&app, "other", true).await;
    app.app.send_mail().await.unwrap();
    assert!(!app.app.mail().sent().iter().any(|letter| letter.body.contains("Spring 10K")));
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("A result has left your account")));
    assert!(letters(&app, "other@example.test").iter().any(|subject| subject.starts_with("Your result was confirmed")));
}

#[tokio::test]
async fn a_typed_name_and_birthday_open_nobodys_coming_races() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Summer 10K").text("Date", "July 20, 2027")).await.is(201);
    let list = "bib,firstname,lastname,gender,dob,email,contest\n7,Zoe,O'Brien,f,1972-06-02,zoe@example.test,10K\n\
                8,Zoe,O'Brien,f,1972-06-02,,10K\n";
    ada.put("/api/timing/Summer%2010K/setup", &crate::timing::setup()).await.ok();
    let request = axum::http::Request::put("/api/timing/Summer%2010K/entrants").header("content-type", "text/csv");
    ada.send(request.body(list.into()).unwrap()).await.ok();
    let bibs = async |browser: &mut Browser| {
        let coming = browser.get("/api/myResults").await.ok().json()["coming"].clone();
        coming.as_array().unwrap().iter().map(|one| one["bib"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(bibs(&mut zoe).await, "7 8");
    let copied = async |browser: &mut Browser| {
        app.clock.advance(61_000);
        let copy = browser.get("/api/account/export").await.ok().json();
        let entrants = copy["entrants"].as_array().unwrap().iter();
        entrants.map(|one| one["entrant"]["bib"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(copied(&mut zoe).await, "7 8");
    // Another name at first: it is typed, and proves nothing.
    let mut mia = account(&app, "mia", "Mia", "Else", "1972-06-02").await;
    mia.put("/api/profile", &json!({ "FirstName": "Zoë", "LastName": "O’Brien" })).await.ok();
    assert_eq!((bibs(&mut mia).await, copied(&mut mia).await), (String::new(), String::new()));
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", "1972-06-02").await;
    assert_eq!((bibs(&mut eve).await, copied(&mut eve).await), (String::new(), String::new()));
    // The account that was made under the name first stays the one that is taken for the person.
    assert_eq!((bibs(&mut zoe).await, copied(&mut zoe).await), ("7 8".to_owned(), "7 8".to_owned()));
}

#[tokio::test]
async fn the_copy_of_the_own_data_tells_nothing_that_another_account_hides_and_names_no_hidden_race() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let races = async |browser: &mut Browser| {
        app.clock.advance(61_000);
        let copy = browser.get("/api/account/export").await.ok().json();
        copy["results"].as_array().unwrap().iter().map(|line| line["race"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(races(&mut zoe).await, ["Spring 10K"]);
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", "1972-06-02").await;
    assert_eq!(races(&mut eve).await, <[String; 0]>::default(), "zoe hides it, and has claimed nothing");
    // The race is hidden from all visitors; that somebody ran it is still a part of the own data.
    app.app.db().write(|tx| tx.execute("UPDATE races SET hidden = 1", [])).await.unwrap();
    assert_eq!(races(&mut zoe).await, [""]);
}

#[tokio::test]
async fn a_claim_under_another_name_than_at_the_beginning_waits() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut xena = account(&app, "xena", "Xena", "Nomatch", "1972-06-02").await;
    xena.put("/api/profile", &json!({ "FirstName": "Zoë", "LastName": "O’Brien" })).await.ok();
    assert_eq!(claim_all(&mut xena).await["claims"][0]["state"], "waiting");
    assert_eq!(waiting_claims(&app).await[0]["why"], "The account was made under another name.");
    // Many changes in a day are too many: each one stays in the record.
    for nth in 0..98 {
        xena.put("/api/profile", &json!({ "LastName": format!("Name {}", ["a", "b"][nth % 2]) })).await.ok();
    }
    assert_eq!(xena.put("/api/profile", &json!({ "LastName": "Again" })).await.is(429).code(), "TOO_MANY_CHANGES");
    let mut picture =
        Form::default().file("picture", &crate::util::picture(40, 40, image::ImageFormat::Png)).request("/api/profile/picture");
    *picture.method_mut() = axum::http::Method::PUT;
    assert_eq!(xena.send(picture).await.is(429).code(), "TOO_MANY_CHANGES");
    assert_eq!(xena.post("/api/claimResults", &json!({ "missing": true })).await.is(429).code(), "TOO_MANY_CHANGES");
    // Being shown less is never refused; being shown again waits.
    xena.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    xena.put("/api/profile", &json!({ "initialsOnly": true, "hideAge": true })).await.ok();
    assert_eq!(xena.put("/api/profile", &json!({ "initialsOnly": false })).await.is(429).code(), "TOO_MANY_CHANGES");
    // Nor is a new password: it logs out whoever else made the changes.
    let new = json!({ "password": PASSWORD, "newPassword": "four herons leave the quay" });
    xena.put("/api/changePassword", &new).await.ok();
    assert_eq!(xena.put("/api/updatePrivacy", &json!({ "isPrivate": false })).await.is(429).code(), "TOO_MANY_CHANGES");
    app.clock.advance(24 * 3_600_000);
    xena.put("/api/updatePrivacy", &json!({ "isPrivate": false })).await.ok();
}

#[tokio::test]
async fn a_private_runner_is_offered_the_own_later_results_and_nobody_else_is() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let hidden = json!({ "isPrivate": true });
    zoe.put("/api/updatePrivacy", &hidden).await.ok();
    published(&app).await;
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("New results under your name")));
    let offered =
        async |browser: &mut Browser| browser.get("/api/myResults").await.ok().json()["offered"].as_array().unwrap().len();
    assert_eq!(offered(&mut zoe).await, 1);
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", "1972-06-02").await;
    assert_eq!(offered(&mut eve).await, 0);
    // Who comes later with the same name and birthday takes nothing out of sight by hiding; but a person decides then.
    eve.put("/api/updatePrivacy", &hidden).await.ok();
    assert_eq!((offered(&mut zoe).await, offered(&mut eve).await), (1, 0));
    assert_eq!(claim_all(&mut zoe).await["claims"][0]["state"], "waiting");
    assert_eq!(decide(&app, "zoe", true).await["why"], HIDDEN_BY_NAMESAKE);
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["results"].as_array().unwrap().len(), 1);
}

/// An account of somebody else with the same birthday, to which a result under that other name was granted.
pub async fn mallory(app: &TestApp) -> Browser {
    let mallory = account(app, "mallory", "Ann", "Berg", "1972-06-02").await;
    let granted = "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, decided_at, decided_by) SELECT public_id, (SELECT id FROM users WHERE username = 'mallory'), 'granted', 0, 0, NULL, NULL
        FROM results WHERE bib = '2'";
    app.app.db().write(move |tx| tx.batch(granted)).await.unwrap();
    mallory
}

pub const ZOE: [&str; 2] = ["Zoë", "O’Brien"];

pub async fn rename(browser: &mut Browser, [first, last]: [&str; 2]) {
    browser.put("/api/profile", &json!({ "FirstName": first, "LastName": last })).await.ok();
}

/// The last name in the line of bib 1, as this caller sees it; empty for a private runner.
pub async fn last_name(browser: &mut Browser) -> String {
    let list = browser.get("/api/leaderboard?q=1").await.ok().json();
    let line = list["items"].as_array().unwrap().iter().find(|line| line["bib"] == "1").unwrap().clone();
    line["lastname"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn hiding_oneself_opens_nothing_that_another_account_hides() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let mut eve = account(&app, "eve", "Zoë", "O’Brien", "1972-06-02").await;
    let mut mallory = mallory(&app).await;
    rename(&mut mallory, ZOE).await;
    for stranger in [&mut eve, &mut mallory] {
        for choice in [json!({ "hideAge": true }), json!({ "initialsOnly": true })] {
            stranger.put("/api/profile", &choice).await.ok();
            assert_eq!(last_name(stranger).await, "");
        }
        stranger.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
        assert_eq!(last_name(stranger).await, "");
        let copy = stranger.get("/api/account/export").await.ok().json();
        assert!(copy["results"].as_array().unwrap().iter().all(|line| line["lastName"] != "O’Brien"), "{copy}");
    }
    assert_eq!(last_name(&mut zoe).await, "O’Brien", "the owner sees the own name");
}

#[tokio::test]
async fn a_claim_under_another_name_shows_nobody_who_is_private() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let mut visitor = app.visitor();
    let mut mallory = mallory(&app).await;
    for is_private in [true, false] {
        zoe.put("/api/updatePrivacy", &json!({ "isPrivate": is_private })).await.ok();
        let seen = last_name(&mut visitor).await;
        rename(&mut mallory, ZOE).await;
        assert_eq!(last_name(&mut visitor).await, seen);
        // It may be the person, so it can hide what was granted to nobody; zoe still sees it.
        mallory.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
        assert_eq!((last_name(&mut visitor).await, last_name(&mut zoe).await), (String::new(), "O’Brien".to_owned()));
        rename(&mut mallory, ["Ann", "Berg"]).await;
        assert_eq!(last_name(&mut visitor).await, seen);
        mallory.put("/api/updatePrivacy", &json!({ "isPrivate": false })).await.ok();
    }
    claim_all(&mut zoe).await;
    rename(&mut mallory, ZOE).await;
    mallory.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert_eq!(last_name(&mut visitor).await, "O’Brien", "it was granted to zoe");
}

#[tokio::test]
async fn an_account_that_was_renamed_or_came_later_takes_nobodys_name_along() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let mut visitor = app.visitor();
    let before = "SELECT count(*) FROM timing_entrants WHERE entrant LIKE '%O’Brien%1972-06-02%'";
    let entries = app.count(before).await;
    assert_eq!(entries, 1);
    for has_claim in [false, true] {
        if has_claim {
            claim_all(&mut zoe).await;
        }
        let mut eve = account(&app, "eve", "Zoë", "O’Brien", "1972-06-02").await;
        let mut mallory = mallory(&app).await;
        rename(&mut mallory, ZOE).await;
        for stranger in [&mut eve, &mut mallory] {
            let gone = stranger.delete("/api/account", &json!({ "password": PASSWORD })).await.ok().json();
            assert_eq!(gone["kept"], json!([]));
            assert_eq!((last_name(&mut visitor).await, app.count(before).await), ("O’Brien".to_owned(), entries));
        }
    }
}
