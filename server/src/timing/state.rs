//! The state of the slice.

use std::sync::Arc;

use super::mylaps::MylapsPort;
use super::planned::Upload;
use super::pulls::Pulls;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::http::unread::UnreadBudget;
use crate::leases::Leases;
use crate::live::Boards;
use crate::previews::Previews;
use crate::work::Pool;

/// How many large bodies are parsed at once, and how many may wait for that.
const AT_ONCE: usize = 2;
const WAITING: usize = 64;

/// The state of the timing calls; cheap to clone.
#[derive(Clone)]
pub(crate) struct Timing {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) leases: Leases,
    /// Every change is announced to them, so that spectators see it at once.
    pub(super) boards: Boards,
    pub(super) unread: UnreadBudget,
    /// The threads that parse large bodies.
    pub(super) parser: Arc<Pool>,
    /// The port for MYLAPS timers.
    pub(super) mylaps: Arc<MylapsPort>,
    /// The lists of the last dry runs.
    pub(super) previews: Previews<Upload>,
    /// What the server itself fetches.
    pub(super) pulls: Arc<Pulls>,
}

impl Timing {
    /// Starts the threads that parse large bodies.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub(crate) fn start(
        db: Db,
        clock: Clock,
        leases: Leases,
        boards: Boards,
        unread: UnreadBudget,
        config: &Config,
    ) -> Result<Self> {
        let parser = Arc::new(Pool::start("bodies", [(); AT_ONCE], WAITING)?);
        let (mylaps, previews, pulls) = (Arc::default(), Previews::new(db.clone(), clock.clone()), Arc::new(Pulls::new(config)));
        Ok(Self { db, clock, leases, boards, unread, parser, mylaps, previews, pulls })
    }
}
