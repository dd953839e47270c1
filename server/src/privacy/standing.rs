//! How accounts stand to the persons of their names and dates of birth. What follows from it is decided in the core ([`Standing`]).

use core_wasm::privacy::{Standing, name, person};

use super::Person;
use crate::db::{Tx, params};
use crate::error::{Error, Result};

/// How an account stands to a person, whose name and date of birth are its own.
pub(super) fn standing(tx: &Tx<'_>, user_id: &str, of: &Person) -> Result<Standing> {
    let alike = alike(tx, user_id, of)?;
    let mut other_granted = false;
    // Also an account that has another name by now.
    for other in alike.iter().chain(&formerly_alike(tx, user_id, of)?) {
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

/// The other accounts that were made under a name and have the date of birth.
fn formerly_alike(tx: &Tx<'_>, user_id: &str, of: &Person) -> Result<Vec<String>> {
    let sql = "SELECT id FROM users WHERE dob = $1 AND id <> $2 AND proved_name = $3";
    tx.query_all(sql, params![of.1, user_id, of.0], |row| row.get(0))
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
pub(super) fn person_of(tx: &Tx<'_>, user_id: &str) -> Result<Option<Person>> {
    let own = tx.query_opt("SELECT first_name, last_name, dob FROM users WHERE id = $1", params![user_id], |row| {
        Ok(person(&row.get::<String>(0)?, &row.get::<String>(1)?, &row.get::<String>(2)?))
    })?;
    Ok(own.flatten())
}

/// The other accounts of the name and date of birth of an account. What they hide depends on it: call it before the account changes and
/// after, and [`super::refresh`] with each.
pub(crate) fn namesakes(tx: &Tx<'_>, user_id: &str) -> Result<Vec<String>> {
    match person_of(tx, user_id)? {
        Some(own) => alike(tx, user_id, &own),
        None => Ok(Vec::new()),
    }
}
