//! The port for MYLAPS timers: real TCP sessions.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use splitline_server::app::App;
use splitline_server::clock::Clock;
use splitline_server::mail::Mail;
use splitline_server::router::router;
use splitline_server::timing::MylapsLimits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::timing::{add_race, setup, timed_race};
use crate::util::{Browser, NOW, TestApp, config};

const PATH: &str = "/api/timing/Spring%2010K/mylaps";

/// A record of version 1 with its checksum.
fn record(chip: &str, time: &str) -> String {
    let record = format!("{chip:7}{time}11 02  2DC1C270601");
    let sum = record.bytes().fold(0_u8, u8::wrapping_add);
    format!("{record}{sum:02X}")
}

fn store(point: &str, number: u32, chips: &[(&str, &str)]) -> String {
    let records: Vec<String> = chips.iter().map(|(chip, time)| record(chip, time)).collect();
    format!("{point}@Store@{}@{number}@$", records.join("@"))
}

async fn listen(app: &TestApp, limits: MylapsLimits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(app.app.serve_mylaps(listener, limits));
    address
}

/// A race that takes the points START, 5K and FINISH from this machine.
async fn race_with_port() -> (TestApp, Browser, SocketAddr) {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    ada.put(PATH, &json!({ "points": ["START", "5K", "FINISH"], "addresses": ["127.0.0.1"] })).await.ok();
    let address = listen(&app, MylapsLimits::default()).await;
    (app, ada, address)
}

/// A timer's connection.
struct Timer(TcpStream);

impl Timer {
    async fn connect(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }

    async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    /// The next answer, up to its `$`.
    async fn answer(&mut self) -> String {
        let mut answer = Vec::new();
        while answer.last() != Some(&b'$') {
            answer.push(tokio::time::timeout(Duration::from_secs(20), self.0.read_u8()).await.expect("an answer").unwrap());
        }
        String::from_utf8(answer).unwrap()
    }

    /// Everything until the server closes the connection.
    async fn rest(mut self) -> String {
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(20), self.0.read_to_end(&mut rest)).await.expect("the end");
        String::from_utf8(rest).unwrap()
    }
}

async fn reads(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM reads").await
}

#[tokio::test]
async fn a_session_that_is_dropped_in_the_middle_loses_no_read() {
    let (app, mut ada, address) = race_with_port().await;
    let mut timer = Timer::connect(address).await;
    timer.send("START@Pong@$").await;
    assert_eq!(timer.answer().await, "Splitline@AckPong@Version2.1@t|c|ct|d|l|dv|re|an|g|b|n@$");

    let first = store("START", 1, &[("0000012", "07:30:05.100"), ("0000013", "07:30:06.200")]);
    let (begin, rest) = first.split_at(30);
    timer.send(begin).await;
    timer.send("\0").await;
    timer.send(rest).await;
    assert_eq!(timer.answer().await, "Splitline@AckStore@1@$");
    assert_eq!(reads(&app).await, 2, "acknowledged reads are stored");

    // The connection breaks within the second message, which the timer sends again.
    let second = store("5K", 2, &[("0000012", "07:52:05.100"), ("0000013", "07:54:06.200")]);
    timer.send(&second[..70]).await;
    drop(timer);
    let mut timer = Timer::connect(address).await;
    timer.send("5K@Ping@$").await;
    assert_eq!(timer.answer().await, "Splitline@AckPing@$");
    timer.send(&second).await;
    assert_eq!(timer.answer().await, "Splitline@AckStore@2@$");
    assert_eq!(reads(&app).await, 4);

    let desk = ada.get("/api/timing/Spring%2010K").await.ok().json();
    assert_eq!((&desk["counts"]["reads"], &desk["counts"]["used"]), (&json!(4), &json!(4)), "{desk}");
    let state = ada.get(PATH).await.ok().json();
    assert_eq!((&state["port"], &state["reads"], &state["refusedTotal"]), (&json!(address.port()), &json!(4), &json!(0)));
    assert!(state["lastAt"].is_i64());
}

#[tokio::test]
async fn a_record_that_is_sent_38_times_is_one_read() {
    let (app, _, address) = race_with_port().await;
    let message = store("FINISH", 7, &[("0000012", "08:20:05.100")]);
    let mut timer = Timer::connect(address).await;
    for _ in 0..19 {
        timer.send(&message).await;
        assert_eq!(timer.answer().await, "Splitline@AckStore@7@$");
    }
    let mut other = Timer::connect(address).await;
    other.send(message.repeat(19)).await;
    for _ in 0..19 {
        assert_eq!(other.answer().await, "Splitline@AckStore@7@$");
    }
    assert_eq!(reads(&app).await, 1);
}

