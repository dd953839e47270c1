//! Signing up: from the racer's form to an account with claimed results.

use serde_json::{Value, json};

use crate::profile::decide;
use crate::runner_pages::published;
use crate::util::{Browser, ORIGIN, PASSWORD, Response, TestApp};

/// The person of bib 1, who finished the spring 10K.
fn zoe() -> Value {
    json!({ "FirstName": "ZOE", "LastName": "O'Brien", "DOB": "June 2, 1972", "Gender": "f", "Email": "zoe@example.test" })
}

/// The calls of somebody who is signing up.
pub const CALLS: [&str; 5] =
    ["/api/signup", "/api/verifyEmail", "/api/resendVerification", "/api/usernameAvailable", "/api/createAccount"];

/// A visitor who has begun to sign up.
pub async fn begun(app: &TestApp) -> Browser {
    let mut visitor = app.visitor();
    visitor.post("/api/verifyRacer", &zoe()).await.ok();
    visitor
}

fn with(change: &[(&str, &str)]) -> Value {
    let mut form = zoe();
    for (field, value) in change {
        form[*field] = (*value).into();
    }
    form
}

/// The code in the last mail to an address; absent when the mail has none.
pub async fn code(app: &TestApp, email: &str) -> Option<String> {
    app.app.send_mail().await.unwrap();
    let sent = app.app.mail().sent();
    let letter = sent.iter().rfind(|letter| letter.to == email).unwrap();
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    letter.body.lines().find(is_code).map(str::to_owned)
}

/// A visitor who has typed the code.
async fn proved(app: &TestApp, form: &Value) -> (Browser, Value) {
    let mut visitor = app.visitor();
    let matches = visitor.post("/api/verifyRacer", form).await.ok().json()["matches"].clone();
    let code = code(app, form["Email"].as_str().unwrap()).await.unwrap();
    visitor.post("/api/verifyEmail", &json!({ "code": code })).await.ok();
    (visitor, matches)
}

pub async fn create(visitor: &mut Browser, name: &str, claims: &[&Value]) -> Response {
    visitor.post("/api/createAccount", &json!({ "Username": name, "password": PASSWORD, "claims": claims })).await
}

#[tokio::test]
async fn a_page_of_a_former_sign_up_does_nothing_to_a_later_one() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    visitor.post("/api/verifyRacer", &zoe()).await.ok();
    let first = visitor.get("/api/signup").await.ok().json()["id"].as_str().unwrap().to_owned();
    visitor.post("/api/verifyRacer", &with(&[("Email", "ada@example.test"), ("FirstName", "Ada")])).await.ok();
    let code = code(&app, "ada@example.test").await.unwrap();
    let typed = |meant: &str| {
        let request = axum::http::Request::post("/api/verifyEmail").header("content-type", "application/json");
        request.header("splitline-account", meant).body(json!({ "code": code }).to_string().into()).unwrap()
    };
    assert_eq!(visitor.send(typed(&first)).await.is(409).code(), "OTHER_SIGNUP");
    let second = visitor.get("/api/signup").await.ok().json();
    assert_eq!(second["proved"], false);
    visitor.send(typed(second["id"].as_str().unwrap())).await.ok();
}

#[tokio::test]
async fn a_sign_up_ends_with_a_logout_and_with_another_one_in_the_same_browser() {
    let app = TestApp::init().await;
    let mut visitor = begun(&app).await;
    let copy = |of: &Browser| {
        let mut copied = app.visitor();
        copied.cookies = of.cookies.clone();
        copied
    };
    let mut first = copy(&visitor);
    first.get("/api/signup").await.ok();
    visitor.post("/api/verifyRacer", &with(&[("Email", "ada@example.test")])).await.ok();
    first.get("/api/signup").await.is(401);
    let mut second = copy(&visitor);
    visitor.post("/api/logout", &json!({})).await.ok();
    second.get("/api/signup").await.is(401);
    assert_eq!(app.count("SELECT count(*) FROM signups").await, 0);
}

