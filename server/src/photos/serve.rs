//! `GET /photo/{id}/{width}`

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::get;

use super::store::{self, List, Photo};
use super::{Photos, objects};
use crate::account::{Accounts, Viewer};
use crate::db::Tx;
use crate::error::{OrNotFound, Result};
use crate::http::answer::{has_tag, with_tag};
use crate::http::extract::Path;
use crate::http::unread::UnreadBudget;
use crate::privacy::{self, Eyes};
use crate::race::names;
use core_wasm::photos::words;

/// The content of an address never changes, but a photo may be removed: browsers store it for a year, shared caches never.
const OWN_COPY: &str = "private, max-age=31536000, immutable";

/// The slice's only route outside `/api`.
pub(crate) fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Photos: FromRef<S>,
    UnreadBudget: FromRef<S>,
{
    Router::new().route("/photo/{id}/{width}", get(photo))
}

/// Sends the smallest size of a photo that is at least so wide, or else the largest, to those who may see it ([`may_see`]).
async fn photo(
    State(photos): State<Photos>,
    State(unread): State<UnreadBudget>,
    viewer: Viewer,
    request_headers: HeaderMap,
    Path((id, width)): Path<(String, u32)>,
) -> Result<Response> {
    let found = photos.db.read(move |tx| {
        let photo = store::by_id(tx, &id)?;
        match photo {
            Some(photo) if !may_see(tx, &photo, &viewer)? => Ok(None),
            photo => Ok(photo),
        }
    });
    let photo = found.await?.or_not_found(words::NO_SUCH_PHOTO)?;
    let widths = photo.widths();
    let width = widths.iter().copied().find(|own| *own >= width).unwrap_or(photo.width);
    let tag = format!("{}-{width}", photo.id);
    let mut response = if has_tag(&request_headers, &tag) {
        with_tag(&request_headers, &tag, "image/webp", OWN_COPY, Vec::new())
    } else {
        let stored = photos.objects.get(&objects::key(&photo.race_id, &photo.id, width)).await?;
        let stored = stored.or_not_found(words::NO_SUCH_PHOTO)?;
        // The memory is reserved before the picture is read.
        let reservation = unread.reserve(usize::try_from(stored.meta.size).unwrap_or(usize::MAX)).await?;
        let bytes = stored.bytes().await.map_err(objects::away)?;
        let mut response = with_tag(&request_headers, &tag, "image/webp", OWN_COPY, bytes);
        response.extensions_mut().insert(reservation);
        response
    };
    // A picture that is opened by itself must not run anything.
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    Ok(response)
}

/// Whether this viewer may see a photo. Administrators see all of races that are there; others those of races that are not hidden which
/// show at least one runner whom they may know.
fn may_see(tx: &Tx<'_>, photo: &Photo, viewer: &Viewer) -> Result<bool> {
    if !names::may_see(tx, &photo.race_id, viewer)? {
        return Ok(false);
    }
    let eyes = viewer.eyes(tx)?;
    if eyes == Eyes::All || photo.list != List::Matched {
        return Ok(eyes == Eyes::All);
    }
    for bib in store::bibs(tx, photo.number)? {
        if !privacy::hides_bib(tx, &eyes, &photo.race_id, &bib.bib)? {
            return Ok(true);
        }
    }
    Ok(false)
}
