//! Entrants, and the statuses (DNF, DQ, DNS) that people set.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use core_wasm::timing::entrants::{EntrantList, parse_csv, parse_json};
use core_wasm::timing::plan::{Plan, plan};
use core_wasm::timing::{Entrant, Override, desk, formats};
use serde::{Deserialize, Serialize};

use utoipa::ToSchema;

use super::Timing;
use super::access::ByStaff;
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{self, Path, Query};
use crate::http::unread::Reservation;
use crate::timed::{TimedRace, store};
use crate::words as http_words;

/// The estimated size of an entrant in an answer, in bytes.
const ENTRANT_BYTES: usize = 256;
/// The answer to a list is estimated at this many times the size of the list: in the answer every field has its name.
const PLAN_FACTOR: usize = 4;

/// List the entrants. An administrator gets all fields, a timing key only bib, chip, contest and wave.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/entrants",
    tag = "timing",
    security(("session" = ["admin"]), ("timingKey" = [])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Vec<Entrant>))
)]
pub(super) async fn list(State(timing): State<Timing>, by: ByStaff) -> Result<Response> {
    let id = by.race.id.clone();
    let count = "SELECT count(*) FROM timing_entrants WHERE race_id = $1";
    let count = timing.db.read(move |tx| tx.query_one(count, params![id], |row| row.get::<u32>(0))).await?;
    let reservation = timing.unread.reserve(count as usize * ENTRANT_BYTES).await?;
    let make = move |tx: &Tx<'_>| {
        let mut entrants = store::entrants(tx, &by.race.id)?;
        if by.is_box {
            entrants = entrants.into_iter().map(Entrant::for_boxes).collect();
        }
        Ok((serde_json::to_vec(&entrants)?, reservation.clone()))
    };
    Ok(json_response(timing.db.read_long(make).await?))
}

/// Turns serialized JSON and its reservation into an answer.
fn json_response((json, reservation): (Vec<u8>, Reservation)) -> Response {
    (Extension(reservation), [(header::CONTENT_TYPE, formats::JSON)], json).into_response()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Options {
    #[serde(default)]
    dry_run: bool,
}

/// What a list changed, or would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListOutcome)]
struct Outcome {
    /// Whether nothing was changed.
    dry_run: bool,
    /// A sentence with the counts.
    summary: String,
    #[serde(flatten)]
    plan: Plan,
}

/// Add and correct entrants from a list; entrants that are not on it stay.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/entrants",
    tag = "timing",
    security(("session" = ["admin"]), ("timingKey" = [])),
    params(
        ("RaceName" = String, Path),
        ("dryRun" = Option<bool>, Query, description = "true: answer what would change, and change nothing")
    ),
    request_body(
        description = "text/csv with a header line (bib, firstname, lastname, gender, dob or age, contest, chip, wave, email, team, in any \
            order and case; bib is needed), or application/json with an array of the same fields",
        content = Vec<Entrant>,
        example = json!([{ "bib": "1234", "firstname": "Ada", "lastname": "Byron", "gender": "f", "dob": "1990-12-10", "contest": "10K",
            "chip": "A1234", "wave": "1", "email": "ada@example.com", "team": "Engines" }])
    ),
    responses((status = 200, description = "What changed, or would", body = Outcome))
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    by: ByStaff,
    Query(options): Query<Options>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let parse = match kind.split(';').next().unwrap_or_default().trim() {
        formats::CSV => parse_csv,
        formats::JSON => parse_json,
        _ => return Err(Error::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, http_words::MEDIA_TYPE)),
    };
    let reservation = timing.unread.reserve(body.len() * PLAN_FACTOR).await?;
    let ByStaff { race, actor, is_box } = by;
    let (now, dry_run) = (timing.clock.now_ms(), options.dry_run);
    // The job holds the reservation, so that it lasts even when the client disconnects.
    let write = move |plan: Plan| -> Result<(Vec<u8>, Reservation)> {
        let plan = if is_box { plan.for_boxes() } else { plan };
        Ok((serde_json::to_vec(&Outcome { dry_run, summary: plan.summary(), plan })?, reservation.clone()))
    };
    if dry_run {
        let work = move |tx: &Tx<'_>| write(make_plan(tx, &race, &parse(&body)?, now)?);
        return Ok(json_response(timing.db.read_long(work).await?));
    }
    let list = timing.parser.run(move |()| parse(&body)).await??;
    let plan = put_list(&timing.db, &race, &actor, list, now).await?;
    timing.boards.changed(&race.id);
    Ok(json_response(timing.parser.run(move |()| write(plan)).await??))
}

