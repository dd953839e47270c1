//! Which results are of one person: what administrators decided.

use axum::Json;
use axum::extract::State as Extracted;
use axum::http::StatusCode;
use core_wasm::audit::{About, Event};
use core_wasm::privacy::{Shown, listed_as};
use core_wasm::results::league::identity::{self, Decision, Identity, Persons};
use core_wasm::results::league::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use crate::account::Admin;
use crate::audit::{self, Actor};
use crate::db::{self, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{self, Path};
use crate::results::Results;

/// How many decisions are listed.
const LISTED: i64 = 100;

/// A decision about who is one person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeagueDecide)]
pub(super) struct Asked {
    /// An opaque id of the person, as the standings and results have it.
    a: String,
    /// An opaque id of the other person with whom it is joined; absent when the result `a` is taken out of its person.
    #[serde(default)]
    b: Option<String>,
}

/// A stored decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeagueDecision)]
pub(super) struct Decided {
    /// Its number.
    id: i64,
    /// `join` or `split`.
    kind: &'static str,
    /// The person, or of whom a result was taken out: name, race and bib.
    a: String,
    /// The other one likewise; empty for `split`.
    b: String,
    /// When, in epoch milliseconds.
    decided_at: i64,
    /// The name of the administrator; empty when the account is gone.
    by: String,
    /// Whether it was taken back.
    undone: bool,
}

/// Stored decisions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueDecisions)]
pub(super) struct List {
    /// The newest first, at most 100.
    decisions: Vec<Decided>,
}

/// The number of a decision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueDecisionMade)]
pub(super) struct Made {
    /// By which it is taken back.
    id: i64,
}

/// List what administrators decided about who is one person.
#[utoipa::path(get, path = "/raceLeague/decisions", tag = "results", security(("session" = ["admin"])), responses((status = 200, body = List)))]
pub(super) async fn list(Extracted(results): Extracted<Results>, _: Admin) -> Result<Json<List>> {
    Ok(Json(results.db.read(|tx| Ok(List { decisions: newest(tx)? })).await?))
}

fn newest(tx: &Tx<'_>) -> Result<Vec<Decided>> {
    let rows = tx.query_all(
        "SELECT d.id, d.kind, d.a, d.b, d.undoes, d.decided_at, coalesce(u.username, ''),
           EXISTS (SELECT 1 FROM league_decisions later WHERE later.undoes = d.id)
         FROM league_decisions d LEFT JOIN users u ON u.id = substr(d.decided_by, 6)
         WHERE d.kind <> 'undo' ORDER BY d.id DESC LIMIT $1",
        params![LISTED],
        |row| {
            let (id, decision) = store::decision(row)?;
            Ok((id, decision, row.get::<i64>(5)?, row.get::<String>(6)?, row.get::<bool>(7)?))
        },
    )?;
    let mut decided = Vec::with_capacity(rows.len());
    for (id, decision, decided_at, by, undone) in rows {
        let (kind, a, b) = match &decision {
            Decision::Join { a, b } => ("join", a.as_str(), b.as_str()),
            Decision::Split { a } => ("split", a.as_str(), ""),
            Decision::Undo { .. } => continue,
        };
        decided.push(Decided { id, kind, a: name(tx, a)?, b: name(tx, b)?, decided_at, by, undone });
    }
    Ok(decided)
}

/// The runner of a result, told apart from others of the name by race and bib: `Ann Berg (Spring 5K, bib 3)`.
fn name(tx: &Tx<'_>, id: &str) -> Result<String> {
    let found = tx.query_opt(
        "SELECT r.first_name, r.last_name, c.name, r.bib FROM results r JOIN result_versions v ON v.id = r.version_id
         JOIN races c ON c.id = v.race_id WHERE r.public_id = $1 ORDER BY version_id DESC LIMIT 1",
        params![id],
        |row| Ok([row.get::<String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?]),
    )?;
    Ok(found
        .map(|[first, last, race, bib]| format!("{} ({race}, bib {bib})", listed_as(&first, &last, Shown::ALL)))
        .unwrap_or_default())
}

/// Say that two persons are one, or that a result is of another person than the one who has it.
#[utoipa::path(
    post,
    path = "/raceLeague/decisions",
    tag = "results",
    security(("session" = ["admin"])),
    request_body = Asked,
    responses((status = 201, body = Made), (status = 400, description = "There are no such results"), (status = 409, description = "It would change nothing, or they can't be one"))
)]
pub(super) async fn decide(
    Extracted(results): Extracted<Results>,
    Admin(caller): Admin,
    extract::Json(Asked { a, b }): extract::Json<Asked>,
) -> Result<(StatusCode, Json<Made>)> {
    let decision = match b {
        Some(b) => Decision::Join { a, b },
        None => Decision::Split { a },
    };
    let id = record(&results, Actor::from(&caller), decision).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Take a decision about persons back.
#[utoipa::path(
    delete,
    path = "/raceLeague/decisions/{decisionID}",
    tag = "results",
    security(("session" = ["admin"])),
    params(("decisionID" = i64, Path)),
    responses((status = 200, body = Made), (status = 404, description = "There is no such decision"), (status = 409, description = "It was taken back already"))
)]
pub(super) async fn undo(
    Extracted(results): Extracted<Results>,
    Admin(caller): Admin,
    Path(of): Path<i64>,
) -> Result<Json<Made>> {
    let id = record(&results, Actor::from(&caller), Decision::Undo { of }).await?;
    Ok(Json(Made { id }))
}

