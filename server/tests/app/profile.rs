//! The own profile: details, picture, password, e-mail address, devices, results, and what others see of it.

use core_wasm::account::Role;
use image::ImageFormat;
use serde_json::{Value, json};
use splitline_server::account::{password, store};
use splitline_server::db::params;

use crate::runner_pages::published;
use crate::signup::code;
use crate::util::{Browser, Form, NOW, PASSWORD, TestApp, picture};

/// The account `zoe` of the runner with bib 1, logged in.
pub async fn zoe(app: &TestApp) -> Browser {
    account(app, "zoe", "Zoë", "O’Brien", "1972-06-02").await
}

/// A user with this name and date of birth, logged in.
pub async fn account(app: &TestApp, username: &str, first: &str, last: &str, dob: &str) -> Browser {
    let new = store::NewUser {
        username: username.into(),
        email: format!("{username}@example.test"),
        role: Role::User,
        password_hash: password::hash_now(PASSWORD).unwrap(),
    };
    let [first, last, dob] = [first, last, dob].map(str::to_owned);
    app.app
        .db()
        .write(move |tx| {
            // One after another, as people sign up.
            let before = tx.query_one("SELECT count(*) FROM users", params![], |row| row.get::<i64>(0))?;
            let id = store::add(tx, &new, NOW + before)?;
            tx.execute(
                "UPDATE users SET first_name = $1, last_name = $2, dob = $3, gender = 'f', proved_name = $4 WHERE id = $5",
                params![first, last, dob, core_wasm::privacy::name(&first, &last), id],
            )
        })
        .await
        .unwrap();
    let mut browser = app.visitor();
    browser.login(username, PASSWORD).await.ok();
    browser
}

/// Claims every result that is offered.
pub async fn claim_all(user: &mut Browser) -> Value {
    let offered = user.get("/api/myResults").await.ok().json()["offered"].clone();
    let ids: Vec<&Value> = offered.as_array().unwrap().iter().map(|one| &one["resultId"]).collect();
    user.post("/api/claimResults", &json!({ "claims": ids })).await.ok().json()
}

/// The claims that wait, as an administrator sees them.
pub async fn waiting_claims(app: &TestApp) -> Vec<Value> {
    let mut ada = app.visitor();
    ada.login("ada", PASSWORD).await.ok();
    ada.get("/api/claims").await.ok().json()["claims"].as_array().unwrap().clone()
}

/// An administrator decides the claim of an account that waits; returns what it was.
pub async fn decide(app: &TestApp, username: &str, grant: bool) -> Value {
    let mut ada = app.visitor();
    ada.login("ada", PASSWORD).await.ok();
    let claims = ada.get("/api/claims").await.ok().json()["claims"].clone();
    let claim = claims.as_array().unwrap().iter().find(|claim| claim["username"] == username).unwrap().clone();
    let path = format!("/api/claims/{}/{}", claim["resultId"].as_str().unwrap(), claim["userId"].as_str().unwrap());
    ada.put(&path, &json!({ "grant": grant })).await.ok();
    claim
}

pub fn letters(app: &TestApp, to: &str) -> Vec<String> {
    let sent = app.app.mail().sent();
    sent.into_iter().filter(|letter| letter.to == to).map(|letter| letter.subject).collect()
}

