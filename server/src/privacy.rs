//! Who is private: the accounts, and the persons of published results that are theirs.
//!
//! A line of results, or an entrant, belongs to an account when name and date of birth are the same
//! ([`core_wasm::privacy::person`]), and a result when the account's claim of it was granted, unless it was refused. What of results is private is stored ([`refresh`], [`of_version`]), so that no reader compares
//! persons. How a private runner is shown is decided in the core.

use std::collections::{HashMap, HashSet};

use core_wasm::privacy::person;
use core_wasm::results::leaderboard::line_words;
use core_wasm::timing::Entrant;

use crate::db::{Tx, params};
use crate::error::Result;
use crate::timed::store;

/// Name and date of birth, comparable.
pub(crate) type Person = (String, String);

/// The private persons with the ids of their accounts.
pub(crate) fn people(tx: &Tx<'_>) -> Result<HashMap<Person, Vec<String>>> {
    let mut people: HashMap<Person, Vec<String>> = HashMap::new();
    tx.for_each("SELECT id, first_name, last_name, dob FROM users WHERE is_private = 1", params![], |row| {
        let (id, first, last, dob): (String, String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        if let Some(person) = person(&first, &last, &dob) {
            people.entry(person).or_default().push(id);
        }
        Ok(())
    })?;
    Ok(people)
}

/// A number that another one follows whenever somebody becomes private or public.
pub(crate) fn changes(tx: &Tx<'_>) -> Result<i64> {
    let changes = tx.query_opt("SELECT changes FROM privacy_changes WHERE id = 1", params![], |row| row.get(0))?;
    Ok(changes.unwrap_or_default())
}

/// Finds the results of an account anew; call it in the transaction that changes its name, date of birth or privacy.
pub(crate) fn refresh(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO privacy_changes (id, changes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET changes = privacy_changes.changes + 1",
        params![],
    )?;
    let mut now: HashMap<String, String> = HashMap::new();
    let own =
        tx.query_opt("SELECT first_name, last_name, dob FROM users WHERE id = $1 AND is_private = 1", params![user_id], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?))
        })?;
    let own = own.and_then(|(first, last, dob)| Some((person(&first, &last, &dob)?, dob)));
    if let Some((own, dob)) = own {
        tx.for_each(
            "SELECT r.public_id, v.race_id, r.first_name, r.last_name
             FROM results r JOIN result_versions v ON v.id = r.version_id WHERE r.dob = $1",
            params![dob.trim()],
            |row| {
                let (first, last): (String, String) = (row.get(2)?, row.get(3)?);
                if person(&first, &last, &dob).as_ref() == Some(&own) {
                    now.insert(row.get(0)?, row.get(1)?);
                }
                Ok(())
            },
        )?;
    }
    // A decision about a claim holds over the comparison of persons.
    tx.for_each(
        "SELECT c.public_id, p.race_id, c.state = 'granted' AND u.is_private = 1 FROM result_claims c
         JOIN result_people p ON p.public_id = c.public_id JOIN users u ON u.id = c.user_id
         WHERE c.user_id = $1 AND c.state <> 'waiting'",
        params![user_id],
        |row| {
            let (id, race_id, is_own): (String, String, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if is_own {
                now.insert(id, race_id);
            } else {
                now.remove(&id);
            }
            Ok(())
        },
    )?;
    let before =
        tx.query_all("SELECT public_id FROM private_results WHERE user_id = $1", params![user_id], |row| row.get::<String>(0))?;
    for gone in before.iter().filter(|id| !now.contains_key(*id)) {
        tx.execute("DELETE FROM private_results WHERE public_id = $1 AND user_id = $2", params![gone, user_id])?;
    }
    for (id, race_id) in &now {
        add(tx, id, user_id, race_id)?;
    }
    for id in before.iter().chain(now.keys()).collect::<HashSet<_>>() {
        write_words(tx, id)?;
    }
    Ok(())
}

fn add(tx: &Tx<'_>, public_id: &str, user_id: &str, race_id: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO private_results (public_id, user_id, race_id) VALUES ($1, $2, $3) ON CONFLICT (public_id, user_id) DO NOTHING",
        params![public_id, user_id, race_id],
    )?;
    Ok(())
}

/// Notes which of the persons of a new version are private, and returns the private ones of the race. Each is the opaque id, the first
/// name, the last name and the date of birth of a line.
pub(crate) fn of_version<'a>(
    tx: &Tx<'_>,
    race_id: &str,
    lines: impl Iterator<Item = (&'a str, &'a str, &'a str, Option<&'a str>)>,
) -> Result<HashSet<String>> {
    let people = people(tx)?;
    if !people.is_empty() {
        for (id, first, last, dob) in lines {
            let accounts = person(first, last, dob.unwrap_or_default()).and_then(|person| people.get(&person));
            for account in accounts.into_iter().flatten() {
                add(tx, id, account, race_id)?;
            }
        }
    }
    Ok(private_of(tx, race_id)?.into_iter().collect())
}

/// The opaque ids of the private persons of a race's results.
pub(crate) fn private_of(tx: &Tx<'_>, race_id: &str) -> Result<Vec<String>> {
    tx.query_all("SELECT public_id FROM private_results WHERE race_id = $1", params![race_id], |row| row.get(0))
}

