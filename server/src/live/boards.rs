//! The boards of all races behind one handle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use core_wasm::timing::engine::Field;
use tokio::sync::Semaphore;

use super::answers::{Ask, Snapshot};
use super::board::{Board, Means};
use super::names::Names;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::http::answer::Kept;
use crate::work::{Pool, lock};

/// Fields built or rendered at once.
const AT_ONCE: usize = 2;
/// Fields that may wait for it.
const WAITING: usize = 512;
/// Races in which nothing happens and whose fields are kept all the same; the one that nobody asked for the longest goes first.
const QUIET: usize = 4;

/// Every race's field in memory; cheap to clone, and every clone is the same.
///
/// A board is made when somebody first asks for its race, from nothing but the tables, so a restart loses nothing. From then
/// on it follows them: at a request it reads what came since the last one, and one request at a time does so for a race;
/// the others get the last snapshot. What was rendered of a version is kept as long as the version is the newest, so that
/// many spectators cost one rendering.
#[derive(Clone)]
pub struct Boards {
    inner: Arc<Inner>,
}

struct Inner {
    means: Arc<Means>,
    /// By the race's id.
    boards: Mutex<HashMap<String, Arc<Board>>>,
    names: Names,
}

impl Boards {
    /// No boards yet.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub fn start(db: Db, clock: Clock) -> Result<Self> {
        let threads = Pool::start("boards", [(); AT_ONCE], WAITING)?;
        let means = Arc::new(Means { db, clock, threads, rebuilds: Semaphore::new(AT_ONCE) });
        Ok(Self { inner: Arc::new(Inner { means, boards: Mutex::default(), names: Names::default() }) })
    }

    /// Makes known that a race's reads, setup, entrants or statuses changed; call it after the commit.
    pub fn changed(&self, race_id: &str) {
        if let Some(board) = lock(&self.inner.boards).get(race_id) {
            board.note_change();
        }
    }

    /// Makes known that a race's page changed, its name or who may see it among the rest; call it after the commit.
    pub(crate) fn page_changed(&self, race_id: &str) {
        self.inner.names.forget();
        self.changed(race_id);
    }

    /// The names that were asked for of late.
    pub(super) fn names(&self) -> &Names {
        &self.inner.names
    }

    /// The database that the fields follow.
    pub(super) fn db(&self) -> &Db {
        &self.inner.means.db
    }

    /// Now, in epoch milliseconds.
    pub(super) fn now_ms(&self) -> i64 {
        self.inner.means.clock.now_ms()
    }

    /// Lets a race's field go: the race is deleted.
    pub(crate) fn forget(&self, race_id: &str) {
        self.inner.names.forget();
        lock(&self.inner.boards).remove(race_id);
    }

    /// The newest snapshot of the field of the race of this id.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn snapshot(&self, race_id: &str) -> Result<(Arc<Board>, Arc<Snapshot>)> {
        let board = self.board(race_id);
        let snapshot = board.snapshot().await?;
        Ok((board, snapshot))
    }

    /// An answer about a race's newest snapshot.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn answer(&self, race_id: &str, ask: Ask) -> Result<Kept> {
        let (board, snapshot) = self.snapshot(race_id).await?;
        board.answer(&snapshot, ask).await
    }

    /// Looks at the field of the race of this id, brought up to date.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub async fn look<T, F>(&self, race_id: &str, look: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        let (board, _) = self.snapshot(race_id).await?;
        board.look(look).await
    }

    fn board(&self, race_id: &str) -> Arc<Board> {
        let mut boards = lock(&self.inner.boards);
        if let Some(board) = boards.get(race_id) {
            return board.clone();
        }
        // Whoever asks for every race that there ever was gets each, but not all of them at once.
        let quiet = boards.iter().filter_map(|(id, board)| Some((board.quiet_since()?, id.clone())));
        let mut quiet: Vec<_> = quiet.collect();
        quiet.sort_unstable();
        for (_, longest) in quiet.iter().take(quiet.len().saturating_sub(QUIET - 1)) {
            boards.remove(longest);
        }
        let board = Board::new(race_id.to_owned(), self.inner.means.clone());
        boards.insert(race_id.to_owned(), board.clone());
        board
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::race::Race;

    use super::*;

    /// Boards over a database with so many races, and the races' ids.
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
    async fn a_rebuild_serves_all_who_wait_also_when_the_first_goes_away() {
        let (_folder, boards, ids) = boards(1).await;
        let board = boards.board(&ids[0]);
        let permits = boards.inner.means.rebuilds.acquire_many(AT_ONCE as u32).await.unwrap();
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
        // Another rebuild would have begun a field with another name for its versions.
        assert_eq!(board.look(Field::version).await.unwrap(), snapshots[0].version());
    }

    #[tokio::test]
    async fn who_waits_for_a_rebuild_holds_no_thread() {
        let (_folder, boards, ids) = boards(1).await;
        let (board, _) = boards.snapshot(&ids[0]).await.unwrap();
        let rebuilding = board.rebuilding().await;
        let mut looks: Vec<_> = (0..AT_ONCE * 2).map(|_| Box::pin(board.look(Field::version))).collect();
        for look in &mut looks {
            assert!(futures_util::poll!(look).is_pending());
        }
        assert_eq!(boards.inner.means.threads.run(|()| 7).await.unwrap(), 7, "the threads are free for other races");
        let shown = boards.snapshot(&ids[0]).await.unwrap().1;
        drop(rebuilding);
        for version in futures_util::future::try_join_all(looks).await.unwrap() {
            assert_eq!(version, shown.version());
        }
    }

    #[tokio::test]
    async fn of_races_in_which_nothing_happens_few_are_kept() {
        let (_folder, boards, ids) = boards(QUIET * 3).await;
        let lively = boards.board(&ids[0]);
        lively.note_change();
        for id in &ids {
            boards.snapshot(id).await.unwrap();
        }
        let kept = lock(&boards.inner.boards).len();
        assert_eq!(kept, QUIET + 1);
        assert!(Arc::ptr_eq(&lively, &boards.board(&ids[0])), "a race that runs stays");
    }
}
