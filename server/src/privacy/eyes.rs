//! Who may see what accounts hide: administrators, the owner, and of several accounts of one name and date of birth the one that holds the person.

use std::collections::HashSet;

use core_wasm::privacy::{Shown, person};

use super::standing::{person_of, standing};
use super::{is_granted, is_refused};
use crate::db::{Tx, params};
use crate::error::Result;

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

/// What is shown of a person of published results.
pub(super) fn shown(tx: &Tx<'_>, public_id: &str) -> Result<Shown> {
    let number = tx.query_one(
        "SELECT coalesce(max(name_shown) + 4 * max(hides_age), 0) FROM private_results WHERE public_id = $1",
        params![public_id],
        |row| row.get(0),
    )?;
    Ok(Shown::from_number(number))
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
fn is_withheld(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
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

/// Whether the person of a result is that of an account by name and date of birth, the account holds it
/// ([`core_wasm::privacy::Standing::holds`]), and it was not decided otherwise.
fn holds(tx: &Tx<'_>, user_id: &str, public_id: &str) -> Result<bool> {
    let Some(own) = person_of(tx, user_id)? else { return Ok(false) };
    let named = tx.query_all(
        "SELECT DISTINCT first_name, last_name FROM results WHERE public_id = $1 AND dob = $2",
        params![public_id, own.1],
        |row| Ok(person(&row.get::<String>(0)?, &row.get::<String>(1)?, &own.1)),
    )?;
    Ok(named.contains(&Some(own.clone())) && !is_refused(tx, public_id, user_id)? && standing(tx, user_id, &own)?.holds())
}
