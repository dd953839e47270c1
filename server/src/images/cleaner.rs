//! The one thread that works on pictures, one after the other, whoever else waits.
//!
//! A large picture needs some 60 MB, so two at once would be too many. That it is always the same thread has a reason too: the
//! system's allocator keeps a pool for every thread that has worked.

use std::path::PathBuf;

use core_wasm::editor::images as rules;
use core_wasm::error::CoreError;
use tokio::sync::{mpsc, oneshot};

use super::clean::{Cleaned, clean};
use crate::error::{Error, Result};

/// Pictures that may wait; further callers wait to hand theirs in.
const QUEUE: usize = 64;

/// The core's refusal within, a failure of ours without.
type Outcome = Result<std::result::Result<Cleaned, CoreError>>;

struct Job {
    file: PathBuf,
    answer: oneshot::Sender<Outcome>,
}

/// Hands pictures to the thread, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Cleaner {
    jobs: mpsc::Sender<Job>,
}

impl Cleaner {
    /// Starts the thread, which puts what it makes into the folder `spool`.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub(crate) fn start(spool: PathBuf) -> Result<Self> {
        let (jobs, mut queue) = mpsc::channel::<Job>(QUEUE);
        let work = move || {
            while let Some(Job { file, answer }) = queue.blocking_recv() {
                // Nobody waits any more: the client went away, and the file with it.
                if answer.is_closed() {
                    continue;
                }
                // A decoder that panics over a file has found it to be no picture.
                let cleaned = std::panic::catch_unwind(|| clean(&file, &spool));
                let _ = answer.send(cleaned.unwrap_or_else(|_| Ok(Err(rules::not_an_image()))));
            }
        };
        std::thread::Builder::new().name("pictures".into()).spawn(work)?;
        Ok(Self { jobs })
    }

    /// Cleans the picture in `file`.
    ///
    /// # Errors
    /// The inner error is the core's refusal of the file; the outer one is a failure of ours.
    pub(crate) async fn clean(&self, file: PathBuf) -> Outcome {
        let (answer, answered) = oneshot::channel();
        let stopped = || Error::message("the thread for pictures has stopped");
        self.jobs.send(Job { file, answer }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}
