//! The calls by which an administrator sends files, piece by piece.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::photos::upload::{FileKind, PIECE_BYTES, UploadFile};
use core_wasm::photos::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::taking::{self, RefusedFile};
use super::{Photos, store};
use crate::audit::Actor;
use crate::db::{Row, Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract;
use crate::ids::new_id;
use crate::race::ByAdmin;
use crate::timed::TimedRace;

/// The most files that are being sent to one race.
const MOST_OPEN: i64 = 500;
/// The most bytes that are being sent to all races: two of the largest zip files.
const MOST_OPEN_BYTES: i64 = 10 * 1024 * 1024 * 1024;
/// How long the answer to a last piece waits until its photo is stored.
const PATIENCE: Duration = Duration::from_secs(15);

/// A file that is being sent, or was.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    pub(super) id: String,
    pub(super) hash: String,
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) kind: FileKind,
    /// How many of its bytes have arrived.
    pub(super) received: u64,
    done: bool,
    added: i64,
    known: i64,
    refused: i64,
    refusals: Vec<RefusedFile>,
}

/// How far a file is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhotoUpload)]
pub(super) struct UploadState {
    /// The SHA-256 of the SHA-256s (32 bytes each) of its pieces, in hexadecimal.
    hash: String,
    /// Its name.
    name: String,
    /// In bytes.
    size: u64,
    /// How many bytes have arrived: the next piece begins there.
    received: u64,
    /// Whether its photos are stored.
    done: bool,
    /// How many photos of it are new.
    added: i64,
    /// How many the race had already.
    known: i64,
    /// How many of its files were not taken.
    refused: i64,
    /// The first 200 of these.
    refusals: Vec<RefusedFile>,
}

pub(super) fn upload(row: &Row<'_>) -> Result<Upload> {
    let kind = if row.get::<String>(4)? == "zip" { FileKind::Zip } else { FileKind::Photo };
    Ok(Upload {
        id: row.get(0)?,
        hash: row.get(1)?,
        name: row.get(2)?,
        size: u64::try_from(row.get::<i64>(3)?).unwrap_or_default(),
        kind,
        done: row.get(5)?,
        added: row.get(6)?,
        known: row.get(7)?,
        refused: row.get(8)?,
        refusals: serde_json::from_str(&row.get::<String>(9)?)?,
        received: u64::try_from(row.get::<i64>(10)?).unwrap_or_default(),
    })
}

fn find(tx: &Tx<'_>, race_id: &str, hash: &str) -> Result<Option<Upload>> {
    tx.query_opt(
        "SELECT id, hash, name, size, kind, done, added, known, refused, refusals, received
         FROM photo_uploads WHERE race_id = $1 AND hash = $2",
        params![race_id, hash],
        upload,
    )
}

async fn found(photos: &Photos, race: &TimedRace, hash: String) -> Result<Upload> {
    let race_id = race.id.clone();
    let found = photos.db.read(move |tx| find(tx, &race_id, &hash)).await?;
    found.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_UPLOAD))
}

fn shown(upload: Upload) -> UploadState {
    let received = if upload.done { upload.size } else { upload.received };
    let Upload { hash, name, size, done, added, known, refused, refusals, .. } = upload;
    UploadState { hash, name, size, received, done, added, known, refused, refusals }
}

/// Begin to send a file, or ask how far it is: the same file is there once, whatever it is called.
#[utoipa::path(
    post,
    path = "/photos/{RaceName}/uploads",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path)),
    request_body = UploadFile,
    responses(
        (status = 200, description = "How far it is", body = UploadState),
        (status = 400, description = "The file is not taken"),
        (status = 409, description = "There is no room")
    )
)]
pub(super) async fn begin(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Json(asked): extract::Json<UploadFile>,
) -> Result<Json<UploadState>> {
    let (file, kind) = asked.check()?;
    let (now, race_id) = (photos.clock.now_ms(), race.id.clone());
    let limits = [photos.config.photos_per_race, photos.config.photos_limit];
    let begun = photos.db.write(move |tx| {
        let counts = store::lock(tx, &race_id)?;
        if let Some(known) = find(tx, &race_id, &file.hash)? {
            tx.execute("UPDATE photo_uploads SET updated_at = $1 WHERE id = $2", params![now, known.id])?;
            return Ok(known);
        }
        taking::check_room(limits, &counts, store::bytes_of_all(tx)?, 1)?;
        let size = i64::try_from(file.size).unwrap_or(i64::MAX);
        check_open(tx, &race_id, size)?;
        let word = if kind == FileKind::Zip { "zip" } else { "photo" };
        tx.execute(
            "INSERT INTO photo_uploads (id, race_id, hash, name, size, kind, done, added, known, refused, refusals, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, '[]', $7)",
            params![new_id(), race_id, file.hash, file.name, size, word, now],
        )?;
        find(tx, &race_id, &file.hash)?.ok_or_else(|| Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_UPLOAD))
    });
    let begun = begun.await?;
    Ok(Json(go_on(&photos, &race, &actor, begun).await?))
}

