//! `POST /ticketPictures`, `POST /tickets/{ticketId}/pictures`, `POST /ticketPicture`, `GET /tickets/{ticketId}/pictures/{pictureID}/{width}`:
//! pictures of tickets.
//!
//! A picture is sent before its message, and belongs to it once that is sent. Pictures of tickets are no pictures of pages: no address
//! shows one without the ticket's link or an administrator's session.

use axum::Json as Answer;
use axum::body::Body;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use core_wasm::error::Problems;
use core_wasm::ticket::pictures::{MOST_PICTURE_BYTES, PICTURE_WAITS_MS, Stored, check_count, check_stored, problem};
use core_wasm::ticket::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Tickets, detail, store};
use crate::account::Admin;
use crate::audit::{self, Actor, Event, NOTHING};
use crate::db::{Tx, params};
use crate::described::PictureForm;
use crate::error::{Error, OrNotFound, Result};
use crate::http::answer::PRIVATE;
use crate::http::extract::{Json, Path};
use crate::http::unread::UnreadBudget;
use crate::http::upload::{self, Upload};
use crate::ids::new_id;
use crate::images::Cleaned;

/// The header with the link of a ticket.
const LINK: &str = "splitline-ticket";
/// The sizes that are kept beside the whole picture: for the thread.
const SMALL_WIDTH: u32 = 480;
const DAY_MS: i64 = 24 * 3_600_000;
/// How often pictures whose message was never sent are deleted.
const TIDY_INTERVAL: std::time::Duration = std::time::Duration::from_secs(3600);

/// A picture of a ticket. Its bytes are asked for by its id and a width: the smallest size that is at least that wide is sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TicketPicture {
    id: String,
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
}

/// Add a picture to the next reply of the ticket of a link: a JPEG, PNG, WebP or GIF. It is deleted after a day if no reply names it.
#[utoipa::path(post, path = "/ticketPictures", tag = "ticket",
    params(("Splitline-Ticket" = String, Header, description = "`T-1042#` and the token of the link: read before the picture is")),
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = TicketPicture),
        (status = 400, description = "Not a picture, too large, or too many"),
        (status = 404, description = "NO_TICKET: no such ticket, or another token"),
        (status = 413, description = "More than 50 MB")
    ))]
pub(super) async fn add_by_link(State(tickets): State<Tickets>, request: Request) -> Result<(StatusCode, Answer<TicketPicture>)> {
    // In a header, so that it is checked before ten megabytes are taken.
    let link = request.headers().get(LINK).and_then(|link| link.to_str().ok()).unwrap_or_default();
    let (id, token) = link.split_once('#').unwrap_or_default();
    let number = whole(&tickets, tickets.links.open_ticket(id, token)?).await?;
    let upload = upload::read(request, tickets.images.spool()).await?;
    let picture = take(&tickets, upload, (number, false), &Actor::system()).await?;
    Ok((StatusCode::CREATED, Answer(picture)))
}

/// Add a picture to the next answer or note: a JPEG, PNG, WebP or GIF. It is deleted after a day if no message names it.
#[utoipa::path(post, path = "/tickets/{ticketId}/pictures", tag = "ticket", security(("session" = ["admin"])),
    params(("ticketId" = String, Path)), request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = TicketPicture),
        (status = 400, description = "Not a picture, too large, or too many"),
        (status = 404, description = "NO_SUCH_TICKET"),
        (status = 413, description = "More than 50 MB")
    ))]
pub(super) async fn add_by_team(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    request: Request,
) -> Result<(StatusCode, Answer<TicketPicture>)> {
    let number = detail::of_path(&id)?;
    let upload = upload::read(request, tickets.images.spool()).await?;
    let picture = take(&tickets, upload, (number, true), &Actor::from(&caller)).await?;
    Ok((StatusCode::CREATED, Answer(picture)))
}

