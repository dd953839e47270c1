//! The setup, the gun times, and starting the next run.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use core_wasm::editor::duplicate;
use core_wasm::timing::{Setup, formats};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{ByAdmin, ByStaff};
use super::{Timing, words};
use crate::audit::{self, Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract;
use crate::ids::sha256;
use crate::timed::{TimedRace, store};
use crate::words as http_words;

/// Set the contests, mats and guns.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/setup",
    tag = "timing",
    security(("session" = ["admin"])),
    params(
        ("RaceName" = String, Path),
        ("version" = Option<String>, Query, description = "The desk's `setupVersion` from which the changes began: refused where the setup is another one by now")
    ),
    request_body(
        description = "Contests with their distance, gun (null until it is fired), ranking (gun, chip or hybrid), bibs, sport (run or tri), start, splits and finish",
        content = Setup,
        example = json!({ "contests": [{ "name": "10K", "distanceMetres": 10000, "gun": "2027-06-15T08:30:00.000-04:00", "ranking": "hybrid",
            "bibs": [{ "from": 1000, "to": 1999 }], "acceptUnlisted": true, "sport": "run",
            "start": { "mats": ["START"], "minimumLapSeconds": 600 },
            "splits": [{ "label": "5K", "metres": 5000, "mats": ["5K"], "minimumSeconds": 600, "leg": "run" }],
            "finish": { "mats": ["FINISH"], "minimumSeconds": 1500 } }] })
    ),
    responses(
        (status = 200, description = "The setup as it stands", body = Setup),
        (status = 400, description = "What is wrong with which field"),
        (status = 409, description = "Somebody else changed it meanwhile", body = RefusalWith<SetupNow<'_>>)
    )
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    by: ByAdmin,
    extract::Query(Base { version }): extract::Query<Base>,
    headers: HeaderMap,
    body: String,
) -> Result<Json<Setup>> {
    // A body without a content type is treated as JSON. The types that a form on another site's page can send are refused.
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| !kind.as_bytes().starts_with(formats::JSON.as_bytes())) {
        return Err(Error::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, http_words::MEDIA_TYPE));
    }
    let setup = timing.parser.run(move |()| Setup::from_json(&body)).await??;
    let setup = put_setup(&timing.db, &by.race, &by.actor, setup, version, timing.clock.now_ms()).await?;
    timing.boards.changed(&by.race.id);
    Ok(Json(setup))
}

/// The query of a change of the setup.
#[derive(Debug, Deserialize)]
pub(super) struct Base {
    version: Option<String>,
}

/// The setup that somebody else has saved in the meantime.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SetupNow<'a> {
    #[schema(value_type = Setup)]
    setup: &'a Setup,
    setup_version: String,
}

/// The version of a setup: the hash of its JSON.
///
/// # Errors
/// When it cannot be serialized.
pub(super) fn version(setup: &Setup) -> Result<String> {
    Ok(sha256(serde_json::to_vec(setup)?))
}

/// Sets the setup of a race. The caller has to report the change to the boards.
///
/// # Errors
/// 400 with the core's message for each field; 409 when the setup is no longer the one of `base` and also differs from the new one.
pub(crate) async fn put_setup(
    db: &Db,
    race: &TimedRace,
    actor: &Actor,
    setup: Setup,
    base: Option<String>,
    now: i64,
) -> Result<Setup> {
    // Checking a setup of several megabytes takes long.
    let check = move |_: &Tx<'_>| {
        let problems = setup.check();
        if problems.is_empty() { Ok(setup.clone()) } else { Err(problems.into()) }
    };
    let setup = db.read_long(check).await?;
    change(db, race, actor, now, Event::TimingSetupSet, move |present| {
        let now = version(present)?;
        if base.as_ref().is_some_and(|base| *base != now) && *present != setup {
            let refusal = Error::say(StatusCode::CONFLICT, words::SETUP_CHANGED);
            return Err(refusal.with(&SetupNow { setup: present, setup_version: now })?);
        }
        present.clone_from(&setup);
        Ok(())
    })
    .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Gun {
    /// The contest's name.
    contest: String,
    /// The wave's name, in a contest with waves.
    #[serde(default)]
    wave: Option<String>,
    /// RFC 3339, or null.
    gun: Option<String>,
}

