//! Timing: the setup of what is timed, the entrants, the keys of the senders, and the reads.
//!
//! Reads are the source of everything else, and are only ever added. Times, ranks and standings are computed from them by the core
//! and stored nowhere; [`crate::live`] has them in memory. A change of the setup or the entrants increases the race's revision, by
//! which every process notices that its field is out of date. Corrections are only ever added, like reads.
//!
//! No rule of timing is here: formats, checks and plans are in the core.

mod access;
mod changes;
mod checks;
mod corrections;
mod desk;
mod entrants;
mod guns;
mod keys;
mod lists;
mod mylaps;
mod planned;
mod pulls;
mod race;
mod reads;
mod runners;
mod runs;
mod setup;
mod state;
mod window;

pub(crate) use access::bearer;
pub(crate) use changes::exchange_chip;
pub(crate) use keys::make as make_key;
pub(crate) use lists::{SentList, kind_of, put_list};
pub use mylaps::Limits as MylapsLimits;
pub(crate) use mylaps::serve as serve_mylaps;
pub(crate) use pulls::{due as pull_due, serve as serve_pulls};
pub(crate) use race::named_or_renamed;
pub(crate) use setup::{Base, copy_setup, put_setup};
pub(crate) use state::Timing;

use axum::extract::{DefaultBodyLimit, FromRef};
use core_wasm::timing::words;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::db::Db;

/// The largest batch of reads or list of entrants, in bytes: some 100,000 lines.
pub const BATCH_LIMIT: usize = crate::previews::LARGEST;

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
        .routes(routes!(corrections::status))
        .routes(routes!(corrections::list, corrections::post))
        .routes(routes!(corrections::take_back))
        .routes(routes!(corrections::runner))
        .routes(routes!(runners::list))
        .routes(routes!(checks::checks))
        .routes(routes!(checks::unknown_tags))
        .routes(routes!(entrants::list, lists::put, changes::add))
        .routes(routes!(entrants::export))
        .routes(routes!(entrants::find))
        .routes(routes!(changes::change, changes::withdraw))
        .routes(routes!(changes::list))
        .routes(routes!(changes::undo_one))
        .routes(routes!(lists::page))
        .routes(routes!(lists::refused))
        .routes(routes!(guns::put))
        .routes(routes!(guns::post))
        .routes(routes!(guns::marks))
        .routes(routes!(guns::clock))
        .routes(routes!(runs::show, runs::start))
        .routes(routes!(runs::take_back))
        .routes(routes!(keys::create))
        .routes(routes!(keys::revoke))
        .routes(routes!(reads::post))
        .routes(routes!(mylaps::show, mylaps::put))
        .routes(routes!(pulls::show, pulls::put))
        .layer(DefaultBodyLimit::max(BATCH_LIMIT))
}
