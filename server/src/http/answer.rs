//! Responses with an entity tag, and responses that are cached for all clients.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::headers::{ETag, HeaderMapExt, IfNoneMatch};
use serde::Serialize;

use super::compress::{brotli, gzip};

use crate::error::Result;
use crate::ids::sha256;

/// The client stores it and revalidates it at every use.
pub(crate) const REVALIDATE: &str = "no-cache";
/// The content of this address never changes: stored for a year.
pub(crate) const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Valid for five minutes: feeds and calendars, which programs fetch regularly.
pub(crate) const FIVE_MINUTES: &str = "public, max-age=300";

/// Lets nginx in front of the server answer all who ask for the same within a second, and for two minutes in place of servers that are gone (RFC 5861).
/// It says `no-cache` to browsers instead (`deploy/nginx-two.conf`); one that gets this asks at every poll, too.
pub(crate) const SHARED_FOR_A_SECOND: &str = "s-maxage=1, max-age=0, stale-if-error=120";

/// The same for content delivery networks, which have a field of their own (RFC 9213), and for four seconds more while they ask for the next answer
/// themselves.
pub(crate) const FOR_NETWORKS: (HeaderName, &str) =
    (HeaderName::from_static("cdn-cache-control"), "public, max-age=1, stale-while-revalidate=4");

/// For answers that only administrators may see: stored nowhere. The service worker stores races whatever `Cache-Control` says,
/// unless it contains `private`.
pub(crate) const PRIVATE: &str = "private, no-store";

/// In bytes; a shorter answer is stored uncompressed only.
const MIN_COMPRESSED: usize = 1024;

/// Marks a response whose body is in memory once for all clients: it is compressed already where that is worth it, and needs no
/// memory of its own while it is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedBody;

/// Marks a response that browsers load only as a part of a page, whose content security policy is that of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageResource;

/// A body that is cached for all clients, compressed once. Clones share the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct CachedBody {
    kind: &'static str,
    pub(crate) plain: Bytes,
    /// `None` when compression is not worth it.
    pub(crate) gzip: Option<Bytes>,
    /// Smaller than with gzip, where that was asked for.
    brotli: Option<Bytes>,
}

impl CachedBody {
    /// JSON.
    pub(crate) fn json(plain: Vec<u8>) -> Self {
        Self::new("application/json", plain)
    }

    /// A body of this content type.
    pub(crate) fn new(kind: &'static str, plain: Vec<u8>) -> Self {
        let gzip = (plain.len() >= MIN_COMPRESSED).then(|| gzip(&plain)).flatten();
        Self { kind, plain: plain.into(), gzip, brotli: None }
    }

    /// The same body, also compressed with brotli if it is compressed.
    #[must_use]
    pub(crate) fn with_brotli(mut self) -> Self {
        self.brotli = self.gzip.as_ref().and_then(|_| brotli(&self.plain));
        self
    }

    /// The number of its bytes in memory.
    pub(crate) fn size(&self) -> usize {
        self.plain.len() + [&self.gzip, &self.brotli].into_iter().flatten().map(Bytes::len).sum::<usize>()
    }

    /// The response for this client, compressed as well as it can read.
    pub(crate) fn answer(&self, request_headers: &HeaderMap) -> Response {
        let (encoding, bytes) = self.form(request_headers);
        (Extension(SharedBody), self.response(encoding, bytes.clone())).into_response()
    }

    /// The same with its bytes as `hold` returns them; `None` when it does not.
    pub(crate) fn try_answer(&self, request_headers: &HeaderMap, hold: impl FnOnce(&Bytes) -> Option<Bytes>) -> Option<Response> {
        let (encoding, bytes) = self.form(request_headers);
        Some(self.response(encoding, hold(bytes)?))
    }

    /// The best form for this client, and its encoding.
    fn form(&self, request_headers: &HeaderMap) -> (Option<&'static str>, &Bytes) {
        let mut forms =
            [("br", &self.brotli), ("gzip", &self.gzip)].into_iter().filter_map(|(name, bytes)| Some((name, bytes.as_ref()?)));
        let form = forms.find(|(name, _)| accepts(request_headers, name));
        form.map_or((None, &self.plain), |(name, bytes)| (Some(name), bytes))
    }

