//! Whose turn it is to make photos of a file that has arrived: one copy of the program at a time, by a row of the database.
//!
//! A copy renews its turn while it works; sixty seconds after the last time another one, or itself when it has started again, may take it. A copy
//! that was stopped for so long may go on for a moment beside the other one: its photos are there once, since they are known by their content, and
//! what it reports of the file is ignored.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::db::{Db, params};
use crate::error::Result;
use crate::ids::new_id;

/// How long a turn lasts unless it is renewed.
const LASTS: Duration = Duration::from_secs(60);
/// How often it is renewed.
const AGAIN: Duration = Duration::from_secs(15);
/// How far the clocks of two copies may be apart, in milliseconds. A turn that lasts longer than that is of a copy whose clock was wrong.
const CLOCKS_MS: i64 = 60_000;
/// How often whoever waits for another copy looks whether it is done.
const LOOK: Duration = Duration::from_millis(250);

/// The turns of this copy; cheap to clone.
#[derive(Clone)]
pub(super) struct Turns {
    db: Db,
    clock: Clock,
    /// This copy: a new id at each start.
    own: Arc<str>,
}

/// This copy's turn with an upload. It is renewed until this value is dropped.
pub(super) struct Turn {
    turns: Turns,
    upload: String,
    again: tokio::task::JoinHandle<()>,
}

impl Turns {
    pub(super) fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, own: new_id().into() }
    }

    /// Takes the turn with an upload that has arrived and is not done; `None` when another copy has it, or when there is nothing to do.
    pub(super) async fn take(&self, upload: &str) -> Result<Option<Turn>> {
        let (now, until) = self.now_and_until();
        let (own, id) = (self.own.clone(), upload.to_owned());
        let taken = self.db.write(move |tx| {
            tx.execute(
                "UPDATE photo_uploads SET worker = $1, worked_until = $2
                 WHERE id = $3 AND done = 0 AND received = size AND (worked_until < $4 OR worked_until > $5)",
                params![&*own, until, id, now, until + CLOCKS_MS],
            )
        });
        if taken.await? == 0 {
            return Ok(None);
        }
        let (turns, id) = (self.clone(), upload.to_owned());
        let again = tokio::spawn(async move {
            loop {
                tokio::time::sleep(AGAIN).await;
                if let Err(error) = turns.set(&id, turns.now_and_until().1).await {
                    tracing::warn!(%error, "a turn could not be kept");
                }
            }
        });
        Ok(Some(Turn { turns: self.clone(), upload: upload.to_owned(), again }))
    }

    /// Waits until no copy has the turn with an upload: its photos are stored, or have to be tried again.
    pub(super) async fn wait(&self, upload: &str) -> Result<()> {
        loop {
            let (id, now) = (upload.to_owned(), self.clock.now_ms());
            let is_taken = self.db.read(move |tx| {
                let sql = "SELECT 1 FROM photo_uploads WHERE id = $1 AND done = 0 AND worked_until >= $2";
                Ok(tx.query_opt(sql, params![id, now], |row| row.get::<i64>(0))?.is_some())
            });
            if !is_taken.await? {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn now_and_until(&self) -> (i64, i64) {
        let now = self.clock.now_ms();
        (now, now.saturating_add(i64::try_from(LASTS.as_millis()).unwrap_or_default()))
    }

    async fn set(&self, upload: &str, until: i64) -> Result<()> {
        let (own, id) = (self.own.clone(), upload.to_owned());
        let sql = "UPDATE photo_uploads SET worked_until = $1 WHERE id = $2 AND worker = $3";
        self.db.write(move |tx| tx.execute(sql, params![until, id, &*own]).map(drop)).await
    }
}

impl Turn {
    /// The id of the upload.
    pub(super) fn upload(&self) -> &str {
        &self.upload
    }

    /// The copy of the program that has the turn, as its row says.
    pub(super) fn worker(&self) -> &str {
        &self.turns.own
    }

    /// Gives the turn back: whoever asks next may take it.
    pub(super) async fn end(self) -> Result<()> {
        self.again.abort();
        self.turns.set(&self.upload, 0).await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.again.abort();
    }
}
