//! Who has which role, and invitations to a role.

use core_wasm::account::Role;
use serde_json::{Value, json};

use crate::home::byte;
use crate::timing::{add_race, setup};
use crate::util::{Browser, Form, NOW, PASSWORD, TestApp, two_directors};

const DAY: i64 = 24 * 3_600_000;

/// The token of the last invitation that was mailed to an address.
pub async fn token(app: &TestApp, email: &str) -> String {
    app.app.send_mail().await.unwrap();
    let sent = app.app.mail().sent();
    let letter = sent.iter().rfind(|letter| letter.to == email && letter.subject.starts_with("Invitation")).unwrap();
    letter.body.split("/invitation#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

/// The id of an account, as an administrator sees it.
pub async fn id(admin: &mut Browser, username: &str) -> String {
    let found = admin.get(&format!("/api/people?q={username}")).await.ok().json();
    found["items"][0]["userID"].as_str().unwrap().to_owned()
}

/// Gives every administrator a passkey, and makes every present session one for which it was used.
pub async fn with_passkey(app: &TestApp) {
    let passkeys = format!(
        "INSERT INTO passkeys (id, user_id, name, fixed, changing, transports, created_at)
         SELECT 'key of ' || id, id, 'Key', {0}, {0}, 0, 1 FROM users WHERE role = 'admin'",
        byte()
    );
    app.app.db().write(move |tx| tx.execute(&passkeys, [])).await.unwrap();
    app.app.db().write(|tx| tx.execute("UPDATE sessions SET passkey = 1", [])).await.unwrap();
}

async fn invite(admin: &mut Browser, email: &str, role: &str) -> String {
    let answer = admin.post("/api/invitations", &json!({ "email": email, "role": role })).await.is(201);
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn accept(browser: &mut Browser, token: &str) -> crate::util::Response {
    browser.post("/api/acceptInvitation", &json!({ "token": token })).await
}

async fn states(admin: &mut Browser) -> Vec<(String, String)> {
    let listed = admin.get("/api/invitations").await.ok().json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    listed["invitations"].as_array().unwrap().iter().map(|one| (text(&one["email"]), text(&one["state"]))).collect()
}

#[tokio::test]
async fn people_are_listed_by_role_and_found_by_name() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (name, role) in [("zed", Role::User), ("tom", Role::Timer), ("a_b", Role::User), ("axb", Role::User)] {
        app.with_account(name, role).await;
    }
    let named = "UPDATE users SET first_name = 'Éva', last_name = 'O''Brien', is_private = 1 WHERE username = 'zed'";
    app.app.db().write(move |tx| tx.execute(named, [])).await.unwrap();
    let mut names = async |query: &str| {
        let found = ada.get(&format!("/api/people{query}")).await.ok().json();
        let names = found["items"].as_array().unwrap().iter().map(|one| one["username"].as_str().unwrap().to_owned());
        (names.collect::<Vec<_>>().join(" "), found["total"].as_i64().unwrap())
    };
    assert_eq!(names("").await, ("ada tom a_b axb zed".into(), 5));
    assert_eq!(names("?role=user").await, ("a_b axb zed".into(), 3));
    assert_eq!(names("?q=a_b").await, ("a_b".into(), 1), "_ is no placeholder");
    assert_eq!(names("?q=%25").await, (String::new(), 0), "% neither");
    assert_eq!(names("?q=%C3%89va%20o'b").await, ("zed".into(), 1));
    assert_eq!(names("?q=TOM%40example").await, ("tom".into(), 1));
    // A page goes on over the roles.
    assert_eq!(names("?pageSize=2").await, ("ada tom".into(), 5));
    assert_eq!(names("?pageSize=2&page=2").await, ("a_b axb".into(), 5));
    assert_eq!(names("?pageSize=2&page=3").await, ("zed".into(), 5));
    assert_eq!(names("?pageSize=2&page=9").await, (String::new(), 5));
    assert_eq!(names("?pageSize=4&page=1").await, ("ada tom a_b axb".into(), 5));
    let zed = ada.get("/api/people?q=zed").await.ok().json()["items"][0].clone();
    let shown = ["name", "email", "role", "sessions", "passkeys", "isPrivate", "createdAt", "lastSeenAt"];
    let shown = shown.map(|field| zed[field].clone());
    assert_eq!(
        shown,
        [json!("Éva O'Brien"), json!("zed@example.test"), json!("user"), 1.into(), 0.into(), true.into(), NOW.into(), NOW.into()]
    );
    let long = format!("/api/people?q={}&page=0&pageSize=101&role=king", "x".repeat(101));
    assert_eq!(ada.get(&long).await.is(400).json()["fields"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn another_role_ends_all_sessions_and_is_told_by_mail() {
    let app = TestApp::init().await;
    let (mut ada, mut ulf) = (app.with_admin().await, app.with_user().await);
    let mut phone = app.visitor();
    phone.login("ulf", PASSWORD).await.ok();
    let role = format!("/api/people/{}/role", id(&mut ada, "ulf").await);
    ada.put(&role, &json!({ "role": "in-progress" })).await.is(400);
    assert_eq!(ada.put(&role, &json!({ "role": "user" })).await.ok().json()["message"], "ulf is a user already.");
    ulf.get("/api/checkLogin").await.ok();
    // A page that is not the newest changes nothing.
    let stale = ada.put(&role, &json!({ "role": "admin", "was": "timer" })).await.is(409);
    assert_eq!(stale.code(), "ROLE_CHANGED");
    assert!(stale.text().contains("ulf has the role User now"), "{}", stale.text());
    assert_eq!(ada.put(&role, &json!({ "role": "timer", "was": "user" })).await.ok().json()["message"], "ulf is a timer now.");
    for browser in [&mut ulf, &mut phone] {
        browser.get("/api/checkLogin").await.is(401);
    }
    app.app.send_mail().await.unwrap();
    let letter = app.app.mail().sent().pop().unwrap();
    assert_eq!((letter.to.as_str(), letter.subject.as_str()), ("ulf@example.test", "Your role is now: Timer · Splitline"));
    assert!(letter.body.contains("you are a timer now") && !letter.body.contains("ulf"), "{}", letter.body);
    assert_eq!(ulf.login("ulf", PASSWORD).await.ok().json()["role"], "timer");

    // The sessions alone.
    let sessions = format!("/api/people/{}/sessions", id(&mut ada, "ulf").await);
    assert_eq!(ada.delete(&sessions, &json!({})).await.ok().json()["ended"], 1);
    ulf.get("/api/checkLogin").await.is(401);
    assert_eq!(ada.delete(&sessions, &json!({})).await.ok().json()["ended"], 0);
    assert_eq!(ada.delete("/api/people/nobody/sessions", &json!({})).await.is(404).code(), "NO_SUCH_PERSON");
    assert_eq!(ada.put("/api/people/nobody/role", &json!({ "role": "user" })).await.is(404).code(), "NO_SUCH_PERSON");
}

#[tokio::test]
async fn one_administrator_always_remains() {
    let (_app, mut ada, mut ben) = two_directors().await;
    let (first, second) = (id(&mut ada, "ada").await, id(&mut ada, "ben").await);
    ada.put(&format!("/api/people/{second}/role"), &json!({ "role": "user" })).await.ok();
    ben.get("/api/people").await.is(401);
    let own = format!("/api/people/{first}/role");
    assert_eq!(ada.put(&own, &json!({ "role": "timer" })).await.is(409).code(), "LAST_ADMIN");
    ada.put(&format!("/api/people/{second}/role"), &json!({ "role": "admin" })).await.ok();
    // The own role can be given up now; the cookies go with the session.
    ada.put(&own, &json!({ "role": "timer" })).await.ok();
    assert!(!ada.cookies.contains_key("session") && !ada.cookies.contains_key("token"));
    ben.login("ben", PASSWORD).await.ok();
    assert_eq!(ben.put(&format!("/api/people/{second}/role"), &json!({ "role": "user" })).await.is(409).code(), "LAST_ADMIN");
}

#[tokio::test]
async fn passkeys_are_demanded_by_who_used_one() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let policy = |on: bool| json!({ "adminPasskeys": on });
    assert_eq!(ada.put("/api/people/policy", &policy(true)).await.is(409).code(), "NEEDS_OWN_PASSKEY");
    with_passkey(&app).await;
    // An administrator without one could add the first one by the password alone.
    app.with_account("max", Role::Admin).await;
    let refused = ada.put("/api/people/policy", &policy(true)).await.is(409);
    assert!(refused.code() == "ADMINS_WITHOUT_PASSKEY" && refused.text().contains("no passkey yet: max."), "{}", refused.text());
    let user = "UPDATE users SET role = 'user' WHERE username = 'max'";
    app.app.db().write(move |tx| tx.execute(user, [])).await.unwrap();
    ada.put("/api/people/policy", &policy(true)).await.ok();
    ada.put("/api/people/policy", &policy(true)).await.ok();
    assert_eq!(ada.get("/api/people").await.ok().json()["adminPasskeys"], true);
    assert_eq!(app.count("SELECT count(*) FROM site_settings WHERE name = 'admin-passkeys' AND value = 'on'").await, 1);
    ada.put("/api/people/policy", &policy(false)).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM site_settings").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'people.policy.set'").await, 2);
}

#[tokio::test]
async fn an_invited_person_without_an_account_makes_one() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.post("/api/invitations", &json!({ "email": "tom@", "role": "user" })).await.is(400);
    invite(&mut ada, " tom@example.test ", "timer").await;
    let token = token(&app, "tom@example.test").await;
    let letter = app.app.mail().sent().pop().unwrap();
    assert!(letter.body.contains("become a timer") && !letter.body.contains("ada"), "{}", letter.body);
    let mut tom = app.visitor();
    let offer = tom.post("/api/invitation", &json!({ "token": token })).await.ok().json();
    let shown = ["role", "email", "hasAccount", "hasRole", "username", "expiresAt"].map(|field| offer[field].clone());
    assert_eq!(
        shown,
        [json!("timer"), json!("t•••@example.test"), false.into(), false.into(), Value::Null, (NOW + 7 * DAY).into()]
    );
    accept(&mut tom, &token).await.is(401);
    let mut form = json!({ "token": token, "Username": "-", "password": "short" });
    let fields = tom.post("/api/acceptInvitation", &form).await.is(400).json()["fields"].clone();
    assert_eq!(fields.as_array().unwrap().iter().map(|one| one["field"].clone()).collect::<Vec<_>>(), ["Username", "password"]);
    (form["Username"], form["password"]) = ("ADA".into(), PASSWORD.into());
    assert_eq!(tom.post("/api/acceptInvitation", &form).await.is(409).code(), "USERNAME_TAKEN");
    form["Username"] = "tom".into();
    let made = tom.post("/api/acceptInvitation", &form).await.ok().json();
    assert_eq!(made["role"], "timer");
    assert_eq!(tom.get("/api/checkLogin").await.ok().json()["role"], "timer");
    assert_eq!(tom.get("/api/profile").await.ok().json()["Email"], "tom@example.test");
    assert_eq!(states(&mut ada).await, [("tom@example.test".into(), "used".into())]);
    let again = app.visitor().post("/api/invitation", &json!({ "token": token })).await.is(400);
    assert_eq!(again.code(), "LINK_VOID");
    // Who can do it already is not invited.
    assert_eq!(
        ada.post("/api/invitations", &json!({ "email": "TOM@example.test", "role": "timer" })).await.is(409).code(),
        "HAS_ROLE"
    );
}

#[tokio::test]
async fn an_invited_person_with_an_account_logs_in_first() {
    let app = TestApp::init().await;
    let (mut ada, mut ulf) = (app.with_admin().await, app.with_user().await);
    let mut phone = app.visitor();
    phone.login("ulf", PASSWORD).await.ok();
    invite(&mut ada, "ulf@example.test", "admin").await;
    let token = token(&app, "ulf@example.test").await;
    let mut stranger = app.visitor();
    assert_eq!(stranger.post("/api/invitation", &json!({ "token": token })).await.ok().json()["hasAccount"], true);
    let form = json!({ "token": token, "Username": "ulf2", "password": PASSWORD });
    assert_eq!(stranger.post("/api/acceptInvitation", &form).await.is(409).code(), "LOG_IN_FIRST");
    assert_eq!(ulf.post("/api/acceptInvitation", &form).await.is(409).code(), "LOGGED_IN");
    // An administrator gains nothing, and does not use the link up.
    assert_eq!(ada.post("/api/invitation", &json!({ "token": token })).await.ok().json()["hasRole"], true);
    assert_eq!(accept(&mut ada, &token).await.is(409).code(), "HAS_ROLE");

    // The session with which it is accepted is one of a library, and stays so with the new role.
    let form = json!({ "username": "ulf", "password": PASSWORD, "remember": false });
    ulf.post("/api/login", &form).await.ok();
    let before = ulf.cookies["token"].clone();
    assert_eq!(ulf.post("/api/invitation", &json!({ "token": token })).await.ok().json()["username"], "ulf");
    let mut copied = app.visitor();
    copied.cookies = ulf.cookies.clone();
    let accepted = accept(&mut ulf, &token).await.ok();
    copied.get("/api/people").await.is(401);
    let cookies = accepted.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    assert!(cookies.filter(|cookie| !cookie.starts_with("device=")).all(|cookie| !cookie.contains("Max-Age")));
    assert_ne!(ulf.cookies["token"], before, "the page's cookie has the new role");
    ulf.get("/api/people").await.ok();
    phone.get("/api/checkLogin").await.is(401);
    accept(&mut app.with_account("zed", Role::User).await, &token).await.is(400);
    let sets = "SELECT count(*) FROM audit WHERE action = 'account.role.set' AND old LIKE '%user%' AND new LIKE '%admin%'";
    assert_eq!(app.count(sets).await, 1);
}

#[tokio::test]
async fn a_link_that_does_not_work_says_the_same_whatever_the_reason() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let revoked = invite(&mut ada, "r@example.test", "timer").await;
    let first = token(&app, "r@example.test").await;
    let done = ada.delete(&format!("/api/invitations/{revoked}"), &json!({})).await.ok().json();
    assert_eq!(done["message"], "The invitation is revoked. Its link does not work any more.");
    assert_eq!(ada.delete(&format!("/api/invitations/{revoked}"), &json!({})).await.is(409).code(), "NOT_OPEN");
    assert_eq!(ada.delete("/api/invitations/x", &json!({})).await.is(404).code(), "NO_SUCH_INVITATION");
    // A new invitation replaces the open one of the same address.
    invite(&mut ada, "p@example.test", "timer").await;
    let replaced = token(&app, "p@example.test").await;
    invite(&mut ada, "P@example.test", "admin").await;
    let present = token(&app, "P@example.test").await;
    app.visitor().post("/api/invitation", &json!({ "token": present })).await.ok();
    let mut refusals = Vec::new();
    for token in [&first, &replaced, "wrong", ""] {
        refusals.push(app.visitor().post("/api/invitation", &json!({ "token": token })).await.is(400).text());
        refusals.push(accept(&mut app.visitor(), token).await.is(400).text());
    }
    app.clock.advance(7 * DAY);
    refusals.push(app.visitor().post("/api/invitation", &json!({ "token": present })).await.is(400).text());
    assert!(refusals.iter().all(|one| *one == refusals[0]), "{refusals:?}");
    ada.login("ada", PASSWORD).await.ok();
    let mut found = states(&mut ada).await;
    found.sort();
    let wanted = [("P@example.test", "expired"), ("p@example.test", "revoked"), ("r@example.test", "revoked")];
    assert_eq!(found, wanted.map(|(email, state)| (email.to_owned(), state.to_owned())));
}