async fn record(results: &Results, actor: Actor, decision: Decision) -> Result<i64> {
    let now = results.clock.now_ms();
    let stored = results.db.write(move |tx| {
        let all = store::decisions(tx)?;
        let lines = lines_about(tx, &all, &decision)?;
        let persons = Persons::of(&lines, &all);
        persons.check(&decision, &all).map_err(|words| refusal(&words))?;
        if let Decision::Join { a, b } = &decision {
            let ran = |id: &str| store::ran(tx, persons.person(id).map_or(&[], |person| persons.ids(person)));
            if let Some(words) = identity::contradiction(&ran(a)?, &ran(b)?) {
                return Err(refusal(&words));
            }
        }
        let id = store::add_decision(tx, &decision, &actor, now)?;
        let event = match decision {
            Decision::Join { .. } => Event::LeagueJoined,
            Decision::Split { .. } => Event::LeagueSplit,
            Decision::Undo { .. } => Event::LeagueUndone,
        };
        audit::record(tx, now, &actor, event, About { id: "main", name: db::FILE }, &audit::NOTHING, &(id, &decision))?;
        Ok(id)
    });
    stored.await.map_err(|error| match error {
        Error::Taken => refusal(&words::ALREADY_UNDONE),
        other => other,
    })
}

fn refusal(words: &core_wasm::results::words::Words) -> Error {
    let status = match *words {
        words::NO_SUCH_PERSON => StatusCode::BAD_REQUEST,
        words::NO_SUCH_DECISION => StatusCode::NOT_FOUND,
        _ => StatusCode::CONFLICT,
    };
    Error::say(status, *words)
}

/// The lines by which the persons of a decision are known: those that decisions name, and those with the same dates of birth.
fn lines_about(tx: &Tx<'_>, all: &[(i64, Decision)], decision: &Decision) -> Result<Vec<Identity>> {
    let undone = identity::undone(all);
    let holding: Vec<(i64, Decision)> = all.iter().filter(|(id, _)| !undone.contains(id)).cloned().collect();
    let own = [(0, decision.clone())];
    let mut lines = store::identities(tx, store::named(&own).chain(store::named(&holding)))?;
    let mut days: Vec<String> = lines.iter().filter_map(|line| line.dob.clone()).collect();
    days.sort_unstable();
    days.dedup();
    for day in days {
        lines.extend(store::born_on(tx, &day)?);
    }
    Ok(lines)
}
