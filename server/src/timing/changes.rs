//! Changes of entrants: by a list, by hand, by a contest's new name, and undoing each of them. All are stored, and none is altered.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::error::{CoreError, Problems};
use core_wasm::timing::correction;
use core_wasm::timing::entrants::{Options, search};
use core_wasm::timing::one_entrant::{self, EntrantForm};
use core_wasm::timing::plan::{ChangeFacts, EntrantChange};
use core_wasm::timing::rename::{self, Renamed};
use core_wasm::timing::undo::{Kept, undo};
use core_wasm::timing::{Entrant, Setup, history};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::ByTimer;
use super::{Timing, words};
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, OrNotFound, RefusalWith, Result};
use crate::http::extract::{self, Path, Query};
use crate::ids::new_id;
use crate::timed::{TimedRace, store};

/// The maximum number of changes that are listed, the newest.
const LISTED: i64 = 50;

pub(super) use history::Kind;

/// A change that is about to be made.
pub(super) struct Change<'a> {
    pub(super) race: &'a TimedRace,
    pub(super) actor: &'a Actor,
    pub(super) kind: Kind,
    pub(super) event: Event,
    pub(super) summary: &'a str,
    /// The id of the change that this one undoes.
    pub(super) undoes: Option<&'a str>,
}

/// Makes a change: the entrants, the row of the change, and the audit record. Nothing is written when nothing changes. The race must be
/// locked ([`store::lock`]).
pub(super) fn apply(tx: &Tx<'_>, change: &Change<'_>, made: &[EntrantChange], facts: &ChangeFacts, now: i64) -> Result<()> {
    if made.is_empty() {
        return Ok(());
    }
    let race_id = &change.race.id;
    let run = store::state(tx, race_id)?.run;
    // First everything that frees a bib, so that bibs can be exchanged.
    let freed = |change: &'_ EntrantChange| {
        let EntrantChange { before, after } = change;
        before.as_ref().map(|before| before.bib.clone()).filter(|bib| after.as_ref().is_none_or(|after| after.bib != *bib))
    };
    let sql = "DELETE FROM timing_entrants WHERE race_id = $1 AND bib IN ($2)";
    tx.execute_among(sql, params![race_id], made.iter().filter_map(freed))?;
    let mut entrants = tx.rows(
        "INSERT INTO timing_entrants (race_id, bib, entrant, updated_at, person) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (race_id, bib) DO UPDATE SET entrant = excluded.entrant, updated_at = excluded.updated_at,
           person = excluded.person",
    )?;
    for EntrantChange { before, after } in made {
        let Some(after) = after else { continue };
        entrants.add(params![race_id, after.bib, serde_json::to_string(after)?, now, after.person_key()])?;
        // A DNF, DQ or DNS follows its runner to the new bib.
        if let Some(before) = before.as_ref().filter(|before| before.bib != after.bib) {
            for decision in
                correction::follow(&store::corrections_between(tx, race_id, run, 0, i64::MAX)?, &before.bib, &after.bib)
            {
                store::add_correction(tx, race_id, run, &decision, correction::BIB_CHANGED, change.actor, None, now)?;
            }
        }
    }
    entrants.finish()?;
    let id = new_id();
    tx.execute(
        "INSERT INTO entrant_changes (id, race_id, number, kind, summary, at, actor, undoes)
         SELECT $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7 FROM entrant_changes WHERE race_id = $2",
        params![id, race_id, change.kind.word(), change.summary, now, change.actor.id.to_string(), change.undoes],
    )?;
    let mut rows = tx.rows("INSERT INTO entrant_change_rows (change_id, position, change) VALUES ($1, $2, $3)")?;
    for (position, made) in (0_i64..).zip(made) {
        rows.add(params![id, position, serde_json::to_string(made)?])?;
    }
    rows.finish()?;
    store::touch(tx, race_id, now)?;
    audit::record(tx, now, change.actor, change.event, change.race.about(), &NOTHING, facts)
}

