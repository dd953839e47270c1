//! A page's HTML: what the core says of it, escaped and put into the built page.
//!
//! Everything written here is marked `data-server`: the app takes the head's tags out as soon as a visitor goes on to
//! another page, and puts its own body in the place of this one when it starts.

use std::fmt::Write as _;

use core_wasm::race::distance::DistanceTone;
use core_wasm::race::{Image, picture};
use core_wasm::site::consent;
use core_wasm::site::outside::{Bib, Block, Claim, Head, Inline, Reading, Slot, Step, Text, social_kind};
use serde::Serialize;
use serde_json::Value;

use crate::config::Config;

/// What the site's scripts need to know of the installation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Settings<'a> {
    site_name: &'a str,
    public_url: String,
    embed_hosts: &'a [String],
    geocoder_url: &'a str,
    forecast_url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    analytics_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<&'a str>,
    social: Vec<Social<'a>>,
}

#[derive(Serialize)]
struct Social<'a> {
    kind: String,
    url: &'a str,
}

/// What a page is written from.
pub(super) struct Words<'a> {
    /// For its head.
    pub(super) head: &'a Head,
    /// For its body.
    pub(super) reading: &'a Reading,
    /// The path of the race's own calendar file.
    pub(super) calendar: Option<&'a str>,
    /// What is printed across the bib, where it has a photo.
    pub(super) photo: Option<&'a Image>,
}

/// Puts a head and a body into the built page.
pub(super) fn write(page: &str, config: &Config, words: &Words<'_>) -> String {
    let Words { head, reading, calendar, photo } = *words;
    let mut html = page.to_owned();
    replace_between(&mut html, "<title>", "</title>", &escape(&head.title));
    replace_between(&mut html, "<meta name=\"application-name\" content=\"", "\"", &escape(&config.site_name));
    cut_tag(&mut html, "<meta name=\"description\"");
    html = html.replacen("</head>", &format!("{}</head>", head_tags(config, head, calendar)), 1);
    html.replacen("<div id=\"root\">", &format!("<div id=\"root\">{}", body(config, reading, photo)), 1)
}

fn head_tags(config: &Config, head: &Head, calendar: Option<&str>) -> String {
    let mut tags = String::new();
    let settings = Settings {
        site_name: &config.site_name,
        public_url: config.site_url(),
        embed_hosts: &config.embed_hosts,
        geocoder_url: config.geocoding_url.as_str(),
        forecast_url: config.forecast_url.as_str(),
        analytics_url: config.analytics_url.as_ref().map(url::Url::as_str),
        contact: config.contact.as_deref(),
        social: config
            .social
            .iter()
            .map(|url| Social { kind: social_kind(url.host_str().unwrap_or_default()), url: url.as_str() })
            .collect(),
    };
    let settings = serde_json::to_string(&settings).unwrap_or_default();
    // Not of one page but of the installation, so without the mark.
    let _ = writeln!(tags, "<meta name=\"splitline-site\" content=\"{}\">", escape(&settings));
    let feeds =
        [("application/rss+xml", "/feed.xml", "Races as they are announced"), ("text/calendar", "/calendar.ics", "Coming races")];
    for (kind, href, title) in feeds {
        let _ = writeln!(tags, "<link rel=\"alternate\" type=\"{kind}\" href=\"{href}\" title=\"{title}\">");
    }
    meta(&mut tags, "name", "description", &head.description);
    if head.noindex {
        meta(&mut tags, "name", "robots", "noindex");
    }
    if let Some(canonical) = &head.canonical {
        let _ = writeln!(tags, "<link data-server rel=\"canonical\" href=\"{}\">", escape(canonical));
    }
    let Some(shared) = &head.shared else { return tags };
    if let Some(calendar) = calendar {
        let (href, title) = (escape(calendar), escape(&head.headline));
        let _ = writeln!(tags, "<link data-server rel=\"alternate\" type=\"text/calendar\" href=\"{href}\" title=\"{title}\">");
    }
    for (property, content) in [
        ("og:type", "website"),
        ("og:locale", "en_US"),
        ("og:site_name", &config.site_name),
        ("og:title", &head.headline),
        ("og:description", &head.description),
        ("og:url", shared),
        ("og:image", &head.image),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", &head.image_alt),
    ] {
        meta(&mut tags, "property", property, content);
    }
    for (name, content) in [
        ("twitter:card", "summary_large_image"),
        ("twitter:title", &head.headline),
        ("twitter:description", &head.description),
        ("twitter:image", &head.image),
        ("twitter:image:alt", &head.image_alt),
    ] {
        meta(&mut tags, "name", name, content);
    }
    if let Some(data) = &head.data {
        let _ = writeln!(tags, "<script data-server type=\"application/ld+json\">{}</script>", script(data));
    }
    tags
}

