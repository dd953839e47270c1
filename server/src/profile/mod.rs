//! My Profile and the visiting profile: an account's results, bests, achievements and coming races, and the offers of later results. What
//! they amount to, and the words, are in the core.

mod coming;
mod offers;
mod own;
mod person;
mod visiting;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::config::Config;
use crate::results::Results;

pub(crate) use offers::write_letters;
pub(crate) use visiting::username_seen;

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(own::my_results))
        .routes(routes!(own::claim))
        .routes(routes!(own::set_title))
        .routes(routes!(visiting::profile))
}
