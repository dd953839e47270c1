//! The table of providers that may serve a frame (DESIGN §3).

use super::EmbedKind::{self, Course, Gallery, Map, RaceMap, Video};
use super::address::{Address, not_https};
use super::markup::{self, Pasted};
use crate::error::CoreError;

struct Provider {
    name: &'static str,
    kinds: &'static [EmbedKind],
    /// The hosts of the pasted addresses of this provider; `*.` stands for one or more labels.
    hosts: &'static [&'static str],
    /// The page to show for an address on one of the hosts; `None` when that page can't be shown in a frame.
    page: fn(&Address) -> Option<String>,
    /// The sources in the page's content security policy. A path that ends with a slash includes everything below it.
    sources: &'static [&'static str],
    /// The hosts of the scripts that follow a frame in the provider's embed code. The scripts are removed, never run.
    scripts: &'static [&'static str],
    /// Instructions for copying a link or code that can be shown.
    steps: &'static str,
}

/// Hosts of short links, which redirect to a provider's pages; the addresses don't contain the target.
const SHORT_LINKS: [(&str, &str); 4] =
    [("maps.app.goo.gl", "Google Maps"), ("goo.gl", "Google Maps"), ("strava.app.link", "Strava"), ("flic.kr", "Flickr")];

const PLACES: &[EmbedKind] = &[Map, Course, RaceMap];
const ROUTES: &[EmbedKind] = &[Course, RaceMap];

const PROVIDERS: &[Provider] = &[
    Provider {
        name: "Google Maps",
        kinds: PLACES,
        hosts: &["www.google.com", "maps.google.com"],
        page: google_maps,
        sources: &[
            "https://www.google.com/maps",
            "https://www.google.com/maps/",
            "https://maps.google.com/maps",
            "https://maps.google.com/maps/",
        ],
        scripts: &[],
        steps: "On a computer, open the map in Google Maps, choose Share, then Embed a map, then Copy HTML, and paste that here.",
    },
    Provider {
        name: "RideWithGPS",
        kinds: ROUTES,
        hosts: &["ridewithgps.com", "www.ridewithgps.com"],
        page: ride_with_gps,
        sources: &["https://ridewithgps.com/embeds", "https://ridewithgps.com/embeds/"],
        scripts: &[],
        steps: "Open the route, choose Share, then Embed, and paste that code, or paste the route's address.",
    },
    Provider {
        name: "plotaroute",
        kinds: ROUTES,
        hosts: &["www.plotaroute.com", "plotaroute.com"],
        page: plotaroute,
        sources: &["https://www.plotaroute.com/embedmap/"],
        scripts: &[],
        steps: "Open the route, choose Embed, and paste that code, or paste the route's address.",
    },
    Provider {
        name: "MapMyRun",
        kinds: ROUTES,
        hosts: &["www.mapmyrun.com", "mapmyrun.com", "snippets.mapmycdn.com"],
        page: map_my_run,
        sources: &["https://www.mapmyrun.com/routes/", "https://snippets.mapmycdn.com/routes/"],
        scripts: &[],
        steps: "Open the route, choose Share, then Embed, and paste that code, or paste the route's address.",
    },
    Provider {
        name: "Strava",
        kinds: ROUTES,
        hosts: &["www.strava.com", "strava.com", "strava-embeds.com"],
        page: strava,
        sources: &["https://www.strava.com/activities/", "https://www.strava.com/segments/", "https://strava-embeds.com/"],
        scripts: &["strava-embeds.com"],
        steps: "Open the route or activity on strava.com, choose Share, then Embed, and paste all of that code, or paste the page's address.",
    },
    Provider {
        name: "OnTheGoMap",
        kinds: ROUTES,
        hosts: &["onthegomap.com", "www.onthegomap.com"],
        page: on_the_go_map,
        sources: &["https://onthegomap.com/s/"],
        scripts: &[],
        steps: "Open the route, choose Share, and paste the link, which begins with onthegomap.com/s/.",
    },
    Provider {
        name: "YouTube",
        kinds: &[Video],
        hosts: &[
            "www.youtube.com",
            "youtube.com",
            "m.youtube.com",
            "youtu.be",
            "www.youtube-nocookie.com",
            "youtube-nocookie.com",
        ],
        page: youtube,
        sources: &["https://www.youtube-nocookie.com/embed/"],
        scripts: &[],
        steps: "Open the video, choose Share, and paste its link. For the live stream of a channel, paste youtube.com/channel/ID/live with the channel's ID: on the channel's page choose More, then Share channel, then Copy channel ID.",
    },
    Provider {
        name: "Vimeo",
        kinds: &[Video],
        hosts: &["vimeo.com", "www.vimeo.com", "player.vimeo.com"],
        page: vimeo,
        sources: &["https://player.vimeo.com/video/", "https://vimeo.com/event/"],
        scripts: &["player.vimeo.com"],
        steps: "Open the video, choose Share, and paste its link or its embed code.",
    },
    Provider {
        name: "SmugMug",
        kinds: &[Gallery],
        hosts: &["*.smugmug.com"],
        page: smug_mug,
        sources: &["https://*.smugmug.com"],
        scripts: &["*.smugmug.com"],
        steps: "Open the gallery, choose Share, then Embed, then Slideshow, and paste that code, or paste the gallery's address.",
    },
    Provider {
        name: "Flickr",
        kinds: &[Gallery],
        hosts: &["www.flickr.com", "flickr.com", "embedr.flickr.com"],
        page: flickr,
        sources: &["https://www.flickr.com/photos/", "https://embedr.flickr.com/photos/", "https://embedr.flickr.com/photosets/"],
        scripts: &["embedr.flickr.com", "widgets.flickr.com"],
        steps: "Open the album or the photo, choose Share, then Embed, and paste all of that code, or paste the page's address.",
    },
];

