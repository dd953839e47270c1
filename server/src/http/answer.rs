//! An answer with its tag, or one that is kept for all who ask.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::headers::{ETag, HeaderMapExt, IfNoneMatch};
use serde::Serialize;

use super::compress::gzip;

use crate::error::Result;
use crate::ids::sha256;

/// Asked for again at every use, and not sent again while it is the same.
pub(crate) const ALWAYS_ASK: &str = "no-cache";
/// Under this address for ever: kept for a year.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Good for five minutes: feeds and calendars, which programs fetch on their own.
pub(crate) const MINUTES: &str = "public, max-age=300";

/// What an administrator alone may see is kept nowhere. The service worker, which keeps races whatever the answer says, looks for
/// `private`.
pub(crate) const PRIVATE: &str = "private, no-store";

/// What is shorter is kept as it is.
const WORTH_COMPRESSING: usize = 1024;

/// Marks a response whose body is in memory for all who ask: it is compressed already where that is worth it, and takes no memory
/// of its own while it waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared;

/// JSON that is kept for all who ask, compressed once. Whoever holds one shares its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) plain: Bytes,
    /// `None` when it is not worth it.
    pub(crate) gzip: Option<Bytes>,
}

impl Kept {
    pub(crate) fn new(plain: Vec<u8>) -> Self {
        let gzip = (plain.len() >= WORTH_COMPRESSING).then(|| gzip(&plain)).flatten();
        Self { plain: plain.into(), gzip }
    }

    /// Its bytes in memory.
    pub(crate) fn size(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// As this client takes it.
    pub(crate) fn answer(self, asked: &HeaderMap) -> Response {
        let gzip = self.gzip.filter(|_| accepts(asked, "gzip"));
        let encoding = gzip.is_some().then_some([(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
        (Extension(Shared), [kind, vary], encoding, Body::from(gzip.unwrap_or(self.plain))).into_response()
    }
}

/// What a call answers, written out, and its tag. Made where the work of writing it may be done.
pub(crate) struct Written {
    bytes: Vec<u8>,
    tag: String,
}

impl Written {
    /// # Errors
    /// When it cannot be written as JSON.
    pub(crate) fn new(answer: &impl Serialize) -> Result<Self> {
        let bytes = serde_json::to_vec(answer)?;
        Ok(Self { tag: sha256(&bytes), bytes })
    }

    /// It, or 304 when the client has it already.
    pub(crate) fn answer(self, asked: &HeaderMap) -> Response {
        under(asked, &self.tag, "application/json", ALWAYS_ASK, self.bytes)
    }
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
    let (known, tag) = (asked.typed_get::<IfNoneMatch>(), format!("\"{tag}\"").parse::<ETag>());
    matches!((known, tag), (Some(known), Ok(tag)) if !known.precondition_passes(&tag))
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
    fn whoever_has_it_says_so_in_one_of_these_ways() {
        let known =
            |line: &'static str| has(&HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(line))]), "a-1");
        for line in ["\"a-1\"", "W/\"a-1\"", "\"b\", W/\"a-1\"", "*"] {
            assert!(known(line), "{line}");
        }
        for line in ["", "\"a-10\"", "\"b\"", "a"] {
            assert!(!known(line), "{line}");
        }
    }

    #[test]
    fn encodings_are_taken_at_their_word() {
        assert!(accepts(&asks("gzip, deflate, br"), "br"));
        assert!(accepts(&asks("br;q=0.5"), "br"));
        assert!(!accepts(&asks("gzip, br;q=0"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }
}
