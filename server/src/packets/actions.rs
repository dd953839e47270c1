//! What devices do with packets. Each action is stored once, whatever the number of times that it is sent, in the order in which the
//! server receives them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::error::CoreError;
use core_wasm::packets::{PacketAction, PacketEntry, PacketKind, PacketState, action, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::ByLink;
use super::{Packets, list};
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract;
use crate::timed::store;
use crate::timing::exchange_chip;

/// The maximum number of actions of one request.
const AT_ONCE: usize = 100;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PacketActions)]
pub(super) struct Sent {
    /// In the order in which they were done.
    actions: Vec<PacketAction>,
}

/// What became of the actions, in the order in which they were sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PacketOutcomes)]
pub(super) struct Outcomes {
    outcomes: Vec<Outcome>,
}

/// What became of an action.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PacketOutcome)]
struct Outcome {
    /// The action's id.
    id: String,
    /// Why it was refused; absent when it was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<PacketRefusal>,
}

/// Why an action was refused.
#[derive(Debug, Serialize, ToSchema)]
struct PacketRefusal {
    /// A stable name for programs, such as `handed_out`.
    code: String,
    /// A sentence for people: of a packet that was handed out before, by whom and when.
    message: String,
}

impl Outcome {
    fn of(id: &str, refusal: Option<CoreError>) -> Self {
        let refusal = refusal.map(|CoreError { code, message }| PacketRefusal { code, message });
        Self { id: id.to_owned(), refusal }
    }
}

/// Store what was done with packets. An action that was stored before gets the same answer again; of two hand-outs of one packet the
/// first one that the server receives counts, and the other is refused with who it was and when.
#[utoipa::path(
    post,
    path = "/packets/{RaceName}/actions",
    tag = "packets",
    security(("packetLink" = [])),
    params(("RaceName" = String, Path)),
    request_body = Sent,
    responses(
        (status = 200, description = "What became of each action", body = Outcomes),
        (status = 400, description = "There are none, or too many"),
        (status = 401, description = "The link is missing, wrong, over or revoked")
    )
)]
pub(super) async fn post(
    State(packets): State<Packets>,
    by: ByLink,
    extract::Json(Sent { actions }): extract::Json<Sent>,
) -> Result<Json<Outcomes>> {
    if actions.is_empty() || actions.len() > AT_ONCE {
        return Err(Error::say(StatusCode::BAD_REQUEST, words::ACTIONS_COUNT));
    }
    let (now, id) = (packets.clock.now_ms(), by.race.id.clone());
    let (outcomes, chips) = packets
        .db
        .write(move |tx| {
            // Two devices that hand out one packet at once do so one after the other.
            store::lock(tx, &by.race.id, now)?;
            let mut outcomes = Vec::with_capacity(actions.len());
            let mut chips = false;
            for sent in &actions {
                let refusal = store_one(tx, &by, sent, now)?;
                chips |= refusal.is_none() && sent.kind == PacketKind::Chip;
                outcomes.push(Outcome::of(&sent.id, refusal));
            }
            Ok((outcomes, chips))
        })
        .await?;
    if chips {
        packets.boards.changed(&id);
    }
    Ok(Json(Outcomes { outcomes }))
}

/// Stores an action, and returns why it was refused.
fn store_one(tx: &Tx<'_>, by: &ByLink, sent: &PacketAction, now: i64) -> Result<Option<CoreError>> {
    let race_id = &by.race.id;
    let asked = match sent.check() {
        Ok(asked) => asked,
        Err(refusal) => return Ok(Some(refusal)),
    };
    if let Some((before, refusal)) = stored(tx, race_id, &asked.id)? {
        return Ok(if asked.is(&before) { refusal } else { Some(action::id_used()) });
    }
    let known = "SELECT EXISTS (SELECT 1 FROM timing_entrants WHERE race_id = $1 AND bib = $2)";
    if !tx.query_one(known, params![race_id, asked.bib], |row| row.get::<bool>(0))? {
        return Ok(Some(action::no_packet(&asked.bib)));
    }
    let count = "SELECT count(*) FROM packet_actions WHERE race_id = $1 AND bib = $2";
    if tx.query_one(count, params![race_id, asked.bib], |row| row.get::<u32>(0))? as usize >= action::MAX_OF_PACKET {
        return Ok(Some(action::too_many(&asked.bib)));
    }
    let mut refusal = PacketState::after(&of_bib(tx, race_id, &asked.bib)?).refuses(&asked, by.race.zone);
    if refusal.is_none() && asked.kind == PacketKind::Chip {
        refusal = exchange_chip(tx, &by.race, &by.actor(), &asked.bib, &asked.value, now)?.err();
    }
    let (code, text) = refusal.as_ref().map(|why| (why.code.clone(), why.message.clone())).unzip();
    let PacketAction { id, bib, kind, value, of, at, device } = asked;
    tx.execute(
        "INSERT INTO packet_actions (race_id, seq, action_id, bib, kind, value, takes_back, at, device, link_id, received_at,
           refusal, refusal_text)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM packet_actions WHERE race_id = $1",
        params![race_id, id, bib, kind.word(), value, of, action::when(at, now), device, by.link.id, now, code, text],
    )?;
    Ok(refusal)
}

/// The accepted actions of a packet, in their order.
fn of_bib(tx: &Tx<'_>, race_id: &str, bib: &str) -> Result<Vec<PacketEntry>> {
    let sql = "SELECT a.seq, a.action_id, a.bib, a.kind, a.value, a.takes_back, a.at, a.device, coalesce(l.label, '')
               FROM packet_actions a LEFT JOIN packet_links l ON l.id = a.link_id
               WHERE a.race_id = $1 AND a.bib = $2 AND a.refusal IS NULL ORDER BY a.seq";
    tx.query_all(sql, params![race_id, bib], list::entry)
}

/// The stored action with this id, and why it was refused.
fn stored(tx: &Tx<'_>, race_id: &str, id: &str) -> Result<Option<(PacketEntry, Option<CoreError>)>> {
    let sql = "SELECT seq, action_id, bib, kind, value, takes_back, at, device, '', refusal, coalesce(refusal_text, '')
               FROM packet_actions WHERE race_id = $1 AND action_id = $2";
    let columns = |row: &Row<'_>| {
        let refusal = row.get::<Option<String>>(9)?.map(|code| Ok::<_, Error>(CoreError::new(code, row.get::<String>(10)?)));
        Ok((list::entry(row)?, refusal.transpose()?))
    };
    tx.query_opt(sql, params![race_id, id], columns)
}
