//! What is done without a request: uploads that were given up are deleted, those that were begun are finished, photos are matched when
//! times have changed, and the photos of races that are gone are deleted. Each round does a limited part of it.

use std::time::Duration;

use core_wasm::dates::{DAY_MS, HOUR_MS};

use super::uploads::{self, Upload};
use super::{Photos, matching, store, taking};
use crate::audit::Actor;
use crate::db::{Tx, params};
use crate::error::Result;
use crate::leases::Leases;
use crate::timed::TimedRace;

/// How often it is looked at.
const ROUND: Duration = Duration::from_secs(60);
/// The lease of the copy that does what the database and the store of pictures have, and its length in milliseconds.
const LEASE: (&str, i64) = ("photos", 300_000);
/// How long a file that nobody goes on sending is kept.
const ABANDONED_MS: i64 = 48 * HOUR_MS;
/// How long the mark of a visitor's address is kept.
const ADDRESS_MS: i64 = 30 * DAY_MS;
/// How many photos of races that are gone are deleted in a round.
const GONE: i64 = 200;
/// How many uploads are looked at in a round.
const UPLOADS: i64 = 500;

/// Does it for ever.
pub(crate) async fn run(photos: Photos, leases: Leases) {
    loop {
        once(&photos, &leases).await;
        tokio::time::sleep(ROUND).await;
    }
}

/// Does it once; what fails is tried again in the next round. Each copy finishes files (one at a time, `turns.rs`); the rest one copy does.
pub(super) async fn once(photos: &Photos, leases: &Leases) {
    report([("finished", finish(photos).await)]);
    match leases.hold(LEASE.0, LEASE.1).await {
        Ok(true) => {}
        Ok(false) => return,
        Err(error) => return report([("tidied by one copy", Err(error))]),
    }
    let shared = async {
        [
            ("given up", delete_abandoned(photos).await),
            ("matched", match_changed(photos).await),
            ("deleted", delete_gone(photos).await),
            ("forgotten", forget_addresses(photos).await),
        ]
    };
    report(leases.during(LEASE.0, LEASE.1, shared).await);
}

fn report<const N: usize>(done: [(&str, Result<()>); N]) {
    for (what, done) in done {
        if let Err(error) = done {
            tracing::warn!(%error, what, "photos could not be tidied");
        }
    }
}

async fn delete_abandoned(photos: &Photos) -> Result<()> {
    let before = photos.clock.now_ms() - ABANDONED_MS;
    let kept = photos.db.write(move |tx| {
        tx.execute("DELETE FROM photo_uploads WHERE done = 0 AND updated_at < $1", params![before])?;
        tx.query_all("SELECT id FROM photo_uploads WHERE done = 0", [], |row| row.get::<String>(0))
    });
    let kept: std::collections::HashSet<String> = kept.await?.into_iter().collect();
    // An upload may have begun since the query: then its pieces are new.
    photos.pieces.delete_others(&kept, ROUND).await
}

/// Makes photos of files that have arrived, but were not finished: the server was stopped, or the store could not be reached.
async fn finish(photos: &Photos) -> Result<()> {
    let now = photos.clock.now_ms();
    let waiting = photos.db.read(move |tx| {
        let rows = tx.query_all(
            "SELECT id, hash, name, size, kind, done, added, known, refused, refusals, received, race_id FROM photo_uploads
             WHERE done = 0 AND worked_until < $1 LIMIT $2",
            params![now, UPLOADS],
            |row| Ok((uploads::upload(row)?, row.get::<String>(11)?)),
        )?;
        Ok(rows
            .into_iter()
            .filter_map(|(upload, race_id)| Some((upload, TimedRace::by_id(tx, &race_id).ok()?)))
            .collect::<Vec<_>>())
    });
    let waiting: Vec<(Upload, TimedRace)> = waiting.await?;
    for (upload, race) in waiting.into_iter().filter(|(upload, _)| upload.received == upload.size) {
        if let Err(error) = taking::start(photos, &race, &upload, &Actor::system()).await {
            tracing::info!(%error, "an upload could not be finished");
        }
    }
    Ok(())
}

async fn match_changed(photos: &Photos) -> Result<()> {
    let changed = photos.db.read(|tx| {
        let rows = tx.query_all("SELECT race_id, matched FROM photo_races WHERE photos > 0", [], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?))
        })?;
        let mut changed = Vec::new();
        for (race_id, matched) in rows {
            if matching::state(tx, &race_id)? != matched
                && let Ok(race) = TimedRace::by_id(tx, &race_id)
            {
                changed.push(race);
            }
        }
        Ok(changed)
    });
    for race in changed.await? {
        matching::again(photos, &race, &Actor::system(), false).await?;
    }
    Ok(())
}

/// Deletes photos of races that cannot be restored any more.
async fn delete_gone(photos: &Photos) -> Result<()> {
    let gone = photos.db.read(|tx| {
        let sql = "SELECT race_id FROM photo_races WHERE NOT EXISTS (SELECT 1 FROM races WHERE races.id = photo_races.race_id)";
        let Some(race_id) = tx.query_opt(sql, [], |row| row.get::<String>(0))? else { return Ok(None) };
        Ok(Some((of_race(tx, &race_id)?, race_id)))
    });
    let Some((page, race_id)) = gone.await? else { return Ok(()) };
    for photo in &page {
        for key in photo.keys() {
            photos.objects.delete(&key).await?;
        }
    }
    photos
        .db
        .write(move |tx| {
            store::lock(tx, &race_id)?;
            for photo in of_race(tx, &race_id)? {
                store::delete(tx, &photo)?;
            }
            if of_race(tx, &race_id)?.is_empty() {
                tx.execute("DELETE FROM photo_uploads WHERE race_id = $1", params![race_id])?;
                tx.execute("DELETE FROM photo_cameras WHERE race_id = $1", params![race_id])?;
                tx.execute("DELETE FROM photo_races WHERE race_id = $1", params![race_id])?;
            }
            Ok(())
        })
        .await
}

fn of_race(tx: &Tx<'_>, race_id: &str) -> Result<Vec<store::Photo>> {
    tx.query_all(
        "SELECT number, id, race_id, name, camera, wall, width, height, bytes, list, by_hand FROM photos
         WHERE race_id = $1 ORDER BY number LIMIT $2",
        params![race_id, GONE],
        store::photo,
    )
}

async fn forget_addresses(photos: &Photos) -> Result<()> {
    let before = photos.clock.now_ms() - ADDRESS_MS;
    let sql = "UPDATE photo_removals SET address = '' WHERE address > '' AND at < $1";
    photos.db.write(move |tx| tx.execute(sql, params![before]).map(drop)).await
}
