//! Accounts: login, sessions, passwords, and the first administrator.
//!
//! The rules of the login form, the roles and the texts are in the core.

mod accounts;
pub mod admin;
mod caller;
mod device;
mod login;
pub mod password;
mod privacy;
mod profile;
mod reset;
pub mod store;
pub mod token;

pub use accounts::Accounts;
pub(crate) use caller::Viewer;
pub use caller::{Admin, Caller, Timer};
pub(crate) use device::Device;
pub(crate) use login::Said;
pub(crate) use reset::write_letters;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;

/// The slice's calls.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(login::logout))
        .routes(routes!(login::check_login))
        .routes(routes!(reset::forgot_password))
        .routes(routes!(reset::reset_password))
        .routes(routes!(profile::profile))
        .routes(routes!(privacy::update_privacy))
}
