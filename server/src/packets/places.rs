//! Where packets are handed out, and the pens: settings of a race.

use axum::Json;
use axum::extract::State;
use core_wasm::packets::place::{self, Place};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Packets;
use crate::audit::{self, Event};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::http::extract;
use crate::race::ByTimer;

/// The places of a race.
pub(super) fn of(tx: &Tx<'_>, race_id: &str) -> Result<Vec<Place>> {
    let sql = "SELECT places FROM packet_settings WHERE race_id = $1";
    let stored = tx.query_opt(sql, params![race_id], |row| row.get::<String>(0))?;
    Ok(stored.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PacketPlacesText)]
pub(super) struct Typed {
    /// One range of bibs a line: `1-500: Table A; Pen 2`.
    text: String,
}

/// Set where packets are handed out and which pens the bibs start from. An empty text removes all.
#[utoipa::path(
    put,
    path = "/packets/{RaceName}/places",
    tag = "packets",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body = Typed,
    responses((status = 200, body = Vec<Place>), (status = 400, description = "The first line that can't be read"))
)]
pub(super) async fn put(
    State(packets): State<Packets>,
    ByTimer { race, actor }: ByTimer,
    extract::Json(Typed { text }): extract::Json<Typed>,
) -> Result<Json<Vec<Place>>> {
    let places = place::read(&text)?;
    let now = packets.clock.now_ms();
    let stored = places.clone();
    packets
        .db
        .write(move |tx| {
            let before = of(tx, &race.id)?;
            if before == stored {
                return Ok(());
            }
            tx.execute(
                "INSERT INTO packet_settings (race_id, places, set_at) VALUES ($1, $2, $3)
                 ON CONFLICT (race_id) DO UPDATE SET places = excluded.places, set_at = excluded.set_at",
                params![race.id, serde_json::to_string(&stored)?, now],
            )?;
            audit::record(tx, now, &actor, Event::PacketsPlacesSet, race.about(), &before, &stored)
        })
        .await?;
    Ok(Json(places))
}
