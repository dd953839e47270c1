//! Races that were run: their runners, and every read of the day.

use bytes::Bytes;
use chrono::Datelike;
use core_wasm::dates::{RaceDate, StartTime, local_to_instant};
use core_wasm::timing::Setup;
use core_wasm::timing::entrants::parse_json;
use core_wasm::timing::formats::JSON;
use serde_json::Value;

use super::company::DemoRace;
use super::field::{self, Contest, Runner};
use super::seed::Seed;
use super::{KEY_LABEL, SEED, ZONE, find, revoke_keys};
use crate::app::App;
use crate::audit::Actor;
use crate::error::{Error, Result};
use crate::timed::TimedRace;
use crate::timing;

/// Reads that go in with one batch.
const BATCH: usize = 4000;

/// Sets a past race's timing up and sends all its reads; again, if it was begun before, to no further effect.
pub(super) async fn time(app: &App, demo: &DemoRace, say: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let race = find(app, &demo.form.race).await?;
    let date = race.date.ok_or_else(|| Error::message("a race of the demo has no date"))?;
    let guns: Vec<(String, i64)> = demo
        .form
        .distance_start_times
        .iter()
        .filter_map(|row| Some((row.distance.clone(), local_to_instant(date, row.start_time.parse::<StartTime>().ok()?, ZONE))))
        .collect();
    let contests = field::contests(&guns);
    let mut seed = Seed::new(SEED ^ u64::from(demo.runners));
    let runners = field::runners(&mut seed, &contests, demo.runners, date.naive().year());
    let reads = field::reads(&mut seed, &contests, &runners);
    say(&format!("{}: {} runners, {} reads", race.name, runners.len(), reads.len()));
    set_up(app, &race, &contests, &runners).await?;
    let key = timing::make_key(app.db(), &race, &Actor::system(), KEY_LABEL, app.now_ms()).await?;
    for (number, batch) in reads.chunks(BATCH).enumerate() {
        let body = Bytes::from(field::body(batch, number * BATCH, ZONE).to_string());
        timing::take(&app.timing, &race, &key.id, JSON.into(), None, body).await?;
    }
    revoke_keys(app, &race).await
}

/// The setup and the entrants of a race, through the functions of the desk.
pub(super) async fn set_up(app: &App, race: &TimedRace, contests: &[Contest], runners: &[Runner]) -> Result<()> {
    let (actor, now) = (Actor::system(), app.now_ms());
    timing::put_setup(app.db(), race, &actor, setup(contests)?, None, now).await?;
    let list: Vec<&Value> = runners.iter().map(|runner| &runner.entrant).collect();
    let plan = timing::put_list(app.db(), race, &actor, parse_json(&serde_json::to_vec(&list)?)?, now).await?;
    match plan.refused.first() {
        Some(refused) => Err(Error::message(format!("a runner of the demo was refused: {}", refused.reason))),
        None => Ok(()),
    }
}

/// The setup that the contests make.
pub(super) fn setup(contests: &[Contest]) -> Result<Setup> {
    Ok(serde_json::from_value(field::setup(contests, ZONE))?)
}

/// The year from which runners' ages are drawn.
pub(super) fn year(date: RaceDate) -> i32 {
    date.naive().year()
}
