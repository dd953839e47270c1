//! The calls of accounts, and the rows that they leave.

use core_wasm::audit::Event;
use image::ImageFormat;
use serde_json::json;

use super::walk::{Walk, rows};
use crate::passkeys::Authenticator;
use crate::signup;
use crate::util::{Browser, Form, PASSWORD, picture};

pub(super) async fn accounts(walk: &mut Walk<'_>) -> Browser {
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
    walk.left("POST /logout", &[Event::AccountLogout]).await;
    signup(walk).await;
    people(walk, &mut ada).await;
    ada.put("/api/createDraft", &json!({ "form": { "Race": "Half fin" }, "revision": 1 })).await.ok();
    walk.left("PUT /createDraft", &[]).await;
    ada.delete("/api/createDraft", &json!({})).await.is(204);
    walk.left("DELETE /createDraft", &[]).await;
    ada
}

pub(super) async fn own_account(walk: &mut Walk<'_>, ulf: &mut Browser) {
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

pub(super) async fn passkeys(walk: &mut Walk<'_>, ulf: &mut Browser) {
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

pub(super) async fn signup(walk: &mut Walk<'_>) {
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

pub(super) async fn people(walk: &mut Walk<'_>, ada: &mut Browser) {
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
