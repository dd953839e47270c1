//! `POST /restoreSection`

use axum::extract::State;
use core_wasm::editor::edit::{self as rules, Part, Versions};
use core_wasm::editor::words::EDITOR;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Desk;
use super::edit::{self, Asked, Change, Refused, Saved};
use super::history;
use crate::account::Admin;
use crate::error::{OrNotFound, RefusalWith, Result};
use crate::http::extract::{Json, Query};
use crate::images::Cleaned;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreSection {
    #[serde(rename = "RaceName")]
    race_name: String,
    part: Part,
    /// The id in `/sectionHistory`.
    id: String,
    #[serde(default, rename = "Versions")]
    versions: Versions,
}

/// Restore the state of a part after a change, or before its first one.
#[utoipa::path(post, path = "/restoreSection", tag = "editor", params(Asked),
    request_body = RestoreSection,
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400), (status = 401), (status = 403), (status = 404, description = "RACE_NOT_FOUND or HISTORY_NOT_FOUND"),
        (status = 409, description = "EDIT_CONFLICT or DUPLICATE_NAME", body = RefusalWith<Refused>)))]
pub(super) async fn restore_section(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    Json(RestoreSection { race_name, part, id, versions }): Json<RestoreSection>,
) -> Result<Saved> {
    let race = asked.race(race_name);
    let race_ref = race.clone();
    let kept = desk
        .db
        .read(move |tx| history::find(tx, &race_ref, part, &id))
        .await?
        .or_not_found(("HISTORY_NOT_FOUND", EDITOR.version_gone))?;
    let change = Change { race, parts: vec![part], versions, restores: true };
    edit::save(&desk, &caller, asked, change, Vec::<((), Cleaned)>::new(), move |race, _| Ok(rules::restore(part, &kept, race)?))
        .await
}
