//! The one thread that processes pictures, one after the other.
//!
//! A large picture needs some 60 MB, so two at once would need too much. It is always the same thread, because the system's
//! allocator keeps a pool for every thread that has allocated.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use core_wasm::editor::images as rules;
use core_wasm::error::CoreError;

use super::cleaned::{Cleaned, clean};
use crate::error::Result;
use crate::work::Pool;

/// How many pictures may wait, each as a file in the spool folder.
const WAITING: usize = 1024;

/// The inner error is the core's refusal, the outer one an internal error.
type Outcome = Result<std::result::Result<Cleaned, CoreError>>;

/// Passes pictures to the thread, which ends when this is dropped.
pub(crate) struct Cleaner {
    thread: Pool,
    clean: Arc<dyn Fn(&Path) -> Outcome + Send + Sync>,
}

impl Cleaner {
    /// Starts the thread, which writes its results to the folder `spool`.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(crate) fn start(spool: PathBuf) -> Result<Self> {
        Self::working(move |file| clean(file, &spool))
    }

    fn working(clean: impl Fn(&Path) -> Outcome + Send + Sync + 'static) -> Result<Self> {
        Ok(Self { thread: Pool::start("pictures", [()], WAITING)?, clean: Arc::new(clean) })
    }

    /// Cleans the picture in `file`.
    ///
    /// # Errors
    /// The inner error is the core's refusal of the file; the outer one is an internal error, or 503 when too many pictures wait.
    pub(crate) async fn clean(&self, file: PathBuf) -> Outcome {
        let clean = self.clean.clone();
        // A file that makes a decoder panic counts as no picture.
        let work = move |(): &mut ()| catch_unwind(AssertUnwindSafe(|| clean(&file)));
        self.thread.run(work).await?.unwrap_or_else(|_| Ok(Err(rules::not_an_image())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn pictures_are_processed_one_at_a_time() {
        let (inside, most) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let seen = most.clone();
        let cleaner = Cleaner::working(move |_| {
            seen.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(5));
            inside.fetch_sub(1, Ordering::SeqCst);
            Ok(Err(rules::not_an_image()))
        });
        let cleaner = Arc::new(cleaner.unwrap());
        let mut jobs = tokio::task::JoinSet::new();
        for n in 0..12 {
            let cleaner = cleaner.clone();
            jobs.spawn(async move { cleaner.clean(format!("{n}").into()).await.unwrap().is_err() });
        }
        assert_eq!(jobs.join_all().await, [true; 12]);
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_file_that_makes_a_decoder_panic_is_no_picture() {
        let cleaner = Cleaner::working(|file| panic!("{}", file.display())).unwrap();
        for _ in 0..2 {
            assert_eq!(cleaner.clean("x".into()).await.unwrap().unwrap_err(), rules::not_an_image());
        }
    }
}
