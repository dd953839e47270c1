//! The race that runs right now: its boxes send when the mats are crossed, and when the last runner is in, it starts anew.
//!
//! What is sent follows from the seed, the run and its guns alone. So after a restart the task works the day out again and
//! sends all of it up to now: what the table has already is told as duplicate, what is missing since comes in.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use core_wasm::dates::{MINUTE_MS, RaceDate, StartTime, date_in, local_to_instant, minute_of_day};
use core_wasm::timing::formats::JSON;
use tower::ServiceExt;
use url::Url;

use super::company::LIVE_RACE;
use super::field::{self, Contest, SimulatedRead};
use super::seed::Seed;
use super::{KEY_LABEL, SEED, ZONE, find, past, revoke_keys};
use crate::app::App;
use crate::audit::Actor;
use crate::editor;
use crate::error::{Error, Result};
use crate::race::store as pages;
use crate::timed::{TimedRace, store};
use crate::timing;

/// Runners of the live race.
const RUNNERS: u32 = 600;
/// How far the race is in when somebody comes to see it.
const UNDER_WAY_MS: i64 = 60 * MINUTE_MS;
/// Its distances, and how many minutes after the first gun each starts.
const WAVES: [(&str, u32); 3] = [("Half", 0), ("10K", 10), ("5K", 20)];
/// Guns and start times are whole multiples of this many minutes.
const STEP: u32 = 5;
/// How long the finished race stands before it starts anew.
const REST_MS: i64 = 10 * MINUTE_MS;
/// Reads that one request carries.
const BATCH: usize = 2000;
/// How often the boxes send.
const TICK: Duration = Duration::from_secs(1);
/// The pause after something went wrong.
const PAUSE: Duration = Duration::from_secs(10);

/// When the waves of the live race start.
pub(super) struct Guns {
    date: RaceDate,
    /// Minutes after midnight.
    first: u32,
}

impl Guns {
    /// Guns such that the race is well under way at `now`, all on one date of the race's clock.
    pub(super) fn around(now: i64) -> Self {
        let (last_wave, day) = (WAVES[WAVES.len() - 1].1, 24 * 60);
        let first = now - UNDER_WAY_MS + i64::from(STEP) * MINUTE_MS / 2;
        let (date, minute) = (date_in(first, ZONE), minute_of_day(first, ZONE) / STEP * STEP);
        if minute + last_wave < day {
            return Self { date, first: minute };
        }
        // Around midnight the race begins with the new day, for its page has one date.
        Self { date: date_in(first + i64::from(last_wave) * MINUTE_MS, ZONE), first: 0 }
    }

    /// The race's date.
    pub(super) fn date(&self) -> RaceDate {
        self.date
    }

