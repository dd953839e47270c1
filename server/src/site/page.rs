//! The site's HTML page, with the status, the head and the readable body of the requested path.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use core_wasm::live::participant::Participant;
use core_wasm::race::{Image, Race, framing};
use core_wasm::results::certificate::Verified;
use core_wasm::results::leaderboard::ResultLine;
use core_wasm::site::noscript::{self, FirstRunners, LiveSearch, PageBody, ResultsPage, Subject};
use core_wasm::site::routes;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{Site, assets, html, picture, redirect};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, REVALIDATE, tagged};
use crate::http::headers::FramedBy;
use crate::live;
use crate::privacy::Eyes;
use crate::race::names;
use crate::race::store::{self, Stored};
use crate::words;

/// The page that is served when the site was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"application-name\" content=\"Splitline\"><title>Splitline</title></head>\
    <body><div id=\"root\"></div><h1>The site was not built</h1><p>Run <code>make build</code>. The API is at <a href=\"/api/docs\">/api/docs</a>.</p></body></html>";

/// The page by its file name: the service worker stores it and shows it for any page without a network.
const SHELL: &str = "/index.html";

/// The web app manifest: the installed site's name and icons.
const MANIFEST: &str = "/manifest.webmanifest";

/// How long a live page waits for its first runners. Only the first visitor of a very large field waits as long, which must be read first; on
/// a slow network the page without them would take much longer to show a runner.
const RUNNERS_WITHIN: Duration = Duration::from_secs(3);

/// What the database has for a path.
enum Found {
    Page,
    /// A page of one race that is the same for every race, and whether the race is hidden.
    PageOfRace(bool),
    /// The live results of a race for the frames of these origins, and whether the race is hidden.
    Embedded(Vec<String>, bool),
    Race(Box<Race>),
    Media(Box<Race>),
    Board(Box<(Race, Option<FirstRunners>, bool)>),
    /// The live page without the name of a race: the board of the race that is live.
    LiveBoard(Box<(Race, Option<FirstRunners>, bool)>),
    Runner(Box<(Race, Participant, LiveSearch)>),
    Result(Box<ResultLine>),
    Certificate(Box<Verified>),
    Results(Box<ResultsPage>),
    /// A profile that the viewer may see: its username.
    Profile(String),
    /// A race under a former name: the path of its page now, and whether it is hidden.
    Moved(String, bool),
    Missing,
}

/// Serves a file of the site, or its page.
pub(super) async fn site(State(site): State<Site>, viewer: Viewer, request: Request) -> Result<Response> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Error::say(StatusCode::METHOD_NOT_ALLOWED, words::METHOD));
    }
    let path = request.uri().path();
    if path == MANIFEST
        && let Some(manifest) = assets::text(MANIFEST.trim_start_matches('/'))
    {
        let manifest = with_name(&manifest, &site.config.site_name)?;
        return Ok(tagged(request.headers(), "application/manifest+json", REVALIDATE, manifest));
    }
    if let Some(file) = assets::answer(path.trim_start_matches('/'), request.headers()) {
        return Ok(file);
    }
    match page(&site, viewer, request.uri(), request.headers()).await {
        // The site's own code shows what it can: a live board goes on from memory, and what the browser has stored is there.
        Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => bare(&site, path, &error),
        page => page,
    }
}

/// The page at an address without anything from the database, which cannot be read now: for browsers as the page, for others as a refusal (503).
fn bare(site: &Site, path: &str, error: &Error) -> Result<Response> {
    let (url, now) = (site.config.site_url(), site.clock.now_ms());
    let named = site.core_site(&url);
    let head = noscript::head(path, Subject::Page, named, &picture::site_address(named), now);
    let words = html::PageContents { head: &head, reading: &PageBody::default(), calendar: None, photo: None };
    let html = html::write(&assets::page().unwrap_or(NOT_BUILT.into()), &site.config, &words)?;
    let mut response = error.copy().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(header::CONTENT_LENGTH);
    *response.body_mut() = html.into();
    Ok(response)
}

