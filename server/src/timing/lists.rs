//! Lists of entrants: what one would change, the pages of that preview, and applying it.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use core_wasm::timing::entrants::{DateOrder, EntrantList, ListColumn, Options, SUBJECT, Table, columns};
use core_wasm::timing::formats;
use core_wasm::timing::history;
use core_wasm::timing::plan::{ChangeFacts, EntrantChange, Plan, plan};
use core_wasm::timing::preview::{LineCounts, ListLine, ListPage, ListWarning, PageQuery, Show};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{ByStaff, ByTimer};
use super::changes::{self, Change, Kind};
use super::planned::{Basis, Planned, Upload};
use super::{Timing, words};
use crate::audit::{Actor, Event};
use crate::db::{Db, Tx, params};
use crate::error::{Error, OrNotFound, Result};
use crate::http::extract::{Path, Query};
use crate::http::unread::{csv_response, json_response};
use crate::ids::{new_id, sha256};
use crate::timed::{TimedRace, store};
use crate::{words as http_words, workbook};

/// The refused lines of a list are estimated at this many times the size of the list: each has its reason.
const REFUSED_FACTOR: usize = 4;
/// The estimated size of a page of a preview, in bytes.
const PAGE_BYTES: usize = 500 * 1024;

/// A list of entrants as it was sent, with what a person said about it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SentList {
    /// Its content type, without parameters.
    pub kind: String,
    /// The file.
    #[serde(skip)]
    pub body: Bytes,
    /// What its columns are, in their order: `bib,firstname,-`.
    pub columns: Option<String>,
    /// How its dates of birth begin.
    pub dates: Option<DateOrder>,
    /// The name of its file, if it has one.
    pub name: Option<String>,
}

/// The content type of a list in a file of this name.
pub(crate) fn kind_of(file: &std::path::Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase().as_str() {
        "json" => formats::JSON,
        "xlsx" => workbook::XLSX,
        _ => formats::CSV,
    }
}

impl SentList {
    /// Reads the list and finds what it would change now.
    fn plan(&self, tx: &Tx<'_>, race: &TimedRace, now: i64) -> Result<Planned> {
        let basis = basis(tx, race, now)?;
        let (list, _) = self.read(tx, race, now)?;
        let plan = make_plan(tx, race, &list, now)?;
        Ok(Planned { basis, list, plan })
    }

    /// Reads the list, with what was said about lists with the same columns before.
    fn read(&self, tx: &Tx<'_>, race: &TimedRace, now: i64) -> Result<(EntrantList, String)> {
        let table = match self.kind.as_str() {
            workbook::XLSX => workbook::table(&self.body, &SUBJECT)?,
            kind => Table::parse(kind, &self.body, &SUBJECT)?,
        };
        let shape = sha256(table.shape());
        let remembered = "SELECT columns FROM entrant_list_columns WHERE race_id = $1 AND shape = $2";
        let said = match &self.columns {
            Some(said) => Some(said.clone()),
            None => tx.query_opt(remembered, params![race.id, shape], |row| row.get(0))?,
        };
        let said = said.as_deref().map(columns::parse).transpose()?;
        let setup = store::state(tx, &race.id)?.setup;
        let options = Options { setup: &setup, race_day: race.date_or(now), columns: said.as_deref(), dates: self.dates };
        Ok((table.read(&options)?, shape))
    }
}

/// The query of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Asked {
    dry_run: bool,
    columns: Option<String>,
    dates: Option<DateOrder>,
    version: Option<String>,
    name: Option<String>,
}

/// The query of a page of a preview.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PageOf {
    show: Show,
    q: String,
    offset: usize,
    limit: usize,
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
    counts: LineCounts,
    /// What a person should know before the list is applied, the gravest first: what it would empty, whom it would move to another
    /// contest, what it could not read.
    warnings: Vec<ListWarning>,
    /// What its columns were read as.
    columns: Vec<ListColumn>,
    /// Sent back as `?version=` to apply exactly this; null for a timing key.
    #[schema(required)]
    version: Option<String>,
    /// By which further pages of a dry run are got; null for a timing key.
    #[schema(required)]
    preview: Option<String>,
    /// The first lines, each with what becomes of it.
    lines: Vec<ListLine>,
}

