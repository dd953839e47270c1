//! The audit record.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use core_wasm::audit::{Actor, Event, Kind, Object};
use image::ImageFormat;
use serde_json::json;
use splitline_server::db::params;
use splitline_server::{audit, db, editor};

use crate::edit;
use crate::passkeys::Authenticator;
use crate::signup;
use crate::timing::{read, setup};
use crate::util::{Browser, Form, PASSWORD, TestApp, picture};

#[tokio::test]
async fn every_change_writes_a_row_and_the_chain_is_valid() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    let actions = app
        .app
        .db()
        .read(|tx| tx.query_all("SELECT action FROM audit ORDER BY id", [], |row| row.get::<String>(0)))
        .await
        .unwrap();
    assert_eq!(actions, ["account.created", "account.login", "race.created", "race.deleted"]);
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 4);
}

#[tokio::test]
async fn the_record_cannot_be_altered() {
    let app = TestApp::init().await;
    app.with_admin().await;
    for sql in [
        "UPDATE audit SET actor_name = 'eve'",
        "UPDATE audit SET object_name = 'eve', object_salt = NULL",
        "UPDATE audit SET actor_name = NULL",
        "UPDATE audit SET old = '1'",
        "UPDATE audit SET actor_name_hash = '0'",
        "DELETE FROM audit",
    ] {
        let altered = app.app.db().write(move |tx| tx.execute(sql, [])).await;
        assert!(altered.unwrap_err().to_string().contains("append-only"));
    }
}

#[tokio::test]
async fn a_row_altered_without_the_triggers_is_noticed() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    app.app.db().write(|tx| tx.batch("DROP TRIGGER audit_no_update; DROP TRIGGER audit_names_go")).await.unwrap();
    for change in [
        "UPDATE audit SET actor_name = 'eve' WHERE id = 2",
        "UPDATE audit SET actor_name = 'eve', actor_salt = NULL WHERE id = 2",
        "UPDATE audit SET actor_salt = NULL WHERE id = 2",
        "UPDATE audit SET object_name = NULL WHERE id = 2",
        "UPDATE audit SET actor = 'user:eve' WHERE id = 2",
        "UPDATE audit SET action = 'race.deleted' WHERE id = 2",
        "UPDATE audit SET object_name_hash = actor_name_hash WHERE id = 2",
    ] {
        let verdict = app
            .app
            .db()
            .write(move |tx| {
                tx.execute(change, [])?;
                audit::verify(tx)
            })
            .await
            .unwrap_err();
        assert!(verdict.to_string().contains("row 2"), "{change}: {verdict}");
    }
    app.app.db().read(audit::verify).await.unwrap();
}

#[tokio::test]
async fn a_change_that_cannot_be_recorded_is_not_made() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    app.app.db().write(|tx| tx.batch("ALTER TABLE audit RENAME TO gone")).await.unwrap();
    ada.create_page(Form::race("Autumn Half")).await.is(500);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.is(500);
    ada.put("/api/updateAboutDirectionsText", &json!({ "RaceName": "Spring Half", "About": "x" })).await.is(500);
    ada.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.is(500);
    ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.is(500);
    assert_eq!(app.count("SELECT count(*) FROM races WHERE deleted_at IS NULL").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM race_history").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM timing_keys").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE is_private = 1").await, 0);
}

/// Personal data that must not be in any row: addresses, numbers, dates of birth, names and bibs of the people below.
const PERSONAL: [&str; 11] = [
    "example.test",
    "runner.test",
    "555-0100",
    "1990-05-31",
    "1985-01-02",
    "Quill",
    "Oakes",
    "Engines",
    "4711",
    "C4712",
    PASSWORD,
];

/// The calls that change something without a row in the record, and why.
const UNRECORDED: [(&str, &str); 19] = [
    ("POST /changeEmail", "nothing changes until the code is typed"),
    ("DELETE /changeEmail", "as above"),
    ("POST /verifyRacer", "nobody has an account yet; the row of the sign-up goes with it"),
    ("POST /resendVerification", "as above"),
    ("POST /verifyEmail", "as above"),
    ("POST /logout", "the login is recorded"),
    ("POST /passkeys/options", "adding the passkey is recorded"),
    ("POST /passkeyLogin/options", "the login is recorded"),
    ("POST /forgotPassword", "anybody may send it, for any address"),
    ("POST /resetPassword/check", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /invitation", "it changes nothing; its token is in a body so that no log has it"),
    ("PUT /createDraft", "a draft is visible to its author only"),
    ("DELETE /createDraft", "as for PUT"),
    ("POST /packets/{RaceName}/actions", "they are never altered, so they are a record themselves; another chip is recorded"),
    ("POST /photos/{RaceName}/uploads", "the photo is recorded that is made of the file"),
    ("DELETE /photos/{RaceName}/uploads/{hash}", "no photo was made of the file yet"),
    ("POST /ticketPicture", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /ticketStatus", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /timing/{RaceName}/reads", "reads are never altered, so they are a record themselves"),
];

struct Row {
    actor: String,
    actor_name: String,
    action: String,
    object: String,
    object_name: String,
    values: String,
}

async fn rows(app: &TestApp) -> Vec<Row> {
    let sql = "SELECT actor, coalesce(actor_name, ''), action, object, coalesce(object_name, ''), old || ' ' || new FROM audit ORDER BY id";
    let rows = app.app.db().read(move |tx| {
        tx.query_all(sql, [], |row| {
            Ok(Row {
                actor: row.get(0)?,
                actor_name: row.get(1)?,
                action: row.get(2)?,
                object: row.get(3)?,
                object_name: row.get(4)?,
                values: row.get(5)?,
            })
        })
    });
    rows.await.unwrap()
}

/// Collects the calls that were made, and checks the rows of each.
struct Walk<'a> {
    app: &'a TestApp,
    calls: BTreeSet<String>,
    rows: usize,
}

