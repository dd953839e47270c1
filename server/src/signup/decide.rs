//! `GET /claims`, `PUT /claims/{resultID}/{userID}`: the claims that wait for an administrator.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::signup::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::claims;
use crate::account::{Accounts, Admin, letters, store as users};
use crate::audit::{self, Actor, Event};
use crate::config::Config;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::leaving;
use crate::privacy;

/// To the person of the account, about a claim that was granted.
const GRANTED: letters::Words<'static> = ("Your result was confirmed", include_str!("claim_granted_mail.txt"));
/// The same about a claim that was refused.
const REFUSED: letters::Words<'static> = ("Your result could not be confirmed", include_str!("claim_refused_mail.txt"));
/// To the person of an account that had the result until then.
const TAKEN: letters::Words<'static> = ("A result has left your account", include_str!("claim_taken_mail.txt"));
/// To the person of an account that hid the result until then.
const SHOWN: letters::Words<'static> = ("A result that you hid is another account's now", include_str!("claim_hidden_mail.txt"));

/// The most claims of an answer; the oldest wait longest and come first.
const LISTED: i64 = 100;

/// A claim that waits, with what an administrator compares.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingClaim {
    /// The opaque id of the result.
    result_id: String,
    /// The id of the account.
    user_id: String,
    /// Why it waits.
    why: String,
    /// When it was made, in epoch milliseconds.
    claimed_at: i64,
    username: String,
    /// The name of the account.
    name: String,
    /// The date of birth of the account (ISO).
    born: String,
    race: String,
    #[serde(rename = "raceID")]
    race_id: String,
    contest: String,
    /// The day of the race (ISO).
    race_date: String,
    bib: String,
    /// The name in the result.
    result_name: String,
    /// The date of birth in the result (ISO); empty when it is not known.
    result_born: String,
    /// The username of the account that has the result; empty for none.
    held_by: String,
    /// When the account was made, in epoch milliseconds.
    made_at: i64,
    /// The other accounts of its name and date of birth, and those that hide the result, the oldest first.
    namesakes: Vec<Namesake>,
}

/// Another account that may be the person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Namesake {
    username: String,
    /// When it was made, in epoch milliseconds.
    made_at: i64,
    /// Whether it hides the result, which is then shown as the account chooses that gets it.
    hides: bool,
}

/// The claims that wait.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitingClaims {
    claims: Vec<WaitingClaim>,
    /// How many there are in all.
    total: i64,
}

/// A decision.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimDecision {
    /// Whether the result belongs to the account; then no other account has it any more.
    grant: bool,
}

/// What became of a decision.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClaimDecided {
    message: &'static str,
}

/// List the claims of results that wait for an administrator, the oldest first.
#[utoipa::path(get, path = "/claims", tag = "signup", security(("session" = ["admin"])), responses((status = 200, body = WaitingClaims)))]
pub(super) async fn waiting(State(accounts): State<Accounts>, _: Admin) -> Result<Answer<WaitingClaims>> {
    let found = accounts.db.read(|tx| {
        // Those of results that are published no more wait for their publication.
        let total = tx.query_one(
            "SELECT count(*) FROM result_claims c JOIN results r ON r.public_id = c.public_id JOIN result_versions v ON v.id = r.version_id
             WHERE c.state = 'waiting' AND v.current = 1",
            params![],
            |row| row.get(0),
        )?;
        let mut claims = tx.query_all(
            "SELECT c.public_id, c.user_id, c.claimed_at, u.username, u.first_name, u.last_name, u.dob, n.name, v.race_id, v.contest,
               v.race_date, r.bib, r.first_name, r.last_name, coalesce(r.dob, ''),
               coalesce((SELECT h.username FROM result_claims o JOIN users h ON h.id = o.user_id
                 WHERE o.public_id = c.public_id AND o.state = 'granted'), ''), u.created_at
             FROM result_claims c JOIN users u ON u.id = c.user_id JOIN results r ON r.public_id = c.public_id
             JOIN result_versions v ON v.id = r.version_id JOIN races n ON n.id = v.race_id
             WHERE c.state = 'waiting' AND v.current = 1 ORDER BY c.claimed_at, c.public_id COLLATE \"C\" LIMIT $1",
            params![LISTED],
            claim,
        )?;
        for claim in &mut claims {
            claim.why = claims::of(tx, &claim.result_id, &claim.user_id)?.why();
            claim.namesakes = namesakes(tx, claim)?;
        }
        Ok(WaitingClaims { claims, total })
    });
    Ok(Answer(found.await?))
}

fn claim(row: &Row<'_>) -> Result<WaitingClaim> {
    let name = |first: String, last: String| format!("{first} {last}").trim().to_owned();
    Ok(WaitingClaim {
        result_id: row.get(0)?,
        user_id: row.get(1)?,
        why: String::new(),
        claimed_at: row.get(2)?,
        username: row.get(3)?,
        name: name(row.get(4)?, row.get(5)?),
        born: row.get(6)?,
        race: row.get(7)?,
        race_id: row.get(8)?,
        contest: row.get(9)?,
        race_date: row.get(10)?,
        bib: row.get(11)?,
        result_name: name(row.get(12)?, row.get(13)?),
        result_born: row.get(14)?,
        held_by: row.get(15)?,
        made_at: row.get(16)?,
        namesakes: Vec::new(),
    })
}

