//! The built site, served from inside the program, and what the server says of it to those who do not run it: search
//! engines, chats that show a link's picture, feed readers, calendars.
//!
//! Which paths exist, their status, titles and every word are the core's (`site::routes`, `site::outside`); whether a race
//! exists, the database says.

mod assets;
mod calendar;
mod feeds;
mod html;
mod page;
mod picture;
mod store;

pub use assets::Assets;
pub use picture::Cards;

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use core_wasm::site::outside::Site;

use crate::app::App;
use crate::http::answer::ALWAYS_ASK;
use crate::race::read::PRIVATE;

/// The site's routes: all that is neither the API nor an uploaded picture.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/sitemap.xml", get(feeds::sitemap))
        .route("/robots.txt", get(feeds::robots))
        .route("/feed.xml", get(feeds::rss))
        .route("/calendar.ics", get(calendar::all))
        .route("/calendar/{file}", get(calendar::one))
        .route("/og/site.png", get(picture::site))
        .route("/og/race/{file}", get(picture::race))
        .route("/og/runner/{race}/{file}", get(picture::runner))
        .fallback(page::site)
}

/// To a race's address under its name of now (301). Asked for again each time: another race may take the old name.
/// The way to a hidden race is told to administrators alone, so it is kept nowhere.
fn moved(to: &str, hidden: bool) -> Response {
    let location = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/races"));
    let cache = if hidden { PRIVATE } else { ALWAYS_ASK };
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}

/// The site as the core's functions want it; `url` is [`crate::config::Config::site_url`].
fn seen<'a>(app: &'a App, url: &'a str) -> Site<'a> {
    Site { name: &app.config().site_name, url }
}
