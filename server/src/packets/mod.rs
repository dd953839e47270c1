//! Race morning: the search for a bib, and the desk where volunteers hand out packets with the link of a day.
//!
//! What may be done with a packet, until when a link is valid and every sentence is decided in the core. A link opens the packets of
//! one race and nothing else.

mod access;
mod actions;
mod links;
mod list;
mod places;
mod search;

pub(crate) use access::{LinkWords, by_link};

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::unread::UnreadBudget;
use crate::live::Boards;

/// The largest body of a call, in bytes.
const BODY: usize = 256 * 1024;

/// What the calls of the slice need; cheap to clone.
#[derive(Clone)]
pub(crate) struct Packets {
    db: Db,
    clock: Clock,
    boards: Boards,
    unread: UnreadBudget,
    names: search::Names,
}

impl Packets {
    pub(crate) fn new(db: Db, clock: Clock, boards: Boards, unread: UnreadBudget) -> Self {
        Self { db, clock, boards, unread, names: search::Names::default() }
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Clock: FromRef<S>,
    Packets: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(search::search))
        .routes(routes!(search::day))
        .routes(routes!(links::show))
        .routes(routes!(links::create))
        .routes(routes!(links::revoke))
        .routes(routes!(places::put))
        .routes(routes!(list::list))
        .routes(routes!(actions::post))
        .layer(DefaultBodyLimit::max(BODY))
}