fn meta(tags: &mut String, kind: &str, name: &str, content: &str) {
    let _ = writeln!(tags, "<meta data-server {kind}=\"{name}\" content=\"{}\">", escape(content));
}

fn body(config: &Config, reading: &Reading, photo: Option<&Image>) -> String {
    if reading.heading.is_empty() {
        return String::new();
    }
    let site = escape(&config.site_name);
    let mut html = format!(
        "<div data-server class=\"reading\"><p class=\"reading-bar\"><a href=\"/home\"><img src=\"/favicon.svg\" alt=\"\" width=\"36\" height=\"36\">{site}</a></p><main>"
    );
    // A race's own name stands on its bib; anything else is said above it.
    let named = reading.bib.as_ref().is_some_and(|bib| bib.href.is_none());
    if !named {
        // The bar above says the site's name already.
        let seen = if reading.heading == config.site_name { " class=\"sr-only\"" } else { "" };
        write_all(&mut html, &["<h1", seen, ">", &escape(&reading.heading), "</h1>"]);
    }
    if let Some(bib) = &reading.bib {
        bib_html(&mut html, bib, photo);
    }
    if !reading.facts.is_empty() {
        html.push_str("<ul>");
        reading.facts.iter().for_each(|fact| write_all(&mut html, &["<li>", &escape(fact), "</li>"]));
        html.push_str("</ul>");
    }
    if let Some(text) = reading.text {
        text_html(&mut html, text, config);
    }
    reading.paragraphs.iter().for_each(|text| write_all(&mut html, &["<p>", &escape(text).replace('\n', "<br>"), "</p>"]));
    if !reading.races.is_empty() {
        write_all(&mut html, &["<h2>", &escape(reading.races_heading), "</h2><ul>"]);
        for race in &reading.races {
            let (href, name, text) = (escape(&race.href), escape(&race.name), escape(&race.text));
            let _ = write!(html, "<li><a href=\"{href}\">{name}</a><br>{text}</li>");
        }
        html.push_str("</ul>");
    }
    if !reading.links.is_empty() {
        html.push_str("<p>");
        for (label, href) in &reading.links {
            let _ = write!(html, "<a href=\"{}\">{}</a> ", escape(href), escape(label));
        }
        html.push_str("</p>");
    }
    html.push_str("</main></div>");
    html
}

/// A long text, as web/src/site/info shows it; its title stands above it already.
fn text_html(html: &mut String, text: &Text, config: &Config) {
    write_all(html, &["<p>", &words(&text.lead, config), "</p>"]);
    if !text.updated.is_empty() {
        write_all(html, &["<p>Last changed ", &escape(&text.updated), "</p>"]);
    }
    for section in &text.sections {
        write_all(html, &["<h2 id=\"", &escape(&section.id), "\">", &escape(&section.title), "</h2>"]);
        for block in &section.blocks {
            match block {
                Block::P(text) => write_all(html, &["<p>", &words(text, config), "</p>"]),
                Block::List(items) => {
                    html.push_str("<ul>");
                    items.iter().for_each(|item| write_all(html, &["<li>", &words(item, config), "</li>"]));
                    html.push_str("</ul>");
                }
                Block::Notice { title, text } => {
                    write_all(html, &["<p><strong>", &escape(title), "</strong> ", &escape(text), "</p>"]);
                }
                Block::Claims(claims) => {
                    html.push_str("<ul>");
                    claims.iter().for_each(|claim| claim_html(html, claim));
                    html.push_str("</ul>");
                }
                Block::Steps(steps) => {
                    html.push_str("<ol>");
                    for Step { title, text } in steps {
                        write_all(html, &["<li><strong>", &escape(title), "</strong> ", &escape(text), "</li>"]);
                    }
                    html.push_str("</ol>");
                }
                Block::Preferences(_) => {}
            }
        }
    }
}

/// A registration provider's protection, and the way to its claims.
fn claim_html(html: &mut String, Claim { provider, protection, terms, url }: &Claim) {
    write_all(html, &["<li><strong>", &escape(provider), ": ", &escape(protection), "</strong> ", &escape(terms)]);
    write_all(html, &[" <a href=\"", &escape(url), "\">", &escape(provider), " insurance claim</a></li>"]);
}

