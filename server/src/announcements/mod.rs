//! Announcements to the entrants of a race (docs/decisions/0065): written and sent by administrators, mailed little by little by a worker,
//! and the links with which people get no more of them. What may be written, how each mail reads, and the words are in the core.
//!
//! It sends nothing itself: mails leave with the outbox.

mod deliver;
mod detail;
mod link;
mod list;
mod preview;
mod send;
mod stop;
mod store;
mod unsubscribe;

pub(crate) use deliver::run;
pub(crate) use link::Links;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::leases::Leases;

/// The state of the slice; cheap to clone.
#[derive(Clone)]
pub(crate) struct Announcements {
    db: Db,
    clock: Clock,
    leases: Leases,
    config: Arc<Config>,
    links: Links,
}

impl Announcements {
    /// Loads the key of the links.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn open(db: Db, clock: Clock, leases: Leases, config: Arc<Config>) -> Result<Self> {
        let links = Links::open(&db).await?;
        Ok(Self { db, clock, leases, config, links })
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Announcements: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list::list, send::send))
        .routes(routes!(preview::preview))
        .routes(routes!(preview::test))
        .routes(routes!(detail::announcement))
        .routes(routes!(stop::stop))
        .routes(routes!(unsubscribe::open, unsubscribe::one_click, unsubscribe::choose))
        .routes(routes!(unsubscribe::link))
}
