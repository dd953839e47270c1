//! The files of courses: what an administrator sends, takes out and restores.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use core_wasm::course::{self as rules, Course, CourseContest, CourseView, WORDS};
use core_wasm::dates::format_instant;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Courses, show, store};
use crate::audit::{self, Actor, Event};
use crate::db::Tx;
use crate::error::{Error, OrNotFound, Result};
use crate::http::extract::{self, Query, malformed};
use crate::race;
use crate::race::ByAdmin;
use crate::timed::TimedRace;

/// The courses of a race.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CourseFiles {
    /// Its contests in their order, each with its course.
    contests: Vec<CourseFile>,
}

/// The course of a contest.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CourseFile {
    /// The contest's name.
    contest: String,
    /// The course; `null` when there is none.
    #[schema(required)]
    course: Option<CourseView>,
    /// Earlier courses, the newest first.
    earlier: Vec<EarlierCourse>,
}

/// A course that can be restored.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EarlierCourse {
    id: String,
    /// When it was stored, in RFC 3339.
    at: String,
    /// Its length and what is climbed, as a text.
    summary: String,
}

/// What became of a course, or would.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CourseOutcome {
    /// What to say of it.
    message: String,
    /// The contest's course; `null` when it has none.
    #[schema(required)]
    course: Option<CourseView>,
}

/// What is asked.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// The contest's name.
    #[param(required)]
    contest: String,
    /// The race of this id, whatever it is called by now.
    id: Option<String>,
    /// true: answer the drawing of the file, and change nothing.
    dry_run: bool,
}

/// What the audit record tells of a course.
#[derive(Serialize)]
struct CourseFacts<'a> {
    contest: &'a str,
    course: Option<CourseSize>,
}

#[derive(Serialize)]
struct CourseSize {
    metres: f64,
    points: usize,
}

impl<'a> CourseFacts<'a> {
    fn new(contest: &'a str, course: Option<&Course>) -> Self {
        let size = |course: &Course| CourseSize { metres: course.metres.round(), points: course.points.len() };
        Self { contest, course: course.map(size) }
    }
}

/// The courses of a race's contests.
#[utoipa::path(
    get,
    path = "/courseFiles/{RaceName}",
    tag = "editor",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("id" = Option<String>, Query)),
    responses((status = 200, body = CourseFiles), (status = 404, description = "No such race"))
)]
pub(super) async fn list(State(courses): State<Courses>, ByAdmin { race, .. }: ByAdmin) -> Result<Json<CourseFiles>> {
    courses
        .db
        .read(move |tx| {
            let (_, contests) = show::contests(tx, &race.id)?;
            let file = |contest: &CourseContest| {
                let mut versions = store::versions(tx, &race.id, &contest.name)?.into_iter();
                let current = versions.next().and_then(|version| version.course);
                let earlier = versions.filter_map(|version| {
                    let summary = CourseView::new(&version.course?, contest).summary;
                    Some(EarlierCourse { id: version.id, at: format_instant(version.at, race.zone), summary })
                });
                Ok(CourseFile {
                    contest: contest.name.clone(),
                    course: current.map(|course| CourseView::new(&course, contest)),
                    earlier: earlier.collect(),
                })
            };
            Ok(Json(CourseFiles { contests: contests.iter().map(file).collect::<Result<_>>()? }))
        })
        .await
}

/// Set the course of a contest from a GPX file; a dry run shows the drawing first.
#[utoipa::path(
    put,
    path = "/courseFiles/{RaceName}",
    tag = "editor",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), Asked),
    request_body(
        description = "A GPX file of at most 4 MB. Its longest track is the course or, without one, its longest route; distances are scaled to the contest's own.",
        content = String,
        content_type = "application/gpx+xml"
    ),
    responses(
        (status = 200, body = CourseOutcome),
        (status = 400, description = "What is wrong with the file"),
        (status = 404, description = "No such race, or no such contest"),
        (status = 413, description = "The file is larger than 4 MB")
    )
)]
pub(super) async fn put(
    State(courses): State<Courses>,
    ByAdmin { race, actor }: ByAdmin,
    Query(Asked { contest, dry_run, .. }): Query<Asked>,
    body: std::result::Result<Bytes, BytesRejection>,
) -> Result<Json<CourseOutcome>> {
    let body = body.map_err(refused_body)?;
    let course = courses.reader.run(move |()| Course::from_gpx_file(&body)).await??;
    if dry_run {
        let drawn = courses.db.read(move |tx| {
            let contest = contest_of(tx, &race.id, &contest)?;
            Ok(CourseOutcome { message: String::new(), course: Some(CourseView::new(&course, &contest)) })
        });
        return Ok(Json(drawn.await?));
    }
    change(&courses, race, actor, contest, move |_, _, _| Ok((Some(course.clone()), rules::saved))).await
}

