//! Serves the built site, and describes it for programs that do not run its scripts: search engines, chats that show a link's
//! picture, feed readers, calendars.
//!
//! Which paths exist, their status, titles and every sentence are decided in the core (`site::routes`, `site::noscript`); whether a
//! race exists is read from the database.

mod assets;
mod calendar;
mod feeds;
mod html;
mod page;
mod picture;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use core_wasm::race::failure::LoadKind;
use core_wasm::site::noscript;

use crate::account::{Accounts, Viewer};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::drawing::Drawings;
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, REVALIDATE};
use crate::ids::sha256;
use crate::live::Boards;
use crate::race::names;
use crate::race::store::Stored;
use crate::results::Certificates;

/// The state of the slice; cheap to clone.
#[derive(Clone)]
pub(crate) struct Site {
    db: Db,
    clock: Clock,
    config: Arc<Config>,
    boards: Boards,
    drawings: Drawings,
    certificates: Certificates,
}

impl Site {
    /// The slice's state; `drawings` draws its share pictures, `certificates` checks the codes in addresses.
    pub(crate) fn new(
        db: Db,
        clock: Clock,
        config: Arc<Config>,
        boards: Boards,
        drawings: Drawings,
        certificates: Certificates,
    ) -> Self {
        Self { db, clock, config, boards, drawings, certificates }
    }

    /// The site as a parameter of the core's functions; `url` is [`Config::site_url`].
    fn core_site<'a>(&'a self, url: &'a str) -> noscript::Site<'a> {
        noscript::Site { name: &self.config.site_name, url }
    }

    /// Returns the race that this viewer finds by a name, and its present name if that is another one.
    async fn find_race(&self, named: String, viewer: Viewer) -> Result<(Stored, Option<String>)> {
        let asked = named.clone();
        let found = self.db.read(move |tx| names::bare(tx, &named, &viewer)).await?;
        let stored = found.ok_or_else(|| Error::no_race(LoadKind::Race))?;
        let to = names::is_former_name(&asked, &stored.race).then(|| stored.race.name.clone());
        Ok((stored, to))
    }
}

/// A permanent id of a race in feeds and calendars, independent of its name. It is not the race's id, which is never published.
fn uid(race_id: &str) -> String {
    let hash = sha256(format!("feeds of race {race_id}"));
    format!("{}@splitline", hash.get(..32).unwrap_or(&hash))
}

/// The site's routes: everything but the API and the uploaded pictures.
pub(crate) fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Site: FromRef<S>,
{
    Router::new()
        .route("/sitemap.xml", get(feeds::sitemap))
        .route("/robots.txt", get(feeds::robots))
        .route("/feed.xml", get(feeds::rss))
        .route("/calendar.ics", get(calendar::all))
        .route("/calendar/{file}", get(calendar::one))
        .route("/og/site.png", get(picture::site))
        .route("/og/race/{file}", get(picture::race))
        .route("/og/runner/{race}/{file}", get(picture::runner))
        .route("/og/result/{race}/{file}", get(picture::result))
        .fallback(page::site)
}

/// Redirects to the address under a race's present name (301). Clients revalidate it each time, because another race may take the
/// old name. The redirect to a hidden race is for administrators only, so it is stored nowhere.
fn redirect(to: &str, hidden: bool) -> Response {
    let location = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/races"));
    let cache = if hidden { PRIVATE } else { REVALIDATE };
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}
