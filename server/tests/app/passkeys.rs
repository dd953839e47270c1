//! Passkeys: adding, using and removing them, and the demand that administrators have one. The authenticator is the tests' own.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use splitline_server::account;
use splitline_server::db::params;

use crate::util::{Browser, Log, NOW, ORIGIN, PASSWORD, TestApp};

const MINUTE_MS: i64 = 60_000;

/// A device with one passkey.
pub struct Authenticator {
    key: EcdsaKeyPair,
    pub id: String,
    owner: String,
    pub counter: u32,
    /// What it claims; tests change these.
    pub origin: String,
    pub site: String,
    pub verifies: bool,
}

impl Authenticator {
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        Self {
            key: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap(),
            id: splitline_server::ids::new_id(),
            owner: String::new(),
            counter: 0,
            origin: ORIGIN.into(),
            site: "splitline.localhost".into(),
            verifies: true,
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false });
        data.to_string().into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.site).to_vec();
        data.push(0x01 | if self.verifies { 0x04 } else { 0 } | more);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// `navigator.credentials.create`
    pub fn create(&mut self, options: &Value) -> Value {
        self.owner = options["user"]["id"].as_str().unwrap().to_owned();
        let id = URL_SAFE_NO_PAD.decode(&self.id).unwrap();
        let mut data = self.data(0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(id.len()).unwrap().to_be_bytes());
        data.extend(&id);
        // The key in COSE: elliptic curve, ES256, P-256, x, y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        json!({ "id": self.id, "rawId": self.id, "type": "public-key", "clientExtensionResults": {}, "response": {
            "clientDataJSON": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)),
            "attestationObject": URL_SAFE_NO_PAD.encode(object), "transports": ["internal"] } })
    }

    /// `navigator.credentials.get`
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let (data, client) = (self.data(0), self.client_data("webauthn.get", options));
        let signed = [data.as_slice(), Sha256::digest(&client).as_slice()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({ "id": self.id, "rawId": self.id, "type": "public-key", "clientExtensionResults": {}, "response": {
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client), "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "signature": URL_SAFE_NO_PAD.encode(signature), "userHandle": self.owner } })
    }
}

/// A browser with another address.
fn elsewhere(app: &TestApp) -> Browser {
    let mut browser = app.visitor();
    browser.peer = "198.51.100.1:1".parse().unwrap();
    browser
}

/// A browser with this new user logged in.
async fn with(app: &TestApp, username: &str, role: core_wasm::account::Role) -> Browser {
    use account::{password, store};
    let new = store::NewUser {
        username: username.into(),
        email: format!("{username}@example.test"),
        role,
        password_hash: password::hash_now(PASSWORD).unwrap(),
    };
    app.app.db().write(move |tx| store::add(tx, &new, NOW)).await.unwrap();
    let mut browser = app.visitor();
    browser.login(username, PASSWORD).await.ok();
    browser
}

async fn ulf(app: &TestApp) -> Browser {
    with(app, "ulf", core_wasm::account::Role::User).await
}

async fn ada(app: &TestApp) -> Browser {
    with(app, "ada", core_wasm::account::Role::Admin).await
}

/// Adds a passkey to the account of this browser.
pub async fn add(browser: &mut Browser) -> Authenticator {
    let mut device = Authenticator::new();
    let begun = browser.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
    let credential = device.create(&begun["options"]);
    let new = json!({ "ceremony": begun["ceremony"], "name": "", "credential": credential });
    browser.post("/api/passkeys", &new).await.is(201);
    device
}

/// Logs in by passkey; `change` changes what is sent.
pub async fn enter(browser: &mut Browser, device: &mut Authenticator, change: impl FnOnce(&mut Value)) -> crate::util::Response {
    let begun = browser.post("/api/passkeyLogin/options", &json!({})).await.ok().json();
    let mut sent = json!({ "ceremony": begun["ceremony"], "credential": device.get(&begun["options"]) });
    change(&mut sent);
    browser.post("/api/passkeyLogin", &sent).await
}

async fn demand(app: &TestApp) {
    let sql = "INSERT INTO site_settings (name, value) VALUES ('admin-passkeys', 'on')";
    app.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap();
}

#[tokio::test]
async fn a_passkey_is_added_used_and_removed() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    assert_eq!(ulf.get("/api/passkeys").await.ok().json(), json!({ "passkeys": [], "demanded": false }));
    for (form, code) in [(json!({}), "required"), (json!({ "password": "wrong" }), "wrong_password")] {
        let refused = ulf.post("/api/passkeys/options", &form).await.is(400).json();
        assert_eq!((&refused["fields"][0]["field"], &refused["fields"][0]["code"]), (&json!("password"), &json!(code)));
    }
    let begun = ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
    let options = &begun["options"];
    assert_eq!(options["rp"], json!({ "id": "splitline.localhost", "name": "Splitline" }));
    assert_eq!((&options["user"]["name"], &options["attestation"]), (&json!("ulf"), &json!("none")));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");

    let mut phone = Authenticator::new();
    let credential = phone.create(options);
    let long = json!({ "ceremony": begun["ceremony"], "name": "x".repeat(61), "credential": credential });
    assert_eq!(ulf.post("/api/passkeys", &long).await.is(400).json()["fields"][0]["field"], "name");
    let new = json!({ "ceremony": begun["ceremony"], "name": " My phone ", "credential": credential });
    let mut copied = app.visitor();
    copied.cookies = ulf.cookies.clone();
    let added = ulf.post("/api/passkeys", &new).await.is(201).json();
    // The session may do more from now on, and a copy of its former cookie nothing any more.
    copied.post("/api/passkeys/options", &json!({})).await.is(401);
    assert_eq!(added, json!({ "id": phone.id, "name": "My phone", "message": "Passkey added" }));
    assert_eq!(ulf.post("/api/passkeys", &new).await.is(400).code(), "CEREMONY_EXPIRED");
    let listed = ulf.get("/api/passkeys").await.ok().json();
    assert_eq!(listed["passkeys"], json!([{ "id": phone.id, "name": "My phone", "createdAt": NOW }]));
    app.app.send_mail().await.unwrap();
    let letter = app.app.mail().sent().pop().unwrap();
    assert!(letter.to == "ulf@example.test" && letter.subject.contains("added") && !letter.body.contains("phone"));

    // In this session a passkey counts as used: the next one needs no password, and is another one.
    let next = ulf.post("/api/passkeys/options", &json!({})).await.ok().json();
    assert_eq!(next["options"]["excludeCredentials"][0]["id"], phone.id.as_str());
    let again = phone.create(&next["options"]);
    let again = json!({ "ceremony": next["ceremony"], "name": "", "credential": again });
    assert_eq!(ulf.post("/api/passkeys", &again).await.is(409).code(), "PASSKEY_KNOWN");

    let mut elsewhere = app.visitor();
    app.clock.advance(1000);
    let answer = enter(&mut elsewhere, &mut phone, |_| ()).await.ok().json();
    assert_eq!(answer, json!({ "message": "Logged in", "role": "user" }));
    assert_eq!(elsewhere.get("/api/profile").await.ok().json()["Username"], "ulf");
    assert_eq!(elsewhere.get("/api/passkeys").await.ok().json()["passkeys"][0]["lastUsedAt"], NOW + 1000);
    assert_eq!(app.count("SELECT count(*) FROM sessions WHERE passkey = 1").await, 2);

    let mut bea = with(&app, "bea", core_wasm::account::Role::User).await;
    bea.delete(&format!("/api/passkeys/{}", phone.id), &json!({})).await.is(404);
    ulf.delete(&format!("/api/passkeys/{}", phone.id), &json!({})).await.ok();
    elsewhere.get("/api/profile").await.ok();
    enter(&mut app.visitor(), &mut phone, |_| ()).await.is(401);
    // Without a passkey nothing but the password shows who is there.
    for browser in [&mut ulf, &mut elsewhere] {
        assert_eq!(browser.post("/api/passkeys/options", &json!({})).await.is(400).json()["fields"][0]["field"], "password");
    }
}

