//! The boards of all races behind one handle.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use core_wasm::timing::engine::Field;

use super::board::{Ask, Board, Picture};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::timing::TimedRace;

/// Every race's field in memory; cheap to clone, and every clone is the same.
///
/// A board is made when somebody first asks for its race, from nothing but the tables, so a restart loses nothing. From then
/// on it follows them: at a request it reads what came since the last one, and one request at a time does so for a race;
/// the others get the last picture. What was rendered of a version is kept as long as the version is the newest, so that
/// many spectators cost one rendering.
#[derive(Clone)]
pub struct Boards {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    clock: Clock,
    /// By the race's id.
    boards: Mutex<HashMap<String, Arc<Board>>>,
}

impl Boards {
    /// No boards yet.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { inner: Arc::new(Inner { db, clock, boards: Mutex::default() }) }
    }

    /// Tells that a race's reads, setup, entrants or statuses changed; call it after the commit.
    pub fn changed(&self, race_id: &str) {
        let boards = self.inner.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = boards.get(race_id) {
            board.tell();
        }
    }

    /// Lets a race's field go: the race is deleted.
    pub(crate) fn forget(&self, race_id: &str) {
        self.inner.boards.lock().unwrap_or_else(PoisonError::into_inner).remove(race_id);
    }

    /// The newest picture of the field of the race of this id.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn picture(&self, race_id: &str) -> Result<(Arc<Board>, Arc<Picture>)> {
        let board = self.board(race_id);
        let picture = board.picture().await?;
        Ok((board, picture))
    }

    /// An answer about a race's newest picture.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub(super) async fn answer(&self, race_id: &str, ask: Ask) -> Result<Bytes> {
        let (board, picture) = self.picture(race_id).await?;
        board.answer(&picture, ask).await
    }

    /// Looks at the field of the race of this name, brought up to date.
    ///
    /// # Errors
    /// 404 when there is no such race.
    pub async fn look<T, F>(&self, race: &str, look: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Field) -> T + Send + 'static,
    {
        let named = race.to_owned();
        let id = self.inner.db.read(move |tx| TimedRace::id_of(tx, &named)).await?;
        let (board, _) = self.picture(&id).await?;
        board.look(look).await
    }

    fn board(&self, race_id: &str) -> Arc<Board> {
        let mut boards = self.inner.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Board::new(race_id.to_owned(), self.inner.db.clone(), self.inner.clock.clone());
        boards.entry(race_id.to_owned()).or_insert_with(make).clone()
    }
}
