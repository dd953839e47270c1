//! The check that a request names exactly one host.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};

use crate::error::Error;
use crate::words;

/// Refuses a request that programs on the way may read as meant for another site: with two `Host` headers, with an invalid one, or
/// with none (RFC 9112 §3.2). HTTP/1.0 has no `Host`, and the health checks of some load balancers still use it.
pub(super) fn refused(version: Version, headers: &HeaderMap) -> Option<Response> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let fine = match (hosts.next(), hosts.next()) {
        (Some(host), None) => is_host(host),
        (None, _) => version < Version::HTTP_11,
        (Some(_), Some(_)) => false,
    };
    if fine {
        return None;
    }
    let mut response = Error::say(StatusCode::BAD_REQUEST, words::HOST).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    Some(response)
}

fn is_host(value: &HeaderValue) -> bool {
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"-._~:[]".contains(b);
    !value.is_empty() && value.as_bytes().iter().all(allowed)
}
