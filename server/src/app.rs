//! What every handler shares, behind one cloneable handle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::HeaderValue;

use crate::account::password::Hasher;
use crate::account::throttle::Throttle;
use crate::account::token::Tokens;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{self, Db};
use crate::error::Result;
use crate::http::compress::Compressor;
use crate::http::unread::Unread;
use crate::http::{Connections, headers};
use crate::images::Cleaner;
use crate::live::Boards;
use crate::mail::Mail;
use crate::site::{Assets, Cards};
use crate::work::Pool;

/// Large bodies read at once, and how many may wait for it.
const PARSERS: usize = 2;
const PARSING: usize = 64;

/// The spool's name inside the data folder.
const SPOOL: &str = "spool";

/// The running application.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    config: Config,
    data: PathBuf,
    db: Db,
    boards: Boards,
    clock: Clock,
    mail: Mail,
    tokens: Tokens,
    hasher: Hasher,
    throttle: Throttle,
    cleaner: Cleaner,
    parser: Pool,
    connections: Connections,
    unread: Unread,
    compressor: Compressor,
    policy: HeaderValue,
    assets: Assets,
    cards: Cards,
}

impl App {
    /// Opens the data folder (making it and its database when new) and gets everything ready to serve.
    ///
    /// # Errors
    /// When the folder or the database cannot be used, or a setting makes no sense.
    pub async fn open(config: Config, data: &Path, clock: Clock, mail: Mail) -> Result<Self> {
        // What a killed process left there belongs to nobody.
        let _ = std::fs::remove_dir_all(data.join(SPOOL));
        private_folder(&data.join(SPOOL))?;
        let db = Db::open(&data.join(db::FILE))?;
        let tokens = Tokens::open(&db, &config, clock.clone()).await?;
        let policy = headers::policy(&config);
        let most = config.connections.unwrap_or_else(Connections::fitting);
        let connections = Connections::new(most, config.trusted_proxies.clone());
        let inner = Inner {
            config,
            data: data.to_owned(),
            boards: Boards::start(db.clone(), clock.clone())?,
            db,
            clock,
            mail,
            tokens,
            hasher: Hasher::start()?,
            throttle: Throttle::default(),
            cleaner: Cleaner::start(data.join(SPOOL))?,
            parser: Pool::start("bodies", [(); PARSERS], PARSING)?,
            unread: Unread::new(connections.clone()),
            connections,
            compressor: Compressor::start()?,
            policy,
            assets: Assets::load(),
            cards: Cards::start()?,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.inner.db
    }

    /// The fields of the races that are followed.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        &self.inner.boards
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// The clock; nothing else in the server asks for the time.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// Now, in epoch milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.inner.clock.now_ms()
    }

    /// Where mail goes.
    #[must_use]
    pub fn mail(&self) -> &Mail {
        &self.inner.mail
    }

    /// The folder that everything of this installation is in.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.inner.data
    }

    /// The folder of uploads under way; emptied at every start.
    #[must_use]
    pub fn spool(&self) -> PathBuf {
        self.inner.data.join(SPOOL)
    }

    /// Who is connected.
    #[must_use]
    pub fn connections(&self) -> &Connections {
        &self.inner.connections
    }

    /// What answers that are still to be read take in memory.
    pub(crate) fn unread(&self) -> &Unread {
        &self.inner.unread
    }

    /// Where long answers are compressed.
    pub(crate) fn compressor(&self) -> &Compressor {
        &self.inner.compressor
    }

    /// Where large bodies are read.
    pub(crate) fn parser(&self) -> &Pool {
        &self.inner.parser
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.inner.tokens
    }

    pub(crate) fn hasher(&self) -> &Hasher {
        &self.inner.hasher
    }

    pub(crate) fn throttle(&self) -> &Throttle {
        &self.inner.throttle
    }

    pub(crate) fn cleaner(&self) -> &Cleaner {
        &self.inner.cleaner
    }

    pub(crate) fn assets(&self) -> &Assets {
        &self.inner.assets
    }

    pub(crate) fn cards(&self) -> &Cards {
        &self.inner.cards
    }

    pub(crate) fn policy(&self) -> &HeaderValue {
        &self.inner.policy
    }
}

/// Makes a folder, and those above it, that only the program's own user may look into: it holds addresses and keys.
///
/// # Errors
/// When it cannot be made; one that is there stays as it is.
pub fn private_folder(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}
