//! Work on threads of its own, behind a queue of limited length.
//!
//! The limit belongs to the work, not to the request: when a caller stops waiting, work that has begun keeps its thread and counts
//! until it ends, and work that has not begun is removed. Each kind of work has its own [`Pool`], so that too many requests of one
//! kind leave the threads of the others free.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::{RwLock, oneshot};

use crate::error::{Error, Result};

/// Waits until nobody reads `sending`, which whoever sends something does meanwhile, and prevents that it is read again: the program ends. Returns
/// `false` when that takes longer than `within`; nobody begins to read it then, either.
pub(crate) async fn finish(sending: &Arc<RwLock<()>>, within: Duration) -> bool {
    let mut finished = Box::pin(sending.clone().write_owned());
    // Never unlocked: every sender waits for it until the program has ended.
    match tokio::time::timeout(within, &mut finished).await {
        Ok(guard) => std::mem::forget(guard),
        Err(_) => {
            // Whoever waits to write holds back everybody who would read.
            tokio::spawn(async { std::mem::forget(finished.await) });
            return false;
        }
    }
    true
}

/// Threads for one kind of work, each with a state of its own (such as a connection), and their queue.
///
/// When the pool is dropped, it waits until its threads have ended and dropped their states; jobs in the queue are not begun any
/// more.
pub(crate) struct Pool<S: 'static = ()> {
    shared: Arc<Queue<S>>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue<S> {
    waiting: Mutex<Waiting<S>>,
    /// Notified when a job is added, and when the pool ends.
    changed: Condvar,
    limit: usize,
}

struct Waiting<S> {
    jobs: VecDeque<Box<dyn Job<S>>>,
    ended: bool,
}

trait Job<S>: Send {
    /// Whether its caller has stopped waiting.
    fn is_abandoned(&self) -> bool;
    fn run(self: Box<Self>, state: &mut S);
}

struct QueuedJob<T, F> {
    work: F,
    answer: oneshot::Sender<T>,
}

impl<S, T: Send, F: FnOnce(&mut S) -> T + Send> Job<S> for QueuedJob<T, F> {
    fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    fn run(self: Box<Self>, state: &mut S) {
        let Self { work, answer } = *self;
        // If the work panics, no result is sent, and the caller receives an error; the thread continues.
        if let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(state))) {
            let _ = answer.send(done);
        }
    }
}

impl<S: Send + 'static> Pool<S> {
    /// Starts a thread named `name` for each state; at most `limit` jobs wait for them.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub(crate) fn start(name: &str, states: impl IntoIterator<Item = S>, limit: usize) -> Result<Self> {
        let waiting = Mutex::new(Waiting { jobs: VecDeque::new(), ended: false });
        let mut pool = Self { shared: Arc::new(Queue { waiting, changed: Condvar::new(), limit }), threads: Vec::new() };
        for mut state in states {
            let queue = pool.shared.clone();
            let work = move || {
                while let Some(job) = queue.next() {
                    job.run(&mut state);
                }
            };
            pool.threads.push(std::thread::Builder::new().name(name.into()).spawn(work)?);
        }
        Ok(pool)
    }

    /// Runs `work` on one of the threads and returns its result. If the caller stops waiting before the work has begun, it is
    /// removed from the queue.
    ///
    /// # Errors
    /// 503 when the queue is full.
    pub(crate) async fn run<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut S) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.shared.put(Box::new(QueuedJob { work, answer }))?;
        answered.await.map_err(|_| Error::message("a job on a thread panicked, or the program is ending"))
    }
}

impl<S> Queue<S> {
    fn put(&self, job: Box<dyn Job<S>>) -> Result<()> {
        let mut waiting = lock(&self.waiting);
        if waiting.jobs.len() >= self.limit {
            waiting.jobs.retain(|job| !job.is_abandoned());
        }
        if waiting.jobs.len() >= self.limit {
            return Err(Error::busy());
        }
        waiting.jobs.push_back(job);
        drop(waiting);
        self.changed.notify_one();
        Ok(())
    }

    /// Returns the next job whose caller still waits; `None` at the end.
    fn next(&self) -> Option<Box<dyn Job<S>>> {
        let mut waiting = lock(&self.waiting);
        while !waiting.ended {
            match waiting.jobs.pop_front() {
                Some(job) if job.is_abandoned() => {}
                Some(job) => return Some(job),
                None => waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }
}

impl<S: 'static> Drop for Pool<S> {
    fn drop(&mut self) {
        let mut waiting = lock(&self.shared.waiting);
        waiting.ended = true;
        waiting.jobs.clear();
        drop(waiting);
        self.shared.changed.notify_all();
        let here = std::thread::current().id();
        // The last handle may be dropped by a job; then this is one of the pool's threads, which cannot join itself.
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != here) {
            let _ = thread.join();
        }
    }
}

