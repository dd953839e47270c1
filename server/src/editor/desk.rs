//! The state of the slice.

use std::sync::Arc;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::images::Images;
use crate::live::Boards;

/// The state of the calls that create and change pages; cheap to clone.
#[derive(Clone)]
pub struct Desk {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) images: Images,
    /// Every change is announced to them, so that spectators see it at once.
    pub(crate) boards: Boards,
}
