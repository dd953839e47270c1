//! The one thread that writes.
//!
//! It takes the jobs that wait, runs each in a savepoint of one `BEGIN IMMEDIATE` transaction, commits, and only then tells
//! the callers. Under load many jobs share one sync of the disk; alone, a job waits for nobody.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::{TRIES, Tx};
use crate::error::{Error, Result};

/// Jobs that one commit may carry.
const BATCH: usize = 64;
/// Jobs that may wait; further callers wait to hand theirs in.
const QUEUE: usize = 1024;

/// Whether the batch is on disk, or why it is not.
type Outcome = std::result::Result<(), Lost>;

/// A job that waits or was run.
trait Job: Send {
    /// Runs it, not for the first time perhaps.
    fn run(&mut self, tx: &Tx<'_>) -> Ran;
    /// Tells its caller what came of it.
    fn finish(self: Box<Self>, outcome: Outcome);
}

/// How a run of a job ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ran {
    Done,
    /// What it did is undone.
    Failed,
    /// Likewise; it may be run again.
    Raced,
}

struct Asked<T, F> {
    job: F,
    answer: oneshot::Sender<Result<T>>,
    /// What the job answered; `None` while it was not run.
    result: Option<Result<T>>,
}

impl<T: Send, F: Fn(&Tx<'_>) -> Result<T> + Send> Job for Asked<T, F> {
    fn run(&mut self, tx: &Tx<'_>) -> Ran {
        let result = catch_unwind(AssertUnwindSafe(|| (self.job)(tx)));
        match self.result.insert(result.unwrap_or_else(|_| Err(Error::message("a database job panicked")))) {
            Ok(_) => Ran::Done,
            Err(Error::Raced) => Ran::Raced,
            Err(_) => Ran::Failed,
        }
    }

    fn finish(self: Box<Self>, outcome: Outcome) {
        let result = match (outcome, self.result) {
            (Ok(()), Some(result)) => result,
            // A job that failed by itself says so in its own words.
            (Err(_), Some(Err(error))) => Err(error),
            (Err(lost), _) => Err(lost.into()),
            (Ok(()), None) => Err(Error::message("a database job was not run")),
        };
        // The caller may have gone away; the work stands all the same.
        let _ = self.answer.send(result);
    }
}

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
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
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
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let stopped = || Error::message("the database writer has stopped");
        let job = Box::new(Asked { job, answer, result: None });
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

fn work(connection: &Connection, mut queue: mpsc::Receiver<Box<dyn Job>>) {
    while let Some(first) = queue.blocking_recv() {
        let mut jobs = Vec::with_capacity(BATCH);
        let outcome = batch(connection, first, &mut queue, &mut jobs).map_err(|error| {
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            tracing::error!(%error, "a batch of writes was not saved");
            Lost::from(&error)
        });
        for job in jobs {
            job.finish(outcome.clone());
        }
    }
    // Leaves one file behind rather than a file and its log.
    let _ = connection.execute_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Runs the jobs that wait and commits them together; `jobs` are those whose callers must be told what came of it.
fn batch(
    connection: &Connection,
    first: Box<dyn Job>,
    queue: &mut mpsc::Receiver<Box<dyn Job>>,
    jobs: &mut Vec<Box<dyn Job>>,
) -> rusqlite::Result<()> {
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        // Those that wait have waited as long: they are told now, and not one after the other.
        jobs.push(first);
        jobs.extend(std::iter::from_fn(|| queue.try_recv().ok()));
        return Err(error);
    }
    let mut next = Some(first);
    while let Some(mut job) = next {
        let saved = one(connection, &mut *job);
        jobs.push(job);
        saved?;
        next = if jobs.len() < BATCH { queue.try_recv().ok() } else { None };
    }
    connection.execute_batch("COMMIT")
}

/// Runs one job in a savepoint of its own, and again while it is raced by another.
fn one(connection: &Connection, job: &mut dyn Job) -> rusqlite::Result<()> {
    for tries in 1..=TRIES {
        connection.execute_batch("SAVEPOINT job")?;
        let ran = job.run(&Tx::new(connection));
        // A full disk makes SQLite undo the whole transaction: nothing of this batch is saved then.
        if connection.is_autocommit() {
            return Err(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL),
                Some("the transaction was undone".into()),
            ));
        }
        connection.execute_batch(if ran == Ran::Done { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })?;
        if ran != Ran::Raced || tries == TRIES {
            break;
        }
    }
    Ok(())
}