/// The page at an address, with what of it the database has.
async fn page(site: &Site, viewer: Viewer, uri: &Uri, headers: &HeaderMap) -> Result<Response> {
    let (path, query) = (uri.path(), uri.query().unwrap_or_default());
    let found = match find_board(site, &viewer, path, query).await? {
        Some(found) => found,
        None => find_page(site, viewer, uri).await?,
    };
    if let Found::Moved(to, hidden) = &found {
        return Ok(redirect(to, *hidden));
    }
    let missing = matches!(found, Found::Missing);
    let races = if missing || (path != SHELL && noscript::lists_races(path)) {
        site.db.read_public(store::listed).await?
    } else {
        Vec::new()
    };
    let races: Vec<Race> = races.into_iter().map(|stored| stored.race).collect();
    let subject = match &found {
        Found::Page | Found::PageOfRace(_) | Found::Embedded(..) | Found::LiveBoard(_) => Subject::Page,
        Found::Race(race) => Subject::Race(race),
        Found::Media(race) => Subject::Media(race),
        Found::Board(found) => Subject::Board(&found.0, found.1.as_ref(), found.2),
        Found::Runner(found) => Subject::Runner(&found.0, &found.1, &found.2),
        Found::Result(line) => Subject::Result(line),
        Found::Certificate(check) => Subject::Certificate(check),
        Found::Results(page) => Subject::Results(page),
        Found::Profile(username) => Subject::Profile(username),
        Found::Missing | Found::Moved(..) => Subject::Missing,
    };
    let url = site.config.site_url();
    let (named, now) = (site.core_site(&url), site.clock.now_ms());
    let (image, calendar) = match subject {
        Subject::Race(race) | Subject::Media(race) => {
            let path = noscript::race_path(&race.name);
            (picture::race_address(&url, race, now), Some(format!("{}.ics", path.replacen("/race/", "/calendar/", 1))))
        }
        Subject::Board(race, ..) => (picture::race_address(&url, race, now), None),
        Subject::Runner(race, runner, _) => (picture::runner_address(&url, race, runner), None),
        Subject::Result(line) => (picture::result_address(&url, line), None),
        Subject::Certificate(_) | Subject::Results(_) | Subject::Profile(_) | Subject::Page | Subject::Missing => {
            (picture::site_address(named), None)
        }
    };
    let calendar = calendar.filter(|_| matches!(subject, Subject::Race(_)));
    let head = noscript::head(path, subject, named, &image, now);
    let contents = match &found {
        Found::LiveBoard(found) => Subject::Board(&found.0, found.1.as_ref(), found.2),
        _ => subject,
    };
    let reading = if path == SHELL { PageBody::default() } else { noscript::page_body(path, contents, named, &races, now) };
    let photo = photo(&races, &reading);
    let page = assets::page().unwrap_or(NOT_BUILT.into());
    let words = html::PageContents { head: &head, reading: &reading, calendar: calendar.as_deref(), photo };
    let html = html::write(&page, &site.config, &words)?;
    // A missing page has no tag comparison: a match would turn its 404 into a 304.
    let empty = HeaderMap::new();
    let request_headers = if missing { &empty } else { headers };
    let hidden = match &found {
        // Who may see it depends on the viewer.
        Found::Profile(_) => true,
        Found::PageOfRace(hidden) | Found::Embedded(_, hidden) => *hidden,
        Found::Race(race) | Found::Media(race) => race.is_hidden.0,
        Found::Board(found) => found.0.is_hidden.0,
        Found::Runner(found) => found.0.is_hidden.0,
        Found::Page
        | Found::LiveBoard(_)
        | Found::Result(_)
        | Found::Certificate(_)
        | Found::Results(_)
        | Found::Moved(..)
        | Found::Missing => false,
    };
    let cache = if hidden { PRIVATE } else { REVALIDATE };
    let mut response = tagged(request_headers, "text/html; charset=utf-8", cache, html);
    if missing {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    if let Found::Embedded(origins, _) = found {
        response.extensions_mut().insert(FramedBy(origins));
    }
    Ok(response)
}

/// The built manifest with the name of this installation.
fn with_name(manifest: &str, site: &str) -> Result<String> {
    let mut manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(manifest)?;
    for key in ["name", "short_name"] {
        manifest.insert(key.into(), site.into());
    }
    Ok(serde_json::to_string(&manifest)?)
}

/// The picture of the race whose bib has a photo.
fn photo<'a>(races: &'a [Race], reading: &PageBody) -> Option<&'a Image> {
    let bib = reading.bib.as_ref().filter(|bib| bib.photo)?;
    races.iter().find(|race| race.name == bib.card.name)?.race_logo.as_ref()
}

