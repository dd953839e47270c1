//! Races as visitors read them. What a record means, and every sentence about a missing race, is decided in the core.

mod by_admin;
pub(crate) mod names;
mod pictures;
mod read;
pub mod store;
mod version;

pub(crate) use by_admin::{ByAdmin, ByTimer, named};
pub use pictures::{Kind, PictureFormat};
pub(crate) use pictures::{convert, hashes};
pub(crate) use read::Races;
pub(crate) use version::{version, versions};

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::db::Db;

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Races: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(read::race_dates))
        .routes(routes!(read::race_cards))
        .routes(routes!(read::all_page_races))
        .routes(routes!(read::all_race_pages))
        .routes(routes!(read::race))
        .routes(routes!(read::race_media))
}