/// Work that any number of callers can wait for.
pub(crate) type SharedWork<T> = Shared<BoxFuture<'static, Result<T, Arc<Error>>>>;

/// Starts work for all who wait for it; it runs to its end even when callers stop waiting.
pub(crate) fn start_shared<T>(work: impl Future<Output = Result<T>> + Send + 'static) -> SharedWork<T>
where
    T: Clone + Send + Sync + 'static,
{
    let task = tokio::spawn(work);
    let done = async move { task.await.unwrap_or_else(|failed| Err(Error::internal(failed))).map_err(Arc::new) };
    done.boxed().shared()
}

/// Locks even if another thread has panicked; for data that is never left half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    /// A pool of one thread, which is busy until the sender is used or dropped.
    async fn occupied(limit: usize) -> (Arc<Pool>, mpsc::Sender<()>) {
        let pool = Arc::new(Pool::start("test", [()], limit).unwrap());
        let (go, wait) = mpsc::channel::<()>();
        let (begun, began) = oneshot::channel();
        let working = pool.clone();
        tokio::spawn(async move {
            let held = working.run(move |()| {
                let _ = begun.send(());
                let _ = wait.recv();
            });
            held.await
        });
        began.await.unwrap();
        (pool, go)
    }

    #[tokio::test]
    async fn nothing_is_sent_any_more_after_the_end_also_when_something_is_still_under_way() {
        let sending = Arc::<RwLock<()>>::default();
        let under_way = sending.clone().read_owned().await;
        assert!(!finish(&sending, Duration::from_millis(10)).await);
        let mut next = Box::pin(sending.read());
        assert!(futures_util::poll!(&mut next).is_pending());
        drop(under_way);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(futures_util::poll!(&mut next).is_pending());
    }

    #[tokio::test]
    async fn work_without_a_waiting_caller_is_not_begun() {
        let (pool, go) = occupied(8).await;
        let runs = Arc::<AtomicUsize>::default();
        for _ in 0..5 {
            let runs = runs.clone();
            let mut asked = Box::pin(pool.run(move |()| runs.fetch_add(1, Ordering::SeqCst)));
            assert!(futures_util::poll!(&mut asked).is_pending());
        }
        drop(go);
        pool.run(|()| ()).await.unwrap();
        assert_eq!(runs.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_until_a_caller_stops_waiting() {
        let (pool, _go) = occupied(2).await;
        let mut first = Box::pin(pool.run(|()| ()));
        let mut second = Box::pin(pool.run(|()| ()));
        assert!(futures_util::poll!(&mut first).is_pending() && futures_util::poll!(&mut second).is_pending());
        assert_eq!(pool.run(|()| ()).await.unwrap_err().status(), 503);
        drop(first);
        let mut third = Box::pin(pool.run(|()| ()));
        assert!(futures_util::poll!(&mut third).is_pending(), "the place of the dropped call is free");
    }

    #[tokio::test]
    async fn dropped_callers_do_not_let_two_jobs_run_at_once() {
        let (pool, go) = occupied(8).await;
        let (inside, most) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..8 {
            let (pool, inside, most) = (pool.clone(), inside.clone(), most.clone());
            let task = tasks.spawn(async move {
                let work = move |(): &mut ()| {
                    most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::yield_now();
                    inside.fetch_sub(1, Ordering::SeqCst);
                };
                pool.run(work).await
            });
            if n % 2 == 0 {
                tokio::task::yield_now().await;
                task.abort();
            }
        }
        drop(go);
        while tasks.join_next().await.is_some() {}
        pool.run(|()| ()).await.unwrap();
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_panic_fails_the_call_but_does_not_end_the_thread() {
        let pool = Pool::start("test", [()], 8).unwrap();
        assert_eq!(pool.run(|()| panic!("no")).await.map(|(): ()| ()).unwrap_err().status(), 500);
        assert_eq!(pool.run(|()| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn shared_work_is_completed_for_all_when_the_first_caller_is_dropped() {
        let runs = Arc::<AtomicUsize>::default();
        let (go, wait) = oneshot::channel::<()>();
        let counted = runs.clone();
        let work = start_shared(async move {
            let _ = wait.await;
            Ok(counted.fetch_add(1, Ordering::SeqCst))
        });
        let mut first = work.clone();
        assert!(futures_util::poll!(&mut first).is_pending());
        drop(first);
        go.send(()).unwrap();
        assert_eq!((work.clone().await.unwrap(), work.await.unwrap()), (0, 0));
        assert_eq!(runs.load(Ordering::SeqCst), 1);
    }
}