#[tokio::test]
async fn a_login_by_passkey_need_not_be_remembered() {
    let app = TestApp::init().await;
    let mut phone = add(&mut ulf(&app).await).await;
    for (remember, kept) in [(None, true), (Some(true), true), (Some(false), false)] {
        let mut browser = app.visitor();
        let change = |sent: &mut Value| {
            if let Some(remember) = remember {
                sent["remember"] = remember.into();
            }
        };
        let answer = enter(&mut browser, &mut phone, change).await.ok();
        let cookies = answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
        let of_session: Vec<&str> = cookies.filter(|cookie| !cookie.starts_with("device=")).collect();
        assert_eq!(of_session.len(), 2);
        assert!(of_session.iter().all(|cookie| cookie.contains("Max-Age") == kept), "{remember:?}: {of_session:?}");
        app.clock.advance(12 * 3_600_000);
        browser.get("/api/checkLogin").await.is(if kept { 200 } else { 401 });
    }
}

#[tokio::test]
async fn logins_by_passkey_are_begun_a_hundred_and_twenty_times_a_minute_from_one_address() {
    let app = TestApp::init().await;
    let mut many = app.visitor();
    for _ in 0..120 {
        many.post("/api/passkeyLogin/options", &json!({})).await.ok();
    }
    let refused = many.post("/api/passkeyLogin/options", &json!({})).await.is(429);
    assert_eq!((refused.code(), refused.header("retry-after")), ("TOO_MANY".to_owned(), "60"));
    assert_eq!(refused.json()["message"], "Too many attempts. Please try again in 1 minute.");
    elsewhere(&app).post("/api/passkeyLogin/options", &json!({})).await.ok();
    app.clock.advance(60_000);
    many.post("/api/passkeyLogin/options", &json!({})).await.ok();
}

