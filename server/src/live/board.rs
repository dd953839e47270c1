//! One race's board: its field, the answers rendered from it, and its updates.
//!
//! No request blocks a thread while it waits here. An update is started by the first request that needs it, and is completed for
//! all waiting requests even when the first client disconnects.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use core_wasm::timing::engine::Field;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{RwLock, Semaphore};

use super::answers::{Ask, Snapshot};
use super::follower::{Follower, News, news};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::http::answer::Kept;
use crate::timed::no_race;
use crate::work::{Common, Pool, common, lock};

/// How long a snapshot is used without checking the tables, since another process may have written to them.
pub(super) const BELIEVED: Duration = Duration::from_secs(1);
/// How long after its last change a race counts as active.
const LIVELY: Duration = Duration::from_secs(3600);

/// What boards use of the rest of the program.
pub(super) struct Means {
    pub(super) db: Db,
    pub(super) clock: Clock,
    /// The threads on which fields are built and rendered.
    pub(super) threads: Pool,
    /// Limits how many boards are updated at once, because all reads of a race take much memory.
    pub(super) rebuilds: Semaphore,
}

/// One race's board.
pub(super) struct Board {
    race_id: String,
    means: Arc<Means>,
    /// How many changes of the tables this process has announced.
    changes: AtomicU64,
    /// An asynchronous lock: waiting for it blocks no thread, and its guard can move into the work on another thread.
    follower: Arc<RwLock<Follower>>,
    /// Locked only briefly, never across an await.
    seen: Mutex<Seen>,
}

/// The state that a request reads first.
#[derive(Default)]
struct Seen {
    shown: Option<Shown>,
    /// The next snapshot, while it is being made.
    coming: Option<Common<Arc<Snapshot>>>,
    /// When the board was last requested.
    asked: Option<Instant>,
    /// When a change of the tables was last announced.
    changed: Option<Instant>,
}

/// The newest snapshot, the count of changes that it contains, and when it was made.
struct Shown {
    changes: u64,
    at: Instant,
    snapshot: Arc<Snapshot>,
}

impl Board {
    pub(super) fn new(race_id: String, means: Arc<Means>) -> Arc<Self> {
        Arc::new(Self { race_id, means, changes: AtomicU64::new(0), follower: Arc::default(), seen: Mutex::default() })
    }

    /// Records that the tables changed.
    pub(super) fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        lock(&self.seen).changed = Some(Instant::now());
    }

    /// When the board was last requested; `None` while its race is active (or before the first request).
    pub(super) fn quiet_since(&self) -> Option<Instant> {
        let seen = lock(&self.seen);
        let lively = seen.changed.is_some_and(|changed| changed.elapsed() < LIVELY);
        seen.asked.filter(|_| !lively)
    }

    /// Returns the newest snapshot; while the board is being updated for another request, the one before.
    pub(super) async fn snapshot(self: &Arc<Self>) -> Result<Arc<Snapshot>> {
        let changes = self.changes.load(Ordering::Acquire);
        let coming = {
            let mut seen = lock(&self.seen);
            let now = Instant::now();
            seen.asked = Some(now);
            let Seen { shown, coming, .. } = &mut *seen;
            if let Some(shown) = shown
                && (coming.is_some() || (shown.changes == changes && now - shown.at < BELIEVED))
            {
                return Ok(shown.snapshot.clone());
            }
            coming.get_or_insert_with(|| common(self.clone().catch_up())).clone()
        };
        coming.await.or_else(|error| match &lock(&self.seen).shown {
            // The database has too much to do at the moment: the old snapshot is used a little longer.
            Some(shown) if error.status() == StatusCode::SERVICE_UNAVAILABLE => Ok(shown.snapshot.clone()),
            _ => Err(error.again()),
        })
    }

    /// Applies what is new in the tables.
    async fn catch_up(self: Arc<Self>) -> Result<Arc<Snapshot>> {
        let _done = NoLongerComing(&self.seen);
        let _permit = self.means.rebuilds.acquire().await;
        let changes = self.changes.load(Ordering::Acquire);
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
        let snapshot = match seen.shown.as_ref().filter(|shown| shown.snapshot.version() == version) {
            Some(shown) => shown.snapshot.clone(),
            None => Arc::new(Snapshot::new(version)),
        };
        seen.shown = Some(Shown { changes, at: Instant::now(), snapshot: snapshot.clone() });
        Ok(snapshot)
    }

    /// Returns an answer made from a snapshot: made once for all requests.
    ///
    /// # Errors
    /// 503 when too many different answers are being made.
    pub(super) async fn answer(self: &Arc<Self>, snapshot: &Arc<Snapshot>, ask: Ask) -> Result<Kept> {
        let make = |ask| common(self.clone().make(snapshot.clone(), ask));
        snapshot.answer(ask, make)?.await.map_err(|error| error.again())
    }

    /// Boxed because it is recursive: a difference may have to be answered with the whole document.
    fn make(self: Arc<Self>, snapshot: Arc<Snapshot>, ask: Ask) -> BoxFuture<'static, Result<Kept>> {
        let work = async move {
            let asked = ask.clone();
            let made = self.with_field(move |field| asked.render(field), Kept::new).await;
            if snapshot.made(&ask, made.as_ref().ok()) {
                return made;
            }
            let whole = self.answer(&snapshot, Ask::Document(None)).await;
            snapshot.made(&ask, whole.as_ref().ok());
            whole
        };
        work.boxed()
    }

    /// Runs `look` on the present field.
    pub(super) async fn look<T, F>(self: &Arc<Self>, look: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        self.with_field(look, |seen| seen).await
    }

    /// Locks the field as an update does.
    #[cfg(test)]
    pub(super) async fn rebuilding(&self) -> impl Drop + use<> {
        self.follower.clone().write_owned().await
    }

    /// Runs `look` on the field, and `then` on its result once the field is unlocked.
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

/// Clears `pending` when dropped, whether the snapshot was made or not.
struct NoLongerComing<'a>(&'a Mutex<Seen>);

impl Drop for NoLongerComing<'_> {
    fn drop(&mut self) {
        lock(self.0).coming = None;
    }
}