impl Walk<'_> {
    /// Checks that these are the rows of the call that was just made.
    async fn left(&mut self, call: &str, events: &[Event]) {
        let rows = rows(self.app).await;
        let found: Vec<_> = rows[self.rows..].iter().map(|row| Event::parse(&row.action)).collect();
        assert_eq!(found, events.iter().copied().map(Some).collect::<Vec<_>>(), "{call}");
        assert_eq!(events.is_empty(), UNRECORDED.iter().any(|(unrecorded, _)| *unrecorded == call), "{call}");
        self.rows = rows.len();
        self.calls.insert(call.to_owned());
    }
}

async fn accounts(walk: &mut Walk<'_>) -> Browser {
    let app = walk.app;
    let mut ada = app.with_admin().await;
    walk.left("POST /login", &[Event::AccountCreated, Event::AccountLogin]).await;
    let mut ulf = app.with_user().await;
    walk.left("POST /login", &[Event::AccountLogin]).await;
    let phone = "UPDATE users SET cell_phone = '555-0100', dob = '1990-05-31', first_name = 'Quill' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.execute(phone, [])).await.unwrap();
    ulf.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    walk.left("PUT /updatePrivacy", &[Event::AccountPrivacySet]).await;
    ulf.post("/api/forgotPassword", &json!({ "email": "ulf@example.test" })).await.ok();
    app.app.send_mail().await.unwrap();
    walk.left("POST /forgotPassword", &[]).await;
    let letter = app.app.mail().sent().pop().unwrap().body;
    let token = letter.split("/resetpass#").nth(1).unwrap().split_whitespace().next().unwrap();
    ulf.post("/api/resetPassword/check", &json!({ "token": token })).await.ok();
    walk.left("POST /resetPassword/check", &[]).await;
    ulf.post("/api/resetPassword", &json!({ "token": token, "password": PASSWORD })).await.ok();
    walk.left("POST /resetPassword", &[Event::AccountPasswordReset]).await;
    ulf.login("ulf", PASSWORD).await.ok();
    walk.left("POST /login", &[Event::AccountLogin]).await;
    passkeys(walk, &mut ulf).await;
    own_account(walk, &mut ulf).await;
    ulf.post("/api/logout", &json!({})).await.ok();
    walk.left("POST /logout", &[]).await;
    signup(walk).await;
    people(walk, &mut ada).await;
    ada.put("/api/createDraft", &json!({ "form": { "Race": "Half fin" }, "revision": 1 })).await.ok();
    walk.left("PUT /createDraft", &[]).await;
    ada.delete("/api/createDraft", &json!({})).await.is(204);
    walk.left("DELETE /createDraft", &[]).await;
    ada
}

async fn own_account(walk: &mut Walk<'_>, ulf: &mut Browser) {
    let edit = json!({ "LastName": "Oakes", "CellPhone": "555-0100-77", "hideAge": true });
    ulf.put("/api/profile", &edit).await.ok();
    walk.left("PUT /profile", &[Event::AccountProfileChanged]).await;
    ulf.put_form("/api/profile/picture", Form::default().file("picture", &picture(40, 40, ImageFormat::Png))).await.ok();
    walk.left("PUT /profile/picture", &[Event::AccountPictureSet]).await;
    ulf.delete("/api/profile/picture", &json!({})).await.ok();
    walk.left("DELETE /profile/picture", &[Event::AccountPictureSet]).await;
    let title = "UPDATE users SET active_title = 'Winner' WHERE username = 'ulf'";
    walk.app.app.db().write(move |tx| tx.execute(title, [])).await.unwrap();
    ulf.put("/api/profileTitle", &json!({ "activeTitle": "" })).await.ok();
    walk.left("PUT /profileTitle", &[Event::AccountProfileChanged]).await;
    for (sent, call) in [("new@runner.test", "POST"), ("newer@runner.test", "PUT")] {
        ulf.post("/api/changeEmail", &json!({ "email": sent, "password": PASSWORD })).await.ok();
        walk.left("POST /changeEmail", &[]).await;
        if call == "POST" {
            ulf.delete("/api/changeEmail", &json!({})).await.ok();
            walk.left("DELETE /changeEmail", &[]).await;
            walk.app.clock.advance(60_000);
        }
    }
    let code = signup::code(walk.app, "newer@runner.test").await.unwrap();
    ulf.put("/api/changeEmail", &json!({ "code": code })).await.ok();
    walk.left("PUT /changeEmail", &[Event::AccountEmailChanged]).await;
    let other = "another password by far";
    ulf.put("/api/changePassword", &json!({ "password": PASSWORD, "newPassword": other })).await.ok();
    walk.left("PUT /changePassword", &[Event::AccountPasswordChanged]).await;
    for all in [false, true] {
        let mut phone = walk.app.visitor();
        phone.login("ulf", other).await.ok();
        walk.left("POST /login", &[Event::AccountLogin]).await;
        let sessions = ulf.get("/api/sessions").await.ok().json();
        let id = sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == false).unwrap()["id"].clone();
        if all {
            ulf.delete("/api/sessions", &json!({})).await.ok();
            walk.left("DELETE /sessions", &[Event::AccountSessionsEnded]).await;
        } else {
            ulf.delete(&format!("/api/sessions/{}", id.as_str().unwrap()), &json!({})).await.ok();
            walk.left("DELETE /sessions/{id}", &[Event::AccountSessionsEnded]).await;
        }
        phone.get("/api/checkLogin").await.is(401);
    }
}

