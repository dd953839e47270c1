//! The boards of all races in one handle.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use core_wasm::live::poll::{self, POLL_SECONDS};
use core_wasm::timing::engine::Field;
use tokio::sync::Semaphore;

use super::answers::{AnswerKind, Snapshot};
use super::board::{Board, Resources};
use super::choose;
use super::first_runners::Turns;
use super::name_cache::NameCache;
use super::poll_rate::PollRate;
use super::version_events::Streams;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::http::address::ClientAddress;
use crate::http::answer::CachedBody;
use crate::timed::store::Basis;
use crate::work::{Pool, lock};

/// How many fields are built or rendered at once.
const THREADS: usize = 2;
/// How many jobs may wait for these threads.
const QUEUE: usize = 512;
/// How many inactive races keep their fields in memory; the one whose last request is the oldest is removed first.
const MAX_IDLE: usize = 4;
/// What copies of the program tell each other, before a race's id: its reads, setup, entrants or statuses changed, or its page, or with the page
/// its name or whether it is shown.
const FIELD: &str = "field";
const PAGE: &str = "page";
const NAME: &str = "name";

/// Every race's field in memory; cheap to clone, and every clone is the same.
///
/// A board is made at the first request for its race, from the tables alone, so a restart loses nothing, and its versions continue those
/// that are stored. After that a request reads
/// what was added to the tables since the last one; only one request at a time does so for a race, and the others get the last
/// snapshot. What was rendered from a version is cached while the version is the newest, so that many spectators cost one
/// rendering.
#[derive(Clone)]
pub struct Boards {
    inner: Arc<Inner>,
}

struct Inner {
    resources: Arc<Resources>,
    /// By the race's id.
    boards: Mutex<HashMap<String, Arc<Board>>>,
    names: NameCache,
    polls: PollRate,
    /// The open streams of versions.
    streams: Arc<Streams>,
    /// The turns of the pages with first runners.
    page_turns: Turns,
    /// Whether boards are being made that will be asked for.
    is_warming: AtomicBool,
}

impl Inner {
    fn note_change(&self, race_id: &str) {
        if let Some(board) = lock(&self.boards).get(race_id) {
            board.note_change();
        }
    }

    /// Something of a race changed.
    fn change(&self, what: &str, race_id: &str) {
        match what {
            NAME => self.names.forget_race(race_id),
            PAGE => self.names.clear(),
            _ => {}
        }
        self.note_change(race_id);
    }

    /// Another copy of the program has changed something; `None`: what others changed so far may have been missed. Without this a change is
    /// seen a second later, but names that are kept for the time of an outage must not be those of before.
    fn note_notice(&self, topic: Option<&str>) {
        match topic.map(|topic| topic.split_once(' ')) {
            Some(Some((what, race_id))) => self.change(what, race_id),
            Some(None) => {}
            None => self.names.forget_all(),
        }
    }
}

