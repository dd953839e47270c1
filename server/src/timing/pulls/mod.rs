//! Pulls: what the server itself fetches from RACE RESULT, RunSignup and ChronoTrack boxes.
//!
//! The desk gives numbers and keys; the services' addresses are fixed. The server connects only to public addresses and to
//! those that its operator allows ([`address`]). What arrives is read by the core's framers and stored as reads, each once. Of several copies of
//! the program, one at a time has the lease of a pull and fetches; each of them shows how it goes.

mod address;
mod fetch;
mod state;
mod stream;
mod supervisor;

pub(super) use state::Pulls;
pub(crate) use supervisor::{due, serve};

use axum::Json;
use axum::extract::State;
use core_wasm::timing::pulls::{self, Pull, PullKind, PullsSent};
use serde::Serialize;
use utoipa::ToSchema;

use super::Timing;
use super::access::ByTimer;
use crate::audit::{self, Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::Result;
use crate::http::extract;
use crate::leases;
use crate::timed::{TimedRace, store};
use state::{PullHealth, lease};

/// A pull as a race's desk shows it, without its secrets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PullShown {
    kind: PullKind,
    enabled: bool,
    race: String,
    event: String,
    address: String,
    /// Whether a key is stored.
    has_key: bool,
    /// Whether a secret is stored.
    has_secret: bool,
    /// Why nothing is fetched at present, in words; `None` while it runs.
    #[schema(required)]
    waits: Option<&'static str>,
    #[serde(flatten)]
    health: PullHealth,
}

/// The pulls of a race.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PullsShown {
    pulls: Vec<PullShown>,
}

impl PullsShown {
    async fn new(timing: &Timing, race: &TimedRace, pulls: Vec<Pull>) -> Result<Self> {
        let now = timing.clock.now_ms();
        let mut health = Vec::with_capacity(pulls.len());
        for pull in &pulls {
            health.push(timing.pulls.health(&timing.leases, &race.id, pull.kind).await?);
        }
        let shown = |(pull, health): (Pull, PullHealth)| PullShown {
            waits: pulls::waits(pull.enabled, race.date, race.zone, now),
            health,
            kind: pull.kind,
            enabled: pull.enabled,
            has_key: pull.key.is_some(),
            has_secret: pull.secret.is_some(),
            race: pull.race,
            event: pull.event,
            address: pull.address,
        };
        Ok(Self { pulls: pulls.into_iter().zip(health).map(shown).collect() })
    }
}

/// Show what the server fetches for the race, and how that goes.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/pulls",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, description = "The settings without keys, and what arrived since the program was started", body = PullsShown))
)]
pub(super) async fn show(State(timing): State<Timing>, ByTimer { race, .. }: ByTimer) -> Result<Json<PullsShown>> {
    let race_id = race.id.clone();
    let pulls = timing.db.read(move |tx| stored(tx, &race_id)).await?;
    Ok(Json(PullsShown::new(&timing, &race, pulls).await?))
}

/// Set what the server fetches for the race; a kind that is missing is removed, with its keys.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/pulls",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body(content = PullsSent, example = json!({ "pulls": [
        { "kind": "raceResult", "enabled": true, "event": "180000", "key": "N3C1C0NO2T1XO9JVBV0AWRXC0KYSQ1JX" },
        { "kind": "chronotrack", "enabled": false, "address": "192.168.7.20:61611" }] })),
    responses((status = 200, description = "The settings as they stand", body = PullsShown), (status = 400, description = "What is wrong with which field"))
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    extract::Json(sent): extract::Json<PullsSent>,
) -> Result<Json<PullsShown>> {
    let pulls = set(&timing.db, &race, &actor, sent, timing.clock.now_ms()).await?;
    timing.pulls.settings_changed(&race.id);
    Ok(Json(PullsShown::new(&timing, &race, pulls).await?))
}

/// What the audit record stores of a pull: no key, and no address, which can be that of a person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PullFacts {
    kind: PullKind,
    enabled: bool,
    race: String,
    event: String,
    has_key: bool,
}

impl PullFacts {
    fn of(pulls: &[Pull]) -> Vec<Self> {
        let facts = |pull: &Pull| Self {
            kind: pull.kind,
            enabled: pull.enabled,
            race: pull.race.clone(),
            event: pull.event.clone(),
            has_key: pull.key.is_some(),
        };
        pulls.iter().map(facts).collect()
    }
}

async fn set(db: &Db, race: &TimedRace, actor: &Actor, sent: PullsSent, now: i64) -> Result<Vec<Pull>> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let old = stored(tx, &race.id)?;
        let new = sent.clone().checked(&old)?;
        if new == old {
            return Ok(new);
        }
        tx.execute("DELETE FROM timing_pulls WHERE race_id = $1", params![race.id])?;
        for kind in PullKind::ALL {
            // How it went with other settings.
            leases::clear_note(tx, &lease(&race.id, kind))?;
        }
        for pull in &new {
            tx.execute(
                "INSERT INTO timing_pulls (race_id, kind, enabled, pull, updated_at) VALUES ($1, $2, $3, $4, $5)",
                params![race.id, pull.kind.word(), pull.enabled, serde_json::to_string(pull)?, now],
            )?;
        }
        let facts = |pulls: &[Pull]| serde_json::json!({ "pulls": PullFacts::of(pulls) });
        audit::record(tx, now, &actor, Event::TimingPullsSet, race.about(), &facts(&old), &facts(&new))?;
        Ok(new)
    })
    .await
}

/// The pulls of a race, with their secrets.
fn stored(tx: &Tx<'_>, race_id: &str) -> Result<Vec<Pull>> {
    let rows = tx.query_all("SELECT pull FROM timing_pulls WHERE race_id = $1", params![race_id], |row| row.get::<String>(0))?;
    let mut pulls: Vec<Pull> = rows.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?;
    pulls.sort_by_key(|pull| pull.kind);
    Ok(pulls)
}
