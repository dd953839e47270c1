//! Corrections: what people decide about the times of a race, and a runner's page at the timing desk.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::dates::Tz;
use core_wasm::error::Problems;
use core_wasm::timing::correction::{self, Asked, ReadRef};
use core_wasm::timing::engine::{Field, RunnerPage};
use core_wasm::timing::{Correction, Decision, Override, desk};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{ByStaff, ByTimer};
use super::window::Window;
use super::{Timing, words};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{self, Path, Query};
use crate::timed::{TimedRace, store};

/// The number of corrections on a runner's page.
const ABOUT: usize = 100;
/// The number of bibs that are recorded of one correction.
const RECORDED_BIBS: usize = 20;

/// A correction that was stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Stored {
    /// By which it is taken back.
    id: i64,
    /// What was decided, in words.
    text: String,
    /// The runner's name; absent when the correction is not about one runner, or nobody has the bib.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// A correction in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CorrectionEntry)]
pub(super) struct Entry {
    /// Its number: later corrections have higher ones.
    id: i64,
    /// The word of its kind; `takeBack` for one that takes back another.
    kind: &'static str,
    /// What was decided, in words.
    text: String,
    /// Why.
    reason: String,
    /// When, in epoch milliseconds.
    at: i64,
    /// The name of the person, or the label of the key.
    by: String,
    /// The first bibs that it names.
    bibs: Vec<String>,
    /// Whether it counts: no other that counts takes it back.
    counts: bool,
    /// The correction that it takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes_back: Option<i64>,
}

/// A part of the corrections, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Corrections)]
pub(super) struct List {
    /// How many there are in the whole list.
    total: usize,
    /// Those from the offset on.
    corrections: Vec<Entry>,
}

/// A runner's page, with the corrections about the runner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunnerAnswer)]
pub(super) struct Runner {
    #[serde(flatten)]
    page: RunnerPage,
    /// The newest first.
    corrections: Vec<Entry>,
}

/// A row of the table, before its words are written.
struct Line {
    id: i64,
    decision: Decision,
    taken_back: Option<Decision>,
    reason: String,
    at: i64,
    by: String,
}

impl Line {
    fn is_found(&self, search: &str, zone: Tz) -> bool {
        correction::finds(search, &self.decision, self.taken_back.as_ref(), &self.reason, &self.by, zone)
    }

    fn entry(self, race: &TimedRace, field: &Field) -> Entry {
        Entry {
            id: self.id,
            kind: self.decision.kind(),
            text: correction::summary(&self.decision, self.taken_back.as_ref(), race.zone, race.date),
            reason: self.reason,
            at: self.at,
            by: self.by,
            bibs: self.decision.bibs().iter().take(RECORDED_BIBS).cloned().collect(),
            counts: field.correction_counts(self.id),
            takes_back: self.decision.takes_back(),
        }
    }
}

/// Returns a correction from its number, decision, the decision that it takes back, reason, time and author.
fn line(row: &Row<'_>) -> Result<Line> {
    let read = |text: String| serde_json::from_str::<Decision>(&text);
    Ok(Line {
        id: row.get(0)?,
        decision: read(row.get(1)?)?,
        taken_back: row.get::<Option<String>>(2)?.map(read).transpose()?,
        reason: row.get(3)?,
        at: row.get(4)?,
        by: row.get(5)?,
    })
}

/// The corrections of a race's present run, the newest first: at most `count` from `offset` on.
fn newest(tx: &Tx<'_>, race_id: &str, run: i64, offset: usize, count: usize) -> Result<Vec<Line>> {
    let [count, offset] = [count, offset].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    tx.query_all(
        "SELECT c.id, c.decision, t.decision, c.reason, c.made_at, coalesce(
           (SELECT username FROM users WHERE id = substr(c.made_by, 6)),
           (SELECT label FROM timing_keys WHERE id = substr(c.made_by, 5)), c.made_by)
         FROM timing_corrections c LEFT JOIN timing_corrections t ON t.id = c.takes_back
         WHERE c.race_id = $1 AND c.run = $2 ORDER BY c.id DESC LIMIT $3 OFFSET $4",
        params![race_id, run, count, offset],
        line,
    )
}

