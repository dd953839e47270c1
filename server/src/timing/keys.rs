//! Timing keys: created and revoked at the desk, shown once, stored as their SHA-256.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::timing::desk;
use serde::{Deserialize, Serialize};

use utoipa::ToSchema;

use super::access::ByTimer;
use super::{Timing, words};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{Db, Tx, params};
use crate::error::{Error, OrNotFound, Result};
use crate::http::extract::{self, Path};
use crate::ids::{new_id, new_secret, sha256};
use crate::timed::TimedRace;

/// A key in the desk's list, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimingKey)]
pub(super) struct KeyEntry {
    id: String,
    label: String,
    /// Epoch milliseconds.
    created_at: i64,
    /// Epoch milliseconds; null while it was not used.
    #[schema(required)]
    last_used_at: Option<i64>,
}

/// A new key; its secret is shown in this answer only.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NewKey {
    /// By which the key can be revoked.
    pub id: String,
    /// The secret that the timing boxes send.
    pub key: String,
}

/// What the audit record stores of a key in addition to its id and label.
#[derive(Serialize)]
struct KeyFacts<'a> {
    /// The id of its race.
    race: &'a str,
}

impl<'a> KeyFacts<'a> {
    fn of(race: &'a TimedRace) -> Self {
        Self { race: &race.id }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Label {
    /// What the key is for.
    label: String,
}

/// The keys of a race that are not revoked, oldest first.
pub(super) fn list(tx: &Tx<'_>, race_id: &str) -> Result<Vec<KeyEntry>> {
    tx.query_all(
        "SELECT id, label, created_at, last_used_at FROM timing_keys WHERE race_id = $1 AND revoked_at IS NULL ORDER BY created_at, id COLLATE \"C\"",
        params![race_id],
        |row| Ok(KeyEntry { id: row.get(0)?, label: row.get(1)?, created_at: row.get(2)?, last_used_at: row.get(3)? }),
    )
}

/// Create a timing key; it is shown in this answer and never again.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/keys",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path)),
    request_body = Label,
    responses((status = 201, description = "The only time that the key is shown", body = NewKey))
)]
pub(super) async fn create(
    State(timing): State<Timing>,
    by: ByTimer,
    extract::Json(Label { label }): extract::Json<Label>,
) -> Result<(StatusCode, Json<NewKey>)> {
    let key = make(&timing.db, &by.race, &by.actor, &label, timing.clock.now_ms()).await?;
    Ok((StatusCode::CREATED, Json(key)))
}

/// Creates a key for a race.
///
/// # Errors
/// 400 when the label is blank or too long.
pub(crate) async fn make(db: &Db, race: &TimedRace, actor: &Actor, label: &str, now: i64) -> Result<NewKey> {
    let label = desk::key_label(label).map_err(|words| Error::say(StatusCode::BAD_REQUEST, words))?;
    let key = NewKey { id: new_id(), key: new_secret() };
    let (race, actor, made) = (race.clone(), actor.clone(), key.clone());
    db.write(move |tx| {
        tx.execute(
            "INSERT INTO timing_keys (id, race_id, label, key_hash, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6)",
            params![made.id, race.id, label, sha256(&made.key), now, actor.id.to_string()],
        )?;
        let about = About { id: &made.id, name: &label };
        audit::record(tx, now, &actor, Event::TimingKeyMade, about, &NOTHING, &KeyFacts::of(&race))
    })
    .await?;
    Ok(key)
}

/// Revoke a timing key: it is refused from now on.
#[utoipa::path(
    delete,
    path = "/timing/{RaceName}/keys/{id}",
    tag = "timing",
    security(("session" = ["timer"])),
    params(("RaceName" = String, Path), ("id" = String, Path)),
    responses((status = 204, description = "Revoked"), (status = 404, description = "No such key"))
)]
pub(super) async fn revoke(
    State(timing): State<Timing>,
    ByTimer { race, actor }: ByTimer,
    Path((_race, key_id)): Path<(String, String)>,
) -> Result<StatusCode> {
    let now = timing.clock.now_ms();
    timing
        .db
        .write(move |tx| {
            let label = tx.query_opt(
                "UPDATE timing_keys SET revoked_at = $1 WHERE id = $2 AND race_id = $3 AND revoked_at IS NULL RETURNING label",
                params![now, key_id, race.id],
                |row| row.get::<String>(0),
            )?;
            let about = About { id: &key_id, name: &label.or_not_found(words::NO_SUCH_KEY)? };
            audit::record(tx, now, &actor, Event::TimingKeyRevoked, about, &KeyFacts::of(&race), &NOTHING)
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