/// Cleans and stores the picture of an upload.
async fn take(tickets: &Tickets, mut upload: Upload, (number, of_team): (i64, bool), actor: &Actor) -> Result<TicketPicture> {
    let mut problems = Problems::default();
    let is_alone = upload.files.len() == 1;
    let file = upload.files.pop().filter(|file| is_alone && file.field == "picture").and_then(|file| file.file);
    let Some(file) = file else {
        problems.add("picture", "required", words::CHOOSE_PICTURE);
        return Err(problems.into());
    };
    if let Some(text) = problem(0, file.as_file().metadata()?.len()) {
        problems.add("picture", "too_large", text);
        return Err(problems.into());
    }
    // A ticket that is full is told so before its picture is decoded.
    let now = tickets.clock.now_ms();
    tickets.db.read(move |tx| check_stored(stored(tx, number, now)?, 0).map_err(Error::from)).await?;
    let cleaned = tickets.images.clean(file.path().to_owned()).await?;
    let Some(cleaned) = problems.take("picture", cleaned) else { return Err(problems.into()) };
    let actor = actor.clone();
    let add = move |tx: &Tx<'_>| {
        let Some(ticket) = store::lock(tx, number)? else {
            return Err(if of_team { detail::no_such_ticket() } else { super::link::no_ticket() });
        };
        // It may have been joined while the picture was on its way.
        let number = ticket.joined_into.unwrap_or(number);
        tidy(tx, now)?;
        let picture = add(tx, (number, None), (of_team, 0), &cleaned, now)?;
        store::in_record(number, |about| audit::record(tx, now, &actor, Event::TicketPictureAdded, about, &NOTHING, &NOTHING))?;
        Ok(picture)
    };
    tickets.db.write(add).await
}

/// Stores a picture of a ticket: of a message, or of the next one.
///
/// # Errors
/// 400 when the ticket, or the day, has too many; then nothing is written.
pub(super) fn add(
    tx: &Tx<'_>,
    (ticket, message): (i64, Option<i64>),
    (of_team, position): (bool, usize),
    cleaned: &Cleaned,
    now: i64,
) -> Result<TicketPicture> {
    // Changes nothing, but locks the row: pictures are counted one after another.
    tx.execute("UPDATE ticket_picture_sum SET bytes = bytes WHERE one = 1", params![])?;
    let Some(largest) = cleaned.variants.first() else { return Err(core_wasm::editor::images::not_an_image().into()) };
    let small = cleaned.variants.iter().skip(1).filter(|size| size.width <= SMALL_WIDTH).take(1);
    let mut sizes = Vec::new();
    for size in [largest].into_iter().chain(small) {
        sizes.push((size.width, std::fs::read(&size.file)?));
    }
    let bytes = sizes.iter().map(|(_, data)| i64::try_from(data.len()).unwrap_or(i64::MAX)).sum::<i64>();
    check_stored(stored(tx, ticket, now)?, bytes)?;
    let picture = TicketPicture { id: new_id(), width: largest.width, height: largest.height };
    tx.execute(
        "INSERT INTO ticket_pictures (id, ticket_id, message_id, of_team, position, width, height, bytes, added_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            picture.id,
            ticket,
            message,
            of_team,
            i64::try_from(position).unwrap_or(0),
            picture.width,
            picture.height,
            bytes,
            now
        ],
    )?;
    for (width, data) in sizes {
        tx.execute(
            "INSERT INTO ticket_picture_sizes (picture, width, data) VALUES ($1, $2, $3)",
            params![picture.id, width, data],
        )?;
    }
    tx.execute("UPDATE ticket_picture_sum SET bytes = bytes + $1 WHERE one = 1", params![bytes])?;
    Ok(picture)
}