/// Moves the entrants of contests and waves that have another name in the new setup. The race must be locked.
pub(super) fn follow_renames(tx: &Tx<'_>, race: &TimedRace, actor: &Actor, old: &Setup, new: &Setup, now: i64) -> Result<()> {
    if rename::is_same_names(old, new) {
        return Ok(());
    }
    for Renamed { summary, changes } in rename::follow(old, new, store::entrants(tx, &race.id)?) {
        let change =
            Change { race, actor, kind: Kind::Renamed, event: Event::TimingContestRenamed, summary: &summary, undoes: None };
        apply(tx, &change, &changes, &ChangeFacts::of(&changes), now)?;
    }
    Ok(())
}

/// Who an entrant was before a change by hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    /// The entrant as the person saw it: refused when somebody else changed it since.
    before: EntrantForm,
    /// The entrant as it should be; the bib may be another one.
    after: EntrantForm,
}

/// The entrant as somebody else has changed it in the meantime.
#[derive(Serialize, ToSchema)]
struct EntrantNow<'a> {
    entrant: &'a Entrant,
}

/// Add one entrant.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/entrants",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body = EntrantForm,
    responses((status = 201, body = Entrant), (status = 400, description = "What is wrong with which field"))
)]
pub(super) async fn add(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    extract::Json(form): extract::Json<EntrantForm>,
) -> Result<(StatusCode, Json<Entrant>)> {
    let entrant = change_one(&timing, race, actor, None, Some(form)).await?;
    Ok((StatusCode::CREATED, Json(entrant)))
}

/// Change one entrant: any field, the bib too.
#[utoipa::path(
    put,
    path = "/timing/{RaceName}/entrants/{bib}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("bib" = String, Path)),
    request_body = Edit,
    responses(
        (status = 200, body = Entrant),
        (status = 400, description = "What is wrong with which field"),
        (status = 404, description = "No such entrant"),
        (status = 409, description = "Somebody else changed it meanwhile", body = RefusalWith<EntrantNow<'_>>)
    )
)]
pub(super) async fn change(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, bib)): Path<(String, String)>,
    extract::Json(Edit { before, after }): extract::Json<Edit>,
) -> Result<Json<Entrant>> {
    Ok(Json(change_one(&timing, race, actor, Some((bib, Some(before))), Some(after)).await?))
}

/// Withdraw one entrant.
#[utoipa::path(
    delete,
    path = "/timing/{RaceName}/entrants/{bib}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("bib" = String, Path)),
    responses((status = 200, description = "The entrant who was withdrawn", body = Entrant), (status = 404, description = "No such entrant"))
)]
pub(super) async fn withdraw(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, bib)): Path<(String, String)>,
) -> Result<Json<Entrant>> {
    Ok(Json(change_one(&timing, race, actor, Some((bib, None)), None).await?))
}

/// Changes one entrant, found by bib and, if given, by what the person saw of it. Returns the entrant after, or the withdrawn one.
async fn change_one(
    timing: &Timing,
    race: TimedRace,
    actor: Actor,
    of: Option<(String, Option<EntrantForm>)>,
    form: Option<EntrantForm>,
) -> Result<Entrant> {
    let (now, id) = (timing.clock.now_ms(), race.id.clone());
    let change = move |tx: &Tx<'_>| {
        store::lock(tx, &race.id, now)?;
        let current = store::entrants(tx, &race.id)?;
        let before = match &of {
            None => None,
            Some((bib, seen)) => {
                let before = current.iter().find(|entrant| entrant.bib == *bib).or_not_found(words::NO_SUCH_ENTRANT)?;
                if seen.as_ref().is_some_and(|seen| *seen != EntrantForm::of(before)) {
                    return Err(Error::say(StatusCode::CONFLICT, words::ENTRANT_CHANGED).with(&EntrantNow { entrant: before })?);
                }
                Some(before.clone())
            }
        };
        Ok(apply_one(tx, &race, &actor, &current, before, form.as_ref(), now)??)
    };
    let entrant = timing.db.write(change).await?;
    timing.boards.changed(&id);
    Ok(entrant)
}

