//! Which runners are in a photo, from the race's timing as it is now.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use chrono::DateTime;
use core_wasm::audit::Event;
use core_wasm::dates::Tz;
use core_wasm::photos::camera::{CameraClock, USUAL_WINDOW};
use core_wasm::photos::matching::{self, Finishes, Found};
use core_wasm::photos::names;

use super::Photos;
use super::store::{self, List, Photo};
use crate::audit::{self, Actor, NOTHING};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::live::Boards;
use crate::timed::{self, TimedRace};
use crate::work::lock;

/// How many photos are matched in one transaction.
const STEP: i64 = 100;

/// The finishes of the race that was asked for last, so that a thousand photos in a row read its field once; cheap to clone.
#[derive(Clone)]
pub(super) struct Matcher {
    boards: Boards,
    last: Arc<Mutex<Option<Known>>>,
}

/// A race's id, the state of its field, and its finishes.
type Known = (String, String, Arc<Finishes>);

impl Matcher {
    pub(super) fn new(boards: Boards) -> Self {
        Self { boards, last: Arc::default() }
    }

    /// The bibs and finishes of a race by now.
    ///
    /// # Errors
    /// 404 when the race does not exist.
    pub(super) async fn finishes(&self, race_id: &str) -> Result<Arc<Finishes>> {
        let known = lock(&self.last).clone().filter(|(id, ..)| id == race_id);
        let fresh = self.boards.read_field(race_id, move |field| match known {
            Some((_, state, finishes)) if state == field.state() => (state, finishes),
            _ => (field.state(), Arc::new(Finishes::of(field))),
        });
        let (state, finishes) = fresh.await?;
        *lock(&self.last) = Some((race_id.to_owned(), state, finishes.clone()));
        Ok(finishes)
    }
}

/// What matches are made with.
pub(super) struct Basis {
    zone: Tz,
    finishes: Arc<Finishes>,
    /// The cameras whose clocks are known.
    clocks: HashMap<String, CameraClock>,
}

impl Basis {
    pub(super) fn read(tx: &Tx<'_>, race: &TimedRace, finishes: &Arc<Finishes>) -> Result<Self> {
        let sql = "SELECT camera, offset_ms, window_ms FROM photo_cameras WHERE race_id = $1 AND offset_ms IS NOT NULL";
        let clocks = tx.query_all(sql, params![race.id], |row| {
            Ok((row.get(0)?, CameraClock { offset_ms: row.get(1)?, window_ms: row.get(2)? }))
        })?;
        Ok(Self { zone: race.zone, finishes: finishes.clone(), clocks: clocks.into_iter().collect() })
    }

    /// Who is in a photo with this file name, which this camera took when its clock showed `wall`.
    pub(super) fn decide(&self, tx: &Tx<'_>, race_id: &str, name: &str, camera: &str, wall: Option<i64>) -> Result<Vec<Found>> {
        let clock = self.clocks.get(camera);
        let wall = wall.and_then(DateTime::from_timestamp_millis).map(|at| at.naive_utc());
        let timed = match (clock, wall) {
            (Some(clock), Some(wall)) => self.finishes.near(clock.instant(wall, self.zone), clock.window_ms),
            _ => Vec::new(),
        };
        let mut candidates = names::candidates(name);
        // A race that was not timed here may have published results.
        for spellings in &mut candidates {
            let mut known = Vec::new();
            for bib in std::mem::take(spellings) {
                if self.has(tx, race_id, &bib)? {
                    known.push(bib);
                }
            }
            *spellings = known;
        }
        Ok(matching::decide(&names::known(candidates, |_| true), &timed))
    }

    /// Whether the race has a bib: in its timing, or in its published results.
    pub(super) fn has(&self, tx: &Tx<'_>, race_id: &str, bib: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM result_people WHERE race_id = $1 AND bib = $2";
        Ok(self.finishes.has(bib) || tx.query_opt(sql, params![race_id, bib], |row| row.get::<i64>(0))?.is_some())
    }
}

/// Remembers a camera of a race.
pub(super) fn know_camera(tx: &Tx<'_>, race_id: &str, camera: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO photo_cameras (race_id, camera, offset_ms, window_ms) VALUES ($1, $2, NULL, $3)
         ON CONFLICT (race_id, camera) DO NOTHING",
        params![race_id, camera, USUAL_WINDOW],
    )?;
    Ok(())
}

/// Matches a race's photos anew, except those of which a person said whose they are; returns how many have other runners now. With
/// `always` that is recorded even when nothing changed.
pub(super) async fn again(photos: &Photos, race: &TimedRace, actor: &Actor, always: bool) -> Result<i64> {
    let finishes = photos.matcher.finishes(&race.id).await?;
    let (mut after, mut changed) = (0, 0);
    loop {
        let (race, finishes) = (race.clone(), finishes.clone());
        let step = photos.db.write(move |tx| {
            store::lock(tx, &race.id)?;
            let basis = Basis::read(tx, &race, &finishes)?;
            let page = tx.query_all(
                "SELECT number, id, race_id, name, camera, wall, width, height, bytes, list, by_hand FROM photos
                 WHERE race_id = $1 AND number > $2 ORDER BY number LIMIT $3",
                params![race.id, after, STEP],
                store::photo,
            )?;
            let mut changed = 0;
            for photo in page.iter().filter(|photo| !photo.by_hand) {
                changed += i64::from(match_one(tx, &basis, photo)?);
            }
            Ok((page.last().map(|photo| photo.number), changed))
        });
        let (last, more) = step.await?;
        changed += more;
        let Some(last) = last else { break };
        after = last;
    }
    let now = photos.clock.now_ms();
    let (race, actor) = (race.clone(), actor.clone());
    photos
        .db
        .write(move |tx| {
            store::lock(tx, &race.id)?;
            let matched = state(tx, &race.id)?;
            tx.execute("UPDATE photo_races SET matched = $1 WHERE race_id = $2", params![matched, race.id])?;
            if always || changed > 0 {
                let facts = serde_json::json!({ "changed": changed });
                audit::record(tx, now, &actor, Event::PhotosMatched, race.about(), &NOTHING, &facts)?;
            }
            Ok(())
        })
        .await?;
    Ok(changed)
}

fn match_one(tx: &Tx<'_>, basis: &Basis, photo: &Photo) -> Result<bool> {
    let mut found = basis.decide(tx, &photo.race_id, &photo.name, &photo.camera, photo.wall)?;
    found.sort_unstable();
    let mut before = store::bibs(tx, photo.number)?;
    before.sort_unstable();
    if found == before {
        return Ok(false);
    }
    store::set_bibs(tx, &photo.race_id, photo.number, &found)?;
    if photo.list != List::Removed {
        store::move_to(tx, photo, List::of(found.len()))?;
    }
    Ok(true)
}

/// The state of a race's timing and results: another one means that photos may match other runners.
pub(super) fn state(tx: &Tx<'_>, race_id: &str) -> Result<String> {
    let timed::store::State { run, revision, .. } = timed::store::state(tx, race_id)?;
    let number = |sql: &str| tx.query_one(sql, params![race_id, run], |row| row.get::<i64>(0));
    let reads = number("SELECT coalesce(max(id), 0) FROM reads WHERE race_id = $1 AND run = $2")?;
    let corrections = number("SELECT coalesce(max(id), 0) FROM timing_corrections WHERE race_id = $1 AND run = $2")?;
    let people: i64 =
        tx.query_one("SELECT count(*) FROM result_people WHERE race_id = $1", params![race_id], |row| row.get(0))?;
    Ok(format!("{run}/{revision}/{reads}/{corrections}/{people}"))
}
