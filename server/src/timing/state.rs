//! What the slice keeps while the program runs.

use std::sync::Arc;

use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::http::unread::Unread;
use crate::live::Boards;
use crate::work::Pool;

/// Large bodies read at once, and how many may wait for it.
const AT_ONCE: usize = 2;
const WAITING: usize = 64;

/// What the timing calls work with; cheap to clone.
#[derive(Clone)]
pub(crate) struct Timing {
    pub(super) db: Db,
    pub(super) clock: Clock,
    /// Every change is made known to them, so that spectators see it at once.
    pub(super) boards: Boards,
    pub(super) unread: Unread,
    /// Where large bodies are read.
    pub(super) parser: Arc<Pool>,
}

impl Timing {
    /// Starts the threads that read large bodies.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub(crate) fn start(db: Db, clock: Clock, boards: Boards, unread: Unread) -> Result<Self> {
        let parser = Arc::new(Pool::start("bodies", [(); AT_ONCE], WAITING)?);
        Ok(Self { db, clock, boards, unread, parser })
    }
}
