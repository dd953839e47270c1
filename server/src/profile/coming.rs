//! The races for which an account's runner is on a start list and that are not over.

use core_wasm::dates::StartTime;
use core_wasm::packets::search::own_start;
use core_wasm::privacy::entrant_key;
use core_wasm::race::phase::Schedule;
use core_wasm::race::schedule;
use core_wasm::signup::Racer;
use core_wasm::timing::Entrant;
use serde::Serialize;
use utoipa::ToSchema;

use crate::account::store as users;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::race::store::bare;
use crate::{privacy, timed};

/// A race to come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ComingRace {
    race: String,
    /// `June 15, 2024`.
    date: String,
    /// When the runner starts, `9:15 AM`, at the race's place: the start of the own wave or distance; empty when it is not known.
    starts_at: String,
    /// The earliest start of the race; empty when none is known.
    first_start: String,
    /// Whether it is called off.
    canceled: bool,
    contest: String,
    bib: String,
    /// May be empty.
    wave: String,
}

/// The coming races of an account, the next one first: entries of its name with its address, and those of its name and date of birth if it
/// speaks for that person and the entry has no address of another account. A hidden race is not among them.
pub(super) fn races(tx: &Tx<'_>, user_id: &str, racer: &Racer, now: i64) -> Result<Vec<ComingRace>> {
    let [by_birth, by_address] = [("", racer.dob.as_str()), (racer.email.as_str(), "")]
        .map(|(email, dob)| entrant_key(&racer.first_name, &racer.last_name, dob, email));
    if by_birth.is_empty() && by_address.is_empty() {
        return Ok(Vec::new());
    }
    let entries = tx.query_all(
        "SELECT e.race_id, e.entrant FROM timing_entrants e JOIN races r ON r.id = e.race_id AND r.deleted_at IS NULL AND r.hidden = 0
         WHERE e.person <> '' AND e.person IN ($1, $2)",
        params![by_birth, by_address],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let speaks = privacy::own_standing(tx, user_id)?.speaks();
    let mut coming = Vec::new();
    for (race_id, entrant) in entries {
        let entrant: Entrant = serde_json::from_str(&entrant)?;
        let owner = match entrant.email.as_deref() {
            Some(address) => users::by_email(tx, address)?.map(|user| user.id),
            None => None,
        };
        if owner.map_or(!speaks, |owner| owner != user_id) {
            continue;
        }
        let Some(stored) = bare(tx, &race_id)? else { continue };
        let race = stored.race;
        let schedule = Schedule {
            date: &race.date,
            rows: &race.distance_start_times,
            time_zone: &race.time_zone,
            is_canceled: race.is_canceled,
        };
        if schedule.stage(now).is_past() {
            continue;
        }
        let order = race.date.parse::<core_wasm::dates::RaceDate>().ok();
        let setup = timed::store::state(tx, &race_id)?.setup;
        let shown = |start: Option<StartTime>| start.map(|start| start.to_string()).unwrap_or_default();
        let one = ComingRace {
            starts_at: shown(own_start(&race.distance_start_times, &race.time_zone, &setup, &entrant)),
            first_start: shown(schedule::earliest(&race.distance_start_times)),
            canceled: race.is_canceled.0,
            race: race.name,
            date: race.date,
            contest: entrant.contest,
            bib: entrant.bib,
            wave: entrant.wave.unwrap_or_default(),
        };
        coming.push((order, one));
    }
    coming.sort_by(|(a, one), (b, other)| (a.is_none(), a, &one.race).cmp(&(b.is_none(), b, &other.race)));
    Ok(coming.into_iter().map(|(_, one)| one).collect())
}
