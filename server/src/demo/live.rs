//! The live race: its timing boxes send reads when the mats are crossed, and when the last runner has finished, it starts again.
//!
//! What is sent depends on the seed, the run and its guns alone. After a restart the task computes all reads again and sends those
//! up to now: reads that are in the table already count as duplicates, missing ones are added.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use chrono::Datelike;
use core_wasm::dates::{MINUTE_MS, RaceDate, StartTime, date_in, local_to_instant, minute_of_day};
use core_wasm::timing::Setup;
use serde_json::{Value, json};

use super::client::Client;
use super::company::LIVE_RACE;
use super::field::{self, Contest, SimulatedRead};
use super::seed::Seed;
use super::{Demo, SEED, ZONE, past};
use crate::error::{Error, Result};

/// Runners of the live race.
const RUNNERS: u32 = 600;
/// How long the race has been running when the demo is started.
const UNDER_WAY_MS: i64 = 60 * MINUTE_MS;
/// Its distances, and how many minutes after the first gun each one starts.
const WAVES: [(&str, u32); 3] = [("Half", 0), ("10K", 10), ("5K", 20)];
/// Guns and start times are multiples of this many minutes.
const STEP: u32 = 5;
/// How long the finished race is shown before it starts again.
const SHOW_RESULTS_MS: i64 = 10 * MINUTE_MS;
/// The most reads in one request.
const BATCH: usize = 2000;
/// The lease of the copy whose boxes send, and its length in milliseconds: another one would start the next run, too.
const LEASE: (&str, i64) = ("demo race", 15_000);
/// How often the timing boxes send.
const TICK: Duration = Duration::from_secs(1);
/// The pause after an error, and between two runs.
const PAUSE: Duration = Duration::from_secs(10);

/// When the waves of the live race start.
pub(super) struct Guns {
    date: RaceDate,
    /// Minutes after midnight.
    first: u32,
}

impl Guns {
    /// Guns such that the race is well under way at `now`, all on one date in the race's time zone.
    pub(super) fn around(now: i64) -> Self {
        let (last_wave, day) = (WAVES[WAVES.len() - 1].1, 24 * 60);
        let first = now - UNDER_WAY_MS + i64::from(STEP) * MINUTE_MS / 2;
        let (date, minute) = (date_in(first, ZONE), minute_of_day(first, ZONE) / STEP * STEP);
        if minute + last_wave < day {
            return Self { date, first: minute };
        }
        // Around midnight the race begins with the new day, because its page has one date.
        Self { date: date_in(first + i64::from(last_wave) * MINUTE_MS, ZONE), first: 0 }
    }

    /// The race's date.
    pub(super) fn date(&self) -> RaceDate {
        self.date
    }

    /// The start times as on the race's page, one for each wave.
    pub(super) fn start_times(&self) -> Vec<String> {
        self.times().map(|(_, time)| time.to_string()).collect()
    }

    fn contests(&self) -> Vec<Contest> {
        let guns: Vec<(String, i64)> =
            self.times().map(|(name, time)| (name.to_owned(), local_to_instant(self.date, time, ZONE))).collect();
        field::contests(&guns)
    }

    fn times(&self) -> impl Iterator<Item = (&'static str, StartTime)> {
        let first = self.first;
        WAVES.into_iter().filter_map(move |(name, after)| Some((name, StartTime::from_minutes(first + after)?)))
    }
}

/// Sends the live race's timing setup and its runners.
pub(super) async fn enter(client: &Client, guns: &Guns) -> Result<()> {
    let contests = guns.contests();
    past::set_up(client, LIVE_RACE, &contests, &runners(&contests, guns.date().naive().year())).await
}

fn runners(contests: &[Contest], year: i32) -> Vec<field::Runner> {
    field::runners(&mut Seed::new(SEED), contests, RUNNERS, year)
}

