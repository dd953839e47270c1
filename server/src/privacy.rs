//! What others see of runners: what accounts chose, and the persons of published results that are theirs.
//!
//! A line of results, or an entrant, belongs to an account when name and date of birth are the same
//! ([`core_wasm::privacy::person`]), and a result when the account's claim of it was granted, unless it was refused. A name and a date of
//! birth are only typed: what an account decides by them follows from its [`Standing`] in the core, and a result that is granted to one
//! account is no other's. Whose results are
//! not shown as they are is stored ([`refresh`], [`of_version`]), so that no reader compares persons. How they are shown is decided in the
//! core ([`Shown`]).

use std::collections::{HashMap, HashSet};

use core_wasm::privacy::{Shown, Standing, name, person};
use core_wasm::results::leaderboard::{line_words, shown_words};
use core_wasm::timing::Entrant;

use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::timed::store;

/// Name and date of birth, comparable.
pub(crate) type Person = (String, String);

/// In place of the account that hides a result, when that was deleted.
const NOBODY: &str = "";

/// An account that hides something.
struct Chooser {
    id: String,
    shown: Shown,
    /// Whether it hides that from other accounts of the same name and date of birth, too ([`Standing::holds`]).
    holds: bool,
}

/// The results that an account has claimed without seeing them and of which it must not know: they are withheld from it, and the claim was
/// not granted.
pub(crate) fn claimed_unknown(tx: &Tx<'_>, user_id: &str) -> Result<HashSet<String>> {
    let hidden = tx.query_all(
        "SELECT c.public_id FROM result_claims c WHERE c.user_id = $1 AND c.state <> 'granted' AND c.blind = 1
           AND EXISTS (SELECT 1 FROM private_results p WHERE p.public_id = c.public_id AND p.user_id <> $1)",
        params![user_id],
        |row| row.get::<String>(0),
    )?;
    let mut unknown = HashSet::new();
    for id in hidden {
        if is_withheld(tx, user_id, &id)? {
            unknown.insert(id);
        }
    }
    Ok(unknown)
}

/// Whether a result is withheld from an account to which it was not granted, so that it must not know of it.
pub(crate) fn is_unknown(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
    Ok(!is_granted(tx, public_id, user_id)? && is_withheld(tx, user_id, public_id)?)
}

/// Whether another account hides a result from this one, too. What an account hides that shows nothing but a typed name and birthday is not
/// hidden from one that holds the person.
pub(crate) fn is_withheld(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
    let others = tx.query_all(
        "SELECT holds FROM private_results WHERE public_id = $1 AND user_id <> $2",
        params![public_id, user_id],
        |row| row.get::<bool>(0),
    )?;
    Ok(!others.is_empty() && (others.contains(&true) || !holds(tx, user_id, public_id)?))
}

/// Whether another account hides a result in any way.
pub(crate) fn is_hidden_by_other(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM private_results WHERE public_id = $1 AND user_id <> $2 LIMIT 1";
    Ok(tx.query_opt(sql, params![public_id, user_id], |row| row.get::<i64>(0))?.is_some())
}

/// Whether the person of a result is that of an account by name and date of birth, and the account holds it ([`Standing::holds`]).
fn holds(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
    let Some(own) = person_of(tx, user_id)? else { return Ok(false) };
    let named = tx.query_all(
        "SELECT DISTINCT first_name, last_name FROM results WHERE public_id = $1 AND dob = $2",
        params![public_id, own.1],
        |row| Ok(person(&row.get::<String>(0)?, &row.get::<String>(1)?, &own.1)),
    )?;
    Ok(named.contains(&Some(own.clone())) && standing(tx, user_id, &own)?.holds())
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

/// How an account stands to a person, whose name and date of birth are its own.
fn standing(tx: &Tx<'_>, user_id: &str, of: &Person) -> Result<Standing> {
    let alike = alike(tx, user_id, of)?;
    let mut other_granted = false;
    for other in &alike {
        other_granted |= has_granted(tx, other, of)?;
    }
    let made = |id: &str| {
        tx.query_opt("SELECT named_at, proved_name FROM users WHERE id = $1", params![id], |row| {
            Ok((row.get::<i64>(0)?, row.get::<String>(1)?))
        })
    };
    // Accounts that are older than this column have no name in it: then the present one counts.
    let is_name = |name: &str| name.is_empty() || name == of.0;
    let made_as = |id: &str| Ok::<_, Error>(made(id)?.filter(|(_, name)| is_name(name)).map(|(at, _)| (at, id.to_owned())));
    let mut first = made_as(user_id)?;
    for other in &alike {
        if let (Some(own), Some(other)) = (&first, made_as(other)?)
            && other < *own
        {
            first = None;
        }
    }
    Ok(Standing { granted: has_granted(tx, user_id, of)?, first: first.is_some(), alone: alike.is_empty(), other_granted })
}

/// How an account stands to the person of its name and date of birth; without one of them to nobody.
pub(crate) fn own_standing(tx: &Tx<'_>, user_id: &str) -> Result<Standing> {
    match person_of(tx, user_id)? {
        Some(own) => standing(tx, user_id, &own),
        None => Ok(Standing::default()),
    }
}

/// The other accounts of a name and date of birth.
fn alike(tx: &Tx<'_>, user_id: &str, of: &Person) -> Result<Vec<String>> {
    let born =
        tx.query_all("SELECT id, first_name, last_name FROM users WHERE dob = $1 AND id <> $2", params![of.1, user_id], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?))
        })?;
    let same = |first: &str, last: &str| person(first, last, &of.1).as_ref() == Some(of);
    Ok(born.into_iter().filter(|(_, first, last)| same(first, last)).map(|(id, ..)| id).collect())
}

