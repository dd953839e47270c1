//! The published results that are offered to a person, and the claims of accounts.

use core_wasm::dates::RaceDate;
use core_wasm::privacy::name;
use core_wasm::results::leaderboard::ResultLine;
use core_wasm::signup::{Claim, Claimed, ListAddress, MOST_WAITING, Match, Racer, candidate, fits_group, is_named};

use crate::account::store::{self as users, User};
use crate::audit::{self, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::privacy::Eyes;
use crate::{privacy, results, timed};

/// The results that a person may claim: those of the name and age that every visitor sees and that no account has.
pub(crate) fn offered(tx: &Tx<'_>, racer: &Racer) -> Result<Vec<Match>> {
    let Ok(born) = racer.dob.parse::<RaceDate>() else { return Ok(Vec::new()) };
    let fits = |line: &ResultLine| {
        let day = line.date.parse::<RaceDate>();
        is_named(line, &racer.first_name, &racer.last_name) && day.is_ok_and(|day| fits_group(&line.age_group, born, day))
    };
    let found = results::named(tx, &racer.first_name, &racer.last_name)?;
    Ok(found.iter().filter(|line| fits(line)).filter_map(candidate).collect())
}

/// The same for an account, without the results about which it has said something.
pub(crate) fn offered_to(tx: &Tx<'_>, user_id: &str, racer: &Racer) -> Result<Vec<Match>> {
    let mut offered = offered(tx, racer)?;
    offered.extend(hidden_from_others(tx, user_id)?);
    if !offered.is_empty() {
        let decided =
            tx.query_all("SELECT public_id FROM result_claims WHERE user_id = $1", params![user_id], |row| row.get::<String>(0))?;
        offered.retain(|offer| !decided.contains(&offer.result_id));
    }
    Ok(offered)
}

/// Results of the name and date of birth that no visitor finds by the name, since this account hides them or one does that shows nothing but
/// a typed name and birthday; without those that another account withholds from this one.
fn hidden_from_others(tx: &Tx<'_>, user_id: &str) -> Result<Vec<Match>> {
    let hidden = tx.query_all(
        "SELECT p.race_id, p.public_id FROM private_results p WHERE p.user_id = $1 AND p.name_shown > 0
         UNION
         SELECT p.race_id, p.public_id FROM users u JOIN results r ON r.dob = u.dob
         JOIN private_results p ON p.public_id = r.public_id AND p.name_shown > 0 AND p.holds = 0 WHERE u.id = $1",
        params![user_id],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let granted = "SELECT 1 FROM result_claims WHERE public_id = $1 AND state = 'granted'";
    let eyes = Eyes::User(user_id.to_owned());
    let mut offered = Vec::new();
    for (race_id, public_id) in hidden {
        let is_granted = tx.query_opt(granted, params![public_id], |row| row.get::<i64>(0))?.is_some();
        if is_granted || !eyes.seen(tx, &public_id)?.is_found_by_name() {
            continue;
        }
        offered.extend(results::line_of(tx, &eyes, &race_id, &public_id)?.as_ref().and_then(candidate));
    }
    Ok(offered)
}

/// Notes which of the offered results are not an account's own, so that they are not offered again; returns how many.
pub(crate) fn decline(tx: &Tx<'_>, user: &User, racer: &Racer, declined: &[String], now: i64) -> Result<usize> {
    let mut noted = 0;
    for Match { result_id, .. } in
        offered_to(tx, &user.id, racer)?.into_iter().filter(|offer| declined.contains(&offer.result_id))
    {
        noted += tx.execute(
            "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, decided_at, decided_by)
             VALUES ($1, $2, 'refused', 0, $3, $4, $5)",
            params![result_id, user.id, now, now, user.actor().id.to_string()],
        )?;
    }
    Ok(noted)
}

/// Claims the results of an account's name and date of birth that are offered to nobody, because another account hides them, or that are not
/// offered to it any more, because it said that they are not its own or lost them by a decision; an administrator decides. Nothing tells the account whether there are any: the audit record, which its owner may have, is the same.
pub(crate) fn claim_hidden(tx: &Tx<'_>, user: &User, racer: &Racer, now: i64) -> Result<()> {
    let hidden = tx.query_all(
        "SELECT DISTINCT r.public_id, r.first_name, r.last_name FROM results r
         JOIN result_versions v ON v.id = r.version_id AND v.current = 1 WHERE r.dob = $1
           AND (EXISTS (SELECT 1 FROM private_results p WHERE p.public_id = r.public_id AND p.user_id <> $2)
             AND NOT EXISTS (SELECT 1 FROM result_claims c WHERE c.public_id = r.public_id AND c.user_id = $2)
             OR EXISTS (SELECT 1 FROM result_claims c WHERE c.public_id = r.public_id AND c.user_id = $2 AND c.state = 'refused'))",
        params![racer.dob, user.id],
        |row| Ok((row.get::<String>(0)?, name(&row.get::<String>(1)?, &row.get::<String>(2)?))),
    )?;
    let own = name(&racer.first_name, &racer.last_name);
    let room = MOST_WAITING.saturating_sub(privacy::claimed_unknown(tx, &user.id)?.len());
    for (result_id, _) in hidden.into_iter().filter(|(_, of)| *of == own).take(room) {
        tx.execute(
            "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, blind) VALUES ($1, $2, 'waiting', 0, $3, 1)
             ON CONFLICT (public_id, user_id) DO UPDATE SET state = 'waiting', claimed_at = $3, decided_at = NULL, decided_by = NULL",
            params![result_id, user.id, now],
        )?;
    }
    let new = serde_json::json!({ "missing": true });
    audit::record(tx, now, &user.actor(), Event::AccountResultsClaimed, user.about(), &NOTHING, &new)
}

/// Whether another claim of an account may wait; those of which it must not know don't count.
pub(crate) fn may_wait(tx: &Tx<'_>, user_id: &str) -> Result<bool> {
    let waiting = "SELECT public_id FROM result_claims WHERE user_id = $1 AND state = 'waiting'";
    let waiting = tx.query_all(waiting, params![user_id], |row| row.get::<String>(0))?;
    let unknown = privacy::claimed_unknown(tx, user_id)?;
    Ok(waiting.iter().filter(|id| !unknown.contains(*id)).count() < MOST_WAITING)
}

/// Claims results for an account; those that are not offered are left out. Returns what became of each.
pub(crate) fn claim(tx: &Tx<'_>, user: &User, racer: &Racer, wanted: &[String], now: i64) -> Result<Vec<(String, Claimed)>> {
    let offered = offered_to(tx, &user.id, racer)?;
    let mut claims = Vec::new();
    for Match { result_id, .. } in offered.into_iter().filter(|offer| wanted.contains(&offer.result_id)) {
        let claim = read(tx, &result_id, &user.id, (racer.first_name.clone(), racer.last_name.clone(), racer.dob.clone()))?;
        let state = claim.decide();
        tx.execute(
            "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at) VALUES ($1, $2, $3, $4, $5)",
            params![result_id, user.id, state.as_str(), claim.is_wrong(), now],
        )?;
        if state == Claimed::Granted {
            privacy::end_kept_hidden(tx, &result_id)?;
        }
        claims.push((result_id, state));
    }
    if !claims.is_empty() {
        // Whose name and date of birth it is may be decided by the claim, also for other accounts.
        privacy::refresh_alike(tx, &user.id)?;
        let granted = claims.iter().filter(|(_, state)| *state == Claimed::Granted).count();
        let new = serde_json::json!({ "granted": granted, "waiting": claims.len() - granted });
        audit::record(tx, now, &user.actor(), Event::AccountResultsClaimed, user.about(), &NOTHING, &new)?;
    }
    Ok(claims)
}

/// What is known about a stored claim.
pub(super) fn of(tx: &Tx<'_>, result_id: &str, user_id: &str) -> Result<Claim> {
    let by = tx.query_opt("SELECT first_name, last_name, dob FROM users WHERE id = $1", params![user_id], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    read(tx, result_id, user_id, by.unwrap_or_default())
}

/// What is known about a claim of this account, whose person has this first name, last name and date of birth.
fn read(tx: &Tx<'_>, result_id: &str, user_id: &str, by: (String, String, String)) -> Result<Claim> {
    let of = tx.query_opt(
        "SELECT r.first_name, r.last_name, r.dob FROM results r JOIN result_versions v ON v.id = r.version_id
         WHERE r.public_id = $1 AND v.current = 1",
        params![result_id],
        |row| Ok((row.get(0)?, row.get(1)?, row.get::<Option<String>>(2)?.unwrap_or_default())),
    )?;
    let taken =
        tx.query_opt("SELECT 1 FROM result_claims WHERE public_id = $1 AND state = 'granted'", params![result_id], |row| {
            row.get::<i64>(0)
        })?;
    let wrong = tx.query_one(
        "SELECT count(*) FROM result_claims WHERE public_id = $1 AND user_id <> $2 AND wrong = 1",
        params![result_id, user_id],
        |row| row.get::<i64>(0),
    )?;
    let proved = tx.query_opt("SELECT proved_name FROM users WHERE id = $1", params![user_id], |row| row.get::<String>(0))?;
    let renamed = proved.is_none_or(|proved| proved != name(&by.0, &by.1));
    let other = tx.query_opt(
        "SELECT 1 FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1
         JOIN results o ON o.version_id = r.version_id JOIN result_claims c ON c.public_id = o.public_id
         WHERE r.public_id = $1 AND o.public_id <> $1 AND c.user_id = $2 AND c.state = 'granted' LIMIT 1",
        params![result_id, user_id],
        |row| row.get::<i64>(0),
    )?;
    Ok(Claim {
        by,
        of: of.unwrap_or_default(),
        is_taken: taken.is_some(),
        wrong,
        renamed,
        has_other: other.is_some(),
        contested: privacy::own_standing(tx, user_id)?.is_contested(),
        // Who has a result hides it as its own.
        hidden: taken.is_none() && privacy::is_hidden_by_other(tx, user_id, result_id)?,
        address: list_address(tx, result_id, user_id)?,
    })
}

/// Whose e-mail address the list of entrants has beside the bib of a result.
fn list_address(tx: &Tx<'_>, result_id: &str, user_id: &str) -> Result<ListAddress> {
    let of = tx.query_opt(
        "SELECT v.race_id, r.bib FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1 WHERE r.public_id = $1",
        params![result_id],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let Some((race_id, bib)) = of else { return Ok(ListAddress::None) };
    let listed = timed::store::entrant(tx, &race_id, &bib)?.and_then(|entrant| entrant.email).unwrap_or_default();
    if listed.trim().is_empty() {
        return Ok(ListAddress::None);
    }
    let is_of =
        |id: &str| Ok::<_, Error>(users::by_id(tx, id)?.is_some_and(|user| users::key(&user.email) == users::key(&listed)));
    if is_of(user_id)? {
        return Ok(ListAddress::Own);
    }
    for other in privacy::namesakes(tx, user_id)? {
        if is_of(&other)? {
            return Ok(ListAddress::OfNamesake);
        }
    }
    Ok(ListAddress::Other)
}
