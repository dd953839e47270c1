//! Timing: the setup of what is timed, the entrants, the keys of the senders, and the reads.
//!
//! Reads are the source of everything else, and are only ever added. Times, ranks and standings are computed from them by the core
//! and stored nowhere; [`crate::live`] has them in memory. A change of the setup, the entrants or a status increases the race's
//! revision, by which every process notices that its field is out of date.
//!
//! No rule of timing is here: formats, checks and plans are in the core.

mod access;
mod desk;
mod entrants;
mod keys;
mod mylaps;
mod race;
mod reads;
mod setup;
mod state;

pub(crate) use entrants::put_list;
pub(crate) use keys::make as make_key;
pub use mylaps::Limits as MylapsLimits;
pub(crate) use mylaps::serve as serve_mylaps;
pub(crate) use setup::{copy_setup, put_setup};
pub(crate) use state::Timing;

use axum::extract::{DefaultBodyLimit, FromRef};
use core_wasm::timing::words;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::db::Db;

/// The largest batch of reads or list of entrants, in bytes: some 100,000 lines.
pub const BATCH_LIMIT: usize = 8 * 1024 * 1024;

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Timing: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(desk::show))
        .routes(routes!(setup::put))
        .routes(routes!(setup::gun))
        .routes(routes!(setup::runs))
        .routes(routes!(entrants::list, entrants::put))
        .routes(routes!(entrants::status))
        .routes(routes!(keys::create))
        .routes(routes!(keys::revoke))
        .routes(routes!(reads::post))
        .routes(routes!(mylaps::show, mylaps::put))
        .layer(DefaultBodyLimit::max(BATCH_LIMIT))
}
