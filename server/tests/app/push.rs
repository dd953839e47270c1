//! Push messages about followed runners, sent to a push service of the test, which decrypts them as a browser does.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response as Answer};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::account::Role;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use ring::{aead, hkdf};
use serde_json::{Value, json};
use splitline_server::app::App;
use splitline_server::mail::Mail;
use tokio::net::TcpListener;

use crate::timing::{read, send, timed_race};
use crate::util::{Browser, NOW, TestApp, config};

const RACE: &str = "Spring 10K";
/// The test's push service is on this machine.
pub const FLAGS: [&str; 2] = ["--push-networks", "127.0.0.0/8"];
pub const PUSH: &str = "/api/push/Spring%2010K";

/// A message: its path, headers and encrypted body.
type Received = (String, HeaderMap, Vec<u8>);

/// A push service: what it received, and what it answers next; 201 when nothing is left.
#[derive(Clone, Default)]
pub struct Service {
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<Vec<(u16, &'static str)>>>,
    /// How long it takes to answer.
    takes: Arc<Mutex<Duration>>,
}

impl Service {
    async fn serve(&self) -> SocketAddr {
        async fn answer(State(service): State<Service>, uri: Uri, headers: HeaderMap, body: Bytes) -> Answer {
            service.received.lock().unwrap().push((uri.path().to_owned(), headers, body.to_vec()));
            let takes = *service.takes.lock().unwrap();
            tokio::time::sleep(takes).await;
            let mut answers = service.answers.lock().unwrap();
            let (status, pause) = if answers.is_empty() { (201, "") } else { answers.remove(0) };
            let elsewhere = [("retry-after", pause), ("location", "http://127.0.0.1:1/elsewhere")];
            (StatusCode::from_u16(status).unwrap(), elsewhere).into_response()
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }

    /// Takes so long to answer from now on.
    pub fn take(&self, time: Duration) {
        *self.takes.lock().unwrap() = time;
    }

    /// How often each device was sent something.
    pub fn times_sent(&self) -> BTreeMap<String, usize> {
        let mut times = BTreeMap::new();
        for (path, ..) in self.received.lock().unwrap().iter() {
            *times.entry(path.clone()).or_default() += 1;
        }
        times
    }

    fn answer(&self, status: u16, pause: &'static str) {
        self.answers.lock().unwrap().push((status, pause));
    }

    fn received(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}

/// A browser with a subscription.
pub struct Device {
    pub service: Service,
    pub endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Device {
    fn new(service: &Service, address: SocketAddr, name: &str) -> Self {
        let secret = loop {
            if let Ok(secret) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
                break secret;
            }
        };
        Self { service: service.clone(), endpoint: format!("http://{address}/push/{name}"), secret, auth: rand::random() }
    }

    pub fn asks(&self, bibs: &[&str]) -> Value {
        let key = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": self.endpoint,
            "p256dh": URL_SAFE_NO_PAD.encode(key.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
            "bibs": bibs,
        })
    }

    /// Decrypts a body in one record (RFC 8188 and 8291).
    fn decrypt(&self, body: &[u8]) -> String {
        struct Bytes(usize);
        impl hkdf::KeyType for Bytes {
            fn len(&self) -> usize {
                self.0
            }
        }
        let derive = |salt: &[u8], secret: &[u8], info: &[u8], length: usize| {
            let mut out = vec![0; length];
            let key = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
            key.expand(&[info], Bytes(length)).unwrap().fill(&mut out).unwrap();
            out
        };
        let (salt, rest) = body.split_at(16);
        assert!(u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize >= rest.len() - 70, "one record");
        assert_eq!(rest[4], 65);
        let (sender, sealed) = rest[5..].split_at(65);
        let shared =
            p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), PublicKey::from_sec1_bytes(sender).unwrap().as_affine());
        let own = self.secret.public_key().to_encoded_point(false);
        let info = [b"WebPush: info\0", own.as_bytes(), sender].concat();
        let secret = derive(&self.auth, shared.raw_secret_bytes(), &info, 32);
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let plain = key.open_in_place(nonce, aead::Aad::empty(), &mut sealed).unwrap();
        let end = plain.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(plain[end], 2, "the mark of the last record");
        String::from_utf8(plain[..end].to_vec()).unwrap()
    }