/// Set the gun time of a contest or of one of its waves, or remove it with `null`.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/gun",
    tag = "timing",
    security(("session" = ["admin"]), ("timingKey" = [])),
    params(("RaceName" = String, Path)),
    request_body = Gun,
    responses((status = 200, description = "The setup as it stands", body = Setup), (status = 400, description = "The contest has waves, and none is named"), (status = 404, description = "No such contest or wave"))
)]
pub(super) async fn gun(
    State(timing): State<Timing>,
    by: ByStaff,
    extract::Json(Gun { contest, wave, gun }): extract::Json<Gun>,
) -> Result<Json<Setup>> {
    let setup = change(&timing.db, &by.race, &by.actor, timing.clock.now_ms(), Event::TimingGunSet, move |setup| {
        setup.set_gun(&contest, wave.as_deref(), gun.clone()).map_err(|refused| match refused {
            words::WAVE_NEEDED => Error::say(StatusCode::BAD_REQUEST, refused),
            _ => Error::say(StatusCode::NOT_FOUND, refused),
        })?;
        let problems = setup.check();
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    })
    .await?;
    timing.boards.changed(&by.race.id);
    Ok(Json(setup))
}

/// Changes the setup with `edit` and writes the old and the new one to the audit record.
async fn change<F>(db: &Db, race: &TimedRace, actor: &Actor, now: i64, event: Event, edit: F) -> Result<Setup>
where
    F: Fn(&mut Setup) -> Result<()> + Send + 'static,
{
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let store::State { setup: old, run, .. } = store::state(tx, &race.id)?;
        let mut new = old.clone();
        edit(&mut new)?;
        if new != old {
            store::save(tx, &race.id, &new, run, now)?;
            audit::record(tx, now, &actor, event, race.about(), &old, &new)?;
        }
        Ok(new)
    })
    .await
}

/// Copies the setup of a race to its copy, if it has one.
///
/// # Errors
/// When the rows cannot be written.
pub(crate) fn copy_setup(tx: &Tx<'_>, from: &str, copy: &TimedRace, actor: &Actor, now: i64) -> Result<()> {
    let store::State { setup: old, run, .. } = store::state(tx, &copy.id)?;
    let setup = duplicate::copy_setup(&store::state(tx, from)?.setup);
    if setup == old {
        return Ok(());
    }
    store::save(tx, &copy.id, &setup, run, now)?;
    audit::record(tx, now, actor, Event::TimingSetupSet, copy.about(), &old, &setup)
}

/// The run that counts from now on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Run {
    /// Its number.
    run: i64,
}

/// Start the next run: earlier reads and statuses are kept in their run and no longer count. Setup, guns and entrants stay.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/runs",
    tag = "timing",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    responses((status = 201, body = Run))
)]
pub(super) async fn runs(State(timing): State<Timing>, by: ByAdmin) -> Result<(StatusCode, Json<Run>)> {
    let run = start_next_run(&timing.db, &by.race, &by.actor, timing.clock.now_ms()).await?;
    timing.boards.changed(&by.race.id);
    Ok((StatusCode::CREATED, Json(Run { run })))
}

/// Starts the next run of a race.
async fn start_next_run(db: &Db, race: &TimedRace, actor: &Actor, now: i64) -> Result<i64> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let state = store::state(tx, &race.id)?;
        let run = state.run + 1;
        store::save(tx, &race.id, &state.setup, run, now)?;
        tx.execute("INSERT INTO timing_runs (race_id, run, started_at) VALUES ($1, $2, $3)", params![race.id, run, now])?;
        let (old, new) = (serde_json::json!({ "run": state.run }), serde_json::json!({ "run": run }));
        audit::record(tx, now, &actor, Event::TimingRunStarted, race.about(), &old, &new)?;
        Ok(run)
    })
    .await
}
