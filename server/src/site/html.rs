//! Writes a page's HTML: inserts the core's texts, escaped, into the built page.
//!
//! Everything written here is marked with `data-server`: the app removes the head's tags as soon as a visitor opens another page,
//! and replaces the body when it starts.

use askama::Template;
use core_wasm::race::distance::DistanceTone;
use core_wasm::race::{Image, picture};
use core_wasm::site::consent;
use core_wasm::site::noscript::{Block, Head, Inline, PageBody, Slot, social_kind};
use serde::Serialize;
use serde_json::Value;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::escape::escape;

/// The settings that the site's scripts need.
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

/// The contents of a page.
pub(super) struct PageContents<'a> {
    /// The title, the description and the other tags of its head.
    pub(super) head: &'a Head,
    /// The text of its body.
    pub(super) reading: &'a PageBody,
    /// The path of the race's calendar file.
    pub(super) calendar: Option<&'a str>,
    /// The photo of the race on the bib, if the bib has one.
    pub(super) photo: Option<&'a Image>,
}

/// `templates/head.html`
#[derive(Template)]
#[template(path = "head.html")]
struct HeadTags<'a> {
    site_name: &'a str,
    /// JSON.
    settings: String,
    head: &'a Head,
    calendar: Option<&'a str>,
    /// Structured data, escaped for a script element.
    data: Option<String>,
}

/// `templates/reading.html`
#[derive(Template)]
#[template(path = "reading.html")]
struct Body<'a> {
    config: &'a Config,
    reading: &'a PageBody,
    /// Whether the bib contains the heading.
    heading_in_bib: bool,
    /// Whether the site's bar contains the heading.
    heading_in_bar: bool,
    /// The address of the bib's photo.
    photo: Option<String>,
    /// The CSS classes of the bib's band.
    band: &'static str,
    /// Whether the race is canceled.
    canceled: bool,
}

impl<'a> Body<'a> {
    fn words(&self, text: &'a [Inline]) -> RunningText<'a> {
        RunningText { config: self.config, text }
    }
}

/// `templates/words.html`
#[derive(Template)]
#[template(path = "words.html")]
struct RunningText<'a> {
    config: &'a Config,
    text: &'a [Inline],
}

impl RunningText<'_> {
    /// The text about counting visits in the privacy policy.
    fn policy(&self) -> String {
        let script = self.config.analytics_url.as_ref().map_or("", url::Url::as_str);
        consent::words(script, &self.config.site_url()).policy
    }
}

/// Inserts a head and a body into the built page.
///
/// # Errors
/// When a template cannot be rendered.
pub(super) fn write(page: &str, config: &Config, words: &PageContents<'_>) -> Result<String> {
    let PageContents { head, reading, calendar, photo } = *words;
    let mut html = page.to_owned();
    replace_between(&mut html, "<title>", "</title>", &escape(&head.title));
    replace_between(&mut html, "<meta name=\"application-name\" content=\"", "\"", &escape(&config.site_name));
    cut_tag(&mut html, "<meta name=\"description\"");
    let tags = HeadTags {
        site_name: &config.site_name,
        settings: serde_json::to_string(&settings(config))?,
        head,
        calendar,
        data: head.data.as_ref().map(script),
    };
    html = html.replacen("</head>", &format!("{}</head>", tags.render().map_err(Error::internal)?), 1);
    Ok(html.replacen("<div id=\"root\">", &format!("<div id=\"root\">{}", body(config, reading, photo)?), 1))
}

fn settings(config: &Config) -> Settings<'_> {
    Settings {
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
    }
}

fn body(config: &Config, reading: &PageBody, photo: Option<&Image>) -> Result<String> {
    if reading.heading.is_empty() {
        return Ok(String::new());
    }
    let sheet = reading.bib.as_ref().map(|bib| &bib.card);
    let body = Body {
        config,
        reading,
        heading_in_bib: reading.bib.as_ref().is_some_and(|bib| bib.href.is_none()),
        heading_in_bar: reading.heading == config.site_name,
        // One fixed width, since the server does not know the screen's; the app requests the width that fits.
        photo: photo.and_then(|photo| picture::at_least(photo.url.as_deref()?, photo.width, picture::USUAL_WIDTH)),
        band: sheet.map_or("", |sheet| band(sheet.tone)),
        canceled: sheet.is_some_and(|sheet| sheet.stamp == Some("Canceled")),
    };
    body.render().map_err(Error::internal)
}

/// The CSS classes of a tone, the same as in web/src/racekit/distance.ts.
fn band(tone: DistanceTone) -> &'static str {
    match tone {
        DistanceTone::Ink => "bg-ink text-page",
        DistanceTone::FiveK => "bg-d5k text-on-fill",
        DistanceTone::TenK => "bg-d10k text-on-fill",
        DistanceTone::Half => "bg-dhalf text-on-fill",
        DistanceTone::Tri => "bg-dtri text-on-fill",
    }
}

/// Structured data as the content of a script element, escaped so that it cannot end the element.
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

/// Removes a tag of the built page that the templates write with new content.
fn cut_tag(html: &mut String, start: &str) {
    let Some(at) = html.find(start) else { return };
    let Some(length) = html.get(at..).and_then(|rest| rest.find('>')) else { return };
    html.replace_range(at..=at + length, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_its_element() {
        let mut html = "<title>x</title><p>".to_owned();
        replace_between(&mut html, "<title>", "</title>", &escape("</title><script>\"'&\u{0}"));
        assert_eq!(html, "<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title><p>");
        assert_eq!(script(&serde_json::json!("</script><!--&")), "\"\\u003c/script\\u003e\\u003c!--\\u0026\"");
    }
}
