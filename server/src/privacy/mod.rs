//! What others see of runners: what accounts chose, and the persons of published results that are theirs.
//!
//! A line of results, or an entrant, belongs to an account when name and date of birth are the same
//! ([`core_wasm::privacy::person`]), and a result when the account's claim of it was granted, unless it was refused. A name and a date of
//! birth are only typed: what an account decides by them follows from its [`core_wasm::privacy::Standing`], and a result that is granted to one
//! account is no other's. Whose results are
//! not shown as they are is stored ([`refresh`], [`of_version`]), so that no reader compares persons. How they are shown is decided in the
//! core ([`Shown`]).

mod entrants;
mod eyes;
mod standing;

use std::collections::{HashMap, HashSet};

use core_wasm::privacy::{Shown, person};
use core_wasm::results::leaderboard::{line_words, shown_words};

pub(crate) use self::entrants::{bibs, hides_bib, mark_entrants};
pub(crate) use self::eyes::{Eyes, claimed_unknown, is_hidden_by_other, is_unknown};
pub(crate) use self::standing::{namesakes, own_standing};

use self::eyes::shown;
use self::standing::{person_of, standing};
use crate::db::{Row, Tx, params};
use crate::error::Result;

/// Name and date of birth, comparable.
pub(crate) type Person = (String, String);

/// In place of the account that hides a result, when that was deleted.
const NOBODY: &str = "";

/// An account that hides something.
struct Chooser {
    id: String,
    shown: Shown,
    /// Whether it hides that from other accounts of the same name and date of birth, too ([`core_wasm::privacy::Standing::holds`]).
    holds: bool,
}

/// The persons who hide something, with their accounts.
fn people(tx: &Tx<'_>) -> Result<HashMap<Person, Vec<Chooser>>> {
    let mut people: HashMap<Person, Vec<Chooser>> = HashMap::new();
    let choosers = tx.query_all(
        "SELECT is_private, initials_only, hide_age, id, first_name, last_name, dob FROM users
         WHERE is_private + initials_only + hide_age > 0",
        params![],
        |row| {
            let (id, first, last, dob): (String, String, String, String) = (row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?);
            Ok((id, chosen(row)?, person(&first, &last, &dob)))
        },
    )?;
    for (id, shown, person) in choosers {
        let Some(person) = person else { continue };
        let standing = standing(tx, &id, &person)?;
        if standing.hides() {
            people.entry(person).or_default().push(Chooser { id, shown, holds: standing.holds() });
        }
    }
    Ok(people)
}

/// Finds the results of the other accounts of the same name and date of birth anew, after a claim was made or decided.
pub(crate) fn refresh_alike(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    for other in namesakes(tx, user_id)? {
        refresh(tx, &other)?;
    }
    Ok(())
}

/// What an account shows, from the first three columns: private, initials only, and hides the age.
fn chosen(row: &Row<'_>) -> Result<Shown> {
    Ok(Shown::of(row.get(0)?, row.get(1)?, row.get(2)?))
}

/// A number that another one follows whenever what others see of somebody changes.
pub(crate) fn changes(tx: &Tx<'_>) -> Result<i64> {
    let changes = tx.query_opt("SELECT changes FROM privacy_changes WHERE id = 1", params![], |row| row.get(0))?;
    Ok(changes.unwrap_or_default())
}

/// Says that what others see of somebody changes.
pub(crate) fn note_change(tx: &Tx<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO privacy_changes (id, changes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET changes = privacy_changes.changes + 1",
        params![],
    )?;
    Ok(())
}

/// Says that names were taken out of results and start lists.
pub(crate) fn note_removal(tx: &Tx<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO names_removed (id, changes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET changes = names_removed.changes + 1",
        params![],
    )?;
    note_change(tx)
}

/// A number that another one follows whenever names are taken out of results.
pub(crate) fn names_removed(tx: &Tx<'_>) -> Result<i64> {
    let changes = tx.query_opt("SELECT changes FROM names_removed WHERE id = 1", params![], |row| row.get(0))?;
    Ok(changes.unwrap_or_default())
}

