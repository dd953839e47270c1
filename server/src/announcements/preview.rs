//! `POST /announcements/{RaceName}/preview`, `POST /announcements/{RaceName}/test`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::announcements::{Addressee, AnnouncementForm, MOST_TESTS_A_DAY, check, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::Announcements;
use super::store::{self, RaceFacts};
use crate::account::{Admin, Caller, Said, store as users};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::mail::{self, Letter};
use crate::race::ByAdmin;
use crate::timed::{no_race, store as timed};

const DAY_MS: i64 = 24 * 3_600_000;
/// The link in a preview, which opens nobody's choice.
const NO_LINK: &str = "unsubscribe";

/// A mail as somebody would get it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AnnouncementPreview {
    subject: String,
    /// The plain text.
    text: String,
    /// The same as HTML, a whole document.
    html: String,
}

/// Show the mail of an announcement, filled for the first of a race's entrants who would get it. It changes nothing; it is POST so that the
/// text is in no address.
#[utoipa::path(post, path = "/announcements/{RaceName}/preview", tag = "announcements", security(("session" = ["admin"])),
    request_body = AnnouncementForm,
    params(("RaceName" = String, Path), ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now")),
    responses(
        (status = 200, body = AnnouncementPreview),
        (status = 400, description = "What is wrong, at each field"),
        (status = 404, description = "No such race")
    ))]
pub(super) async fn preview(
    State(here): State<Announcements>,
    by: ByAdmin,
    Json(form): Json<AnnouncementForm>,
) -> Result<Answer<AnnouncementPreview>> {
    let form = check(&form)?;
    let ours = here.clone();
    let read = move |tx: &Tx<'_>| {
        let (facts, entrants) = example(tx, &ours, &by.race.id)?;
        let link = format!("{}/{NO_LINK}", ours.config.site_url());
        Ok(facts.letter(&ours, &form, "", entrants, link))
    };
    let Letter { subject, body: text, .. } = here.db.read_long(read).await?;
    let html = mail::html(&subject, &text).map_err(Error::internal)?;
    Ok(Answer(AnnouncementPreview { subject, text, html }))
}

/// A race, and the entrants for whom the example of a mail is filled.
fn example(tx: &Tx<'_>, here: &Announcements, race_id: &str) -> Result<(RaceFacts, Vec<Addressee>)> {
    let facts = RaceFacts::load(tx, race_id)?.ok_or_else(no_race)?;
    let (people, _) = store::reached(tx, &here.links, race_id)?;
    let mut entrants = Vec::new();
    for bib in people.first().into_iter().flat_map(|(one, _)| &one.bibs) {
        entrants.extend(timed::entrant(tx, race_id, bib)?.map(|entrant| facts.addressee(&entrant)));
    }
    Ok((facts, entrants))
}

/// Send the mail of an announcement to the caller's own address, filled as in the preview. Its link is the caller's own.
#[utoipa::path(post, path = "/announcements/{RaceName}/test", tag = "announcements", security(("session" = ["admin"])),
    request_body = AnnouncementForm,
    params(("RaceName" = String, Path), ("id" = Option<String>, Query, description = "The race of this id, whatever it is called by now")),
    responses(
        (status = 200, body = Said),
        (status = 400, description = "What is wrong, at each field"),
        (status = 404, description = "No such race"),
        (status = 429, description = "TOO_MANY_TESTS: very many today")
    ))]
pub(super) async fn test(
    State(here): State<Announcements>,
    Admin(caller): Admin,
    by: ByAdmin,
    Json(form): Json<AnnouncementForm>,
) -> Result<Answer<Said>> {
    let form = check(&form)?;
    let (ours, now) = (here.clone(), here.clock.now_ms());
    here.db.write(move |tx| mail_test(tx, &ours, &caller, (&by.race.id, &form), now)).await?;
    Ok(Answer(Said { message: words::TESTED.into() }))
}

fn mail_test(
    tx: &Tx<'_>,
    here: &Announcements,
    caller: &Caller,
    (race_id, form): (&str, &AnnouncementForm),
    now: i64,
) -> Result<()> {
    let today = now.div_euclid(DAY_MS);
    tx.execute("DELETE FROM announcement_tests WHERE user_id = $1 AND day < $2", params![caller.user_id, today])?;
    let tests: i64 = tx.query_one(
        "INSERT INTO announcement_tests (user_id, day, tests) VALUES ($1, $2, 1)
         ON CONFLICT (user_id, day) DO UPDATE SET tests = announcement_tests.tests + 1 RETURNING tests",
        params![caller.user_id, today],
        |row| row.get(0),
    )?;
    if tests > MOST_TESTS_A_DAY {
        return Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_TESTS", words::too_many_tests()));
    }
    let to = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?.email;
    let (facts, entrants) = example(tx, here, race_id)?;
    let link = here.links.page(&here.config, &here.links.address(&to), race_id);
    mail::enqueue(tx, now, &facts.letter(here, form, &to, entrants, link))
}
