//! Authorization of calls by a link of the day, from the head of a request: of the packet desk, and for the announcer's page.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use core_wasm::packets::link::{self, LinkPurpose};
use core_wasm::packets::words;

use crate::account::Viewer;
use crate::audit::Actor;
use crate::clock::Clock;
use crate::db::{self, Db, params};
use crate::error::{Error, Result};
use crate::ids::sha256;
use crate::race::{named, names};
use crate::timed::TimedRace;
use crate::timing::{bearer, named_or_renamed};

/// The race of the path, for a call with one of its links of the packet desk.
pub(super) struct ByLink {
    pub(super) race: TimedRace,
    pub(super) link: Link,
}

/// A valid link.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) expires_at: i64,
}

/// What is said of a link that does not open the page of a call.
pub(crate) struct LinkWords {
    /// There is none.
    pub(crate) needed: words::Words,
    /// It opens another page.
    pub(crate) other_page: words::Words,
}

impl ByLink {
    pub(super) fn actor(&self) -> Actor {
        Actor::link(&self.link.id, &self.link.label)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ByLink
where
    Clock: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let said = LinkWords { needed: words::LINK_NEEDED, other_page: words::NOT_OF_PACKETS };
        let (race, link) = by_link(parts, &Db::from_ref(state), &Clock::from_ref(state), LinkPurpose::Packets, &said).await?;
        Ok(Self { race, link })
    }
}

/// The race of the path and the valid link of it that a request has.
///
/// # Errors
/// 401 when the link is missing, wrong, of another page, over or revoked.
pub(crate) async fn by_link(
    parts: &mut Parts,
    db: &Db,
    clock: &Clock,
    purpose: LinkPurpose,
    said: &LinkWords,
) -> Result<(TimedRace, Link)> {
    let token = bearer(parts).ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, said.needed))?.to_owned();
    let named = named(parts).await?;
    let now = clock.now_ms();
    let (race, found) = db
        .read(move |tx| {
            // Looked up by its hash: the time of the comparison does not tell how much of a guessed token was right.
            let found = tx.query_opt(
                "SELECT id, label, expires_at, revoked_at, race_id, purpose FROM packet_links WHERE token_hash = $1",
                params![sha256(&token)],
                |row| {
                    let link = Link { id: row.get(0)?, label: row.get(1)?, expires_at: row.get(2)? };
                    let is_revoked = row.get::<Option<i64>>(3)?.is_some();
                    Ok((link, is_revoked, LinkPurpose::parse(&row.get::<String>(5)?), row.get::<String>(4)?))
                },
            )?;
            // A phone keeps working when the race is renamed; without a link of the race, a hidden race is not found.
            let race = match &found {
                Some((.., race_id)) => named_or_renamed(tx, &named, race_id)?,
                None => names::timed(tx, &named, &Viewer::Visitor)?,
            };
            Ok((race, found))
        })
        .await?;
    let own = found.filter(|(.., race_id)| *race_id == race.id);
    let (link, revoked, opens, _) = own.ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, words::LINK_WRONG))?;
    if opens != Some(purpose) {
        return Err(Error::say(StatusCode::UNAUTHORIZED, said.other_page));
    }
    if let Some(refusal) = link::refusal(link.expires_at, revoked, race.zone, now) {
        return Err(Error::refused(StatusCode::UNAUTHORIZED, refusal.code, refusal.message));
    }
    let id = link.id.clone();
    // A link that is revoked while a body arrives is of no use.
    db::guard(move |tx| {
        let valid = "SELECT 1 FROM packet_links WHERE id = $1 AND revoked_at IS NULL";
        let valid = tx.query_opt(valid, params![id], |row| row.get::<i64>(0))?;
        valid.map(|_| ()).ok_or_else(|| Error::say(StatusCode::UNAUTHORIZED, words::LINK_WRONG))
    });
    Ok((race, link))
}
