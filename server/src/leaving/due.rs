//! Names that stay in results after a deletion because somebody else claims these: they go once no claim stands any more.
//!
//! A claim that is granted keeps the name for good: then it is that of the account that has the result.

use std::collections::HashMap;

use core_wasm::signup::{Claimed, keeps_name};

use super::person::Person;
use super::removal;
use crate::db::{Tx, params};
use crate::error::Result;

/// Notes that the name goes when the claims that wait are decided.
pub(super) fn note(tx: &Tx<'_>, public_id: &str) -> Result<()> {
    tx.execute("INSERT INTO names_due (public_id) VALUES ($1) ON CONFLICT (public_id) DO NOTHING", params![public_id])?;
    Ok(())
}

/// The results of which an account has a claim that waits, and a deleted account the name.
pub(super) fn claimed_by(tx: &Tx<'_>, user_id: &str) -> Result<Vec<String>> {
    let sql = "SELECT d.public_id FROM result_claims c JOIN names_due d ON d.public_id = c.public_id WHERE c.user_id = $1";
    tx.query_all(sql, params![user_id], |row| row.get(0))
}

/// Takes the name out of a result if that is due and no claim stands any more. Call it after a claim was decided or has gone.
pub(crate) fn settle(tx: &Tx<'_>, public_id: &str, now: i64) -> Result<()> {
    let due = "SELECT p.race_id FROM names_due d JOIN result_people p ON p.public_id = d.public_id WHERE d.public_id = $1";
    let Some(race) = tx.query_opt(due, params![public_id], |row| row.get::<String>(0))? else { return Ok(()) };
    let states = "SELECT state FROM result_claims WHERE public_id = $1 AND state <> 'refused'";
    let state = |text: String| if text == Claimed::Granted.as_str() { Claimed::Granted } else { Claimed::Waiting };
    let states = tx.query_all(states, params![public_id], |row| Ok(state(row.get(0)?)))?;
    let Some(keeps) = keeps_name(&states) else { return Ok(()) };
    tx.execute("DELETE FROM names_due WHERE public_id = $1", params![public_id])?;
    if keeps {
        return Ok(());
    }
    let person = Person::of_results(tx, HashMap::from([(public_id.to_owned(), race)]))?;
    removal::without_person(tx, &person, now)?;
    removal::forget_hidden(tx, &person)
}