async fn passkeys(walk: &mut Walk<'_>, ulf: &mut Browser) {
    let mut device = Authenticator::new();
    let begun = ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
    walk.left("POST /passkeys/options", &[]).await;
    let credential = device.create(&begun["options"]);
    let new = json!({ "ceremony": begun["ceremony"], "name": "Quill's phone", "credential": credential });
    ulf.post("/api/passkeys", &new).await.is(201);
    walk.left("POST /passkeys", &[Event::AccountPasskeyAdded]).await;
    let begun = ulf.post("/api/passkeyLogin/options", &json!({})).await.ok().json();
    walk.left("POST /passkeyLogin/options", &[]).await;
    let used = json!({ "ceremony": begun["ceremony"], "credential": device.get(&begun["options"]) });
    ulf.post("/api/passkeyLogin", &used).await.ok();
    walk.left("POST /passkeyLogin", &[Event::AccountLogin]).await;
    ulf.delete(&format!("/api/passkeys/{}", device.id), &json!({})).await.ok();
    walk.left("DELETE /passkeys/{id}", &[Event::AccountPasskeyRemoved]).await;
}

async fn signup(walk: &mut Walk<'_>) {
    let app = walk.app;
    let mut eve = signup::begun(app).await;
    walk.left("POST /verifyRacer", &[]).await;
    app.clock.advance(60_000);
    eve.post("/api/resendVerification", &json!({})).await.ok();
    walk.left("POST /resendVerification", &[]).await;
    let code = signup::code(app, "zoe@example.test").await.unwrap();
    eve.post("/api/verifyEmail", &json!({ "code": code })).await.ok();
    walk.left("POST /verifyEmail", &[]).await;
    signup::create(&mut eve, "eve", &[]).await.is(201);
    walk.left("POST /createAccount", &[Event::AccountCreated]).await;
}

async fn people(walk: &mut Walk<'_>, ada: &mut Browser) {
    let app = walk.app;
    let invite = json!({ "email": "tom@example.test", "role": "timer" });
    ada.post("/api/invitations", &invite).await.is(201);
    walk.left("POST /invitations", &[Event::PeopleInvited]).await;
    let listed = ada.get("/api/invitations").await.ok().json();
    let id = listed["invitations"][0]["id"].as_str().unwrap().to_owned();
    ada.delete(&format!("/api/invitations/{id}"), &json!({})).await.ok();
    walk.left("DELETE /invitations/{invitationID}", &[Event::PeopleInvitationRevoked]).await;
    ada.post("/api/invitations", &invite).await.is(201);
    walk.left("POST /invitations", &[Event::PeopleInvited]).await;
    let token = crate::people::token(app, "tom@example.test").await;
    let mut tom = app.visitor();
    tom.post("/api/invitation", &json!({ "token": token })).await.ok();
    walk.left("POST /invitation", &[]).await;
    tom.post("/api/acceptInvitation", &json!({ "token": token, "Username": "tom", "password": PASSWORD })).await.ok();
    walk.left("POST /acceptInvitation", &[Event::AccountCreated]).await;
    let user = crate::people::id(ada, "tom").await;
    ada.delete(&format!("/api/people/{user}/sessions"), &json!({})).await.ok();
    walk.left("DELETE /people/{userID}/sessions", &[Event::AccountSessionsEnded]).await;
    ada.put(&format!("/api/people/{user}/role"), &json!({ "role": "user" })).await.ok();
    walk.left("PUT /people/{userID}/role", &[Event::AccountRoleSet]).await;
    crate::people::with_passkey(app).await;
    ada.put("/api/people/policy", &json!({ "adminPasskeys": true })).await.ok();
    walk.left("PUT /people/policy", &[Event::PeoplePolicySet]).await;
    ada.put("/api/people/policy", &json!({ "adminPasskeys": false })).await.ok();
    walk.left("PUT /people/policy", &[Event::PeoplePolicySet]).await;
    let rows = rows(app).await;
    let roles: Vec<&str> = rows.iter().filter(|row| row.action == "account.role.set").map(|row| row.values.as_str()).collect();
    assert_eq!(roles, [r#"{"role":"timer"} {"role":"user"}"#]);
}

async fn pages(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.create_page(Form::race("Spring Half")).await.is(201);
    walk.left("POST /createPage", &[Event::RaceCreated]).await;
    for (path, body) in edit::calls().into_iter().map(|(path, body, _)| (path, body)) {
        ada.put(path, &edit::named(body, "Spring Half")).await.ok();
        walk.left(&format!("PUT {}", &path[4..]), &[Event::RaceUpdated]).await;
    }
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "Link": "https://tickets.test/" })).await.ok();
    walk.left("PUT /updateHeaderText", &[Event::RaceUpdated]).await;
    let logo = picture(40, 40, ImageFormat::Png);
    let partners = Form::default().text("RaceName", "Spring Half").text("CommunityPartnersEnabled", "True");
    let partners = partners.text("CommunityPartnersData", r#"[{"Link":"https://bank.test/"}]"#);
    for (call, path, form) in [
        ("/updateCommunityPartners", "updateCommunityPartners", partners.file("communityPartnerImages", &logo)),
        ("/updatePrizeImages/{race}", "updatePrizeImages/Spring%20Half", Form::default().file("shirt", &logo)),
        ("/updateRaceCard/{raceName}", "updateRaceCard/Spring%20Half", Form::default().file("raceLogo", &logo)),
        ("/{race}/memory-images", "Spring%20Half/memory-images", Form::default().text("action", "add").file("memories", &logo)),
    ] {
        ada.put_form(&format!("/api/{path}"), form).await.ok();
        walk.left(&format!("PUT {call}"), &[Event::RaceUpdated]).await;
    }
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=safety").await.ok().json();
    let id = &history["entries"][1]["id"];
    ada.post("/api/restoreSection", &json!({ "RaceName": "Spring Half", "part": "safety", "id": id })).await.ok();
    walk.left("POST /restoreSection", &[Event::RaceUpdated]).await;
    for (hidden, event) in [("True", Event::RaceHidden), ("False", Event::RacePublished)] {
        ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": hidden })).await.ok();
        walk.left("PUT /pageVisibility", &[event]).await;
    }
}

