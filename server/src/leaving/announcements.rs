//! The announcements that the address of an account got, and which it wants no more.

use serde_json::{Value, json};

use super::person::Person;
use super::rows::time;
use crate::announcements::Links;
use crate::db::{Tx, params};
use crate::error::Result;

/// What stands for the account's address in rows of announcements.
fn address(tx: &Tx<'_>, person: &Person) -> Result<Option<String>> {
    Ok(Links::load(tx)?.map(|links| links.address(&person.email)))
}

/// The announcements, as they were written for everybody, without the names of others; then what is not wanted any more.
pub(super) fn exported(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let Some(address) = address(tx, person)? else { return Ok(Vec::new()) };
    let mut all = tx.query_all(
        "SELECT coalesce(n.name, ''), r.address, a.subject, r.state, r.at FROM announcement_recipients r
         JOIN announcements a ON a.id = r.announcement_id LEFT JOIN races n ON n.id = a.race_id AND n.hidden = 0
         WHERE r.address_key = $1 ORDER BY r.id",
        params![address],
        |row| {
            Ok(json!({
                "race": row.get::<String>(0)?, "email": row.get::<String>(1)?, "subject": row.get::<String>(2)?,
                "state": row.get::<String>(3)?, "at": time(row.get(4)?)
            }))
        },
    )?;
    let unsubscribed = tx.query_all(
        "SELECT s.race_id = '', coalesce(n.name, ''), s.at FROM unsubscribes s LEFT JOIN races n ON n.id = s.race_id AND n.hidden = 0
         WHERE s.address = $1",
        params![address],
        |row| {
            Ok(json!({ "unsubscribed": true, "allRaces": row.get::<bool>(0)?, "race": row.get::<String>(1)?, "at": time(row.get(2)?) }))
        },
    )?;
    all.extend(unsubscribed);
    Ok(all)
}

/// Takes the address out of the rows; the bibs of the race's list stay. What the person wants no more stays, too, because entries of races to
/// come do: no row of it has the address.
pub(super) fn emptied(tx: &Tx<'_>, person: &Person, now: i64) -> Result<()> {
    let Some(address) = address(tx, person)? else { return Ok(()) };
    tx.execute(
        "UPDATE announcement_recipients SET address = '', address_key = NULL, at = $1,
           state = CASE WHEN state = 'waiting' THEN 'withdrawn' ELSE state END WHERE address_key = $2",
        params![now, address],
    )?;
    Ok(())
}