/// The persons of published results that are an account's: those of granted claims and, `by_name`, those of its name and date of birth,
/// without refused ones and those that another account was granted.
pub(crate) fn own_people(tx: &Tx<'_>, user_id: &str, by_name: bool) -> Result<HashMap<String, String>> {
    let mut people = HashMap::new();
    if let Some(own) = person_of(tx, user_id)?
        && by_name
    {
        tx.for_each(
            "SELECT r.public_id, v.race_id, r.first_name, r.last_name
             FROM results r JOIN result_versions v ON v.id = r.version_id WHERE r.dob = $1
               AND NOT EXISTS (SELECT 1 FROM result_claims c WHERE c.public_id = r.public_id AND c.state = 'granted' AND c.user_id <> $2)",
            params![own.1, user_id],
            |row| {
                let (first, last): (String, String) = (row.get(2)?, row.get(3)?);
                if person(&first, &last, &own.1).as_ref() == Some(&own) {
                    people.insert(row.get(0)?, row.get(1)?);
                }
                Ok(())
            },
        )?;
    }
    // A decision about a claim holds over the comparison of persons.
    tx.for_each(
        "SELECT c.public_id, p.race_id, c.state = 'granted' FROM result_claims c
         JOIN result_people p ON p.public_id = c.public_id WHERE c.user_id = $1 AND c.state <> 'waiting'",
        params![user_id],
        |row| {
            let (id, race_id, is_granted): (String, String, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if is_granted {
                people.insert(id, race_id);
            } else {
                people.remove(&id);
            }
            Ok(())
        },
    )?;
    Ok(people)
}

/// Finds the results of an account anew; call it in the transaction that changes its name, date of birth or what it shows.
pub(crate) fn refresh(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    note_change(tx)?;
    let chosen = tx.query_opt("SELECT is_private, initials_only, hide_age FROM users WHERE id = $1", params![user_id], chosen)?;
    let chosen = chosen.unwrap_or_default();
    let standing = own_standing(tx, user_id)?;
    let own = if chosen.hides_something() { own_people(tx, user_id, true)? } else { HashMap::new() };
    let before = tx.query_all(
        "SELECT public_id, name_shown + 4 * hides_age FROM private_results WHERE user_id = $1",
        params![user_id],
        |row| Ok((row.get::<String>(0)?, Shown::from_number(row.get(1)?))),
    )?;
    let before: HashMap<String, Shown> = before.into_iter().collect();
    tx.execute("DELETE FROM private_results WHERE user_id = $1", params![user_id])?;
    for (id, race_id) in &own {
        let is_granted = is_granted(tx, id, user_id)?;
        if let Some(shown) = standing.hidden(chosen, before.get(id).copied(), is_granted) {
            add(tx, id, race_id, &Chooser { id: user_id.to_owned(), shown, holds: standing.holds() || is_granted })?;
        }
    }
    for id in before.keys().chain(own.keys()).collect::<HashSet<_>>() {
        write_words(tx, id)?;
    }
    Ok(())
}

fn add(tx: &Tx<'_>, public_id: &str, race_id: &str, by: &Chooser) -> Result<()> {
    tx.execute(
        "INSERT INTO private_results (public_id, user_id, race_id, name_shown, hides_age, holds) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (public_id, user_id) DO UPDATE SET name_shown = excluded.name_shown, hides_age = excluded.hides_age,
           holds = excluded.holds",
        params![public_id, by.id, race_id, by.shown.name_number(), by.shown.hides_age, by.holds],
    )?;
    Ok(())
}

/// Keeps the results hidden that an account hides which is about to be deleted, and of which the name stays: they are nobody's until one of
/// them is granted. What the account hid from others of its name stays hidden from them, and from those that come later.
pub(crate) fn keep_hidden(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO private_results (public_id, user_id, race_id, name_shown, hides_age, holds)
         SELECT public_id, $1, race_id, name_shown, hides_age, holds FROM private_results WHERE user_id = $2
         ON CONFLICT (public_id, user_id) DO UPDATE SET
           name_shown = CASE WHEN excluded.name_shown > private_results.name_shown THEN excluded.name_shown ELSE private_results.name_shown END,
           hides_age = CASE WHEN excluded.hides_age > private_results.hides_age THEN excluded.hides_age ELSE private_results.hides_age END,
           holds = CASE WHEN excluded.holds > private_results.holds THEN excluded.holds ELSE private_results.holds END",
        params![NOBODY, user_id],
    )?;
    tx.execute("DELETE FROM private_results WHERE user_id = $1", params![user_id])?;
    Ok(())
}

