//! The links of a day, for the packet desk and for the announcer: made and revoked at the timing desk, shown once, stored as their SHA-256.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::packets::desk::PacketCount;
use core_wasm::packets::link::{self, LinkPurpose, PacketLinkForm};
use core_wasm::packets::{place, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Packets, list, places};
use crate::audit::{self, About, Event, NOTHING};
use crate::db::{Row, Tx, params};
use crate::error::{Error, OrNotFound, Result};
use crate::http::extract::{self, Path};
use crate::ids::{new_id, new_secret, sha256};
use crate::race::ByTimer;
use crate::timed::{TimedRace, store};

/// How many links of a race are listed, the newest; as many can be valid at once.
const MOST: i64 = 50;

/// The packet desk as the timing desk sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PacketsOverview)]
pub(super) struct Overview {
    /// The race's name.
    race: String,
    /// `June 15, 2027`; empty while it has none.
    date: String,
    /// The race's IANA zone.
    time_zone: &'static str,
    /// The links that are not revoked, the newest first.
    links: Vec<LinkEntry>,
    /// The places and pens, one range of bibs a line.
    places: String,
    /// How many packets are handed out: of all together, then of each contest.
    counts: Vec<PacketCount>,
}

/// A link without its token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PacketLinkEntry)]
struct LinkEntry {
    id: String,
    label: String,
    /// What it opens.
    purpose: LinkPurpose,
    /// Until when it is valid, in words.
    until: String,
    /// Whether that is over.
    is_over: bool,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPacketLink)]
pub(super) struct NewLink {
    /// By which it can be revoked.
    id: String,
    /// The secret part of its address, after `#`; shown in this answer only.
    token: String,
    /// Until when it is valid, in words.
    until: String,
}

/// Show the links, the places and how many packets are handed out.
#[utoipa::path(
    get,
    path = "/packets/{RaceName}",
    tag = "packets",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    responses((status = 200, body = Overview))
)]
pub(super) async fn show(State(packets): State<Packets>, ByTimer { race, .. }: ByTimer) -> Result<Json<Overview>> {
    let now = packets.clock.now_ms();
    let counts = list::counts(&packets, &race).await?;
    let (id, zone) = (race.id.clone(), race.zone);
    let read = move |tx: &Tx<'_>| {
        let entry = |row: &Row<'_>| {
            let expires_at: i64 = row.get(2)?;
            let until = link::until_text(expires_at, zone);
            let purpose = LinkPurpose::parse(&row.get::<String>(3)?).unwrap_or_default();
            Ok(LinkEntry { id: row.get(0)?, label: row.get(1)?, purpose, until, is_over: now > expires_at })
        };
        let sql = "SELECT id, label, expires_at, purpose FROM packet_links WHERE race_id = $1 AND revoked_at IS NULL
                   ORDER BY created_at DESC, id COLLATE \"C\" LIMIT $2";
        let links = tx.query_all(sql, params![id, MOST], entry)?;
        Ok((links, place::written(&places::of(tx, &id)?)))
    };
    let (links, places) = packets.db.read(read).await?;
    let date = race.date.map(|date| date.to_string()).unwrap_or_default();
    Ok(Json(Overview { race: race.name, date, time_zone: race.zone.name(), links, places, counts }))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LinkFacts<'a> {
    /// The id of its race.
    race: &'a str,
    expires_at: i64,
    purpose: &'a str,
}

impl<'a> LinkFacts<'a> {
    fn of(race: &'a TimedRace, expires_at: i64, purpose: &'a str) -> Self {
        Self { race: &race.id, expires_at, purpose }
    }
}

/// Make a link, which opens the packet desk or the announcer's page of this race until it ends; it is shown in this answer and never again.
#[utoipa::path(
    post,
    path = "/packets/{RaceName}/links",
    tag = "packets",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body = PacketLinkForm,
    responses(
        (status = 201, description = "The only time that its token is shown", body = NewLink),
        (status = 400, description = "What is wrong with which field"),
        (status = 409, description = "There are too many links")
    )
)]
pub(super) async fn create(
    State(packets): State<Packets>,
    ByTimer { race, actor }: ByTimer,
    extract::Json(form): extract::Json<PacketLinkForm>,
) -> Result<(StatusCode, Json<NewLink>)> {
    let now = packets.clock.now_ms();
    let link = link::check(&form, race.date, race.zone, now)?;
    let made = NewLink { id: new_id(), token: new_secret(), until: link.until.clone() };
    let (id, hash, purpose) = (made.id.clone(), sha256(&made.token), form.purpose.word());
    packets
        .db
        .write(move |tx| {
            store::lock(tx, &race.id, now)?;
            let valid = "SELECT count(*) FROM packet_links WHERE race_id = $1 AND revoked_at IS NULL AND expires_at >= $2";
            if tx.query_one(valid, params![race.id, now], |row| row.get::<i64>(0))? >= MOST {
                return Err(Error::say(StatusCode::CONFLICT, words::TOO_MANY_LINKS));
            }
            tx.execute(
                "INSERT INTO packet_links (id, race_id, label, token_hash, created_at, created_by, expires_at, purpose)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                params![id, race.id, link.label, hash, now, actor.id.to_string(), link.expires_at, purpose],
            )?;
            let about = About { id: &id, name: &link.label };
            audit::record(
                tx,
                now,
                &actor,
                Event::PacketsLinkMade,
                about,
                &NOTHING,
                &LinkFacts::of(&race, link.expires_at, purpose),
            )
        })
        .await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Revoke a link: it is refused from now on. What was done by it stays.
#[utoipa::path(
    delete,
    path = "/packets/{RaceName}/links/{id}",
    tag = "packets",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("id" = String, Path)),
    responses((status = 204, description = "Revoked"), (status = 404, description = "No such link"))
)]
pub(super) async fn revoke(
    State(packets): State<Packets>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, id)): Path<(String, String)>,
) -> Result<StatusCode> {
    let now = packets.clock.now_ms();
    packets
        .db
        .write(move |tx| {
            let found = tx.query_opt(
                "UPDATE packet_links SET revoked_at = $1 WHERE id = $2 AND race_id = $3 AND revoked_at IS NULL RETURNING label, expires_at, purpose",
                params![now, id, race.id],
                |row| Ok((row.get::<String>(0)?, row.get::<i64>(1)?, row.get::<String>(2)?)),
            )?;
            let (label, expires_at, purpose) = found.or_not_found(words::NO_SUCH_LINK)?;
            let about = About { id: &id, name: &label };
            audit::record(tx, now, &actor, Event::PacketsLinkRevoked, about, &LinkFacts::of(&race, expires_at, &purpose), &NOTHING)
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
