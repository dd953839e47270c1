//! One race's board: its field, the answers rendered from it, and its updates.
//!
//! No request blocks a thread while it waits here. An update is started by the first request that needs it, and is completed for
//! all waiting requests even when the first client disconnects.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use core_wasm::race::phase::Window;
use core_wasm::timing::engine::Field;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{RwLock, Semaphore};

use super::answers::{AnswerKind, Rendered, Snapshot};
use super::first_runners::Reader;
use super::follower::{Applied, Follower, ToStore, Update, updates_since};
use super::versions;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{Error, Result};
use crate::http::answer::CachedBody;
use crate::timed::no_race;
use crate::timed::store::Basis;
use crate::work::{Pool, SharedWork, lock, start_shared};

/// How long a snapshot is used without checking the tables, since another process may have written to them.
pub(super) const MAX_AGE: Duration = Duration::from_secs(1);
/// How old a snapshot may be that is used while the next one is made. Longer ones come from a server that nobody has asked for a while: its
/// first requests wait, since their pages may have newer versions from another server.
const MAX_AGE_PENDING: Duration = Duration::from_secs(5);
/// A snapshot this new is up to date for a page that has a version from elsewhere. Requests with invented versions make this read the tables no
/// more often.
const FRESH_ENOUGH: Duration = Duration::from_millis(200);
/// How often the tables are read at once when other processes tell versions in between.
const ROUNDS: u32 = 8;
/// How long a version may take to be stored before boards go on without.
const STORE_WITHIN: Duration = Duration::from_secs(3);
/// How long after its last change a race counts as active.
const ACTIVE_FOR: Duration = Duration::from_secs(3600);

/// What boards use of the rest of the program.
pub(super) struct Resources {
    pub(super) db: Db,
    pub(super) clock: Clock,
    /// The threads on which fields are built and rendered.
    pub(super) threads: Pool,
    /// Limits how many boards are updated at once, because all reads of a race take much memory.
    pub(super) updates: Semaphore,
    /// How many answers were made.
    pub(super) answers: AtomicU64,
}

/// One race's board.
pub(super) struct Board {
    race_id: String,
    resources: Arc<Resources>,
    /// How many changes of the tables this process has announced.
    changes: AtomicU64,
    /// An asynchronous lock: waiting for it blocks no thread, and its guard can move into the work on another thread.
    follower: Arc<RwLock<Follower>>,
    /// Locked only briefly, never across an await.
    state: Mutex<State>,
    reader: Arc<Reader>,
}

/// The state that a request reads first.
#[derive(Default)]
struct State {
    latest: Option<Latest>,
    /// The next snapshot, while it is being made.
    pending: Option<SharedWork<Arc<Snapshot>>>,
    /// When the board was last requested.
    last_request: Option<Instant>,
    /// When a change of the tables was last announced, or seen.
    last_change: Option<Instant>,
}

/// The newest snapshot, the count of changes that it contains, and when it was made.
struct Latest {
    changes: u64,
    at: Instant,
    snapshot: Arc<Snapshot>,
    activity: Activity,
}

/// When a race is live, and when its field last changed, in epoch milliseconds.
#[derive(Clone, Copy, Default)]
pub(super) struct Activity {
    pub(super) window: Option<Window>,
    pub(super) changed_at: i64,
}

impl Board {
    pub(super) fn new(race_id: String, resources: Arc<Resources>) -> Arc<Self> {
        Arc::new(Self {
            race_id,
            resources,
            changes: AtomicU64::new(0),
            follower: Arc::default(),
            state: Mutex::default(),
            reader: Arc::default(),
        })
    }

    /// What reads the first runners of this board.
    pub(super) fn reader(&self) -> Arc<Reader> {
        self.reader.clone()
    }

