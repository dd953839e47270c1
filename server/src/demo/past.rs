//! Past races: their runners, all their reads, and their official results.

use axum::http::Method;
use chrono::Datelike;
use core_wasm::dates::{RaceDate, StartTime, local_to_instant};
use serde_json::{Value, json};

use super::client::Client;
use super::company::DemoRace;
use super::field::{self, Contest, Runner};
use super::seed::Seed;
use super::{KEY_LABEL, SEED, ZONE};
use crate::error::{Error, Result};

/// The most reads in one request.
const BATCH: usize = 2000;

/// Sends a past race's timing setup and all its reads, and publishes its results. Sending them again after an interruption changes nothing.
pub(super) async fn time(client: &Client, race: &DemoRace, say: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let no_date = || Error::message("a race of the demo has no date");
    let date: RaceDate = race.fields.get("Date").and_then(|date| date.parse().ok()).ok_or_else(no_date)?;
    let gun = |start: &str| Some(local_to_instant(date, start.parse::<StartTime>().ok()?, ZONE));
    let guns: Vec<(String, i64)> =
        race.starts.iter().filter_map(|(distance, start)| Some((distance.clone(), gun(start)?))).collect();
    let contests = field::contests(&guns);
    let mut seed = Seed::new(SEED ^ u64::from(race.runners));
    let runners = field::runners(&mut seed, &contests, race.runners, date.naive().year());
    let reads = field::reads(&mut seed, &contests, &runners);
    say(&format!("{}: {} runners, {} reads", race.name, runners.len(), reads.len()));
    set_up(client, &race.name, &contests, &runners).await?;
    let boxes = boxes(client, &race.name).await?;
    for (number, batch) in reads.chunks(BATCH).enumerate() {
        boxes.call(Method::POST, &["timing", &race.name, "reads"], &field::body(batch, number * BATCH, ZONE)).await?;
    }
    revoke_keys(client, &race.name).await?;
    publish(client, &race.name).await
}

/// Publishes the results of the contests that have none yet. What is open stays open: a mat missed some runners.
async fn publish(client: &Client, race: &str) -> Result<()> {
    let results = client.find(&["results", race]).await?.unwrap_or_default();
    for contest in results["contests"].as_array().into_iter().flatten().filter(|contest| contest["version"] == 0) {
        let asked = json!({ "contest": contest["contest"], "despiteOpen": true });
        client.call(Method::POST, &["results", race, "publish"], &asked).await?;
    }
    Ok(())
}

/// Sends a race's timing setup and its runners, as its timing desk does.
pub(super) async fn set_up(client: &Client, race: &str, contests: &[Contest], runners: &[Runner]) -> Result<()> {
    client.call(Method::PUT, &["timing", race, "setup"], &field::setup(contests, ZONE)).await?;
    let list: Value = runners.iter().map(|runner| runner.entrant.clone()).collect();
    let outcome = client.call(Method::PUT, &["timing", race, "entrants"], &list).await?;
    match outcome["refused"].as_u64() {
        Some(0) => Ok(()),
        _ => Err(Error::message(format!("runners of the demo were refused: {}", outcome["summary"]))),
    }
}

/// A client with a new timing key of a race. The demo's earlier keys are revoked: they are stored nowhere.
pub(super) async fn boxes(client: &Client, race: &str) -> Result<Client> {
    revoke_keys(client, race).await?;
    let made = client.call(Method::POST, &["timing", race, "keys"], &json!({ "label": KEY_LABEL })).await?;
    let key = made["key"].as_str().ok_or_else(|| Error::message("the demo got no timing key"))?;
    Ok(client.with_key(key))
}

/// Returns the answer of a race's timing desk.
pub(super) async fn desk(client: &Client, race: &str) -> Result<Value> {
    client.find(&["timing", race]).await?.ok_or_else(|| Error::message(format!("the demo's {race} is gone")))
}

async fn revoke_keys(client: &Client, race: &str) -> Result<()> {
    let desk = desk(client, race).await?;
    for key in desk["keys"].as_array().into_iter().flatten().filter(|key| key["label"] == KEY_LABEL) {
        let id = key["id"].as_str().unwrap_or_default();
        client.call(Method::DELETE, &["timing", race, "keys", id], &Value::Null).await?;
    }
    Ok(())
}