#[tokio::test]
async fn a_runner_changes_details_and_choices() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let before = zoe.get("/api/profile").await.ok().json();
    let fields = ["AgeGroup", "units", "hideAge", "noticeResults", "listedAs"].map(|field| before[field].clone());
    assert_eq!(fields, [json!("50-59"), json!("mi"), json!(false), json!(true), json!("Zoë O’Brien")]);
    assert_eq!(before.get("ProfilePicture"), None);

    let edit = json!({ "FirstName": " Zoe ", "CellPhone": "(555) 123-4567", "Gender": "a", "units": "km", "initialsOnly": true,
        "hideAge": true, "noticeDevices": false });
    let after = zoe.put("/api/profile", &edit).await.ok().json();
    let fields = ["FirstName", "LastName", "CellPhone", "Gender", "units", "listedAs"].map(|field| after[field].clone());
    assert_eq!(fields, ["Zoe", "O’Brien", "(555) 123-4567", "a", "km", "Z. O."].map(Value::from));
    assert_eq!(after, zoe.get("/api/profile").await.ok().json());

    // Everything wrong is told at its field, and nothing of it is saved.
    let wrong = json!({ "FirstName": " ", "CellPhone": "call me", "DOB": "1980-01-01", "Gender": "x", "units": "mi" });
    let refused = zoe.put("/api/profile", &wrong).await.is(400).json();
    let at: Vec<&str> = refused["fields"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!(at, ["FirstName", "DOB", "Gender", "CellPhone"]);
    assert_eq!(zoe.get("/api/profile").await.ok().json()["units"], "km");
    // What nobody may set is refused, not left out.
    for field in ["role", "UserID", "Email", "Username", "isPrivate", "AgeGroup"] {
        zoe.put("/api/profile", &json!({ field: "admin" })).await.is(400);
    }
    app.visitor().put("/api/profile", &edit).await.is(401);
}

#[tokio::test]
async fn a_picture_is_set_replaced_and_removed() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let wrong = zoe.put_form("/api/profile/picture", Form::default().file("picture", b"<svg/>")).await.is(400);
    assert_eq!(wrong.json()["fields"][0]["field"], "picture");
    zoe.put_form("/api/profile/picture", Form::default().text("picture", "x")).await.is(400);
    let set =
        zoe.put_form("/api/profile/picture", Form::default().file("picture", &picture(60, 60, ImageFormat::Png))).await.ok();
    let url = set.json()["ProfilePicture"]["url"].as_str().unwrap().to_owned();
    assert_eq!(app.visitor().get(&url).await.ok().header("content-type"), "image/webp");
    let shown = app.visitor().get("/api/profile/zoe").await.ok().json();
    assert_eq!(shown["ProfilePicture"]["url"], url.as_str());
    // The hourly round keeps it while a profile has it.
    let unused = |tx: &splitline_server::db::Tx<'_>| splitline_server::images::store::delete_unused(tx);
    app.app.db().write(unused).await.unwrap();
    app.visitor().get(&url).await.ok();
    // A replaced picture is gone at once; one that another account has, too, stays with that one.
    let mut eve = account(&app, "eve", "Eve", "Else", "1980-01-01").await;
    let shared = Form::default().file("picture", &picture(61, 61, ImageFormat::Png));
    let set = zoe.put_form("/api/profile/picture", shared.clone()).await.ok();
    app.visitor().get(&url).await.is(404);
    let url = set.json()["ProfilePicture"]["url"].as_str().unwrap().to_owned();
    eve.put_form("/api/profile/picture", shared.clone()).await.ok();
    zoe.put_form("/api/profile/picture", shared).await.ok();
    assert_eq!(zoe.delete("/api/profile/picture", &json!({})).await.ok().json().get("ProfilePicture"), None);
    app.visitor().get(&url).await.ok();
    eve.delete("/api/profile/picture", &json!({})).await.ok();
    app.visitor().get(&url).await.is(404);
    assert_eq!(app.count("SELECT (SELECT count(*) FROM images) + (SELECT count(*) FROM image_variants)").await, 0);
}

