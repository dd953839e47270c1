//! The port for timers that speak the protocol of MYLAPS, and its settings at the timing desk.
//!
//! The protocol has no key. So a race names the addresses that may send for it and its timing points ([`MylapsSenders`]); nothing else
//! is taken. The bytes are read by the core's framer; a message is acknowledged after its reads are on disk ([`connection`]).

mod connection;
mod health;
mod port;

pub use port::Limits;
pub(super) use port::MylapsPort;
pub(crate) use port::serve;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::timing::mylaps_senders::MylapsSenders;
use serde::Serialize;
use utoipa::ToSchema;

use super::access::ByTimer;
use super::{Timing, words};
use crate::audit::{self, Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract;
use crate::timed::{TimedRace, store};
use health::Health;

/// The port as a race's desk shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MylapsState {
    /// The port's number; `None` when the program was started without one.
    #[schema(required)]
    port: Option<u16>,
    #[serde(flatten)]
    senders: MylapsSenders,
    #[serde(flatten)]
    health: Health,
}

impl MylapsState {
    fn new(timing: &Timing, race_id: &str, senders: MylapsSenders) -> Self {
        Self { port: timing.mylaps.number(), senders, health: timing.mylaps.health(race_id) }
    }
}

/// Show the port for MYLAPS timers: what the race takes from it, and how that goes.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/mylaps",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, description = "The settings, and what arrived since the program was started", body = MylapsState))
)]
pub(super) async fn show(State(timing): State<Timing>, ByTimer { race, .. }: ByTimer) -> Result<Json<MylapsState>> {
    let race_id = race.id.clone();
    let senders = timing.db.read(move |tx| senders(tx, &race_id)).await?;
    Ok(Json(MylapsState::new(&timing, &race.id, senders)))
}

/// Set which addresses may send reads of which timing points for the race; empty lists take nothing.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/mylaps",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body(content = MylapsSenders, example = json!({ "points": ["Start", "5K", "Finish"], "addresses": ["192.168.7.0/24"] })),
    responses(
        (status = 200, description = "The settings as they stand", body = MylapsState),
        (status = 400, description = "What is wrong with which field"),
        (status = 409, description = "Another race takes one of the points from one of the addresses"),
    )
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    extract::Json(senders): extract::Json<MylapsSenders>,
) -> Result<Json<MylapsState>> {
    let senders = senders.checked()?;
    set(&timing.db, &race, &actor, senders.clone(), timing.clock.now_ms()).await?;
    timing.mylaps.settings_changed();
    Ok(Json(MylapsState::new(&timing, &race.id, senders)))
}

/// What the audit record stores of the senders: no addresses, which can be those of persons.
#[derive(Serialize)]
struct SendersFacts<'a> {
    points: &'a [String],
    addresses: usize,
}

impl<'a> SendersFacts<'a> {
    fn of(senders: &'a MylapsSenders) -> Self {
        Self { points: &senders.points, addresses: senders.addresses.len() }
    }
}

async fn set(db: &Db, race: &TimedRace, actor: &Actor, new: MylapsSenders, now: i64) -> Result<()> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        // Two races that set the same point at the same moment both have it then; neither gets its reads.
        let others = all_senders(tx)?;
        if let Some((point, other)) =
            others.iter().filter(|(id, _)| *id != race.id).find_map(|(id, other)| Some((new.shared_point(other)?, id)))
        {
            let other = TimedRace::by_id(tx, other)?;
            return Err(Error::refused(StatusCode::CONFLICT, words::POINT_TAKEN, words::point_taken(point, &other.name)));
        }
        let old = senders(tx, &race.id)?;
        if new == old {
            return Ok(());
        }
        tx.execute(
            "INSERT INTO timing_mylaps (race_id, senders, updated_at) VALUES ($1, $2, $3)
             ON CONFLICT (race_id) DO UPDATE SET senders = excluded.senders, updated_at = excluded.updated_at",
            params![race.id, serde_json::to_string(&new)?, now],
        )?;
        audit::record(tx, now, &actor, Event::TimingMylapsSet, race.about(), &SendersFacts::of(&old), &SendersFacts::of(&new))
    })
    .await
}

/// The senders of a race.
fn senders(tx: &Tx<'_>, race_id: &str) -> Result<MylapsSenders> {
    let sql = "SELECT senders FROM timing_mylaps WHERE race_id = $1";
    let senders = tx.query_opt(sql, params![race_id], |row| row.get::<String>(0))?;
    Ok(senders.map(|senders| serde_json::from_str(&senders)).transpose()?.unwrap_or_default())
}

/// The senders of all races that are not deleted, by the races' ids.
fn all_senders(tx: &Tx<'_>) -> Result<Vec<(String, MylapsSenders)>> {
    let rows = tx.query_all(
        "SELECT m.race_id, m.senders FROM timing_mylaps m JOIN races r ON r.id = m.race_id WHERE r.deleted_at IS NULL
         ORDER BY m.race_id COLLATE \"C\"",
        [],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    rows.into_iter().map(|(id, senders)| Ok((id, serde_json::from_str(&senders)?))).collect()
}
