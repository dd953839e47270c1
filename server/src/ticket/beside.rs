//! What is known of a ticket's runner beside the ticket: entries and results under the name. It is for administrators; a name proves nothing.

use core_wasm::privacy::name;
use core_wasm::signup::is_named;
use core_wasm::ticket::same_address;
use core_wasm::timing::Entrant;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::Ticket;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::results;

/// How many entries, and how many results, are named.
const MOST: usize = 20;

/// An entry under the name of a ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketEntry {
    race: String,
    #[serde(rename = "raceID")]
    race_id: String,
    bib: String,
    contest: String,
    /// Whether the entry has the address of the ticket.
    same_address: bool,
}

/// A published result under the name of a ticket, as every visitor sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketResult {
    result_id: String,
    race: String,
    #[serde(rename = "raceID")]
    race_id: String,
    /// The day of the race (ISO).
    date: String,
    contest: String,
    bib: String,
    /// The chip time, or else the gun time; empty for who has none.
    time: String,
}

/// The entries, those with the ticket's address first.
pub(super) fn entries(tx: &Tx<'_>, ticket: &Ticket) -> Result<Vec<TicketEntry>> {
    let name = name(&ticket.name, "");
    if name.is_empty() {
        return Ok(Vec::new());
    }
    // A person's key is the name, a blank, and the date of birth or the address; nothing lies between a blank and the next sign.
    let (begin, end) = ([&name, " "].concat(), [&name, "!"].concat());
    let mut entries = Vec::new();
    tx.for_each(
        "SELECT e.person, e.race_id, r.name, e.entrant FROM timing_entrants e JOIN races r ON r.id = e.race_id AND r.deleted_at IS NULL
         WHERE e.person <> '' AND e.person >= $1 AND e.person < $2 LIMIT 200",
        params![begin, end],
        |row| {
            let person: String = row.get(0)?;
            // Somebody with a longer name that begins alike.
            if person.get(begin.len()..).is_none_or(|rest| rest.contains(' ')) {
                return Ok(());
            }
            let entrant: Entrant = serde_json::from_str(&row.get::<String>(3)?)?;
            let same_address = entrant.email.as_deref().is_some_and(|address| same_address(address, &ticket.contact));
            let (race_id, race) = (row.get(1)?, row.get(2)?);
            entries.push(TicketEntry { race, race_id, bib: entrant.bib, contest: entrant.contest, same_address });
            Ok(())
        },
    )?;
    entries.sort_by_key(|entry| !entry.same_address);
    entries.truncate(MOST);
    Ok(entries)
}

/// The results, the newest first.
pub(super) fn results(tx: &Tx<'_>, ticket: &Ticket) -> Result<Vec<TicketResult>> {
    let found = results::named(tx, &ticket.name, "")?;
    let mut results: Vec<TicketResult> = found
        .into_iter()
        .filter(|line| is_named(line, &ticket.name, ""))
        .map(|line| TicketResult {
            result_id: line.public_id,
            race: line.race,
            race_id: line.race_id,
            date: line.date,
            contest: line.contest,
            bib: line.bib,
            time: if line.chip_time.is_empty() { line.gun_time } else { line.chip_time },
        })
        .collect();
    results.sort_by(|one, other| other.date.cmp(&one.date));
    results.truncate(MOST);
    Ok(results)
}