/// Whether a result was granted to an account under the name of a person, and without another date of birth.
fn has_granted(tx: &Tx<'_>, user_id: &str, of: &Person) -> Result<bool> {
    let granted = tx.query_all(
        "SELECT r.first_name, r.last_name, coalesce(r.dob, '') FROM result_claims c JOIN results r ON r.public_id = c.public_id
         WHERE c.user_id = $1 AND c.state = 'granted'",
        params![user_id],
        |row| Ok((name(&row.get::<String>(0)?, &row.get::<String>(1)?), row.get::<String>(2)?)),
    )?;
    Ok(granted.into_iter().any(|(name, dob)| name == of.0 && (dob.trim().is_empty() || dob.trim() == of.1)))
}

/// The name and date of birth of an account; `None` without one of them.
pub(crate) fn person_of(tx: &Tx<'_>, user_id: &str) -> Result<Option<Person>> {
    let own = tx.query_opt("SELECT first_name, last_name, dob FROM users WHERE id = $1", params![user_id], |row| {
        Ok(person(&row.get::<String>(0)?, &row.get::<String>(1)?, &row.get::<String>(2)?))
    })?;
    Ok(own.flatten())
}

/// The other accounts of the name and date of birth of an account. What they hide depends on it: call it before the account changes and
/// after, and [`refresh`] with each.
pub(crate) fn namesakes(tx: &Tx<'_>, user_id: &str) -> Result<Vec<String>> {
    match person_of(tx, user_id)? {
        Some(own) => alike(tx, user_id, &own),
        None => Ok(Vec::new()),
    }
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

/// What accounts together show of one person.
fn strictest<'a>(accounts: impl IntoIterator<Item = &'a Chooser>) -> Shown {
    accounts.into_iter().fold(Shown::ALL, |shown, one| shown.and(one.shown))
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
    let shown = tx.query_opt("SELECT is_private, initials_only, hide_age FROM users WHERE id = $1", params![user_id], chosen)?;
    let shown = shown.unwrap_or_default();
    let standing = own_standing(tx, user_id)?;
    let now = if shown.hides_something() { own_people(tx, user_id, standing.hides())? } else { HashMap::new() };
    let before =
        tx.query_all("SELECT public_id FROM private_results WHERE user_id = $1", params![user_id], |row| row.get::<String>(0))?;
    for gone in before.iter().filter(|id| !now.contains_key(*id)) {
        tx.execute("DELETE FROM private_results WHERE public_id = $1 AND user_id = $2", params![gone, user_id])?;
    }
    for (id, race_id) in &now {
        let holds = standing.holds() || is_granted(tx, id, user_id)?;
        add(tx, id, race_id, &Chooser { id: user_id.to_owned(), shown, holds })?;
    }
    for id in before.iter().chain(now.keys()).collect::<HashSet<_>>() {
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
/// them is granted.
pub(crate) fn keep_hidden(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO private_results (public_id, user_id, race_id, name_shown, hides_age, holds)
         SELECT public_id, $1, race_id, name_shown, hides_age, 0 FROM private_results WHERE user_id = $2
         ON CONFLICT (public_id, user_id) DO UPDATE SET
           name_shown = CASE WHEN excluded.name_shown > private_results.name_shown THEN excluded.name_shown ELSE private_results.name_shown END,
           hides_age = CASE WHEN excluded.hides_age > private_results.hides_age THEN excluded.hides_age ELSE private_results.hides_age END",
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

/// Whether an administrator decided that a result is not of this account.
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

/// What is shown of those persons of a race who hide something, by the bibs that they had in any version.
pub(crate) fn bibs(tx: &Tx<'_>, race_id: &str) -> Result<HashMap<String, Shown>> {
    let bibs = tx.query_all(
        "SELECT r.bib, max(p.name_shown) + 4 * max(p.hides_age) FROM private_results p JOIN results r ON r.public_id = p.public_id
         WHERE p.race_id = $1 GROUP BY r.bib",
        params![race_id],
        |row| Ok((row.get::<String>(0)?, Shown::from_number(row.get(1)?))),
    )?;
    Ok(bibs.into_iter().collect())
}

/// The bibs that persons who hide something have in the latest versions of a race's results, current or taken back, with their accounts.
///
/// They tell of entrants whose names were corrected after publishing, and are not those of an account any more.
fn latest_bibs(tx: &Tx<'_>, race_id: &str) -> Result<HashMap<String, Vec<Chooser>>> {
    let mut bibs: HashMap<String, Vec<Chooser>> = HashMap::new();
    tx.for_each(
        "SELECT r.bib, p.user_id, p.name_shown + 4 * p.hides_age, p.holds FROM private_results p JOIN results r ON r.public_id = p.public_id
         WHERE p.race_id = $1 AND r.version_id IN (SELECT max(id) FROM result_versions WHERE race_id = $1 GROUP BY contest)",
        params![race_id],
        |row| {
            let chooser = Chooser { id: row.get(1)?, shown: Shown::from_number(row.get(2)?), holds: row.get(3)? };
            bibs.entry(row.get(0)?).or_default().push(chooser);
            Ok(())
        },
    )?;
    Ok(bibs)
}

/// Notes what others see of the entrants of a race: by name and date of birth, and by the bib in published results.
pub(crate) fn mark_entrants(tx: &Tx<'_>, race_id: &str, entrants: &mut [Entrant]) -> Result<()> {
    let (people, bibs) = (people(tx)?, latest_bibs(tx, race_id)?);
    if people.is_empty() && bibs.is_empty() {
        return Ok(());
    }
    for entrant in entrants {
        let person = person(&entrant.first_name, &entrant.last_name, entrant.dob.as_deref().unwrap_or_default());
        let by_person = person.and_then(|person| people.get(&person));
        entrant.shown = strictest(by_person.into_iter().chain(bibs.get(&entrant.bib)).flatten());
    }
    Ok(())
}

/// Whether this caller may not know who wears a bib: the runner is private, as [`mark_entrants`] says it, and the caller is neither that
/// runner nor an administrator.
pub(crate) fn hides_bib(tx: &Tx<'_>, eyes: &Eyes, race_id: &str, bib: &str) -> Result<bool> {
    if *eyes == Eyes::All {
        return Ok(false);
    }
    let mut choosers = latest_bibs(tx, race_id)?.remove(bib).unwrap_or_default();
    choosers.retain(|one| one.shown.hides_person());
    let mut own = None;
    if let Some(entrant) = store::entrant(tx, race_id, bib)?
        && let dob = entrant.dob.unwrap_or_default()
        && let Some(of) = person(&entrant.first_name, &entrant.last_name, &dob)
    {
        let sql = "SELECT id, first_name, last_name FROM users
             WHERE is_private + initials_only + hide_age > 0 AND is_private = 1 AND dob = $1";
        let private = tx.query_all(sql, params![dob.trim()], |row| {
            let (id, first, last): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((id, person(&first, &last, &dob)))
        })?;
        for (id, _) in private.into_iter().filter(|(_, person)| person.as_ref() == Some(&of)) {
            let standing = standing(tx, &id, &of)?;
            if standing.hides() {
                choosers.push(Chooser { id, shown: Shown::of(true, false, false), holds: standing.holds() });
            }
        }
        own = Some(of);
    }
    let Eyes::User(id) = eyes else { return Ok(!choosers.is_empty()) };
    choosers.retain(|one| one.id != *id);
    let holds = choosers.iter().any(|one| one.holds);
    // Of two accounts that hide it neither knows which of them it is, unless only one of them holds the person.
    Ok(!choosers.is_empty() && (holds || own.is_none() || own != person_of(tx, id)? || !own_standing(tx, id)?.holds()))
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

/// What is shown of a person of published results.
fn shown(tx: &Tx<'_>, public_id: &str) -> Result<Shown> {
    let number = tx.query_one(
        "SELECT coalesce(max(name_shown) + 4 * max(hides_age), 0) FROM private_results WHERE public_id = $1",
        params![public_id],
        |row| row.get(0),
    )?;
    Ok(Shown::from_number(number))
}

/// Whose names and ages a caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// An administrator sees every name.
    All,
    /// A user sees the own ones.
    User(String),
    /// The public sees what runners chose to show.
    Public,
}

impl Eyes {
    /// What the caller sees of a person of published results.
    ///
    /// # Errors
    /// When the database can't be read.
    pub(crate) fn seen(&self, tx: &Tx<'_>, public_id: &str) -> Result<Shown> {
        self.seen_of(tx, public_id, shown(tx, public_id)?)
    }

    /// What the caller sees of a person of whom others see `shown`.
    ///
    /// # Errors
    /// When the database can't be read.
    pub(crate) fn seen_of(&self, tx: &Tx<'_>, public_id: &str, shown: Shown) -> Result<Shown> {
        Ok(if shown.hides_something() && self.see(tx, public_id)? { Shown::ALL } else { shown })
    }

    /// Whether the caller may see everything of a person of published results: its own, and withheld by no other account. Which of several
    /// accounts the person is decides a claim.
    fn see(&self, tx: &Tx<'_>, public_id: &str) -> Result<bool> {
        let Self::User(id) = self else { return Ok(*self == Self::All) };
        let own = "SELECT 1 FROM private_results WHERE public_id = $1 AND user_id = $2";
        let hides = tx.query_opt(own, params![public_id, id], |row| row.get::<i64>(0))?.is_some();
        Ok((hides || holds(tx, id, public_id)?) && !is_withheld(tx, id, public_id)?)
    }
}