/// Returns the provider's name and the page to show, or the error that the page can't be shown.
pub(super) fn admit(kind: EmbedKind, address: &Address, extra_hosts: &[String]) -> Result<(String, String), CoreError> {
    if let Some(provider) = of(kind, &address.host) {
        let wrong = || refusal("wrong_page", &["This page of ", provider.name, " can't be shown in a frame. ", provider.steps]);
        return Ok((provider.name.into(), (provider.page)(address).ok_or_else(wrong)?));
    }
    if clean(extra_hosts).any(|host| fits(&host, &address.host)) {
        return if address.secure { Ok((address.host.clone(), address.url())) } else { Err(not_https()) };
    }
    if let Some(provider) = short_for(kind, &address.host) {
        let parts = ["A short link of ", provider.name, " can't be shown in a frame. ", provider.steps];
        return Err(refusal("short_link", &parts));
    }
    let names: Vec<&str> = PROVIDERS.iter().filter(|p| p.kinds.contains(&kind)).map(|p| p.name).collect();
    Err(CoreError::new(
        "unknown_provider",
        format!("Frames from {} can't be shown. Known here: {}.", address.host, names.join(", ")),
    ))
}

/// Whether a script in a provider's embed code is from that provider.
pub(super) fn is_own_script(provider: &str, script: &str) -> bool {
    let Ok(address) = Address::parse(script) else { return false };
    PROVIDERS.iter().any(|p| p.name == provider && p.scripts.iter().any(|host| fits(host, &address.host)))
}

/// The error for markup without a frame: how to copy the right code when the provider is recognised.
pub(super) fn without_frame(kind: EmbedKind, pasted: &Pasted) -> CoreError {
    let foreign = |script: &String| !PROVIDERS.iter().any(|p| is_own_script(p.name, script));
    if pasted.scripts.iter().any(foreign) {
        return markup::script();
    }
    let mut addresses = pasted.scripts.iter().chain(&pasted.others).filter_map(|text| Address::parse(text).ok());
    match addresses.find_map(|address| of(kind, &address.host)) {
        Some(provider) => refusal("no_frame", &["This code of ", provider.name, " holds no frame. ", provider.steps]),
        None => markup::no_frame(),
    }
}

fn refusal(code: &str, parts: &[&str]) -> CoreError {
    CoreError::new(code, parts.concat())
}