/// The bibs that private persons of a race had in any version.
pub(crate) fn bibs(tx: &Tx<'_>, race_id: &str) -> Result<HashSet<String>> {
    let bibs = tx.query_all(
        "SELECT DISTINCT r.bib FROM private_results p JOIN results r ON r.public_id = p.public_id WHERE p.race_id = $1",
        params![race_id],
        |row| row.get::<String>(0),
    )?;
    Ok(bibs.into_iter().collect())
}

/// The bibs that private persons have in the latest versions of a race's results, current or taken back, with the ids of their accounts.
///
/// They tell of entrants whose names were corrected after publishing, and are not those of an account any more.
fn latest_bibs(tx: &Tx<'_>, race_id: &str) -> Result<Vec<(String, String)>> {
    tx.query_all(
        "SELECT r.bib, p.user_id FROM private_results p JOIN results r ON r.public_id = p.public_id
         WHERE p.race_id = $1 AND r.version_id IN (SELECT max(id) FROM result_versions WHERE race_id = $1 GROUP BY contest)",
        params![race_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Marks the entrants of a race who are private: by name and date of birth, or by the bib in published results.
pub(crate) fn mark_entrants(tx: &Tx<'_>, race_id: &str, entrants: &mut [Entrant]) -> Result<()> {
    let people = people(tx)?;
    if people.is_empty() {
        return Ok(());
    }
    let bibs: HashSet<String> = latest_bibs(tx, race_id)?.into_iter().map(|(bib, _)| bib).collect();
    for entrant in entrants {
        let person = person(&entrant.first_name, &entrant.last_name, entrant.dob.as_deref().unwrap_or_default());
        entrant.private = bibs.contains(&entrant.bib) || person.is_some_and(|person| people.contains_key(&person));
    }
    Ok(())
}

/// Whether this caller may not know who wears a bib: the runner is private, as [`mark_entrants`] says it, and the caller is neither that
/// runner nor an administrator.
pub(crate) fn hides_bib(tx: &Tx<'_>, eyes: &Eyes, race_id: &str, bib: &str) -> Result<bool> {
    if *eyes == Eyes::All {
        return Ok(false);
    }
    let published = latest_bibs(tx, race_id)?.into_iter().filter(|(of, _)| of == bib);
    let mut accounts: Vec<String> = published.map(|(_, account)| account).collect();
    if let Some(entrant) = store::entrant(tx, race_id, bib)?
        && let dob = entrant.dob.unwrap_or_default()
        && let Some(own) = person(&entrant.first_name, &entrant.last_name, &dob)
    {
        let sql = "SELECT id, first_name, last_name FROM users WHERE is_private = 1 AND dob = $1";
        tx.for_each(sql, params![dob.trim()], |row| {
            let (id, first, last): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if person(&first, &last, &dob).as_ref() == Some(&own) {
                accounts.push(id);
            }
            Ok(())
        })?;
    }
    Ok(match eyes {
        Eyes::User(id) => !accounts.is_empty() && !accounts.contains(id),
        _ => !accounts.is_empty(),
    })
}

/// By which words a line of results is found: a private runner's by the bib alone.
pub(crate) fn words(first_name: &str, last_name: &str, bib: &str, private: bool) -> Vec<String> {
    if private { line_words("", "", bib) } else { line_words(first_name, last_name, bib) }
}

/// Writes anew by which words the lines of a person are found, in versions that are shown.
fn write_words(tx: &Tx<'_>, public_id: &str) -> Result<()> {
    let private = is_private(tx, public_id)?;
    let lines = tx.query_all(
        "SELECT r.version_id, r.position, r.first_name, r.last_name, r.bib
         FROM results r JOIN result_versions v ON v.id = r.version_id AND v.current = 1 WHERE r.public_id = $1",
        params![public_id],
        |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<String>(2)?, row.get::<String>(3)?, row.get::<String>(4)?)),
    )?;
    for (version, position, first, last, bib) in lines {
        for word in words(&first, &last, &bib, false) {
            tx.execute(
                "DELETE FROM result_words WHERE version_id = $1 AND word = $2 AND position = $3",
                params![version, word, position],
            )?;
        }
        for word in words(&first, &last, &bib, private) {
            tx.execute(
                "INSERT INTO result_words (word, version_id, position) VALUES ($1, $2, $3)",
                params![word, version, position],
            )?;
        }
    }
    Ok(())
}

/// Whether a person of published results is private.
pub(crate) fn is_private(tx: &Tx<'_>, public_id: &str) -> Result<bool> {
    let found =
        tx.query_opt("SELECT 1 FROM private_results WHERE public_id = $1 LIMIT 1", params![public_id], |row| row.get::<i64>(0))?;
    Ok(found.is_some())
}

/// Whose names a caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// An administrator sees every name.
    All,
    /// A user sees the own name.
    User(String),
    /// The public sees none of private runners.
    Public,
}

impl Eyes {
    /// Whether the caller may see the name of a private person.
    ///
    /// # Errors
    /// When the database can't be read.
    pub(crate) fn see(&self, tx: &Tx<'_>, public_id: &str) -> Result<bool> {
        Ok(match self {
            Self::All => true,
            Self::Public => false,
            Self::User(id) => tx
                .query_opt(
                    "SELECT 1 FROM private_results WHERE public_id = $1 AND user_id = $2",
                    params![public_id, id],
                    |row| row.get::<i64>(0),
                )?
                .is_some(),
        })
    }
}
