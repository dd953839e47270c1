//! The one thread that writes.
//!
//! It takes the waiting jobs, runs each in a savepoint of one `BEGIN IMMEDIATE` transaction, commits, and only then sends the
//! results to the callers. Under load many jobs share one sync of the disk; a single job is not delayed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::tx::Transactions;
use super::{Counts, MAX_ATTEMPTS, Tx};
use crate::error::{Error, Result};

/// How many jobs one commit may contain.
const BATCH: usize = 64;
/// After how long no further job joins a transaction: other copies of the program wait for its lock, five seconds at most.
const BATCH_WITHIN: Duration = Duration::from_millis(500);
/// How many jobs may wait; a further caller waits until its job fits into the queue.
const QUEUE: usize = 1024;
/// When a batch fails after this time, what waits for it fails, too.
const PATIENCE: Duration = Duration::from_secs(2);

/// A job that waits or was run.
trait Job: Send {
    /// Runs the job; it may have run before.
    fn run(&mut self, tx: &Tx<'_>) -> RunEnd;
    /// Replaces what the job returned: its changes could not be kept.
    fn fail(&mut self, error: Error);
    /// Sends the job's result to its caller. `batch` says whether the batch is on disk, or why it is not.
    fn finish(self: Box<Self>, batch: &Result<()>);
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

    fn fail(&mut self, error: Error) {
        self.result = Some(Err(error));
    }

    fn finish(self: Box<Self>, batch: &Result<()>) {
        let result = match (batch, self.result) {
            (Ok(()), Some(result)) => result,
            // A job that failed by itself returns its own error.
            (Err(_), Some(Err(error))) => Err(error),
            (Err(failure), _) => Err(failure.copy()),
            (Ok(()), None) => Err(Error::message("a database job was not run")),
        };
        // The caller may no longer wait; the job's changes are kept all the same.
        let _ = self.answer.send(result);
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
    pub(super) fn start(connection: Box<dyn Transactions>, counts: Arc<Counts>) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread =
            std::thread::Builder::new().name("db-writer".into()).spawn(move || run_batches(&*connection, queue, &counts))?;
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

fn run_batches(connection: &dyn Transactions, mut queue: mpsc::Receiver<Box<dyn Job>>, counts: &Counts) {
    while let Some(first) = queue.blocking_recv() {
        let (mut jobs, began) = (Vec::with_capacity(BATCH), Instant::now());
        let outcome = batch(connection, first, &mut queue, &mut jobs).map_err(|error| {
            connection.rollback();
            // That the server cannot be reached is logged where it is found, once.
            if !matches!(error, Error::Unreachable) {
                tracing::error!(%error, "a batch of writes was not saved");
            }
            error
        });
        if outcome.is_err() && began.elapsed() > PATIENCE {
            // The database is away or locked: what was queued meanwhile fails, too, instead of one timeout after the other.
            jobs.extend(std::iter::from_fn(|| queue.try_recv().ok()));
        }
        counts.seconds.observe(began.elapsed().as_secs_f64());
        counts.jobs.inc_by(jobs.len() as u64);
        if outcome.is_ok() { &counts.commits } else { &counts.failed }.inc();
        for job in jobs {
            job.finish(&outcome);
        }
    }
    connection.end();
}

/// Runs the waiting jobs and commits them together; `jobs` receives those whose callers must get a result.
fn batch(
    connection: &dyn Transactions,
    first: Box<dyn Job>,
    queue: &mut mpsc::Receiver<Box<dyn Job>>,
    jobs: &mut Vec<Box<dyn Job>>,
) -> Result<()> {
    if let Err(error) = connection.begin() {
        jobs.push(first);
        return Err(error);
    }
    let began = Instant::now();
    let mut next = Some(first);
    while let Some(mut job) = next {
        let saved = run_one(connection, &mut *job);
        jobs.push(job);
        saved?;
        next = if jobs.len() < BATCH && began.elapsed() < BATCH_WITHIN { queue.try_recv().ok() } else { None };
    }
    connection.commit()
}

/// Runs one job in a savepoint of its own, and again while it returns [`Error::Raced`], at most [`MAX_ATTEMPTS`] times in all.
fn run_one(connection: &dyn Transactions, job: &mut dyn Job) -> Result<()> {
    for tries in 1..=MAX_ATTEMPTS {
        connection.savepoint()?;
        let end = job.run(&Tx::new(connection));
        // A full disk makes SQLite undo the whole transaction, and so does a lost connection to a server: then nothing of this batch is saved.
        if !connection.is_open() {
            return Err(connection.why_ended());
        }
        if end != RunEnd::Done {
            connection.undo()?;
        } else if let Err(error) = connection.keep() {
            if !connection.is_open() {
                return Err(connection.why_ended());
            }
            // A statement failed, and the job went on: PostgreSQL keeps nothing of what came before or after it.
            connection.undo()?;
            job.fail(error);
        }
        if end != RunEnd::Raced || tries == MAX_ATTEMPTS {
            break;
        }
    }
    Ok(())
}
