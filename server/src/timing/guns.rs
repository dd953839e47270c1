//! The guns: set one by one or several at once, the marks from which they can be taken, and the time by which devices correct their
//! clocks.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::timing::Setup;
use core_wasm::timing::mark::MarkKind;
use core_wasm::timing::start::{self, GunFrom, GunOrigin, GunSet, GunsRefused, GunsSent, StartMark};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{ByStaff, ByTimer};
use super::setup::{SetupNow, version};
use super::{Timing, words};
use crate::audit::{self, Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract;
use crate::timed::{TimedRace, store};

/// How many marks are listed: the latest ones.
const MARKS: i64 = 200;

/// The server's time.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Now {
    /// Epoch milliseconds.
    now: i64,
}

/// Tell the server's time, by which a device corrects its clock.
#[utoipa::path(get, path = "/clock", tag = "timing", responses((status = 200, body = Now)))]
pub(super) async fn clock(State(timing): State<Timing>) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(Now { now: timing.clock.now_ms() })).into_response()
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
    /// Whether a person has confirmed that this replaces a gun, or that it is on another day than the race.
    #[serde(default)]
    confirmed: bool,
}

/// Set the gun time of a contest or of one of its waves, or remove it with `null`.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/gun",
    tag = "timing",
    security(("session" = ["timer"]), ("timingKey" = [])),
    params(("RaceName" = String, Path)),
    request_body = Gun,
    responses(
        (status = 200, description = "The setup as it stands", body = Setup),
        (status = 400, description = "The contest has waves, and none is named"),
        (status = 404, description = "No such contest or wave"),
        (status = 409, description = "Nobody has confirmed that it replaces a gun (`GUN_STANDS`), or that it is on another day \
            than the race (`GUN_OTHER_DAY`)", body = RefusalWith<SetupNow<'_>>)
    )
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    by: ByStaff,
    extract::Json(Gun { contest, wave, gun, confirmed }): extract::Json<Gun>,
) -> Result<Json<Setup>> {
    let one = GunSet { contest, wave, gun, replaces: None };
    let sent = GunsSent { guns: vec![one], origin: GunOrigin::Hand, press: None, confirmed };
    Ok(Json(set(&timing, &by.race, &by.actor, sent, confirmed).await?))
}

/// The setup after guns were set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GunsTaken {
    setup: Setup,
    /// As in the desk's answer.
    setup_version: String,
}

/// Set the guns of several contests or waves at once: all of them or none.
///
/// A gun that stands is replaced only by a request that names it in `replaces`. Sent again with the same `press`, nothing is set again.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/guns",
    tag = "timing",
    security(("session" = ["timer"]), ("timingKey" = [])),
    params(("RaceName" = String, Path)),
    request_body(
        content = GunsSent,
        example = json!({ "guns": [{ "contest": "10K", "gun": "2027-06-15T08:30:00.250-04:00" },
            { "contest": "Half", "wave": "Second wave", "gun": "2027-06-15T08:30:00.250-04:00" }], "origin": "button", "press": "5f0c" })
    ),
    responses(
        (status = 200, description = "The setup as it stands", body = GunsTaken),
        (status = 400, description = "A gun that cannot be read, no gun at all, or a contest with waves of which none is named"),
        (status = 404, description = "No such contest or wave"),
        (status = 409, description = "Another gun stands (`GUN_STANDS`), or a gun is on another day than the race and nobody has \
            confirmed it (`GUN_OTHER_DAY`)", body = RefusalWith<SetupNow<'_>>)
    )
)]
pub(super) async fn post(
    State(timing): State<Timing>,
    by: ByStaff,
    extract::Json(sent): extract::Json<GunsSent>,
) -> Result<Json<GunsTaken>> {
    let setup = set(&timing, &by.race, &by.actor, sent, false).await?;
    Ok(Json(GunsTaken { setup_version: version(&setup)?, setup }))
}

/// Sets guns, and tells the boards.
async fn set(timing: &Timing, race: &TimedRace, actor: &Actor, sent: GunsSent, replace: bool) -> Result<Setup> {
    let setup = write(&timing.db, race, actor, sent, replace, timing.clock.now_ms()).await?;
    timing.boards.changed(&race.id);
    Ok(setup)
}

