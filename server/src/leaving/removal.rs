//! `DELETE /account`

use std::collections::{BTreeSet, HashSet};

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::{Role, leaving as words};
use core_wasm::dates;
use core_wasm::results::leaderboard::line_words;
use core_wasm::timing::Entrant;
use core_wasm::timing::plan::EntrantChange;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::person::{self, Line, Person};
use super::{announcements, due, tickets};
use crate::account::{Accounts, Caller, present_password, store as users};
use crate::audit::{self, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::Json;
use crate::images::store as images;
use crate::mail::{self, Letter};
use crate::previews;
use crate::privacy;
use crate::timed::{TimedRace, store as timed};

/// What confirms the deletion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    #[schema(value_type = String)]
    password: SecretString,
}

/// The account is deleted.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountGone {
    message: String,
    /// The races to come for which the person is still registered.
    kept: Vec<String>,
}

/// Delete the caller's account for good: results stay without the name, the rest goes. Both cookies are deleted.
#[utoipa::path(delete, path = "/account", tag = "account", security(("session" = [])), request_body = Confirmation, responses(
    (status = 200, body = AccountGone),
    (status = 400, description = "The password is another one"),
    (status = 409, description = "The caller is the last administrator"),
    (status = 429, description = "Too many wrong passwords; Retry-After says how long to wait")))]
pub(super) async fn delete(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    caller: Caller,
    jar: CookieJar,
    Json(form): Json<Confirmation>,
) -> Result<(CookieJar, Answer<AccountGone>)> {
    let user = present_password::check(&accounts, &caller, address, &form.password).await?;
    let now = accounts.clock.now_ms();
    let site = accounts.config.site_name.clone();
    let kept = accounts.db.write(move |tx| {
        // Another request may have deleted the account meanwhile, or changed its password.
        let present = users::by_id(tx, &user.id)?.filter(|present| present.password_hash == user.password_hash);
        let present = present.ok_or_else(Error::unauthorized)?;
        remove(tx, &present, &site, now)
    });
    let kept = kept.await?;
    Ok((accounts.tokens.delete_cookies(jar), Answer(AccountGone { message: words::deleted(&kept), kept })))
}

/// Deletes an account, and takes its person out of every row that stays. Returns the races for which the person stays registered.
fn remove(tx: &Tx<'_>, user: &users::User, site: &str, now: i64) -> Result<Vec<String>> {
    must_not_be_last(tx, user)?;
    let person = Person::load(tx, &user.id)?.ok_or_else(Error::unauthorized)?;
    audit::record(tx, now, &user.actor(), Event::AccountDeleted, user.about(), &NOTHING, &NOTHING)?;
    let kept = match Person::known(tx, &user.id)? {
        Some(known) => registered(tx, &known, now)?,
        None => Vec::new(),
    };
    for id in &person.claimed_by_others {
        due::note(tx, id)?;
    }
    let claimed = due::claimed_by(tx, &user.id)?;
    without_person(tx, &person, now)?;
    remove_mail(tx, &person)?;
    tickets::emptied(tx, &person, now)?;
    announcements::emptied(tx, &person, now)?;
    for sql in
        ["UPDATE race_history SET by_name = $1 WHERE by_name = $2", "UPDATE races SET deleted_by = $1 WHERE deleted_by = $2"]
    {
        tx.execute(sql, params![words::DELETED_ACCOUNT, person.username])?;
    }
    let picture =
        tx.query_one("SELECT picture FROM users WHERE id = $1", params![user.id], |row| row.get::<Option<String>>(0))?;
    let hidden =
        tx.query_all("SELECT public_id FROM private_results WHERE user_id = $1", params![user.id], |row| row.get::<String>(0))?;
    let namesakes = privacy::namesakes(tx, &user.id)?;
    forget_hidden(tx, &person)?;
    privacy::keep_hidden(tx, &user.id)?;
    // Sessions, passkeys, devices, claims, drafts, links, invitations and followed runners of the account go with it.
    tx.execute("DELETE FROM users WHERE id = $1", params![user.id])?;
    for other in &namesakes {
        privacy::refresh(tx, other)?;
    }
    for id in &claimed {
        due::settle(tx, id, now)?;
    }
    // What the account hid and is not its own any more is found again.
    for id in &hidden {
        privacy::write_words(tx, id)?;
    }
    if picture.is_some() {
        images::delete_unused(tx)?;
    }
    // The row about the deletion is among those whose names go; the chain of hashes stays valid.
    audit::remove_names(tx, &user.actor().id)?;
    let (subject, body) = words::letter(site, &kept);
    mail::enqueue_and_forget(tx, now, &Letter { to: user.email.clone(), subject, body })?;
    Ok(kept)
}

