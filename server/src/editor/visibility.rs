//! `PUT /pageVisibility`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::editor::visibility;
use core_wasm::flag::Flag;
use core_wasm::race::Race;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::Desk;
use super::race_ref::{ById, RaceRef};
use crate::account::Admin;
use crate::audit::{self, Actor, Event};
use crate::error::Result;
use crate::http::extract::{Json, Query};
use crate::race::store;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PageVisibility {
    #[serde(rename = "RaceName")]
    race_name: String,
    /// `True` to hide the page, `False` to publish it.
    #[serde(rename = "isHidden")]
    is_hidden: Flag,
}

/// The page's visibility after the call.
#[derive(Serialize, ToSchema)]
pub(super) struct Visible {
    message: String,
    #[serde(rename = "RaceName")]
    race_name: String,
    #[serde(rename = "isHidden")]
    is_hidden: Flag,
}

/// Publish a hidden page, or hide a page so that only administrators see it. If nothing changes, nothing is written.
#[utoipa::path(put, path = "/pageVisibility", tag = "editor", params(ById), request_body = PageVisibility,
    responses((status = 200, body = Visible), (status = 400), (status = 401), (status = 403), (status = 404, description = "RACE_NOT_FOUND")))]
pub(super) async fn page_visibility(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(ById { id }): Query<ById>,
    Json(PageVisibility { race_name: name, is_hidden }): Json<PageVisibility>,
) -> Result<Answer<Visible>> {
    let (now, actor, race_ref) = (desk.clock.now_ms(), Actor::from(&caller), RaceRef { name, id });
    let (id, race_name) = desk
        .db
        .write(move |tx| {
            let stored = race_ref.lock(tx)?.find(tx)?;
            let before = stored.race.is_hidden;
            if before != is_hidden {
                let race = Race { is_hidden, ..stored.race.clone() };
                store::save(tx, &stored, &race, now)?;
                let event = if is_hidden.0 { Event::RaceHidden } else { Event::RacePublished };
                let (old, new) = (json!({ "isHidden": before }), json!({ "isHidden": is_hidden }));
                audit::record(tx, now, &actor, event, stored.about(), &old, &new)?;
            }
            Ok((stored.id, stored.race.name))
        })
        .await?;
    desk.boards.page_changed(&id, true);
    Ok(Answer(Visible { message: visibility::done(&race_name, is_hidden), race_name, is_hidden }))
}
