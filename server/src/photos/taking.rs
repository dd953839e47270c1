//! Makes photos of what has arrived: decoded and cleaned as every picture, stored in its sizes, and matched with runners.

use std::io::Read;
use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use core_wasm::audit::Event;
use core_wasm::photos::capture::{HEAD_BYTES, capture};
use core_wasm::photos::upload::{FileKind, MOST_PHOTOS};
use core_wasm::photos::words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::archive::{self, Next};
use super::matching::{self, Basis};
use super::store::{self, Counts, List};
use super::turns::Turn;
use super::uploads::Upload;
use super::{Photos, objects, pieces};
use crate::audit::{self, Actor, NOTHING};
use crate::db::{self, params};
use crate::error::{Error, Result};
use crate::ids::sha256;
use crate::images::Cleaned;
use crate::timed::TimedRace;
use crate::work::{SharedWork, lock, start_shared};

/// How many refused files of an upload are named; more are counted.
const NAMED_REFUSALS: usize = 200;
/// After how many files of a zip file their number is stored.
const REPORT: usize = 10;

/// A file that was not taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct RefusedFile {
    /// Its name.
    name: String,
    /// Why.
    message: String,
}

/// What became of the files of an upload.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) added: i64,
    pub(super) known: i64,
    pub(super) refused: i64,
    pub(super) refusals: Vec<RefusedFile>,
}

impl Tally {
    fn refuse(&mut self, name: &str, why: &str) {
        self.refused += 1;
        if self.refusals.len() < NAMED_REFUSALS {
            self.refusals.push(RefusedFile { name: name.to_owned(), message: why.to_owned() });
        }
    }
}

/// Starts to make photos of an upload that has arrived; whoever asks again waits for the same work, which goes on when nobody waits.
pub(super) fn start(photos: &Photos, race: &TimedRace, upload: &Upload, actor: &Actor) -> SharedWork<()> {
    let mut working = lock(&photos.working);
    if let Some(work) = working.get(&upload.id) {
        return work.clone();
    }
    let (own, race, upload, actor) = (photos.clone(), race.clone(), upload.clone(), actor.clone());
    let id = upload.id.clone();
    let work = start_shared(db::sourced(async move {
        let taken = take(&own, &race, &upload, &actor).await;
        lock(&own.working).remove(&upload.id);
        taken
    }));
    working.insert(id, work.clone());
    work
}

async fn take(photos: &Photos, race: &TimedRace, upload: &Upload, actor: &Actor) -> Result<()> {
    let place = photos.places.acquire().await.map_err(Error::internal)?;
    let Some(turn) = photos.turns.take(&upload.id).await? else {
        drop(place);
        return photos.turns.wait(&upload.id).await;
    };
    let taken = take_in_turn(photos, race, upload, actor, &turn).await;
    // What is done is nobody's turn any more.
    if taken.is_err()
        && let Err(error) = turn.end().await
    {
        tracing::warn!(%error, "a turn could not be given back");
    }
    taken
}

async fn take_in_turn(photos: &Photos, race: &TimedRace, upload: &Upload, actor: &Actor, turn: &Turn) -> Result<()> {
    let mut tally = Tally::default();
    let whole = photos.pieces.whole(upload, photos.images.spool()).await?;
    let hashes = match &whole {
        Some(whole) => {
            let hashed = whole.path().to_owned();
            Some(blocking(move || pieces::hashes(&hashed)).await?)
        }
        None => None,
    };
    let (Some(whole), Some(hashes)) = (whole, hashes.filter(|hashes| hashes.pieces == upload.hash)) else {
        // The sender of a zip file does not wait for this answer, and asks how far the file is.
        tally.refuse(&upload.name, words::DAMAGED.1);
        if !report(photos, turn, &tally, false).await? {
            return photos.turns.wait(&upload.id).await;
        }
        photos.pieces.start_over(upload).await?;
        return Err(Error::say(StatusCode::CONFLICT, words::DAMAGED));
    };
    match upload.kind {
        FileKind::Zip => take_zip(photos, race, upload, actor, turn, whole.path().to_owned(), &mut tally).await?,
        _ => take_one(photos, race, upload, actor, &upload.name, whole.path(), hashes.content, &mut tally).await?,
    }
    if !report(photos, turn, &tally, true).await? {
        return photos.turns.wait(&upload.id).await;
    }
    // The photos are stored: pieces that are left are deleted with those that were given up.
    if let Err(error) = photos.pieces.delete(upload).await {
        tracing::warn!(%error, "the pieces of a file could not be deleted");
    }
    Ok(())
}