/// Somebody has to be able to administer the site. Two administrators who leave at once do so one after the other.
fn must_not_be_last(tx: &Tx<'_>, user: &users::User) -> Result<()> {
    if user.role != Role::Admin {
        return Ok(());
    }
    let admins = tx.execute("UPDATE users SET updated_at = updated_at WHERE role = 'admin'", params![])?;
    if admins <= 1 {
        return Err(Error::refused(StatusCode::CONFLICT, "LAST_ADMIN", words::LAST_ADMIN));
    }
    Ok(())
}

/// Nobody hides a result any more that is without a name now.
pub(super) fn forget_hidden(tx: &Tx<'_>, person: &Person) -> Result<()> {
    for id in person.people.keys() {
        tx.execute("DELETE FROM private_results WHERE public_id = $1", params![id])?;
        privacy::write_words(tx, id)?;
    }
    Ok(())
}

/// The public races to come for which the person is registered.
fn registered(tx: &Tx<'_>, person: &Person, now: i64) -> Result<Vec<String>> {
    let mut races = BTreeSet::new();
    for (id, _) in person::entrants(tx, person)?.iter().filter(|(id, entrant)| person.is(id, entrant)) {
        let Some(race) = person::race(tx, id)?.filter(|race| !is_over(person, race, now)) else { continue };
        // A hidden race has no name for anybody but administrators.
        let sql = "SELECT 1 FROM races WHERE id = $1 AND hidden = 0 AND deleted_at IS NULL";
        if tx.query_opt(sql, params![id], |row| row.get::<i64>(0))?.is_some() {
            races.insert(race.name);
        }
    }
    Ok(races.into_iter().collect())
}

/// Whether the person's race is over: who has a published result has run, and a race without a date is still to come.
fn is_over(person: &Person, race: &TimedRace, now: i64) -> bool {
    person.lines.iter().any(|line| line.race_id == race.id) || race.date.is_some_and(|day| day < dates::date_in(now, race.zone))
}

/// Takes the person out of results, and out of the start lists of races that are over.
pub(super) fn without_person(tx: &Tx<'_>, person: &Person, now: i64) -> Result<()> {
    let Person { people, lines, .. } = person;
    let entrants = person::entrants(tx, person)?;
    let changes = person::changes(tx, person)?;
    for told in person::told(tx, person)? {
        let name = if told.own { "" } else { &told.name };
        tx.execute(
            "UPDATE result_changes SET name = $1, text = 'changed' WHERE version_id = $2 AND position = $3",
            params![name, told.version, told.position],
        )?;
    }
    for line in lines {
        remove_words(tx, line)?;
    }
    for id in people.keys() {
        tx.execute("UPDATE results SET first_name = '', last_name = '', dob = NULL WHERE public_id = $1", params![id])?;
    }
    let mut over = Vec::new();
    let concerned = entrants.iter().map(|(race, _)| race).chain(changes.iter().map(|change| &change.race_id));
    for id in concerned.chain(lines.iter().map(|line| &line.race_id)).collect::<HashSet<_>>() {
        over.extend(person::race(tx, id)?.filter(|race| is_over(person, race, now)));
    }
    for race in &over {
        let of_race = |id: &str| id == race.id;
        let mut bibs: HashSet<&str> = lines.iter().filter(|line| of_race(&line.race_id)).map(|line| line.bib.as_str()).collect();
        for (_, entrant) in entrants.iter().filter(|(of, _)| of_race(of)) {
            if person.is(&race.id, entrant) {
                bibs.insert(&entrant.bib);
            }
            let left = left(person, entrant.clone(), race);
            let sql = "UPDATE timing_entrants SET entrant = $1, person = $2, updated_at = $3 WHERE race_id = $4 AND bib = $5";
            tx.execute(sql, params![serde_json::to_string(&left)?, left.person_key(), now, race.id, entrant.bib])?;
        }
        for stored in changes.iter().filter(|change| of_race(&change.race_id)) {
            let EntrantChange { before, after } =
                stored.change.clone().without_person(|entrant| person.is(&race.id, entrant), race.date);
            let [before, after] = [before, after].map(|side| side.map(|side| without_address(person, side)));
            let text = serde_json::to_string(&EntrantChange { before, after })?;
            let sql = "UPDATE entrant_change_rows SET change = $1 WHERE change_id = $2 AND position = $3";
            tx.execute(sql, params![text, stored.id, stored.position])?;
        }
        for bib in &bibs {
            let sql = "UPDATE packet_actions SET value = '' WHERE race_id = $1 AND bib = $2 AND kind = 'note'";
            tx.execute(sql, params![race.id, bib])?;
        }
        remove_sent(tx, person, race, &bibs)?;
        // What pages that follow the race were told: they load the whole field.
        tx.execute("DELETE FROM live_frames WHERE race_id = $1", params![race.id])?;
        timed::touch(tx, &race.id, now)?;
    }
    previews::forget_all(tx)?;
    privacy::note_removal(tx)
}

