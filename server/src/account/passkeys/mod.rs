//! Passkeys: a login without a password, and the second factor that a site can demand of its administrators (docs/decisions/0054).
//!
//! The rules and words are in the core, the cryptography in the crate `webauthn_rp`.

mod login;
mod own;
mod shapes;
mod store;
mod webauthn;

pub(super) use login::{PasskeyNeeded, needed};

use std::sync::Arc;

use axum::extract::FromRef;
use core_wasm::account::{Role, passkey as words};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Accounts;
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;

/// The calls of passkeys.
pub(super) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(own::list, own::add))
        .routes(routes!(own::options))
        .routes(routes!(own::remove))
        .routes(routes!(login::options))
        .routes(routes!(login::login))
}

/// Whether the site demands a passkey of accounts with this role: the setting `admin-passkeys` is `on`.
///
/// `account::Caller` reads the same setting in its own query.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn demanded(tx: &Tx<'_>, role: Role) -> Result<bool> {
    if !words::can_be_demanded(role) {
        return Ok(false);
    }
    let on = "SELECT count(*) FROM site_settings WHERE name = 'admin-passkeys' AND value = 'on'";
    Ok(tx.query_one(on, [], |row| row.get::<i64>(0))? > 0)
}
