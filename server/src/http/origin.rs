//! Calls that change something must come from this site's own pages.
//!
//! A browser sends the session's cookie with a form on any page of the same site, but no page can forge `Origin` and
//! `Sec-Fetch-Site`. A timing box sends no origin: its calls have a key instead, and any cookie of theirs is removed here. Neither does a
//! program for mail that unsubscribes at one press (RFC 8058): that call has a signed link instead, and does nothing else.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

use crate::config::Config;
use crate::error::Error;
use crate::words;

/// Refuses calls that change something and come from another origin (403).
pub async fn same_origin(State(config): State<Arc<Config>>, mut request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    if is_box(&request) || is_one_click(&request) {
        request.headers_mut().remove(header::COOKIE);
        return next.run(request).await;
    }
    if !allowed(request.headers(), &config) {
        return Error::say(StatusCode::FORBIDDEN, words::CROSS_SITE).into_response();
    }
    next.run(request).await
}

/// Whether the caller is a timing box: the call has a key, or neither key nor cookie nor origin (the handler then answers that a
/// key is needed).
fn is_box(request: &Request) -> bool {
    let headers = request.headers();
    request.uri().path().starts_with("/api/timing/")
        && (headers.get(header::AUTHORIZATION).is_some_and(|value| value.as_bytes().starts_with(b"Bearer "))
            || !(headers.contains_key(header::COOKIE) || headers.contains_key(header::ORIGIN)))
}

/// The path of the one call that programs for mail make.
const ONE_CLICK: &str = "/api/unsubscribe";

/// Whether it is the call with which a program for mail unsubscribes: the signed link in it is all that counts.
fn is_one_click(request: &Request) -> bool {
    *request.method() == Method::POST && request.uri().path() == ONE_CLICK
}

fn allowed(headers: &HeaderMap, config: &Config) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    // A browser sends one `Origin`. Of two, a proxy in front of this server may have checked the other one.
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
        // Without a public address in the settings the origin is derived from `Host`: a page cannot forge the `Host` of its
        // request.
        None => headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .and_then(|host| Url::parse(&format!("http://{host}")).ok())
            .is_some_and(|own| own.origin() == origin),
    }
}