#[tokio::test]
async fn a_racer_signs_up_and_claims_results() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let answer = visitor.post("/api/verifyRacer", &zoe()).await.ok();
    let offered = answer.json()["matches"].as_array().unwrap().clone();
    assert_eq!(offered.len(), 1, "{offered:?}");
    assert_eq!(offered[0]["name"], "Zoë O.");
    assert!(!answer.text().contains("Brien") && !answer.text().contains("1972"), "{}", answer.text());

    // The cookie opens the sign-up and nothing else.
    visitor.get("/api/checkLogin").await.is(401);
    visitor.get("/api/profile").await.is(401);
    visitor.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.is(401);
    let standing = visitor.get("/api/signup").await.ok().json();
    assert_eq!((&standing["proved"], &standing["Email"]), (&false.into(), &"zoe@example.test".into()));
    assert_eq!(visitor.get("/api/usernameAvailable?username=zoe").await.is(403).code(), "NOT_PROVED");
    assert_eq!(create(&mut visitor, "zoe", &[]).await.is(403).code(), "NOT_PROVED");

    let code = code(&app, "zoe@example.test").await.unwrap();
    let typed = format!(" {}-{} ", &code[..3], &code[3..]);
    visitor.post("/api/verifyEmail", &json!({ "code": typed })).await.ok();
    assert_eq!(visitor.get("/api/signup").await.ok().json()["proved"], true);
    assert_eq!(visitor.get("/api/usernameAvailable?username=zoe").await.ok().json()["available"], true);
    assert_eq!(visitor.get("/api/usernameAvailable?username=z%C3%B6e").await.ok().json()["available"], false);

    let created = create(&mut visitor, "zoe", &[&offered[0]["resultId"], &"of somebody else".into()]).await.is(201).json();
    assert_eq!(created["claims"], json!([{ "resultId": offered[0]["resultId"], "state": "granted" }]));
    let profile = visitor.get("/api/profile").await.ok().json();
    let person = ["Username", "FirstName", "LastName", "DOB", "Gender", "Email", "role"].map(|field| profile[field].clone());
    assert_eq!(person, ["zoe", "ZOE", "O'Brien", "1972-06-02", "f", "zoe@example.test", "user"].map(Value::from));
    visitor.get("/api/signup").await.is(401);
    app.visitor().login("zoe@example.test", PASSWORD).await.ok();
    // A private runner is recognized by the account.
    visitor.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert!(!app.visitor().get("/api/leaderboard").await.ok().text().contains("Brien"));
    let mut other = app.visitor();
    let with_other_address = with(&[("Email", "other@example.test")]);
    assert_eq!(other.post("/api/verifyRacer", &with_other_address).await.ok().json()["matches"], json!([]));
}

#[tokio::test]
async fn an_address_with_an_account_is_answered_like_any_other() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let (mut known, mut unknown) = (app.visitor(), app.visitor());
    let known_answer = known.post("/api/verifyRacer", &with(&[("Email", "ADA@example.test")])).await.ok();
    let unknown_answer = unknown.post("/api/verifyRacer", &zoe()).await.ok();
    assert_eq!(known_answer.text(), unknown_answer.text());
    let headers = |answer: &Response| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(headers(&known_answer), headers(&unknown_answer));
    assert_eq!(code(&app, "ADA@example.test").await, None, "the mail says that there is an account");
    let wrong = json!({ "code": "000000" });
    for tries in 0..6 {
        let answers = [known.post("/api/verifyEmail", &wrong).await, unknown.post("/api/verifyEmail", &wrong).await];
        assert_eq!(answers[0].text(), answers[1].text(), "try {tries}");
        assert_eq!(answers[0].status, answers[1].status);
    }
    let mut standings = [known.get("/api/signup").await.ok().json(), unknown.get("/api/signup").await.ok().json()];
    for standing in &mut standings {
        assert!(!standing["id"].as_str().unwrap().is_empty());
        (standing["Email"], standing["id"]) = ("".into(), "".into());
    }
    assert_eq!(standings[0], standings[1]);
    assert_eq!(app.count("SELECT count(*) FROM users").await, 1);
}