#[tokio::test]
async fn an_invitation_is_void_when_who_sent_it_is_no_administrator_any_more() {
    let (app, mut ada, mut ben) = two_directors().await;
    invite(&mut ben, "tom@example.test", "admin").await;
    let token = token(&app, "tom@example.test").await;
    let role = format!("/api/people/{}/role", id(&mut ada, "ben").await);
    ada.put(&role, &json!({ "role": "user" })).await.ok();
    let form = json!({ "token": token, "Username": "tom", "password": PASSWORD });
    assert_eq!(app.visitor().post("/api/acceptInvitation", &form).await.is(400).code(), "LINK_VOID");
    assert_eq!(states(&mut ada).await, [("tom@example.test".into(), "revoked".into())]);
    // Not even when the role is given back.
    ada.put(&role, &json!({ "role": "admin" })).await.ok();
    app.visitor().post("/api/acceptInvitation", &form).await.is(400);
}

#[tokio::test]
async fn invitations_and_guesses_are_limited() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for number in 0..50 {
        invite(&mut ada, &format!("{number}@example.test"), "timer").await;
    }
    let one_more = json!({ "email": "more@example.test", "role": "timer" });
    assert_eq!(ada.post("/api/invitations", &one_more).await.is(409).code(), "TOO_MANY_OPEN");
    invite(&mut ada, "7@example.test", "admin").await;
    app.clock.advance(6 * DAY);
    app.clock.advance(DAY);
    ada.login("ada", PASSWORD).await.ok();
    for number in 0..50 {
        invite(&mut ada, &format!("again{number}@example.test"), "timer").await;
        app.clock.advance(1);
    }
    assert!(app.count("SELECT count(*) FROM invitations").await <= 152);
    let mut refused = 0;
    for guess in 0..60 {
        let answer = app.visitor().post("/api/invitation", &json!({ "token": format!("guess {guess}") })).await;
        refused += i32::from(answer.status == 429);
    }
    assert!(refused > 5, "{refused}");
}

