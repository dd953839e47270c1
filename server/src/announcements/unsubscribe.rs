//! `POST /unsubscribe`, `PUT /unsubscribe`, `POST /unsubscribe/link`, and `GET /unsubscribe`, which changes nothing: what the link below an
//! announcement does.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use core_wasm::announcements::{is_one_click, words};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Announcements;
use super::link::Link;
use crate::account::Said;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Query};
use crate::mail;

/// The token of a link.
#[derive(Deserialize, Default, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ByToken {
    /// From the link.
    token: String,
}

/// A link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnsubscribeLink {
    /// From the fragment of the link.
    token: String,
}

/// What somebody wants.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnsubscribeChoice {
    /// From the fragment of the link.
    token: String,
    /// No announcements about the race of the link.
    race: bool,
    /// No announcements at all.
    all: bool,
}

/// Which announcements somebody gets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unsubscribed {
    /// The name of the link's race, unless it is deleted or hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    race_name: Option<String>,
    /// No announcements about that race.
    race: bool,
    /// No announcements at all.
    all: bool,
    /// The same in words.
    text: String,
}

/// Lead to the page of a link, for programs that open the address of [`one_click`] themselves. It changes nothing: scanners of mail open links.
#[utoipa::path(get, path = "/unsubscribe", tag = "announcements", params(ByToken),
    responses((status = 303, description = "The page, which has a button")))]
pub(super) async fn open(Query(ByToken { token }): Query<ByToken>) -> Redirect {
    // A header holds no other characters, and no token has them.
    let token: String = token.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(500).collect();
    Redirect::to(&format!("/unsubscribe#{token}"))
}

/// Unsubscribe at one press in a program for mail (RFC 8058): it has no cookies and names no origin. Announcements about the race of the mail
/// come no more.
#[utoipa::path(post, path = "/unsubscribe", tag = "announcements", params(ByToken),
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "List-Unsubscribe=One-Click"),
    responses(
        (status = 200, body = Said),
        (status = 400, description = "NOT_ONE_CLICK: the body is another one"),
        (status = 404, description = "NO_LINK: another token")
    ))]
pub(super) async fn one_click(
    State(here): State<Announcements>,
    Query(ByToken { token }): Query<ByToken>,
    body: String,
) -> Result<Answer<Said>> {
    if !is_one_click(&body) {
        return Err(Error::refused(StatusCode::BAD_REQUEST, "NOT_ONE_CLICK", words::NOT_ONE_CLICK));
    }
    let (link, now) = (here.links.read(&token)?, here.clock.now_ms());
    let state = here
        .db
        .write(move |tx| {
            add(tx, &link.address, &link.race_id, now)?;
            take_out(tx, &link, now)?;
            state(tx, &link)
        })
        .await?;
    Ok(Answer(Said { message: state.text }))
}

/// Tell which announcements the person of a link gets. It is a read; it is POST so that the token is in no log.
#[utoipa::path(post, path = "/unsubscribe/link", tag = "announcements", request_body = UnsubscribeLink,
    responses((status = 200, body = Unsubscribed), (status = 404, description = "NO_LINK: another token")))]
pub(super) async fn link(
    State(here): State<Announcements>,
    Json(UnsubscribeLink { token }): Json<UnsubscribeLink>,
) -> Result<Answer<Unsubscribed>> {
    let link = here.links.read(&token)?;
    Ok(Answer(here.db.read(move |tx| state(tx, &link)).await?))
}

/// Choose which announcements the person of a link gets: none, none of the race, or all again.
#[utoipa::path(put, path = "/unsubscribe", tag = "announcements", request_body = UnsubscribeChoice,
    responses((status = 200, body = Unsubscribed), (status = 404, description = "NO_LINK: another token")))]
pub(super) async fn choose(
    State(here): State<Announcements>,
    Json(UnsubscribeChoice { token, race, all }): Json<UnsubscribeChoice>,
) -> Result<Answer<Unsubscribed>> {
    let (link, now) = (here.links.read(&token)?, here.clock.now_ms());
    let chosen = here.db.write(move |tx| {
        for (wanted, race_id) in [(race, link.race_id.as_str()), (all, "")] {
            if wanted {
                add(tx, &link.address, race_id, now)?;
            } else {
                tx.execute("DELETE FROM unsubscribes WHERE address = $1 AND race_id = $2", params![link.address, race_id])?;
            }
        }
        if race || all {
            take_out(tx, &link, now)?;
        }
        state(tx, &link)
    });
    Ok(Answer(chosen.await?))
}

fn add(tx: &Tx<'_>, address: &str, race_id: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO unsubscribes (address, race_id, at) VALUES ($1, $2, $3) ON CONFLICT (address, race_id) DO NOTHING";
    tx.execute(sql, params![address, race_id, now])?;
    Ok(())
}

/// Takes mails out of the outbox that the person wants no more; those that still wait are looked at before they are mailed.
fn take_out(tx: &Tx<'_>, link: &Link, now: i64) -> Result<()> {
    let mailed = tx.query_all(
        "SELECT r.id, r.mail_id, a.race_id FROM announcement_recipients r JOIN announcements a ON a.id = r.announcement_id
         WHERE r.address_key = $1 AND r.state = 'mailed'",
        params![link.address],
        |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?, row.get::<String>(2)?)),
    )?;
    for (id, mail, race_id) in mailed {
        let Some(mail) = mail else { continue };
        if super::store::is_unsubscribed(tx, &link.address, &race_id)? && mail::take_back(tx, mail, now)? {
            let sql = "UPDATE announcement_recipients SET state = 'unsubscribed', mail_id = NULL, at = $1 WHERE id = $2";
            tx.execute(sql, params![now, id])?;
        }
    }
    Ok(())
}

fn state(tx: &Tx<'_>, link: &Link) -> Result<Unsubscribed> {
    let sql = "SELECT name FROM races WHERE id = $1 AND deleted_at IS NULL AND hidden = 0";
    let race_name = tx.query_opt(sql, params![link.race_id], |row| row.get::<String>(0))?;
    let has = |race_id: &str| {
        let sql = "SELECT 1 FROM unsubscribes WHERE address = $1 AND race_id = $2";
        Ok::<_, Error>(tx.query_opt(sql, params![link.address, race_id], |row| row.get::<i64>(0))?.is_some())
    };
    let (race, all) = (has(&link.race_id)?, has("")?);
    let text = words::unsubscribed(race_name.as_deref(), race, all);
    Ok(Unsubscribed { race_name, race, all, text })
}