/// Makes the entrant `before` what a form says: a new entrant without `before`, a withdrawal without a form. The race must be locked.
/// The inner error is what is wrong with the form; nothing is written then.
fn apply_one(
    tx: &Tx<'_>,
    race: &TimedRace,
    actor: &Actor,
    current: &[Entrant],
    before: Option<Entrant>,
    form: Option<&EntrantForm>,
    now: i64,
) -> Result<Result<Entrant, Problems>> {
    let setup = store::state(tx, &race.id)?.setup;
    let options = Options { setup: &setup, race_day: race.date_or(now), columns: None, dates: None };
    let after = match form.map(|form| one_entrant::check(form, before.as_ref(), current, &options)).transpose() {
        Ok(after) => after,
        Err(problems) => return Ok(Err(problems)),
    };
    let made = EntrantChange { before, after };
    if made.before != made.after {
        let (kind, event) = match (&made.before, &made.after) {
            (None, _) => (Kind::Added, Event::TimingEntrantAdded),
            (_, None) => (Kind::Withdrawn, Event::TimingEntrantWithdrawn),
            _ => (Kind::Changed, Event::TimingEntrantChanged),
        };
        let (summary, made) = (history::one(&made), std::slice::from_ref(&made));
        let change = Change { race, actor, kind, event, summary: &summary, undoes: None };
        apply(tx, &change, made, &ChangeFacts::of(made), now)?;
    }
    made.after.or(made.before).or_not_found(words::NO_SUCH_ENTRANT).map(Ok)
}

/// Gives an entrant another chip, as a change of entrants that can be undone like any other. The race must be locked; call
/// [`crate::live::Boards::changed`] after the commit. The inner error is why the chip can't be given; nothing is written then.
///
/// # Errors
/// 404 when nobody has the bib.
pub(crate) fn exchange_chip(
    tx: &Tx<'_>,
    race: &TimedRace,
    actor: &Actor,
    bib: &str,
    chip: &str,
    now: i64,
) -> Result<Result<(), CoreError>> {
    let current = store::entrants(tx, &race.id)?;
    let before = current.iter().find(|entrant| entrant.bib == *bib).or_not_found(words::NO_SUCH_ENTRANT)?.clone();
    let form = EntrantForm { chip: chip.to_owned(), ..EntrantForm::of(&before) };
    let done = apply_one(tx, race, actor, &current, Some(before), Some(&form), now)?;
    let first = |problems: Problems| problems.0.into_iter().next().map(|first| CoreError::new(first.code, first.message));
    Ok(done.map(|_| ()).map_err(|problems| first(problems).unwrap_or_else(|| CoreError::new("refused", ""))))
}

/// The changes of a race's entrants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntrantHistory)]
pub(super) struct History {
    /// What is wrong with the entrants as they are, in words; null when nothing is.
    #[schema(required)]
    warning: Option<String>,
    /// The names of the contests that an entrant can be in.
    contests: Vec<String>,
    /// The newest first.
    changes: Vec<Entry>,
}

/// A change of entrants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntrantChangeEntry)]
pub(super) struct Entry {
    id: String,
    kind: Kind,
    /// Its label.
    label: String,
    /// What it changed, as a sentence.
    summary: String,
    /// Epoch milliseconds.
    at: i64,
    /// Who made it, as they are called now; null for the command line and for an account that is gone.
    #[schema(required)]
    by: Option<String>,
    /// Whether it was undone.
    undone: bool,
}

/// List the changes of entrants: lists, changes by hand, new names of contests, and what was undone.
#[utoipa::path(
    get,
    path = "/timing/{RaceName}/entrantChanges",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = History))
)]
pub(super) async fn list(State(timing): State<Timing>, by: ByTimer) -> Result<Json<History>> {
    let read = move |tx: &Tx<'_>| {
        let setup = store::state(tx, &by.race.id)?.setup;
        let changes = latest(tx, &by.race.id, LISTED)?;
        let warning = search::stray(&store::entrants(tx, &by.race.id)?, &setup);
        Ok(History { warning, contests: setup.contests.into_iter().map(|contest| contest.name).collect(), changes })
    };
    Ok(Json(timing.db.read_long(read).await?))
}

