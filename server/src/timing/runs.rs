//! The runs of a race: starting the next one, and taking it back until its first read.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::timing::new_run::{self, RunFacts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::ByTimer;
use super::{Timing, words};
use crate::audit::{self, Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract;
use crate::timed::{TimedRace, store};

/// The run that counts from now on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Run {
    /// Its number.
    run: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Typed {
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    run: i64,
}

/// Tell what the current run has, which a new one would drop.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/runs",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = RunFacts))
)]
pub(super) async fn show(State(timing): State<Timing>, ByTimer { race, .. }: ByTimer) -> Result<Json<RunFacts>> {
    let facts = move |tx: &Tx<'_>| {
        let run = store::state(tx, &race.id)?.run;
        let count = |sql: &str| tx.query_one(sql, params![race.id, run], |row| row.get::<i64>(0));
        Ok(RunFacts {
            run,
            reads: count("SELECT count(*) FROM reads WHERE race_id = $1 AND run = $2")?,
            marks: count("SELECT count(*) FROM timing_marks WHERE race_id = $1 AND run = $2")?,
            corrections: count("SELECT count(*) FROM timing_corrections WHERE race_id = $1 AND run = $2")?,
            entrants: tx
                .query_one("SELECT count(*) FROM timing_entrants WHERE race_id = $1", params![race.id], |row| row.get(0))?,
            back_to: before(tx, &race.id, run)?,
        })
    };
    Ok(Json(timing.db.read(facts).await?))
}

/// Start the next run: earlier reads, marks and corrections are kept in their run and no longer count. Setup, guns and entrants stay.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/runs",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("name" = Option<String>, Query, description = "What a person typed: the race's name, else it is refused")
    ),
    responses((status = 201, body = Run), (status = 400, description = "What was typed is not the race's name"))
)]
pub(super) async fn start(
    State(timing): State<Timing>,
    by: ByTimer,
    extract::Query(Typed { name }): extract::Query<Typed>,
) -> Result<(StatusCode, Json<Run>)> {
    let typed = name.unwrap_or_default();
    new_run::check_name(&by.race.name, &typed).map_err(|words| Error::say(StatusCode::BAD_REQUEST, words))?;
    let run = start_next(&timing.db, &by.race, &by.actor, timing.clock.now_ms()).await?;
    timing.boards.changed(&by.race.id);
    Ok((StatusCode::CREATED, Json(Run { run })))
}

/// Take back the current run before its first read: the run before it counts again.
#[utoipa::path(
    delete,
    path = "/timing/{RaceName}/runs/{run}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("run" = String, Path)),
    responses(
        (status = 200, description = "The run that counts again", body = Run),
        (status = 409, description = "It has reads or corrections, it is the first run, or it is not the current one")
    )
)]
pub(super) async fn take_back(
    State(timing): State<Timing>,
    by: ByTimer,
    extract::Path(Named { run }): extract::Path<Named>,
) -> Result<Json<Run>> {
    let run = take_back_run(&timing.db, &by.race, &by.actor, run, timing.clock.now_ms()).await?;
    timing.boards.changed(&by.race.id);
    Ok(Json(Run { run }))
}

async fn start_next(db: &Db, race: &TimedRace, actor: &Actor, now: i64) -> Result<i64> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let state = store::state(tx, &race.id)?;
        let last: Option<i64> =
            tx.query_one("SELECT max(run) FROM timing_runs WHERE race_id = $1", params![race.id], |row| row.get(0))?;
        let run = last.unwrap_or_default().max(state.run) + 1;
        store::save(tx, &race.id, &state.setup, run, now)?;
        tx.execute("INSERT INTO timing_runs (race_id, run, started_at) VALUES ($1, $2, $3)", params![race.id, run, now])?;
        let (old, new) = (serde_json::json!({ "run": state.run }), serde_json::json!({ "run": run }));
        audit::record(tx, now, &actor, Event::TimingRunStarted, race.about(), &old, &new)?;
        Ok(run)
    })
    .await
}

async fn take_back_run(db: &Db, race: &TimedRace, actor: &Actor, run: i64, now: i64) -> Result<i64> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        // Whoever adds reads takes this lock, too: no read comes in between.
        store::lock(tx, &race.id, now)?;
        let state = store::state(tx, &race.id)?;
        let back = before(tx, &race.id, run)?.filter(|_| state.run == run);
        let back = back.ok_or_else(|| Error::say(StatusCode::CONFLICT, words::RUN_STAYS))?;
        tx.execute(
            "INSERT INTO timing_runs_taken_back (race_id, run, taken_back_at) VALUES ($1, $2, $3)",
            params![race.id, run, now],
        )?;
        store::save(tx, &race.id, &state.setup, back, now)?;
        let (old, new) = (serde_json::json!({ "run": run }), serde_json::json!({ "run": back }));
        audit::record(tx, now, &actor, Event::TimingRunTakenBack, race.about(), &old, &new)?;
        Ok(back)
    })
    .await
}

/// The run that counts again when this one is taken back; `None` when it can't be, because it has reads or corrections, or is the first.
fn before(tx: &Tx<'_>, race_id: &str, run: i64) -> Result<Option<i64>> {
    let first = |sql: &str| tx.query_opt(sql, params![race_id, run], |row| row.get::<i64>(0));
    // A read by hand is a correction.
    let read = first("SELECT id FROM reads WHERE race_id = $1 AND run = $2 LIMIT 1")?;
    let corrected = first("SELECT id FROM timing_corrections WHERE race_id = $1 AND run = $2 LIMIT 1")?;
    if run <= 1 || read.is_some() || corrected.is_some() {
        return Ok(None);
    }
    let last: Option<i64> = tx.query_one(
        "SELECT max(r.run) FROM timing_runs r WHERE r.race_id = $1 AND r.run < $2
         AND NOT EXISTS (SELECT 1 FROM timing_runs_taken_back b WHERE b.race_id = r.race_id AND b.run = r.run)",
        params![race_id, run],
        |row| row.get(0),
    )?;
    // The first run has no row: it was never started.
    Ok(Some(last.unwrap_or(1)))
}