/// A result is an account's: what a deleted account hid of it is shown as this one chooses. Call it when a claim is granted.
pub(crate) fn end_kept_hidden(tx: &Tx<'_>, public_id: &str) -> Result<()> {
    tx.execute("DELETE FROM private_results WHERE public_id = $1 AND user_id = $2", params![public_id, NOBODY])?;
    Ok(())
}

/// The accounts that hide a result, but for this one.
pub(crate) fn hiders(tx: &Tx<'_>, public_id: &str, but: &str) -> Result<Vec<String>> {
    let sql = "SELECT user_id FROM private_results WHERE public_id = $1 AND user_id NOT IN ($2, $3)";
    tx.query_all(sql, params![public_id, but, NOBODY], |row| row.get(0))
}

/// Notes which of the persons of a new version hide something, and returns what is shown of those of the race. Each line is the opaque
/// id, the first name, the last name and the date of birth.
pub(crate) fn of_version<'a>(
    tx: &Tx<'_>,
    race_id: &str,
    lines: impl Iterator<Item = (&'a str, &'a str, &'a str, Option<&'a str>)>,
) -> Result<HashMap<String, Shown>> {
    let people = people(tx)?;
    if !people.is_empty() {
        for (id, first, last, dob) in lines {
            let accounts = person(first, last, dob.unwrap_or_default()).and_then(|person| people.get(&person));
            for account in accounts.into_iter().flatten() {
                if !is_refused(tx, id, &account.id)? && !is_anothers(tx, id, &account.id)? {
                    add(tx, id, race_id, account)?;
                }
            }
        }
    }
    of_race(tx, race_id)
}

/// Whether it was decided that a result is not of this account.
fn is_refused(tx: &Tx<'_>, public_id: &str, user_id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM result_claims WHERE public_id = $1 AND user_id = $2 AND state = 'refused'";
    Ok(tx.query_opt(sql, params![public_id, user_id], |row| row.get::<i64>(0))?.is_some())
}

/// Whether a result was granted to this account.
fn is_granted(tx: &Tx<'_>, public_id: &str, user_id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM result_claims WHERE public_id = $1 AND user_id = $2 AND state = 'granted'";
    Ok(tx.query_opt(sql, params![public_id, user_id], |row| row.get::<i64>(0))?.is_some())
}

/// Whether a result was granted to another account.
fn is_anothers(tx: &Tx<'_>, public_id: &str, user_id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM result_claims WHERE public_id = $1 AND state = 'granted' AND user_id <> $2";
    Ok(tx.query_opt(sql, params![public_id, user_id], |row| row.get::<i64>(0))?.is_some())
}

/// What is shown of those persons of a race's results who hide something, by their opaque ids.
pub(crate) fn of_race(tx: &Tx<'_>, race_id: &str) -> Result<HashMap<String, Shown>> {
    let people = tx.query_all(
        "SELECT public_id, max(name_shown) + 4 * max(hides_age) FROM private_results WHERE race_id = $1 GROUP BY public_id",
        params![race_id],
        |row| Ok((row.get::<String>(0)?, Shown::from_number(row.get(1)?))),
    )?;
    Ok(people.into_iter().collect())
}

/// Writes anew by which words the lines of a person are found, in versions that are shown.
pub(crate) fn write_words(tx: &Tx<'_>, public_id: &str) -> Result<()> {
    let shown = shown(tx, public_id)?;
    let lines = tx.query_all(
        "SELECT r.version_id, r.position, r.first_name, r.last_name, r.bib
         FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1 WHERE r.public_id = $1",
        params![public_id],
        |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<String>(2)?, row.get::<String>(3)?, row.get::<String>(4)?)),
    )?;
    for (version, position, first, last, bib) in lines {
        for word in line_words(&first, &last, &bib) {
            tx.execute(
                "DELETE FROM result_words WHERE version_id = $1 AND word = $2 AND position = $3",
                params![version, word, position],
            )?;
        }
        for word in shown_words(shown, &first, &last, &bib) {
            tx.execute(
                "INSERT INTO result_words (word, version_id, position) VALUES ($1, $2, $3)",
                params![word, version, position],
            )?;
        }
    }
    Ok(())
}
