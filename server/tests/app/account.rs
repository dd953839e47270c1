//! Login, sessions and profiles.

use crate::util::{NOW, PASSWORD, TestApp, config};

#[tokio::test]
async fn an_administrator_logs_in_and_out() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let answer = ada.get("/api/checkLogin").await.ok();
    assert_eq!(answer.json()["role"], "admin");

    let mut thief = ada.clone();
    ada.post("/api/logout", &serde_json::json!({})).await.ok();
    // What is left is by what the browser is recognized at the next login.
    assert_eq!(ada.cookies.keys().collect::<Vec<_>>(), ["device"]);
    thief.get("/api/checkLogin").await.is(401);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    let wrong = visitor.login("ada", "wrong").await.is(401);
    let unknown = visitor.login("nobody", "wrong").await.is(401);
    assert_eq!(wrong.bytes, unknown.bytes);
}

#[tokio::test]
async fn a_session_expires_after_a_week() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    app.clock.advance(7 * 24 * 3_600_000 - 1000);
    ada.get("/api/checkLogin").await.ok();
    app.clock.advance(1000);
    ada.get("/api/checkLogin").await.is(401);
}

#[tokio::test]
async fn the_page_cookie_is_no_session() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let token = ada.cookies["token"].clone();
    ada.cookies.insert("session".into(), token);
    ada.get("/api/checkLogin").await.is(401);
}

#[tokio::test]
async fn the_page_cookie_contains_role_and_expiry() {
    use base64::Engine;
    let app = TestApp::init().await;
    let ada = app.with_admin().await;
    let middle = ada.cookies["token"].split('.').nth(1).unwrap().to_owned();
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(middle).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["role"], "admin");
    assert_eq!(claims["exp"], NOW / 1000 + 7 * 24 * 3600);
}

#[tokio::test]
async fn a_runner_can_hide_and_show_their_name() {
    let app = TestApp::init().await;
    let private = |on: bool| serde_json::json!({ "isPrivate": on });
    app.visitor().put("/api/updatePrivacy", &private(true)).await.is(401);
    let mut ben = app.with_user().await;
    for on in [true, true, false] {
        let answer = ben.put("/api/updatePrivacy", &private(on)).await.ok();
        assert_eq!(answer.json()["success"], true);
        assert_eq!(ben.get("/api/profile").await.ok().json()["isPrivate"], on);
    }
    assert_eq!(
        app.count("SELECT count(*) FROM audit WHERE action = 'account.privacy.set'").await,
        2,
        "the same choice twice is one change"
    );
    ben.put("/api/updatePrivacy", &serde_json::json!({ "isPrivate": true, "role": "admin" })).await.is(400);
}

#[tokio::test]
async fn wrong_passwords_lead_to_growing_pauses() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    for _ in 0..5 {
        visitor.login("ada", "wrong").await.is(401);
    }
    let refused = visitor.login("ada", PASSWORD).await.is(429);
    assert_eq!(refused.header("retry-after"), "2");
    assert_eq!(refused.json()["message"], "Too many attempts. Please try again in 2 seconds.");
    // The pause is for the account, whichever address the next attempt comes from.
    let mut elsewhere = app.visitor();
    elsewhere.peer = "198.51.100.1:1".parse().unwrap();
    elsewhere.login("ADA", PASSWORD).await.is(429);
    app.clock.advance(2000);
    visitor.login("ada", "wrong").await.is(401);
    assert_eq!(visitor.login("ada", "wrong").await.is(429).header("retry-after"), "4");
    app.clock.advance(4000);
    visitor.login("ada", PASSWORD).await.ok();
    visitor.login("ada", "wrong").await.is(401);
    // From a minute on the pause is told in minutes.
    for pause in [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64] {
        app.clock.advance(pause * 1000);
        elsewhere.login("ben", "wrong").await.is(401);
    }
    let refused = elsewhere.login("ben", "wrong").await.is(429);
    assert_eq!(
        (refused.header("retry-after"), &refused.json()["message"]),
        ("128", &"Too many attempts. Please try again in 3 minutes.".into())
    );
}

#[tokio::test]
async fn one_address_cannot_try_many_names() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for n in 0..50 {
        visitor.login(&format!("name{n}"), "wrong").await.is(401);
    }
    visitor.login("another", "wrong").await.is(429);
}

#[tokio::test]
async fn surplus_logins_are_refused_instead_of_queued() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..60_u8 {
        let mut visitor = app.visitor();
        visitor.peer = format!("198.51.100.{n}:1").parse().unwrap();
        tasks.spawn(async move { visitor.login(&format!("name{n}"), "wrong").await.status.as_u16() });
    }
    let statuses = tasks.join_all().await;
    assert!(statuses.contains(&503), "{statuses:?}");
    assert!(statuses.contains(&401), "{statuses:?}");
}

