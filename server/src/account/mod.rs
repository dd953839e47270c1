//! Accounts: login, sessions, passwords, and the first administrator.
//!
//! The rules of the login form, the roles and the texts are in the core.

mod accounts;
pub mod admin;
mod caller;
mod change_email;
mod change_password;
pub(crate) mod codes;
mod device;
pub(crate) mod letters;
mod login;
mod passkeys;
pub mod password;
pub(crate) mod present_password;
mod privacy;
mod profile;
mod reset;
mod sessions;
pub mod store;
pub mod token;

pub use accounts::Accounts;
pub use caller::{Admin, Caller, Timer};
pub(crate) use caller::{MEANT, Viewer, is_meant};
pub(crate) use device::Device;
pub(crate) use login::Said;
pub(crate) use passkeys::demanded;
pub(crate) use profile::refuse_too_many;
pub(crate) use reset::write_letters;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::images::Images;

/// The call that takes a picture, whose body is larger than that of a form.
pub fn pictures<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Images: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(profile::set_picture, profile::remove_picture))
}

/// The slice's other calls.
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
        .routes(routes!(reset::check_link))
        .routes(routes!(reset::reset_password))
        .routes(routes!(profile::profile, profile::change))
        .routes(routes!(change_password::change_password))
        .routes(routes!(change_email::begin, change_email::prove, change_email::give_up))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end_one))
        .routes(routes!(privacy::update_privacy))
        .merge(passkeys::router())
}
