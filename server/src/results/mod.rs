//! Published results, and the leaderboard over all races. Which rows are published, what is open, what changed and how a line is shown
//! is decided in the core.

mod leaderboard;
mod lines;
mod publish;
mod show;
mod versions;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::live::Boards;

/// What the calls of the slice need.
#[derive(Clone)]
pub(crate) struct Results {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) boards: Boards,
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(show::show))
        .routes(routes!(show::open))
        .routes(routes!(publish::publish))
        .routes(routes!(publish::unpublish))
        .routes(routes!(leaderboard::leaderboard))
        .routes(routes!(leaderboard::csv))
        .routes(routes!(leaderboard::choices))
}
