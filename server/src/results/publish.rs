//! Publishing a contest's results, and taking them back.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::audit::Event;
use core_wasm::results::open::{self, OpenPoint};
use core_wasm::results::published::{self, ResultRow};
use core_wasm::results::{difference, words};
use core_wasm::timing::Setup;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Results, lines, versions};
use crate::audit::{self, Actor};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract;
use crate::race::ByAdmin;
use crate::timed::store::{Basis, DERIVED_AGAIN};
use crate::timed::{TimedRace, store};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Publish {
    /// The contest's name.
    contest: String,
    /// Why the results change; needed from the second version on, and public.
    #[serde(default)]
    reason: String,
    /// Whether they are published although something is open.
    #[serde(default)]
    despite_open: bool,
}

/// A published version.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Published {
    /// Its number, from 1.
    version: i64,
    /// How many lines it has.
    lines: usize,
}

/// What is still open about results.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StillOpen<'a> {
    /// The gravest first.
    open: &'a [OpenPoint],
}

impl StillOpen<'_> {
    /// A refusal to publish, with what is open.
    fn refusal(open: &[OpenPoint], code: &'static str, message: impl Into<String>) -> Error {
        let refusal = Error::refused(StatusCode::CONFLICT, code, message);
        refusal.with(&StillOpen { open }).unwrap_or_else(|error| error)
    }
}

/// What the field says of a contest at one moment.
struct Derived {
    setup: Setup,
    contest: usize,
    rows: Vec<ResultRow>,
    open: Vec<OpenPoint>,
}

/// Publish a contest's results as they stand now, as its next version. A version never changes.
#[utoipa::path(
    post,
    path = "/results/{RaceName}/publish",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = Publish,
    responses(
        (status = 201, body = Published),
        (status = 400, description = "A further version needs a reason"),
        (status = 404, description = "No such contest"),
        (status = 409, description = "Something is open, nobody has finished, or nothing changed", body = RefusalWith<StillOpen<'static>>)
    )
)]
pub(super) async fn publish(
    State(results): State<Results>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(asked): extract::Json<Publish>,
) -> Result<(StatusCode, Json<Published>)> {
    let reason = words::reason(&asked.reason).map_err(|words| Error::say(StatusCode::BAD_REQUEST, words))?;
    // Done again where the race was corrected before what was derived is stored, in whichever copy of the program.
    for _ in 0..DERIVED_AGAIN {
        let (derived, basis) = derive(&results, &race, &asked).await?;
        let (now, lines) = (results.clock.now_ms(), derived.rows.len());
        if let Some(version) = add(&results, &race, &actor, (derived, basis), reason.clone(), now).await? {
            return Ok((StatusCode::CREATED, Json(Published { version, lines })));
        }
    }
    Err(Error::busy())
}

/// What would be published now. Refuses what a person has to look at first.
async fn derive(results: &Results, race: &TimedRace, asked: &Publish) -> Result<(Derived, Basis)> {
    let name = asked.contest.trim().to_owned();
    let derived = results.boards.derive(&race.id, move |field| {
        let contest = field.setup().contests.iter().position(|contest| contest.name == name)?;
        Some(Derived {
            setup: field.setup().clone(),
            contest,
            rows: published::rows(field, contest),
            open: open::points(field, contest),
        })
    });
    let (derived, basis) = derived.await?;
    let derived = derived.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CONTEST))?;
    if !derived.rows.iter().any(|row| row.chip.is_some()) {
        let (code, message) = words::NOTHING_TO_PUBLISH;
        return Err(StillOpen::refusal(&derived.open, code, message));
    }
    if !derived.open.is_empty() && !asked.despite_open {
        return Err(StillOpen::refusal(&derived.open, words::STILL_OPEN, words::still_open(derived.open.len())));
    }
    Ok((derived, basis))
}

