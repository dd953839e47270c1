//! The one thread that writes.
//!
//! It takes the jobs that wait, runs each in a savepoint of one `BEGIN IMMEDIATE` transaction, commits, and only then tells
//! the callers. Under load many jobs share one sync of the disk; alone, a job waits for nobody.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::Tx;
use crate::error::{Error, Result};

/// Jobs that one commit may carry.
const BATCH: usize = 64;
/// Jobs that may wait; further callers wait to hand theirs in.
const QUEUE: usize = 1024;

/// Told to a finished job: `Ok` when the batch is on disk, or why it is not.
type Outcome = std::result::Result<(), String>;
/// Runs inside the transaction; answers whether its savepoint is kept, and what to call after the commit.
type Job = Box<dyn FnOnce(&Connection) -> (bool, Box<dyn FnOnce(Outcome) + Send>) + Send>;

pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the thread; it ends, with its connection closed, when the handle is dropped.
    pub(super) fn start(connection: Connection) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        std::thread::Builder::new().name("db-writer".into()).spawn(move || work(&connection, queue))?;
        Ok(Self { jobs })
    }

    pub(super) async fn run<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let result = catch_unwind(AssertUnwindSafe(|| job(&Tx::new(connection))))
                .unwrap_or_else(|_| Err(Error::message("a database job panicked")));
            let keep = result.is_ok();
            let finish = Box::new(move |outcome: Outcome| {
                let result = match outcome {
                    Ok(()) => result,
                    // A job that failed by itself says so in its own words.
                    Err(_) if result.is_err() => result,
                    Err(why) => Err(Error::from_commit(why)),
                };
                // The caller may have gone away; the work stands all the same.
                let _ = answer.send(result);
            });
            (keep, finish as Box<dyn FnOnce(Outcome) + Send>)
        });
        self.jobs.send(job).await.map_err(|_| Error::message("the database writer has stopped"))?;
        answered.await.map_err(|_| Error::message("the database writer has stopped"))?
    }
}

fn work(connection: &Connection, mut queue: mpsc::Receiver<Job>) {
    while let Some(first) = queue.blocking_recv() {
        let mut finished = Vec::with_capacity(BATCH);
        let outcome = batch(connection, first, &mut queue, &mut finished).map_err(|error| {
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            tracing::error!(%error, "a batch of writes was not saved");
            commit_failure(&error)
        });
        for finish in finished {
            finish(outcome.clone());
        }
    }
    // Leaves one file behind rather than a file and its log.
    let _ = connection.execute_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)");
}

fn batch(
    connection: &Connection,
    first: Job,
    queue: &mut mpsc::Receiver<Job>,
    finished: &mut Vec<Box<dyn FnOnce(Outcome) + Send>>,
) -> rusqlite::Result<()> {
    let mut next = Some(first);
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    if let Err(error) = begun {
        if let Some(job) = next {
            finished.push(refuse(job));
        }
        return Err(error);
    }
    while let Some(job) = next {
        connection.execute_batch("SAVEPOINT job")?;
        let (keep, finish) = job(connection);
        finished.push(finish);
        // A full disk makes SQLite undo the whole transaction: nothing of this batch is saved then.
        if connection.is_autocommit() {
            return Err(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL),
                Some("the transaction was undone".into()),
            ));
        }
        connection.execute_batch(if keep { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })?;
        next = if finished.len() < BATCH { queue.try_recv().ok() } else { None };
    }
    connection.execute_batch("COMMIT")
}

/// A job that cannot be run at all: its caller is told that the writer stopped, by the dropped channel.
fn refuse(job: Job) -> Box<dyn FnOnce(Outcome) + Send> {
    Box::new(move |_| drop(job))
}

fn commit_failure(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => Error::DISK_FULL.to_owned(),
        _ => error.to_string(),
    }
}