#[tokio::test]
async fn a_code_is_tried_five_times_for_a_quarter_of_an_hour() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    visitor.post("/api/verifyRacer", &zoe()).await.ok();
    let first = code(&app, "zoe@example.test").await.unwrap();
    let wrong = json!({ "code": if first == "123456" { "123457" } else { "123456" } });
    assert_eq!(visitor.post("/api/verifyEmail", &json!({ "code": "12345x" })).await.is(400).code(), "INVALID_FIELDS");
    for left in (0..5).rev() {
        let answer = visitor.post("/api/verifyEmail", &wrong).await.is(400);
        assert_eq!(answer.code(), "WRONG_CODE", "{left} left");
    }
    assert_eq!(visitor.post("/api/verifyEmail", &json!({ "code": first })).await.is(429).code(), "NO_TRIES");

    // Another code after a pause; the first one is right no longer.
    let pause = visitor.post("/api/resendVerification", &json!({})).await.is(429);
    assert_eq!((pause.code(), pause.headers["retry-after"].to_str().unwrap()), ("RESEND_PAUSE".into(), "60"));
    app.clock.advance(60_000);
    visitor.post("/api/resendVerification", &json!({})).await.ok();
    let second = code(&app, "zoe@example.test").await.unwrap();
    if first != second {
        assert_eq!(visitor.post("/api/verifyEmail", &json!({ "code": first })).await.is(400).code(), "WRONG_CODE");
    }
    app.clock.advance(15 * 60_000);
    assert_eq!(visitor.post("/api/verifyEmail", &json!({ "code": second })).await.is(400).code(), "CODE_EXPIRED");

    // The address was wrong: a code goes to another one.
    visitor.post("/api/resendVerification", &json!({ "Email": "zoe@" })).await.is(400);
    visitor.post("/api/resendVerification", &json!({ "Email": "zoe.new@example.test" })).await.ok();
    let third = code(&app, "zoe.new@example.test").await.unwrap();
    visitor.post("/api/verifyEmail", &json!({ "code": third })).await.ok();
    visitor.post("/api/verifyEmail", &json!({ "code": third })).await.ok();
    assert_eq!(visitor.get("/api/signup").await.ok().json()["Email"], "zoe.new@example.test");

    // A proved address that is changed has to be proved again.
    app.clock.advance(60_000);
    visitor.post("/api/resendVerification", &json!({ "Email": "zoe@example.test" })).await.ok();
    assert_eq!(create(&mut visitor, "zoe", &[]).await.is(403).code(), "NOT_PROVED");
    app.clock.advance(60_000);
    visitor.post("/api/resendVerification", &json!({})).await.ok();
    app.clock.advance(60_000);
    assert_eq!(visitor.post("/api/resendVerification", &json!({})).await.is(429).code(), "NO_SENDS");
    app.clock.advance(24 * 3_600_000);
    visitor.get("/api/signup").await.is(401);
}

#[tokio::test]
async fn a_claim_with_another_date_of_birth_or_of_a_taken_result_waits() {
    let app = TestApp::init().await;
    published(&app).await;
    let claims = |created: Value| created["claims"][0]["state"].clone();
    // The same name and age group, another day.
    let (mut namesake, offered) = proved(&app, &with(&[("DOB", "1972-06-03"), ("Email", "a@example.test")])).await;
    assert_eq!(claims(create(&mut namesake, "namesake", &[&offered[0]["resultId"]]).await.is(201).json()), "waiting");
    let (mut own, offered) = proved(&app, &zoe()).await;
    assert_eq!(claims(create(&mut own, "zoe", &[&offered[0]["resultId"]]).await.is(201).json()), "granted");
    let (mut again, offered) = proved(&app, &with(&[("Email", "b@example.test")])).await;
    assert_eq!(claims(create(&mut again, "zoe2", &[&offered[0]["resultId"]]).await.is(201).json()), "waiting");
    // Another age is not even offered.
    let (_, offered) = proved(&app, &with(&[("DOB", "1992-06-02"), ("Email", "c@example.test")])).await;
    assert_eq!(offered, json!([]));
}

#[tokio::test]
async fn names_are_looked_up_a_hundred_and_twenty_times_a_minute_from_one_address() {
    let app = TestApp::init().await;
    let (mut visitor, _) = proved(&app, &zoe()).await;
    let path = "/api/usernameAvailable?username=zoe";
    for _ in 0..120 {
        visitor.get(path).await.ok();
    }
    app.clock.advance(15_500);
    let refused = visitor.get(path).await.is(429);
    assert_eq!((refused.code(), refused.header("retry-after")), ("TOO_MANY".to_owned(), "45"));
    assert_eq!(refused.json()["message"], "Too many attempts. Please try again in 45 seconds.");
    let mut elsewhere = visitor.clone();
    elsewhere.peer = "198.51.100.9:40000".parse().unwrap();
    elsewhere.get(path).await.ok();
    // The account can be made meanwhile.
    app.clock.advance(44_500);
    visitor.get(path).await.ok();
}