    fn response(&self, encoding: Option<&'static str>, bytes: Bytes) -> Response {
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        // Its handler and the layers add about as many again.
        headers.reserve(8);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        // A short body is the same for everybody.
        if self.gzip.is_some() {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

/// A serialized answer and its tag. It is made on the thread that may do the work of serializing.
pub(crate) struct TaggedJson {
    bytes: Vec<u8>,
    tag: String,
}

impl TaggedJson {
    /// Serializes an answer.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub(crate) fn new(answer: &impl Serialize) -> Result<Self> {
        let bytes = serde_json::to_vec(answer)?;
        Ok(Self { tag: sha256(&bytes), bytes })
    }

    /// The response, or 304 when the client has it already.
    pub(crate) fn answer(self, request_headers: &HeaderMap) -> Response {
        with_tag(request_headers, &self.tag, "application/json", REVALIDATE, self.bytes)
    }
}

/// A response whose tag is the hash of its body, or 304 when the client has it already.
pub(crate) fn tagged(request_headers: &HeaderMap, kind: &'static str, cache: &'static str, body: impl Into<Bytes>) -> Response {
    let body = body.into();
    let tag = sha256(&body);
    with_tag(request_headers, &tag, kind, cache, body)
}

/// A JSON response, or 304 when it has not changed since the client's last request.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn json(request_headers: &HeaderMap, answer: &impl Serialize) -> Result<Response> {
    Ok(tagged(request_headers, "application/json", REVALIDATE, serde_json::to_vec(answer)?))
}

/// A response with a known tag, or 304 when the client has it already.
pub(crate) fn with_tag(
    request_headers: &HeaderMap,
    tag: &str,
    kind: &'static str,
    cache: &'static str,
    body: impl Into<Bytes>,
) -> Response {
    let is_current = has_tag(request_headers, tag);
    let mut response = Response::new(if is_current { Body::empty() } else { Body::from(body.into()) });
    if is_current {
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

/// Whether the client says that it has the version with this tag. A weak tag matches too: a proxy that compresses makes it weak.
pub(crate) fn has_tag(request_headers: &HeaderMap, tag: &str) -> bool {
    // The usual case: the one tag as it was sent, which needs no parser.
    let sent = request_headers.get(header::IF_NONE_MATCH).map(|line| line.as_bytes());
    let strong = sent.map(|line| line.strip_prefix(b"W/").unwrap_or(line));
    if strong.and_then(|line| line.strip_prefix(b"\"")?.strip_suffix(b"\"")) == Some(tag.as_bytes()) {
        return true;
    }
    let (known, tag) = (request_headers.typed_get::<IfNoneMatch>(), format!("\"{tag}\"").parse::<ETag>());
    matches!((known, tag), (Some(known), Ok(tag)) if !known.precondition_passes(&tag))
}

/// Whether the client accepts this encoding; one with `q=0` is not accepted.
pub(crate) fn accepts(request_headers: &HeaderMap, encoding: &str) -> bool {
    let line = request_headers.get(header::ACCEPT_ENCODING).and_then(|line| line.to_str().ok()).unwrap_or_default();
    line.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        parts.next() == Some(encoding) && !parts.any(|q| matches!(q, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(line))])
    }

    #[test]
    fn if_none_match_is_read_with_weak_tags_lists_and_a_star() {
        let known =
            |line: &'static str| has_tag(&HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(line))]), "a-1");
        for line in ["\"a-1\"", "W/\"a-1\"", "\"b\", W/\"a-1\"", "*"] {
            assert!(known(line), "{line}");
        }
        for line in ["", "\"a-10\"", "\"b\"", "a"] {
            assert!(!known(line), "{line}");
        }
    }

    #[test]
    fn an_encoding_with_quality_zero_is_not_accepted() {
        assert!(accepts(&accepting("gzip, deflate, br"), "br"));
        assert!(accepts(&accepting("br;q=0.5"), "br"));
        assert!(!accepts(&accepting("gzip, br;q=0"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }
}