async fn take_zip(
    photos: &Photos,
    race: &TimedRace,
    upload: &Upload,
    actor: &Actor,
    turn: &Turn,
    path: PathBuf,
    tally: &mut Tally,
) -> Result<()> {
    let spool = photos.images.spool().to_owned();
    let mut archive = match blocking(move || archive::open(&path, &spool)).await? {
        Ok(archive) => archive,
        Err(refusal) => {
            tally.refuse(&upload.name, &refusal.message);
            return Ok(());
        }
    };
    for seen in 1.. {
        let (next, rest) = blocking(move || archive.next().map(|next| (next, archive))).await?;
        archive = rest;
        match next {
            Next::Photo(name, file) => {
                let path = file.path().to_owned();
                let hashed = path.clone();
                let content = blocking(move || pieces::hashes(&hashed)).await?.content;
                take_one(photos, race, upload, actor, &name, &path, content, tally).await?;
            }
            Next::Refused(name, refusal) => tally.refuse(&name, &refusal.message),
            Next::Skipped => {}
            Next::Stopped(refusal) => {
                tally.refuse(&upload.name, &refusal.message);
                break;
            }
            Next::End => break,
        }
        if seen % REPORT == 0 && !report(photos, turn, tally, false).await? {
            break;
        }
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "what is known of a photo")]
async fn take_one(
    photos: &Photos,
    race: &TimedRace,
    upload: &Upload,
    actor: &Actor,
    name: &str,
    path: &Path,
    content: String,
    tally: &mut Tally,
) -> Result<()> {
    let (race_id, asked) = (race.id.clone(), content.clone());
    let is_known = photos.db.read(move |tx| {
        let sql = "SELECT 1 FROM photos WHERE race_id = $1 AND content = $2";
        Ok(tx.query_opt(sql, params![race_id, asked], |row| row.get::<i64>(0))?.is_some())
    });
    if is_known.await? {
        tally.known += 1;
        return Ok(());
    }
    let head = path.to_owned();
    let seen = blocking(move || {
        let mut bytes = Vec::new();
        std::fs::File::open(&head)?.take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
        Ok(capture(&bytes))
    });
    let seen = seen.await?;
    let cleaned = match photos.images.clean(path.to_owned()).await? {
        Ok(cleaned) => cleaned,
        Err(refusal) => {
            tally.refuse(name, &refusal.message);
            return Ok(());
        }
    };
    let photo = New {
        id: sha256(format!("{} {content}", race.id))[..32].to_owned(),
        upload_id: upload.id.clone(),
        content,
        name: name.to_owned(),
        camera: seen.camera,
        wall: seen.wall.map(|wall| wall.and_utc().timestamp_millis()),
        cleaned_bytes: sizes(&cleaned)?,
        width: cleaned.variants.first().map_or(0, |largest| largest.width),
        height: cleaned.variants.first().map_or(0, |largest| largest.height),
    };
    for variant in &cleaned.variants {
        let file = variant.file.to_path_buf();
        let bytes = blocking(move || Ok(std::fs::read(file)?)).await?;
        photos.objects.put(&objects::key(&race.id, &photo.id, variant.width), bytes).await?;
    }
    match add(photos, race, actor, photo).await? {
        Some(()) => tally.added += 1,
        None => tally.known += 1,
    }
    Ok(())
}

fn sizes(cleaned: &Cleaned) -> Result<i64> {
    let mut bytes = 0;
    for variant in &cleaned.variants {
        bytes += std::fs::metadata(&variant.file)?.len();
    }
    Ok(i64::try_from(bytes).unwrap_or(i64::MAX))
}

/// A photo that is to be stored.
struct New {
    id: String,
    upload_id: String,
    content: String,
    name: String,
    camera: String,
    wall: Option<i64>,
    cleaned_bytes: i64,
    width: u32,
    height: u32,
}

