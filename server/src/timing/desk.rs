//! `GET /timing/{RaceName}`: what the timing desk shows at once.

use axum::Json;
use axum::extract::State;
use core_wasm::timing::Setup;
use core_wasm::timing::counts::{Counts, RunnerCounts};
use core_wasm::timing::engine::{BoxCount, MissedPoint, TimerCount};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::ByTimer;
use super::keys::KeyEntry;
use super::{Timing, changes, corrections, keys, setup};
use crate::db::params;
use crate::error::Result;
use crate::timed::store;

/// The number of names of boxes that are listed: more than any race has.
const BOX_NAMES: usize = 200;
/// The number of the newest changes of entrants that are listed.
const LATEST_CHANGES: i64 = 10;
/// The number of the newest corrections that are listed.
const LATEST: usize = 20;

/// What the timing desk shows of a race at once; longer lists have calls of their own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Desk {
    /// Never changes. Sent back as `?id=`: the desk still finds its race after the race was renamed.
    id: String,
    /// The current name of the race.
    race: String,
    /// Its date, as stored; may be blank.
    date: String,
    /// Its zone.
    time_zone: &'static str,
    /// `None` while there are no contests.
    #[schema(required)]
    setup: Option<Setup>,
    /// Sent back as `?version=` with a change of the setup: the setup that was changed.
    setup_version: String,
    run: i64,
    entrants: i64,
    keys: Vec<KeyEntry>,
    counts: AllCounts,
    runners: RunnerCounts,
    /// The timer codes that reads carry.
    timers: Vec<TimerCount>,
    /// How many tags belong to no runner.
    unknown_total: usize,
    boxes: Vec<BoxCount>,
    /// What a person should know about a change of the clocks during the race, in words; empty when there is nothing.
    clock_change: String,
    /// The names of the boxes that sent reads.
    box_names: Vec<String>,
    /// How many runners each point missed.
    missed: Vec<MissedPoint>,
    /// The newest corrections.
    corrections: Vec<corrections::Entry>,
    /// The newest changes of entrants.
    entrant_changes: Vec<changes::Entry>,
    /// The server's time, in epoch milliseconds.
    now: i64,
}

/// The counts of reads and runners.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct AllCounts {
    #[serde(flatten)]
    reads: Counts,
    #[serde(flatten)]
    runners: RunnerCounts,
}

/// Show the timing desk: setup, keys, counts of reads and runners, the reads of each box, the newest corrections.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Desk))
)]
pub(super) async fn show(State(timing): State<Timing>, ByTimer { race, .. }: ByTimer) -> Result<Json<Desk>> {
    let (id, wanted) = (race.id.clone(), race.id.clone());
    let now = timing.clock.now_ms();
    let (state, entrants, keys, corrections, entrant_changes) = timing
        .db
        .read(move |tx| {
            let entrants =
                tx.query_one("SELECT count(*) FROM timing_entrants WHERE race_id = $1", params![wanted], |row| row.get(0))?;
            let corrections = corrections::latest(tx, &wanted, LATEST)?;
            let changed = changes::latest(tx, &wanted, LATEST_CHANGES)?;
            Ok((store::state(tx, &wanted)?, entrants, keys::list(tx, &wanted)?, corrections, changed))
        })
        .await?;
    let setup_version = setup::version(&state.setup)?;
    let date = race.date.map(|date| date.to_string()).unwrap_or_default();
    let desk = timing.boards.read_fresh_field(&id, move |field| {
        let counts = AllCounts { reads: field.counts(), runners: field.runner_counts() };
        let setup = Some(state.setup).filter(|setup| !setup.contests.is_empty());
        Desk {
            id: race.id.clone(),
            race: race.name.clone(),
            date,
            time_zone: race.zone.name(),
            setup,
            setup_version,
            run: state.run,
            entrants,
            keys,
            counts,
            runners: counts.runners,
            timers: field.timer_counts(),
            unknown_total: field.unknown_total(),
            boxes: field.boxes(now),
            clock_change: field.clock_change(),
            box_names: field.box_names(BOX_NAMES),
            missed: field.missed_points(),
            corrections: corrections(&race, field),
            entrant_changes,
            now,
        }
    });
    Ok(Json(desk.await?))
}
