//! The one thread that writes.
//!
//! It takes the waiting jobs, runs each in a savepoint of one `BEGIN IMMEDIATE` transaction, commits, and only then sends the
//! results to the callers. Under load many jobs share one sync of the disk; a single job is not delayed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::{MAX_ATTEMPTS, Tx};
use crate::error::{Error, Result};

/// How many jobs one commit may contain.
const BATCH: usize = 64;
/// How many jobs may wait; a further caller waits until its job fits into the queue.
const QUEUE: usize = 1024;

/// Whether the batch is on disk, or the reason why it is not.
type Outcome = std::result::Result<(), BatchError>;

/// A job that waits or was run.
trait Job: Send {
    /// Runs the job; it may have run before.
    fn run(&mut self, tx: &Tx<'_>) -> RunEnd;
    /// Sends the job's result to its caller.
    fn finish(self: Box<Self>, outcome: Outcome);
}

/// How a run of a job ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunEnd {
    Done,
    /// The job's changes are undone.
    Failed,
    /// The job's changes are undone; it may be run again.
    Raced,
}

struct QueuedJob<T, F> {
    job: F,
    answer: oneshot::Sender<Result<T>>,
    /// What the job returned; `None` while it has not run.
    result: Option<Result<T>>,
}

impl<T: Send, F: Fn(&Tx<'_>) -> Result<T> + Send> Job for QueuedJob<T, F> {
    fn run(&mut self, tx: &Tx<'_>) -> RunEnd {
        let result = catch_unwind(AssertUnwindSafe(|| (self.job)(tx)));
        match self.result.insert(result.unwrap_or_else(|_| Err(Error::message("a database job panicked")))) {
            Ok(_) => RunEnd::Done,
            Err(Error::Raced) => RunEnd::Raced,
            Err(_) => RunEnd::Failed,
        }
    }

    fn finish(self: Box<Self>, outcome: Outcome) {
        let result = match (outcome, self.result) {
            (Ok(()), Some(result)) => result,
            // A job that failed by itself returns its own error.
            (Err(_), Some(Err(error))) => Err(error),
            (Err(failure), _) => Err(failure.into()),
            (Ok(()), None) => Err(Error::message("a database job was not run")),
        };
        // The caller may no longer wait; the job's changes are kept all the same.
        let _ = self.answer.send(result);
    }
}

/// Why a batch was not saved; every job in it receives this.
#[derive(Clone, Debug)]
enum BatchError {
    /// The disk is full.
    Full,
    /// Another process has locked the database.
    Locked,
    /// Any other reason, as text for the log.
    Other(String),
}

impl From<&rusqlite::Error> for BatchError {
    fn from(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<BatchError> for Error {
    fn from(failure: BatchError) -> Self {
        match failure {
            BatchError::Full => Self::Full,
            BatchError::Locked => Self::Locked,
            BatchError::Other(why) => Self::message(why),
        }
    }
}

pub(super) struct Writer {
    /// `None` once the thread is to end.
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

/// Waits until everything is written and the file is closed.
impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs.take();
        // The last handle may be dropped by a job; then this is the writer thread itself, which cannot be joined.
        if let Some(thread) = self.thread.take().filter(|thread| thread.thread().id() != std::thread::current().id()) {
            let _ = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread. It ends, and closes its connection, before the handle's `drop` returns.
    pub(super) fn start(connection: Connection) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new().name("db-writer".into()).spawn(move || run_batches(&connection, queue))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) async fn run<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let stopped = || Error::message("the database writer has stopped");
        let job = Box::new(QueuedJob { job, answer, result: None });
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

/// Renews the statistics of the tables whose size has changed much. Those of small tables are left out: a table that has grown since to a
/// million rows would be read as a whole, as if it still had ten. Without statistics SQLite takes every table for a large one.
pub(super) fn analyze(connection: &Connection) {
    // No statement depends on them: what fails here, for want of statistics, is made the next time.
    let _ = connection.execute_batch(
        "PRAGMA optimize = 0x10002;
         DELETE FROM sqlite_stat4 WHERE tbl IN (SELECT tbl FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 100000);
         DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 100000",
    );
}

fn run_batches(connection: &Connection, mut queue: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(first) = queue.blocking_recv() {
        let mut jobs = Vec::with_capacity(BATCH);
        let outcome = batch(connection, first, &mut queue, &mut jobs).map_err(|error| {
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            tracing::error!(%error, "a batch of writes was not saved");
            BatchError::from(&error)
        });
        for job in jobs {
            job.finish(outcome.clone());
        }
    }
    analyze(connection);
    // Merges the log into the database, so that one file is left.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Runs the waiting jobs and commits them together; `jobs` receives those whose callers must get a result.
fn batch(
    connection: &Connection,
    first: Box<dyn Job>,
    queue: &mut mpsc::Receiver<Box<dyn Job>>,
    jobs: &mut Vec<Box<dyn Job>>,
) -> rusqlite::Result<()> {
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        // The waiting jobs have waited as long as the first one: all fail now, instead of one timeout after the other.
        jobs.push(first);
        jobs.extend(std::iter::from_fn(|| queue.try_recv().ok()));
        return Err(error);
    }
    let mut next = Some(first);
    while let Some(mut job) = next {
        let saved = run_one(connection, &mut *job);
        jobs.push(job);
        saved?;
        next = if jobs.len() < BATCH { queue.try_recv().ok() } else { None };
    }
    connection.execute_batch("COMMIT")
}

/// Runs one job in a savepoint of its own, and again while it returns [`Error::Raced`], at most [`MAX_ATTEMPTS`] times in all.
fn run_one(connection: &Connection, job: &mut dyn Job) -> rusqlite::Result<()> {
    for tries in 1..=MAX_ATTEMPTS {
        connection.execute_batch("SAVEPOINT job")?;
        let end = job.run(&Tx::new(connection));
        // A full disk makes SQLite undo the whole transaction: then nothing of this batch is saved.
        if connection.is_autocommit() {
            return Err(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL),
                Some("the transaction was undone".into()),
            ));
        }
        connection.execute_batch(if end == RunEnd::Done { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })?;
        if end != RunEnd::Raced || tries == MAX_ATTEMPTS {
            break;
        }
    }
    Ok(())
}