#[tokio::test]
async fn every_passkey_that_is_not_accepted_gets_the_same_answer() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    let mut phone = add(&mut ulf).await;
    let mut answers = Vec::new();
    let browser = &mut app.visitor();

    phone.origin = "http://evil.test".into();
    answers.push(enter(browser, &mut phone, |_| ()).await);
    phone.origin = ORIGIN.into();
    phone.site = "evil.test".into();
    answers.push(enter(browser, &mut phone, |_| ()).await);
    phone.site = "splitline.localhost".into();
    phone.verifies = false;
    answers.push(enter(browser, &mut phone, |_| ()).await);
    phone.verifies = true;
    answers.push(
        enter(browser, &mut phone, |sent| sent["credential"]["response"]["userHandle"] = json!("AAAAAAAAAAAAAAAAAAAAAA")).await,
    );
    let stranger = Authenticator::new();
    answers.push(enter(browser, &mut Authenticator { owner: phone.owner.clone(), ..Authenticator::new() }, |_| ()).await);
    // Another key that claims to be this passkey.
    let mut forger = Authenticator { id: phone.id.clone(), owner: phone.owner.clone(), counter: 90, ..stranger };
    answers.push(enter(browser, &mut forger, |_| ()).await);
    answers.push(enter(browser, &mut phone, |sent| sent["ceremony"] = json!("nothing")).await);
    answers.push(enter(browser, &mut phone, |_| app.clock.advance(5 * MINUTE_MS)).await);
    // A challenge of another ceremony.
    let first = browser.post("/api/passkeyLogin/options", &json!({})).await.ok().json();
    answers.push(enter(browser, &mut phone, |sent| sent["ceremony"] = first["ceremony"].clone()).await);
    for answer in &answers {
        assert_eq!((answer.status.as_u16(), &answer.bytes), (401, &answers[0].bytes));
    }
    assert_eq!(answers[0].code(), "WRONG_PASSKEY");
    assert!(browser.cookies.is_empty());

    let begun = browser.post("/api/passkeyLogin/options", &json!({})).await.ok().json();
    let sent = json!({ "ceremony": begun["ceremony"], "credential": phone.get(&begun["options"]) });
    browser.post("/api/passkeyLogin", &sent).await.ok();
    browser.post("/api/passkeyLogin", &sent).await.is(401);
    let log = Log::default();
    let listening = log.listen();
    phone.counter -= 1;
    enter(browser, &mut phone, |_| ()).await.is(401);
    drop(listening);
    assert!(log.text().contains("its counter went back"), "{}", log.text());
    enter(browser, &mut phone, |_| ()).await.ok();
}

