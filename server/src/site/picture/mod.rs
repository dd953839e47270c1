//! Share pictures: a race as a bib, 1200 × 630 pixels, drawn at the first request and cached.

mod draw;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use core_wasm::live::participant::Participant;
use core_wasm::race::Race;
use core_wasm::race::failure::LoadKind;
use core_wasm::results::leaderboard::ResultLine;
use core_wasm::site::noscript::{self, ShareCard};

use super::{Site, redirect};
use crate::account::Viewer;
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, REVALIDATE, has_tag, with_tag};
use crate::http::extract::Path;
use crate::ids::sha256;
use crate::race::store::Stored;

/// Must be increased when the drawing changes, so that clients do not use stored old pictures.
const DRAWING_VERSION: u32 = 2;
/// A shared address contains the picture's version, so it may be stored; chats fetch it only once anyway.
const CACHE: &str = "public, max-age=3600";

/// `GET /og/race/{RaceName}.png`
pub(super) async fn race(
    State(site): State<Site>,
    viewer: Viewer,
    request_headers: HeaderMap,
    Path(file): Path<String>,
) -> Result<Response> {
    let missing = || Error::no_race(LoadKind::Race);
    let name = file.strip_suffix(".png").ok_or_else(missing)?.to_owned();
    let (Stored { race, .. }, to) = site.find_race(name, viewer).await?;
    if let Some(to) = to {
        return Ok(redirect(&format!("/og{}.png", noscript::race_path(&to)), race.is_hidden.0));
    }
    let cache = if race.is_hidden.0 { PRIVATE } else { CACHE };
    answer(&site, &request_headers, noscript::share_card(&race, site.clock.now_ms()), cache).await
}

/// `GET /og/runner/{RaceName}/{bib}.png`: the runner's present state on the live board.
pub(super) async fn runner(
    State(site): State<Site>,
    viewer: Viewer,
    request_headers: HeaderMap,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response> {
    let missing = || Error::no_race(LoadKind::Race);
    let bib = file.strip_suffix(".png").ok_or_else(missing)?.to_owned();
    let (Stored { id, race, .. }, to) = site.find_race(name, viewer).await?;
    if let Some(to) = to {
        return Ok(redirect(&runner_path(&to, &bib), race.is_hidden.0));
    }
    let runner = runner_of(&site, &id, bib).await?.ok_or_else(missing)?;
    let cache = if race.is_hidden.0 { PRIVATE } else { REVALIDATE };
    answer(&site, &request_headers, noscript::runner_card(&runner), cache).await
}

/// Returns the runner with this bib on the board of the race with this id; `None` when there is no such runner, or the race is not
/// timed.
pub(super) async fn runner_of(site: &Site, race_id: &str, bib: String) -> Result<Option<Participant>> {
    match site.boards.read_field(race_id, move |field| field.participant(bib.trim())).await {
        Err(error) if error.status() == StatusCode::NOT_FOUND => Ok(None),
        found => found,
    }
}

/// `GET /og/result/{raceID}/{publicID}.png`: a published result.
pub(super) async fn result(
    State(site): State<Site>,
    request_headers: HeaderMap,
    Path((race, file)): Path<(String, String)>,
) -> Result<Response> {
    let missing = || Error::no_race(LoadKind::Race);
    let person = file.strip_suffix(".png").ok_or_else(missing)?.to_owned();
    let line = site.db.read(move |tx| crate::results::line(tx, &race, &person)).await?.ok_or_else(missing)?;
    answer(&site, &request_headers, noscript::result_card(&line), REVALIDATE).await
}

/// `GET /og/site.png`
pub(super) async fn site(State(site): State<Site>, request_headers: HeaderMap) -> Result<Response> {
    let url = site.config.site_url();
    answer(&site, &request_headers, noscript::site_card(site.core_site(&url)), CACHE).await
}

async fn answer(site: &Site, request_headers: &HeaderMap, sheet: ShareCard, cache: &'static str) -> Result<Response> {
    let tag = tag(&sheet);
    let bytes =
        if has_tag(request_headers, &tag) { Bytes::new() } else { site.drawings.get(&tag, move || draw::png(&sheet)).await? };
    let mut response = with_tag(request_headers, &tag, "image/png", cache, bytes);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    // Chats and search pages of other sites embed it.
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    Ok(response)
}

/// The full address of a race's picture, with its version.
pub(super) fn race_address(url: &str, race: &Race, now_ms: i64) -> String {
    let path = noscript::race_path(&race.name);
    format!("{url}/og{path}.png?v={}", version(&noscript::share_card(race, now_ms)))
}

/// The same for the picture of a runner.
pub(super) fn runner_address(url: &str, race: &Race, runner: &Participant) -> String {
    format!("{url}{}?v={}", runner_path(&race.name, &runner.bib), version(&noscript::runner_card(runner)))
}

/// The same for the picture of a published result.
pub(super) fn result_address(url: &str, line: &ResultLine) -> String {
    let path = noscript::result_path(line).replacen("/media/", "/og/result/", 1);
    format!("{url}{path}.png?v={}", version(&noscript::result_card(line)))
}

fn runner_path(race: &str, bib: &str) -> String {
    let path = noscript::race_path(race).replacen("/race/", "/og/runner/", 1);
    let bib = percent_encoding::utf8_percent_encode(bib, percent_encoding::NON_ALPHANUMERIC);
    format!("{path}/{bib}.png")
}

/// The same for the site's picture.
pub(super) fn site_address(site: noscript::Site<'_>) -> String {
    format!("{}/og/site.png?v={}", site.url, version(&noscript::site_card(site)))
}

fn version(sheet: &ShareCard) -> String {
    tag(sheet).chars().take(8).collect()
}

/// The picture's tag: a hash of everything on it.
fn tag(sheet: &ShareCard) -> String {
    sha256(format!("{DRAWING_VERSION} {sheet:?}")).chars().take(32).collect()
}