#[tokio::test]
async fn a_new_password_ends_every_other_session() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let mut phone = app.visitor();
    phone.login("zoe", PASSWORD).await.ok();
    let new = "a harbor full of quiet owls";
    let wrong = zoe.put("/api/changePassword", &json!({ "password": "not this one", "newPassword": new })).await.is(400);
    assert_eq!(wrong.json()["fields"][0]["field"], "password");
    for (weak, code) in [("short", "too_short"), ("zoe@example.test", "weak_password"), (PASSWORD, "same_password")] {
        let weak = json!({ "password": PASSWORD, "newPassword": weak });
        let refused = zoe.put("/api/changePassword", &weak).await.is(400).json();
        assert_eq!((&refused["fields"][0]["field"], &refused["fields"][0]["code"]), (&"newPassword".into(), &code.into()));
    }
    phone.get("/api/checkLogin").await.ok();
    let mut copied = app.visitor();
    copied.cookies = zoe.cookies.clone();
    zoe.put("/api/changePassword", &json!({ "password": PASSWORD, "newPassword": new })).await.ok();
    zoe.get("/api/checkLogin").await.ok();
    phone.get("/api/checkLogin").await.is(401);
    copied.get("/api/checkLogin").await.is(401);
    app.visitor().login("zoe", PASSWORD).await.is(401);
    app.visitor().login("zoe", new).await.ok();
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("Your password was changed")));
}

#[tokio::test]
async fn a_page_of_another_account_changes_nothing() {
    let app = TestApp::init().await;
    let (mut zoe, mut eve) = (zoe(&app).await, account(&app, "eve", "Eve", "Else", "1980-01-01").await);
    let own = zoe.get("/api/profile").await.ok().json()["UserID"].as_str().unwrap().to_owned();
    let private = |meant: &str| {
        let request = axum::http::Request::put("/api/updatePrivacy").header("content-type", "application/json");
        request.header("splitline-account", meant).body(r#"{"isPrivate":true}"#.into()).unwrap()
    };
    assert_eq!(eve.send(private(&own)).await.is(409).code(), "OTHER_ACCOUNT");
    assert_eq!(eve.get("/api/profile").await.ok().json()["isPrivate"], false);
    zoe.send(private(&own)).await.ok();
}

#[tokio::test]
async fn wrong_present_passwords_count_as_failed_logins() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    for _ in 0..5 {
        let guess = json!({ "email": "eve@example.test", "password": "a guess of the thief" });
        zoe.post("/api/changeEmail", &guess).await.is(400);
    }
    let right = json!({ "email": "eve@example.test", "password": PASSWORD });
    let paused = zoe.post("/api/changeEmail", &right).await.is(429);
    assert!(!paused.header("retry-after").is_empty());
    app.clock.advance(3_600_000);
    zoe.post("/api/changeEmail", &right).await.ok();
}

#[tokio::test]
async fn another_address_takes_a_code_and_the_former_one_is_told() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut zoe = zoe(&app).await;
    let ask = |email: &str| json!({ "email": email, "password": PASSWORD });
    zoe.post("/api/changeEmail", &ask("no address")).await.is(400);
    assert_eq!(zoe.post("/api/changeEmail", &ask("zoe@example.test")).await.is(400).json()["fields"][0]["code"], "same_email");
    // An address that has an account is answered alike, and no code is right.
    let known = zoe.post("/api/changeEmail", &ask("ADA@example.test")).await.ok();
    assert_eq!(code(&app, "ADA@example.test").await, None);
    for _ in 0..5 {
        assert_eq!(zoe.put("/api/changeEmail", &json!({ "code": "123456" })).await.is(400).code(), "WRONG_CODE");
    }
    assert_eq!(zoe.put("/api/changeEmail", &json!({ "code": "123456" })).await.is(429).code(), "NO_TRIES");
    assert_eq!(zoe.post("/api/changeEmail", &ask("zoe.new@example.test")).await.is(429).code(), "RESEND_PAUSE");
    app.clock.advance(60_000);
    let unknown = zoe.post("/api/changeEmail", &ask("zoe.new@example.test")).await.ok();
    assert_eq!(known.text(), unknown.text());
    let waiting = zoe.get("/api/profile").await.ok().json();
    assert_eq!(
        (&waiting["Email"], &waiting["emailChange"]["email"]),
        (&"zoe@example.test".into(), &"zoe.new@example.test".into())
    );

    // A link to choose a password that was mailed to the former address works no more.
    zoe.post("/api/forgotPassword", &json!({ "email": "zoe@example.test" })).await.ok();
    app.app.send_mail().await.unwrap();
    let code = code(&app, "zoe.new@example.test").await.unwrap();
    let sent = app.app.mail().sent();
    let link = sent.iter().rfind(|letter| letter.to == "zoe@example.test").unwrap().body.clone();
    let token = link.split("/resetpass#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    zoe.put("/api/changeEmail", &json!({ "code": code })).await.ok();
    assert_eq!(zoe.put("/api/changeEmail", &json!({ "code": code })).await.is(404).code(), "NO_EMAIL_CHANGE");
    let profile = zoe.get("/api/profile").await.ok().json();
    assert_eq!((&profile["Email"], profile.get("emailChange")), (&"zoe.new@example.test".into(), None));
    let reset = json!({ "token": token, "password": "a harbor full of quiet owls" });
    assert_eq!(app.visitor().post("/api/resetPassword", &reset).await.is(400).code(), "LINK_EXPIRED");
    app.visitor().login("zoe.new@example.test", PASSWORD).await.ok();
    app.visitor().login("zoe@example.test", PASSWORD).await.is(401);
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("Your e-mail address was changed")));
}

