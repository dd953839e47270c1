//! `GET /images/{hash}/{width}`

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::store;
use crate::app::App;
use crate::error::{OrNotFound, Result};
use crate::http::extract::Path;
use crate::words;

/// The slice's one route, outside `/api`.
pub fn router() -> Router<App> {
    Router::new().route("/images/{hash}/{width}", get(image))
}

/// A picture by its content: what is under an address never changes, so browsers keep it for a year.
///
/// The width is a wish: the smallest size at least that wide is sent, or else the largest.
async fn image(State(app): State<App>, headers: HeaderMap, Path((hash, width)): Path<(String, u32)>) -> Result<Response> {
    let tag = HeaderValue::from_str(&format!("\"{hash}-{width}\"")).ok();
    if tag.is_some() && headers.get(header::IF_NONE_MATCH) == tag.as_ref() {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let (kind, data) =
        app.db().read(move |tx| store::at_least(tx, &hash, i64::from(width))).await?.or_not_found(words::NO_SUCH_IMAGE)?;
    let mut response = Response::new(Body::from(data));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("image/webp")));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    // Opened by itself, a picture is nothing but a picture.
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}