/// Adds a photo's row; `None` when another upload has just added the same photo.
async fn add(photos: &Photos, race: &TimedRace, actor: &Actor, photo: New) -> Result<Option<()>> {
    let finishes = photos.matcher.finishes(&race.id).await?;
    let (now, limits) = (photos.clock.now_ms(), [photos.config.photos_per_race, photos.config.photos_limit]);
    let (race, actor) = (race.clone(), actor.clone());
    let keys: Vec<_> = widths(&photo).into_iter().map(|width| objects::key(&race.id, &photo.id, width)).collect();
    let added = photos.db.write(move |tx| {
        let counts = store::lock(tx, &race.id)?;
        check_room(limits, &counts, store::bytes_of_all(tx)?, photo.cleaned_bytes)?;
        let basis = Basis::read(tx, &race, &finishes)?;
        let found = basis.decide(tx, &race.id, &photo.name, &photo.camera, photo.wall)?;
        let list = List::of(found.len());
        let number = tx.query_opt(
            "INSERT INTO photos (id, race_id, content, name, camera, wall, width, height, bytes, list, by_hand, upload_id, added_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12)
             ON CONFLICT (race_id, content) DO NOTHING RETURNING number",
            params![
                photo.id,
                race.id,
                photo.content,
                photo.name,
                photo.camera,
                photo.wall,
                photo.width,
                photo.height,
                photo.cleaned_bytes,
                list.word(),
                photo.upload_id,
                now
            ],
            |row| row.get::<i64>(0),
        )?;
        let Some(number) = number else { return Ok(None) };
        store::set_bibs(tx, &race.id, number, &found)?;
        matching::know_camera(tx, &race.id, &photo.camera)?;
        let unmatched = i64::from(list == List::Unmatched);
        store::count(tx, &race.id, &Counts { photos: 1, bytes: photo.cleaned_bytes, unmatched, ..Counts::default() })?;
        let facts = serde_json::json!({ "photo": photo.id, "bytes": photo.cleaned_bytes });
        audit::record(tx, now, &actor, Event::PhotosAdded, race.about(), &NOTHING, &facts)?;
        Ok(Some(()))
    });
    let added = added.await;
    if matches!(&added, Err(Error::Refused { .. })) {
        for key in keys {
            photos.objects.delete(&key).await?;
        }
    }
    added
}

fn widths(photo: &New) -> Vec<u32> {
    crate::images::WIDTHS.into_iter().filter(|width| *width < photo.width).chain([photo.width]).collect()
}

/// Refuses a photo for which there is no room: 409, with the race's and the installation's limits in bytes.
pub(super) fn check_room([race, all]: [u64; 2], counts: &Counts, bytes_of_all: i64, more: i64) -> Result<()> {
    let over = |bytes: i64, limit: u64| u64::try_from(bytes.saturating_add(more)).unwrap_or_default() > limit;
    if counts.photos >= MOST_PHOTOS || over(counts.bytes, race) {
        return Err(Error::say(StatusCode::CONFLICT, words::RACE_FULL));
    }
    if over(bytes_of_all, all) {
        return Err(Error::say(StatusCode::CONFLICT, words::STORE_FULL));
    }
    Ok(())
}

/// Stores what has become of an upload's files so far, unless another copy has the turn meanwhile, or has had it: then this is `false`.
async fn report(photos: &Photos, turn: &Turn, tally: &Tally, done: bool) -> Result<bool> {
    let (id, worker, tally, now) = (turn.upload().to_owned(), turn.worker().to_owned(), tally.clone(), photos.clock.now_ms());
    let stored = photos.db.write(move |tx| {
        tx.execute(
            "UPDATE photo_uploads SET added = $1, known = $2, refused = $3, refusals = $4, done = $5, updated_at = $6
             WHERE id = $7 AND worker = $8 AND done = 0",
            params![tally.added, tally.known, tally.refused, serde_json::to_string(&tally.refusals)?, done, now, id, worker],
        )
    });
    Ok(stored.await? > 0)
}

/// Runs work with files on a thread for it.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}