/// The newest corrections, for the desk's answer.
pub(super) fn latest(tx: &Tx<'_>, race_id: &str, count: usize) -> Result<impl FnOnce(&TimedRace, &Field) -> Vec<Entry> + use<>> {
    let lines = newest(tx, race_id, store::state(tx, race_id)?.run, 0, count)?;
    Ok(move |race: &TimedRace, field: &Field| lines.into_iter().map(|line| line.entry(race, field)).collect())
}

/// The query of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Listed {
    search: String,
    offset: usize,
    count: Option<usize>,
}

/// List the corrections of the present run, the newest first.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/corrections",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("search" = Option<String>, Query, description = "The beginning of a bib or a chip, or words of what was decided, why and by whom"),
        ("offset" = Option<usize>, Query, description = "How many corrections are left out before the first"),
        ("count" = Option<usize>, Query, description = "At most this many corrections; 50 when absent, 500 at most")
    ),
    responses((status = 200, body = List))
)]
pub(super) async fn list(
    State(timing): State<Timing>,
    ByTimer { race, .. }: ByTimer,
    Query(Listed { search, offset, count }): Query<Listed>,
) -> Result<Json<List>> {
    let (id, zone) = (race.id.clone(), race.zone);
    let Window { offset, count } = Window::new(offset, count);
    let is_whole = search.trim().is_empty();
    let find = move |tx: &Tx<'_>| {
        let run = store::state(tx, &id)?.run;
        if is_whole {
            let sql = "SELECT count(*) FROM timing_corrections WHERE race_id = $1 AND run = $2";
            let total = tx.query_one(sql, params![id, run], |row| row.get::<u32>(0))?;
            return Ok((total as usize, newest(tx, &id, run, offset, count)?));
        }
        let mut found = newest(tx, &id, run, 0, usize::MAX)?;
        found.retain(|line| line.is_found(&search, zone));
        Ok((found.len(), found.into_iter().skip(offset).take(count).collect()))
    };
    // A search reads every correction of the run.
    let (total, lines): (usize, Vec<Line>) =
        if is_whole { timing.db.read(find).await? } else { timing.db.read_long(find).await? };
    let id = race.id.clone();
    let entries = move |field: &Field| lines.into_iter().map(|line| line.entry(&race, field)).collect();
    Ok(Json(List { total, corrections: timing.boards.read_fresh_field(&id, entries).await? }))
}

/// Show every read of a runner and what became of it, the times that follow, and the corrections about the runner.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/runners/{bib}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("bib" = String, Path, description = "A bib, or a chip that nobody has")),
    responses((status = 200, body = Runner), (status = 404, description = "No runner and no read has it"))
)]
pub(super) async fn runner(
    State(timing): State<Timing>,
    ByTimer { race, .. }: ByTimer,
    Path((_race, bib)): Path<(String, String)>,
) -> Result<Json<Runner>> {
    let page = move |field: &Field| Some((field.runner(&bib)?, field.corrections_about(&bib, ABOUT)));
    let found = timing.boards.read_fresh_field(&race.id, page).await?;
    let (page, ids) = found.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_RUNNER))?;
    let id = race.id.clone();
    let read = move |tx: &Tx<'_>| {
        let sql = "SELECT c.id, c.decision, t.decision, c.reason, c.made_at, coalesce(
           (SELECT username FROM users WHERE id = substr(c.made_by, 6)),
           (SELECT label FROM timing_keys WHERE id = substr(c.made_by, 5)), c.made_by)
         FROM timing_corrections c LEFT JOIN timing_corrections t ON t.id = c.takes_back
         WHERE c.id = $1 AND c.race_id = $2";
        let lines = ids.iter().map(|correction| tx.query_opt(sql, params![*correction, id], line));
        lines.filter_map(Result::transpose).collect::<Result<Vec<_>>>()
    };
    let lines = timing.db.read(read).await?;
    let id = race.id.clone();
    let entries = move |field: &Field| lines.into_iter().map(|line| line.entry(&race, field)).collect();
    Ok(Json(Runner { page, corrections: timing.boards.read_fresh_field(&id, entries).await? }))
}