impl Boards {
    /// A handle without boards.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn start(db: Db, clock: Clock) -> Result<Self> {
        let threads = Pool::start("boards", [(); THREADS], QUEUE)?;
        let resources =
            Resources { db: db.clone(), clock, threads, updates: Semaphore::new(THREADS), answers: AtomicU64::new(0) };
        let inner = Arc::new(Inner {
            resources: Arc::new(resources),
            boards: Mutex::default(),
            names: NameCache::default(),
            polls: PollRate::default(),
            streams: Arc::default(),
            page_turns: Turns::default(),
            is_warming: AtomicBool::new(false),
        });
        // A database that is still listened to must not keep itself open.
        let listening = Arc::downgrade(&inner);
        db.listen(move |topic| {
            if let Some(inner) = listening.upgrade() {
                inner.note_notice(topic);
            }
        })?;
        Ok(Self { inner })
    }

    /// Announces that a race's reads, setup, entrants or statuses changed; call it after the commit.
    pub fn changed(&self, race_id: &str) {
        self.inner.note_change(race_id);
        self.db().tell(&format!("{FIELD} {race_id}"));
    }

    /// Announces that a race's page changed, and whether its name or whether it is hidden did; call it after the commit.
    pub(crate) fn page_changed(&self, race_id: &str, is_named_otherwise: bool) {
        let what = if is_named_otherwise { NAME } else { PAGE };
        self.inner.change(what, race_id);
        self.db().tell(&format!("{what} {race_id}"));
    }

    /// The cache of race names.
    pub(super) fn names(&self) -> &NameCache {
        &self.inner.names
    }

    /// Counts a poll of a board by this client, and returns in how many seconds its page asks again.
    pub(super) fn next_poll_seconds(&self, board: &Board, client: ClientAddress) -> u32 {
        let (now, activity) = (self.now_ms(), board.activity());
        poll::next_poll_seconds(activity.window, activity.changed_at, now, self.inner.polls.count(client, now))
    }

    /// Whether the race of this board is not live, and nothing happens in it.
    pub(super) fn is_at_rest(&self, board: &Board) -> bool {
        let activity = board.activity();
        poll::next_poll_seconds(activity.window, activity.changed_at, self.now_ms(), 0) > POLL_SECONDS
    }

    /// The open streams of versions.
    pub(super) fn streams(&self) -> Arc<Streams> {
        self.inner.streams.clone()
    }

    /// The turns of the pages with first runners.
    pub(super) fn page_turns(&self) -> &Turns {
        &self.inner.page_turns
    }

    /// How many answers were written and compressed since the start: of each version one of a kind, however many ask for it.
    pub fn answers_made(&self) -> u64 {
        self.inner.resources.answers.load(Ordering::Relaxed)
    }

    /// Makes the boards of the races that are live, so that the first who ask for them after a start do not wait. Until that is done,
    /// [`is_warm`](Self::is_warm) is false.
    pub(crate) fn warm_up(&self) -> impl Future<Output = ()> + Send + use<> {
        self.inner.is_warming.store(true, Ordering::Release);
        let boards = self.clone();
        async move {
            match choose::followed(&boards).await {
                Ok(races) => {
                    for race in races.into_iter().filter(|race| race.live) {
                        if let Err(error) = boards.snapshot(&race.id).await {
                            tracing::warn!(%error, "a live board could not be made at the start");
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "the live races could not be read at the start"),
            }
            boards.inner.is_warming.store(false, Ordering::Release);
        }
    }

    /// Whether no board is missing that will be asked for.
    pub(crate) fn is_warm(&self) -> bool {
        !self.inner.is_warming.load(Ordering::Acquire)
    }

    /// How many boards are in memory.
    pub(crate) fn count(&self) -> usize {
        lock(&self.inner.boards).len()
    }

    /// The database that the fields are read from.
    pub(super) fn db(&self) -> &Db {
        &self.inner.resources.db
    }

    /// The current time, in epoch milliseconds.
    pub(super) fn now_ms(&self) -> i64 {
        self.inner.resources.clock.now_ms()
    }

    /// Removes the board of a race that is deleted.
    pub(crate) fn remove(&self, race_id: &str) {
        self.inner.names.forget_race(race_id);
        lock(&self.inner.boards).remove(race_id);
        self.db().tell(&format!("{NAME} {race_id}"));
    }

    /// Returns the newest snapshot of the race with this id.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn snapshot(&self, race_id: &str) -> Result<(Arc<Board>, Arc<Snapshot>)> {
        self.snapshot_for(race_id, None).await
    }

    /// The newest snapshot for a page that has this version.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn snapshot_for(&self, race_id: &str, since: Option<&str>) -> Result<(Arc<Board>, Arc<Snapshot>)> {
        let board = self.board(race_id);
        let snapshot = board.snapshot_for(since).await?;
        Ok((board, snapshot))
    }

    /// The same if the race's board is in memory and needs no update.
    pub(super) fn ready(&self, race_id: &str, now: Instant) -> Option<(Arc<Board>, Arc<Snapshot>)> {
        let board = lock(&self.inner.boards).get(race_id)?.clone();
        let snapshot = board.ready_snapshot(now)?;
        Some((board, snapshot))
    }

    /// Returns an answer made from a race's newest snapshot.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn answer(&self, race_id: &str, kind: AnswerKind) -> Result<CachedBody> {
        let (board, snapshot) = self.snapshot(race_id).await?;
        board.answer(&snapshot, kind).await
    }

    /// Runs `read` on the updated field of the race with this id.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub async fn read_field<T, F>(&self, race_id: &str, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        let (board, _) = self.snapshot(race_id).await?;
        board.read_field(read).await
    }

    /// The same, with all that any process had written when this was called: for the team, whose next step depends on the one before, and for
    /// what is stored from a field.
    ///
    /// # Errors
    /// As [`read_field`](Self::read_field); 503 when the tables cannot be read.
    pub async fn read_fresh_field<T, F>(&self, race_id: &str, read: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        self.fresh_board(race_id).await?.read_field(read).await
    }

    /// The same for what is stored from a field, with what of the race's timing it was derived from: whoever stores it checks in the same
    /// transaction that this is still so, because another copy of the program may have written in between.
    ///
    /// # Errors
    /// As [`read_fresh_field`](Self::read_fresh_field).
    pub(crate) async fn derive<T, F>(&self, race_id: &str, read: F) -> Result<(T, Basis)>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        self.fresh_board(race_id).await?.derive(read).await
    }

    /// A race's board, with all that any process had written when this was called.
    async fn fresh_board(&self, race_id: &str) -> Result<Arc<Board>> {
        let board = self.board(race_id);
        board.fresh_snapshot().await?;
        Ok(board)
    }

    fn board(&self, race_id: &str) -> Arc<Board> {
        let mut boards = lock(&self.inner.boards);
        if let Some(board) = boards.get(race_id) {
            return board.clone();
        }
        // A client that requests every race gets each of them, but their fields are not all in memory at once.
        let idle = boards.iter().filter_map(|(id, board)| Some((board.idle_since()?, id.clone())));
        let mut idle: Vec<_> = idle.collect();
        idle.sort_unstable();
        for (_, longest) in idle.iter().take(idle.len().saturating_sub(MAX_IDLE - 1)) {
            boards.remove(longest);
        }
        let board = Board::new(race_id.to_owned(), self.inner.resources.clone());
        boards.insert(race_id.to_owned(), board.clone());
        board
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::race::Race;

    use super::*;

    /// Boards over a database with `races` races, and the races' ids.
    async fn boards(races: usize) -> (tempfile::TempDir, Boards, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&folder.path().join(crate::db::FILE)).unwrap();
        let mut ids = Vec::new();
        for n in 0..races {
            let race = Race { name: n.to_string(), date: "June 15, 2027".into(), ..Race::default() };
            ids.push(db.write(move |tx| crate::race::store::add(tx, &race, 0)).await.unwrap());
        }
        (folder, Boards::start(db, Clock::fixed(0)).unwrap(), ids)
    }

    #[tokio::test]
    async fn an_update_is_completed_for_all_even_when_the_first_request_is_dropped() {
        let (_folder, boards, ids) = boards(1).await;
        let board = boards.board(&ids[0]);
        let permits = boards.inner.resources.updates.acquire_many(THREADS as u32).await.unwrap();
        let mut first = Box::pin(board.snapshot());
        assert!(futures_util::poll!(&mut first).is_pending());
        drop(first);
        let mut others: Vec<_> = (0..200).map(|_| Box::pin(board.snapshot())).collect();
        for other in &mut others {
            assert!(futures_util::poll!(other).is_pending());
        }
        drop(others.split_off(2));
        drop(permits);
        let snapshots = futures_util::future::try_join_all(others).await.unwrap();
        assert!(Arc::ptr_eq(&snapshots[0], &snapshots[1]));
        assert_eq!(board.read_field(Field::version).await.unwrap(), snapshots[0].version());
    }

    #[tokio::test]
    async fn requests_that_wait_for_an_update_block_no_thread() {
        let (_folder, boards, ids) = boards(1).await;
        let (board, _) = boards.snapshot(&ids[0]).await.unwrap();
        let updating = board.updating().await;
        let mut reads: Vec<_> = (0..THREADS * 2).map(|_| Box::pin(board.read_field(Field::version))).collect();
        for read in &mut reads {
            assert!(futures_util::poll!(read).is_pending());
        }
        assert_eq!(boards.inner.resources.threads.run(|()| 7).await.unwrap(), 7, "the threads are free for other races");
        let shown = boards.snapshot(&ids[0]).await.unwrap().1;
        drop(updating);
        for version in futures_util::future::try_join_all(reads).await.unwrap() {
            assert_eq!(version, shown.version());
        }
    }

    #[tokio::test]
    async fn a_race_that_another_copy_writes_is_active_here() {
        let (_folder, boards, ids) = boards(1).await;
        let (board, _) = boards.snapshot(&ids[0]).await.unwrap();
        assert!(board.idle_since().is_some());
        let (id, sql) = (ids[0].clone(), "UPDATE races SET name = 'Another' WHERE id = $1");
        boards.db().write(move |tx| tx.execute(sql, [&id])).await.unwrap();
        board.fresh_snapshot().await.unwrap();
        assert!(board.idle_since().is_none());
    }

    #[tokio::test]
    async fn few_inactive_races_stay_in_memory() {
        let (_folder, boards, ids) = boards(MAX_IDLE * 3).await;
        let active = boards.board(&ids[0]);
        active.note_change();
        for id in &ids {
            boards.snapshot(id).await.unwrap();
        }
        let kept = lock(&boards.inner.boards).len();
        assert_eq!(kept, MAX_IDLE + 1);
        assert!(Arc::ptr_eq(&active, &boards.board(&ids[0])), "an active race stays in memory");
    }
}