/// Stores what was derived as the contest's next version; `None` when the race's timing is another one by now.
async fn add(
    results: &Results,
    race: &TimedRace,
    actor: &Actor,
    (derived, basis): (Derived, Basis),
    reason: String,
    now: i64,
) -> Result<Option<i64>> {
    let (race, actor, derived) = (race.clone(), actor.clone(), Arc::new(derived));
    results
        .db
        .write(move |tx| {
            // Two who publish at once make two versions, one after the other.
            store::lock(tx, &race.id, now)?;
            if !basis.holds(tx, &race.id, |_| true)? {
                return Ok(None);
            }
            let Some(contest) = derived.setup.contests.get(derived.contest) else {
                return Err(Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CONTEST));
            };
            let before = versions::newest_of(tx, &race.id, &contest.name, &derived.setup, &derived.rows)?;
            if let Some(before) = &before {
                if before.current && before.contest == contest.name && lines::rows(tx, before.id)? == derived.rows {
                    let (code, message) = words::NOTHING_CHANGED;
                    return Err(StillOpen::refusal(&derived.open, code, message));
                }
                if reason.is_empty() {
                    return Err(Error::say(StatusCode::BAD_REQUEST, words::REASON_NEEDED));
                }
            }
            let changes = match &before {
                Some(before) => difference::between(&lines::rows(tx, before.id)?, &derived.rows),
                None => Vec::new(),
            };
            let changed = match &before {
                Some(before) => {
                    let old = versions::contest(tx, before.id)?;
                    let of_contest = old.map(|old| difference::of_contest(&old, contest)).unwrap_or_default();
                    difference::sentence(&changes) + &of_contest + difference::unlisted(changes.len(), versions::LISTED_CHANGES)
                }
                None => String::new(),
            };
            let new = versions::New {
                race_id: &race.id,
                date: race.date_or(now),
                setup: &derived.setup,
                contest,
                order: derived.contest,
                rows: &derived.rows,
                reason: &reason,
                before: before.as_ref(),
                changes: &changes,
                changed: &changed,
            };
            let version = versions::add(tx, &new, &actor, now)?;
            let facts = serde_json::json!({
                "contest": contest.name, "version": version, "lines": derived.rows.len(), "reason": reason, "changed": changed,
                "open": derived.open.iter().map(|point| &point.text).collect::<Vec<_>>()
            });
            audit::record(tx, now, &actor, Event::ResultsPublished, race.about(), &serde_json::Value::Null, &facts)?;
            Ok(Some(version))
        })
        .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Unpublish {
    /// The contest's name.
    contest: String,
    /// Why the results are taken back; public.
    reason: String,
}

/// Take a contest's results back: they are provisional again. The versions stay, and the next one gets the next number.
#[utoipa::path(
    post,
    path = "/results/{RaceName}/unpublish",
    tag = "results",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = Unpublish,
    responses(
        (status = 200, description = "The version that is no longer shown", body = Published),
        (status = 400, description = "A reason is needed"),
        (status = 409, description = "The contest's results are not published")
    )
)]
pub(super) async fn unpublish(
    State(results): State<Results>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(asked): extract::Json<Unpublish>,
) -> Result<Json<Published>> {
    let reason = words::reason(&asked.reason).map_err(|words| Error::say(StatusCode::BAD_REQUEST, words))?;
    if reason.is_empty() {
        return Err(Error::say(StatusCode::BAD_REQUEST, words::REASON_NEEDED));
    }
    let now = results.clock.now_ms();
    let contest = asked.contest.trim().to_owned();
    let ended = results.db.write(move |tx| {
        store::lock(tx, &race.id, now)?;
        let version = versions::newest(tx, &race.id, &contest)?.filter(|version| version.current);
        let version = version.ok_or_else(|| Error::say(StatusCode::CONFLICT, words::NOT_PUBLISHED))?;
        versions::end(tx, &version, &reason, now)?;
        let facts = serde_json::json!({ "contest": version.contest, "version": version.version, "reason": reason });
        audit::record(tx, now, &actor, Event::ResultsUnpublished, race.about(), &facts, &serde_json::Value::Null)?;
        Ok(Published { version: version.version, lines: usize::try_from(version.lines).unwrap_or_default() })
    });
    Ok(Json(ended.await?))
}