#[tokio::test]
async fn a_gun_is_stored_as_a_mark() {
    let (app, _, address) = race_with_port().await;
    let mut timer = Timer::connect(address).await;
    timer.send("START@Marker@t=07:30:00.347|mt=Gunshot|n=Gunshot 1@4@$".repeat(2)).await;
    assert_eq!([timer.answer().await, timer.answer().await], ["Splitline@AckMarker@4@$"; 2]);
    assert_eq!(app.count("SELECT count(*) FROM timing_marks WHERE kind = 'gun' AND mat = 'START'").await, 1);
    let gun = core_wasm::dates::parse_instant("2027-06-01T07:30:00.347-04:00").unwrap();
    assert_eq!(app.count("SELECT time_ms FROM timing_marks").await, gun);
    assert_eq!(reads(&app).await, 0);
}

#[tokio::test]
async fn what_is_not_stored_is_not_acknowledged() {
    let (app, _, address) = race_with_port().await;
    app.app.db().write(|tx| tx.batch("ALTER TABLE reads RENAME TO elsewhere")).await.unwrap();
    let mut timer = Timer::connect(address).await;
    timer.send(store("START", 1, &[("0000012", "07:30:05.100")])).await;
    assert_eq!(timer.rest().await, "", "the connection ends without an acknowledgement");
    app.app.db().write(|tx| tx.batch("ALTER TABLE elsewhere RENAME TO reads")).await.unwrap();
    let mut timer = Timer::connect(address).await;
    timer.send(store("START", 1, &[("0000012", "07:30:05.100")])).await;
    assert_eq!(timer.answer().await, "Splitline@AckStore@1@$");
    assert_eq!(reads(&app).await, 1);
}

#[tokio::test]
async fn only_the_races_own_points_are_taken_and_only_from_its_addresses() {
    let (app, mut ada, address) = race_with_port().await;
    let mut timer = Timer::connect(address).await;
    let wrong = record("0000013", "07:30:06.200").replace("07:30", "07:31");
    timer.send(store("Elsewhere", 1, &[("0000012", "07:30:05.100")])).await;
    timer.send(format!("START@Store@{wrong}@2@$")).await;
    timer.send(store("START", 3, &[("0000014", "07:30:05.100")])).await;
    assert_eq!(timer.answer().await, "Splitline@AckStore@3@$", "neither the foreign nor the damaged message is acknowledged");
    assert_eq!(reads(&app).await, 1);
    let state = ada.get(PATH).await.ok().json();
    assert_eq!(
        (&state["unknownPoints"], &state["refusedTotal"], &state["connected"]),
        (&json!(["Elsewhere"]), &json!(1), &json!(1))
    );
    assert!(state["refused"][0]["reason"].as_str().unwrap().starts_with("The checksum of"));

    // A change at the desk ends the connection; then this machine may send no more.
    ada.put(PATH, &json!({ "points": ["START"], "addresses": ["203.0.113.7"] })).await.ok();
    assert_eq!(timer.rest().await, "");
    let mut timer = Timer::connect(address).await;
    let _ = timer.0.write_all(store("START", 4, &[("0000015", "07:30:05.100")]).as_bytes()).await;
    assert_eq!(timer.rest().await, "");
    assert_eq!(reads(&app).await, 1);
    assert_eq!(ada.get(PATH).await.ok().json()["connected"], json!(0));
}

#[tokio::test]
async fn two_races_share_a_connection_and_each_gets_its_own_points() {
    let (app, mut ada, address) = race_with_port().await;
    add_race(&app, "Other Race").await;
    ada.put("/api/timing/Other%20Race/setup", &setup()).await.ok();
    let other = "/api/timing/Other%20Race/mylaps";
    let taken = ada.put(other, &json!({ "points": ["FINISH"], "addresses": ["127.0.0.0/8"] })).await.is(409);
    assert_eq!(
        (taken.code().as_str(), &taken.json()["message"]),
        ("POINT_TAKEN", &json!("Spring 10K takes the timing point \"FINISH\" from the same address."))
    );
    ada.put(other, &json!({ "points": ["GATE"], "addresses": ["127.0.0.0/8"] })).await.ok();
    let mut timer = Timer::connect(address).await;
    timer
        .send(
            "x@Pong@$".to_owned()
                + &store("GATE", 1, &[("0000012", "07:30:05.100")])
                + &store("START", 2, &[("0000012", "07:30:05.100")]),
        )
        .await;
    assert!(timer.answer().await.starts_with("Splitline@AckPong"), "answered once");
    let mut answers = [timer.answer().await, timer.answer().await];
    answers.sort();
    assert_eq!(answers, ["Splitline@AckStore@1@$", "Splitline@AckStore@2@$"]);
    assert_eq!(app.count("SELECT count(*) FROM reads WHERE race_id = 'id of Other Race' AND mat = 'GATE'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM reads WHERE race_id = 'id of Spring 10K' AND mat = 'START'").await, 1);
    assert_eq!(reads(&app).await, 2);
}