/// Runs the live race until the task is stopped, or until the director's password was changed: further logins with the old one
/// would only make the account's pauses longer.
pub(super) async fn run(demo: &Demo) {
    loop {
        match race(demo).await {
            Err(Error::Refused { status: StatusCode::UNAUTHORIZED, .. }) => {
                tracing::warn!(
                    "the demo's live race has ended, because the director's password or session was changed; a new demo needs an \
                     empty data folder"
                );
                return;
            }
            // The race was probably deleted, or its timing was changed by a visitor of the demo.
            Err(error) => tracing::warn!(%error, "the demo's live race could not continue"),
            Ok(()) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// One run of the race, from its present state to its end, and the start of the next run; for as long as no other copy does that.
async fn race(demo: &Demo) -> Result<()> {
    if !demo.leases.hold(LEASE.0, LEASE.1).await? {
        return Ok(());
    }
    let mut run = Run::of(demo).await?;
    while demo.clock.now_ms() <= run.day.over {
        run.send(demo.clock.now_ms()).await?;
        tokio::time::sleep(TICK).await;
        if !demo.leases.hold(LEASE.0, LEASE.1).await? {
            return Ok(());
        }
    }
    start_next_run(&run.client, &Guns::around(demo.clock.now_ms())).await
}

/// The present run, and what was sent of it.
struct Run {
    client: Client,
    boxes: Client,
    day: Day,
    /// How many of the run's reads were sent.
    sent: usize,
}

impl Run {
    async fn of(demo: &Demo) -> Result<Self> {
        let client = demo.log_in().await?;
        let day = Day::of(&past::desk(&client, LIVE_RACE).await?)?;
        let boxes = past::boxes(&client, LIVE_RACE).await?;
        Ok(Self { client, boxes, day, sent: 0 })
    }

    /// Sends the reads that are due at `now` and were not sent before.
    async fn send(&mut self, now: i64) -> Result<()> {
        let due = self.day.reads.partition_point(|read| read.time <= now).max(self.sent);
        for batch in self.day.reads[self.sent..due].chunks(BATCH) {
            self.boxes.call(Method::POST, &["timing", LIVE_RACE, "reads"], &field::body(batch, self.sent, ZONE)).await?;
            self.sent += batch.len();
        }
        Ok(())
    }
}

/// All reads of one run.
struct Day {
    reads: Vec<SimulatedRead>,
    /// When the next run starts.
    over: i64,
}

impl Day {
    fn of(desk: &Value) -> Result<Self> {
        let setup: Setup = serde_json::from_value(desk["setup"].clone())?;
        let guns: Option<Vec<(String, i64)>> =
            setup.contests.iter().map(|contest| Some((contest.name.clone(), contest.gun_ms()?))).collect();
        let contests = field::contests(&guns.filter(|guns| !guns.is_empty()).ok_or_else(|| Error::message("a gun is missing"))?);
        let date = desk["date"].as_str().and_then(|date| date.parse::<RaceDate>().ok());
        let year = date.map_or(2000, |date| date.naive().year());
        let mut seed = Seed::new(SEED.wrapping_add(desk["run"].as_u64().unwrap_or_default()));
        let reads = field::reads(&mut seed, &contests, &runners(&contests, year));
        let over = reads.last().map_or(0, |read| read.time) + SHOW_RESULTS_MS;
        Ok(Self { reads, over })
    }
}

/// Begins the next run: new guns, a new date on the race's page, the same runners. If this is interrupted, the next attempt begins
/// another run.
async fn start_next_run(client: &Client, guns: &Guns) -> Result<()> {
    let rows = guns.times().map(|(name, time)| json!({ "distance": name, "startTime": time.to_string() }));
    let header =
        json!({ "RaceName": LIVE_RACE, "Date": guns.date().to_string(), "DistanceStartTimes": rows.collect::<Vec<_>>() });
    client.call(Method::PUT, &["updateHeaderText"], &header).await?;
    client.call_confirmed(Method::POST, &["timing", LIVE_RACE, "runs"], LIVE_RACE).await?;
    for contest in field::setup(&guns.contests(), ZONE)["contests"].as_array().into_iter().flatten() {
        let gun = json!({ "contest": contest["name"], "gun": contest["gun"], "confirmed": true });
        client.call(Method::PUT, &["timing", LIVE_RACE, "gun"], &gun).await?;
    }
    tracing::info!("the demo's live race starts again");
    Ok(())
}

#[cfg(test)]
mod tests {
    use core_wasm::dates::DAY_MS;

    use super::*;
    use crate::app::App;

    #[test]
    fn at_any_minute_of_a_day_the_race_is_running_and_has_one_date() {
        let midnight = local_to_instant(RaceDate::new(2027, 3, 20).unwrap(), StartTime::from_minutes(0).unwrap(), ZONE);
        for minute in 0..DAY_MS / MINUTE_MS {
            let now = midnight + minute * MINUTE_MS;
            let guns = Guns::around(now);
            let contests = guns.contests();
            assert_eq!(contests.len(), WAVES.len());
            assert!(contests.iter().all(|contest| date_in(contest.gun, ZONE) == guns.date()));
            let minutes_in = (now - contests[0].gun) / MINUTE_MS;
            assert!((0..=65).contains(&minutes_in), "minute {minute}: {minutes_in} in");
            let by_day = (60..1420).contains(&minute);
            assert!(!by_day || (55..=65).contains(&minutes_in), "minute {minute}: {minutes_in} in");
        }
    }

    /// An application with a fixed clock and only the live race.
    async fn at(now: i64) -> (tempfile::TempDir, App, Demo) {
        let (folder, app) = super::super::director::tests::app(now).await;
        let (router, director) = (crate::router::router(&app), super::super::director::open(&app).await.unwrap());
        let demo = Demo { director, router, site: app.config.site_url(), clock: app.clock.clone(), leases: app.leases.clone() };
        let guns = Guns::around(now);
        let races = super::super::company::races(SEED, guns.date().naive(), &guns.start_times()).unwrap();
        let fields = races.into_iter().find(|race| race.live).unwrap().fields;
        let client = demo.log_in().await.unwrap();
        client.send_form(&["createPage"], &fields, Vec::new()).await.unwrap();
        enter(&client, &guns).await.unwrap();
        (folder, app, demo)
    }

    /// Returns the current run, the race's date, and the number of reads of each run.
    async fn look(app: &App, demo: &Demo) -> (i64, String, Vec<i64>) {
        let desk = past::desk(&demo.log_in().await.unwrap(), LIVE_RACE).await.unwrap();
        let reads = "SELECT count(*) FROM reads GROUP BY run ORDER BY run";
        let reads = app.db.read(move |tx| tx.query_all(reads, [], |row| row.get(0))).await.unwrap();
        (desk["run"].as_i64().unwrap(), desk["date"].as_str().unwrap().to_owned(), reads)
    }

    #[tokio::test]
    async fn a_restart_duplicates_no_read_and_after_the_last_runner_the_race_starts_again() {
        let morning = core_wasm::dates::parse_instant("2027-03-20T09:31:00-04:00").unwrap();
        let (_folder, app, demo) = at(morning).await;
        let send = async || Run::of(&demo).await.unwrap().send(demo.clock.now_ms()).await.unwrap();
        send().await;
        let (run, date, reads) = look(&app, &demo).await;
        assert_eq!((run, date.as_str(), reads.len()), (1, "March 20, 2027", 1));
        assert!(reads[0] > 1000, "{reads:?}");
        // As after a restart: all reads are sent again.
        send().await;
        assert_eq!(look(&app, &demo).await.2, reads);

        app.clock.advance(26 * core_wasm::dates::HOUR_MS);
        race(&demo).await.unwrap();
        send().await;
        let (run, date, anew) = look(&app, &demo).await;
        assert_eq!((run, date.as_str(), anew.len(), anew[0]), (2, "March 21, 2027", 2, reads[0]));
        let id = past::desk(&demo.log_in().await.unwrap(), LIVE_RACE).await.unwrap()["id"].as_str().unwrap().to_owned();
        let shown = app.boards.read_field(&id, |field| (field.runner_counts(), field.facts().date.to_string())).await.unwrap();
        assert_eq!(shown.1, "March 21, 2027");
        assert!(shown.0.finished > 0 && shown.0.started > shown.0.finished, "{:?}", shown.0);
    }
}