    /// The texts of the messages that the service received for it.
    fn messages(&self) -> Vec<Value> {
        let received = self.service.received();
        received.iter().map(|(_, _, body)| serde_json::from_str(&self.decrypt(body)).unwrap()).collect()
    }

    pub fn bodies(&self) -> Vec<String> {
        self.messages().iter().map(|message| message["body"].as_str().unwrap().to_owned()).collect()
    }
}

/// The public key and the secret of some browser, as it sends them.
pub fn browser_keys() -> [String; 2] {
    let key = SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(false);
    [URL_SAFE_NO_PAD.encode(key.as_bytes()), URL_SAFE_NO_PAD.encode([7; 16])]
}

/// A race that is timed, its key, a service and a device.
pub async fn followed_race() -> (TestApp, String, Device, Browser) {
    let app = TestApp::with_config(config(&FLAGS)).await;
    let (_, key) = timed_race(&app, RACE).await;
    let service = Service::default();
    let address = service.serve().await;
    let device = Device::new(&service, address, "one");
    let visitor = app.visitor();
    (app, key, device, visitor)
}

/// Another process that opens the same folder, or the same database.
pub async fn another_process(app: &TestApp) -> App {
    App::open(config(&FLAGS), &app.stores(), app.clock.clone(), Mail::memory()).await.unwrap()
}

pub async fn reads(app: &TestApp, key: &str, reads: &[Value]) {
    send(app, RACE, key, "application/json", None, json!(reads).to_string()).await.ok();
}

const SUBSCRIPTIONS: &str = "SELECT count(*) FROM push_subscriptions";

#[tokio::test]
async fn a_passing_is_sent_once_encrypted_and_signed() {
    let (app, key, device, mut visitor) = followed_race().await;
    reads(&app, &key, &[read("START", 17, 5)]).await;
    let followed = visitor.put(PUSH, &device.asks(&["17", "18"])).await.ok().json();
    assert_eq!(followed, json!({ "bibs": ["17", "18"] }));
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty(), "what was passed before is not told");

    reads(&app, &key, &[read("5K", 17, 1700), read("5K", 99, 1700)]).await;
    app.app.push_once().await.unwrap();
    let received = device.service.received();
    assert_eq!(received.len(), 1);
    let (path, headers, body) = &received[0];
    let message: Value = serde_json::from_str(&device.decrypt(body)).unwrap();
    let text = "Bib 17 passed 5K at 7:58 AM, 28:15 (9:05 /mi)";
    assert_eq!(message, json!({ "title": RACE, "body": text, "bib": "17", "race": RACE }));
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!((&**path, header("content-encoding").as_str()), ("/push/one", "aes128gcm"));
    assert_eq!((header("ttl"), header("urgency")), ("600".to_owned(), "high".to_owned()));
    // VAPID: the service's own origin, signed by the key that the browser was given.
    let said = header("authorization");
    let (token, public) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, visitor.get("/api/push/key").await.ok().json()["key"]);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(public).unwrap()).unwrap();
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    verifying.verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
    assert_eq!(claims["aud"], device.endpoint.strip_suffix("/push/one").unwrap());
    assert_eq!(claims["exp"], NOW / 1000 + 12 * 3600);
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));

    // Never twice: neither by another round, nor when the same read comes again, nor when its time is corrected.
    app.clock.advance(120_000);
    reads(&app, &key, &[read("5K", 17, 1700), read("5K", 17, 1690)]).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
}

