//! One race's board: its field, what was rendered of it, and who may bring it up to date.
//!
//! No request holds a thread while it waits here, and no work here belongs to one request: it is begun by the first who asks
//! and done for all who wait, also when the first goes away.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use core_wasm::timing::engine::Field;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{RwLock, Semaphore};

use super::answers::{Ask, Picture};
use super::follower::{Follower, News, news};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::http::answer::Kept;
use crate::timed::no_race;
use crate::work::{Common, Pool, common, lock};

/// How long a picture is believed when nobody told that something changed: another process may have written.
const BELIEVED: Duration = Duration::from_secs(1);
/// How long after a change a race counts as one in which something happens.
const LIVELY: Duration = Duration::from_secs(3600);

/// What boards need of the rest of the program.
pub(super) struct Means {
    pub(super) db: Db,
    pub(super) clock: Clock,
    /// Where fields are built and rendered.
    pub(super) threads: Pool,
    /// Boards that may be brought up to date at once: a whole day's reads take memory.
    pub(super) turns: Semaphore,
}

/// One race's board.
pub(super) struct Board {
    race_id: String,
    means: Arc<Means>,
    /// How often someone told that the tables changed.
    told: AtomicU64,
    /// Waited for without a thread; the guard goes along with the work.
    follower: Arc<RwLock<Follower>>,
    /// Locked only for a moment.
    seen: Mutex<Seen>,
}

/// What requests look at first.
#[derive(Default)]
struct Seen {
    shown: Option<Shown>,
    /// The next picture, while it is being made.
    coming: Option<Common<Arc<Picture>>>,
    /// When the board was last asked for.
    asked: Option<Instant>,
    /// When someone last told that the tables changed.
    changed: Option<Instant>,
}

/// The newest picture and what is known of its age.
struct Shown {
    told: u64,
    at: Instant,
    picture: Arc<Picture>,
}

impl Board {
    pub(super) fn new(race_id: String, means: Arc<Means>) -> Arc<Self> {
        Arc::new(Self { race_id, means, told: AtomicU64::new(0), follower: Arc::default(), seen: Mutex::default() })
    }

    /// Notes that the tables changed.
    pub(super) fn tell(&self) {
        self.told.fetch_add(1, Ordering::Release);
        lock(&self.seen).changed = Some(Instant::now());
    }

    /// When the board was last asked for; `None` while its race is one in which something happens.
    pub(super) fn quiet_since(&self) -> Option<Instant> {
        let seen = lock(&self.seen);
        let lively = seen.changed.is_some_and(|changed| changed.elapsed() < LIVELY);
        seen.asked.filter(|_| !lively)
    }

    /// The newest picture. While the board is being brought up to date for another request, it is the one before.
    pub(super) async fn picture(self: &Arc<Self>) -> Result<Arc<Picture>> {
        let told = self.told.load(Ordering::Acquire);
        let coming = {
            let mut seen = lock(&self.seen);
            let now = Instant::now();
            seen.asked = Some(now);
            let Seen { shown, coming, .. } = &mut *seen;
            if let Some(shown) = shown
                && (coming.is_some() || (shown.told == told && now - shown.at < BELIEVED))
            {
                return Ok(shown.picture.clone());
            }
            coming.get_or_insert_with(|| common(self.clone().catch_up())).clone()
        };
        coming.await.or_else(|error| match &lock(&self.seen).shown {
            // Too much is asked of the database at the moment: what was shown stands a little longer.
            Some(shown) if error.status() == StatusCode::SERVICE_UNAVAILABLE => Ok(shown.picture.clone()),
            _ => Err(error.again()),
        })
    }

    /// Takes in what is new in the tables.
    async fn catch_up(self: Arc<Self>) -> Result<Arc<Picture>> {
        let _over = Over(&self.seen);
        let _turn = self.means.turns.acquire().await;
        let told = self.told.load(Ordering::Acquire);
        let (race_id, mark) = (self.race_id.clone(), self.follower.read().await.mark());
        let news = self.means.db.read(move |tx| news(tx, &race_id, &mark)).await?;
        if matches!(news, News::Gone) {
            lock(&self.seen).shown = None;
            return Err(no_race());
        }
        let mut follower = self.follower.clone().write_owned().await;
        let now_ms = self.means.clock.now_ms();
        let take = move |(): &mut ()| {
            follower.take(news, now_ms);
            follower.field().map(Field::version)
        };
        let version = self.means.threads.run(take).await?.ok_or_else(no_race)?;
        let mut seen = lock(&self.seen);
        let picture = match seen.shown.as_ref().filter(|shown| shown.picture.version() == version) {
            Some(shown) => shown.picture.clone(),
            None => Arc::new(Picture::new(version)),
        };
        seen.shown = Some(Shown { told, at: Instant::now(), picture: picture.clone() });
        Ok(picture)
    }

    /// An answer made of a picture: made once, however many ask.
    ///
    /// # Errors
    /// 503 when too many different ones are being made.
    pub(super) async fn answer(self: &Arc<Self>, picture: &Arc<Picture>, ask: Ask) -> Result<Kept> {
        let make = |ask| common(self.clone().make(picture.clone(), ask));
        picture.answer(ask, make)?.await.map_err(|error| error.again())
    }

    /// Boxed, since a difference may have to be answered with the whole.
    fn make(self: Arc<Self>, picture: Arc<Picture>, ask: Ask) -> BoxFuture<'static, Result<Kept>> {
        let work = async move {
            let asked = ask.clone();
            let made = self.with_field(move |field| asked.render(field), Kept::new).await;
            if picture.made(&ask, made.as_ref().ok()) {
                return made;
            }
            let whole = self.answer(&picture, Ask::Document(None)).await;
            picture.made(&ask, whole.as_ref().ok());
            whole
        };
        work.boxed()
    }

    /// Looks at the field as it stands.
    pub(super) async fn look<T, F>(self: &Arc<Self>, look: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        self.with_field(look, |seen| seen).await
    }

    /// Keeps the field to itself as a rebuild does.
    #[cfg(test)]
    pub(super) async fn rebuilding(&self) -> impl Drop + use<> {
        self.follower.clone().write_owned().await
    }

    /// Looks at the field, and goes on with what was seen once the field is free for others.
    async fn with_field<S, T, F, G>(self: &Arc<Self>, look: F, then: G) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> S + Send + 'static,
        G: FnOnce(S) -> T + Send + 'static,
    {
        let follower = self.follower.clone().read_owned().await;
        let work = move |(): &mut ()| {
            let seen = follower.field().map(look);
            drop(follower);
            seen.map(then).ok_or_else(no_race)
        };
        self.means.threads.run(work).await?
    }
}

/// Takes back, whatever becomes of it, that a picture is coming.
struct Over<'a>(&'a Mutex<Seen>);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        lock(self.0).coming = None;
    }
}
