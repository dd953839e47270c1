//! `GET /announcements/{RaceName}/{announcementID}`

use std::collections::HashMap;

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::announcements::{AnnouncementProgress, PAGE_SIZE, RecipientState, WantedRecipients, wanted_recipients, words};
use core_wasm::text;
use core_wasm::timing::standing::bib_order;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Announcements;
use super::store::{self, Stored};
use crate::db::{Row, Tx, params};
use crate::error::{OrNotFound, Result};
use crate::http::extract::{Path, Query};
use crate::mail;
use crate::race::ByAdmin;
use crate::timed::store as timed;

/// Which recipients are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// A bib, or a part of a name.
    q: Option<String>,
    /// From 1.
    page: Option<String>,
}

/// An announcement, and a page of those who get it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Announcement {
    id: i64,
    /// As it was written, with placeholders.
    subject: String,
    /// As it was written, with placeholders.
    text: String,
    /// The username of who sent it; absent once the account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// In epoch milliseconds.
    created_at: i64,
    progress: AnnouncementProgress,
    /// In the order in which they get it.
    recipients: Vec<Recipient>,
    /// How many addresses fit the search.
    total: u32,
    /// From 1.
    page: u32,
    /// Recipients on a page.
    page_size: u32,
}

/// An address that gets an announcement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnnouncementRecipient)]
struct Recipient {
    /// Empty after the account with this address was deleted.
    address: String,
    /// For whom: the entrants with this address.
    entrants: Vec<RecipientEntrant>,
    state: RecipientState,
    /// When that became so, in epoch milliseconds.
    at: i64,
}

/// An entrant for whom an address gets an announcement.
#[derive(Debug, Serialize, ToSchema)]
struct RecipientEntrant {
    bib: String,
    /// First and last name; empty when neither is known any more.
    name: String,
}

/// Tell everything about an announcement, and who gets it.
#[utoipa::path(get, path = "/announcements/{RaceName}/{announcementID}", tag = "announcements", security(("session" = ["admin"])),
    params(
        ("RaceName" = String, Path),
        ("announcementID" = String, Path),
        ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now"),
        Asked
    ),
    responses(
        (status = 200, body = Announcement),
        (status = 400, description = "The search or the page can't be read"),
        (status = 404, description = "No such race or announcement")
    ))]
pub(super) async fn announcement(
    State(here): State<Announcements>,
    by: ByAdmin,
    Path(path): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Result<Answer<Announcement>> {
    let id = of_path(&path.1)?;
    let wanted = wanted_recipients(&asked.q.unwrap_or_default(), &asked.page.unwrap_or_default())?;
    let race_id = by.race.id;
    // A search reads the whole list of entrants.
    Ok(Answer(here.db.read_long(move |tx| announced(tx, &race_id, id, &wanted)).await?))
}

/// The number in the path of a request.
pub(super) fn of_path(id: &str) -> Result<i64> {
    found(id.parse().ok())
}

/// What was found, or 404.
pub(super) fn found<T>(found: Option<T>) -> Result<T> {
    found.or_not_found(("NO_SUCH_ANNOUNCEMENT", words::NO_SUCH_ANNOUNCEMENT))
}

/// A row of a recipient.
struct StoredRecipient {
    id: i64,
    address: String,
    state: String,
    mail: Option<i64>,
    at: i64,
}

impl StoredRecipient {
    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self { id: row.get(0)?, address: row.get(1)?, state: row.get(2)?, mail: row.get(3)?, at: row.get(4)? })
    }
}

fn announced(tx: &Tx<'_>, race_id: &str, id: i64, wanted: &WantedRecipients) -> Result<Announcement> {
    let stored = found(store::find(tx, race_id, id)?)?;
    let progress = store::progress(tx, &stored)?;
    let (size, skipped) = (i64::from(PAGE_SIZE), i64::from(wanted.page - 1) * i64::from(PAGE_SIZE));
    let (rows, total) = if wanted.q.is_empty() {
        let rows = tx.query_all(
            "SELECT id, address, state, mail_id, at FROM announcement_recipients WHERE announcement_id = $1 ORDER BY id LIMIT $2 OFFSET $3",
            params![id, size, skipped],
            StoredRecipient::read,
        )?;
        (rows, progress.total)
    } else {
        let ids = searched(tx, race_id, id, &wanted.q)?;
        let mut rows = Vec::new();
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        for recipient in ids.iter().skip(skipped).take(usize::try_from(size).unwrap_or_default()) {
            rows.extend(tx.query_opt(
                "SELECT id, address, state, mail_id, at FROM announcement_recipients WHERE id = $1",
                params![recipient],
                StoredRecipient::read,
            )?);
        }
        (rows, store::count(ids.len()))
    };
    let recipients = rows.into_iter().map(|row| recipient(tx, race_id, row)).collect::<Result<_>>()?;
    let Stored { form, author, created_at, .. } = stored;
    let (subject, text) = (form.subject, form.text);
    Ok(Announcement {
        id,
        subject,
        text,
        author,
        created_at,
        progress,
        recipients,
        total,
        page: wanted.page,
        page_size: PAGE_SIZE,
    })
}

/// The recipients whose entrants have this bib, or this in their name, in the order in which they get it.
fn searched(tx: &Tx<'_>, race_id: &str, id: i64, q: &str) -> Result<Vec<i64>> {
    let names: HashMap<String, String> = timed::entrants(tx, race_id)?
        .into_iter()
        .map(|entrant| (entrant.bib, format!("{} {}", entrant.first_name, entrant.last_name)))
        .collect();
    let mut found = Vec::new();
    tx.for_each("SELECT bib, recipient_id FROM announcement_bibs WHERE announcement_id = $1", params![id], |row| {
        let bib: String = row.get(0)?;
        let fits = bib.eq_ignore_ascii_case(q) || names.get(&bib).is_some_and(|name| text::matches_search(name, q));
        if fits {
            found.push(row.get(1)?);
        }
        Ok(())
    })?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn recipient(tx: &Tx<'_>, race_id: &str, row: StoredRecipient) -> Result<Recipient> {
    let mut entrants = Vec::new();
    for bib in bibs(tx, row.id)? {
        let entrant = timed::entrant(tx, race_id, &bib)?;
        let name = entrant.map(|entrant| format!("{} {}", entrant.first_name, entrant.last_name).trim().to_owned());
        entrants.push(RecipientEntrant { bib, name: name.unwrap_or_default() });
    }
    let state = match (row.state.as_str(), row.mail) {
        ("mailed", Some(mail)) => match mail::is_waiting_or_failed(tx, mail)? {
            (true, _) => RecipientState::Waiting,
            (_, true) => RecipientState::Failed,
            _ => RecipientState::Sent,
        },
        ("mailed", None) => RecipientState::Sent,
        ("stopped", _) => RecipientState::Stopped,
        ("withdrawn", _) => RecipientState::Withdrawn,
        ("unsubscribed", _) => RecipientState::Unsubscribed,
        _ => RecipientState::Waiting,
    };
    Ok(Recipient { address: row.address, entrants, state, at: row.at })
}

/// The bibs for which an address gets an announcement.
pub(super) fn bibs(tx: &Tx<'_>, recipient: i64) -> Result<Vec<String>> {
    let mut bibs = tx
        .query_all("SELECT bib FROM announcement_bibs WHERE recipient_id = $1", params![recipient], |row| row.get::<String>(0))?;
    bibs.sort_by(|a, b| bib_order(a, b));
    Ok(bibs)
}
