//! The calls with which a browser gets push messages, and ends them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::live::follow::{self, Followed};
use ring::hmac;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, Subscribing};
use super::{Push, endpoint};
use crate::account::Viewer;
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::{self, Path};
use crate::ids::new_id;
use crate::live::choose;
use crate::timed::no_race;

/// The key with which this installation signs its push messages.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PushKey {
    /// The `applicationServerKey` of a subscription: an uncompressed point of P-256 as base64url.
    key: String,
}

/// The key that a browser needs to subscribe to push messages.
#[utoipa::path(get, path = "/push/key", tag = "live", responses((status = 200, body = PushKey)))]
pub(super) async fn key(State(push): State<Push>) -> Json<PushKey> {
    Json(PushKey { key: push.sender.public_key() })
}

/// A browser's subscription, and whom it follows.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushSubscription {
    /// The address at the browser's push service.
    endpoint: String,
    /// The browser's public key, as base64url.
    p256dh: String,
    /// The browser's secret, as base64url.
    auth: String,
    /// The bibs of the runners, in place of those before.
    bibs: Vec<String>,
}

/// Whom a browser gets messages about.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PushFollows {
    /// The bibs of the runners.
    bibs: Vec<String>,
}

/// Get push messages about runners of a race, in place of those that this browser followed before. Nobody is named: whoever has the
/// address at the push service may change it.
#[utoipa::path(
    put,
    path = "/push/{RaceName}",
    tag = "live",
    params(("RaceName" = String, Path)),
    request_body = PushSubscription,
    responses(
        (status = 200, body = PushFollows),
        (status = 400, description = "The address or a key is not that of a push service, or nobody is followed"),
        (status = 404, description = "No such race"),
        (status = 429, description = "There are too many subscriptions to this race, or from this network")
    )
)]
pub(super) async fn subscribe(
    State(push): State<Push>,
    viewer: Viewer,
    address: ClientAddress,
    Path(race): Path<String>,
    extract::Json(asked): extract::Json<PushSubscription>,
) -> Result<Json<PushFollows>> {
    let unusable = || Error::say(StatusCode::BAD_REQUEST, follow::UNUSABLE);
    let (race_id, hidden) = choose::look_up(&push.boards, race, viewer).await?;
    if hidden {
        return Err(no_race());
    }
    endpoint::parse(&asked.endpoint, push.sender.networks()).ok_or_else(unusable)?;
    let (p256dh, auth) = endpoint::keys(&asked.p256dh, &asked.auth).ok_or_else(unusable)?;
    let bibs = follow::shared(&follow::link(&asked.bibs));
    if bibs.is_empty() {
        return Err(unusable());
    }
    let now = push.clock.now_ms();
    let begins = bibs.clone();
    let followed = push.boards.read_field(&race_id, move |field| {
        let head = field.head();
        let begin = |bib: String| Followed { bib, ..Followed::default() };
        begins.into_iter().map(|bib| follow::news(&head, field.row(&bib), &begin(bib.clone()), now).followed).collect()
    });
    let followed: Vec<Followed> = followed.await?;
    let key = hmac::Key::new(hmac::HMAC_SHA256, &push.address_key);
    let hash = |text: String| crate::ids::sha256(hmac::sign(&key, text.as_bytes()));
    let (network, address) = (hash(address.network()), hash(address.subject()));
    let asked = Subscribing { race_id, endpoint: asked.endpoint, p256dh, auth, network, address, followed };
    let id = new_id();
    if !push.db.write(move |tx| store::subscribe(tx, &asked, &id, now)).await? {
        return Err(Error::say(StatusCode::TOO_MANY_REQUESTS, follow::FULL));
    }
    Ok(Json(PushFollows { bibs }))
}

/// The address of a subscription.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushEnded {
    /// The address at the browser's push service.
    endpoint: String,
}

/// End the push messages about a race.
#[utoipa::path(
    delete,
    path = "/push/{RaceName}",
    tag = "live",
    params(("RaceName" = String, Path)),
    request_body = PushEnded,
    responses((status = 204, description = "This browser gets no messages about the race"), (status = 404, description = "No such race"))
)]
pub(super) async fn unsubscribe(
    State(push): State<Push>,
    viewer: Viewer,
    Path(race): Path<String>,
    extract::Json(ended): extract::Json<PushEnded>,
) -> Result<StatusCode> {
    let (race_id, _) = choose::look_up(&push.boards, race, viewer).await?;
    push.db.write(move |tx| store::unsubscribe(tx, &race_id, &ended.endpoint)).await?;
    Ok(StatusCode::NO_CONTENT)
}
