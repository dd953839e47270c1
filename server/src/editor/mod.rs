//! Making and deleting race pages: administrators only, checked before a body is read.
//!
//! The form, its defaults, its checks and every word of them are the core's.

mod create;
mod delete;
mod upload;

pub(crate) use create::make;
pub(crate) use upload::Uploaded;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::http::UPLOAD_LIMIT;

/// The slice's calls.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::create_page))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(delete::delete_page))
}
