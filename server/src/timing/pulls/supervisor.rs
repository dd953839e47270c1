//! Begins the pulls that are due, and stores what they bring.

use std::time::Duration;

use core_wasm::timing::formats::{Context, Parsed};
use core_wasm::timing::pulls::{self, Pull, PullKind};
use tokio::task::JoinSet;

use super::{fetch, stream};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::timed::{TimedRace, store};
use crate::timing::Timing;

/// How often the settings are looked at.
const ROUND: Duration = Duration::from_secs(1);

/// Runs the pulls for ever.
pub(crate) async fn serve(timing: Timing) {
    let mut running = JoinSet::new();
    loop {
        begin_due(&timing, &mut running).await;
        while running.try_join_next().is_some() {}
        tell(&timing).await;
        tokio::time::sleep(ROUND).await;
    }
}

/// Runs every pull that is due, and waits for them: for tests. A stream ends when the box ends it.
pub(crate) async fn due(timing: &Timing) {
    let mut running = JoinSet::new();
    begin_due(timing, &mut running).await;
    while running.join_next().await.is_some() {}
    tell(timing).await;
}

async fn tell(timing: &Timing) {
    if let Err(error) = timing.pulls.tell(&timing.leases).await {
        tracing::warn!(%error, "other copies could not be told how the pulls go");
    }
}

async fn begin_due(timing: &Timing, running: &mut JoinSet<()>) {
    let now = timing.clock.now_ms();
    let found = match timing.db.read(move |tx| enabled(tx, now)).await {
        Ok(found) => found,
        Err(error) if error.is_unreachable() => return,
        Err(error) => return tracing::warn!(%error, "the pulls could not be read"),
    };
    timing.pulls.compare(found.iter().map(|(race, pull)| (&*race.id, pull)));
    for (race, pull) in found {
        match timing.pulls.take(&timing.leases, &race.id, pull.kind).await {
            Ok(true) => {}
            Ok(false) => continue,
            Err(error) => return tracing::warn!(%error, "the leases of the pulls could not be renewed"),
        }
        if timing.pulls.begin(&race.id, &pull, now) {
            let timing = timing.clone();
            running.spawn(async move {
                let ended = match pull.kind {
                    PullKind::Chronotrack => stream::run(&timing, &race, &pull).await,
                    _ => poll(&timing, &race, &pull).await,
                };
                let now = timing.clock.now_ms();
                if let Err(reason) = &ended {
                    tracing::info!(race = race.name, kind = pull.kind.word(), reason, "a pull failed");
                }
                timing.pulls.end(&race.id, &pull, ended.err(), now);
            });
        }
    }
}

/// The pulls that may run now, with their races.
fn enabled(tx: &Tx<'_>, now: i64) -> Result<Vec<(TimedRace, Pull)>> {
    let rows = tx.query_all(
        "SELECT p.race_id, p.pull FROM timing_pulls p JOIN races r ON r.id = p.race_id WHERE p.enabled = 1 AND r.deleted_at IS NULL",
        [],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let mut found = Vec::new();
    for (race_id, pull) in rows {
        let (race, pull): (_, Pull) = (TimedRace::by_id(tx, &race_id)?, serde_json::from_str(&pull)?);
        if pulls::waits(pull.enabled, race.date, race.zone, now).is_none() {
            found.push((race, pull));
        }
    }
    Ok(found)
}

/// Fetches a service's answer and stores what is in it.
async fn poll(timing: &Timing, race: &TimedRace, pull: &Pull) -> Result<(), String> {
    let mut all = Parsed::default();
    // RunSignup answers in pages; the last one has fewer results than fit.
    for number in 1..=pulls::PAGES {
        let body = fetch::page(&timing.pulls, pull, number).await?;
        let context = context(timing, race).await.map_err(internal)?;
        let format = pull.kind.format();
        let parsed = timing.parser.run(move |()| format.parse(&context, &body)).await.map_err(internal)?;
        let Parsed { reads, marks, results, rejected, reported, .. } = parsed.map_err(|refusal| refusal.message)?;
        let rows = results.len() + rejected.len();
        all.reads.extend(reads);
        all.marks.extend(marks);
        all.results.extend(results);
        all.rejected.extend(rejected);
        all.reported.extend(reported);
        if pull.kind != PullKind::Runsignup || rows < pulls::PAGE_RESULTS {
            let results = Some(all.results.len());
            let added = keep(timing, race, pull, &all).await.map_err(internal)?;
            timing.pulls.took(&race.id, pull.kind, added, results, &all);
            return Ok(());
        }
    }
    Err(pulls::TOO_MANY.into())
}

/// The race as the framers know it.
pub(super) async fn context(timing: &Timing, race: &TimedRace) -> Result<Context<'static>> {
    let now = timing.clock.now_ms();
    let race_id = race.id.clone();
    let start = timing.db.read(move |tx| store::first_gun(tx, &race_id)).await?;
    Ok(Context { mat: None, zone: race.zone, date: Some(race.date_or(now).naive()), start })
}

/// Stores reads, marks and results; returns how many reads are new. Nothing is stored when the race's pull was changed meanwhile: what was fetched
/// may be of another event.
pub(super) async fn keep(timing: &Timing, race: &TimedRace, pull: &Pull, parsed: &Parsed) -> Result<usize> {
    let (now, kind, settings) = (timing.clock.now_ms(), pull.kind, pull.clone());
    let (reads, marks) = (parsed.reads.clone(), parsed.marks.clone());
    let results = if parsed.results.is_empty() { None } else { Some(serde_json::to_string(&parsed.results)?) };
    let race_id = race.id.clone();
    let added = timing
        .db
        .write(move |tx| {
            let present = "SELECT pull FROM timing_pulls WHERE race_id = $1 AND kind = $2 AND enabled = 1";
            let present = tx.query_opt(present, params![race_id, kind.word()], |row| row.get::<String>(0))?;
            if present.map(|pull| serde_json::from_str::<Pull>(&pull)).transpose()?.as_ref() != Some(&settings) {
                return Err(Error::message("the pull was changed or turned off"));
            }
            if let Some(results) = &results {
                tx.execute(
                    "INSERT INTO timing_pulled_results (race_id, kind, results, pulled_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (race_id, kind) DO UPDATE SET results = excluded.results, pulled_at = excluded.pulled_at",
                    params![race_id, kind.word(), results, now],
                )?;
            }
            if reads.is_empty() && marks.is_empty() {
                return Ok(0);
            }
            let sender = format!("pull {}", kind.word());
            Ok(store::add(tx, &race_id, &reads, &marks, now, &sender)?.reads)
        })
        .await?;
    if added > 0 {
        timing.boards.changed(&race.id);
    }
    Ok(added)
}

/// An error of this program: the cause is for the log.
pub(super) fn internal(error: Error) -> String {
    tracing::warn!(%error, "what a pull brought could not be stored");
    pulls::NOT_STORED.into()
}