/// Refuses a further file while too much is being sent.
fn check_open(tx: &Tx<'_>, race_id: &str, size: i64) -> Result<()> {
    let (mut own, mut bytes) = (0, size);
    tx.for_each("SELECT race_id, size FROM photo_uploads WHERE done = 0", [], |row| {
        own += i64::from(row.get::<String>(0)? == race_id);
        bytes = bytes.saturating_add(row.get::<i64>(1)?);
        Ok(())
    })?;
    if own >= MOST_OPEN || bytes > MOST_OPEN_BYTES {
        return Err(Error::say(StatusCode::CONFLICT, words::TOO_MUCH_AT_ONCE));
    }
    Ok(())
}

/// Makes photos of a file that has arrived, and waits for a while until that is done.
async fn go_on(photos: &Photos, race: &TimedRace, actor: &Actor, upload: Upload) -> Result<UploadState> {
    if upload.done || upload.received < upload.size {
        return Ok(shown(upload));
    }
    let work = taking::start(photos, race, &upload, actor);
    // A zip file takes minutes: its sender asks how far it is.
    let patience = if upload.kind == FileKind::Zip { Duration::ZERO } else { PATIENCE };
    if let Ok(Err(error)) = tokio::time::timeout(patience, work).await {
        return Err(error.copy());
    }
    Ok(shown(found(photos, race, upload.hash).await?))
}

/// How far a file is.
#[utoipa::path(
    get,
    path = "/photos/{RaceName}/uploads/{hash}",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("hash" = String, Path)),
    responses((status = 200, body = UploadState), (status = 404, description = "It was not begun"))
)]
pub(super) async fn state(
    State(photos): State<Photos>,
    ByAdmin { race, .. }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<Json<UploadState>> {
    let (_, hash) = path;
    Ok(Json(shown(found(&photos, &race, hash).await?)))
}

#[derive(Debug, Deserialize)]
pub(super) struct Offset {
    offset: u64,
}

/// Send a piece of a file: exactly 1 MiB, the last one less. After the last one the answer waits until the photo is stored.
#[utoipa::path(
    put,
    path = "/photos/{RaceName}/uploads/{hash}",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("hash" = String, Path), ("offset" = u64, Query, description = "Where the piece begins in the file")),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "How far it is", body = UploadState),
        (status = 404, description = "It was not begun"),
        (status = 409, description = "The piece does not follow what has arrived, the file arrived damaged, or there is no room",
            body = RefusalWith<UploadState>)
    )
)]
pub(super) async fn piece(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
    extract::Query(Offset { offset }): extract::Query<Offset>,
    body: Bytes,
) -> Result<Json<UploadState>> {
    let (_, hash) = path;
    let upload = found(&photos, &race, hash).await?;
    if upload.done {
        return Ok(Json(shown(upload)));
    }
    let rest = upload.size.saturating_sub(offset).min(PIECE_BYTES);
    let fits = body.len() as u64 == rest && rest > 0;
    let is_stored = fits && photos.pieces.add(&upload, offset, body).await?;
    let now = found(&photos, &race, upload.hash).await?;
    // A piece that came twice, the last one: its sender waits for the photo all the same.
    if !is_stored && now.received < now.size {
        return Err(Error::say(StatusCode::CONFLICT, words::WRONG_PLACE).with(&shown(now))?);
    }
    match go_on(&photos, &race, &actor, now.clone()).await {
        Ok(state) => Ok(Json(state)),
        Err(error) => Err(error.with(&shown(found(&photos, &race, now.hash).await?))?),
    }
}

/// Give a file up that is being sent: what has arrived of it is deleted. Photos that were made of it stay.
#[utoipa::path(
    delete,
    path = "/photos/{RaceName}/uploads/{hash}",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("hash" = String, Path)),
    responses((status = 204, description = "It is given up, or was never begun"))
)]
pub(super) async fn give_up(
    State(photos): State<Photos>,
    ByAdmin { race, .. }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
) -> Result<StatusCode> {
    let (_, hash) = path;
    let gone = photos.db.write(move |tx| {
        let gone = find(tx, &race.id, &hash)?.filter(|upload| !upload.done);
        if let Some(upload) = &gone {
            tx.execute("DELETE FROM photo_uploads WHERE id = $1", params![upload.id])?;
        }
        Ok(gone)
    });
    if let Some(upload) = gone.await? {
        photos.pieces.delete(&upload).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