/// Running text, with what the installation fills in.
fn words(text: &[Inline], config: &Config) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(text) => escape(text),
        Inline::Strong { strong } => format!("<strong>{}</strong>", escape(strong)),
        Inline::Link { link, text } => format!("<a href=\"{}\">{}</a>", escape(link), escape(text)),
        Inline::Slot { slot: Slot::Site, .. } => escape(&config.site_name),
        Inline::Slot { slot: Slot::Contact, without } => config
            .contact
            .as_deref()
            .map_or_else(|| escape(without), |address| format!("<a href=\"mailto:{0}\">{0}</a>", escape(address))),
        Inline::Slot { slot: Slot::Analytics, .. } => {
            let script = config.analytics_url.as_ref().map_or("", url::Url::as_str);
            escape(&consent::words(script, &config.site_url()).policy)
        }
    };
    text.iter().map(piece).collect()
}

/// The bib in the shape that web/src/racekit/Bib.tsx gives it; both take it from the classes `bib…` of the site's style.
fn bib_html(html: &mut String, bib: &Bib, photo: Option<&Image>) {
    let sheet = &bib.sheet;
    let (name, void) = (escape(&sheet.name), if sheet.stamp == Some("Canceled") { " text-control" } else { "" });
    html.push_str("<div class=\"bib\"><div class=\"bib-paper\">");
    // In one width, since this page does not know the screen's; the app asks for the one that fits.
    let source = photo.and_then(|photo| picture::at_least(photo.url.as_deref()?, photo.width, picture::USUAL_WIDTH));
    if let Some(source) = source {
        let _ = write!(
            html,
            "<img class=\"bib-photo\" src=\"{}\" alt=\"\" width=\"960\" height=\"360\" fetchpriority=\"high\" decoding=\"sync\">",
            escape(&source)
        );
    }
    let _ = write!(html, "<div class=\"bib-band {}\">", band(sheet.tone));
    let _ = match &bib.href {
        Some(href) => write!(html, "<p class=\"bib-name\"><a href=\"{}\">{name}</a></p>", escape(href)),
        None => write!(html, "<h1 class=\"bib-name\">{name}</h1>"),
    };
    let _ = write!(
        html,
        "</div><div class=\"bib-body\"><p aria-hidden=\"true\" class=\"bib-numerals{void}\">{}</p></div><div class=\"bib-tear\"></div><p class=\"bib-foot\">{}</p></div></div>",
        escape(&sheet.numerals),
        escape(&sheet.distances)
    );
    html.push_str("<p class=\"big-day\">");
    html.push_str(&sheet.lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>"));
    html.push_str("</p>");
}

/// The classes of a tone, as web/src/racekit/distance.ts has them.
fn band(tone: DistanceTone) -> &'static str {
    match tone {
        DistanceTone::Ink => "bg-ink text-page",
        DistanceTone::FiveK => "bg-d5k text-on-fill",
        DistanceTone::TenK => "bg-d10k text-on-fill",
        DistanceTone::Half => "bg-dhalf text-on-fill",
        DistanceTone::Tri => "bg-dtri text-on-fill",
    }
}

fn write_all(html: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| html.push_str(part));
}

/// Structured data as the content of a script element, which nothing in it can end.
fn script(data: &Value) -> String {
    let json = data.to_string();
    let unsafe_in_script =
        [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];
    unsafe_in_script.iter().fold(json, |json, (sign, code)| json.replace(*sign, code))
}

fn replace_between(html: &mut String, before: &str, after: &str, new: &str) {
    let Some(start) = html.find(before).map(|at| at + before.len()) else { return };
    let Some(length) = html.get(start..).and_then(|rest| rest.find(after)) else { return };
    html.replace_range(start..start + length, new);
}

/// Takes a tag out that is written anew.
fn cut_tag(html: &mut String, start: &str) {
    let Some(at) = html.find(start) else { return };
    let Some(length) = html.get(at..).and_then(|rest| rest.find('>')) else { return };
    html.replace_range(at..=at + length, "");
}

/// A text for HTML and XML, between tags and in attributes in quotes. Characters that neither can carry are left out.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(sign),
            control if control.is_control() => {}
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place() {
        let mut html = "<title>x</title><p>".to_owned();
        replace_between(&mut html, "<title>", "</title>", &escape("</title><script>\"'&\u{0}"));
        assert_eq!(html, "<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title><p>");
        assert_eq!(script(&serde_json::json!("</script><!--&")), "\"\\u003c/script\\u003e\\u003c!--\\u0026\"");
    }
}
