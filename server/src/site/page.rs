//! The site's one page, with the status and the head of the path that was asked for.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use core_wasm::site::routes;
use percent_encoding::percent_decode_str;

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::ids::sha256;
use crate::race::store;
use crate::words;

/// What is served in the page's place when the site was not built with the program.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"application-name\" content=\"Splitline\"><title>Splitline</title></head>\
    <body><h1>The site was not built</h1><p>Run <code>make build</code>. The API is at <a href=\"/api/docs\">/api/docs</a>.</p></body></html>";

/// A file of the site, or its page.
pub(crate) async fn site(State(app): State<App>, request: Request) -> Result<Response> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Error::say(StatusCode::METHOD_NOT_ALLOWED, words::METHOD));
    }
    let path = request.uri().path();
    if let Some(file) = app.assets().answer(path.trim_start_matches('/'), request.headers()) {
        return Ok(file);
    }
    let (status, name) = about(&app, path).await?;
    let page = app.assets().page().unwrap_or(NOT_BUILT.into());
    let title = match status {
        StatusCode::OK => routes::title(path, &app.config().site_name, name.as_deref()),
        // An unknown path has the brand alone (SPEC §2); so has an unknown race.
        _ => app.config().site_name.clone(),
    };
    let html = with_head(&page, app.config(), &title);
    let tag = HeaderValue::from_str(&format!("\"{}\"", sha256(&html))).map_err(Error::internal)?;
    let seen = status == StatusCode::OK && request.headers().get(header::IF_NONE_MATCH) == Some(&tag);
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if seen {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((status, headers, Html(html)).into_response())
}

/// The status of a path, and the name of the race it is about.
async fn about(app: &App, path: &str) -> Result<(StatusCode, Option<String>)> {
    let status = StatusCode::from_u16(routes::status(path)).unwrap_or(StatusCode::NOT_FOUND);
    let mut segments = path.trim_matches('/').split('/');
    let is_race = segments.next().is_some_and(|first| first.eq_ignore_ascii_case("race"));
    let (true, StatusCode::OK, Some(name)) = (is_race, status, segments.next()) else { return Ok((status, None)) };
    let Ok(name) = percent_decode_str(name).decode_utf8() else { return Ok((StatusCode::NOT_FOUND, None)) };
    let name = name.into_owned();
    Ok(match app.db().read(move |tx| store::find(tx, &name)).await? {
        Some(stored) => (StatusCode::OK, Some(stored.race.name)),
        None => (StatusCode::NOT_FOUND, None),
    })
}

/// Writes into the page's head what the installation and the path say.
///
/// The site reads its name and its services' addresses from there; it sets the title anew as one moves on.
fn with_head(page: &str, config: &Config, title: &str) -> String {
    let mut html = page.to_owned();
    replace_between(&mut html, "<title>", "</title>", &escape(title));
    replace_between(&mut html, "<meta name=\"application-name\" content=\"", "\"", &escape(&config.site_name));
    let services = format!(
        "<meta name=\"geocoding-url\" content=\"{}\" />\n    <meta name=\"forecast-url\" content=\"{}\" />\n  </head>",
        escape(config.geocoding_url.as_str()),
        escape(config.forecast_url.as_str())
    );
    html.replacen("</head>", &services, 1)
}

fn replace_between(html: &mut String, before: &str, after: &str, new: &str) {
    let Some(start) = html.find(before).map(|at| at + before.len()) else { return };
    let Some(length) = html.get(start..).and_then(|rest| rest.find(after)) else { return };
    html.replace_range(start..start + length, new);
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place() {
        let mut html = "<title>x</title><p>".to_owned();
        replace_between(&mut html, "<title>", "</title>", &escape("</title><script>\"'&"));
        assert_eq!(html, "<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title><p>");
    }
}
