//! The sitemap, robots.txt and the RSS feed of races.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use chrono::DateTime;
use core_wasm::site::noscript::{pages, race_path, results_path, summary};
use core_wasm::text;
use rss::extension::atom::{AtomExtension, Link};
use rss::{Category, Channel, Guid, Item};

use super::{Site, uid};
use crate::error::Result;
use crate::escape::escape;
use crate::http::answer::{FIVE_MINUTES, tagged};
use crate::race::store::{self, Stored};

/// How many races the feed has, the newest ones.
const FEED: usize = 50;

/// `GET /sitemap.xml`: the pages that search engines may list, and every race.
pub(super) async fn sitemap(State(site): State<Site>, request_headers: HeaderMap) -> Result<Response> {
    let (races, results) = site.db.read_public(|tx| Ok((store::listed(tx)?, crate::results::races(tx)?))).await?;
    let url = site.config.site_url();
    let newest = races.iter().map(|stored| stored.updated_at).max();
    let lists_races = |path: &str| matches!(path, "/" | "/races");
    let pages = pages().iter().map(|page| (page.path.to_owned(), newest.filter(|_| lists_races(page.path))));
    let races = races.iter().map(|stored| (race_path(&stored.race.name), Some(stored.updated_at)));
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let results = results.iter().map(|(race, at)| (results_path(race), Some(*at)));
    for (path, changed) in pages.chain(races).chain(results) {
        xml.push_str(&format!("<url><loc>{}</loc>", escape(&format!("{url}{path}"))));
        if let Some(at) = changed.and_then(DateTime::from_timestamp_millis) {
            xml.push_str(&format!("<lastmod>{}</lastmod>", at.format("%Y-%m-%dT%H:%M:%SZ")));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    Ok(tagged(&request_headers, "application/xml; charset=utf-8", FIVE_MINUTES, text::writable(&xml)))
}

/// `GET /robots.txt`
///
/// Crawlers that run the site's scripts may make the calls that its public pages make.
pub(super) async fn robots(State(site): State<Site>, request_headers: HeaderMap) -> Response {
    let text = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /api/race/\nAllow: /api/race-media/\nAllow: /api/getRace\nAllow: /api/live\nAllow: /api/leaderboard\nAllow: /api/results/\nAllow: /api/raceLeague\nAllow: /api/media/\n\
         Disallow: /EditRaces\nDisallow: /CreateRace\nDisallow: /AuditLog\nDisallow: /ResolveTickets\nDisallow: /Timing\n\n\
         Sitemap: {}/sitemap.xml\n",
        site.config.site_url()
    );
    tagged(&request_headers, "text/plain; charset=utf-8", FIVE_MINUTES, text)
}

/// `GET /feed.xml`: the newest races.
pub(super) async fn rss(State(site): State<Site>, request_headers: HeaderMap) -> Result<Response> {
    let mut races = site.db.read_public(store::listed).await?;
    // The newest first; the query returns the oldest first.
    races.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.id.cmp(&b.id)));
    let url = site.config.site_url();
    let named = site.core_site(&url);
    let mut channel = Channel::default();
    channel.set_title(format!("Races · {}", named.name));
    channel.set_link(format!("{url}/races"));
    channel.set_description(pages().first().map_or("", |home| home.description));
    channel.set_language(Some("en-us".to_owned()));
    channel.set_last_build_date(races.iter().map(|stored| stored.updated_at).max().and_then(mail_date));
    let mut itself = Link { href: format!("{url}/feed.xml"), rel: "self".into(), ..Link::default() };
    itself.set_mime_type(Some("application/rss+xml".to_owned()));
    let mut atom = AtomExtension::default();
    atom.set_links(vec![itself]);
    channel.set_atom_ext(Some(atom));
    channel.namespaces.insert("atom".into(), "http://www.w3.org/2005/Atom".into());
    channel.set_items(races.into_iter().take(FEED).map(|stored| item(stored, &url)).collect::<Vec<_>>());
    Ok(tagged(&request_headers, "application/rss+xml; charset=utf-8", FIVE_MINUTES, text::writable(&channel.to_string())))
}

fn item(stored: Stored, url: &str) -> Item {
    let race = stored.race;
    let mut item = Item::default();
    item.set_title(race.name.clone());
    item.set_link(format!("{url}{}", race_path(&race.name)));
    // Feed readers interpret a description as HTML.
    item.set_description(escape(&summary(&race)));
    item.set_guid(Guid { value: uid(&stored.id), permalink: false });
    item.set_pub_date(mail_date(stored.created_at));
    let names = race.distance_start_times.into_iter().map(|row| row.distance).filter(|name| !name.trim().is_empty());
    item.set_categories(names.map(|name| Category { name, domain: None }).collect::<Vec<_>>());
    item
}

/// A time in the format of RSS (RFC 2822).
fn mail_date(ms: i64) -> Option<String> {
    Some(DateTime::from_timestamp_millis(ms)?.to_rfc2822())
}