#[tokio::test]
async fn another_code_to_the_same_address_takes_no_password() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let again = json!({ "email": "zoe.new@example.test" });
    assert_eq!(zoe.post("/api/changeEmail", &again).await.is(400).json()["fields"][0]["field"], "password");
    zoe.post("/api/changeEmail", &json!({ "email": "zoe.new@example.test", "password": PASSWORD })).await.ok();
    assert_eq!(zoe.post("/api/changeEmail", &again).await.is(429).code(), "RESEND_PAUSE");
    app.clock.advance(60_000);
    zoe.post("/api/changeEmail", &again).await.ok();
    app.clock.advance(60_000);
    // Another address, and the same one once it was given up, take the password again.
    zoe.post("/api/changeEmail", &json!({ "email": "eve@example.test" })).await.is(400);
    zoe.delete("/api/changeEmail", &json!({})).await.ok();
    zoe.post("/api/changeEmail", &again).await.is(400);
}

#[tokio::test]
async fn a_field_that_another_device_has_changed_meanwhile_is_not_replaced_unseen() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let shown = zoe.get("/api/profile").await.ok().json()["CellPhone"].clone();
    zoe.put("/api/profile", &json!({ "CellPhone": "518-555-0100" })).await.ok();
    let edit = |was: &Value| json!({ "CellPhone": "518-555-0199", "units": "km", "was": { "CellPhone": was } });
    let refused = zoe.put("/api/profile", &edit(&shown)).await.is(409);
    assert_eq!((refused.code(), &refused.json()["fields"][0]["field"]), ("CHANGED_MEANWHILE".to_owned(), &"CellPhone".into()));
    let now = zoe.get("/api/profile").await.ok().json();
    assert_eq!(now["units"], "mi", "nothing of a refused form is saved");
    let saved = zoe.put("/api/profile", &edit(&now["CellPhone"])).await.ok().json();
    assert_eq!(saved["units"], "km");
    // Both devices typed the same.
    zoe.put("/api/profile", &json!({ "CellPhone": saved["CellPhone"], "was": { "CellPhone": "" } })).await.ok();
}

#[tokio::test]
async fn a_change_of_address_can_be_given_up_and_codes_of_a_day_are_counted() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    for nth in 0..5 {
        let ask = json!({ "email": format!("zoe{nth}@example.test"), "password": PASSWORD });
        zoe.post("/api/changeEmail", &ask).await.ok();
        zoe.delete("/api/changeEmail", &json!({})).await.ok();
        assert_eq!(zoe.get("/api/profile").await.ok().json().get("emailChange"), None);
        zoe.delete("/api/changeEmail", &json!({})).await.is(404);
        app.clock.advance(60_000);
    }
    let ask = json!({ "email": "zoe9@example.test", "password": PASSWORD });
    assert_eq!(zoe.post("/api/changeEmail", &ask).await.is(429).code(), "NO_SENDS");
    app.clock.advance(24 * 3_600_000);
    zoe.post("/api/changeEmail", &ask).await.ok();
    app.app.send_mail().await.unwrap();
    let code = code(&app, "zoe9@example.test").await.unwrap();
    zoe.put("/api/changeEmail", &json!({ "code": code })).await.ok();
}