    /// Records that the tables changed.
    pub(super) fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        lock(&self.state).last_change = Some(Instant::now());
    }

    /// When the race is live, and when its field last changed, as of the newest snapshot.
    pub(super) fn activity(&self) -> Activity {
        lock(&self.state).latest.as_ref().map(|latest| latest.activity).unwrap_or_default()
    }

    /// How long ago the tables were last read for the newest snapshot: some seconds at most, unless they cannot be read.
    pub(super) fn age(&self) -> Duration {
        lock(&self.state).latest.as_ref().map(|latest| latest.at.elapsed()).unwrap_or_default()
    }

    /// When the board was last requested; `None` while its race is active (or before the first request).
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = lock(&self.state);
        let is_active = state.last_change.is_some_and(|changed| changed.elapsed() < ACTIVE_FOR);
        state.last_request.filter(|_| !is_active)
    }

    /// Returns the newest snapshot; while the board is being updated for another request, the one before.
    pub(super) async fn snapshot(self: &Arc<Self>) -> Result<Arc<Snapshot>> {
        let pending = {
            let mut state = lock(&self.state);
            if let Some(ready) = self.ready_in(&mut state, Instant::now()) {
                return Ok(ready);
            }
            state.pending.get_or_insert_with(|| start_shared(self.clone().refresh())).clone()
        };
        pending.await.or_else(|error| match &lock(&self.state).latest {
            // The database has too much to do at the moment: the old snapshot is used a little longer.
            Some(latest) if error.status() == StatusCode::SERVICE_UNAVAILABLE => Ok(latest.snapshot.clone()),
            _ => Err(error.copy()),
        })
    }

    /// The same if it needs no update.
    pub(super) fn ready_snapshot(&self, now: Instant) -> Option<Arc<Snapshot>> {
        self.ready_in(&mut lock(&self.state), now)
    }

    fn ready_in(&self, state: &mut State, now: Instant) -> Option<Arc<Snapshot>> {
        let changes = self.changes.load(Ordering::Acquire);
        state.last_request = Some(now);
        let is_updated = state.pending.is_some();
        let is_ready = |latest: &&Latest| {
            let age = now.saturating_duration_since(latest.at);
            (is_updated && age < MAX_AGE_PENDING) || (latest.changes == changes && age < MAX_AGE)
        };
        Some(state.latest.as_ref().filter(is_ready)?.snapshot.clone())
    }

    /// Returns a snapshot with all that any process had written when this was called.
    ///
    /// # Errors
    /// 404 when there is no such race, 503 when the tables cannot be read.
    pub(super) async fn fresh_snapshot(self: &Arc<Self>) -> Result<Arc<Snapshot>> {
        // As if this process had changed something, but the race does not count as active for that.
        let wanted = self.changes.fetch_add(1, Ordering::AcqRel) + 1;
        loop {
            let pending = {
                let mut state = lock(&self.state);
                state.last_request = Some(Instant::now());
                if let Some(latest) = state.latest.as_ref().filter(|latest| latest.changes >= wanted) {
                    return Ok(latest.snapshot.clone());
                }
                state.pending.get_or_insert_with(|| start_shared(self.clone().refresh())).clone()
            };
            // One that began before this was called may not have all.
            pending.await.map_err(|error| error.copy())?;
        }
    }

    /// The newest snapshot for a page that has this version, which may come from another server that knows more.
    ///
    /// # Errors
    /// As [`snapshot`](Self::snapshot).
    pub(super) async fn snapshot_for(self: &Arc<Self>, since: Option<&str>) -> Result<Arc<Snapshot>> {
        let snapshot = self.snapshot().await?;
        let is_old = || lock(&self.state).latest.as_ref().is_none_or(|latest| latest.at.elapsed() > FRESH_ENOUGH);
        if since.is_some_and(|since| snapshot.is_before(since)) && is_old() {
            return match self.fresh_snapshot().await {
                Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => Ok(snapshot),
                fresh => fresh,
            };
        }
        Ok(snapshot)
    }

    /// Applies what is new in the tables, and tells of it.
    async fn refresh(self: Arc<Self>) -> Result<Arc<Snapshot>> {
        let _done = ClearPending(&self.state);
        let _permit = self.resources.updates.acquire().await;
        let changes = self.changes.load(Ordering::Acquire);
        let mut rounds = 1;
        while !self.catch_up(rounds < ROUNDS).await? {
            rounds += 1;
        }
        let follower = self.follower.read().await;
        let field = follower.field().ok_or_else(no_race)?;
        let (version, oldest) = (field.version(), field.live_from());
        let activity = Activity { window: follower.window(), changed_at: field.updated_at() };
        drop(follower);
        let mut state = lock(&self.state);
        let snapshot = match state.latest.as_ref().filter(|latest| latest.snapshot.version() == version) {
            Some(latest) => latest.snapshot.clone(),
            None => {
                // What another copy was sent makes the race as active here.
                if state.latest.is_some() {
                    state.last_change = Some(Instant::now());
                }
                Arc::new(Snapshot::new(version, oldest))
            }
        };
        state.latest = Some(Latest { changes, at: Instant::now(), snapshot: snapshot.clone(), activity });
        Ok(snapshot)
    }

    /// Reads the tables once, and tells what is new. Returns `false` when another process told something in between: then it is to be read
    /// again. If it must not be, the version is told in an epoch of this process alone.
    async fn catch_up(&self, may_read_again: bool) -> Result<bool> {
        let (race_id, position) = (self.race_id.clone(), self.follower.read().await.position());
        let update = self.resources.db.read(move |tx| updates_since(tx, &race_id, &position)).await?;
        if matches!(update, Update::Gone) {
            lock(&self.state).latest = None;
            return Err(no_race());
        }
        let now_ms = self.resources.clock.now_ms();
        let mut follower = self.follower.clone().write_owned().await;
        let apply = move |(): &mut ()| {
            let applied = follower.apply(update, now_ms);
            let to_store = if let Applied::Next(next) = &applied { follower.to_store(next) } else { None };
            (applied, to_store)
        };
        let (next, to_store) = match self.resources.threads.run(apply).await? {
            (Applied::Told, _) => return Ok(true),
            (Applied::Lost, _) => return Ok(false),
            (Applied::Next(next), to_store) => (next, to_store),
        };
        // The field tells the version once it is stored. Meanwhile it answers with the one before.
        let is_stored = match to_store {
            Some(to_store) => Some(self.store(to_store).await),
            None => None,
        };
        if may_read_again && matches!(is_stored, Some(Ok(false))) {
            return Ok(false);
        }
        let mut follower = self.follower.clone().write_owned().await;
        let publish = move |(): &mut ()| match is_stored {
            None => follower.publish(*next, false),
            Some(Ok(true)) => follower.publish(*next, true),
            Some(_) => follower.publish_own(*next, now_ms),
        };
        self.resources.threads.run(publish).await?;
        Ok(true)
    }

    /// Stores a version; returns whether no other one was stored in between.
    async fn store(&self, to_store: ToStore) -> Result<bool> {
        let race_id = self.race_id.clone();
        let write = self.resources.db.write(move |tx| {
            let ToStore { newest, versions, contained } = &to_store;
            versions::store(tx, &race_id, newest.as_ref(), versions, *contained)
        });
        // A version that is stored later than that is one of another epoch for this process.
        let stored = tokio::time::timeout(STORE_WITHIN, write).await.unwrap_or(Err(Error::Locked));
        stored.inspect_err(|error| tracing::warn!("a version of a live board could not be stored: {error}"))
    }

    /// Returns an answer made from a snapshot: made once for all requests.
    ///
    /// # Errors
    /// 503 when too many different answers are being made.
    pub(super) async fn answer(self: &Arc<Self>, snapshot: &Arc<Snapshot>, kind: AnswerKind) -> Result<CachedBody> {
        let make = |kind| start_shared(self.clone().make(snapshot.clone(), kind));
        snapshot.answer(kind, make)?.await.map_err(|error| error.copy())
    }

    /// Boxed because it is recursive: a difference may have to be answered with the whole document.
    fn make(self: Arc<Self>, snapshot: Arc<Snapshot>, kind: AnswerKind) -> BoxFuture<'static, Result<CachedBody>> {
        let work = async move {
            let (cloned, of) = (kind.clone(), snapshot.clone());
            let render = move |field: &Field| cloned.render(of.version(), field);
            self.resources.answers.fetch_add(1, Ordering::Relaxed);
            let made = self.with_field(render, Rendered::compressed).await;
            if snapshot.finished(&kind, made.as_ref().ok()) {
                return made;
            }
            let whole = self.answer(&snapshot, AnswerKind::Document).await;
            snapshot.finished(&kind, whole.as_ref().ok());
            whole
        };
        work.boxed()
    }

    /// Runs `read` on the present field.
    pub(super) async fn read_field<T, F>(self: &Arc<Self>, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        self.with_field(read, |result| result).await
    }

    /// The same, with what of the race's timing the field contains.
    pub(super) async fn derive<T, F>(self: &Arc<Self>, read: F) -> Result<(T, Basis)>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        let follower = self.follower.clone().read_owned().await;
        let work = move |(): &mut ()| follower.field().map(|field| (read(field), follower.basis())).ok_or_else(no_race);
        self.resources.threads.run(work).await?
    }

    /// Locks the field as an update does.
    #[cfg(test)]
    pub(super) async fn updating(&self) -> impl Drop + use<> {
        self.follower.clone().write_owned().await
    }

    /// Runs `read` on the field, and `then` on its result once the field is unlocked.
    pub(super) async fn with_field<S, T, F, G>(self: &Arc<Self>, read: F, then: G) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> S + Send + 'static,
        G: FnOnce(S) -> T + Send + 'static,
    {
        let follower = self.follower.clone().read_owned().await;
        let work = move |(): &mut ()| {
            let result = follower.field().map(read);
            drop(follower);
            result.map(then).ok_or_else(no_race)
        };
        self.resources.threads.run(work).await?
    }
}

/// Clears `pending` when dropped, whether the snapshot was made or not.
struct ClearPending<'a>(&'a Mutex<State>);

impl Drop for ClearPending<'_> {
    fn drop(&mut self) {
        lock(self.0).pending = None;
    }
}
