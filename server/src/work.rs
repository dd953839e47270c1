//! Work that takes a thread: on threads of its own kind, behind a queue that has an end.
//!
//! A bound belongs to the work, not to the request that asked for it: a caller who goes away takes along neither the thread nor
//! its place, so that begun work still counts, and work that was not begun yet never is. Each kind of work has its own [`Pool`],
//! so that a flood of one kind leaves the threads of the others free.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// Threads for one kind of work, each with a state of its own (a connection, say), and the queue before them.
///
/// The threads end, and drop their states, before the pool is gone; what still waits then is not begun.
pub(crate) struct Pool<S: 'static = ()> {
    shared: Arc<Queue<S>>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue<S> {
    waiting: Mutex<Waiting<S>>,
    /// Told when work came, or the end.
    came: Condvar,
    most: usize,
}

struct Waiting<S> {
    jobs: VecDeque<Box<dyn Job<S>>>,
    ended: bool,
}

trait Job<S>: Send {
    /// Whether nobody waits for it any more.
    fn is_unwanted(&self) -> bool;
    fn run(self: Box<Self>, state: &mut S);
}

struct Asked<T, F> {
    work: F,
    answer: oneshot::Sender<T>,
}

impl<S, T: Send, F: FnOnce(&mut S) -> T + Send> Job<S> for Asked<T, F> {
    fn is_unwanted(&self) -> bool {
        self.answer.is_closed()
    }

    fn run(self: Box<Self>, state: &mut S) {
        let Self { work, answer } = *self;
        // Without an answer the caller learns that the work panicked; the thread goes on.
        if let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(state))) {
            let _ = answer.send(done);
        }
    }
}

impl<S: Send + 'static> Pool<S> {
    /// Starts a thread named `name` for each state; at most `most` jobs wait for them.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub(crate) fn start(name: &str, states: impl IntoIterator<Item = S>, most: usize) -> Result<Self> {
        let waiting = Mutex::new(Waiting { jobs: VecDeque::new(), ended: false });
        let mut pool = Self { shared: Arc::new(Queue { waiting, came: Condvar::new(), most }), threads: Vec::new() };
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

    /// What `work` comes to. Whoever stops waiting before the work is begun takes it out of the queue.
    ///
    /// # Errors
    /// 503 when as many wait already as may.
    pub(crate) async fn run<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut S) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.shared.put(Box::new(Asked { work, answer }))?;
        answered.await.map_err(|_| Error::message("work on a thread of its own panicked, or the program ends"))
    }
}

impl<S> Queue<S> {
    fn put(&self, job: Box<dyn Job<S>>) -> Result<()> {
        let mut waiting = lock(&self.waiting);
        if waiting.jobs.len() >= self.most {
            waiting.jobs.retain(|job| !job.is_unwanted());
        }
        if waiting.jobs.len() >= self.most {
            return Err(Error::busy());
        }
        waiting.jobs.push_back(job);
        drop(waiting);
        self.came.notify_one();
        Ok(())
    }

    /// The next work that somebody waits for; `None` at the end.
    fn next(&self) -> Option<Box<dyn Job<S>>> {
        let mut waiting = lock(&self.waiting);
        while !waiting.ended {
            match waiting.jobs.pop_front() {
                Some(job) if job.is_unwanted() => {}
                Some(job) => return Some(job),
                None => waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner),
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
        self.shared.came.notify_all();
        let here = std::thread::current().id();
        // The last handle may have been held by a job, and then this is one of the threads itself.
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != here) {
            let _ = thread.join();
        }
    }
}

/// Work under way that any number of callers may wait for.
pub(crate) type Common<T> = Shared<BoxFuture<'static, Result<T, Arc<Error>>>>;

/// Begins work that is done to its end whoever goes away meanwhile, for all who wait for it.
pub(crate) fn common<T>(work: impl Future<Output = Result<T>> + Send + 'static) -> Common<T>
where
    T: Clone + Send + Sync + 'static,
{
    let task = tokio::spawn(work);
    let done = async move { task.await.unwrap_or_else(|failed| Err(Error::internal(failed))).map_err(Arc::new) };
    done.boxed().shared()
}

/// Locks in spite of a panic elsewhere; for what is never left half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    /// A pool of one thread that is kept at work until the sender is used or dropped.
    async fn occupied(most: usize) -> (Arc<Pool>, mpsc::Sender<()>) {
        let pool = Arc::new(Pool::start("test", [()], most).unwrap());
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
    async fn work_whose_caller_went_away_before_it_began_is_never_begun() {
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
    async fn a_full_queue_refuses_until_somebody_goes_away() {
        let (pool, _go) = occupied(2).await;
        let mut first = Box::pin(pool.run(|()| ()));
        let mut second = Box::pin(pool.run(|()| ()));
        assert!(futures_util::poll!(&mut first).is_pending() && futures_util::poll!(&mut second).is_pending());
        assert_eq!(pool.run(|()| ()).await.unwrap_err().status(), 503);
        drop(first);
        let mut third = Box::pin(pool.run(|()| ()));
        assert!(futures_util::poll!(&mut third).is_pending(), "the place of the one who left is free");
    }

    #[tokio::test]
    async fn a_caller_who_goes_away_leaves_no_second_thread_at_work() {
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
    async fn a_panic_is_the_callers_failure_and_not_the_threads_end() {
        let pool = Pool::start("test", [()], 8).unwrap();
        assert_eq!(pool.run(|()| panic!("no")).await.map(|(): ()| ()).unwrap_err().status(), 500);
        assert_eq!(pool.run(|()| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn common_work_is_done_for_all_when_the_first_goes_away() {
        let runs = Arc::<AtomicUsize>::default();
        let (go, wait) = oneshot::channel::<()>();
        let counted = runs.clone();
        let work = common(async move {
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