#[tokio::test]
async fn what_a_runner_passes_while_private_is_not_told_when_the_runner_is_public_again() {
    let (app, key, device, mut visitor) = followed_race().await;
    let mut ada = app.with_account("zoe", Role::Admin).await;
    let list =
        json!([{ "bib": "17", "firstname": "Ana", "lastname": "Ruiz", "gender": "f", "dob": "1972-06-02", "contest": "10K" }]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let mut ulf = app.with_user().await;
    let named = "UPDATE users SET first_name = 'Ana', last_name = 'Ruiz', dob = '1972-06-02' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    let private = async |ulf: &mut Browser, on: bool| {
        ulf.put("/api/updatePrivacy", &json!({ "isPrivate": on })).await.ok();
        // Boards in memory look at the tables once a second.
        app.clock.advance(61_000);
        tokio::time::sleep(Duration::from_millis(1_100)).await;
    };
    private(&mut ulf, true).await;
    let follow_anew = device.asks(&["17"]);
    visitor.put(PUSH, &follow_anew).await.ok();
    reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1790)]).await;
    app.app.push_once().await.unwrap();
    private(&mut ulf, false).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty(), "it was passed while the runner was private");
    // A device that begins to follow while the runner is private, after a passing.
    private(&mut ulf, true).await;
    visitor.delete(PUSH, &json!({ "endpoint": device.endpoint })).await.is(204);
    visitor.put(PUSH, &follow_anew).await.ok();
    private(&mut ulf, false).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
    // What happens from now on is told.
    ada.put("/api/timing/Spring%2010K/entrants/17/status", &json!({ "status": "DNF" })).await.ok();
    app.app.push_once().await.unwrap();
    assert_eq!(device.bodies(), ["Ana Ruiz did not finish (DNF)"]);
}

#[tokio::test]
async fn a_status_is_told_also_in_place_of_another_one_and_when_it_is_taken_back() {
    let (app, key, device, mut visitor) = followed_race().await;
    let mut ada = app.with_account("zoe", Role::Admin).await;
    reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1700)]).await;
    visitor.put(PUSH, &device.asks(&["17"])).await.ok();
    for (status, told) in [
        (json!("DNF"), "Bib 17 did not finish (DNF)"),
        (json!("DQ"), "Bib 17 is disqualified (DQ)"),
        (json!(null), "Bib 17 is no longer disqualified"),
    ] {
        app.clock.advance(61_000);
        ada.put("/api/timing/Spring%2010K/entrants/17/status", &json!({ "status": status })).await.ok();
        app.app.push_once().await.unwrap();
        assert_eq!(device.bodies(), [told]);
        app.app.push_once().await.unwrap();
        assert!(device.messages().is_empty());
    }
}

#[tokio::test]
async fn what_happens_within_a_minute_is_told_together_after_it() {
    let (app, key, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17", "18", "19"])).await.ok();
    reads(&app, &key, &[read("START", 17, 5), read("START", 18, 9), read("START", 19, 15), read("5K", 17, 1700)]).await;
    app.app.push_once().await.unwrap();
    assert_eq!(device.bodies(), ["Bib 17 passed 5K at 7:58 AM, 28:15 (9:05 /mi)"], "a start of half an hour ago is old");
    app.clock.advance(20_000);
    reads(&app, &key, &[read("5K", 18, 1810)]).await;
    app.app.push_once().await.unwrap();
    app.clock.advance(20_000);
    reads(&app, &key, &[read("5K", 19, 1835)]).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
    app.clock.advance(20_000);
    app.app.push_once().await.unwrap();
    let [one] = &device.messages()[..] else { panic!("one message") };
    assert_eq!(
        (one["body"].as_str().unwrap(), &one["bib"]),
        ("Bib 18 passed 5K at 8:00 AM, 30:01 (9:39 /mi)\nBib 19 passed 5K at 8:00 AM, 30:20 (9:45 /mi)", &json!(""))
    );
}

#[tokio::test]
async fn a_message_that_was_recorded_is_not_sent_again_by_another_process() {
    let (app, key, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17", "18"])).await.ok();
    reads(&app, &key, &[read("START", 17, 5), read("START", 18, 5), read("5K", 17, 1700)]).await;
    app.app.push_once().await.unwrap();
    assert_eq!(device.messages().len(), 1);
    // The process ends.
    let other = another_process(&app).await;
    app.clock.advance(60_000);
    other.push_once().await.unwrap();
    assert!(device.messages().is_empty());
    reads(&app, &key, &[read("5K", 18, 1850)]).await;
    // On a server the other process has the lease, and its boards look at the tables once a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    other.push_once().await.unwrap();
    app.app.push_once().await.unwrap();
    assert_eq!(device.messages().len(), 1, "of two processes one sends it");
}

#[tokio::test]
async fn a_service_that_asks_for_a_pause_gets_it_and_then_the_message() {
    let (app, key, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17"])).await.ok();
    reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1700)]).await;
    device.service.answer(429, "90");
    app.app.push_once().await.unwrap();
    assert_eq!(device.messages().len(), 1);
    app.clock.advance(89_000);
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
    app.clock.advance(1_000);
    app.app.push_once().await.unwrap();
    assert_eq!(device.bodies(), ["Bib 17 passed 5K at 7:58 AM, 28:15 (9:05 /mi)"]);
    app.clock.advance(60_000);
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
}

