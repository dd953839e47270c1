//! Accounts: who may log in, sessions, passwords, and the first administrator.
//!
//! The guard's rules, the roles and the words are the core's.

pub mod admin;
mod caller;
mod login;
pub mod password;
mod privacy;
mod profile;
mod reset;
pub mod store;
pub(crate) mod throttle;
pub mod token;

pub(crate) use caller::Viewer;
pub use caller::{Admin, Caller};
pub(crate) use reset::write_letters;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

/// The slice's calls.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(login::logout))
        .routes(routes!(login::check_login))
        .routes(routes!(reset::forgot_password))
        .routes(routes!(reset::reset_password))
        .routes(routes!(profile::profile))
        .routes(routes!(privacy::update_privacy))
}
