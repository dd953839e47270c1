//! Past results from a file: what a file would make, and making it the contest's next version.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Multipart, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::dates;
use core_wasm::results::difference::ResultChange;
use core_wasm::results::import::contest::AskedContest;
use core_wasm::results::import::preview::{ImportCounts, ImportLine, ImportQuery, ImportWarning, MOST_LISTED};
use core_wasm::results::import::{Column, PlaceDifference, words};
use core_wasm::results::{published, words as result_words};
use core_wasm::timing::entrants::{DateOrder, ListColumn, Refused};
use core_wasm::timing::formats;
use core_wasm::timing::table::columns::{ColumnChoice, choices};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Results;
use super::import_store::{self, Prepared, SentFile};
use crate::account::{Accounts, Admin, Viewer};
use crate::audit::Actor;
use crate::db::Db;
use crate::error::{Error, Result};
use crate::http::extract::{Query, malformed};
use crate::ids::new_id;
use crate::race::names;
use crate::timed::TimedRace;
use crate::{words as http_words, workbook};

/// The most changes of a version that a dry run lists.
const LISTED_CHANGES: usize = 50;
/// How many first lines an answer has.
const FIRST_LINES: usize = 100;

/// The race of `?race=`, for a call by an administrator: authorized before the body is read.
pub(super) struct OfRace {
    pub(super) race: TimedRace,
    pub(super) actor: Actor,
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    race: String,
}

impl<S: Send + Sync> FromRequestParts<S> for OfRace
where
    Accounts: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Admin(caller) = Admin::from_request_parts(parts, state).await?;
        let Query(Named { race }) = Query::<Named>::from_request_parts(parts, state).await?;
        let race = Db::from_ref(state).read(move |tx| names::timed(tx, &race, &Viewer::Staff)).await?;
        Ok(Self { race, actor: Actor::from(&caller) })
    }
}

/// What is asked of an import.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The race's name; any race, also one that is not timed here.
    #[param(required)]
    race: String,
    /// The contest's name: one of the race, or a new one.
    #[param(required)]
    contest: String,
    /// Its length, `10K`; needed where the race does not have the contest.
    distance: String,
    /// run, tri or wheel.
    sport: String,
    /// gun, chip or hybrid.
    ranking: String,
    /// true: answer what would become of the file, and change nothing.
    dry_run: bool,
    /// What the file's columns are, in their order, separated by commas; `-` leaves one out. It is remembered for files with the same
    /// columns.
    columns: Option<String>,
    /// How dates of birth in numbers begin, where the file alone does not tell.
    #[param(inline)]
    dates: Option<DateOrder>,
    /// Which of the file's contests it is.
    only: Option<String>,
    /// Why the results change; needed from the second version on, and public.
    reason: String,
    /// What becomes of the published runners who are not in the file; needed where there are some.
    #[param(inline)]
    others: Option<Others>,
    /// Whether the file is imported although the contest has results that were timed here.
    despite_timed: bool,
    /// The `version` of a dry run: refused where the file would make other results by now.
    version: Option<String>,
}

/// What becomes of the published runners who are not in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum Others {
    /// The file adds to the results.
    Stay,
    /// The file is all of the results.
    TakenOut,
}

