//! The boards of the venue: what the announcer's page gets besides the live board, and whether another site may show the live results.
//!
//! What may be told of whom, and every sentence, is decided in the core. The other boards need nothing but the live board.

mod announcer;
mod embed;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::unread::UnreadBudget;
use crate::live::Boards;

/// What the calls of the slice need; cheap to clone.
#[derive(Clone)]
pub(crate) struct Venue {
    db: Db,
    boards: Boards,
    unread: UnreadBudget,
}

impl Venue {
    pub(crate) fn new(db: Db, boards: Boards, unread: UnreadBudget) -> Self {
        Self { db, boards, unread }
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Clock: FromRef<S>,
    Venue: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(announcer::announcer)).routes(routes!(embed::embed))
}