/// The newest changes of a race's entrants, at most `count`.
pub(super) fn latest(tx: &Tx<'_>, race_id: &str, count: i64) -> Result<Vec<Entry>> {
    tx.query_all(
        "SELECT c.id, c.kind, c.summary, c.at, coalesce(u.username, k.label, p.label),
           EXISTS (SELECT 1 FROM entrant_changes n WHERE n.undoes = c.id)
         FROM entrant_changes c
         LEFT JOIN users u ON u.id = substr(c.actor, length('user:') + 1)
         LEFT JOIN timing_keys k ON k.id = substr(c.actor, length('key:') + 1)
         LEFT JOIN packet_links p ON p.id = substr(c.actor, length('link:') + 1)
         WHERE c.race_id = $1 ORDER BY number DESC LIMIT $2",
        params![race_id, count],
        |row| {
            let kind = Kind::parse(&row.get::<String>(1)?);
            let label = kind.label().to_owned();
            Ok(Entry {
                id: row.get(0)?,
                kind,
                label,
                summary: row.get(2)?,
                at: row.get(3)?,
                by: row.get(4)?,
                undone: row.get(5)?,
            })
        },
    )
}

/// What undoing changed, or would change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UndoOutcome)]
pub(super) struct Undone {
    /// A sentence.
    summary: String,
    /// The entrants that stay as they are, because they were changed since.
    kept: Vec<Kept>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Trial {
    dry_run: bool,
}

/// Undo a change of entrants. Who was changed since stays as the later change left them, and is named in the answer.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/entrantChanges/{id}/undo",
    tag = "timing",
    security(("session" = ["timer"])),
    params(
        ("RaceName" = String, Path),
        ("id" = String, Path),
        ("dryRun" = Option<bool>, Query, description = "true: answer what would change, and change nothing")
    ),
    responses(
        (status = 200, body = Undone),
        (status = 404, description = "No such change"),
        (status = 409, description = "It was undone already, or everything that it changed was changed again")
    )
)]
pub(super) async fn undo_one(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, change_id)): Path<(String, String)>,
    Query(Trial { dry_run }): Query<Trial>,
) -> Result<Json<Undone>> {
    let (now, id) = (timing.clock.now_ms(), race.id.clone());
    let change = move |tx: &Tx<'_>| {
        if !dry_run {
            store::lock(tx, &race.id, now)?;
        }
        let known =
            "SELECT EXISTS (SELECT 1 FROM entrant_changes WHERE undoes = $1) FROM entrant_changes WHERE id = $1 AND race_id = $2";
        let is_undone = tx.query_opt(known, params![change_id, race.id], |row| row.get::<bool>(0))?;
        if is_undone.or_not_found(words::NO_SUCH_CHANGE)? {
            return Err(Error::say(StatusCode::CONFLICT, words::UNDONE_ALREADY));
        }
        let rows = tx.query_all(
            "SELECT change FROM entrant_change_rows WHERE change_id = $1 ORDER BY position",
            params![change_id],
            |row| row.get::<String>(0),
        )?;
        let made: Vec<EntrantChange> = rows.iter().map(|row| serde_json::from_str(row)).collect::<Result<_, _>>()?;
        let undo = undo(&made, &store::entrants(tx, &race.id)?, &store::state(tx, &race.id)?.setup);
        if let Some(reason) = undo.refusal() {
            return Err(Error::refused(StatusCode::CONFLICT, words::NOTHING_TO_UNDO, reason));
        }
        let summary = undo.summary();
        if !dry_run {
            let change = Change {
                race: &race,
                actor: &actor,
                kind: Kind::Undone,
                event: Event::TimingEntrantsUndone,
                summary: &summary,
                undoes: Some(&change_id),
            };
            apply(tx, &change, &undo.back, &ChangeFacts::of(&undo.back), now)?;
        }
        Ok(Undone { summary, kept: undo.kept })
    };
    let undone = if dry_run { timing.db.read_long(change).await? } else { timing.db.write(change).await? };
    timing.boards.changed(&id);
    Ok(Json(undone))
}
