//! The race league: the standings of a year, what administrators set for it, and who is one person. How points and places come about
//! is decided in the core.

mod people;
mod runner;
mod season;
mod settings;
mod standings;
mod store;
mod suggestions;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Results;
use crate::account::Accounts;
use crate::db::Db;

pub(super) use season::{Seasons, State as SeasonState, contests};
pub(super) use standings::this_year;

/// The calls of the league.
pub(super) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(standings::standings))
        .routes(routes!(runner::runner))
        .routes(routes!(settings::show, settings::put))
        .routes(routes!(suggestions::suggestions))
        .routes(routes!(people::list, people::decide))
        .routes(routes!(people::undo))
}
