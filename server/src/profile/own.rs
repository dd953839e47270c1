//! `GET /myResults`, `POST /claimResults`, `PUT /profileTitle`: the caller's own results.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::profile::{ProfileResult, Summary, summary, words};
use core_wasm::signup::Match;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::coming::{self, ComingRace};
use super::person::{self, Person};
use crate::account::{Accounts, Caller, Said, refuse_too_many, store as users};
use crate::audit::{self, Actor, Event, Fields, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::privacy::{self, Eyes};
use crate::results::{self, Results};
use crate::signup::{ClaimAnswer, claims};

/// The most results that are named in one request.
const MOST_NAMED: usize = 200;

/// The caller's own results, and what they amount to.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MyResults {
    /// The latest race first.
    results: Vec<ProfileResult>,
    summary: Summary,
    /// The races for which the caller is on a start list, the next one first.
    coming: Vec<ComingRace>,
    /// Published results of the caller's name and age about which nothing was said yet.
    offered: Vec<Match>,
    /// Claims that wait for an administrator, without those of results that others hide.
    waiting: Vec<WaitingResult>,
}

/// A claim that waits for an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingResult {
    race: String,
    contest: String,
    /// When it was made, in epoch milliseconds.
    claimed_at: i64,
}

/// What the caller says about offered results.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ClaimForm {
    /// Those that are the caller's own.
    #[serde(default)]
    claims: Vec<String>,
    /// Those that are not.
    #[serde(default)]
    not_mine: Vec<String>,
    /// Whether a result is missing that may be hidden by another account.
    #[serde(default)]
    missing: bool,
}

/// What became of each claim.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClaimsMade {
    message: &'static str,
    claims: Vec<ClaimAnswer>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TitleForm {
    /// One of the titles that were won; empty for none.
    active_title: String,
}

/// Tell the caller's own results, bests and achievements, coming races, and results that are offered.
#[utoipa::path(get, path = "/myResults", tag = "profile", security(("session" = [])),
    responses((status = 200, body = MyResults), (status = 401)))]
pub(super) async fn my_results(
    State(accounts): State<Accounts>,
    State(results): State<Results>,
    caller: Caller,
) -> Result<Answer<MyResults>> {
    let now = accounts.clock.now_ms();
    let certificates = results.certificates.clone();
    let (person, own, mine) = accounts
        .db
        .read(move |tx| {
            let person = person::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
            let own = own_results(tx, &certificates, &person)?;
            let mine = MyResults {
                results: Vec::new(),
                summary: Summary::default(),
                coming: coming::races(tx, &person.id, &person.racer, now)?,
                offered: claims::offered_to(tx, &person.id, &person.racer)?,
                waiting: waiting(tx, &person.id)?,
            };
            Ok((person, own, mine))
        })
        .await?;
    let titles = results::season_titles(&results, &ids(&own), false).await?;
    let summary = summary(&own, &titles, &person.active_title);
    Ok(Answer(MyResults { results: own, summary, ..mine }))
}

/// The results that an account was granted, as its owner sees them.
fn own_results(tx: &Tx<'_>, certificates: &results::Certificates, person: &Person) -> Result<Vec<ProfileResult>> {
    let granted = person::granted(tx, &person.id)?;
    results::of_people(tx, certificates, &Eyes::User(person.id.clone()), &granted)
}

/// The opaque ids of results.
pub(super) fn ids(results: &[ProfileResult]) -> Vec<String> {
    results.iter().map(|one| one.result.public_id.clone()).collect()
}

fn waiting(tx: &Tx<'_>, user_id: &str) -> Result<Vec<WaitingResult>> {
    let unknown = privacy::claimed_unknown(tx, user_id)?;
    let waiting = tx.query_all(
        "SELECT c.public_id, n.name, v.contest, c.claimed_at FROM result_claims c JOIN results r ON r.public_id = c.public_id
         JOIN result_versions v ON v.id = r.version_id AND v.current = 1 JOIN races n ON n.id = v.race_id AND n.hidden = 0
         WHERE c.user_id = $1 AND c.state = 'waiting' ORDER BY c.claimed_at, c.public_id COLLATE \"C\"",
        params![user_id],
        |row| {
            let one = WaitingResult { race: row.get(1)?, contest: row.get(2)?, claimed_at: row.get(3)? };
            Ok((row.get::<String>(0)?, one))
        },
    )?;
    Ok(waiting.into_iter().filter(|(id, _)| !unknown.contains(id)).map(|(_, one)| one).collect())
}