#[tokio::test]
async fn a_race_that_another_copy_lets_take_a_timer_gets_its_reads_over_a_connection_that_is_open() {
    let (app, mut ada, address) = race_with_port().await;
    add_race(&app, "Other Race").await;
    ada.put("/api/timing/Other%20Race/setup", &setup()).await.ok();
    let mut timer = Timer::connect(address).await;
    timer.send("x@Ping@$").await;
    assert_eq!(timer.answer().await, "Splitline@AckPing@$");
    let second = App::open(config(&[]), &app.stores(), Clock::fixed(NOW), Mail::memory()).await.unwrap();
    ada.use_router(router(&second));
    ada.put("/api/timing/Other%20Race/mylaps", &json!({ "points": ["GATE"], "addresses": ["127.0.0.0/8"] })).await.ok();
    // What is sent to the copy that does not know it is not acknowledged, and sent again.
    let gate = store("GATE", 1, &[("0000012", "07:30:05.100")]);
    timer.send(&gate).await;
    assert_eq!(timer.rest().await, "");
    let mut timer = Timer::connect(address).await;
    timer.send(&gate).await;
    assert_eq!(timer.answer().await, "Splitline@AckStore@1@$");
    assert_eq!(app.count("SELECT count(*) FROM reads WHERE race_id = 'id of Other Race' AND mat = 'GATE'").await, 1);
}

#[tokio::test]
async fn silent_and_too_many_connections_are_closed() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    ada.put(PATH, &json!({ "points": ["START"], "addresses": ["127.0.0.1"] })).await.ok();
    let address = listen(&app, MylapsLimits { connections: 16, idle: Duration::from_millis(50) }).await;
    assert_eq!(Timer::connect(address).await.rest().await, "", "a silent one");

    let address = listen(&app, MylapsLimits { connections: 16, ..MylapsLimits::default() }).await;
    let mut timers = Vec::new();
    for number in 0..3 {
        let mut timer = Timer::connect(address).await;
        timer.send("START@Ping@$").await;
        assert_eq!(timer.answer().await, "Splitline@AckPing@$", "connection {number}");
        timers.push(timer);
    }
    // One address may have two of sixteen: the one that has been silent for the longest makes room.
    assert_eq!(timers.remove(0).rest().await, "");
    timers[1].send("START@Ping@$").await;
    assert_eq!(timers[1].answer().await, "Splitline@AckPing@$");
}

#[tokio::test]
async fn the_settings_are_checked_audited_and_for_administrators() {
    let (app, mut ada, _) = race_with_port().await;
    let refused = ada.put(PATH, &json!({ "points": ["a@b"], "addresses": ["0.0.0.0/0"] })).await.is(400).json();
    let fields: Vec<&Value> = refused["fields"].as_array().unwrap().iter().map(|field| &field["field"]).collect();
    assert_eq!(fields, [&json!("points.0"), &json!("addresses.0")]);
    let audited = "SELECT count(*) FROM audit WHERE action = 'timing.mylaps.set'";
    assert_eq!(app.count(audited).await, 1);
    // The same settings again change nothing.
    ada.put(PATH, &json!({ "points": ["START", "5K", "FINISH"], "addresses": ["127.0.0.1"] })).await.ok();
    assert_eq!(app.count(audited).await, 1);
    let stored: String = app
        .app
        .db()
        .read(|tx| tx.query_one("SELECT new FROM audit WHERE action = 'timing.mylaps.set'", [], |row| row.get(0)))
        .await
        .unwrap();
    assert!(stored.contains("FINISH") && !stored.contains("127.0.0.1"), "{stored}");
    app.visitor().get(PATH).await.is(401);
    app.visitor().put(PATH, &json!({ "points": [], "addresses": [] })).await.is(401);
}