/// The refusal of a body that was not received; the limit of its size is the core's.
fn refused_body(rejection: BytesRejection) -> Error {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::from(rules::too_large()).because(StatusCode::PAYLOAD_TOO_LARGE, "gpx_too_large"),
        _ => malformed(rejection.body_text()),
    }
}

/// Take a contest's course out. It can be restored.
#[utoipa::path(
    delete,
    path = "/courseFiles/{RaceName}",
    tag = "editor",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("contest" = String, Query), ("id" = Option<String>, Query)),
    responses(
        (status = 200, body = CourseOutcome),
        (status = 404, description = "No such race, no such contest, or no course")
    )
)]
pub(super) async fn remove(
    State(courses): State<Courses>,
    ByAdmin { race, actor }: ByAdmin,
    Query(Asked { contest, .. }): Query<Asked>,
) -> Result<Json<CourseOutcome>> {
    let none = || Error::refused(StatusCode::NOT_FOUND, "NO_COURSE", WORDS.no_course);
    change(&courses, race, actor, contest, move |_, _, before| before.map(|_| (None, rules::removed as Said)).ok_or_else(none))
        .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RestoreCourse)]
pub(super) struct Restore {
    /// The contest's name.
    contest: String,
    /// The id in `/courseFiles`.
    id: String,
}

/// Make an earlier course of a contest the present one again.
#[utoipa::path(
    post,
    path = "/courseFiles/{RaceName}/restore",
    tag = "editor",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("id" = Option<String>, Query)),
    request_body = Restore,
    responses(
        (status = 200, body = CourseOutcome),
        (status = 404, description = "No such race, no such contest, or no such course")
    )
)]
pub(super) async fn restore(
    State(courses): State<Courses>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(Restore { contest, id }): extract::Json<Restore>,
) -> Result<Json<CourseOutcome>> {
    change(&courses, race, actor, contest, move |tx, of, _| {
        let versions = store::versions(tx, &of.race_id, &of.contest)?;
        let kept = versions.into_iter().find(|version| version.id == id).and_then(|version| version.course);
        Ok((Some(kept.or_not_found(("HISTORY_NOT_FOUND", WORDS.no_version))?), rules::restored))
    })
    .await
}

/// The sentence about a change, for the contest's name.
type Said = fn(&str) -> String;

/// The contest of a change.
struct Of {
    race_id: String,
    contest: String,
}

/// Changes a contest's course to what `choose` answers for the one before, and records it. The same course again changes nothing.
async fn change<F>(courses: &Courses, race: TimedRace, actor: Actor, contest: String, choose: F) -> Result<Json<CourseOutcome>>
where
    F: Fn(&Tx<'_>, &Of, Option<&Course>) -> Result<(Option<Course>, Said)> + Send + 'static,
{
    let now = courses.clock.now_ms();
    let outcome = courses.db.write(move |tx| {
        race::store::lock(tx, &race.id)?;
        let contest = contest_of(tx, &race.id, &contest)?;
        let of = Of { race_id: race.id.clone(), contest: contest.name.clone() };
        let before = store::current(tx, &race.id, &contest.name)?;
        let (after, said) = choose(tx, &of, before.as_ref())?;
        if before != after {
            store::add(tx, &race.id, &contest.name, after.as_ref(), now)?;
            let facts = |course: &Option<Course>| serde_json::to_value(CourseFacts::new(&contest.name, course.as_ref()));
            audit::record(tx, now, &actor, Event::RaceCourseSet, race.about(), &facts(&before)?, &facts(&after)?)?;
        }
        let course = after.map(|course| CourseView::new(&course, &contest));
        Ok(CourseOutcome { message: said(&contest.name), course })
    });
    Ok(Json(outcome.await?))
}

/// The contest of this name.
fn contest_of(tx: &Tx<'_>, race_id: &str, name: &str) -> Result<CourseContest> {
    let (_, contests) = show::contests(tx, race_id)?;
    show::named(&contests, name).cloned().or_not_found(("CONTEST_NOT_FOUND", WORDS.no_contest))
}
