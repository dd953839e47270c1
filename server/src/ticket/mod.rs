//! Support tickets (docs/decisions/0061): written by anybody, answered at the administrators' desk. The form, the life of a ticket and the
//! words are in the core.

mod beside;
mod change;
mod create;
mod detail;
mod extras;
mod incoming;
mod join;
mod keys;
mod letters;
mod limits;
mod link;
mod list;
mod many;
pub(crate) mod pictures;
mod reply;
mod saved;
mod status;
mod store;
mod writing;

use std::sync::Arc;

use axum::extract::FromRef;
use tokio::sync::{RwLock, Semaphore};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::images::Images;
use crate::mail::{self, Mail};
pub(crate) use incoming::Mailbox;
pub(crate) use incoming::{PutOff, run as take_mails, take_all as take_mails_once};
use link::Links;

/// How many confirmations are sent at once by the calls that wait for them; the others leave with the outbox.
const SENT_AT_ONCE: usize = 8;

/// The state of the slice; cheap to clone.
#[derive(Clone)]
pub(crate) struct Tickets {
    db: Db,
    clock: Clock,
    config: Arc<Config>,
    mail: Mail,
    /// Locked for reading while a mail is sent.
    sending: Arc<RwLock<()>>,
    images: Images,
    links: Links,
    confirming: Arc<Semaphore>,
}

impl Tickets {
    /// Loads the key of the links.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn open(
        db: Db,
        clock: Clock,
        config: Arc<Config>,
        mail: Mail,
        sending: Arc<RwLock<()>>,
        images: Images,
    ) -> Result<Self> {
        let links = Links::open(&db).await?;
        Ok(Self { db, clock, config, mail, sending, images, links, confirming: Arc::new(Semaphore::new(SENT_AT_ONCE)) })
    }

    /// The addresses at which the site sends and receives.
    fn own_addresses(&self) -> Vec<String> {
        mail::address_of(&self.config.mail_from).into_iter().chain(self.config.reply_address.clone()).collect()
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Tickets: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(create::create))
        .routes(routes!(status::status))
        .routes(routes!(status::reply))
        .routes(routes!(list::list))
        .routes(routes!(detail::ticket, change::change))
        .routes(routes!(reply::write))
        .routes(routes!(join::join))
        .routes(routes!(writing::note))
        .routes(routes!(many::change))
        .routes(routes!(saved::list, saved::create))
        .routes(routes!(saved::change, saved::delete))
        .routes(routes!(incoming::aside::list))
        .routes(routes!(incoming::aside::done))
}
