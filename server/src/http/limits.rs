//! The time limit of a whole request: receiving its body slowly does not extend it.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{REQUEST_TIMEOUT, UPLOAD_TIMEOUT};
use crate::error::Error;
use crate::words;

/// Answers 408 when the answer has not begun in time.
pub async fn time_limit(request: Request, next: Next) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let is_upload = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/"));
    let limit = if is_upload { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    tokio::time::timeout(limit, next.run(request))
        .await
        .unwrap_or_else(|_| Error::say(StatusCode::REQUEST_TIMEOUT, words::TIMEOUT).into_response())
}