/// The board that an address names, and the runner on it: `/liveRace?race=Spring%20Half&bib=101`; without a race that of the race that is
/// live. `None` for any other address, and for a race that this viewer may not see; an unknown bib gives the board alone.
async fn find_board(site: &Site, viewer: &Viewer, path: &str, query: &str) -> Result<Option<Found>> {
    if !path.trim_matches('/').eq_ignore_ascii_case("liverace") {
        return Ok(None);
    }
    let (mut name, mut bib, mut search) = (None, None, LiveSearch::default());
    for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match key.as_ref() {
            "race" => name = Some(value),
            // Both parameters name a runner; the site itself writes `bib`.
            "bib" | "runner" => bib = Some(value),
            other => search.set(other, &value),
        }
    }
    let Some(name) = name else {
        return if bib.is_none() { find_live_board(site, search).await } else { Ok(None) };
    };
    let (named, viewer) = (name.clone(), viewer.clone());
    let find = move |tx: &Tx<'_>| {
        let stored = names::find(tx, &named, &viewer)?;
        let has_results = stored.as_ref().map_or(Ok(false), |stored| crate::results::are_published(tx, &stored.id))?;
        Ok(stored.zip(Some(has_results)))
    };
    let Some((Stored { id, race, .. }, has_results)) = site.db.read_found(find).await? else { return Ok(None) };
    if names::is_former_name(&name, &race) {
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        let rest = pairs.filter(|(key, _)| key != "race").map(|(key, value)| {
            let write = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
            format!("&{}={}", write(&key), write(&value))
        });
        return Ok(Some(Found::Moved(noscript::board_path(&race.name) + &rest.collect::<String>(), race.is_hidden.0)));
    }
    let runner = match bib {
        Some(bib) => picture::runner_of(site, &id, bib).await?,
        None => None,
    };
    Ok(Some(match runner {
        Some(runner) => Found::Runner(Box::new((race, runner, search))),
        None => Found::Board(Box::new((race, first_runners(site, &id, search).await, has_results))),
    }))
}

/// The board of the race that is live, as the app shows it when the address names none.
async fn find_live_board(site: &Site, search: LiveSearch) -> Result<Option<Found>> {
    let Some(id) = live::first_live(&site.boards).await? else { return Ok(None) };
    let of = id.clone();
    let find = move |tx: &Tx<'_>| {
        let race = store::bare(tx, &of)?.filter(|stored| !stored.race.is_hidden.0);
        Ok((race.map(|bare| store::whole(tx, bare)).transpose()?, crate::results::are_published(tx, &of)?))
    };
    let (Some(Stored { race, .. }), has_results) = site.db.read_public(find).await? else { return Ok(None) };
    let first = first_runners(site, &id, search).await;
    Ok(Some(Found::LiveBoard(Box::new((race, first, has_results)))))
}

/// The first runners of a race; `None` when there are none within [`RUNNERS_WITHIN`]. The page is useful without them: the app loads them,
/// and says what is wrong.
async fn first_runners(site: &Site, race_id: &str, search: LiveSearch) -> Option<FirstRunners> {
    let first = tokio::time::timeout(RUNNERS_WITHIN, site.boards.first_runners(race_id, search)).await;
    first.ok().and_then(Result::ok).flatten()
}