/// The provider that serves frames of this kind from this host.
fn of(kind: EmbedKind, host: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|p| p.kinds.contains(&kind) && p.hosts.iter().any(|pattern| fits(pattern, host)))
}

/// The provider of the short links on this host.
fn short_for(kind: EmbedKind, host: &str) -> Option<&'static Provider> {
    let (_, name) = SHORT_LINKS.iter().find(|(short, _)| *short == host)?;
    PROVIDERS.iter().find(|p| p.name == *name && p.kinds.contains(&kind))
}

/// The sources for `frame-src` of the page's content security policy: the table's, and those of the added hosts.
pub fn frame_sources(extra_hosts: &[String]) -> Vec<String> {
    let table = PROVIDERS.iter().flat_map(|p| p.sources).map(|source| (*source).to_owned());
    table.chain(clean(extra_hosts).map(|host| format!("https://{host}"))).collect()
}

/// The valid ones of the added hosts: letters, digits, dots and hyphens, optionally after `*.`.
fn clean(extra_hosts: &[String]) -> impl Iterator<Item = String> {
    extra_hosts.iter().map(|host| host.trim().to_ascii_lowercase()).filter(|host| {
        let name = host.strip_prefix("*.").unwrap_or(host);
        name.contains('.') && name.split('.').all(|l| !l.is_empty() && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
    })
}

fn fits(pattern: &str, host: &str) -> bool {
    match pattern.strip_prefix("*.") {
        Some(parent) => host.strip_suffix(parent).is_some_and(|labels| labels.len() > 1 && labels.ends_with('.')),
        None => pattern == host,
    }
}

/// Whether a text may be a provider's id: an id can't end its path or start a query.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn is_number(text: &str) -> bool {
    is_id(text) && text.bytes().all(|b| b.is_ascii_digit())
}

fn google_maps(address: &Address) -> Option<String> {
    match address.segments().as_slice() {
        ["maps"] if address.query_value("output") == Some("embed") => Some(address.url()),
        ["maps", "embed", ..] | ["maps", "d", "embed"] | ["maps", "d", "u", _, "embed"] => Some(address.url()),
        // The address in the address bar of a map made with My Maps.
        ["maps", "d", "viewer" | "edit"] | ["maps", "d", "u", _, "viewer" | "edit"] => {
            let mid = address.query_value("mid").filter(|mid| is_id(mid))?;
            Some(format!("https://www.google.com/maps/d/embed?mid={mid}"))
        }
        _ => None,
    }
}

fn ride_with_gps(address: &Address) -> Option<String> {
    match address.segments().as_slice() {
        ["embeds", ..] => Some(Address { host: "ridewithgps.com".into(), ..address.clone() }.url()),
        ["routes", id, ..] if is_number(id) => Some(format!("https://ridewithgps.com/embeds?type=route&id={id}")),
        ["trips", id, ..] if is_number(id) => Some(format!("https://ridewithgps.com/embeds?type=trip&id={id}")),
        _ => None,
    }
}

fn plotaroute(address: &Address) -> Option<String> {
    match address.segments().as_slice() {
        ["embedmap", id] if is_number(id) => Some(Address { host: "www.plotaroute.com".into(), ..address.clone() }.url()),
        ["route" | "map", id, ..] if is_number(id) => Some(format!("https://www.plotaroute.com/embedmap/{id}")),
        _ => None,
    }
}

fn map_my_run(address: &Address) -> Option<String> {
    match address.segments().as_slice() {
        ["routes", "view", "embedded", ..] | ["routes", "embedded", ..] => {
            let host = if address.host == "snippets.mapmycdn.com" { "snippets.mapmycdn.com" } else { "www.mapmyrun.com" };
            Some(Address { host: host.into(), ..address.clone() }.url())
        }
        ["routes", "view", id] if is_number(id) => Some(format!("https://snippets.mapmycdn.com/routes/view/embedded/{id}")),
        _ => None,
    }
}

