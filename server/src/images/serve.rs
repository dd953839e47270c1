//! `GET /images/{hash}/{width}`

use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::get;

use super::store;
use crate::db::{Db, Tx};
use crate::error::{OrNotFound, Result};
use crate::http::answer::{IMMUTABLE, has_tag, with_tag};
use crate::http::extract::Path;
use crate::http::unread::UnreadBudget;
use crate::words;

/// The slice's only route, outside `/api`.
pub(crate) fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    UnreadBudget: FromRef<S>,
{
    Router::new().route("/images/{hash}/{width}", get(image))
}

/// Sends a picture by the hash of its content. The content of an address never changes, so browsers store it for a year.
///
/// The width is a minimum: the smallest size that is at least that wide is sent, or else the largest.
async fn image(
    State(db): State<Db>,
    State(unread): State<UnreadBudget>,
    request_headers: HeaderMap,
    Path((hash, width)): Path<(String, u32)>,
) -> Result<Response> {
    let tag = format!("{hash}-{width}");
    let (named, width) = (hash.clone(), i64::from(width));
    let length = db.read_found(move |tx| store::length_at_least(tx, &named, width)).await?;
    let (kind, length) = length.or_not_found(words::NO_SUCH_IMAGE)?;
    let mut response = if has_tag(&request_headers, &tag) {
        with_tag(&request_headers, &tag, "image/webp", IMMUTABLE, Bytes::new())
    } else {
        let reservation = unread.reserve(length).await?;
        // The job holds the reservation until it ends, even when the client disconnects.
        let read = move |tx: &Tx<'_>| Ok(store::at_least(tx, &hash, width)?.map(|(_, data)| (data, reservation.clone())));
        let (data, reservation) = db.read_found(read).await?.or_not_found(words::NO_SUCH_IMAGE)?;
        let mut response = with_tag(&request_headers, &tag, "image/webp", IMMUTABLE, data);
        response.extensions_mut().insert(reservation);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("image/webp")));
    // A picture that is opened by itself must not run anything. Also with a 304, because its headers replace the stored ones.
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    Ok(response)
}
