//! Who has which role, and invitations to a role (docs/decisions/0055). The rules and the words are in the core.

mod accept;
mod invitations;
mod list;
mod policy;
mod role;
mod store;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::config::Config;

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(role::set))
        .routes(routes!(role::end_sessions))
        .routes(routes!(policy::set))
        .routes(routes!(invitations::list, invitations::invite))
        .routes(routes!(invitations::revoke))
        .routes(routes!(accept::look))
        .routes(routes!(accept::accept))
}