/// Correct times. The correction is kept beside the reads and applied when standings are derived.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/corrections",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body(content = Asked, example = json!({ "kind": "add", "bib": "1234", "mat": "FINISH", "time": "2027-06-15T10:12:05.300-04:00", "reason": "Seen at the line" })),
    responses(
        (status = 201, description = "It counts", body = Stored),
        (status = 200, description = "It was stored before", body = Stored),
        (status = 400, description = "What is wrong with which field"),
        (status = 404, description = "No such read"),
        (status = 409, description = "Another correction was sent with this key")
    )
)]
pub(super) async fn post(
    State(timing): State<Timing>,
    by: ByTimer,
    extract::Json(asked): extract::Json<Asked>,
) -> Result<(StatusCode, Json<Stored>)> {
    let (decision, reason) = asked.decision()?;
    let key = asked.key;
    let (race_id, sent) = (by.race.id.clone(), key.clone());
    let (decision, before) = timing
        .db
        .read(move |tx| {
            let run = store::state(tx, &race_id)?.run;
            let before = match &sent {
                Some(key) => store::correction_sent(tx, &race_id, run, key)?,
                None => None,
            };
            Ok((with_read(tx, &race_id, run, decision.clone())?, before))
        })
        .await?;
    let (status, Correction { id, decision }) = match before {
        Some(before) if decision.asks_for(&before.decision) => (StatusCode::OK, before),
        Some(_) => return Err(Error::say(StatusCode::CONFLICT, words::CORRECTION_KEY_USED)),
        None => {
            let complete = move |field: &Field| field.complete(decision.clone()).map(|completed| Some((None, completed)));
            let written = derive_and_add(&timing, &by.race, &by.actor, complete, reason, key).await?;
            (StatusCode::CREATED, written.ok_or_else(Error::busy)?)
        }
    };
    let bib = match decision.bibs() {
        [bib] => Some(bib.clone()),
        _ => None,
    };
    let text = correction::summary(&decision, None, by.race.zone, by.race.date);
    let may_come_later = matches!(decision, Decision::Add { .. } | Decision::Chip { .. });
    let unknown = bib.as_deref().filter(|_| may_come_later).map(desk::bib_unknown);
    let name = timing.boards.read_fresh_field(&by.race.id, move |field| field.name_of(&bib?)).await?;
    // What is kept for a bib that comes later says so.
    let text = match unknown.filter(|_| name.is_none() && status == StatusCode::CREATED) {
        Some(unknown) => format!("{text}. {unknown}"),
        None => text,
    };
    Ok((status, Json(Stored { id, text, name })))
}

/// The decision with the row of its read.
fn with_read(tx: &Tx<'_>, race_id: &str, run: i64, mut decision: Decision) -> Result<Decision> {
    if let Decision::Void { read } | Decision::Restore { read } | Decision::Retime { read, .. } = &mut decision {
        let stored = store::read_of(tx, race_id, run, &read.id)?;
        let stored = stored.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_READ))?;
        *read = ReadRef::of(&stored);
    }
    Ok(decision)
}

/// What is recorded of a correction.
#[derive(Serialize)]
struct Facts<'a> {
    correction: i64,
    kind: &'a str,
    bibs: &'a [String],
    /// The status that is set; absent in corrections of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Option<Override>>,
}

/// A decision that the field has completed, with the status that it replaces.
type Completed = (Option<SetStatus>, Decision);

/// Lets the field complete a decision, and adds it to the present run: done again where the race's timing has changed in between, in whichever
/// copy of the program. `None` when there is nothing to decide.
async fn derive_and_add(
    timing: &Timing,
    race: &TimedRace,
    actor: &Actor,
    complete: impl Fn(&Field) -> Result<Option<Completed>, Problems> + Clone + Send + 'static,
    reason: String,
    key: Option<String>,
) -> Result<Option<Correction>> {
    for _ in 0..store::DERIVED_AGAIN {
        let (completed, basis) = timing.boards.derive(&race.id, complete.clone()).await?;
        let Some(completed) = completed? else { return Ok(None) };
        if let Some(written) = add(timing, race, actor, (completed, basis), reason.clone(), key.clone()).await? {
            timing.boards.changed(&race.id);
            return Ok(Some(written));
        }
    }
    Err(Error::busy())
}