/// Add and correct entrants from a list. It changes only the columns that it has; entrants that are not on it stay.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/entrants",
    tag = "timing",
    security(("session" = ["timer"]), ("timingKey" = [])),
    params(
        ("RaceName" = String, Path),
        ("dryRun" = Option<bool>, Query, description = "true: answer what would change, and change nothing"),
        ("columns" = Option<String>, Query, description = "What the list's columns are, in their order, separated by commas: a field, `name` \
            for first and last name in one, `-` to leave it out. It is remembered for lists with the same columns"),
        ("dates" = inline(Option<DateOrder>), Query, description = "How dates of birth in numbers begin, where the list alone does not tell"),
        ("version" = Option<String>, Query, description = "The `version` of a dry run: refused where the list would change something else by now"),
        ("name" = Option<String>, Query, description = "The name of the list's file, shown with the change")
    ),
    request_body(
        description = "text/csv with a line of column names (bib, firstname, lastname or name, gender, dob or age, contest, chip, wave, email, \
            team, in any order and under the names that registration systems use; bib is needed), in UTF-8, UTF-16 or Windows-1252, separated by \
            commas, semicolons or tabs; or an .xlsx workbook; or application/json with an array of the same fields",
        content = Vec<core_wasm::timing::Entrant>,
        example = json!([{ "bib": "1234", "firstname": "Ada", "lastname": "Byron", "gender": "f", "dob": "1990-12-10", "contest": "10K",
            "chip": "A1234", "wave": "1", "email": "ada@example.com", "team": "Engines" }])
    ),
    responses(
        (status = 200, description = "What changed, or would", body = Outcome),
        (status = 400, description = "The list can't be read, or a person has to say first what its columns are"),
        (status = 409, description = "The list would change something else than in its dry run")
    )
)]
pub(super) async fn put(
    State(timing): State<Timing>,
    by: ByStaff,
    Query(options): Query<Asked>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_owned();
    if ![formats::CSV, formats::JSON, workbook::XLSX].contains(&kind.as_str()) {
        return Err(Error::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, http_words::MEDIA_TYPE));
    }
    let Asked { dry_run, columns, dates, version, name } = options;
    let sent = SentList { kind, body, columns, dates, name };
    let ByStaff { race, actor, is_box } = by;
    let now = timing.clock.now_ms();
    let reservation = timing.unread.reserve(PAGE_BYTES).await?;
    // The jobs hold the reservation, so that it lasts even when the client disconnects.
    let held = reservation.clone();
    let answer = move |list: &EntrantList, plan: &Plan, version: String, preview: Option<String>| -> Result<Vec<u8>> {
        let seen = is_box.then(|| plan.clone().for_boxes());
        let plan = seen.as_ref().unwrap_or(plan);
        let counts = plan.counts();
        let answer = Outcome {
            dry_run,
            summary: counts.summary(),
            counts,
            warnings: plan.warnings(list),
            columns: list.columns.clone(),
            // What it is made from has personal data, which a box could guess by it.
            version: (!is_box).then_some(version),
            preview,
            lines: plan.page(&PageQuery::default()).lines,
        };
        Ok(serde_json::to_vec(&answer)?)
    };
    if dry_run {
        let preview = (!is_box).then(new_id);
        let (id, race_id, list) = (preview.clone(), race.id.clone(), sent.clone());
        let work = move |tx: &Tx<'_>| {
            let _held = &held;
            let planned = sent.plan(tx, &race, now)?;
            let version = version_of(&planned.plan)?;
            Ok((answer(&planned.list, &planned.plan, version, preview.clone())?, planned))
        };
        let (made, planned) = timing.db.read_long(work).await?;
        if let Some(id) = id {
            timing.previews.keep(id, Upload { race_id, list, planned: Some(Arc::new(planned)) }).await?;
        }
        return Ok(json_response(made, reservation));
    }
    let (list, plan) = put_list(&timing.db, &race, &actor, sent, version, now).await?;
    timing.boards.changed(&race.id);
    let make = move |(): &mut ()| {
        let _held = &held;
        answer(&list, &plan, version_of(&plan)?, None)
    };
    Ok(json_response(timing.parser.run(make).await??, reservation))
}