#[tokio::test]
async fn behind_tls_the_session_cookie_is_bound_to_the_host() {
    let app = TestApp::with_config(config(&["--public-url", "https://races.test"])).await;
    let mut ada = app.visitor();
    ada.origin = Some("https://races.test".into());
    splitline_server::account::admin::create(app.app.db(), "ada", "ada@example.test", &PASSWORD.into(), NOW).await.unwrap();
    let answer = ada.login("ada", PASSWORD).await.ok();
    let cookies: Vec<&str> = answer.headers.get_all("set-cookie").iter().map(|v| v.to_str().unwrap()).collect();
    let session = cookies.iter().find(|cookie| cookie.starts_with("__Host-session=")).unwrap();
    for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"] {
        assert!(session.contains(part), "{session}");
    }
    assert!(cookies.iter().any(|cookie| cookie.starts_with("__Host-device=")), "{cookies:?}");
    assert!(answer.header("strict-transport-security").starts_with("max-age="));
}

#[tokio::test]
async fn a_profile_is_the_callers_own() {
    let app = TestApp::init().await;
    app.visitor().get("/api/profile").await.is(401);
    let profile = app.with_user().await.get("/api/profile").await.ok().json();
    assert_eq!((&profile["Username"], &profile["role"]), (&"ulf".into(), &"user".into()));
    assert_eq!(profile["isPrivate"], false);
    assert!(!profile.to_string().contains("argon2"));
}

#[tokio::test]
async fn a_changed_role_has_effect_at_once() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    app.app.db().write(|tx| tx.execute("UPDATE users SET role = 'user'", [])).await.unwrap();
    assert_eq!(ada.get("/api/checkLogin").await.ok().json()["role"], "user");
    ada.delete("/api/deletePage", &serde_json::json!({ "RaceName": "x" })).await.is(403);
}

#[tokio::test]
async fn a_forged_session_cookie_is_refused() {
    use base64::Engine;
    let app = TestApp::init().await;
    let ada = app.with_admin().await;
    let session = ada.cookies["session"].clone();
    let parts: Vec<&str> = session.split('.').collect();
    let none = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"none"}"#);
    let mut last = parts[2].to_owned().into_bytes();
    last[0] ^= 1;
    let forged = [
        format!("{none}.{}.", parts[1]),
        format!("{none}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.{}", parts[0], parts[1], String::from_utf8(last).unwrap()),
        format!("{}.{}.", parts[0], parts[1]),
    ];
    for cookie in forged {
        let mut thief = ada.clone();
        thief.cookies.insert("session".into(), cookie);
        thief.get("/api/checkLogin").await.is(401);
    }
}

#[tokio::test]
async fn a_forged_forwarded_address_does_not_count_as_a_new_visitor() {
    let app = TestApp::init().await;
    let behind = TestApp::with_config(config(&["--trusted-proxies", "203.0.113.7"])).await;
    for (app, forwarded, told) in [(&app, "", 429), (&behind, "1.2.3.", 429), (&behind, "", 401)] {
        let mut visitor = app.visitor();
        let mut last = 0;
        for n in 0..51 {
            // What a client writes is to the left of the address that the trusted proxy adds: here always the same one, or each
            // time another.
            let line = if forwarded.is_empty() { format!("192.0.2.{n}") } else { format!("{forwarded}{n}, 192.0.2.99") };
            let form = serde_json::json!({ "username": format!("{forwarded}{n}"), "password": "wrong" }).to_string();
            let request = axum::http::Request::post("/api/login").header("content-type", "application/json");
            let request = request.header("x-forwarded-for", line).body(form.into()).unwrap();
            last = visitor.send(request).await.status.as_u16();
        }
        assert_eq!(last, told, "{forwarded}");
    }
}

#[tokio::test]
async fn addresses_of_one_ipv6_customer_count_as_one_visitor() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for n in 0..50 {
        visitor.peer = format!("[2001:db8:1:2::{n:x}]:1").parse().unwrap();
        visitor.login(&format!("name{n}"), "wrong").await.is(401);
    }
    visitor.peer = "[2001:db8:1:2:ffff::1]:1".parse().unwrap();
    visitor.login("another", "wrong").await.is(429);
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_block_logins() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let mut visitor = app.visitor();
    app.clock.advance(365 * 24 * 3_600_000);
    for _ in 0..5 {
        visitor.login("ada", "wrong").await.is(401);
    }
    visitor.login("ada", PASSWORD).await.is(429);
    app.clock.advance(-365 * 24 * 3_600_000);
    visitor.login("ada", PASSWORD).await.ok();
    visitor.get("/api/checkLogin").await.ok();
    let rows = app.app.db().read(splitline_server::audit::verify).await.unwrap();
    assert!(rows >= 2, "the chain of hashes is valid, although the times go backwards");
}

#[tokio::test]
async fn an_unknown_name_takes_as_much_work_as_a_known_one() {
    let app = TestApp::init().await;
    app.with_admin().await;
    let hasher = splitline_server::account::password::hash_now(PASSWORD).unwrap();
    let mut fastest = [u128::MAX; 2];
    // The fastest of several attempts, because other work of the machine can only make one slower.
    for n in 0..4 {
        for (time, name) in fastest.iter_mut().zip(["ada".to_owned(), format!("nobody{n}")]) {
            let began = std::time::Instant::now();
            app.visitor().login(&name, "wrong").await.is(401);
            *time = (*time).min(began.elapsed().as_micros());
        }
    }
    assert!(fastest[1] * 3 > fastest[0], "{fastest:?} microseconds for a known and an unknown name");
    assert!(hasher.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
}