/// What is stored of a ticket, of today and in all.
fn stored(tx: &Tx<'_>, ticket: i64, now: i64) -> Result<Stored> {
    let (of_ticket, ticket_bytes) = tx.query_one(
        "SELECT count(*), coalesce(sum(bytes), 0) FROM ticket_pictures WHERE ticket_id = $1",
        params![ticket],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let (today, today_bytes) = tx.query_one(
        "SELECT count(*), coalesce(sum(bytes), 0) FROM ticket_pictures WHERE added_at > $1",
        params![now - DAY_MS],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let all_bytes = tx.query_one("SELECT bytes FROM ticket_picture_sum WHERE one = 1", params![], |row| row.get(0))?;
    Ok(Stored { of_ticket, ticket_bytes, today, today_bytes, all_bytes })
}

/// Gives a message the pictures that were sent before it.
///
/// # Errors
/// 400 when there are too many, or when one is not there any more.
pub(super) fn attach(tx: &Tx<'_>, (ticket, message): (i64, i64), of_team: bool, ids: &[String]) -> Result<()> {
    check_count(ids.len())?;
    for (at, id) in ids.iter().enumerate() {
        let changed = tx.execute(
            "UPDATE ticket_pictures SET message_id = $1, position = $2 WHERE id = $3 AND ticket_id = $4 AND message_id IS NULL AND of_team = $5",
            params![message, i64::try_from(at).unwrap_or(0), id, ticket, of_team],
        )?;
        if changed != 1 {
            return Err(Error::refused(StatusCode::BAD_REQUEST, "NO_PICTURE", words::NO_PICTURE));
        }
    }
    Ok(())
}

/// Deletes pictures whose message was never sent.
fn tidy(tx: &Tx<'_>, now: i64) -> Result<()> {
    let before = now - PICTURE_WAITS_MS;
    let bytes = tx.query_one(
        "SELECT coalesce(sum(bytes), 0) FROM ticket_pictures WHERE message_id IS NULL AND added_at <= $1",
        params![before],
        |row| row.get::<i64>(0),
    )?;
    if bytes > 0 {
        tx.execute("DELETE FROM ticket_pictures WHERE message_id IS NULL AND added_at <= $1", params![before])?;
        tx.execute(
            "UPDATE ticket_picture_sum SET bytes = CASE WHEN bytes > $1 THEN bytes - $1 ELSE 0 END WHERE one = 1",
            params![bytes],
        )?;
    }
    Ok(())
}

/// Deletes them every hour, for as long as the program runs.
pub(crate) async fn tidy_hourly(tickets: Tickets) {
    loop {
        if let Err(error) = tidy_now(&tickets).await {
            tracing::error!(%error, "pictures of tickets could not be tidied");
        }
        tokio::time::sleep(TIDY_INTERVAL).await;
    }
}

/// Deletes them once.
///
/// # Errors
/// When the rows cannot be deleted.
pub(crate) async fn tidy_now(tickets: &Tickets) -> Result<()> {
    let now = tickets.clock.now_ms();
    tickets.db.write(move |tx| tidy(tx, now)).await
}

/// The pictures of a ticket's messages, each with the message's id.
pub(super) fn of_ticket(tx: &Tx<'_>, ticket: i64) -> Result<Vec<(i64, TicketPicture)>> {
    tx.query_all(
        "SELECT message_id, id, width, height FROM ticket_pictures WHERE ticket_id = $1 AND message_id IS NOT NULL
         ORDER BY message_id, position",
        params![ticket],
        |row| Ok((row.get(0)?, TicketPicture { id: row.get(1)?, width: row.get(2)?, height: row.get(3)? })),
    )
}

/// A picture that the holder of a ticket's link asks for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WantedPicture {
    /// `T-1042`.
    ticket_id: String,
    /// From the fragment of the link.
    token: String,
    /// The picture's id.
    picture: String,
    /// The smallest size that is at least so wide is sent, in pixels.
    width: u32,
}

/// Send a picture of the ticket of a link. It is a read; it is POST so that the token is in no log.
#[utoipa::path(post, path = "/ticketPicture", tag = "ticket", request_body = WantedPicture, responses(
    (status = 200, body = String, content_type = "image/webp"),
    (status = 404, description = "NO_TICKET, or NO_SUCH_PICTURE")))]
pub(super) async fn by_link(
    State(tickets): State<Tickets>,
    State(unread): State<UnreadBudget>,
    Json(WantedPicture { ticket_id, token, picture, width }): Json<WantedPicture>,
) -> Result<Response> {
    let number = whole(&tickets, tickets.links.open_ticket(&ticket_id, &token)?).await?;
    send(&tickets, &unread, (number, picture, width), false).await
}

/// Send a picture of a ticket.
#[utoipa::path(get, path = "/tickets/{ticketId}/pictures/{pictureID}/{width}", tag = "ticket", security(("session" = ["admin"])),
    params(("ticketId" = String, Path), ("pictureID" = String, Path), ("width" = u32, Path)), responses(
    (status = 200, body = String, content_type = "image/webp"),
    (status = 404, description = "NO_SUCH_TICKET, or NO_SUCH_PICTURE")))]
