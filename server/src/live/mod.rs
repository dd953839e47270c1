//! Live tracking: the field of a running race, for many spectators at once.
//!
//! [`Boards`] has every race's field in memory and reads what is added to the tables; the calls send what was rendered from it.
//! Nothing here decides a rule: times, ranks, lists and filters are the core's.

mod answers;
mod at_once;
mod board;
mod boards;
mod calls;
mod choose;
mod first_runners;
mod follower;
mod follows;
mod name_cache;
mod poll_rate;
mod push;
mod version_events;
mod versions;

pub(crate) use at_once::Polls;
pub use boards::Boards;
pub(crate) use choose::{first_live, named_or_first};
pub(crate) use push::Push;
pub(crate) use versions::forget_all as forget_versions;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use std::sync::Arc;

use crate::account::Accounts;
use crate::config::Config;
use crate::http::Connections;

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Boards: FromRef<S>,
    Connections: FromRef<S>,
    Push: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(calls::live))
        .routes(routes!(version_events::versions))
        .routes(routes!(calls::live_times))
        .routes(routes!(calls::live_filters))
        .routes(routes!(calls::race_map))
        .routes(routes!(calls::live_races))
        .routes(routes!(follows::get, follows::put))
        .merge(push::router())
}