fn strava(address: &Address) -> Option<String> {
    let own = address.host != "strava-embeds.com";
    match address.segments().as_slice() {
        ["activities" | "segments", id, "embed", ..] if own && is_number(id) => {
            Some(Address { host: "www.strava.com".into(), ..address.clone() }.url())
        }
        ["routes", id] if own && is_number(id) => Some(format!("https://strava-embeds.com/route/{id}")),
        ["activities", id] if own && is_number(id) => Some(format!("https://strava-embeds.com/activity/{id}")),
        ["segments", id] if own && is_number(id) => Some(format!("https://strava-embeds.com/segment/{id}")),
        ["route" | "activity" | "segment", id] if !own && is_number(id) => Some(address.url()),
        _ => None,
    }
}

fn on_the_go_map(address: &Address) -> Option<String> {
    match address.segments().as_slice() {
        ["s", id] if is_id(id) => Some(Address { host: "onthegomap.com".into(), ..address.clone() }.url()),
        _ => None,
    }
}

/// Watch, embed, short, live and shorts links (SPEC §5), on the host that sets no cookie before a visitor plays the video. A
/// channel's live stream is whatever the channel sends at that time; a channel that is given by its handle alone has no frame.
fn youtube(address: &Address) -> Option<String> {
    let short = address.host == "youtu.be";
    let query = |key| address.query_value(key).filter(|id| is_id(id));
    let page = match address.segments().as_slice() {
        [id] if short && is_id(id) => (*id).to_owned(),
        ["watch"] if !short => query("v")?.to_owned(),
        ["channel", channel, "live"] if !short && is_id(channel) => format!("live_stream?channel={channel}"),
        ["embed", "live_stream"] if !short => format!("live_stream?channel={}", query("channel")?),
        ["embed", "videoseries"] if !short => format!("videoseries?list={}", query("list")?),
        ["embed" | "live" | "shorts" | "v", id] if !short && is_id(id) => (*id).to_owned(),
        _ => return None,
    };
    Some(["https://www.youtube-nocookie.com/embed/", &page].concat())
}

fn vimeo(address: &Address) -> Option<String> {
    let hash = |hash: &str| if is_id(hash) { format!("?h={hash}") } else { String::new() };
    match address.segments().as_slice() {
        ["video", id] if address.host == "player.vimeo.com" && is_number(id) => {
            Some(format!("https://player.vimeo.com/video/{id}{}", hash(address.query_value("h").unwrap_or_default())))
        }
        // The address of a private event has a secret after its number.
        ["event", id, "embed", secret] if is_number(id) && is_id(secret) => {
            Some(format!("https://vimeo.com/event/{id}/embed/{secret}"))
        }
        ["event", id, ..] if is_number(id) => Some(format!("https://vimeo.com/event/{id}/embed")),
        [id] if is_number(id) => Some(format!("https://player.vimeo.com/video/{id}")),
        [id, secret] if is_number(id) && is_id(secret) => Some(format!("https://player.vimeo.com/video/{id}{}", hash(secret))),
        _ => None,
    }
}

fn smug_mug(address: &Address) -> Option<String> {
    // A gallery can have any path under its owner's host; the pages of SmugMug itself are not galleries.
    let own = ["www.", "api.", "secure.", "help.", "news."].iter().any(|name| address.host.starts_with(name));
    (!own && !address.segments().is_empty()).then(|| address.url())
}

/// Flickr's own pages refuse to be framed; the pages of its player and of its embed code allow it, and need a size.
fn flickr(address: &Address) -> Option<String> {
    let embed = |list: &str, id: &str| format!("https://embedr.flickr.com/{list}/{id}?width=1024&height=683");
    match address.segments().as_slice() {
        ["photos" | "photosets", id] if address.host == "embedr.flickr.com" && is_number(id) => Some(address.url()),
        _ if address.host == "embedr.flickr.com" => None,
        ["photos", _, .., "player"] => Some(Address { host: "www.flickr.com".into(), ..address.clone() }.url()),
        ["photos", _, "albums" | "sets", id, ..] if is_number(id) => Some(embed("photosets", id)),
        ["photos", _, id, ..] if is_number(id) => Some(embed("photos", id)),
        _ => None,
    }
}
