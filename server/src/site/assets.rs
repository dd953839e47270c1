//! The files of the built site.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use crate::http::answer::{Shared, accepts};
use crate::ids::sha256;

/// Files whose names carry their hash: never changed, so kept for a year.
const HASHED: &str = "assets/";
/// What is worth compressing.
const TEXTUAL: [&str; 8] = ["html", "js", "css", "wasm", "svg", "json", "webmanifest", "txt"];

/// In a release the files themselves; in a debug build the way to them, so that a new site needs no new server.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// The site's files, ready to be sent.
#[derive(Clone)]
pub(super) struct Assets {
    files: Arc<HashMap<String, Asset>>,
}

struct Asset {
    bytes: Bytes,
    kind: HeaderValue,
    tag: HeaderValue,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Assets {
    /// Takes in the files, and compresses them in the background: until that is done they go out as they are.
    #[must_use]
    pub(super) fn load() -> Self {
        let mut files = HashMap::new();
        if !cfg!(debug_assertions) {
            files.extend(Dist::iter().filter_map(|name| Some((name.to_string(), Asset::read(&name)?))));
        }
        let assets = Self { files: Arc::new(files) };
        let work = assets.clone();
        // Nothing waits for it; it ends by itself.
        std::thread::spawn(move || work.compress());
        assets
    }

    /// The text of the page, or `None` when the site was not built.
    #[must_use]
    pub(super) fn page(&self) -> Option<Cow<'static, str>> {
        self.text("index.html")
    }

    /// The text of a file that is written anew before it goes out.
    #[must_use]
    pub(super) fn text(&self, name: &str) -> Option<Cow<'static, str>> {
        let file = Dist::get(name)?;
        match file.data {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    /// The file of this name, or `None` when there is none.
    #[must_use]
    pub(super) fn answer(&self, name: &str, asked: &HeaderMap) -> Option<Response> {
        if name.is_empty() || name == "index.html" {
            return None;
        }
        if cfg!(debug_assertions) {
            return Some(Asset::read(name)?.answer(name, asked));
        }
        Some(self.files.get(name)?.answer(name, asked))
    }

    fn compress(&self) {
        let worth = || self.files.iter().filter(|(name, asset)| is_textual(name) && asset.bytes.len() > 512);
        // The quick way for all of them first: the other one takes seconds.
        worth().for_each(|(_, asset)| keep_if_smaller(&asset.gzip, gzip(&asset.bytes), asset.bytes.len()));
        worth().for_each(|(_, asset)| keep_if_smaller(&asset.brotli, brotli(&asset.bytes), asset.bytes.len()));
    }
}

impl Asset {
    fn read(name: &str) -> Option<Self> {
        let bytes = match Dist::get(name)?.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        let kind = mime_guess::from_path(name).first_or_octet_stream();
        let kind = if kind.type_() == mime_guess::mime::TEXT { format!("{kind}; charset=utf-8") } else { kind.to_string() };
        let tag = sha256(&bytes);
        Some(Self {
            kind: HeaderValue::from_str(&kind).ok()?,
            tag: HeaderValue::from_str(&format!("\"{}\"", tag.get(..32)?)).ok()?,
            bytes,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        })
    }

    fn answer(&self, name: &str, asked: &HeaderMap) -> Response {
        let cache = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
        if asked.get(header::IF_NONE_MATCH) == Some(&self.tag) {
            let headers = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let (bytes, encoding) = match (self.brotli.get(), self.gzip.get()) {
            (Some(small), _) if accepts(asked, "br") => (small, Some("br")),
            (_, Some(small)) if accepts(asked, "gzip") => (small, Some("gzip")),
            _ => (&self.bytes, None),
        };
        let mut response = Response::new(Body::from(bytes.clone()));
        // The site's files are compressed already, and better.
        response.extensions_mut().insert(Shared);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.kind.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

fn is_textual(name: &str) -> bool {
    name.rsplit('.').next().is_some_and(|ending| TEXTUAL.contains(&ending))
}

fn keep_if_smaller(place: &OnceLock<Bytes>, small: std::io::Result<Vec<u8>>, than: usize) {
    match small {
        Ok(small) if small.len() < than => {
            let _ = place.set(small.into());
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "a file of the site could not be compressed"),
    }
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(7));
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut small = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality: 10, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut small, &settings)?;
    Ok(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(line))])
    }

    #[test]
    fn the_best_encoding_that_is_taken_goes_out() {
        let asset = Asset {
            bytes: Bytes::from_static(b"raw"),
            kind: HeaderValue::from_static("text/javascript"),
            tag: HeaderValue::from_static("\"tag\""),
            brotli: OnceLock::from(Bytes::from_static(b"br")),
            gzip: OnceLock::from(Bytes::from_static(b"gz")),
        };
        let encoding = |line| asset.answer("assets/a.js", &asks(line)).headers().get(header::CONTENT_ENCODING).cloned();
        assert_eq!(encoding("gzip, br"), Some(HeaderValue::from_static("br")));
        assert_eq!(encoding("gzip"), Some(HeaderValue::from_static("gzip")));
        assert_eq!(encoding("identity"), None);
        let seen = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static("\"tag\""))]);
        assert_eq!(asset.answer("assets/a.js", &seen).status(), StatusCode::NOT_MODIFIED);
    }
}