#[tokio::test]
async fn refused_passkeys_count_for_the_address() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    let mut phone = add(&mut ulf).await;
    let mut stranger = Authenticator { owner: phone.owner.clone(), ..Authenticator::new() };
    let mut eve = app.visitor();
    for _ in 0..50 {
        enter(&mut eve, &mut stranger, |_| ()).await.is(401);
    }
    enter(&mut eve, &mut phone, |_| ()).await.is(429);
    enter(&mut elsewhere(&app), &mut phone, |_| ()).await.ok();
}

#[tokio::test]
async fn a_new_passkey_must_be_of_this_site_and_verify_its_user() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    type Change = fn(&mut Authenticator);
    let changes: [Change; 3] =
        [|one| one.origin = "http://localhost:8081".into(), |one| one.site = "evil.test".into(), |one| one.verifies = false];
    for change in changes {
        let mut device = Authenticator::new();
        change(&mut device);
        let begun = ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
        let credential = device.create(&begun["options"]);
        let new = json!({ "ceremony": begun["ceremony"], "name": "", "credential": credential });
        assert_eq!(ulf.post("/api/passkeys", &new).await.is(400).code(), "PASSKEY_NOT_ADDED");
    }
    // The ceremony of somebody else, and one that is too old.
    let mut bea = with(&app, "bea", core_wasm::account::Role::User).await;
    let mut device = Authenticator::new();
    let begun = ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
    let credential = device.create(&begun["options"]);
    let new = json!({ "ceremony": begun["ceremony"], "name": "", "credential": credential });
    assert_eq!(bea.post("/api/passkeys", &new).await.is(400).code(), "CEREMONY_EXPIRED");
    let begun = ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.ok().json();
    app.clock.advance(5 * MINUTE_MS);
    let credential = device.create(&begun["options"]);
    let new = json!({ "ceremony": begun["ceremony"], "name": "", "credential": credential });
    assert_eq!(ulf.post("/api/passkeys", &new).await.is(400).code(), "CEREMONY_EXPIRED");
    assert_eq!(app.count("SELECT count(*) FROM passkeys").await, 0);
}

#[tokio::test]
async fn an_account_has_ten_passkeys_at_most() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    for _ in 0..9 {
        add(&mut ulf).await;
    }
    let mut late = Authenticator::new();
    let begun = ulf.post("/api/passkeys/options", &json!({})).await.ok().json();
    let credential = late.create(&begun["options"]);
    // The tenth, while another one is being added.
    let copy = "INSERT INTO passkeys (id, user_id, name, fixed, changing, transports, created_at)
                SELECT 'AAAA', user_id, name, fixed, changing, transports, created_at FROM passkeys LIMIT 1";
    app.app.db().write(move |tx| tx.execute(copy, [])).await.unwrap();
    let new = json!({ "ceremony": begun["ceremony"], "name": "", "credential": credential });
    assert_eq!(ulf.post("/api/passkeys", &new).await.is(409).code(), "TOO_MANY_PASSKEYS");
    assert_eq!(ulf.post("/api/passkeys/options", &json!({})).await.is(409).code(), "TOO_MANY_PASSKEYS");
}

#[tokio::test]
async fn a_wrong_password_before_adding_counts_as_a_failed_login() {
    let app = TestApp::init().await;
    let mut ulf = ulf(&app).await;
    ulf.peer = elsewhere(&app).peer;
    for _ in 0..5 {
        ulf.post("/api/passkeys/options", &json!({ "password": "wrong" })).await.is(400);
    }
    ulf.post("/api/passkeys/options", &json!({ "password": PASSWORD })).await.is(429);
    elsewhere(&app).login("ulf", PASSWORD).await.is(429);
}

