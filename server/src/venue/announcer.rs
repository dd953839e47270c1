//! Ages and towns for the announcer: with the announcer's link of the day, or for somebody of the timing desk.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use core_wasm::packets::link::{self, LinkPurpose};
use core_wasm::timing::engine::Field;
use core_wasm::venue::people::{self, AnnouncerList, AnnouncerPerson};
use core_wasm::venue::words;
use serde::Deserialize;

use super::Venue;
use crate::account::{Accounts, Caller};
use crate::clock::Clock;
use crate::db::{Db, params};
use crate::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::unread::json_response;
use crate::ids::sha256;
use crate::packets::{LinkWords, by_link};
use crate::race::ByTimer;
use crate::timed::TimedRace;
use crate::timing::bearer;

/// The estimated size of a person in an answer, in bytes.
const PERSON_BYTES: usize = 64;

/// The race of the path, for the announcer.
pub(super) struct ByAnnouncer {
    race: TimedRace,
    /// The label of the link and until when it is valid, in words; empty for somebody of the desk.
    link: (String, String),
}

impl<S: Send + Sync> FromRequestParts<S> for ByAnnouncer
where
    Accounts: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let needed = words::LINK_NEEDED;
        if bearer(parts).is_some() {
            let said = LinkWords { needed, other_page: words::other_page(LinkPurpose::Announcer) };
            let (db, clock) = (Db::from_ref(state), Clock::from_ref(state));
            let (race, link) = by_link(parts, &db, &clock, LinkPurpose::Announcer, &said).await?;
            let until = link::until_text(link.expires_at, race.zone);
            return Ok(Self { race, link: (link.label, until) });
        }
        let caller = <Caller as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await?;
        if caller.is_none() {
            return Err(Error::say(StatusCode::UNAUTHORIZED, needed));
        }
        let ByTimer { race, .. } = ByTimer::from_request_parts(parts, state).await?;
        Ok(Self { race, link: Default::default() })
    }
}

/// What the announcer's page has already.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Has {
    revision: String,
}

/// List age and town of the runners, as far as each lets the announcer tell them, unless the caller has this version. Nothing of a private
/// runner.
#[utoipa::path(
    get,
    path = "/announcer/{RaceName}",
    tag = "venue",
    security(("session" = ["timer"]), ("packetLink" = [])),
    params(
        ("RaceName" = String, Path),
        ("revision" = Option<String>, Query, description = "The version that the caller has")
    ),
    responses(
        (status = 200, body = AnnouncerList),
        (status = 401, description = "There is neither a login of the desk nor a link, or it is wrong, over or revoked")
    )
)]
pub(super) async fn announcer(State(venue): State<Venue>, by: ByAnnouncer, Query(has): Query<Has>) -> Result<Response> {
    let ByAnnouncer { race, link: (link, until) } = by;
    let id = race.id.clone();
    let count = "SELECT count(*) FROM timing_entrants WHERE race_id = $1";
    let count = venue.db.read(move |tx| tx.query_one(count, params![id], |row| row.get::<u32>(0))).await?;
    let reservation = venue.unread.reserve(count as usize * PERSON_BYTES).await?;
    // By its content: what somebody hides now changes it, too.
    let read = |field: &Field| -> Result<(Vec<AnnouncerPerson>, String)> {
        let people = people::of_field(field);
        let revision = sha256(serde_json::to_string(&people)?);
        Ok((people, revision))
    };
    let (people, revision) = venue.boards.read_field(&race.id, read).await??;
    let people = (has.revision != revision).then_some(people);
    let list = AnnouncerList { race_id: race.id, race: race.name, link, until, revision, people };
    Ok(json_response(serde_json::to_vec(&list)?, reservation))
}
