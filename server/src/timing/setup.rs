//! The setup.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use core_wasm::editor::duplicate;
use core_wasm::timing::{Setup, formats, start};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::ByTimer;
use super::{Timing, changes, words};
use crate::audit::{self, Actor, Event};
use crate::course;
use crate::db::{Db, Tx};
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
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("version" = Option<String>, Query, description = "The desk's `setupVersion` from which the changes began: refused where the \
            setup is another one by now. Without it, a setup that would change or remove a gun that stands is refused"),
        ("confirmed" = Option<bool>, Query, description = "Whether a person has confirmed a gun on another day than the race's")
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
        (status = 409, description = "Somebody else changed it meanwhile (`SETUP_CHANGED`), a gun that stands would be lost \
            (`GUN_STANDS`), or a gun is on another day than the race and nobody has confirmed it (`GUN_OTHER_DAY`, only with a version)", body = RefusalWith<SetupNow<'_>>)
    )
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    by: ByTimer,
    extract::Query(base): extract::Query<Base>,
    headers: HeaderMap,
    body: String,
) -> Result<Json<Setup>> {
    // A body without a content type is treated as JSON. The types that a form on another site's page can send are refused.
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| !kind.as_bytes().starts_with(formats::JSON.as_bytes())) {
        return Err(Error::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, http_words::MEDIA_TYPE));
    }
    let setup = timing.parser.run(move |()| Setup::from_json(&body)).await??;
    let setup = put_setup(&timing.db, &by.race, &by.actor, setup, base, timing.clock.now_ms()).await?;
    timing.boards.changed(&by.race.id);
    Ok(Json(setup))
}

/// What a change of the setup knows of the present one.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Base {
    /// The setup from which the changes began.
    pub version: Option<String>,
    /// Whether a person has confirmed a gun on another day than the race's.
    #[serde(default)]
    pub confirmed: bool,
}

/// The setup that somebody else has saved in the meantime.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetupNow<'a> {
    #[schema(value_type = Setup)]
    pub(super) setup: &'a Setup,
    pub(super) setup_version: String,
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
/// 400 with the core's message for each field; 409 when the setup is no longer the one of `base` and also differs from the new one,
/// when a gun that stands would be lost, and for a gun on another day that nobody has confirmed.
pub(crate) async fn put_setup(db: &Db, race: &TimedRace, actor: &Actor, setup: Setup, base: Base, now: i64) -> Result<Setup> {
    // Checking a setup of several megabytes takes long.
    let check = move |_: &Tx<'_>| {
        let problems = setup.check();
        if problems.is_empty() { Ok(setup.clone()) } else { Err(problems.into()) }
    };
    let setup = db.read_long(check).await?;
    let (day, zone) = (race.date, race.zone);
    change(db, race, actor, now, Event::TimingSetupSet, move |present| {
        if *present == setup {
            return Ok(());
        }
        let now = version(present)?;
        let lost = match &base.version {
            Some(base) if *base != now => Some((words::SETUP_CHANGED.0, words::SETUP_CHANGED.1.to_owned())),
            Some(_) => None,
            None => start::lost_guns(present, &setup, day, zone).map(|text| (words::GUN_STANDS, text)),
        };
        // A whole file, without a version, is no slip of a finger: only a form is asked.
        let asks = || start::other_day(present, &setup, day, zone).filter(|_| base.version.is_some() && !base.confirmed);
        let refusal = lost.or_else(|| Some((words::GUN_OTHER_DAY, asks()?)));
        if let Some((code, text)) = refusal {
            let refusal = Error::refused(StatusCode::CONFLICT, code, text);
            return Err(refusal.with(&SetupNow { setup: present, setup_version: now })?);
        }
        present.clone_from(&setup);
        Ok(())
    })
    .await
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
            changes::follow_renames(tx, &race, &actor, &old, &new, now)?;
            course::store::follow_renames(tx, &race.id, &old, &new)?;
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