/// Say which of the offered results are the caller's own and which are not. What is not offered is left out.
#[utoipa::path(post, path = "/claimResults", tag = "profile", security(("session" = [])), request_body = ClaimForm, responses(
    (status = 200, body = ClaimsMade), (status = 400, description = "The account has no name or date of birth"), (status = 401), (status = 403),
    (status = 409, description = "Many claims of the account wait already")))]
pub(super) async fn claim(
    State(accounts): State<Accounts>,
    caller: Caller,
    Json(ClaimForm { mut claims, mut not_mine, missing }): Json<ClaimForm>,
) -> Result<Answer<ClaimsMade>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    claims.truncate(MOST_NAMED);
    not_mine.truncate(MOST_NAMED);
    let now = accounts.clock.now_ms();
    let made = accounts.db.write(move |tx| {
        let person = person::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
        let user = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
        if person.racer.dob.is_empty() || person.racer.last_name.is_empty() {
            return Err(Error::refused(StatusCode::BAD_REQUEST, "NO_PERSON", words::NO_PERSON));
        }
        if !claims::may_wait(tx, &user.id)? {
            return Err(Error::refused(StatusCode::CONFLICT, "TOO_MANY_WAITING", words::TOO_MANY_WAITING));
        }
        if missing {
            refuse_too_many(tx, &caller, now)?;
            claims::claim_hidden(tx, &user, &person.racer, now)?;
        }
        let made = claims::claim(tx, &user, &person.racer, &claims, now)?;
        let declined = claims::decline(tx, &user, &person.racer, &not_mine, now)?;
        privacy::refresh(tx, &user.id)?;
        Ok((made, declined))
    });
    let (made, declined) = made.await?;
    let message = match (missing, made.is_empty() && declined == 0) {
        (true, _) => words::MISSING_NOTED,
        (false, true) => words::NOTHING_CLAIMED,
        (false, false) => words::CLAIMED,
    };
    let claims = made.into_iter().map(|(result_id, state)| ClaimAnswer { result_id, state }).collect();
    Ok(Answer(ClaimsMade { message, claims }))
}

/// Choose the title that the caller's profile shows, one of those that were won.
#[utoipa::path(put, path = "/profileTitle", tag = "profile", security(("session" = [])), request_body = TitleForm,
    responses((status = 200, body = Said), (status = 400, description = "Not a title of the caller's"), (status = 401), (status = 403)))]
pub(super) async fn set_title(
    State(accounts): State<Accounts>,
    State(results): State<Results>,
    caller: Caller,
    Json(TitleForm { active_title }): Json<TitleForm>,
) -> Result<Answer<Said>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    let (now, id, certificates) = (accounts.clock.now_ms(), caller.user_id.clone(), results.certificates.clone());
    let own = accounts.db.read(move |tx| match person::by_id(tx, &id)? {
        Some(person) => own_results(tx, &certificates, &person),
        None => Err(Error::unauthorized()),
    });
    let own = own.await?;
    let titles = results::season_titles(&results, &ids(&own), false).await?;
    if !active_title.is_empty() && summary(&own, &titles, &active_title).achievements.active_title.is_empty() {
        return Err(Error::refused(StatusCode::BAD_REQUEST, "NO_SUCH_TITLE", words::NO_SUCH_TITLE));
    }
    accounts
        .db
        .write(move |tx| {
            let sql = "UPDATE users SET active_title = $1, updated_at = $2 WHERE id = $3 AND active_title <> $1";
            if tx.execute(sql, params![active_title, now, caller.user_id])? == 0 {
                return Ok(());
            }
            refuse_too_many(tx, &caller, now)?;
            let fields = Fields(&["activeTitle"]);
            audit::record(tx, now, &Actor::from(&caller), Event::AccountProfileChanged, caller.about(), &NOTHING, &fields)
        })
        .await?;
    Ok(Answer(Said { message: words::TITLE_SET.into() }))
}