#[tokio::test]
async fn devices_are_listed_and_logged_out_and_a_new_one_is_told() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    // The first device of an account is not a new one, and the same browser again is no news; its former session ends.
    let mut copied = zoe.clone();
    zoe.login("zoe", PASSWORD).await.ok();
    copied.get("/api/checkLogin").await.is(401);
    app.app.send_mail().await.unwrap();
    let told = |app: &TestApp| letters(app, "zoe@example.test").iter().filter(|one| one.starts_with("A new device")).count();
    assert_eq!(told(&app), 0);
    let mut phone = app.visitor();
    phone.peer = "198.51.100.9:40000".parse().unwrap();
    phone.login("zoe", PASSWORD).await.ok();
    app.app.send_mail().await.unwrap();
    assert_eq!(told(&app), 1);
    let mut tablet = app.visitor();
    tablet.login("zoe", PASSWORD).await.ok();

    let sessions = zoe.get("/api/sessions").await.ok().json()["sessions"].as_array().unwrap().clone();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|one| one["current"] == true).count(), 1);
    let of_phone = sessions.iter().find(|one| one["network"] == "198.51.100.0/24").unwrap();
    let mut other = account(&app, "eve", "Eve", "Else", "1980-01-01").await;
    let path = format!("/api/sessions/{}", of_phone["id"].as_str().unwrap());
    other.delete(&path, &json!({})).await.is(404);
    phone.get("/api/checkLogin").await.ok();
    zoe.delete(&path, &json!({})).await.ok();
    phone.get("/api/checkLogin").await.is(401);
    zoe.delete(&path, &json!({})).await.is(404);
    let ended = zoe.delete("/api/sessions", &json!({})).await.ok().json();
    assert_eq!((&ended["ended"], &ended["message"]), (&1.into(), &"One other device is logged out.".into()));
    tablet.get("/api/checkLogin").await.is(401);
    zoe.get("/api/checkLogin").await.ok();
    // Who does not want these mails gets none.
    zoe.put("/api/profile", &json!({ "noticeDevices": false })).await.ok();
    app.visitor().login("zoe", PASSWORD).await.ok();
    app.app.send_mail().await.unwrap();
    assert_eq!(told(&app), 2);
}

#[tokio::test]
async fn a_runner_has_results_bests_and_titles_in_one_place() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let before = zoe.get("/api/myResults").await.ok().json();
    assert_eq!((&before["results"], &before["summary"]["achievements"]["top1"]), (&json!([]), &false.into()));
    assert_eq!(before["offered"].as_array().unwrap().len(), 1);
    let made = claim_all(&mut zoe).await;
    assert_eq!(made["claims"][0]["state"], "granted");
    let mine = zoe.get("/api/myResults").await.ok().json();
    assert_eq!((&mine["offered"], mine["results"].as_array().unwrap().len()), (&json!([]), 1));
    let summary = &mine["summary"];
    assert_eq!(summary["bests"][0]["distance"], "10K");
    assert_eq!(summary["fastestTimes"]["10K"], summary["bests"][0]["time"]);
    assert_eq!(summary["achievements"]["raceCounts"], json!({ "fiveK": 0, "tenK": 1, "half": 0 }));
    assert_eq!(summary["achievements"]["top3"], true);
    let certificate = mine["results"][0]["certificate"].as_str().unwrap();
    app.visitor().get(&format!("/api/verify/{certificate}")).await.ok();

    // A title that was won is shown, another one is not.
    let titles = summary["achievements"]["titles"].as_array().unwrap().clone();
    assert!(!titles.is_empty());
    let wrong = json!({ "activeTitle": "Olympic champion" });
    assert_eq!(zoe.put("/api/profileTitle", &wrong).await.is(400).code(), "NO_SUCH_TITLE");
    zoe.put("/api/profileTitle", &json!({ "activeTitle": titles[0] })).await.ok();
    let shown = app.visitor().get("/api/profile/ZOE").await.ok().json();
    assert_eq!((&shown["Username"], &shown["name"]), (&"zoe".into(), &"Zoë O’Brien".into()));
    assert_eq!(shown["summary"]["achievements"]["activeTitle"], titles[0]);
    assert_eq!(shown["results"].as_array().unwrap().len(), 1);
    for field in ["1972", "example.test", "CellPhone"] {
        assert!(!shown.to_string().contains(field), "{field}");
    }
}