fn namesakes(tx: &Tx<'_>, claim: &WaitingClaim) -> Result<Vec<Namesake>> {
    let hiders = privacy::hiders(tx, &claim.result_id, &claim.user_id)?;
    let mut namesakes = Vec::new();
    let mut others = privacy::namesakes(tx, &claim.user_id)?;
    others.extend(hiders.iter().filter(|id| !others.contains(id)).cloned().collect::<Vec<_>>());
    for id in others {
        let sql = "SELECT username, created_at FROM users WHERE id = $1";
        namesakes.extend(tx.query_opt(sql, params![id], |row| {
            Ok(Namesake { username: row.get(0)?, made_at: row.get(1)?, hides: hiders.contains(&id) })
        })?);
    }
    namesakes.sort_by(|a, b| (a.made_at, &a.username).cmp(&(b.made_at, &b.username)));
    Ok(namesakes)
}

/// Decide about a claim that waits; the person of the account is told by mail. A granted one takes the result from the account that has it.
#[utoipa::path(put, path = "/claims/{resultID}/{userID}", tag = "signup", security(("session" = ["admin"])), request_body = ClaimDecision,
    params(("resultID" = String, Path), ("userID" = String, Path)),
    responses(
        (status = 200, body = ClaimDecided),
        (status = 404, description = "No such claim"),
        (status = 409, description = "Somebody has decided already")
    ))]
pub(super) async fn decide(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Path((result, user)): Path<(String, String)>,
    Json(ClaimDecision { grant }): Json<ClaimDecision>,
) -> Result<Answer<ClaimDecided>> {
    let (now, actor, config) = (accounts.clock.now_ms(), Actor::from(&caller), accounts.config.clone());
    accounts.db.write(move |tx| record(tx, &config, &actor, (&result, &user), grant, now)).await?;
    Ok(Answer(ClaimDecided { message: if grant { words::CLAIM_GRANTED } else { words::CLAIM_REFUSED } }))
}

fn record(tx: &Tx<'_>, config: &Config, actor: &Actor, (result, user): (&str, &str), grant: bool, now: i64) -> Result<()> {
    let missing = || Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_CLAIM", words::NO_SUCH_CLAIM);
    let state = "SELECT state FROM result_claims WHERE public_id = $1 AND user_id = $2";
    let state: String = tx.query_opt(state, params![result, user], |row| row.get(0))?.ok_or_else(missing)?;
    let account = users::by_id(tx, user)?.ok_or_else(missing)?;
    if state != "waiting" {
        return Err(Error::refused(StatusCode::CONFLICT, "CLAIM_DECIDED", words::CLAIM_DECIDED));
    }
    let hidden = privacy::claimed_unknown(tx, user)?.contains(result);
    let (mut former, mut hiders) = (Vec::new(), Vec::new());
    if grant {
        hiders = privacy::hiders(tx, result, user)?;
        privacy::end_kept_hidden(tx, result)?;
        let held = "SELECT user_id FROM result_claims WHERE public_id = $1 AND state = 'granted'";
        former = tx.query_all(held, params![result], |row| row.get::<String>(0))?;
        let sql = "UPDATE result_claims SET state = 'refused', decided_at = $1, decided_by = $2 WHERE public_id = $3 AND state = 'granted'";
        tx.execute(sql, params![now, actor.id.to_string(), result])?;
    }
    tx.execute(
        "UPDATE result_claims SET state = $1, decided_at = $2, decided_by = $3 WHERE public_id = $4 AND user_id = $5",
        params![if grant { "granted" } else { "refused" }, now, actor.id.to_string(), result, user],
    )?;
    // Who hid the result is not always a namesake of the account that has it now: that may be renamed, or born on another day.
    for account in former.iter().chain(&hiders).map(String::as_str).chain([user]) {
        privacy::refresh(tx, account)?;
        privacy::refresh_alike(tx, account)?;
    }
    leaving::settle(tx, result, now)?;
    for account in &former {
        if let Some(account) = users::by_id(tx, account)? {
            tell(tx, config, &account, result, TAKEN, now)?;
        }
    }
    for account in hiders.iter().filter(|id| !former.contains(id)) {
        if let Some(account) = users::by_id(tx, account)? {
            tell(tx, config, &account, result, SHOWN, now)?;
        }
    }
    // Who only said that a result is missing must not learn that there is one which somebody else hides (docs/decisions/0059).
    if grant || !hidden {
        tell(tx, config, &account, result, if grant { GRANTED } else { REFUSED }, now)?;
    }
    let before = serde_json::json!({ "result": result, "state": state });
    let after = serde_json::json!({ "result": result, "state": if grant { "granted" } else { "refused" } });
    audit::record(tx, now, actor, Event::AccountClaimDecided, account.about(), &before, &after)
}

/// Tells the person of an account what was decided about a result.
fn tell(
    tx: &Tx<'_>,
    config: &Config,
    account: &users::User,
    result: &str,
    (subject, text): letters::Words<'_>,
    now: i64,
) -> Result<()> {
    let race = tx.query_opt(
        "SELECT n.name FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1
         JOIN races n ON n.id = v.race_id AND n.hidden = 0 WHERE r.public_id = $1",
        params![result],
        |row| row.get::<String>(0),
    )?;
    let text = text.replace("{race}", race.as_deref().unwrap_or("a race"));
    letters::enqueue(tx, config, &account.email, (subject, &text), now)
}
