//! Photos of races: files that are sent in pieces, the photos made of them, whose they are, and removal on request. Which files are taken
//! and whose photos they are is decided in the core.
//!
//! The pictures are in a store outside the database ([`objects`]): a folder, or a bucket (docs/decisions/0047).

mod archive;
mod assign;
mod cameras;
mod connector;
mod list;
mod matching;
mod objects;
mod pieces;
mod removal;
mod runner;
mod serve;
mod store;
mod taking;
mod tidy;
mod turns;
mod uploads;

pub(crate) use objects::Objects;
pub(crate) use serve::router as pictures;
pub(crate) use tidy::run as tidy_for_ever;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::extract::FromRef;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::http::address::ClientAddress;
use crate::images::Images;
use crate::leases::Leases;
use crate::live::Boards;
use crate::work::SharedWork;
use matching::Matcher;
use pieces::Pieces;
use turns::Turns;

/// How many files are worked on at once; one thread decodes all of them.
const AT_ONCE: usize = 4;

/// What the calls of the slice need; cheap to clone.
#[derive(Clone)]
pub(crate) struct Photos {
    db: Db,
    clock: Clock,
    config: Arc<Config>,
    images: Images,
    objects: Objects,
    pieces: Pieces,
    turns: Turns,
    matcher: Matcher,
    /// The uploads that are being made photos of, by their ids.
    working: Arc<Mutex<HashMap<String, SharedWork<()>>>>,
    places: Arc<Semaphore>,
}

impl Photos {
    /// Opens the store of pictures.
    ///
    /// # Errors
    /// When it cannot be used.
    pub(crate) fn open(db: Db, clock: Clock, config: Arc<Config>, images: Images, boards: Boards, data: &Path) -> Result<Self> {
        let objects = Objects::open(config.photos.as_ref(), data)?;
        if config.photos.is_none() && db.is_shared() {
            tracing::warn!(
                folder = %data.display(),
                "photos are stored in this machine's data folder, where no other copy of the program on this database finds them, nor the \
                 pieces of files that are being sent: set --photos (SPLITLINE_PHOTOS) to a bucket or a shared folder"
            );
        }
        // Where an earlier version had the pieces: these files are sent anew.
        let _ = std::fs::remove_dir_all(data.join("uploads"));
        Ok(Self {
            pieces: Pieces::new(objects.clone(), db.clone()),
            turns: Turns::new(db.clone(), clock.clone()),
            objects,
            matcher: Matcher::new(boards),
            working: Arc::default(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            db,
            clock,
            config,
            images,
        })
    }

    /// Removes what is over and finishes what was begun, once: for tests.
    pub(crate) async fn tidy(&self, leases: &Leases) {
        tidy::once(self, leases).await;
    }
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Photos: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list::summary))
        .routes(routes!(list::list))
        .routes(routes!(uploads::begin))
        .routes(routes!(uploads::state, uploads::piece, uploads::give_up))
        .routes(routes!(assign::assign))
        .routes(routes!(cameras::set))
        .routes(routes!(cameras::match_again))
        .routes(routes!(runner::by_bib))
        .routes(routes!(runner::by_public_id))
        .routes(routes!(removal::remove))
        .routes(routes!(removal::restore))
        .routes(routes!(removal::delete))
}

/// The key under which a visitor's address is stored: a hash with a secret of this installation, so that nobody can try addresses.
fn address_key(secret: &[u8], address: ClientAddress) -> String {
    crate::ids::sha256([secret, address.subject().as_bytes()].concat())
}
