//! `PUT /updatePrivacy`

use axum::Json as Answer;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Caller, profile};
use crate::audit::{self, About, Actor, Event, Fields, NOTHING};
use crate::clock::Clock;
use crate::db::{Db, params};
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::privacy;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Privacy {
    is_private: bool,
}

/// The choice is saved.
#[derive(Serialize, ToSchema)]
pub(super) struct PrivacyKept {
    success: bool,
}

/// Hide the caller's name and results from everybody but the caller and administrators, or show them again.
#[utoipa::path(put, path = "/updatePrivacy", tag = "account", security(("session" = [])), request_body = Privacy,
    responses((status = 200, body = PrivacyKept), (status = 401), (status = 403),
        (status = 429, description = "Changed very often today")))]
pub(super) async fn update_privacy(
    State(db): State<Db>,
    State(clock): State<Clock>,
    caller: Caller,
    Json(wanted): Json<Privacy>,
) -> Result<Answer<PrivacyKept>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    let now = clock.now_ms();
    db.write(move |tx| {
        let changed = tx.execute(
            "UPDATE users SET is_private = $1 WHERE id = $2 AND is_private <> $1",
            params![wanted.is_private, caller.user_id],
        )?;
        if changed == 0 {
            return Ok(());
        }
        // Becoming private is never refused: who has the account shown against their will needs it at once.
        if !wanted.is_private {
            profile::refuse_too_many(tx, &caller, now)?;
        }
        privacy::refresh(tx, &caller.user_id)?;
        let about = About { id: &caller.user_id, name: &caller.username };
        audit::record(tx, now, &Actor::from(&caller), Event::AccountPrivacySet, about, &NOTHING, &Fields(&["isPrivate"]))
    })
    .await?;
    Ok(Answer(PrivacyKept { success: true }))
}