#[tokio::test]
async fn a_timer_times_every_race_and_does_nothing_else() {
    let app = TestApp::init().await;
    add_race(&app, "Spring Half").await;
    let (mut ada, mut tom) = (app.with_admin().await, app.with_timer().await);
    ada.create_page(Form::race("Hidden Half")).await.is(201);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Hidden Half", "isHidden": "True" })).await.ok();
    // The desk's list has hidden races and ids, as for an administrator.
    let listed = tom.get("/api/getAllPageRaces").await.ok().json();
    let of_ada = ada.get("/api/getAllPageRaces").await.ok().json();
    assert_eq!(listed, of_ada);
    assert!(listed.to_string().contains("Hidden Half"));
    assert!(!app.with_user().await.get("/api/getAllPageRaces").await.ok().text().contains("Hidden"));
    for race in ["Spring%20Half", "Hidden%20Half"] {
        let base = format!("/api/timing/{race}");
        tom.put(&format!("{base}/setup"), &setup()).await.ok();
        tom.get(&base).await.ok();
        tom.post(&format!("{base}/keys"), &json!({ "label": "box 7" })).await.is(201);
        let entrant = json!({ "bib": "7", "firstname": "Quill", "lastname": "Oakes", "contest": "10K" });
        tom.post(&format!("{base}/entrants"), &entrant).await.is(201);
        tom.put(&format!("/api/packets/{race}/places"), &json!({ "text": "1-500: Table A" })).await.ok();
        tom.post(&format!("/api/packets/{race}/links"), &json!({ "label": "table" })).await.is(201);
    }
    let by = "SELECT count(*) FROM audit JOIN users ON 'user:' || users.id = audit.actor WHERE username = 'tom' AND action LIKE 'timing.%'";
    assert!(app.count(by).await >= 6);
    // Every other call of administrators is refused: `access_to_each_call_is_as_described` makes all of them.
    tom.get("/api/race/Hidden%20Half").await.is(404);
    for path in ["/api/people", "/api/invitations", "/api/claims", "/api/deletedRaces"] {
        tom.get(path).await.is(403);
    }
    tom.post("/api/results/Spring%20Half/publish", &json!({ "contest": "10K" })).await.is(403);
    tom.create_page(Form::race("Own Half")).await.is(403);
    tom.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let own = tom.get("/api/profile").await.ok().json();
    assert_eq!((&own["role"], &own["isPrivate"]), (&json!("timer"), &json!(true)));
}
