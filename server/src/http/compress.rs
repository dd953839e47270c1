//! Compresses answers; long ones on a thread of their own.

use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::response::Parts;
use axum::http::{HeaderValue, header};
use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::Semaphore;

use super::answer::SharedBody;
use crate::error::Result;
use crate::work::Pool;

/// In bytes: up to this length an answer is compressed where the request is served, which takes less than a millisecond.
const SHORT: usize = 16 * 1024;
/// In bytes: shorter answers would hardly become shorter.
const WORTH_COMPRESSING: usize = 128;
/// Kibibytes that may wait to be compressed, or be under way. Further answers are sent uncompressed.
const WAITING: usize = 8 * 1024;
/// Prefixes of the content types that compress well.
const TEXTUAL: [&str; 7] = [
    "text/",
    "application/json",
    "application/xml",
    "application/rss+xml",
    "application/manifest+json",
    "application/javascript",
    "image/svg+xml",
];

/// The thread that compresses long answers, and the limit of what may wait for it.
pub(crate) struct Compressor {
    thread: Pool,
    waiting: Arc<Semaphore>,
}

impl Compressor {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(crate) fn start() -> Result<Self> {
        // The queue's length needs no limit of its own: the waiting bytes are limited.
        Ok(Self { thread: Pool::start("compress", [()], WAITING)?, waiting: Arc::new(Semaphore::new(WAITING)) })
    }

    /// Returns the bytes compressed, or `None` when too many bytes wait already.
    pub(super) async fn compress(&self, bytes: &Bytes) -> Option<Bytes> {
        if bytes.len() <= SHORT {
            return gzip(bytes);
        }
        let kib = u32::try_from(bytes.len().div_ceil(1024)).ok()?;
        let place = self.waiting.clone().try_acquire_many_owned(kib).ok()?;
        let bytes = bytes.clone();
        let work = move |(): &mut ()| {
            let small = gzip(&bytes);
            drop(place);
            small
        };
        self.thread.run(work).await.ok().flatten()
    }
}

/// Whether an answer's content type is one that is compressed; then adds `Vary` for caches.
pub(super) fn is_compressible(parts: &mut Parts) -> bool {
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_done = parts.headers.contains_key(header::CONTENT_ENCODING) || parts.extensions.get::<SharedBody>().is_some();
    if is_done || !TEXTUAL.iter().any(|text| kind.starts_with(text)) {
        return false;
    }
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    true
}

/// Whether an answer of this length is worth compressing.
pub(super) fn is_worth_it(bytes: usize) -> bool {
    bytes >= WORTH_COMPRESSING
}

/// Compresses with gzip at the fast level; `None` when that fails.
pub(crate) fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).ok().map(Bytes::from)
}

/// The level of brotli: about as fast as gzip, and smaller.
const BROTLI_LEVEL: u32 = 5;
/// The window of brotli as a power of two: 4 MB, more than a field of 100,000 runners takes.
const BROTLI_WINDOW: u32 = 22;

/// Compresses with brotli; `None` when that fails.
pub(crate) fn brotli(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = CompressorWriter::new(Vec::with_capacity(bytes.len() / 4), 64 * 1024, BROTLI_LEVEL, BROTLI_WINDOW);
    encoder.write_all(bytes).and_then(|()| encoder.flush()).ok()?;
    Some(encoder.into_inner().into())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn long_answers_are_compressed_on_the_thread_and_the_bytes_that_wait_are_limited() {
        let compressor = Compressor::start().unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let mut busy = Box::pin(compressor.thread.run(move |()| wait.recv().is_err()));
        assert!(futures_util::poll!(&mut busy).is_pending());
        let half = Bytes::from(vec![b'a'; WAITING * 512]);
        let mut first = Box::pin(compressor.compress(&half));
        let mut second = Box::pin(compressor.compress(&half));
        assert!(futures_util::poll!(&mut first).is_pending(), "not on the thread that serves the request");
        assert!(futures_util::poll!(&mut second).is_pending());
        assert!(compressor.compress(&half.slice(..SHORT + 1)).await.is_none(), "the limit of waiting bytes is reached");
        assert!(compressor.compress(&half.slice(..SHORT)).await.is_some(), "short answers do not wait");
        drop(go);
        assert!(first.await.unwrap().len() < half.len() / 100);
        second.await.unwrap();
        assert_eq!(compressor.waiting.available_permits(), WAITING);
    }
}