/// Finds what a list changes, and changes it. The caller has to report the change to the boards.
pub(crate) async fn put_list(db: &Db, race: &TimedRace, actor: &Actor, list: EntrantList, now: i64) -> Result<Plan> {
    let (race, actor) = (race.clone(), actor.clone());
    let change = move |tx: &Tx<'_>| {
        store::lock(tx, &race.id, now)?;
        let plan = make_plan(tx, &race, &list, now)?;
        if plan.added.len() + plan.changed.len() > 0 {
            save(tx, &race, &actor, &plan, now)?;
        }
        Ok(plan)
    };
    db.write(change).await
}

fn make_plan(tx: &Tx<'_>, race: &TimedRace, list: &EntrantList, now: i64) -> Result<Plan> {
    let setup = store::state(tx, &race.id)?.setup;
    Ok(plan(&store::entrants(tx, &race.id)?, list, &setup, race.date_or(now)))
}

fn save(tx: &Tx<'_>, race: &TimedRace, actor: &Actor, plan: &Plan, now: i64) -> Result<()> {
    for entrant in plan.added.iter().chain(plan.changed.iter().map(|change| &change.after)) {
        tx.execute(
            "INSERT INTO timing_entrants (race_id, bib, entrant, updated_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (race_id, bib) DO UPDATE SET entrant = excluded.entrant, updated_at = excluded.updated_at",
            params![race.id, entrant.bib, serde_json::to_string(entrant)?, now],
        )?;
    }
    store::touch(tx, &race.id, now)?;
    audit::record(tx, now, actor, Event::TimingEntrantsPut, race.about(), &NOTHING, &plan.facts())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewStatus {
    /// Null removes it.
    #[schema(value_type = Option<Override>, required)]
    status: Option<String>,
}

/// The status of a runner that a person has set.
#[derive(Serialize, ToSchema)]
pub(super) struct SetStatus {
    bib: String,
    /// Null when there is none.
    #[schema(required)]
    status: Option<Override>,
}

/// Set a runner's DNF, DQ or DNS, or remove it with `null`. The runner need not be an entrant.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/entrants/{bib}/status",
    tag = "timing",
    security(("session" = ["admin"]), ("timingKey" = [])),
    params(("RaceName" = String, Path), ("bib" = String, Path)),
    request_body = NewStatus,
    responses((status = 200, body = SetStatus))
)]
pub(super) async fn status(
    State(timing): State<Timing>,
    ByStaff { race, actor, .. }: ByStaff,
    Path((_race, bib)): Path<(String, String)>,
    extract::Json(NewStatus { status }): extract::Json<NewStatus>,
) -> Result<Json<SetStatus>> {
    let refused = |words| Error::say(StatusCode::BAD_REQUEST, words);
    let status = desk::status(status.as_deref()).map_err(refused)?;
    let bib = desk::bib(&bib).map_err(refused)?;
    let (now, id) = (timing.clock.now_ms(), race.id.clone());
    let answer = SetStatus { bib: bib.clone(), status };
    timing.db
        .write(move |tx| {
            let run = store::lock(tx, &race.id, now)?;
            let old = store::statuses(tx, &race.id, run)?.get(&bib).copied();
            if old == status {
                return Ok(());
            }
            match status {
                Some(status) => tx.execute(
                    "INSERT INTO timing_statuses (race_id, run, bib, status, set_at, set_by) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (race_id, run, bib) DO UPDATE SET status = excluded.status, set_at = excluded.set_at, set_by = excluded.set_by",
                    params![race.id, run, bib, status.word(), now, actor.id.to_string()],
                )?,
                None => tx.execute(
                    "DELETE FROM timing_statuses WHERE race_id = $1 AND run = $2 AND bib = $3",
                    params![race.id, run, bib],
                )?,
            };
            store::touch(tx, &race.id, now)?;
            let set = |status| SetStatus { bib: bib.clone(), status };
            audit::record(tx, now, &actor, Event::TimingStatusSet, race.about(), &set(old), &set(status))
        })
        .await?;
    timing.boards.changed(&id);
    Ok(Json(answer))
}
