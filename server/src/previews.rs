//! The lists of the last dry runs, so that the pages of a preview need not send the list again, and what they would change, so that no page reads the
//! list again either.
//!
//! A list is a row of the database, which every copy of the program finds (docs/decisions/0091). What it would change is computed by the copy that
//! is asked, and kept in its memory. Not here: reading a list, and what it changes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use core_wasm::dates::HOUR_MS;

use crate::clock::Clock;
use crate::db::{Db, Tx, params};
use crate::error::Result;
use crate::work::lock;

/// The maximum size of a list, in bytes: some 100,000 lines.
pub(crate) const LARGEST: usize = 8 * 1024 * 1024;
/// The maximum size of all lists of a kind together, in bytes: three of the largest. It holds for the rows, and for the memory of a copy.
const LIMIT: usize = 3 * LARGEST;
/// The maximum size of all plans together, in bytes: that of a list with some 60,000 lines. A larger one is computed for each page.
const PLANS_LIMIT: usize = 128 * 1024 * 1024;
/// How long a list is stored: it names people.
const STORED_MS: i64 = 3 * HOUR_MS;

/// A list that is kept, and what it would change.
pub(crate) trait Preview: Clone + Send + 'static {
    /// The kind of its lists: the oldest of a kind are forgotten for newer ones of the same.
    const KIND: &'static str;

    /// The id of the race that it is for.
    fn race_id(&self) -> &str;
    /// The list, and in JSON what was said about it.
    ///
    /// # Errors
    /// When that cannot be written as JSON.
    fn sent(&self) -> Result<(String, Bytes)>;
    /// A list as it was stored, without what it would change.
    ///
    /// # Errors
    /// When what was said about it cannot be read.
    fn stored(race_id: &str, said: &str, list: Bytes) -> Result<Self>;
    /// The size of the list, in bytes.
    fn list_bytes(&self) -> usize;
    /// The estimated size of what it would change, in bytes.
    fn plan_bytes(&self) -> usize;
    /// Forgets what it would change.
    fn forget_plan(&mut self);
}

/// The lists of one kind; cheap to clone. When there is no room for a further one, the oldest are forgotten: whoever asks for one of them
/// sends it again.
#[derive(Clone)]
pub(crate) struct Previews<P> {
    db: Db,
    clock: Clock,
    memory: Memory<P>,
}

impl<P: Preview> Previews<P> {
    pub(crate) fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, memory: Memory::default() }
    }

    /// Keeps a list under a new id.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub(crate) async fn keep(&self, id: String, upload: P) -> Result<()> {
        let (own, race_id, now) = (id.clone(), upload.race_id().to_owned(), self.clock.now_ms());
        let (said, list) = upload.sent()?;
        self.db.write(move |tx| store::<P>(tx, &own, &race_id, &said, &list, now)).await?;
        self.memory.keep(id, upload);
        Ok(())
    }

    /// Keeps what a list would change by now.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut P)) {
        self.memory.change(id, change);
    }

    /// Returns the race's list with this id, by whichever copy of the program it was kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) async fn get(&self, race_id: &str, id: &str) -> Result<Option<P>> {
        let (own, of, since) = (id.to_owned(), race_id.to_owned(), self.clock.now_ms() - STORED_MS);
        if let Some(known) = self.memory.get(race_id, id) {
            let sql = "SELECT 1 FROM list_previews WHERE id = $1 AND race_id = $2 AND kept_at > $3";
            let is_stored = self.db.read(move |tx| tx.query_opt(sql, params![own, of, since], |row| row.get::<i64>(0)));
            return Ok(is_stored.await?.map(|_| known));
        }
        let stored = self.db.read(move |tx| {
            let sql = "SELECT said, list FROM list_previews WHERE id = $1 AND race_id = $2 AND kept_at > $3";
            tx.query_opt(sql, params![own, of, since], |row| {
                P::stored(&of, &row.get::<String>(0)?, row.get::<Vec<u8>>(1)?.into())
            })
        });
        let stored = stored.await?;
        if let Some(list) = &stored {
            self.memory.keep(id.to_owned(), list.clone());
        }
        Ok(stored)
    }
}

