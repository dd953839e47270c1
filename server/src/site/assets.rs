//! The files of the built site, each with its compressed forms: the site's build writes them to `web/dist` (`web/compress.mjs`).
//!
//! In a release, and in a build with the feature `site-inside`, they are embedded in the program. Any other build reads them from
//! the disk at each use, so that a new site needs no new server. Nothing is compressed here, and nothing is cached in memory.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use crate::http::answer::{IMMUTABLE, PageResource, REVALIDATE, SharedBody, accepts, has_tag};

/// Files whose names contain a hash of their content, so that clients may store them for a year.
const HASHED: &str = "assets/";
/// The encodings of the compressed forms and the suffixes of their files; the smaller one first.
const FORMS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// The HTML of the built page, or `None` when the site was not built.
pub(super) fn page() -> Option<Cow<'static, str>> {
    text("index.html")
}

/// The text of a file whose content is changed before it is sent.
pub(super) fn text(name: &str) -> Option<Cow<'static, str>> {
    match Dist::get(name)?.data {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// The response with the file of this name in the smallest form that the client accepts, or `None` when there is no such file.
pub(super) fn answer(name: &str, request_headers: &HeaderMap) -> Option<Response> {
    // The page's HTML is written for each address (`page.rs`), and a compressed form has no address of its own.
    if name.is_empty() || name == "index.html" || FORMS.iter().any(|(_, ending)| name.ends_with(ending)) {
        return None;
    }
    let plain = Dist::get(name)?;
    let compressed = |(encoding, ending): (&'static str, &str)| Some((encoding, Dist::get(&format!("{name}{ending}"))?.data));
    let smallest = FORMS.into_iter().filter(|(encoding, _)| accepts(request_headers, encoding)).find_map(compressed);
    let tag: String = plain.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Some(send(name, request_headers, &tag, plain.data, smallest))
}

/// A file's bytes: embedded in the program, or read from disk.
type Bytes = Cow<'static, [u8]>;

fn send(name: &str, request_headers: &HeaderMap, tag: &str, plain: Bytes, smallest: Option<(&'static str, Bytes)>) -> Response {
    let cache = HeaderValue::from_static(if name.starts_with(HASHED) { IMMUTABLE } else { REVALIDATE });
    let kept = [(header::CACHE_CONTROL, cache), (header::VARY, HeaderValue::from_static("accept-encoding"))];
    let tagged = [(header::ETAG, format!("\"{tag}\""))];
    if has_tag(request_headers, tag) {
        return mark(name, (StatusCode::NOT_MODIFIED, kept, tagged).into_response());
    }
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if kind.type_() == mime_guess::mime::TEXT { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let encoding = smallest.as_ref().map(|(encoding, _)| [(header::CONTENT_ENCODING, HeaderValue::from_static(encoding))]);
    let body = match smallest.map_or(plain, |(_, bytes)| bytes) {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut response = (kept, tagged, [(header::CONTENT_TYPE, kind)], encoding, body).into_response();
    // It needs no memory of its own, and it is compressed already where that makes it smaller.
    response.extensions_mut().insert(SharedBody);
    mark(name, response)
}

/// Marks the response with a file that is only a part of pages. Workers are not: the policy of their own response applies to them.
fn mark(name: &str, mut response: Response) -> Response {
    if name.starts_with(HASHED) && !name.contains(".worker-") {
        response.extensions_mut().insert(PageResource);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_are_parts_of_pages_are_marked_as_such() {
        for (name, marked) in [
            ("assets/a-1.js", true),
            ("assets/f-1.woff2", true),
            ("assets/board.worker-1.js", false),
            ("sw.js", false),
            ("icon.svg", false),
        ] {
            for seen in ["\"abc\"", "\"other\""] {
                let request_headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(seen))]);
                let answer = send(name, &request_headers, "abc", Cow::Borrowed(b"plain"), None);
                assert_eq!(answer.extensions().get::<PageResource>().is_some(), marked, "{name} {seen}");
            }
        }
    }

    #[test]
    fn a_file_that_the_client_has_is_not_sent_again() {
        let answer = |seen| {
            let request_headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(seen))]);
            send("assets/a.js", &request_headers, "abc", Cow::Borrowed(b"plain"), Some(("br", Cow::Borrowed(b"small"))))
        };
        assert_eq!(answer("W/\"abc\"").status(), StatusCode::NOT_MODIFIED);
        let sent = answer("\"abd\"");
        assert_eq!((sent.status(), &sent.headers()[header::CONTENT_ENCODING]), (StatusCode::OK, &HeaderValue::from_static("br")));
    }
}