#[tokio::test]
async fn names_and_addresses_are_taken_once_however_many_try() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let (mut one, _) = proved(&app, &zoe()).await;
    let (mut two, _) = proved(&app, &zoe()).await;
    assert_eq!(one.get("/api/usernameAvailable?username=ADA").await.ok().json()["available"], false);
    assert_eq!(create(&mut one, "Ada", &[]).await.is(409).code(), "USERNAME_TAKEN");
    let refused = one.post("/api/createAccount", &json!({ "Username": "-", "password": "short", "claims": [] })).await.is(400);
    let fields: Vec<Value> = refused.json()["fields"].as_array().unwrap().iter().map(|field| field["field"].clone()).collect();
    assert_eq!(fields, ["Username", "password"]);
    create(&mut one, "zoe", &[]).await.is(201);
    assert_eq!(create(&mut two, "zoe-2", &[]).await.is(409).code(), "EMAIL_TAKEN");
    assert_eq!(one.post("/api/verifyRacer", &zoe()).await.is(409).code(), "HAS_ACCOUNT");
    assert_eq!(app.count("SELECT count(*) FROM users").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM signups").await, 1);
}

#[tokio::test]
async fn mails_to_one_address_are_limited() {
    let app = TestApp::init().await;
    let mut sent = 0;
    for _ in 0..8 {
        let answer = app.visitor().post("/api/verifyRacer", &zoe()).await;
        sent += i32::from(answer.status == 200);
    }
    assert_eq!(sent, 5);
    app.visitor().post("/api/verifyRacer", &with(&[("Email", "else@example.test")])).await.ok();
    let young = app.visitor().post("/api/verifyRacer", &with(&[("DOB", "2020-01-01")])).await.is(400);
    assert_eq!(young.json()["fields"][0]["code"], "too_young");
}

#[tokio::test]
async fn one_network_does_not_fill_the_outbox() {
    let app = TestApp::init().await;
    let at = |address: &str| {
        let mut visitor = app.visitor();
        visitor.peer = format!("[{address}]:1").parse().unwrap();
        visitor
    };
    let mut sent = 0;
    for network in 0..256 {
        // One customer has many networks of 64 bits.
        let form = with(&[("Email", &format!("somebody{network}@example.test"))]);
        let answer = at(&format!("2001:db8:1:{network:x}::1")).post("/api/verifyRacer", &form).await;
        if answer.status == 429 {
            assert_eq!(answer.code(), "TOO_MANY");
            break;
        }
        sent += 1;
    }
    assert_eq!(sent, 200);
    at("2001:db8:1:ff::1").post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM reset_requests").await, 0, "mails of all kinds count together");
    at("2001:db8:2::1").post("/api/verifyRacer", &zoe()).await.ok();
    // Afterwards the network has two a minute.
    app.clock.advance(31_000);
    let again = async |email: &str| at("2001:db8:1:ff::1").post("/api/verifyRacer", &with(&[("Email", email)])).await.status;
    assert_eq!([again("late@example.test").await, again("later@example.test").await], [200, 429]);
}

#[tokio::test]
async fn a_login_in_the_same_browser_ends_the_sign_up() {
    let app = TestApp::init().await;
    app.with_user().await;
    let mut visitor = begun(&app).await;
    let mut copied = visitor.clone();
    copied.get("/api/signup").await.ok();
    visitor.login("ulf", "wrong").await.is(401);
    copied.get("/api/signup").await.ok();
    visitor.login("ulf", PASSWORD).await.ok();
    copied.get("/api/signup").await.is(401);
    assert_eq!(app.count("SELECT count(*) FROM signups").await, 0);
}

#[tokio::test]
async fn a_form_is_an_object() {
    let app = TestApp::init().await;
    let list = json!(["Zoë", "O’Brien", "1972-06-02", "f", "", "zoe@example.test"]);
    assert_eq!(app.visitor().post("/api/verifyRacer", &list).await.is(400).json()["fields"][0]["field"], "body");
    assert_eq!(
        app.visitor().post("/api/forgotPassword", &json!(["ada@example.test"])).await.is(400).json()["fields"][0]["field"],
        "body"
    );
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox").await, 0);
}

#[tokio::test]
async fn claims_of_results_that_are_taken_back_are_neither_listed_nor_counted() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let (mut namesake, offered) = proved(&app, &with(&[("DOB", "July 3, 1972"), ("Email", "namesake@example.test")])).await;
    create(&mut namesake, "namesake", &[&offered[0]["resultId"]]).await.is(201);
    assert_eq!(ada.get("/api/claims").await.ok().json()["total"], 1);
    let back = json!({ "contest": "10K", "reason": "A wrong mat" });
    ada.post("/api/results/Spring%2010K/unpublish", &back).await.ok();
    assert_eq!(ada.get("/api/claims").await.ok().json(), json!({ "claims": [], "total": 0 }));
}