/// Sets guns in one transaction; `replace` sets them whatever guns stand.
async fn write(db: &Db, race: &TimedRace, actor: &Actor, sent: GunsSent, replace: bool, now: i64) -> Result<Setup> {
    let (race, actor) = (race.clone(), actor.clone());
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let store::State { setup: old, run, .. } = store::state(tx, &race.id)?;
        if let Some(press) = &sent.press
            && is_known(tx, &race.id, press)?
        {
            return Ok(old);
        }
        let mut sent = sent.clone();
        if replace {
            for gun in &mut sent.guns {
                gun.replaces = start::standing(&old, &gun.contest, gun.wave.as_deref());
            }
        }
        let new = start::set_guns(&old, &sent, race.date, race.zone).map_err(|refused| refusal(refused, &old))?;
        if new != old {
            store::save(tx, &race.id, &new, run, now)?;
            audit::record(tx, now, &actor, Event::TimingGunSet, race.about(), &old, &new)?;
        }
        for from in start::from(&new, &sent) {
            tx.execute(
                "INSERT INTO timing_guns (race_id, contest, wave, gun_ms, origin, press, set_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (race_id, press, contest, wave) DO NOTHING",
                params![race.id, from.contest, from.wave, from.gun, sent.origin.word(), sent.press, now],
            )?;
        }
        Ok(new)
    })
    .await
}

/// Whether the guns of this press were set before.
fn is_known(tx: &Tx<'_>, race_id: &str, press: &str) -> Result<bool> {
    let sql = "SELECT id FROM timing_guns WHERE race_id = $1 AND press = $2 LIMIT 1";
    Ok(tx.query_opt(sql, params![race_id, press], |row| row.get::<i64>(0))?.is_some())
}

/// The answer to guns that are not set.
fn refusal(refused: GunsRefused, present: &Setup) -> Error {
    let conflict = |code: &'static str, text: String| {
        let refusal = Error::refused(StatusCode::CONFLICT, code, text);
        match version(present) {
            Ok(setup_version) => refusal.with(&SetupNow { setup: present, setup_version }).unwrap_or_else(|error| error),
            Err(error) => error,
        }
    };
    match refused {
        GunsRefused::Unknown(words) => Error::say(StatusCode::NOT_FOUND, words),
        GunsRefused::Bad(words) => Error::say(StatusCode::BAD_REQUEST, words),
        GunsRefused::Problems(problems) => problems.into(),
        GunsRefused::Stands(text) => conflict(words::GUN_STANDS, text),
        GunsRefused::OtherDay(text) => conflict(words::GUN_OTHER_DAY, text),
    }
}

/// The marks of a race's boxes from which a gun can be taken.
#[derive(Serialize, ToSchema)]
pub(super) struct Marks {
    /// The latest two hundred guns and buttons of the current run.
    marks: Vec<StartMark>,
    /// Where the guns came from that were set by a button or from a mark.
    from: Vec<GunFrom>,
}

/// List the guns and pressed buttons that the boxes have sent, and where the guns of the setup came from.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/marks",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Marks))
)]
pub(super) async fn marks(State(timing): State<Timing>, ByTimer { race, .. }: ByTimer) -> Result<Json<Marks>> {
    let read = move |tx: &Tx<'_>| {
        let store::State { setup, run, .. } = store::state(tx, &race.id)?;
        let marks = tx.query_all(
            "SELECT id, kind, time_ms, mat, source, detail FROM timing_marks
             WHERE race_id = $1 AND run = $2 AND kind IN ('gun', 'button') ORDER BY id DESC LIMIT $3",
            params![race.id, run, MARKS],
            |row| {
                let kind = MarkKind::parse(&row.get::<String>(1)?);
                Ok(StartMark {
                    id: row.get(0)?,
                    kind,
                    time: row.get(2)?,
                    mat: row.get(3)?,
                    source: row.get(4)?,
                    detail: row.get(5)?,
                })
            },
        )?;
        let mut from = Vec::new();
        for gun in start::standing_guns(&setup) {
            let origin = tx.query_opt(
                "SELECT origin FROM timing_guns WHERE race_id = $1 AND gun_ms = $2 AND contest = $3 AND wave = $4 ORDER BY id DESC LIMIT 1",
                params![race.id, gun.gun, gun.contest, gun.wave],
                |row| row.get::<String>(0),
            )?;
            from.extend(origin.map(|origin| GunFrom { origin: GunOrigin::parse(&origin), ..gun }));
        }
        Ok(Marks { marks, from })
    };
    Ok(Json(timing.db.read(read).await?))
}
