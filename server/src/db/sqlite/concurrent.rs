//! Runs transactions concurrently, as another engine or several processes would: for tests.
//!
//! SQLite lets one transaction write at a time, and the writer thread takes the write lock at the start of its transaction. With
//! that thread alone, no test would notice a change that reads first and relies on nobody writing in between. Here every job has a
//! connection of its own, and what it has read may have changed before it writes.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;

use super::{Open, configure};
use crate::db::{Tx, retry};
use crate::error::{Error, Result};

/// What a transaction sees of the transactions that run at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isolation {
    /// Each statement sees what is committed when it runs: PostgreSQL's READ COMMITTED.
    Committed,
    /// All statements see what was committed when the transaction began, and the engine refuses the transaction when it changes
    /// something after another one did: PostgreSQL's REPEATABLE READ.
    Snapshot,
}

/// Runs each job on a connection of its own.
pub(in crate::db) struct Concurrent {
    path: PathBuf,
    isolation: Isolation,
    before_change: Arc<dyn Fn() + Send + Sync>,
}

impl Concurrent {
    pub(in crate::db) fn new(path: PathBuf, isolation: Isolation, before_change: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { path, isolation, before_change }
    }

    pub(in crate::db) fn run<T>(&self, job: impl Fn(&Tx<'_>) -> Result<T>) -> Result<T> {
        let connection = Connection::open(&self.path)?;
        configure(&connection)?;
        retry(|| {
            let deferred =
                DeferredBegin { begun: Cell::new(false), isolation: self.isolation, before_change: &*self.before_change };
            if self.isolation == Isolation::Snapshot {
                connection.execute_batch("BEGIN")?;
            }
            let done = job(&Tx::new(&Open { connection: &connection, deferred: Some(&deferred) }));
            let done = done.and_then(|done| if connection.is_autocommit() { Ok(done) } else { commit(&connection, done) });
            if !connection.is_autocommit() {
                connection.execute_batch("ROLLBACK")?;
            }
            if matches!(done, Err(Error::Locked)) && self.isolation == Isolation::Snapshot {
                // SQLite fails a transaction that has read and cannot get the write lock. So this waits for the other writer, and
                // the job is run again.
                connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK")?;
                return Err(Error::Raced);
            }
            done
        })
    }
}

fn commit<T>(connection: &Connection, done: T) -> Result<T> {
    connection.execute_batch("COMMIT")?;
    Ok(done)
}

/// Calls `before_change`, and begins the transaction where that is not done yet, before the first change of a job.
pub(super) struct DeferredBegin<'a> {
    begun: Cell<bool>,
    isolation: Isolation,
    before_change: &'a (dyn Fn() + Send + Sync),
}

impl DeferredBegin<'_> {
    pub(super) fn begin(&self, connection: &Connection) -> Result<(), Error> {
        if self.begun.replace(true) {
            return Ok(());
        }
        (self.before_change)();
        if self.isolation == Isolation::Committed {
            connection.execute_batch("BEGIN IMMEDIATE")?;
        }
        Ok(())
    }
}
