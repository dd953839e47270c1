//! One race's board: its field, what was rendered of it, and who may bring it up to date.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use core_wasm::live::filters::Chosen;
use core_wasm::timing::engine::Field;
use tokio::sync::OnceCell;

use super::follower::{Follower, News, news};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{Error, Result};
use crate::timing::race_not_found;

/// How long a picture is believed when nobody told that something changed: another process may have written.
const BELIEVED: Duration = Duration::from_secs(1);
/// Answers kept for one version; further ones are made each time they are asked for.
const KEPT: usize = 256;

/// One race's board.
pub(super) struct Board {
    race_id: String,
    db: Db,
    clock: Clock,
    /// How often someone told that the tables changed.
    told: AtomicU64,
    /// Held by whoever brings the board up to date.
    turn: tokio::sync::Mutex<()>,
    /// Locked only where waiting is allowed, never across a request.
    follower: Mutex<Follower>,
    /// Locked only for a moment.
    shown: Mutex<Option<Shown>>,
}

/// The newest picture and what is known of its age.
#[derive(Clone)]
struct Shown {
    told: u64,
    at: Instant,
    picture: Arc<Picture>,
}

/// A version of a field and the answers made of it.
pub(super) struct Picture {
    /// The field's version.
    pub(super) version: String,
    answers: Mutex<HashMap<Ask, Arc<OnceCell<Bytes>>>>,
}

/// What can be asked of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    /// The document: all of it, or what changed since a version.
    Document(Option<String>),
    /// The spec's two lists.
    Participants {
        /// A contest's name; blank means all.
        distance: String,
        /// A label; blank means all.
        age_group: String,
        /// `m`, `f` or `a`; blank means all.
        gender: String,
    },
    /// The live page's filters.
    Filters,
    /// Who won.
    Winners,
}

impl Board {
    pub(super) fn new(race_id: String, db: Db, clock: Clock) -> Arc<Self> {
        Arc::new(Self {
            race_id,
            db,
            clock,
            told: AtomicU64::new(0),
            turn: tokio::sync::Mutex::new(()),
            follower: Mutex::default(),
            shown: Mutex::new(None),
        })
    }

    /// Notes that the tables changed.
    pub(super) fn tell(&self) {
        self.told.fetch_add(1, Ordering::Release);
    }

    /// The newest picture. When another request is bringing the board up to date, it is the one before.
    pub(super) async fn picture(self: &Arc<Self>) -> Result<Arc<Picture>> {
        if let Some(picture) = self.fresh() {
            return Ok(picture);
        }
        let _turn = match self.turn.try_lock() {
            Ok(turn) => turn,
            Err(_) => {
                if let Some(shown) = lock(&self.shown).clone() {
                    return Ok(shown.picture);
                }
                self.turn.lock().await
            }
        };
        if let Some(picture) = self.fresh() {
            return Ok(picture);
        }
        self.catch_up().await
    }

    /// The picture, as long as nothing can have changed.
    fn fresh(&self) -> Option<Arc<Picture>> {
        let told = self.told.load(Ordering::Acquire);
        let shown = lock(&self.shown);
        shown.as_ref().filter(|shown| shown.told == told && shown.at.elapsed() < BELIEVED).map(|shown| shown.picture.clone())
    }

    async fn catch_up(self: &Arc<Self>) -> Result<Arc<Picture>> {
        let told = self.told.load(Ordering::Acquire);
        let (race_id, mark) = (self.race_id.clone(), lock(&self.follower).mark());
        let news = self.db.read(move |tx| news(tx, &race_id, &mark)).await?;
        if matches!(news, News::Gone) {
            lock(&self.shown).take();
            return Err(race_not_found());
        }
        let board = self.clone();
        let now_ms = self.clock.now_ms();
        tokio::task::spawn_blocking(move || {
            let mut follower = lock(&board.follower);
            follower.take(news, now_ms);
            let version = follower.field().map(Field::version).ok_or_else(race_not_found)?;
            drop(follower);
            let mut shown = lock(&board.shown);
            let picture = match shown.as_ref().filter(|shown| shown.picture.version == version) {
                Some(shown) => shown.picture.clone(),
                None => Arc::new(Picture { version, answers: Mutex::default() }),
            };
            *shown = Some(Shown { told, at: Instant::now(), picture: picture.clone() });
            Ok(picture)
        })
        .await
        .map_err(Error::internal)?
    }

    /// An answer made of a picture: made once, however many ask.
    pub(super) async fn answer(self: &Arc<Self>, picture: &Picture, ask: Ask) -> Result<Bytes> {
        let cell = {
            let mut answers = lock(&picture.answers);
            if answers.len() >= KEPT && !answers.contains_key(&ask) {
                Arc::default()
            } else {
                answers.entry(ask.clone()).or_default().clone()
            }
        };
        let made = cell.get_or_try_init(|| self.look(move |field| render(field, &ask))).await?;
        Ok(made.clone())
    }

    /// Looks at the field as it stands, where waiting is allowed.
    pub(super) async fn look<T, F>(self: &Arc<Self>, look: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        let board = self.clone();
        tokio::task::spawn_blocking(move || lock(&board.follower).field().map(look).ok_or_else(race_not_found))
            .await
            .map_err(Error::internal)?
    }
}

fn render(field: &Field, ask: &Ask) -> Bytes {
    match ask {
        Ask::Document(since) => field.live_document(since.as_deref()).into(),
        Ask::Participants { distance, age_group, gender } => {
            let chosen = Chosen { distance: distance.clone(), age_group: age_group.clone(), gender: gender.clone() };
            json(&field.participants(&chosen))
        }
        Ask::Filters => json(&field.filters()),
        Ask::Winners => json(&field.winners()),
    }
}

/// The core's own types, which always can be written.
fn json(value: &impl serde::Serialize) -> Bytes {
    serde_json::to_vec(value).unwrap_or_default().into()
}

/// Locks in spite of a panic elsewhere: what is kept here is derived and replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
