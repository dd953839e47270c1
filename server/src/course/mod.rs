//! The courses of contests: administrators send GPX files, and everybody who may see a race gets the drawings.
//!
//! A file is read and judged by the core, and only the line that it makes of it is stored.

mod files;
mod show;
pub(crate) mod store;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use core_wasm::course::MAX_BYTES;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::error::Result;
use crate::work::Pool;

/// How many files may wait to be read.
const QUEUE: usize = 16;

/// What the calls of the slice need; cheap to clone.
#[derive(Clone)]
pub(crate) struct Courses {
    db: Db,
    clock: Clock,
    /// One file is read at a time.
    reader: Arc<Pool>,
}

impl Courses {
    /// # Errors
    /// When the thread cannot be started.
    pub(crate) fn start(db: Db, clock: Clock) -> Result<Self> {
        Ok(Self { db, clock, reader: Arc::new(Pool::start("courses", [()], QUEUE)?) })
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Courses: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(files::put))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .routes(routes!(show::course))
        .routes(routes!(files::list))
        .routes(routes!(files::remove))
        .routes(routes!(files::restore))
}