/// What a file became, or would.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportOutcome {
    /// Whether nothing was changed.
    dry_run: bool,
    /// A sentence with the counts.
    summary: String,
    #[serde(flatten)]
    counts: ImportCounts,
    /// The contest's name.
    contest: String,
    /// The distance under which it is listed.
    distance: String,
    /// How it is ranked, as a sentence.
    rule: String,
    /// What a person should know before the file is imported, the gravest first.
    warnings: Vec<ImportWarning>,
    /// What its columns were read as.
    columns: Vec<ListColumn>,
    /// What a column can be.
    choices: Vec<ColumnChoice>,
    /// The contests in the file, where there are several.
    contests: Vec<String>,
    /// Which of them is read; empty for all lines.
    only: String,
    /// The refused lines; at most 1,000.
    refused: Vec<Refused>,
    /// The differences from the file's own places; at most 1,000.
    differences: Vec<PlaceDifference>,
    /// The number of the version that it makes.
    result_version: i64,
    /// Whether a reason is needed, since the contest had results before.
    needs_reason: bool,
    /// The question before a file replaces results that are timed here; empty when they are not.
    timed_here: String,
    /// The question before runners are taken out of the published results; empty when none are.
    takes_out: String,
    /// What it changes about the results before, as a sentence; empty for a first version.
    changed: String,
    /// The first of these changes.
    changes: Vec<ResultChange>,
    /// Sent back as `?version=` to import exactly this.
    version: String,
    /// By which further lines of a dry run are got.
    #[schema(required)]
    preview: Option<String>,
    /// The first lines, each with what becomes of it.
    first_lines: Vec<ImportLine>,
}

/// Import past results from a file as the next version of a contest's results; a dry run shows what each line would become.
#[utoipa::path(
    post,
    path = "/results/import",
    tag = "results",
    security(("session" = ["admin"])),
    params(Asked),
    request_body(
        description = "text/csv with a line of column names (place, bib, names, gender, age or date of birth, gun and chip time, status … in any \
            order), in UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons or tabs; an .xlsx workbook; application/json with an array of \
            results or an answer of RunSignup's get-results; or multipart/form-data with a `file` of one of these kinds and its `mapping`, a JSON \
            array of what the columns are",
        content = String, content_type = "text/csv"
    ),
    responses(
        (status = 200, description = "What would become of it", body = ImportOutcome),
        (status = 201, description = "The version that was made", body = ImportOutcome),
        (status = 400, description = "The file can't be read, a person has to say something first, or a reason is needed"),
        (status = 404, description = "No such race"),
        (status = 409, description = "The contest is timed here, nothing would change, or something else than in the dry run")
    )
)]
pub(super) async fn import(
    State(results): State<Results>,
    OfRace { race, actor }: OfRace,
    Query(mut asked): Query<Asked>,
    request: Request,
) -> Result<Response> {
    let (kind, body, mapping) = file(request).await?;
    asked.columns = asked.columns.take().or(mapping);
    let contest = AskedContest {
        contest: std::mem::take(&mut asked.contest),
        distance: asked.distance,
        sport: asked.sport,
        ranking: asked.ranking,
    };
    let others_stay = asked.others == Some(Others::Stay);
    let sent = SentFile { kind, body, contest, columns: asked.columns, dates: asked.dates, only: asked.only, others_stay };
    let reading = (race.clone(), sent.clone());
    let today = dates::date_in(results.clock.now_ms(), race.zone);
    let prepared = results.db.read_long(move |tx| reading.1.prepare(tx, &reading.0, today)).await?;
    let name = prepared.name().to_owned();
    let timed = results.boards.read_fresh_field(&race.id, move |field| {
        let at = field.setup().contest_named(&name);
        at.map_or(0, |at| published::count(field, at))
    });
    let timed = timed.await?;
    let timed_here = if timed > 0 { words::timed_here(prepared.name(), timed) } else { String::new() };
    if asked.dry_run {
        let preview = new_id();
        let answer = outcome(&prepared, true, timed_here, Some(preview.clone()));
        results.imports.keep(preview, import_store::Upload { race_id: race.id, sent, prepared: Some(prepared) }).await?;
        return Ok((StatusCode::OK, Json(answer)).into_response());
    }
    if let Some(question) = prepared.import.question() {
        return Err(question.clone().into());
    }
    if !timed_here.is_empty() && !asked.despite_timed {
        return Err(Error::refused(StatusCode::CONFLICT, words::TIMED_HERE, timed_here));
    }
    if !prepared.takes_out.is_empty() && asked.others != Some(Others::TakenOut) {
        return Err(Error::refused(StatusCode::CONFLICT, words::TAKES_OUT, prepared.takes_out.clone()));
    }
    if asked.version.is_some_and(|seen| seen != prepared.token) {
        return Err(Error::say(StatusCode::CONFLICT, words::IMPORT_CHANGED));
    }
    let reason = result_words::reason(&asked.reason).map_err(|words| Error::say(StatusCode::BAD_REQUEST, words))?;
    import_store::add(&results, &race, &actor, &prepared, &sent, reason).await?;
    Ok((StatusCode::CREATED, Json(outcome(&prepared, false, timed_here, None))).into_response())
}