/// Finds what a list changes, and changes it. The caller has to report the change to the boards.
///
/// # Errors
/// 400 when the list can't be read or has columns of which nobody has said what they are; 409 when it would change something else
/// than in its dry run of this version.
pub(crate) async fn put_list(
    db: &Db,
    race: &TimedRace,
    actor: &Actor,
    sent: SentList,
    version: Option<String>,
    now: i64,
) -> Result<(EntrantList, Plan)> {
    let (race, actor, said, file) = (race.clone(), actor.clone(), sent.columns.clone(), sent.name.clone());
    let reading = race.clone();
    // Reading the file takes long: it is done before the transaction that changes the entrants.
    let (list, shape) = db.read_long(move |tx| sent.read(tx, &reading, now)).await?;
    if let Some(question) = list.question() {
        return Err(question.into());
    }
    db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let plan = make_plan(tx, &race, &list, now)?;
        if version.as_ref().is_some_and(|seen| version_of(&plan).is_ok_and(|version| version != *seen)) {
            return Err(Error::say(StatusCode::CONFLICT, words::LIST_CHANGED));
        }
        let made: Vec<EntrantChange> = plan.changes().collect();
        if let Some(said) = said.as_ref().filter(|_| !made.is_empty()) {
            tx.execute(
                "INSERT INTO entrant_list_columns (race_id, shape, columns, saved_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (race_id, shape) DO UPDATE SET columns = excluded.columns, saved_at = excluded.saved_at",
                params![race.id, shape, said, now],
            )?;
        }
        let summary = history::listed_from(file.as_deref(), &plan.counts().summary());
        let change = Change {
            race: &race,
            actor: &actor,
            kind: Kind::List,
            event: Event::TimingEntrantsPut,
            summary: &summary,
            undoes: None,
        };
        changes::apply(tx, &change, &made, &ChangeFacts::of(&made), now)?;
        Ok((list.clone(), plan))
    })
    .await
}

fn make_plan(tx: &Tx<'_>, race: &TimedRace, list: &EntrantList, now: i64) -> Result<Plan> {
    let setup = store::state(tx, &race.id)?.setup;
    Ok(plan(&store::entrants(tx, &race.id)?, list, &setup, race.date_or(now)))
}

/// On what a plan depends now.
fn basis(tx: &Tx<'_>, race: &TimedRace, now: i64) -> Result<Basis> {
    Ok(Basis { revision: store::state(tx, &race.id)?.revision, day: race.date_or(now) })
}

/// The version of a plan: the hash of what it would change.
fn version_of(plan: &Plan) -> Result<String> {
    Ok(sha256(serde_json::to_vec(&plan.changes().collect::<Vec<_>>())?))
}

/// Show more lines of a list's dry run.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/listPreviews/{id}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("id" = String, Path),
        ("show" = Option<Show>, Query, description = "Which lines"),
        ("q" = Option<String>, Query, description = "Words of a bib or a name"),
        ("offset" = Option<usize>, Query, description = "How many of these lines come before"),
        ("limit" = Option<usize>, Query, description = "How many lines are answered at most")
    ),
    responses((status = 200, body = ListPage), (status = 404, description = "The server does not have this list any more: send it again"))
)]
pub(super) async fn page(
    State(timing): State<Timing>,
    by: ByTimer,
    Path((_race, id)): Path<(String, String)>,
    Query(PageOf { show, q, offset, limit }): Query<PageOf>,
) -> Result<Json<ListPage>> {
    let query = PageQuery { show, q, offset, limit };
    let page = preview(&timing, by.race, &id, move |_, plan| plan.page(&query)).await?;
    Ok(Json(page))
}

/// Download the refused lines of a list's dry run as CSV, each with its reason.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/listPreviews/{id}/refused.csv",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("id" = String, Path)),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 404, description = "The server does not have this list any more: send it again")
    )
)]
pub(super) async fn refused(
    State(timing): State<Timing>,
    by: ByTimer,
    Path((_race, id)): Path<(String, String)>,
) -> Result<Response> {
    let size = timing.previews.get(&by.race.id, &id).await?.map(|upload| upload.list.body.len()).unwrap_or_default();
    let reservation = timing.unread.reserve(size * REFUSED_FACTOR).await?;
    let csv = preview(&timing, by.race, &id, |list, plan| plan.refused_csv(list)).await?;
    Ok(csv_response(csv, reservation, "refused lines.csv"))
}

/// Shows what a list of an earlier dry run would change now: computed again only when the setup or the entrants are others by now.
async fn preview<T: Send + 'static>(
    timing: &Timing,
    race: TimedRace,
    id: &str,
    show: impl Fn(&EntrantList, &Plan) -> T + Send + 'static,
) -> Result<T> {
    let Upload { list: sent, planned, .. } = timing.previews.get(&race.id, id).await?.or_not_found(words::NO_SUCH_PREVIEW)?;
    let (previews, id) = (timing.previews.clone(), id.to_owned());
    let now = timing.clock.now_ms();
    let make = move |tx: &Tx<'_>| {
        let basis = basis(tx, &race, now)?;
        if let Some(planned) = planned.as_ref().filter(|planned| planned.basis == basis) {
            return Ok(show(&planned.list, &planned.plan));
        }
        let planned = Arc::new(sent.plan(tx, &race, now)?);
        let plan = planned.clone();
        previews.change(&id, |upload| upload.planned = Some(plan));
        Ok(show(&planned.list, &planned.plan))
    };
    timing.db.read_long(make).await
}
