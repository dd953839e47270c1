//! The state of the slice.

use std::sync::Arc;

use super::password::Hasher;
use super::token::Tokens;
use crate::attempts::{Attempts, Lookups};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;

/// The state with which sessions and passwords are checked; cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) hasher: Arc<Hasher>,
    pub(crate) attempts: Attempts,
    pub(crate) lookups: Lookups,
}

impl Accounts {
    /// Reads the signing key (creating it at the first start), and starts the threads that hash passwords.
    ///
    /// # Errors
    /// When the database cannot be used, or the threads cannot be started.
    pub async fn open(db: Db, clock: Clock, config: Arc<Config>) -> Result<Self> {
        let tokens = Arc::new(Tokens::open(&db, &config, clock.clone()).await?);
        let hasher = Arc::new(Hasher::start()?);
        Ok(Self { db, clock, config, tokens, hasher, attempts: Attempts::default(), lookups: Lookups::default() })
    }

    /// The name of the session cookie.
    pub(crate) fn session_name(&self) -> &'static str {
        self.tokens.session_name()
    }
}
