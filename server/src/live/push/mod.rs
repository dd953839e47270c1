//! Push messages about followed runners, for browsers in which the page is closed (RFC 8030, 8291 and 8292; docs/decisions/0071).
//!
//! A browser subscribes without an account and without a name. The worker is fed by the boards: of each new version it takes the runners
//! that changed, and of those the followed ones. What is told, when, and in which words is decided in the core; a message is recorded as
//! sent before it is sent, so that it is never sent twice; of several copies of the program, one at a time does it.

mod calls;
mod endpoint;
mod sender;
mod store;
mod worker;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{DefaultBodyLimit, FromRef};
use tokio::sync::RwLock;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Boards;
use crate::account::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::leases::Leases;
use crate::secrets;

use sender::Sender;
use worker::Seen;

/// The largest body of a call, in bytes.
const BODY: usize = 8 * 1024;

/// The state of push messages; cheap to clone.
#[derive(Clone)]
pub(crate) struct Push {
    db: Db,
    clock: Clock,
    leases: Leases,
    boards: Boards,
    sender: Arc<Sender>,
    /// The key of the hashes by which subscriptions of one address are counted.
    address_key: Arc<Vec<u8>>,
    /// What was seen of each race, by its id.
    seen: Arc<Mutex<HashMap<String, Seen>>>,
    /// Read while messages are sent.
    sending: Arc<RwLock<()>>,
}

impl Push {
    /// Reads the keys from the database, creating them at the first start.
    pub(crate) async fn open(db: Db, clock: Clock, leases: Leases, boards: Boards, config: &Config) -> Result<Self> {
        let key = secrets::key(&db, "push-key").await?;
        let address_key = Arc::new(secrets::key(&db, "push-address-key").await?);
        let sender = Arc::new(Sender::new(&key, config)?);
        Ok(Self { db, clock, leases, boards, sender, address_key, seen: Arc::default(), sending: Arc::default() })
    }
}

/// The calls about push messages.
pub(super) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Push: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(calls::key))
        .routes(routes!(calls::subscribe, calls::unsubscribe))
        .layer(DefaultBodyLimit::max(BODY))
}
