//! Forged session cookies, and the end of sessions.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::hmac;
use serde_json::{Value, json};

use crate::util::{Browser, NOW, TestApp};

/// An attacker who has the key that signs sessions.
struct Eve {
    key: Vec<u8>,
    browser: Browser,
}

impl Eve {
    async fn of(app: &TestApp) -> Self {
        let key = app
            .app
            .db()
            .read(|tx| tx.query_one("SELECT value FROM secrets WHERE name = 'session-key'", [], |row| row.get::<Vec<u8>>(0)));
        Self { key: key.await.unwrap(), browser: app.visitor() }
    }

    /// A token with a valid signature.
    fn signed(&self, header: &Value, claims: &Value) -> String {
        let text = [header, claims].map(|part| BASE64.encode(part.to_string())).join(".");
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.key);
        format!("{text}.{}", BASE64.encode(hmac::sign(&key, text.as_bytes())))
    }

    /// The status of the answer to a request with this session cookie.
    async fn status_with(&mut self, token: String) -> u16 {
        self.browser.cookies.insert("session".into(), token);
        self.browser.get("/api/checkLogin").await.status.as_u16()
    }
}

fn claims_of(browser: &Browser) -> Value {
    let middle = browser.cookies["session"].split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64.decode(middle).unwrap()).unwrap()
}

#[tokio::test]
async fn a_token_with_a_valid_signature_needs_valid_claims() {
    let app = TestApp::init().await;
    let ada = app.with_admin().await;
    let ulf = app.with_user().await;
    let mut eve = Eve::of(&app).await;
    let hs256 = json!({ "alg": "HS256", "typ": "JWT" });
    let whole = claims_of(&ada);
    assert_eq!(eve.status_with(eve.signed(&hs256, &whole)).await, 200, "the forged token with the real claims is accepted");

    let mut forged = vec![
        ("another issuer", json!({ "iss": "elsewhere" })),
        ("another audience", json!({ "aud": "splitline-page" })),
        ("another audience in a list", json!({ "aud": ["splitline-page", "elsewhere"] })),
        ("expired at this second", json!({ "exp": NOW / 1000 })),
        ("somebody else's session", json!({ "sid": claims_of(&ulf)["sid"] })),
        ("an unknown session", json!({ "sid": "0" })),
    ];
    forged.extend(["iss", "aud", "exp", "sub", "sid"].map(|claim| (claim, json!({ claim: null }))));
    for (what, change) in forged {
        let mut claims = whole.clone();
        for (name, value) in change.as_object().unwrap() {
            match value {
                Value::Null => claims.as_object_mut().unwrap().remove(name),
                value => claims.as_object_mut().unwrap().insert(name.clone(), value.clone()),
            };
        }
        assert_eq!(eve.status_with(eve.signed(&hs256, &claims)).await, 401, "{what}");
    }
    for algorithm in ["none", "None", "HS384", "HS512", "RS256", "hs256"] {
        let header = json!({ "alg": algorithm, "typ": "JWT" });
        assert_eq!(eve.status_with(eve.signed(&header, &whole)).await, 401, "{algorithm}");
    }
}

#[tokio::test]
async fn every_login_begins_a_session_of_its_own() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let first = claims_of(&ada);
    let phone = ada.clone();
    ada.login("ada", crate::util::PASSWORD).await.ok();
    assert_ne!(claims_of(&ada)["sid"], first["sid"], "a cookie that was set before the login is replaced");
    assert_eq!(claims_of(&phone), first);
    let mut eve = app.visitor();
    eve.cookies.insert("session".into(), "planted".into());
    eve.login("ada", crate::util::PASSWORD).await.ok();
    assert_ne!(eve.cookies["session"], "planted");
}

#[tokio::test]
async fn an_edited_page_cookie_gives_no_role() {
    let app = TestApp::init().await;
    let mut ulf = app.with_user().await;
    let token = ulf.cookies["token"].clone();
    let edited = BASE64.encode(json!({ "iss": "splitline", "aud": "splitline-page", "role": "admin", "exp": NOW }).to_string());
    let parts: Vec<&str> = token.split('.').collect();
    ulf.cookies.insert("token".into(), format!("{}.{edited}.{}", parts[0], parts[2]));
    assert_eq!(ulf.get("/api/checkLogin").await.ok().json()["role"], "user");
    ulf.get("/api/deletedRaces").await.is(403);
}

#[tokio::test]
async fn who_is_not_to_be_remembered_is_logged_out_with_the_browser_and_after_half_a_day() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let cookies = |answer: &crate::util::Response| -> Vec<String> {
        answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    };
    let form = |remember: Value| {
        let mut form = json!({ "username": "ada", "password": crate::util::PASSWORD });
        form.as_object_mut().unwrap().extend(remember.as_object().unwrap().clone());
        form
    };
    let mut home = app.visitor();
    for remember in [json!({}), json!({ "remember": true })] {
        let remembered = home.post("/api/login", &form(remember)).await.ok();
        let of_session = cookies(&remembered).into_iter().filter(|cookie| !cookie.starts_with("device="));
        assert!(of_session.into_iter().all(|cookie| cookie.contains("Max-Age=604800")), "{:?}", cookies(&remembered));
    }

    let mut library = app.visitor();
    let answer = library.post("/api/login", &form(json!({ "remember": false }))).await.ok();
    for cookie in cookies(&answer) {
        let of_device = cookie.starts_with("device=");
        assert_eq!(cookie.contains("Max-Age") || cookie.contains("Expires"), of_device, "{cookie}");
    }
    let half_a_day = 12 * 3_600_000;
    assert_eq!(claims_of(&library)["exp"], (NOW + half_a_day) / 1000);
    let page = library.cookies["token"].split('.').nth(1).unwrap().to_owned();
    let page: Value = serde_json::from_slice(&BASE64.decode(page).unwrap()).unwrap();
    assert_eq!(page["exp"], claims_of(&library)["exp"]);
    app.clock.advance(half_a_day - 1000);
    library.get("/api/checkLogin").await.ok();
    app.clock.advance(1000);
    library.get("/api/checkLogin").await.is(401);
    home.get("/api/checkLogin").await.ok();
}

#[tokio::test]
async fn cookies_are_same_site_and_the_session_is_http_only() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let answer = app.visitor().login("ada", crate::util::PASSWORD).await.ok();
    let cookies: Vec<&str> = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 3);
    assert!(cookies.iter().all(|cookie| cookie.contains("SameSite=Lax") && cookie.contains("Path=/")), "{cookies:?}");
    for cookie in cookies {
        assert_eq!(cookie.contains("HttpOnly"), !cookie.starts_with("token="), "{cookie}");
    }
}