#[tokio::test]
async fn a_private_profile_and_a_name_that_nobody_has_look_alike() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut ada = app.visitor();
    ada.login("ada", PASSWORD).await.ok();
    let mut zoe = zoe(&app).await;
    claim_all(&mut zoe).await;
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let mut stranger = account(&app, "eve", "Eve", "Else", "1980-01-01").await;
    for visitor in [&mut app.visitor(), &mut stranger] {
        let hidden = visitor.get("/api/profile/zoe").await.is(404);
        let missing = visitor.get("/api/profile/nobody").await.is(404);
        assert_eq!(hidden.bytes, missing.bytes);
        assert_eq!(hidden.code(), "PROFILE_HIDDEN");
        let page = |name: &str| format!("/profile/{name}");
        let (hidden, missing) = (visitor.get(&page("zoe")).await.is(404), visitor.get(&page("eoz")).await.is(404));
        assert_eq!(hidden.text(), missing.text());
    }
    for (viewer, own) in [(&mut zoe, true), (&mut ada, false)] {
        let seen = viewer.get("/api/profile/zoe").await.ok().json();
        assert_eq!((&seen["own"], &seen["isPrivate"]), (&own.into(), &true.into()));
        assert_eq!(seen["results"][0]["result"]["lastname"], "O’Brien");
        viewer.get("/api/profile/zoe?as=public").await.is(404);
        assert!(viewer.get("/profile/zoe").await.ok().text().contains("<title>zoe · "));
    }
}

#[tokio::test]
async fn what_is_declined_is_not_offered_again_and_a_foreign_birthday_waits() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let offered = zoe.get("/api/myResults").await.ok().json()["offered"][0]["resultId"].clone();
    zoe.post("/api/claimResults", &json!({ "notMine": [offered] })).await.ok();
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["offered"], json!([]));
    let again = zoe.post("/api/claimResults", &json!({ "claims": [offered] })).await.ok().json();
    assert_eq!(again["claims"], json!([]));

    // Ann Berg of the same age, born on another day.
    let mut ann = account(&app, "ann", "Ann", "Berg", "1973-07-07").await;
    assert_eq!(claim_all(&mut ann).await["claims"][0]["state"], "waiting");
    let mine = ann.get("/api/myResults").await.ok().json();
    assert_eq!((&mine["results"], &mine["waiting"][0]["race"]), (&json!([]), &"Spring 10K".into()));
    let nobody = account(&app, "nil", "", "", "").await.post("/api/claimResults", &json!({ "claims": ["x"] })).await.is(400);
    assert_eq!(nobody.code(), "NO_PERSON");
}

#[tokio::test]
async fn later_results_are_offered_by_mail_once() {
    let app = TestApp::init().await;
    zoe(&app).await;
    let mut quiet = account(&app, "ann", "Ann", "Berg", "1973-06-01").await;
    quiet.put("/api/profile", &json!({ "noticeResults": false })).await.ok();
    account(&app, "out", "Somebody", "Else", "1973-06-01").await;
    let mut ada = published(&app).await;
    for _ in 0..2 {
        app.app.send_mail().await.unwrap();
        let told: Vec<String> = app
            .app
            .mail()
            .sent()
            .into_iter()
            .filter(|letter| letter.subject.starts_with("New results under your name"))
            .map(|letter| letter.to)
            .collect();
        assert_eq!(told, ["zoe@example.test"]);
        let correct = json!({ "contest": "10K", "despiteOpen": true, "reason": "a protest" });
        ada.put("/api/timing/Spring%2010K/entrants/3/status", &json!({ "status": "DQ" })).await.ok();
        ada.post("/api/results/Spring%2010K/publish", &correct).await;
    }
}