/// An entrant of a race that is over: without the person, or, of another person who was registered with the same address, without that.
fn left(person: &Person, entrant: Entrant, race: &TimedRace) -> Entrant {
    if person.is(&race.id, &entrant) { entrant.without_person(race.date) } else { without_address(person, entrant) }
}

fn without_address(person: &Person, entrant: Entrant) -> Entrant {
    if person.has_address(&entrant) { Entrant { email: None, ..entrant } } else { entrant }
}

/// Removes the words of the name by which a line that is shown is found.
fn remove_words(tx: &Tx<'_>, line: &Line) -> Result<()> {
    if !line.current {
        return Ok(());
    }
    let bib = line_words("", "", &line.bib);
    for word in line_words(&line.first_name, &line.last_name, &line.bib).into_iter().filter(|word| !bib.contains(word)) {
        tx.execute(
            "DELETE FROM result_words WHERE version_id = $1 AND word = $2 AND position = $3",
            params![line.version, word, line.position],
        )?;
    }
    Ok(())
}

/// Takes the name out of the results that a timer's service sent of a race.
fn remove_sent(tx: &Tx<'_>, person: &Person, race: &TimedRace, bibs: &HashSet<&str>) -> Result<()> {
    for (kind, mut results) in person::all_sent(tx, &race.id)? {
        let mut changed = false;
        for result in &mut results {
            if bibs.contains(result.bib.as_str()) && person.is_named(&person::sent_name(result)) {
                result.first_name.clear();
                result.last_name.clear();
                changed = true;
            }
        }
        if changed {
            let sql = "UPDATE timing_pulled_results SET results = $1 WHERE race_id = $2 AND kind = $3";
            tx.execute(sql, params![serde_json::to_string(&results)?, race.id, kind])?;
        }
    }
    Ok(())
}

/// Deletes what waits for or names the address: mails, sign-ups, invitations, requests for a new password, changes to this address.
fn remove_mail(tx: &Tx<'_>, person: &Person) -> Result<()> {
    let new =
        tx.query_opt("SELECT email FROM email_changes WHERE user_id = $1", params![person.id], |row| row.get::<String>(0))?;
    let mails =
        tx.query_all("SELECT id, recipient FROM mail_outbox", params![], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
    for (id, to) in mails {
        if person.owns(&to) || new.as_ref().is_some_and(|new| users::key(new) == users::key(&to)) {
            tx.execute("DELETE FROM mail_outbox WHERE id = $1", params![id])?;
        }
    }
    for (select, delete) in [
        ("SELECT id, email FROM signups", "DELETE FROM signups WHERE id = $1"),
        ("SELECT id, email FROM invitations", "DELETE FROM invitations WHERE id = $1"),
        ("SELECT user_id, email FROM email_changes", "DELETE FROM email_changes WHERE user_id = $1"),
    ] {
        for id in person::with_address(tx, person, select)? {
            tx.execute(delete, params![id])?;
        }
    }
    tx.execute("DELETE FROM reset_requests WHERE email_key = $1", params![users::key(&person.email)])?;
    Ok(())
}
