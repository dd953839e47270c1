//! Timing: what is timed, who runs, who may send, and the reads themselves.
//!
//! Reads are the truth and are only ever added. Times, ranks and standings follow from them by the core and are nowhere
//! stored; [`crate::live`] keeps them in memory. A change of the setup, the entrants or a status raises the race's revision,
//! by which every process sees that its picture is old.
//!
//! No rule of timing is here: formats, checks and plans are the core's.

mod access;
mod answers;
mod desk;
mod entrants;
mod keys;
mod race;
mod reads;
mod setup;
mod state;

pub(crate) use entrants::put_list;
pub(crate) use keys::make as make_key;
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
        .layer(DefaultBodyLimit::max(BATCH_LIMIT))
}