#[tokio::test]
async fn a_demanded_passkey_is_the_second_step_of_a_login() {
    let app = TestApp::init().await;
    let mut ada = ada(&app).await;
    let mut key = add(&mut ada).await;
    let mut cara = with(&app, "cara", core_wasm::account::Role::Admin).await;
    let mut other = add(&mut cara).await;
    demand(&app).await;

    let mut browser = app.visitor();
    browser.login("ada", "wrong").await.is(401);
    let needed = browser.login("ada", PASSWORD).await.is(401).json();
    assert_eq!(needed["code"], "PASSKEY_NEEDED");
    assert_eq!(needed["options"]["allowCredentials"][0]["id"], key.id.as_str());
    assert_eq!(needed["options"]["allowCredentials"].as_array().unwrap().len(), 1);
    assert_eq!(needed["options"]["userVerification"], "required");
    assert!(browser.cookies.is_empty());
    let answer = |device: &mut Authenticator, needed: &Value| json!({ "ceremony": needed["ceremony"], "credential": device.get(&needed["options"]) });
    browser.post("/api/passkeyLogin", &answer(&mut other, &needed)).await.is(401);
    // That try has used the ceremony up.
    browser.post("/api/passkeyLogin", &answer(&mut key, &needed)).await.is(401);

    let needed = browser.login("ada", PASSWORD).await.is(401).json();
    let mut sent = answer(&mut key, &needed);
    // Security keys may leave it out when the passkeys are named.
    sent["credential"]["response"].as_object_mut().unwrap().remove("userHandle");
    assert_eq!(browser.post("/api/passkeyLogin", &sent).await.ok().json()["role"], "admin");
    browser.get("/api/claims").await.ok();

    // The password changes between the two steps.
    let needed = browser.login("ada", PASSWORD).await.is(401).json();
    let changed = account::password::hash_now("another good one").unwrap();
    let sql = "UPDATE users SET password_hash = $1 WHERE username = 'ada'";
    app.app.db().write(move |tx| tx.execute(sql, params![changed])).await.unwrap();
    browser.post("/api/passkeyLogin", &answer(&mut key, &needed)).await.is(401);
    // A passkey alone is both factors.
    enter(&mut app.visitor(), &mut key, |_| ()).await.ok();
}

#[tokio::test]
async fn without_the_demanded_passkey_an_administrator_has_no_rights() {
    let app = TestApp::init().await;
    let mut ada = ada(&app).await;
    ada.create_page(crate::util::Form::race("Spring Half")).await.is(201);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })).await.ok();
    demand(&app).await;
    let mut again = app.visitor();
    again.login("ada", PASSWORD).await.ok();
    for browser in [&mut ada, &mut again] {
        assert_eq!(browser.get("/api/claims").await.is(403).code(), "PASSKEY_REQUIRED");
        browser.get("/api/race/Spring%20Half").await.is(404);
        browser.get("/api/profile").await.ok();
        assert_eq!(browser.get("/api/passkeys").await.ok().json()["demanded"], true);
    }
    let device = add(&mut again).await;
    again.get("/api/claims").await.ok();
    again.get("/api/race/Spring%20Half").await.ok();
    ada.get("/api/claims").await.is(403);
    // The last one stays, and a second one makes it free.
    let path = format!("/api/passkeys/{}", device.id);
    assert_eq!(again.delete(&path, &json!({})).await.is(409).code(), "LAST_PASSKEY");
    let second = add(&mut again).await;
    again.delete(&path, &json!({})).await.ok();
    again.delete(&format!("/api/passkeys/{}", second.id), &json!({})).await.is(409);
    // Nothing is demanded of users.
    let mut ulf = ulf(&app).await;
    assert_eq!(ulf.get("/api/passkeys").await.ok().json()["demanded"], false);
    let device = add(&mut ulf).await;
    ulf.delete(&format!("/api/passkeys/{}", device.id), &json!({})).await.ok();
}

#[tokio::test]
async fn only_who_has_used_a_passkey_can_demand_them() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let demand = json!({ "adminPasskeys": true });
    assert_eq!(ada.put("/api/people/policy", &demand).await.is(409).code(), "NEEDS_OWN_PASSKEY");
    add(&mut ada).await;
    ada.put("/api/people/policy", &demand).await.ok();
    ada.get("/api/people").await.ok();
    assert_eq!(ada.get("/api/passkeys").await.ok().json()["demanded"], true);
}
