//! What others see of entrants: those of a start list and of the live board, and who wears a bib.

use std::collections::HashMap;

use core_wasm::privacy::{Shown, person};
use core_wasm::timing::Entrant;

use super::standing::{own_standing, person_of, standing};
use super::{Chooser, Eyes, people};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::timed::store;

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

/// What accounts together show of one person.
fn strictest<'a>(accounts: impl IntoIterator<Item = &'a Chooser>) -> Shown {
    accounts.into_iter().fold(Shown::ALL, |shown, one| shown.and(one.shown))
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