#[tokio::test]
async fn coming_races_are_those_of_the_runners_own_entries() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let mut ada = app.with_admin().await;
    let rows = r#"[{"distance":"Half","startTime":"8:30 AM"},{"distance":"10 km","startTime":"9:15 AM"}]"#;
    ada.create_page(Form::race("Summer 10K").text("Date", "July 20, 2027").text("DistanceStartTimes", rows)).await.is(201);
    let list =
        "bib,firstname,lastname,gender,dob,email,contest\n7,Zoe,O'Brien,f,1972-06-02,,10K\n8,Zoe,O'Brien,f,1990-01-01,,10K\n";
    let mut setup = crate::timing::setup();
    setup["contests"][0]["gun"] = Value::Null;
    ada.put("/api/timing/Summer%2010K/setup", &setup).await.ok();
    ada.put_list("/api/timing/Summer%2010K", list).await;
    let coming = zoe.get("/api/myResults").await.ok().json()["coming"].clone();
    assert_eq!(coming.as_array().unwrap().len(), 1, "{coming}");
    assert_eq!(
        (&coming[0]["bib"], &coming[0]["race"], &coming[0]["date"]),
        (&"7".into(), &"Summer 10K".into(), &"July 20, 2027".into())
    );
    // The own distance starts later than the race; once its gun is known, that is the start.
    assert_eq!((&coming[0]["startsAt"], &coming[0]["firstStart"]), (&"9:15 AM".into(), &"8:30 AM".into()));
    let gun = json!({ "contest": "10K", "gun": "2027-07-20T09:17:00.000-04:00" });
    ada.put("/api/timing/Summer%2010K/gun", &gun).await.ok();
    let coming = zoe.get("/api/myResults").await.ok().json()["coming"].clone();
    assert_eq!((&coming[0]["startsAt"], &coming[0]["firstStart"]), (&"9:17 AM".into(), &"8:30 AM".into()));
    // Lists that were stored before they had a key are found after the next start.
    app.app.db().write(|tx| tx.execute("UPDATE timing_entrants SET person = NULL", [])).await.unwrap();
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["coming"], json!([]));
    let folder = app.stop();
    let clock = splitline_server::clock::Clock::fixed(NOW);
    let mail = splitline_server::mail::Mail::memory();
    let again = splitline_server::app::App::open(crate::util::config(&[]), &folder.stores(), clock, mail).await.unwrap();
    zoe.use_router(splitline_server::router::router(&again));
    assert_eq!(zoe.get("/api/myResults").await.ok().json()["coming"], coming);
}

#[tokio::test]
async fn a_new_password_ends_a_change_of_the_address_that_was_begun_before() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    zoe.post("/api/changeEmail", &json!({ "email": "eve@example.test", "password": PASSWORD })).await.ok();
    let begun = code(&app, "eve@example.test").await.unwrap();
    zoe.post("/api/forgotPassword", &json!({ "email": "zoe@example.test" })).await.ok();
    app.app.send_mail().await.unwrap();
    let link = app.app.mail().sent().pop().unwrap().body;
    let token = link.split("/resetpass#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let new = "a harbor full of quiet owls";
    zoe.post("/api/resetPassword", &json!({ "token": token, "password": new })).await.ok();
    zoe.login("zoe", new).await.ok();
    assert_eq!(zoe.put("/api/changeEmail", &json!({ "code": begun })).await.is(404).code(), "NO_EMAIL_CHANGE");
    app.app.send_mail().await.unwrap();
    assert!(letters(&app, "zoe@example.test").iter().any(|subject| subject.starts_with("Your password was changed")));
}
