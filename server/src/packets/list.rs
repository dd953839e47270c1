//! What a link opens: the entrants of the race, and what was done with their packets.

use axum::extract::State;
use axum::response::Response;
use core_wasm::packets::desk::{self, PacketCount, PacketList, PacketPerson};
use core_wasm::packets::{PacketEntry, PacketKind, link};
use core_wasm::timing::engine::Field;
use core_wasm::timing::standing::{Row as Runner, bib_order};
use serde::Deserialize;

use super::access::ByLink;
use super::{Packets, places};
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::http::extract::Query;
use crate::http::unread::{Reservation, json_response};
use crate::timed::{TimedRace, store};

/// The estimated size of an entrant, and of an action, in bytes.
const ROW_BYTES: usize = 160;

/// What the device has already.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Has {
    since: i64,
    revision: String,
}

/// List the packets of a race: the entrants, unless the device has this version of them, and what was done since a number.
#[utoipa::path(
    get,
    path = "/packets/{RaceName}/list",
    tag = "packets",
    security(("packetLink" = [])),
    params(
        ("RaceName" = String, Path),
        ("since" = Option<i64>, Query, description = "The number of the last action that the device has"),
        ("revision" = Option<String>, Query, description = "The version of the entrants that the device has")
    ),
    responses((status = 200, body = PacketList), (status = 401, description = "The link is missing, wrong, over or revoked"))
)]
pub(super) async fn list(State(packets): State<Packets>, by: ByLink, Query(has): Query<Has>) -> Result<Response> {
    let ByLink { race, link } = by;
    // The id of the race is part of the version, because a name may come to mean another race: then the device has nothing of this one.
    let own = format!("{}-", race.id);
    let is_own = has.revision.is_empty() || has.revision.starts_with(&own);
    let (id, since) = (race.id.clone(), if is_own { has.since } else { 0 });
    let (revision, rows, places) = packets
        .db
        .read(move |tx| {
            let revision = store::state(tx, &id)?.revision;
            let sizes = "SELECT (SELECT count(*) FROM timing_entrants WHERE race_id = $1),
                           (SELECT count(*) FROM packet_actions WHERE race_id = $1 AND seq > $2)";
            let rows = tx.query_one(sizes, params![id, since], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))?;
            Ok((revision, rows, places::of(tx, &id)?))
        })
        .await?;
    let revision = format!("{own}{revision}");
    let is_new = has.revision != revision;
    let rows = usize::try_from(if is_new { rows.0 } else { 0 } + rows.1).unwrap_or_default();
    let reservation: Reservation = packets.unread.reserve(rows * ROW_BYTES).await?;
    let people = match is_new {
        true => Some(packets.boards.read_fresh_field(&race.id, people).await?),
        false => None,
    };
    let id = race.id.clone();
    let entries = packets.db.read_long(move |tx| entries(tx, &id, since)).await?;
    let list = PacketList {
        date: race.date.map(|date| date.to_string()).unwrap_or_default(),
        time_zone: race.zone.name().to_owned(),
        race_id: race.id,
        race: race.name,
        until: link::until_text(link.expires_at, race.zone),
        link: link.label,
        revision,
        places,
        people,
        entries,
    };
    Ok(json_response(serde_json::to_vec(&list)?, reservation))
}

/// The entrants of a field, in the order of their bibs.
fn people(field: &Field) -> Vec<PacketPerson> {
    let head = field.head();
    let person = |row: &Runner| {
        let entrant = field.entrant(&row.bib)?;
        let contest = head.contests.get(row.contest);
        Some(PacketPerson {
            bib: row.bib.to_string(),
            // Volunteers need the name, also that of a runner who is private: the packet is handed to a person.
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            distance: contest.map(|contest| contest.name.clone()).unwrap_or_default(),
            wave: contest.map(|contest| contest.wave_name(row.wave).to_owned()).unwrap_or_default(),
            chip: entrant.chip.clone().unwrap_or_default(),
        })
    };
    let mut people: Vec<PacketPerson> = field.rows().filter_map(person).collect();
    people.sort_by(|a, b| bib_order(&a.bib, &b.bib));
    people
}

/// What was done with the packets of a race after a number, in its order, without what was refused.
pub(super) fn entries(tx: &Tx<'_>, race_id: &str, since: i64) -> Result<Vec<PacketEntry>> {
    let sql = "SELECT a.seq, a.action_id, a.bib, a.kind, a.value, a.takes_back, a.at, a.device, coalesce(l.label, '')
               FROM packet_actions a LEFT JOIN packet_links l ON l.id = a.link_id
               WHERE a.race_id = $1 AND a.seq > $2 AND a.refusal IS NULL ORDER BY a.seq";
    tx.query_all(sql, params![race_id, since], entry)
}

/// Reads an entry from the columns of [`entries`].
pub(super) fn entry(row: &Row<'_>) -> Result<PacketEntry> {
    Ok(PacketEntry {
        seq: row.get(0)?,
        id: row.get(1)?,
        bib: row.get(2)?,
        kind: PacketKind::parse(&row.get::<String>(3)?).unwrap_or_default(),
        value: row.get(4)?,
        of: row.get(5)?,
        at: row.get(6)?,
        device: row.get(7)?,
        link: row.get(8)?,
    })
}

/// How many packets of a race are handed out.
pub(super) async fn counts(packets: &Packets, race: &TimedRace) -> Result<Vec<PacketCount>> {
    let id = race.id.clone();
    let out = packets
        .db
        .read_long(move |tx| {
            // An accepted hand-out is followed by nothing or by what takes it back.
            let sql = "SELECT bib FROM packet_actions WHERE race_id = $1 AND refusal IS NULL AND kind IN ('out', 'back')
                       GROUP BY bib HAVING sum(CASE kind WHEN 'out' THEN 1 ELSE -1 END) > 0";
            tx.query_all(sql, params![id], |row| row.get::<String>(0))
        })
        .await?;
    let out: std::collections::HashSet<String> = out.into_iter().collect();
    packets.boards.read_field(&race.id, move |field| desk::counts(&people(field), |bib| out.contains(bib))).await
}
