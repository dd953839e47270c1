//! An answer with its tag.

use axum::body::{Body, Bytes};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use serde::Serialize;

use crate::error::Result;
use crate::ids::sha256;

/// Asked for again at every use, and not sent again while it is the same.
pub(crate) const ALWAYS_ASK: &str = "no-cache";
/// Under this address for ever: kept for a year.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Good for five minutes: feeds and calendars, which programs fetch on their own.
pub(crate) const MINUTES: &str = "public, max-age=300";

/// Marks a response whose body is in memory for all who ask, compressed for those who take that. To compress it anew for each
/// of the others would cost more than it saves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared;

/// Whether an answer is compressed while it goes out: all but those that are [`Shared`].
pub(crate) fn is_made_for_one(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<Shared>().is_none()
}

/// A body under the hash of its content, or 304 when the client has it already.
pub(crate) fn tagged(asked: &HeaderMap, kind: &'static str, cache: &'static str, body: impl Into<Bytes>) -> Response {
    let body = body.into();
    let tag = sha256(&body);
    under(asked, &tag, kind, cache, body)
}

/// What a call answers, sent again only when it has changed since the client last asked.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn json(asked: &HeaderMap, answer: &impl Serialize) -> Result<Response> {
    Ok(tagged(asked, "application/json", ALWAYS_ASK, serde_json::to_vec(answer)?))
}

/// The same under a tag that is known.
pub(crate) fn under(asked: &HeaderMap, tag: &str, kind: &'static str, cache: &'static str, body: impl Into<Bytes>) -> Response {
    let seen = has(asked, tag);
    let mut response = Response::new(if seen { Body::empty() } else { Body::from(body.into()) });
    if seen {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{tag}\"")) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Whether the client says that it has what is under a tag; a proxy that compressed it may have made the tag a weak one.
pub(crate) fn has(asked: &HeaderMap, tag: &str) -> bool {
    let line = asked.get(header::IF_NONE_MATCH).and_then(|line| line.to_str().ok()).unwrap_or_default();
    line.split(',').map(str::trim).any(|one| one.strip_prefix("W/").unwrap_or(one).trim_matches('"') == tag)
}

/// Whether the client takes this encoding; one with `q=0` is refused.
pub(crate) fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let line = asked.get(header::ACCEPT_ENCODING).and_then(|line| line.to_str().ok()).unwrap_or_default();
    line.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        parts.next() == Some(encoding) && !parts.any(|q| matches!(q, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(line))])
    }

    #[test]
    fn encodings_are_taken_at_their_word() {
        assert!(accepts(&asks("gzip, deflate, br"), "br"));
        assert!(accepts(&asks("br;q=0.5"), "br"));
        assert!(!accepts(&asks("gzip, br;q=0"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }
}
