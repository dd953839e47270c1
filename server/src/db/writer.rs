//! The one thread that writes.
//!
//! It takes the jobs that wait, runs each in a savepoint of one `BEGIN IMMEDIATE` transaction, commits, and only then tells
//! the callers. Under load many jobs share one sync of the disk; alone, a job waits for nobody.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::Tx;
use crate::error::{Error, Result};

/// Jobs that one commit may carry.
const BATCH: usize = 64;
/// Jobs that may wait; further callers wait to hand theirs in.
const QUEUE: usize = 1024;

/// Told to a finished job: `Ok` when the batch is on disk, or why it is not.
type Outcome = std::result::Result<(), Lost>;
/// Told what became of the batch.
type Finish = Box<dyn FnOnce(Outcome) + Send>;
/// Runs inside the transaction, or hears why there is none; answers whether its savepoint is kept, and what to call after the commit.
type Job = Box<dyn FnOnce(std::result::Result<&Connection, Lost>) -> (bool, Finish) + Send>;

/// Why a batch was not saved, told to each job that was in it.
#[derive(Clone, Debug)]
enum Lost {
    /// The disk is full.
    Full,
    /// Another process kept the database for itself.
    Locked,
    /// In words for the log.
    Other(String),
}

impl From<&rusqlite::Error> for Lost {
    fn from(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<Lost> for Error {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Full => Self::Full,
            Lost::Locked => Self::Locked,
            Lost::Other(why) => Self::message(why),
        }
    }
}

pub(super) struct Writer {
    /// `None` once it is to end.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// Waits until everything is written and the file closed.
impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs.take();
        // The last handle may have been held by a job, and then this is the thread itself.
        if let Some(thread) = self.thread.take().filter(|thread| thread.thread().id() != std::thread::current().id()) {
            let _ = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread; it ends, with its connection closed, before the handle is gone.
    pub(super) fn start(connection: Connection) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new().name("db-writer".into()).spawn(move || work(&connection, queue))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) async fn run<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let result = match connection {
                Ok(connection) => catch_unwind(AssertUnwindSafe(|| job(&Tx::new(connection))))
                    .unwrap_or_else(|_| Err(Error::message("a database job panicked"))),
                Err(lost) => Err(lost.into()),
            };
            let keep = result.is_ok();
            let finish = Box::new(move |outcome: Outcome| {
                let result = match outcome {
                    Ok(()) => result,
                    // A job that failed by itself says so in its own words.
                    Err(_) if result.is_err() => result,
                    Err(lost) => Err(lost.into()),
                };
                // The caller may have gone away; the work stands all the same.
                let _ = answer.send(result);
            });
            (keep, finish as Finish)
        });
        let stopped = || Error::message("the database writer has stopped");
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
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
            Lost::from(&error)
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
    finished: &mut Vec<Finish>,
) -> rusqlite::Result<()> {
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        // Those that wait have waited as long: they are told now, and not one after the other.
        let waiting = std::iter::once(first).chain(std::iter::from_fn(|| queue.try_recv().ok()));
        finished.extend(waiting.map(|job| job(Err(Lost::from(&error))).1));
        return Err(error);
    }
    let mut next = Some(first);
    while let Some(job) = next {
        connection.execute_batch("SAVEPOINT job")?;
        let (keep, finish) = job(Ok(connection));
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