#[tokio::test]
async fn a_subscription_that_ended_is_deleted_and_so_is_one_that_fails_again_and_again() {
    let (app, key, device, mut visitor) = followed_race().await;
    for (bib, status) in [(17, 410), (18, 404)] {
        visitor.put(PUSH, &device.asks(&["17", "18"])).await.ok();
        device.service.answer(status, "");
        reads(&app, &key, &[read("START", bib, 5), read("5K", bib, 1700)]).await;
        app.app.push_once().await.unwrap();
        assert_eq!(device.service.received().len(), 1);
        assert_eq!((app.count(SUBSCRIPTIONS).await, app.count("SELECT count(*) FROM push_follows").await), (0, 0));
    }
    // Three messages in a row that were not taken; a redirect is not followed.
    visitor.put(PUSH, &device.asks(&["20", "21", "22"])).await.ok();
    for (bib, status) in [(20, 500), (21, 302), (22, 400)] {
        assert_eq!(app.count(SUBSCRIPTIONS).await, 1);
        app.clock.advance(61_000);
        device.service.answer(status, "");
        let after = (app.clock.now_ms() - NOW) / 1000 + 1790;
        reads(&app, &key, &[read("START", bib, 5), read("5K", bib, after)]).await;
        app.app.push_once().await.unwrap();
        assert_eq!(device.service.received().len(), 1);
    }
    assert_eq!(app.count(SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn who_unfollows_gets_nothing_more() {
    let (app, key, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17", "18"])).await.ok();
    visitor.put(PUSH, &device.asks(&["18"])).await.ok();
    reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1700)]).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
    visitor.delete(PUSH, &json!({ "endpoint": device.endpoint })).await.is(204);
    visitor.delete(PUSH, &json!({ "endpoint": device.endpoint })).await.is(204);
    assert_eq!((app.count(SUBSCRIPTIONS).await, app.count("SELECT count(*) FROM push_follows").await), (0, 0));
    reads(&app, &key, &[read("START", 18, 5), read("5K", 18, 1700)]).await;
    app.app.push_once().await.unwrap();
    assert!(device.messages().is_empty());
}

#[tokio::test]
async fn a_race_that_is_over_for_a_day_has_no_subscriptions() {
    let (app, _, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17"])).await.ok();
    // The window closes at 1:30 PM, five and a half hours from now.
    app.clock.advance((5 * 60 + 30 + 24 * 60) * 60_000);
    app.app.push_once().await.unwrap();
    assert_eq!(app.count(SUBSCRIPTIONS).await, 1);
    app.clock.advance(1);
    app.app.push_once().await.unwrap();
    assert_eq!(app.count(SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn only_a_push_service_is_connected_to_and_nobody_is_named() {
    let (app, _, device, mut visitor) = followed_race().await;
    let with = |name: &str, value: Value| {
        let mut asked = device.asks(&["17"]);
        asked[name] = value;
        asked
    };
    for (name, value) in [
        ("endpoint", json!("https://10.0.0.1/push")),
        ("endpoint", json!("http://push.example.test/")),
        ("endpoint", json!("https://localhost/push")),
        ("endpoint", json!("https://push.example.test:22/")),
        ("p256dh", json!("AAAA")),
        ("auth", json!("AAAA")),
        ("bibs", json!([])),
        ("bibs", json!(["1,2", ""])),
    ] {
        assert_eq!(visitor.put(PUSH, &with(name, value.clone())).await.is(400).code(), "UNUSABLE_SUBSCRIPTION", "{name} {value}");
    }
    visitor.put(PUSH, &with("name", json!("Ada"))).await.is(400);
    visitor.put("/api/push/No%20Such%20Race", &device.asks(&["17"])).await.is(404);
    let many: Vec<String> = (1..40).map(|bib| bib.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let followed = visitor.put(PUSH, &device.asks(&many)).await.ok().json();
    assert_eq!(followed["bibs"].as_array().unwrap().len(), 20);
    let row = app.app.db().read(|tx| {
        let sql = "SELECT race_id || ' ' || endpoint || ' ' || address FROM push_subscriptions";
        tx.query_one(sql, [], |row| row.get::<String>(0))
    });
    let row = row.await.unwrap();
    assert!(!row.contains("203.0.113") && row.len() < 200, "{row}");
}

#[tokio::test]
async fn a_stranger_cannot_fill_the_table() {
    let (app, _, device, mut visitor) = followed_race().await;
    visitor.put(PUSH, &device.asks(&["17"])).await.ok();
    let fill = "INSERT INTO push_subscriptions (id, race_id, endpoint, p256dh, auth, address, created_at)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
                SELECT 'n' || i, race_id, endpoint || i, p256dh, auth, address, created_at FROM push_subscriptions, n";
    app.app.db().write(move |tx| tx.batch(fill)).await.unwrap();
    let other = Device::new(&device.service, "127.0.0.1:9".parse().unwrap(), "other");
    assert_eq!(visitor.put(PUSH, &other.asks(&["17"])).await.is(429).code(), "PUSH_FULL");
    // Who is subscribed may still change whom to follow.
    visitor.put(PUSH, &device.asks(&["18"])).await.ok();
}

#[tokio::test]
async fn who_has_a_network_of_addresses_cannot_fill_the_table_with_all_of_them() {
    let (app, _, device, _) = followed_race().await;
    // Of one customer: four networks of the /48 that many providers give to each.
    let mut one = app.visitor().at("2001:db8:7:1::9");
    one.put(PUSH, &device.asks(&["17"])).await.ok();
    let fill = "INSERT INTO push_subscriptions (id, race_id, endpoint, p256dh, auth, address, created_at)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
                SELECT 'n' || i, race_id, endpoint || i, p256dh, auth, address || (i % 4), created_at FROM push_subscriptions, n";
    app.app.db().write(move |tx| tx.batch(fill)).await.unwrap();
    let other = Device::new(&device.service, "127.0.0.1:9".parse().unwrap(), "other");
    let mut same = app.visitor().at("2001:db8:7:ffff::1");
    assert_eq!(same.put(PUSH, &other.asks(&["17"])).await.is(429).code(), "PUSH_FULL");
    app.visitor().at("2001:db8:8::1").put(PUSH, &other.asks(&["17"])).await.ok();
}

#[tokio::test]
async fn an_account_has_the_followed_runners_of_all_of_its_devices() {
    const FOLLOWS: &str = "/api/follows/Spring%2010K";
    let (app, _, _, mut visitor) = followed_race().await;
    let mut runner = app.with_user().await;
    let change = |add: &[&str], remove: &[&str]| json!({ "add": add, "remove": remove });
    visitor.put(FOLLOWS, &change(&["17"], &[])).await.is(401);
    assert_eq!(runner.put(FOLLOWS, &change(&["17", "4"], &[])).await.ok().json()["bibs"], json!(["17", "4"]));
    app.clock.advance(1_000);
    // Another device adds one, and removes one that the first one still shows.
    assert_eq!(runner.put(FOLLOWS, &change(&["9", "17"], &["4"])).await.ok().json()["bibs"], json!(["17", "9"]));
    assert_eq!(runner.get(FOLLOWS).await.ok().json()["bibs"], json!(["17", "9"]));
    let many: Vec<String> = (100..140).map(|bib| bib.to_string()).collect();
    let all = runner.put(FOLLOWS, &json!({ "add": many, "remove": [] })).await.ok().json();
    assert_eq!(all["bibs"].as_array().unwrap().len(), 20);
    assert_eq!(runner.get("/api/account/export").await.ok().json()["follows"][0]["bib"], "17");
    runner.delete("/api/account", &json!({ "password": crate::util::PASSWORD })).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM follows").await, 0);
}