    /// As the race's page shows them, wave by wave.
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

/// Sets the live race's timing up and enters its runners.
pub(super) async fn enter(app: &App, guns: &Guns) -> Result<()> {
    let race = find(app, LIVE_RACE).await?;
    let contests = guns.contests();
    past::set_up(app, &race, &contests, &runners(&contests, past::year(guns.date()))).await
}

fn runners(contests: &[Contest], year: i32) -> Vec<field::Runner> {
    field::runners(&mut Seed::new(SEED), contests, RUNNERS, year)
}

/// Runs the live race for as long as the server does.
pub(crate) async fn run(app: App, router: Router) {
    loop {
        if let Err(error) = race(&app, &router).await {
            // Somebody deleted the race, most likely, or set it up otherwise: it is theirs then.
            tracing::warn!(%error, "the demo's live race waits");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// One going of the race, from wherever it is to its end, and the start of the next.
async fn race(app: &App, router: &Router) -> Result<()> {
    let race = find(app, LIVE_RACE).await?;
    let day = Day::of(app, &race).await?;
    let mut boxes = Boxes::open(app, router, &race).await?;
    let mut sent = 0;
    while app.now_ms() <= day.over {
        let now = app.now_ms();
        let due = day.reads.partition_point(|read| read.time <= now);
        for batch in day.reads[sent..due].chunks(BATCH) {
            boxes.send(batch, sent).await?;
            sent += batch.len();
        }
        tokio::time::sleep(TICK).await;
    }
    start_anew(app, &race).await
}

/// All reads of the present run.
struct Day {
    reads: Vec<SimulatedRead>,
    /// When it starts anew.
    over: i64,
}

impl Day {
    async fn of(app: &App, race: &TimedRace) -> Result<Self> {
        let id = race.id.clone();
        let state = app.db().read(move |tx| store::state(tx, &id)).await?;
        let guns: Option<Vec<(String, i64)>> =
            state.setup.contests.iter().map(|contest| Some((contest.name.clone(), contest.gun_ms()?))).collect();
        let contests = field::contests(&guns.filter(|guns| !guns.is_empty()).ok_or_else(|| Error::message("a gun is missing"))?);
        let year = race.date.map_or(2000, past::year);
        let mut seed = Seed::new(SEED.wrapping_add(state.run.unsigned_abs()));
        let reads = field::reads(&mut seed, &contests, &runners(&contests, year));
        let over = reads.last().map_or(0, |read| read.time) + REST_MS;
        Ok(Self { reads, over })
    }
}

/// The timing boxes of the race, with a key of their own. They use the application's own door, from its outside.
struct Boxes {
    router: Router,
    path: String,
    key: String,
}

impl Boxes {
    async fn open(app: &App, router: &Router, race: &TimedRace) -> Result<Self> {
        // The key of the last start is known to nobody any more.
        revoke_keys(app, race).await?;
        let key = timing::make_key(app.db(), race, &Actor::system(), KEY_LABEL, app.now_ms()).await?.key;
        let mut address = Url::parse("http://demo").map_err(Error::internal)?;
        address.path_segments_mut().map_err(|()| Error::message("no path"))?.extend([
            "api",
            "timing",
            race.name.as_str(),
            "reads",
        ]);
        Ok(Self { router: router.clone(), path: address.path().to_owned(), key })
    }

    async fn send(&mut self, reads: &[SimulatedRead], first: usize) -> Result<()> {
        let request = Request::post(&self.path)
            .header(header::CONTENT_TYPE, JSON)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.key))
            .body(Body::from(field::body(reads, first, ZONE).to_string()))
            .map_err(Error::internal)?;
        let response = self.router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        if response.status() == StatusCode::OK {
            return Ok(());
        }
        let status = response.status();
        let body = to_bytes(response.into_body(), 10_000).await.unwrap_or_default();
        Err(Error::message(format!("the reads were refused: {status} {}", String::from_utf8_lossy(&body))))
    }
}

/// The next run: new guns, a new date on the race's page, the same runners.
async fn start_anew(app: &App, race: &TimedRace) -> Result<()> {
    let guns = Guns::around(app.now_ms());
    redate(app, race, &guns).await?;
    let setup = past::setup(&guns.contests())?;
    timing::start_anew(app.db(), race, &Actor::system(), Some(setup), app.now_ms()).await?;
    app.boards().changed(&race.id);
    tracing::info!("the demo's live race starts anew");
    Ok(())
}

async fn redate(app: &App, race: &TimedRace, guns: &Guns) -> Result<()> {
    let (id, now, date, times) = (race.id.clone(), app.now_ms(), guns.date(), guns.start_times());
    app.db()
        .write(move |tx| {
            let Some(old) = pages::bare(tx, &id)? else { return Ok(()) };
            let old = pages::whole(tx, old)?;
            let mut new = old.race.clone();
            new.date = date.to_string();
            new.day = date.weekday_name().into();
            for (row, time) in new.distance_start_times.iter_mut().zip(times) {
                row.start_time = time;
            }
            new.start_time = new.distance_start_times.first().map(|row| row.start_time.clone()).unwrap_or_default();
            editor::put(tx, now, &Actor::system(), &old, &new)
        })
        .await
}

#[cfg(test)]
mod tests {
    use core_wasm::dates::DAY_MS;

    use super::*;

    #[test]
    fn at_any_minute_of_a_day_the_race_is_under_way_and_on_one_date() {
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

    /// An application on a clock that stands still, with the live race and nothing else.
    async fn at(now: i64) -> (tempfile::TempDir, App) {
        use clap::{CommandFactory, FromArgMatches};
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            config: crate::config::Config,
        }
        let folder = tempfile::tempdir().unwrap();
        let flags = Flags::from_arg_matches(&Flags::command().get_matches_from(["test"])).unwrap();
        let mail = crate::mail::Mail::memory();
        let app = App::open(flags.config, folder.path(), crate::clock::Clock::fixed(now), mail).await.unwrap();
        let guns = Guns::around(now);
        let races = super::super::company::races(SEED, guns.date().naive(), &guns.start_times());
        let form = races.into_iter().find(|race| race.live).unwrap().form;
        crate::editor::make(&app.desk, &Actor::system(), form, Vec::new()).await.unwrap();
        enter(&app, &guns).await.unwrap();
        (folder, app)
    }

    /// The run that counts, the race's date, and how many reads each run has.
    async fn look(app: &App) -> (i64, String, Vec<i64>) {
        let race = find(app, LIVE_RACE).await.unwrap();
        app.db()
            .read(move |tx| {
                let reads = tx.query_all("SELECT count(*) FROM reads GROUP BY run ORDER BY run", [], |row| row.get(0))?;
                Ok((store::state(tx, &race.id)?.run, race.date.unwrap().to_string(), reads))
            })
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn a_restart_doubles_nothing_and_after_the_last_runner_it_starts_anew() {
        let morning = core_wasm::dates::parse_instant("2027-03-20T09:31:00-04:00").unwrap();
        let (_folder, app) = at(morning).await;
        let router = crate::router::router(&app);
        let moments = Duration::from_millis(1500);
        // Cut off while it sends, as by a restart, and begun again.
        assert!(tokio::time::timeout(moments, race(&app, &router)).await.is_err());
        let (run, date, reads) = look(&app).await;
        assert_eq!((run, date.as_str(), reads.len()), (1, "March 20, 2027", 1));
        assert!(reads[0] > 1000, "{reads:?}");
        assert!(tokio::time::timeout(moments, race(&app, &router)).await.is_err());
        assert_eq!(look(&app).await.2, reads);

        app.clock().advance(26 * core_wasm::dates::HOUR_MS);
        tokio::time::timeout(moments, race(&app, &router)).await.unwrap().unwrap();
        assert!(tokio::time::timeout(moments, race(&app, &router)).await.is_err());
        let (run, date, anew) = look(&app).await;
        assert_eq!((run, date.as_str(), anew.len(), anew[0]), (2, "March 21, 2027", 2, reads[0]));
        let shown = app
            .boards
            .look(&find(&app, LIVE_RACE).await.unwrap().id, |field| (field.runner_counts(), field.facts().date.to_string()))
            .await
            .unwrap();
        assert_eq!(shown.1, "March 21, 2027");
        assert!(shown.0.finished > 0 && shown.0.started > shown.0.finished, "{:?}", shown.0);
    }
}