fn outcome(prepared: &Prepared, dry_run: bool, timed_here: String, preview: Option<String>) -> ImportOutcome {
    let (import, options) = (&prepared.import, prepared.options());
    let counts = import.counts(&options);
    let contest = prepared.contest();
    ImportOutcome {
        dry_run,
        summary: import.summary(&counts),
        contest: prepared.name().to_owned(),
        distance: contest.map(|one| core_wasm::results::distance::label(one.sport, one.distance_metres)).unwrap_or_default(),
        rule: contest.map(|one| result_words::rule(one.ranking).to_owned()).unwrap_or_default(),
        warnings: import.warnings(&counts),
        columns: import.columns.clone(),
        choices: choices::<Column>(),
        contests: import.contests.iter().map(|(name, _)| name.clone()).collect(),
        only: import.only.clone(),
        refused: import.refused(),
        differences: import.differences.iter().take(MOST_LISTED).cloned().collect(),
        result_version: prepared.last_version + 1,
        needs_reason: prepared.last_version > 0,
        timed_here,
        takes_out: prepared.takes_out.clone(),
        changed: prepared.changed.clone(),
        changes: prepared.changes.iter().take(LISTED_CHANGES).cloned().collect(),
        version: prepared.token.clone(),
        preview,
        first_lines: import.page(&ImportQuery { limit: FIRST_LINES, ..ImportQuery::default() }, &options).lines,
        counts,
    }
}

/// The file of a request, its content type, and what the request says about its columns.
async fn file(request: Request) -> Result<(String, Bytes, Option<String>)> {
    let plain = |kind: &str| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).map(plain).unwrap_or_default();
    if kind != "multipart/form-data" {
        let body = Bytes::from_request(request, &()).await.map_err(|rejection| refused_body(rejection.status()))?;
        return Ok((known(kind)?, body, None));
    }
    let mut form = Multipart::from_request(request, &()).await.map_err(|rejection| malformed(rejection.body_text()))?;
    let (mut found, mut mapping) = (None, None);
    while let Some(part) = form.next_field().await? {
        match part.name() {
            Some("file") => {
                let kind =
                    by_name(part.file_name()).map_or_else(|| part.content_type().map(plain).unwrap_or_default(), str::to_owned);
                found = Some((known(kind)?, part.bytes().await?));
            }
            Some("mapping") => {
                let said: Vec<String> =
                    serde_json::from_str(&part.text().await?).map_err(|error| malformed(error.to_string()))?;
                mapping = Some(said.join(","));
            }
            _ => {}
        }
    }
    let (kind, body) = found.ok_or_else(|| malformed("There is no part with the name file.".into()))?;
    Ok((kind, body, mapping))
}

/// The content type of a file of this name. Browsers give none to some of them, or that of a program that is installed.
fn by_name(name: Option<&str>) -> Option<&'static str> {
    match name?.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "txt" => Some(formats::CSV),
        "json" => Some(formats::JSON),
        "xlsx" => Some(workbook::XLSX),
        _ => None,
    }
}

fn known(kind: String) -> Result<String> {
    match kind.as_str() {
        "text/plain" | "text/tab-separated-values" => Ok(formats::CSV.to_owned()),
        formats::CSV | formats::JSON | workbook::XLSX => Ok(kind),
        _ => Err(Error::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, http_words::MEDIA_TYPE)),
    }
}

fn refused_body(status: StatusCode) -> Error {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => Error::say(status, http_words::TOO_LARGE),
        _ => malformed("The body can't be read.".into()),
    }
}
