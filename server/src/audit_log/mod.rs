//! The calls that show the audit record to administrators: its list, the file, and the check of its chain (docs/decisions/0063).
//!
//! Rows are written by `audit`, which every slice uses; nothing here writes one but that the record was downloaded. The words are in the core.

mod export;
mod list;
mod seal;
mod store;

use std::sync::Arc;

use axum::extract::FromRef;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::leases::Leases;
use seal::Seal;
pub(crate) use seal::check_daily;

/// How many files are written at once, each by short reads on the threads for long ones.
const EXPORTS: usize = 2;

/// The state of the slice; cheap to clone.
#[derive(Clone)]
pub(crate) struct AuditLog {
    db: Db,
    clock: Clock,
    leases: Leases,
    seal: Seal,
    exports: Arc<Semaphore>,
}

impl AuditLog {
    pub(crate) fn new(db: Db, clock: Clock, leases: Leases) -> Self {
        Self { db, clock, leases, seal: Seal::default(), exports: Arc::new(Semaphore::new(EXPORTS)) }
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    AuditLog: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(export::csv)).routes(routes!(seal::seal, seal::check))
}
