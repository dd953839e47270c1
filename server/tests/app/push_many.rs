//! Push messages to more devices than are sent to at once, and what becomes of them when the program ends, the database is locked, or they take long.

use std::time::Duration;

use serde_json::json;
use splitline_server::error::Result;
use tokio::task::JoinHandle;

use crate::postgres::on_server;
use crate::push::{Device, PUSH, another_process, followed_race, reads};
use crate::timing::read;
use crate::util::TestApp;

/// How many follow runner 17: more than are sent to at once.
const MANY: usize = 70;

/// A race that many devices follow, whose service takes its time, and whose runner has just passed a mat.
async fn race_with_many_followers() -> (TestApp, Device) {
    let (app, key, device, mut visitor) = followed_race().await;
    for number in 0..MANY {
        let mut one = device.asks(&["17"]);
        one["endpoint"] = json!(format!("{}-{number}", device.endpoint));
        visitor.put(PUSH, &one).await.ok();
    }
    device.service.take(Duration::from_millis(400));
    reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1700)]).await;
    (app, device)
}

/// Begins to send, and returns when the first message has arrived.
async fn begun(app: &TestApp, device: &Device) -> JoinHandle<Result<()>> {
    let worker = app.app.clone();
    let round = tokio::spawn(async move { worker.push_once().await });
    while device.service.times_sent().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    round
}

const TOLD: &str = "SELECT count(*) FROM push_subscriptions WHERE told_at IS NOT NULL";

#[tokio::test]
async fn who_is_recorded_as_told_is_sent_the_message_although_the_program_stops() {
    let (app, device) = race_with_many_followers().await;
    let round = begun(&app, &device).await;
    app.app.stop_sending().await;
    round.abort();
    let told = usize::try_from(app.count(TOLD).await).unwrap();
    assert_eq!(device.service.times_sent().len(), told, "nobody is recorded without a message");
    assert!(told < MANY, "the program stopped in the middle");
    app.app.give_leases_back().await;
    // The next one goes on with the others.
    let next = another_process(&app).await;
    next.push_once().await.unwrap();
    let times = device.service.times_sent();
    assert!(times.len() == MANY && times.values().all(|times| *times == 1), "{times:?}");
}

#[tokio::test]
async fn no_more_are_recorded_than_are_sent_at_once() {
    let (app, device) = race_with_many_followers().await;
    device.service.take(Duration::from_secs(5));
    let round = begun(&app, &device).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    // The program is killed here.
    round.abort();
    assert_eq!((app.count(TOLD).await, device.service.times_sent().len()), (32, 32));
}

#[tokio::test]
async fn who_sends_many_keeps_the_lease_meanwhile() {
    if on_server().is_none() {
        return;
    }
    let (app, device) = race_with_many_followers().await;
    device.service.take(Duration::from_secs(2));
    let round = begun(&app, &device).await;
    app.clock.advance(10_000);
    round.await.unwrap().unwrap();
    assert_eq!(device.service.times_sent().len(), MANY);
    let now = app.clock.now_ms();
    let until = app.count("SELECT until FROM leases WHERE name = 'push'").await;
    assert!(until > now + 10_000, "the lease ends in {} ms", until - now);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_recorded_as_told_is_sent_the_message_although_the_database_is_locked() {
    let (app, device) = race_with_many_followers().await;
    let round = begun(&app, &device).await;
    // Another program has the lock for longer than a change waits for it.
    app.locked_by_another(Duration::from_secs(7)).await;
    round.await.unwrap().unwrap();
    let told = usize::try_from(app.count(TOLD).await).unwrap();
    assert_eq!(device.service.times_sent().len(), told, "nobody is recorded without a message");
    app.app.push_once().await.unwrap();
    let times = device.service.times_sent();
    assert!(times.len() == MANY && times.values().all(|times| *times == 1), "{times:?}");
    assert_eq!(app.count("SELECT count(*) FROM push_subscriptions WHERE failures > 0").await, 0);
}