#[tokio::test]
async fn an_administrator_decides_about_claims_that_wait() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let (mut namesake, offered) = proved(&app, &with(&[("DOB", "July 3, 1972"), ("Email", "namesake@example.test")])).await;
    let result = offered[0]["resultId"].clone();
    create(&mut namesake, "namesake", &[&result]).await.is(201);
    let (mut zoe, _) = proved(&app, &zoe()).await;
    create(&mut zoe, "zoe", &[&result]).await.is(201);
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();

    // What is compared is told to administrators alone.
    let nobody = [app.visitor().get("/api/claims").await.is(401).code(), zoe.get("/api/claims").await.is(403).code()];
    assert_eq!(nobody, ["UNAUTHORIZED", "FORBIDDEN"]);
    let listed = ada.get("/api/claims").await.ok().json();
    assert_eq!(listed["total"], 1);
    let claim = &listed["claims"][0];
    assert_eq!(claim["why"], "The date of birth is another one. Another account has it.");
    let shown = ["username", "name", "born", "resultName", "resultBorn", "heldBy", "bib"].map(|field| claim[field].clone());
    assert_eq!(shown, ["namesake", "ZOE O'Brien", "1972-07-03", "Zoë O’Brien", "1972-06-02", "zoe", "1"].map(Value::from));

    // Granted, it takes the result from the other account, whose privacy does not hold for it any more.
    let address = |id: &Value| format!("/api/claims/{}/{}", result.as_str().unwrap(), id.as_str().unwrap());
    let address = address(&claim["userId"]);
    zoe.put(&address, &json!({ "grant": true })).await.is(403);
    assert!(!app.visitor().get("/api/leaderboard").await.ok().text().contains("Brien"));
    ada.put(&address, &json!({ "grant": true })).await.ok();
    assert_eq!(ada.get("/api/claims").await.ok().json()["claims"], json!([]));
    let letter = told(&app, "namesake@example.test").await.unwrap();
    assert!(letter.subject.starts_with("Your result was confirmed"), "{}", letter.subject);
    assert!(letter.body.contains("the result of Spring 10K that you say is yours. It is in your account"), "{}", letter.body);
    assert!(letter.body.contains(&format!("{ORIGIN}/profile")) && !letter.body.contains("Brien"), "{}", letter.body);
    assert_eq!(ada.put(&address, &json!({ "grant": false })).await.is(409).code(), "CLAIM_DECIDED");
    assert_eq!(ada.put("/api/claims/x/y", &json!({ "grant": true })).await.is(404).code(), "NO_SUCH_CLAIM");
    assert!(app.visitor().get("/api/leaderboard").await.ok().text().contains("Brien"));
    namesake.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert!(!app.visitor().get("/api/leaderboard").await.ok().text().contains("Brien"));
    assert!(namesake.get("/api/leaderboard").await.ok().text().contains("Brien"), "the owner sees the own name");
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'account.claim.decided'").await, 1);
    assert!(told(&app, "namesake@example.test").await.is_none(), "one decision is one mail");
}

#[tokio::test]
async fn who_is_refused_a_result_is_told_by_mail() {
    let app = TestApp::init().await;
    published(&app).await;
    let (mut namesake, offered) = proved(&app, &with(&[("DOB", "July 3, 1972"), ("Email", "namesake@example.test")])).await;
    create(&mut namesake, "namesake", &[&offered[0]["resultId"]]).await.is(201);
    decide(&app, "namesake", false).await;
    let letter = told(&app, "namesake@example.test").await.unwrap();
    assert!(letter.subject.starts_with("Your result could not be confirmed"), "{}", letter.subject);
    assert!(
        letter.body.contains("the result of Spring 10K that you say is yours") && !letter.body.contains("Brien"),
        "{}",
        letter.body
    );
}

/// Sends what waits, and returns the mail about a decision that is among it.
async fn told(app: &TestApp, email: &str) -> Option<splitline_server::mail::Letter> {
    let before = app.app.mail().sent().len();
    app.app.send_mail().await.unwrap();
    app.app.mail().sent().into_iter().skip(before).find(|letter| letter.to == email && letter.subject.starts_with("Your result "))
}