/// Stores a list, and deletes the oldest of its kind for which there is no room.
fn store<P: Preview>(tx: &Tx<'_>, id: &str, race_id: &str, said: &str, list: &Bytes, now: i64) -> Result<()> {
    let bytes = i64::try_from(list.len()).unwrap_or(i64::MAX);
    tx.execute(
        "INSERT INTO list_previews (id, race_id, kind, said, list, bytes, kept_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, race_id, P::KIND, said, &list[..], bytes, now],
    )?;
    let (mut sum, mut over) = (0, 0_i64);
    let sql = "SELECT number, bytes FROM list_previews WHERE kind = $1 ORDER BY number DESC";
    tx.for_each(sql, params![P::KIND], |row| {
        sum += row.get::<i64>(1)?;
        if over == 0 && sum > i64::try_from(LIMIT).unwrap_or(i64::MAX) {
            over = row.get(0)?;
        }
        Ok(())
    })?;
    tx.execute("DELETE FROM list_previews WHERE kind = $1 AND number <= $2", params![P::KIND, over])?;
    delete_old(tx, now)
}

fn delete_old(tx: &Tx<'_>, now: i64) -> Result<()> {
    tx.execute("DELETE FROM list_previews WHERE kept_at <= $1", params![now - STORED_MS])?;
    Ok(())
}

/// Deletes all lists: somebody's name was taken out, who may be on one of them.
///
/// # Errors
/// When they cannot be deleted.
pub(crate) fn forget_all(tx: &Tx<'_>) -> Result<()> {
    tx.execute("DELETE FROM list_previews", [])?;
    Ok(())
}

/// Deletes lists that are stored for too long, once.
///
/// # Errors
/// When the rows cannot be deleted.
pub(crate) async fn forget_old(db: &Db, clock: &Clock) -> Result<()> {
    let now = clock.now_ms();
    db.write(move |tx| delete_old(tx, now)).await
}

/// Does it for ever.
pub(crate) async fn forget_old_for_ever(db: Db, clock: Clock) {
    loop {
        if let Err(error) = forget_old(&db, &clock).await {
            tracing::warn!(%error, "old lists could not be deleted");
        }
        tokio::time::sleep(Duration::from_secs(600)).await;
    }
}

/// The lists that this copy has in memory, oldest first, with what they would change.
#[derive(Debug, Clone)]
pub(crate) struct Memory<P>(Arc<Mutex<VecDeque<(String, P)>>>);

impl<P> Default for Memory<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P: Preview> Memory<P> {
    /// Keeps a list under an id.
    pub(crate) fn keep(&self, id: String, upload: P) {
        let mut lists = lock(&self.0);
        // Of two requests for a list of another copy, both may have read it.
        lists.retain(|(known, _)| *known != id);
        lists.push_back((id, upload));
        while lists.len() > 1 && lists.iter().map(|(_, upload)| upload.list_bytes()).sum::<usize>() > LIMIT {
            lists.pop_front();
        }
        forget_plans(&mut lists);
    }

    /// Keeps what a list would change by now.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut P)) {
        let mut lists = lock(&self.0);
        if let Some((_, upload)) = lists.iter_mut().find(|(own, _)| own == id) {
            change(upload);
        }
        forget_plans(&mut lists);
    }

    /// Returns the race's list with this id.
    pub(crate) fn get(&self, race_id: &str, id: &str) -> Option<P> {
        let lists = lock(&self.0);
        let found = lists.iter().find(|(own, upload)| own == id && upload.race_id() == race_id);
        found.map(|(_, upload)| upload.clone())
    }
}

/// Forgets the oldest plans until the others have room.
fn forget_plans<P: Preview>(lists: &mut VecDeque<(String, P)>) {
    let mut bytes: usize = lists.iter().map(|(_, upload)| upload.plan_bytes()).sum();
    for (_, upload) in lists.iter_mut() {
        if bytes <= PLANS_LIMIT {
            return;
        }
        bytes -= upload.plan_bytes();
        upload.forget_plan();
    }
}