async fn timing(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/timing/Spring%20Half";
    ada.put(&format!("{base}/setup"), &setup()).await.ok();
    walk.left("PUT /timing/{RaceName}/setup", &[Event::TimingSetupSet]).await;
    ada.put(&format!("{base}/gun"), &json!({ "contest": "10K", "gun": "2027-06-15T07:31:00.000-04:00", "confirmed": true }))
        .await
        .ok();
    walk.left("PUT /timing/{RaceName}/gun", &[Event::TimingGunSet]).await;
    let guns = json!({ "guns": [{ "contest": "10K", "gun": "2027-06-15T07:32:00.000-04:00", "replaces": "2027-06-15T07:31:00.000-04:00" }] });
    ada.post(&format!("{base}/guns"), &guns).await.ok();
    walk.left("POST /timing/{RaceName}/guns", &[Event::TimingGunSet]).await;
    let key = ada.post(&format!("{base}/keys"), &json!({ "label": "box 7" })).await.is(201).json();
    walk.left("POST /timing/{RaceName}/keys", &[Event::TimingKeyMade]).await;
    let mut timer = walk.app.visitor();
    timer.key = Some(key["key"].as_str().unwrap().to_owned());
    timer.origin = None;
    let list = "Bib,First,Last,Sex,DOB,Email,Chip,Team,Contest\n4711,Quill,Oakes,F,1990-05-31,quill@runner.test,,Engines,10K\n\
        4712,Bo,Oakes,M,1985-01-02,bo@runner.test,C4712,,10K\n";
    // Once by an administrator, and again, with another team, by a timing box.
    for (browser, list) in [(&mut *ada, list.to_owned()), (&mut timer, list.replace("Engines", "Engines 2"))] {
        let request = Request::put(format!("{base}/entrants")).header("content-type", "text/csv");
        browser.send(request.body(Body::from(list)).unwrap()).await.ok();
        walk.left("PUT /timing/{RaceName}/entrants", &[Event::TimingEntrantsPut]).await;
    }
    let rows = rows(walk.app).await;
    let lists: Vec<&str> = rows[rows.len() - 2..].iter().map(|row| row.values.as_str()).collect();
    assert_eq!(lists, [r#"null {"added":2,"changed":0,"fields":[]}"#, r#"null {"added":0,"changed":1,"fields":["team"]}"#]);
    let one = json!({ "bib": "4713", "firstname": "Quill", "lastname": "Oakes", "dob": "1990-05-31", "contest": "10K" });
    ada.post(&format!("{base}/entrants"), &one).await.is(201);
    walk.left("POST /timing/{RaceName}/entrants", &[Event::TimingEntrantAdded]).await;
    let other = json!({ "bib": "4714", "firstname": "Quill", "lastname": "Oakes", "dob": "1990-05-31", "contest": "10K" });
    ada.put(&format!("{base}/entrants/4713"), &json!({ "before": one, "after": other })).await.ok();
    walk.left("PUT /timing/{RaceName}/entrants/{bib}", &[Event::TimingEntrantChanged]).await;
    ada.delete(&format!("{base}/entrants/4714"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/entrants/{bib}", &[Event::TimingEntrantWithdrawn]).await;
    let changes = ada.get(&format!("{base}/entrantChanges")).await.ok().json();
    let undo = format!("{base}/entrantChanges/{}/undo", changes["changes"][0]["id"].as_str().unwrap());
    ada.post(&undo, &json!({})).await.ok();
    walk.left("POST /timing/{RaceName}/entrantChanges/{id}/undo", &[Event::TimingEntrantsUndone]).await;
    let desk = ada.get(base).await.ok().json();
    let mut renamed = desk["setup"].clone();
    renamed["contests"][0]["name"] = json!("10 Kilometres");
    ada.put(&format!("{base}/setup?version={}", desk["setupVersion"].as_str().unwrap()), &renamed).await.ok();
    walk.left("PUT /timing/{RaceName}/setup", &[Event::TimingContestRenamed, Event::TimingSetupSet]).await;
    // The row of a status contains the bib, which identifies a person only together with the list of entrants.
    timer.put(&format!("{base}/entrants/4712/status"), &json!({ "status": "dnf" })).await.ok();
    walk.left("PUT /timing/{RaceName}/entrants/{bib}/status", &[Event::TimingStatusSet]).await;
    let status = ada.get(&format!("{base}/corrections")).await.ok().json()["corrections"][0]["id"].to_string();
    ada.delete(&format!("{base}/corrections/{status}"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/corrections/{id}", &[Event::TimingCorrectionUndone]).await;
    let by_hand = json!({ "kind": "add", "bib": "4712", "mat": "5K", "time": "2027-06-15T07:59:00.000-04:00", "reason": "Seen" });
    ada.post(&format!("{base}/corrections"), &by_hand).await.is(201);
    walk.left("POST /timing/{RaceName}/corrections", &[Event::TimingCorrected]).await;
    timer.post(&format!("{base}/reads"), &json!([read("START", 4711, 12)])).await.ok();
    walk.left("POST /timing/{RaceName}/reads", &[]).await;
    ada.put(&format!("{base}/mylaps"), &json!({ "points": ["START"], "addresses": ["192.168.7.20"] })).await.ok();
    walk.left("PUT /timing/{RaceName}/mylaps", &[Event::TimingMylapsSet]).await;
    let pull = json!({ "kind": "raceResult", "enabled": true, "event": "7", "key": "SECRET7" });
    ada.put(&format!("{base}/pulls"), &json!({ "pulls": [pull] })).await.ok();
    walk.left("PUT /timing/{RaceName}/pulls", &[Event::TimingPullsSet]).await;
    for (mat, time) in [("START", "07:32:05"), ("FINISH", "08:20:00")] {
        let time = format!("2027-06-15T{time}.000-04:00");
        let seen = json!({ "kind": "add", "bib": "18", "mat": mat, "time": time, "reason": "seen" });
        ada.post(&format!("{base}/corrections"), &seen).await.is(201);
        walk.left("POST /timing/{RaceName}/corrections", &[Event::TimingCorrected]).await;
    }
    let results = "/api/results/Spring%20Half";
    let contest = ada.get(base).await.ok().json()["setup"]["contests"][0]["name"].clone();
    ada.post(&format!("{results}/publish"), &json!({ "contest": contest, "despiteOpen": true })).await.is(201);
    walk.left("POST /results/{RaceName}/publish", &[Event::ResultsPublished]).await;
    ada.put(&format!("{results}/awards"), &json!({ "overallOutOfGroups": true })).await.ok();
    walk.left("PUT /results/{RaceName}/awards", &[Event::ResultsAwardsSet]).await;
    let video = json!({ "address": "https://youtu.be/abcdefghijk", "startsAt": "2027-06-15T08:00:00-04:00" });
    ada.put(&format!("{results}/video"), &video).await.ok();
    walk.left("PUT /results/{RaceName}/video", &[Event::FinishVideoSet]).await;
    let table = "metres,sex,age,open_standard_s,factor\n21097.5,F,30,3832,1\n";
    let request = Request::put("/api/ageGrades").header("content-type", "text/csv");
    ada.send(request.body(table.into()).unwrap()).await.ok();
    walk.left("PUT /ageGrades", &[Event::AgeTableLoaded]).await;
    ada.post(&format!("{results}/unpublish"), &json!({ "contest": contest, "reason": "a protest" })).await.ok();
    walk.left("POST /results/{RaceName}/unpublish", &[Event::ResultsUnpublished]).await;
    crate::timing::add_race(walk.app, "Winter Run").await;
    for (contest, file) in
        [("Fun%20Run", "bib,name,time\n4711,Zoë Private,1:20:00\n"), ("Long%20Run", "bib,name,time\n4712,Max Private,1:21:00\n")]
    {
        let path = format!("/api/results/import?race=Winter%20Run&contest={contest}&distance=5K");
        let request = axum::http::Request::post(path).header("content-type", "text/csv").body(file.into()).unwrap();
        ada.send(request).await.is(201);
        walk.left("POST /results/import", &[Event::ResultsImported]).await;
    }
    league(walk, ada).await;
    claim(walk, ada).await;
    let name = "UPDATE users SET first_name = 'Max', last_name = 'Private', dob = '1985-01-02' WHERE username = 'ada'";
    walk.app.app.db().write(move |tx| tx.execute(name, [])).await.unwrap();
    let offered = ada.get("/api/myResults").await.ok().json()["offered"][0]["resultId"].clone();
    ada.post("/api/claimResults", &json!({ "claims": [offered] })).await.ok();
    walk.left("POST /claimResults", &[Event::AccountResultsClaimed]).await;
    ada.post(&format!("{base}/runs?name=Spring%20Half"), &json!({})).await.is(201);
    walk.left("POST /timing/{RaceName}/runs", &[Event::TimingRunStarted]).await;
    ada.delete(&format!("{base}/runs/2"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/runs/{run}", &[Event::TimingRunTakenBack]).await;
    ada.delete(&format!("{base}/keys/{}", key["id"].as_str().unwrap()), &json!({})).await.is(204);
    walk.left("DELETE /timing/{RaceName}/keys/{id}", &[Event::TimingKeyRevoked]).await;
}

async fn league(walk: &mut Walk<'_>, ada: &mut Browser) {
    let year = ada.get("/api/raceLeague").await.ok().json()["year"].as_i64().unwrap();
    let settings = format!("/api/raceLeague/{year}/settings");
    let mut form = ada.get(&settings).await.ok().json()["form"].clone();
    form["best"] = "3".into();
    ada.put(&settings, &json!({ "version": 0, "form": form })).await.ok();
    walk.left("PUT /raceLeague/{year}/settings", &[Event::LeagueSettingsSet]).await;
    let listed = ada.get("/api/leaderboard").await.ok().json()["items"].clone();
    let (a, b) = (&listed[0]["publicID"], &listed[1]["publicID"]);
    let joined = ada.post("/api/raceLeague/decisions", &json!({ "a": a, "b": b })).await.is(201).json();
    walk.left("POST /raceLeague/decisions", &[Event::LeagueJoined]).await;
    ada.post("/api/raceLeague/decisions", &json!({ "a": a })).await.is(201);
    walk.left("POST /raceLeague/decisions", &[Event::LeagueSplit]).await;
    ada.delete(&format!("/api/raceLeague/decisions/{}", joined["id"]), &json!({})).await.ok();
    walk.left("DELETE /raceLeague/decisions/{decisionID}", &[Event::LeagueUndone]).await;
}

async fn claim(walk: &mut Walk<'_>, ada: &mut Browser) {
    let result = ada.get("/api/leaderboard").await.ok().json()["items"][0]["publicID"].as_str().unwrap().to_owned();
    let of_eve = "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at) SELECT $1, id, 'waiting', 0, 1 FROM users WHERE username = 'eve'";
    walk.app.app.db().write(move |tx| tx.execute(of_eve, params![result])).await.unwrap();
    let waiting = ada.get("/api/claims").await.ok().json()["claims"][0].clone();
    let address = format!("/api/claims/{}/{}", waiting["resultId"].as_str().unwrap(), waiting["userId"].as_str().unwrap());
    ada.put(&address, &json!({ "grant": false })).await.ok();
    walk.left("PUT /claims/{resultID}/{userID}", &[Event::AccountClaimDecided]).await;
    let mut eve = walk.app.visitor();
    eve.login("eve", PASSWORD).await.ok();
    walk.left("POST /login", &[Event::AccountLogin]).await;
    // Nothing changes but the record: personal data left the site.
    eve.get("/api/account/export").await.ok();
    walk.left("GET /account/export", &[Event::AccountExported]).await;
    walk.calls.remove("GET /account/export");
    eve.delete("/api/account", &json!({ "password": PASSWORD })).await.ok();
    walk.left("DELETE /account", &[Event::AccountDeleted]).await;
}

async fn photos(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/photos/Spring%20Half";
    let given_up = crate::photos::begin_at(ada, base, "a.jpg", b"half of it").await;
    walk.left("POST /photos/{RaceName}/uploads", &[]).await;
    ada.delete(&format!("{base}/uploads/{given_up}"), &json!({})).await.is(204);
    walk.left("DELETE /photos/{RaceName}/uploads/{hash}", &[]).await;
    let file = crate::photos::photo(1, None);
    let hash = crate::photos::begin_at(ada, base, "4712.jpg", &file).await;
    walk.left("POST /photos/{RaceName}/uploads", &[]).await;
    let piece = Request::put(format!("{base}/uploads/{hash}?offset=0")).body(Body::from(file));
    ada.send(piece.unwrap()).await.ok();
    walk.left("PUT /photos/{RaceName}/uploads/{hash}", &[Event::PhotosAdded]).await;
    let listed = ada.get(&format!("{base}/list?list=matched")).await.ok().json();
    let photo = format!("{base}/photo/{}", listed["photos"][0]["id"].as_str().unwrap());
    ada.put(&format!("{photo}/bibs"), &json!({ "bibs": ["4712"] })).await.ok();
    walk.left("PUT /photos/{RaceName}/photo/{photoID}/bibs", &[Event::PhotosAssigned]).await;
    ada.put(&format!("{base}/camera"), &json!({ "camera": "", "offsetMs": 0, "windowMs": 2000 })).await.ok();
    walk.left("PUT /photos/{RaceName}/camera", &[Event::PhotosCameraSet]).await;
    ada.post(&format!("{base}/match"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/match", &[Event::PhotosMatched]).await;
    walk.app.visitor().post(&format!("{photo}/remove"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/photo/{photoID}/remove", &[Event::PhotosRemoved]).await;
    ada.post(&format!("{photo}/restore"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/photo/{photoID}/restore", &[Event::PhotosRestored]).await;
    ada.delete(&photo, &json!({})).await.is(204);
    walk.left("DELETE /photos/{RaceName}/photo/{photoID}", &[Event::PhotosDeleted]).await;
}

async fn packets(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/packets/Spring%20Half";
    ada.put(&format!("{base}/places"), &json!({ "text": "1-500: Table A" })).await.ok();
    walk.left("PUT /packets/{RaceName}/places", &[Event::PacketsPlacesSet]).await;
    let link = ada.post(&format!("{base}/links"), &json!({ "label": "box 7" })).await.is(201).json();
    walk.left("POST /packets/{RaceName}/links", &[Event::PacketsLinkMade]).await;
    let action = crate::packets::action("a1", "4712", "note", "Oakes is waiting");
    crate::packets::act(walk.app, "Spring Half", link["token"].as_str().unwrap(), &[action]).await.ok();
    walk.left("POST /packets/{RaceName}/actions", &[]).await;
    ada.delete(&format!("{base}/links/{}", link["id"].as_str().unwrap()), &json!({})).await.is(204);
    walk.left("DELETE /packets/{RaceName}/links/{id}", &[Event::PacketsLinkRevoked]).await;
}

async fn tickets(walk: &mut Walk<'_>, ada: &mut Browser) {
    let mut visitor = walk.app.visitor();
    let form = json!({ "name": "Quill Oakes", "contact": "quill@runner.test", "requestType": "Other", "title": "Oakes", "description": "4711" });
    visitor.post("/api/createTicket", &form).await.is(201);
    walk.left("POST /createTicket", &[Event::TicketCreated]).await;
    let token = crate::tickets::token(walk.app, "quill@runner.test").await;
    visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1001", "token": token })).await.ok();
    walk.left("POST /ticketStatus", &[]).await;
    visitor.post("/api/ticketReply", &json!({ "ticketId": "T-1001", "token": token, "text": "Oakes" })).await.is(201);
    walk.left("POST /ticketReply", &[Event::TicketReplied]).await;
    let picture = || crate::util::Form::default().file("picture", &crate::util::picture(8, 8, image::ImageFormat::Png));
    let mut sent = picture().request("/api/ticketPictures");
    sent.headers_mut().insert("splitline-ticket", format!("T-1001#{token}").parse().unwrap());
    let id = visitor.send(sent).await.is(201).json()["id"].clone();
    walk.left("POST /ticketPictures", &[Event::TicketPictureAdded]).await;
    let wanted = json!({ "ticketId": "T-1001", "token": token, "picture": id, "width": 1 });
    visitor.post("/api/ticketPicture", &wanted).await.ok();
    walk.left("POST /ticketPicture", &[]).await;
    ada.send(picture().request("/api/tickets/T-1001/pictures")).await.is(201);
    walk.left("POST /tickets/{ticketId}/pictures", &[Event::TicketPictureAdded]).await;
    let aside = "INSERT INTO ticket_mails_aside VALUES (1, 'unreadable', 'quill@runner.test', 'Oakes', 9, 0)";
    walk.app.app.db().write(move |tx| tx.execute(aside, [])).await.unwrap();
    ada.delete("/api/ticketMails/1", &json!({})).await.ok();
    walk.left("DELETE /ticketMails/{mailID}", &[Event::TicketMailDone]).await;
    let path = "/api/tickets/T-1001";
    let message = |kind: &str, version: i64| json!({ "text": "Engines", "kind": kind, "version": version });
    ada.post(&format!("{path}/replies"), &message("note", 2)).await.is(201);
    walk.left("POST /tickets/{ticketId}/replies", &[Event::TicketNoted]).await;
    ada.post(&format!("{path}/replies"), &message("staff", 3)).await.is(201);
    walk.left("POST /tickets/{ticketId}/replies", &[Event::TicketAnswered]).await;
    ada.put(path, &json!({ "status": "solved", "version": 4 })).await.ok();
    walk.left("PUT /tickets/{ticketId}", &[Event::TicketChanged]).await;
}

async fn the_end_of_pages(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half", "NewName": "Next Half" })).await.is(201);
    walk.left("POST /duplicatePage", &[Event::RaceCreated, Event::TimingSetupSet]).await;
    let race = json!({ "RaceName": "Spring Half" });
    ada.delete("/api/deletePage", &race).await.ok();
    walk.left("DELETE /deletePage", &[Event::RaceDeleted]).await;
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    ada.post("/api/restoreRace", &json!({ "id": id, "name": "Spring Half again" })).await.ok();
    walk.left("POST /restoreRace", &[Event::RaceRestored]).await;
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half again" })).await.ok();
    walk.left("DELETE /deletePage", &[Event::RaceDeleted]).await;
    walk.app.clock.advance(31 * 24 * 3_600_000);
    assert_eq!(editor::purge(walk.app.app.desk()).await.unwrap(), 1);
}

#[tokio::test]
async fn the_rows_of_every_call_refer_by_id_and_contain_no_personal_data() {
    let app = TestApp::init().await;
    let mut walk = Walk { app: &app, calls: BTreeSet::new(), rows: 0 };
    let mut ada = accounts(&mut walk).await;
    pages(&mut walk, &mut ada).await;
    timing(&mut walk, &mut ada).await;
    photos(&mut walk, &mut ada).await;
    packets(&mut walk, &mut ada).await;
    tickets(&mut walk, &mut ada).await;
    the_end_of_pages(&mut walk, &mut ada).await;

    let described = ada.get("/api/openapi.json").await.ok().json();
    let paths = described["paths"].as_object().unwrap().iter();
    let calls =
        paths.flat_map(|(path, calls)| calls.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path)));
    let changing = calls.filter(|(method, _)| method != "GET").map(|(method, path)| format!("{method} {}", &path[4..]));
    assert_eq!(walk.calls, changing.collect(), "the calls of this test, and those of the document");

    let rows = rows(&app).await;
    assert_eq!(rows.last().unwrap().action, "race.purged");
    let known = app
        .app
        .db()
        .read(|tx| {
            let ids =
                "SELECT 'user:' || id FROM users UNION SELECT 'race:' || id FROM races UNION SELECT 'key:' || id FROM timing_keys
                       UNION SELECT 'link:' || id FROM packet_links UNION SELECT 'ticket:' || id FROM tickets";
            tx.query_all(ids, [], |row| row.get::<String>(0))
        })
        .await
        .unwrap();
    let purged = &rows.last().unwrap().object;
    // The key and the link were deleted together with their race.
    // The account that was deleted: its rows stay, without its name.
    let deleted = rows.iter().find(|row| row.action == "account.deleted").unwrap().object.clone();
    let is_known = |object: &Object| {
        known.contains(&object.to_string())
            || object.to_string() == *purged
            || object.to_string() == deleted
            || matches!(object.kind, Kind::Key | Kind::Link | Kind::Database)
    };
    for Row { actor, actor_name, action, object, object_name, values } in &rows {
        let event = Event::parse(action).unwrap_or_else(|| panic!("{action} is not in the table"));
        let object = Object::parse(object).unwrap_or_else(|| panic!("{action}: {object}"));
        assert_eq!(event.info().kind, object.kind, "{action}");
        assert!(is_known(&object), "{action}: {object} is no id");
        assert!(Actor::parse(actor).is_some(), "{action}: {actor}");
        let names = [
            "ada",
            "ulf",
            "eve",
            "tom",
            "system",
            "box 7",
            "Mails that were set aside",
            "Spring Half",
            "Spring Half again",
            "Next Half",
            "Winter Run",
            "T-1001",
            db::FILE,
        ]
        .map(str::to_owned);
        let named = |id: &str, name: &String| if id == deleted { name.is_empty() } else { names.contains(name) };
        assert!(named(actor, actor_name) && named(&object.to_string(), object_name), "{action}: {actor_name}, {object_name}");
        for personal in PERSONAL {
            let row = format!("{actor} {actor_name} {object} {object_name} {values}");
            assert!(!row.contains(personal), "{action}: {personal} is in {row}");
        }
        assert!(!values.contains("ulf") && !values.contains("ada"), "{action}: {values}");
    }
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), i64::try_from(rows.len()).unwrap());
}

#[tokio::test]
async fn the_names_of_an_account_can_be_removed_and_the_chain_stays_valid() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut ulf = app.with_user().await;
    ulf.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let named = "SELECT count(*) FROM audit WHERE actor_name = 'ulf' OR object_name = 'ulf'";
    assert_eq!(app.count(named).await, 2);
    let before = app.app.db().read(audit::anchor).await.unwrap();
    let id: String =
        app.app.db().read(|tx| tx.query_one("SELECT id FROM users WHERE username = 'ulf'", [], |row| row.get(0))).await.unwrap();
    app.app
        .db()
        .write(move |tx| {
            audit::remove_names(tx, &Actor::User(id.clone()))?;
            tx.execute("DELETE FROM users WHERE id = $1", db::params![id])
        })
        .await
        .unwrap();
    assert_eq!(app.count(named).await, 0);
    assert_eq!(
        app.count("SELECT count(*) FROM audit WHERE actor_name = 'ada' AND object_name = 'ada'").await,
        1,
        "other names stay"
    );
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 4);
    assert_eq!(app.app.db().read(audit::anchor).await.unwrap(), before);
    // A removed name cannot be replaced.
    let renamed = app.app.db().write(|tx| tx.execute("UPDATE audit SET actor_name = 'eve', actor_salt = 'x'", [])).await;
    assert!(renamed.unwrap_err().to_string().contains("append-only"));
}

#[tokio::test]
async fn every_filter_of_the_record_uses_an_index() {
    let app = TestApp::init().await;
    for (asked, index) in [
        ("actor = 'user:1' ORDER BY id DESC", "audit_by_actor"),
        ("action = 'race.created' ORDER BY id DESC", "audit_by_action"),
        ("object = 'race:1' ORDER BY id DESC", "audit_by_object"),
        ("at >= 1 AND at < 2 ORDER BY at DESC, id DESC", "audit_by_time"),
    ] {
        let sql = format!("EXPLAIN QUERY PLAN SELECT * FROM audit WHERE {asked} LIMIT 25");
        let plan = app.app.db().read(move |tx| tx.query_all(&sql, [], |row| row.get::<String>(3))).await.unwrap();
        assert_eq!(plan.len(), 1, "{asked} needs a sort of its own: {plan:?}");
        assert!(plan[0].starts_with("SEARCH audit USING INDEX") && plan[0].contains(index), "{asked}: {plan:?}");
    }
}

#[tokio::test]
async fn a_database_with_rows_of_the_old_form_can_be_opened_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home.db");
    let migrations = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/sqlite");
    let applied = TestApp::init().await;
    let history: Vec<(i64, String, String, String)> = applied
        .app
        .db()
        .read(|tx| {
            let sql =
                "SELECT version, name, applied_on, checksum FROM refinery_schema_history WHERE version < 8 ORDER BY version";
            tx.query_all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        })
        .await
        .unwrap();
    let change = |sql: &str| db::change_file(&home, sql).unwrap();
    change(
        "CREATE TABLE refinery_schema_history (version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255))",
    );
    for (version, name, applied_on, checksum) in history {
        let sql = std::fs::read_to_string(migrations.join(format!("V{version}__{name}.sql"))).unwrap();
        change(&sql);
        let row = format!("INSERT INTO refinery_schema_history VALUES ({version}, '{name}', '{applied_on}', '{checksum}')");
        change(&row);
    }
    change(
        r#"INSERT INTO audit VALUES (1, 5, 'system', 'system', 'account.created', 'user:ada', 'null', '{"Email":"ada@example.test"}', '0', 'h')"#,
    );
    let db = db::Db::open(&home).unwrap();
    assert_eq!(db.read(audit::verify).await.unwrap(), 0);
    splitline_server::account::admin::create(&db, "ben", "ben@example.test", &PASSWORD.into(), 7).await.unwrap();
    assert_eq!(db.read(audit::verify).await.unwrap(), 1);
    drop(db);
    // The old rows are in the copy that was made before the migration.
    let copies = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(copies.filter(|name| name.starts_with("before-v")).count(), 1);
}
