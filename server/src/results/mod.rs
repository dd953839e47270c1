//! Published results, and the leaderboard over all races. Which rows are published, what is open, what changed and how a line is shown
//! is decided in the core.

mod export;
mod import;
mod import_pages;
mod import_store;
mod leaderboard;
mod lines;
mod publish;
mod show;
mod versions;

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::unread::UnreadBudget;
use crate::live::Boards;
use crate::previews::{LARGEST, Previews};

/// What the parts of a form take besides its file, in bytes.
const MULTIPART: usize = 16 * 1024;

/// What the calls of the slice need.
#[derive(Clone)]
pub(crate) struct Results {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) boards: Boards,
    pub(crate) unread: UnreadBudget,
    /// The files of the last dry runs.
    pub(crate) imports: Previews<import_store::Upload>,
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
        .routes(routes!(export::csv))
        .routes(routes!(export::json))
        .routes(routes!(leaderboard::choices))
        .merge(imports())
}

/// The calls of the import, whose bodies may be larger.
fn imports<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(import::import))
        .routes(routes!(import_pages::page))
        .routes(routes!(import_pages::refused))
        .layer(DefaultBodyLimit::max(LARGEST + MULTIPART))
}
