//! `POST /announcements/{RaceName}/{announcementID}/stop`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::announcements::words;

use super::{Announcements, detail, store};
use crate::account::Said;
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::Path;
use crate::mail;
use crate::race::ByAdmin;

/// Stop an announcement: what is not sent yet is not sent. To stop it again changes nothing.
#[utoipa::path(post, path = "/announcements/{RaceName}/{announcementID}/stop", tag = "announcements", security(("session" = ["admin"])),
    params(
        ("RaceName" = String, Path),
        ("announcementID" = String, Path),
        ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now")
    ),
    responses(
        (status = 200, body = Said),
        (status = 404, description = "No such race or announcement"),
        (status = 409, description = "NOTHING_TO_STOP: everything is sent")
    ))]
pub(super) async fn stop(
    State(here): State<Announcements>,
    by: ByAdmin,
    Path(path): Path<(String, String)>,
) -> Result<Answer<Said>> {
    let (id, now) = (detail::of_path(&path.1)?, here.clock.now_ms());
    here.db
        .write(move |tx| {
            let found = detail::found(store::find(tx, &by.race.id, id)?)?;
            if found.is_stopped {
                return Ok(());
            }
            if stop_now(tx, id, now)? == 0 {
                return Err(Error::refused(StatusCode::CONFLICT, "NOTHING_TO_STOP", words::NOTHING_TO_STOP));
            }
            record(tx, &by.actor, by.race.about(), id, now)
        })
        .await?;
    Ok(Answer(Said { message: words::STOPPED.into() }))
}

/// Records that an announcement was stopped.
pub(super) fn record(tx: &Tx<'_>, actor: &Actor, race: About<'_>, id: i64, now: i64) -> Result<()> {
    let new = serde_json::json!({ "announcement": id });
    audit::record(tx, now, actor, Event::AnnouncementStopped, race, &NOTHING, &new)
}

/// Stops an announcement; returns how many addresses it does not reach any more. A mail that is being sent right now is sent.
pub(super) fn stop_now(tx: &Tx<'_>, id: i64, now: i64) -> Result<usize> {
    tx.execute("UPDATE announcements SET state = 'stopped', stopped_at = $1 WHERE id = $2", params![now, id])?;
    let mut stopped = tx.execute(
        "UPDATE announcement_recipients SET state = 'stopped', at = $1 WHERE announcement_id = $2 AND state = 'waiting'",
        params![now, id],
    )?;
    for mail in mail::stop_announcement(tx, id, now)? {
        stopped += tx.execute(
            "UPDATE announcement_recipients SET state = 'stopped', at = $1, mail_id = NULL WHERE mail_id = $2",
            params![now, mail],
        )?;
    }
    Ok(stopped)
}
