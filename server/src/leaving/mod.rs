//! Taking one's data along, and deleting an account (docs/decisions/0057).

mod announcements;
mod due;
mod export;
mod person;
mod removal;
mod rows;
mod tickets;

pub(crate) use due::settle;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::config::Config;
use crate::http::unread::UnreadBudget;

/// When the accounts last took their data along; cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Exports(Arc<Mutex<HashMap<String, export::Last>>>);

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Config>: FromRef<S>,
    Exports: FromRef<S>,
    UnreadBudget: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(export::export)).routes(routes!(removal::delete)).routes(routes!(tickets::picture))
}