async fn find_page(site: &Site, viewer: Viewer, address: &Uri) -> Result<Found> {
    let (path, query) = (address.path(), address.query().unwrap_or_default());
    if path == SHELL {
        return Ok(Found::Page);
    }
    if routes::status(path) != 200 {
        return Ok(Found::Missing);
    }
    let mut segments = path.trim_matches('/').split('/');
    if let [first, race, person] = segments.clone().collect::<Vec<_>>()[..]
        && first.eq_ignore_ascii_case("media")
    {
        let read = |segment: &str| percent_decode_str(segment).decode_utf8_lossy().into_owned();
        let (race, person) = (read(race), read(person));
        let line = site.db.read_found(move |tx| crate::results::line(tx, &race, &person)).await?;
        return Ok(line.map_or(Found::Missing, |line| Found::Result(Box::new(line))));
    }
    if let [first, code] = segments.clone().collect::<Vec<_>>()[..]
        && first.eq_ignore_ascii_case("verify")
    {
        let (certificates, code) = (site.certificates.clone(), code.to_owned());
        let check = site.db.read_public(move |tx| certificates.check(tx, &Eyes::Public, &code)).await?;
        return Ok(Found::Certificate(Box::new(check)));
    }
    if let [first, username] = segments.clone().collect::<Vec<_>>()[..]
        && first.eq_ignore_ascii_case("profile")
    {
        let username = percent_decode_str(username).decode_utf8_lossy().into_owned();
        let seen = site.db.read_found(move |tx| crate::profile::username_seen(tx, &viewer, &username)).await?;
        return Ok(seen.map_or(Found::Missing, Found::Profile));
    }
    if path.trim_matches('/').eq_ignore_ascii_case("results") {
        let address = address.clone();
        let page = site.db.read_public(move |tx| crate::results::first_page(tx, &address)).await?;
        return Ok(page.map_or(Found::Page, |page| Found::Results(Box::new(page))));
    }
    let Some(name) = routes::race_segment(path) else { return Ok(Found::Page) };
    let Ok(name) = percent_decode_str(name).decode_utf8() else { return Ok(Found::Missing) };
    let (named, asked) = (name.clone().into_owned(), name);
    if path.trim_start_matches('/').split('/').next().is_some_and(|first| first.eq_ignore_ascii_case("embed")) {
        let stored = site.db.read_found(move |tx| names::bare(tx, &named, &viewer)).await?;
        let embedded = stored.map(|stored| (framing::origins(&stored.race.live_sites), stored.race.is_hidden.0));
        let embedded = embedded.filter(|(origins, _)| !origins.is_empty());
        return Ok(embedded.map_or(Found::Missing, |(origins, hidden)| Found::Embedded(origins, hidden)));
    }
    if !segments.next().is_some_and(|first| first.eq_ignore_ascii_case("race")) {
        let race = site.db.read_found(move |tx| names::look_up(tx, &named, &viewer)).await?;
        return Ok(race.map_or(Found::Missing, |race| Found::PageOfRace(race.hidden)));
    }
    segments.next();
    let stored = site.db.read_found(move |tx| names::find(tx, &named, &viewer)).await?;
    Ok(match (stored, segments.next()) {
        (Some(stored), rest) if names::is_former_name(&asked, &stored.race) => {
            let rest = rest.map(|rest| format!("/{rest}")).unwrap_or_default();
            let query = if query.is_empty() { String::new() } else { format!("?{query}") };
            Found::Moved(format!("{}{rest}{query}", noscript::race_path(&stored.race.name)), stored.race.is_hidden.0)
        }
        (Some(stored), None) => Found::Race(Box::new(stored.race)),
        (Some(stored), Some(_)) => Found::Media(Box::new(stored.race)),
        (None, _) => Found::Missing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installed_site_has_the_companys_name() {
        let manifest =
            with_name(r#"{"name":"Splitline","short_name":"Splitline","start_url":"/home"}"#, "Shore \"Road\" Races").unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!((&manifest["name"], &manifest["start_url"]), (&"Shore \"Road\" Races".into(), &"/home".into()));
    }
}
