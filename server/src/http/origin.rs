//! Calls that change something must come from this site's own pages.
//!
//! A browser sends the session's cookie with a form on any page of the same site; what it never lets a page forge is
//! `Origin` and `Sec-Fetch-Site`. A timing box has no origin: its calls carry a key instead, and lose any cookie here.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use crate::config::Config;
use crate::error::Error;
use crate::words;

/// Refuses calls that change something and come from elsewhere (403).
pub async fn same_origin(State(config): State<Arc<Config>>, mut request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    if is_box(&request) {
        request.headers_mut().remove(header::COOKIE);
        return next.run(request).await;
    }
    if !allowed(request.headers(), &config) {
        return Error::say(StatusCode::FORBIDDEN, words::CROSS_SITE).into_response();
    }
    next.run(request).await
}

/// Whether a timing box calls: it brings a key, or nothing at all, and is then told that it needs one.
fn is_box(request: &Request) -> bool {
    let headers = request.headers();
    request.uri().path().starts_with("/api/timing/")
        && (headers.get(header::AUTHORIZATION).is_some_and(|value| value.as_bytes().starts_with(b"Bearer "))
            || !(headers.contains_key(header::COOKIE) || headers.contains_key(header::ORIGIN)))
}

fn allowed(headers: &HeaderMap, config: &Config) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    // A browser sends one; of two, whatever stands in front of us may have looked at the other.
    let (origin, None) = (origins.next(), origins.next()) else { return false };
    let origin = origin.and_then(|value| value.to_str().ok()).and_then(|text| Url::parse(text).ok());
    let Some(origin) = origin.map(|url| url.origin()) else { return false };
    if config.allow_origin.iter().any(|allowed| allowed.origin() == origin) {
        return true;
    }
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        return false;
    }
    match &config.public_url {
        Some(url) => url.origin() == origin,
        // Without a public address in the settings it is taken from the request: a page cannot forge its own Host.
        None => headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .and_then(|host| Url::parse(&format!("http://{host}")).ok())
            .is_some_and(|own| own.origin() == origin),
    }
}