/// Adds a correction to the present run; `None` when the race's timing is not what it was completed by any more. One with a key that was stored
/// meanwhile is not added again.
async fn add(
    timing: &Timing,
    race: &TimedRace,
    actor: &Actor,
    ((old, decision), basis): (Completed, store::Basis),
    reason: String,
    key: Option<String>,
) -> Result<Option<Correction>> {
    let (race, actor, now) = (race.clone(), actor.clone(), timing.clock.now_ms());
    let event = if matches!(decision, Decision::Status { .. }) { Event::TimingStatusSet } else { Event::TimingCorrected };
    timing
        .db
        .write(move |tx| {
            let run = store::lock(tx, &race.id, now)?;
            if let Some(key) = &key
                && let Some(before) = store::correction_sent(tx, &race.id, run, key)?
            {
                return Ok(Some(before));
            }
            if !basis.holds(tx, &race.id, |other| decision.may_depend_on(other))? {
                return Ok(None);
            }
            let id = store::add_correction(tx, &race.id, run, &decision, &reason, &actor, key.as_deref(), now)?;
            let bibs = decision.bibs();
            let status = match &decision {
                Decision::Status { status, .. } => Some(*status),
                _ => None,
            };
            let bibs = bibs.get(..bibs.len().min(RECORDED_BIBS)).unwrap_or_default();
            let facts = Facts { correction: id, kind: decision.kind(), bibs, status };
            audit::record(tx, now, &actor, event, race.about(), &old, &facts)?;
            Ok(Some(Correction { id, decision: decision.clone() }))
        })
        .await
}

/// The query of taking back.
#[derive(Debug, Deserialize)]
pub(super) struct Why {
    reason: Option<String>,
}

/// Take back a correction. Taking back the row that this adds makes the correction count again.
#[utoipa::path(
    delete,
    path = "/timing/{RaceName}/corrections/{id}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("id" = i64, Path), ("reason" = Option<String>, Query)),
    responses(
        (status = 200, description = "The row that takes it back", body = Stored),
        (status = 404, description = "No such correction"),
        (status = 409, description = "It was taken back before")
    )
)]
pub(super) async fn take_back(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, id)): Path<(String, i64)>,
    Query(Why { reason }): Query<Why>,
) -> Result<Json<Stored>> {
    let reason = reason.unwrap_or_else(|| correction::usual_reason("takeBack").to_owned());
    let reason =
        Asked::reason(&reason).map_err(|problem| Error::refused(StatusCode::BAD_REQUEST, problem.code, problem.message))?;
    let now = timing.clock.now_ms();
    let race_id = race.id.clone();
    let (id, text) = timing
        .db
        .write(move |tx| {
            let run = store::lock(tx, &race.id, now)?;
            let target = store::correction(tx, &race.id, run, id)?;
            let target = target.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CORRECTION))?;
            if !correction::counts(id, &store::taken_back(tx, &race.id, run)?) {
                return Err(Error::say(StatusCode::CONFLICT, words::TAKEN_BACK));
            }
            let decision = Decision::TakeBack { correction: id };
            let row = store::add_correction(tx, &race.id, run, &decision, &reason, &actor, None, now)?;
            let facts = Facts { correction: id, kind: target.kind(), bibs: &[], status: None };
            audit::record(tx, now, &actor, Event::TimingCorrectionUndone, race.about(), &facts, &NOTHING)?;
            Ok((row, correction::summary(&decision, Some(&target), race.zone, race.date)))
        })
        .await?;
    timing.boards.changed(&race_id);
    Ok(Json(Stored { id, text, name: None }))
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

/// Set a runner's DNF, DQ or DNS, or remove it with `null`: a correction with the usual reason.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/entrants/{bib}/status",
    tag = "timing",
    security(("session" = ["timer"]), ("timingKey" = [])),
    params(("RaceName" = String, Path), ("bib" = String, Path)),
    request_body = NewStatus,
    responses((status = 200, body = SetStatus), (status = 400, description = "Nobody has the bib, or there is no such status"))
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
    let decision = Decision::Status { bibs: vec![bib.clone()], status };
    let reason = correction::usual_reason(decision.kind()).to_owned();
    let set = bib.clone();
    let complete = move |field: &Field| {
        let old = field.set_status(&set);
        let is_other = old != status;
        is_other.then(|| Ok((Some(SetStatus { bib: set.clone(), status: old }), field.complete(decision.clone())?))).transpose()
    };
    derive_and_add(&timing, &race, &actor, complete, reason, None).await?;
    Ok(Json(SetStatus { bib, status }))
}
