//! `GET /announcements/{RaceName}`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::announcements::{Addressee, AnnouncementProgress, Audience};
use serde::Serialize;
use utoipa::ToSchema;

use super::Announcements;
use super::store::{self, RaceFacts, SELECT, Stored};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::race::ByAdmin;
use crate::timed::{no_race, store as timed};

/// How many announcements are listed, the newest ones.
const LISTED: i64 = 50;

/// The announcements of a race, and who would get another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnnouncementsOfRace {
    #[serde(rename = "raceID")]
    race_id: String,
    /// Its present name.
    race: String,
    /// Its date, as on its page; empty when undated.
    date: String,
    /// Whether visitors see its page.
    is_hidden: bool,
    is_canceled: bool,
    audience: Audience,
    /// Somebody who would get one, for the preview; absent when nobody would.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Vec<Addressee>>,
    /// The newest 50 announcements, the newest first.
    items: Vec<AnnouncementLine>,
}

/// An announcement in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnnouncementLine {
    id: i64,
    /// As it was written, with placeholders.
    subject: String,
    /// The username of who sent it; absent once the account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// In epoch milliseconds.
    created_at: i64,
    progress: AnnouncementProgress,
}

/// List the announcements to the entrants of a race, and count who would get another one.
#[utoipa::path(get, path = "/announcements/{RaceName}", tag = "announcements", security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now")),
    responses((status = 200, body = AnnouncementsOfRace), (status = 404, description = "No such race")))]
pub(super) async fn list(State(here): State<Announcements>, by: ByAdmin) -> Result<Answer<AnnouncementsOfRace>> {
    let links = here.links.clone();
    let read = move |tx: &Tx<'_>| {
        let facts = RaceFacts::load(tx, &by.race.id)?.ok_or_else(no_race)?;
        let (people, audience) = store::reached(tx, &links, &facts.id)?;
        let example = match people.first() {
            Some((one, _)) => {
                let mut all = Vec::new();
                for bib in &one.bibs {
                    all.extend(timed::entrant(tx, &facts.id, bib)?.map(|entrant| facts.addressee(&entrant)));
                }
                Some(all)
            }
            None => None,
        };
        let found = tx.query_all(
            &format!("{SELECT} WHERE a.race_id = $1 ORDER BY a.id DESC LIMIT $2"),
            params![facts.id, LISTED],
            Stored::read,
        )?;
        let items = found.into_iter().map(|one| line(tx, one)).collect::<Result<_>>()?;
        let RaceFacts { id: race_id, name: race, date, is_hidden, is_canceled, .. } = facts;
        Ok(AnnouncementsOfRace { race_id, race, date, is_hidden, is_canceled, audience, example, items })
    };
    // It reads the whole list of entrants.
    Ok(Answer(here.db.read_long(read).await?))
}

fn line(tx: &Tx<'_>, announcement: Stored) -> Result<AnnouncementLine> {
    let progress = store::progress(tx, &announcement)?;
    let Stored { id, form, author, created_at, .. } = announcement;
    Ok(AnnouncementLine { id, subject: form.subject, author, created_at, progress })
}