pub(super) async fn by_team(
    State(tickets): State<Tickets>,
    State(unread): State<UnreadBudget>,
    _: Admin,
    Path((id, picture, width)): Path<(String, String, u32)>,
) -> Result<Response> {
    let number = detail::of_path(&id)?;
    send(&tickets, &unread, (number, picture, width), true).await
}

/// The ticket that has the texts of the one of a link.
async fn whole(tickets: &Tickets, number: i64) -> Result<i64> {
    tickets.db.read(move |tx| store::whole(tx, number)).await
}

async fn send(
    tickets: &Tickets,
    unread: &UnreadBudget,
    (number, picture, width): (i64, String, u32),
    of_team: bool,
) -> Result<Response> {
    let missing = || ("NO_SUCH_PICTURE", words::NO_SUCH_PICTURE);
    let wanted = picture.clone();
    let found = tickets.db.read(move |tx| size(tx, (number, &wanted, width), of_team)).await?;
    let (stored_width, length) = found.or_not_found(missing())?;
    let reservation = unread.reserve(length).await?;
    let data = tickets.db.read(move |tx| {
        let sql = "SELECT data FROM ticket_picture_sizes WHERE picture = $1 AND width = $2";
        tx.query_opt(sql, params![picture, stored_width], |row| row.get::<Vec<u8>>(0))
    });
    let data = data.await?.or_not_found(missing())?;
    let mut response = Response::new(Body::from(data));
    response.extensions_mut().insert(reservation);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(PRIVATE));
    // A picture that is opened by itself must not run anything.
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    Ok(response)
}

/// The width and the length of the fitting size of a picture that this side may see: the team's notes, and what the other side has not
/// sent yet, are not for it.
fn size(tx: &Tx<'_>, (ticket, picture, width): (i64, &str, u32), of_team: bool) -> Result<Option<(u32, usize)>> {
    let shown = tx.query_opt(
        "SELECT p.message_id, p.of_team, m.kind FROM ticket_pictures p LEFT JOIN ticket_messages m ON m.id = p.message_id
         WHERE p.id = $1 AND p.ticket_id = $2",
        params![picture, ticket],
        |row| Ok((row.get::<Option<i64>>(0)?, row.get::<bool>(1)?, row.get::<Option<String>>(2)?)),
    )?;
    let is_shown = shown.is_some_and(|(message, teams, kind)| match message {
        None => teams == of_team,
        Some(_) => of_team || kind.as_deref() != Some("note"),
    });
    if !is_shown {
        return Ok(None);
    }
    let read = |row: &crate::db::Row<'_>| Ok((row.get::<u32>(0)?, row.get::<u32>(1)? as usize));
    let fitting =
        "SELECT width, length(data) FROM ticket_picture_sizes WHERE picture = $1 AND width >= $2 ORDER BY width LIMIT 1";
    let largest =
        "SELECT width, length(data) FROM ticket_picture_sizes WHERE picture = $1 AND width < $2 ORDER BY width DESC LIMIT 1";
    match tx.query_opt(fitting, params![picture, width], read)? {
        Some(found) => Ok(Some(found)),
        None => tx.query_opt(largest, params![picture, width], read),
    }
}

/// The largest upload of these calls, in bytes: the picture and the rest of the form.
pub(super) const MOST_UPLOADED: usize = MOST_PICTURE_BYTES as usize + 64 * 1024;

/// The calls, whose bodies may be longer than those of other calls of the slice.
pub(crate) fn router<S>() -> utoipa_axum::router::OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    crate::account::Accounts: FromRef<S>,
    std::sync::Arc<crate::config::Config>: FromRef<S>,
    Tickets: FromRef<S>,
    UnreadBudget: FromRef<S>,
{
    use utoipa_axum::routes;
    utoipa_axum::router::OpenApiRouter::new()
        .routes(routes!(add_by_link))
        .routes(routes!(add_by_team))
        .routes(routes!(by_link))
        .routes(routes!(by_team))
        .layer(axum::extract::DefaultBodyLimit::max(MOST_UPLOADED))
}
