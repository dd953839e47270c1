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

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use core_wasm::race::failure::LoadKind;
use core_wasm::site::outside;

use crate::account::{Accounts, Viewer};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::{Error, Result};
use crate::http::answer::{ALWAYS_ASK, PRIVATE};
use crate::ids::sha256;
use crate::live::Boards;
use crate::race::names;
use crate::race::store::Stored;

use picture::Cards;

/// What the slice works with, its pictures among it; cheap to clone.
#[derive(Clone)]
pub(crate) struct Site {
    db: Db,
    clock: Clock,
    config: Arc<Config>,
    boards: Boards,
    cards: Cards,
}

impl Site {
    /// Starts the threads that draw.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub(crate) fn start(db: Db, clock: Clock, config: Arc<Config>, boards: Boards) -> Result<Self> {
        Ok(Self { db, clock, config, boards, cards: Cards::start()? })
    }

    /// The site as the core's functions want it; `url` is [`Config::site_url`].
    fn named<'a>(&'a self, url: &'a str) -> outside::Site<'a> {
        outside::Site { name: &self.config.site_name, url }
    }

    /// The race that a viewer means by a name, and the name that it has now where that is another one.
    async fn shown(&self, named: String, viewer: Viewer) -> Result<(Stored, Option<String>)> {
        let asked = named.clone();
        let found = self.db.read(move |tx| names::bare(tx, &named, &viewer)).await?;
        let stored = found.ok_or_else(|| Error::no_race(LoadKind::Race))?;
        let to = names::has_moved(&asked, &stored.race).then(|| stored.race.name.clone());
        Ok((stored, to))
    }
}

/// Names a race in feeds and calendars for ever, whatever it is called; not its id, which never travels.
fn uid(race_id: &str) -> String {
    let hash = sha256(format!("feeds of race {race_id}"));
    format!("{}@splitline", hash.get(..32).unwrap_or(&hash))
}

/// The site's routes: all that is neither the API nor an uploaded picture.
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
        .fallback(page::site)
}

/// To a race's address under its name of now (301). Asked for again each time: another race may take the old name.
/// The way to a hidden race is for administrators alone, so it is kept nowhere.
fn moved(to: &str, hidden: bool) -> Response {
    let location = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/races"));
    let cache = if hidden { PRIVATE } else { ALWAYS_ASK };
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}
