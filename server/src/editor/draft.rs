//! `GET`, `PUT` and `DELETE /createDraft`: the administrator's unfinished Create Race form.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use core_wasm::editor::create::CreateForm;
use core_wasm::editor::words::EDITOR;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::Desk;
use super::rfc3339;
use crate::account::Admin;
use crate::db::{Tx, params};
use crate::error::{Error, RefusalWith, Result};
use crate::http::extract::Json;

/// A form, and how often the browser has changed it. The server stores it without a check: a half-filled form is valid.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewDraft {
    #[schema(value_type = DraftForm)]
    form: Map<String, Value>,
    revision: i64,
}

/// The stored draft.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Draft {
    #[schema(value_type = DraftForm)]
    form: Map<String, Value>,
    revision: i64,
    /// RFC 3339.
    saved_at: String,
}

/// The form of a draft: each field of the Create Race form may be missing, and a field that only another version of the form has is
/// kept too.
struct DraftForm;

impl PartialSchema for DraftForm {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(form)) = CreateForm::schema() else { return CreateForm::schema() };
        ObjectBuilder::from(form).additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true))).into()
    }
}

impl ToSchema for DraftForm {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        CreateForm::schemas(schemas);
    }
}

/// The answer for a stored draft.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeptDraft)]
pub(super) struct Kept {
    revision: i64,
    /// RFC 3339.
    saved_at: String,
}

/// The caller's draft.
#[utoipa::path(get, path = "/createDraft", tag = "editor",
    responses((status = 200, body = Draft), (status = 204, description = "There is none"), (status = 401), (status = 403)))]
pub(super) async fn get(State(desk): State<Desk>, Admin(caller): Admin) -> Result<Response> {
    let draft = desk.db.read(move |tx| find(tx, &caller.user_id)).await?;
    Ok(draft.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |draft| Answer(draft).into_response()))
}

/// Store the caller's draft, unless a later one is stored already.
#[utoipa::path(put, path = "/createDraft", tag = "editor", request_body = NewDraft,
    responses((status = 200, body = Kept), (status = 401), (status = 403),
        (status = 409, description = "DRAFT_NEWER, and the one that is kept", body = RefusalWith<Draft>)))]
pub(super) async fn put(State(desk): State<Desk>, Admin(caller): Admin, Json(draft): Json<NewDraft>) -> Result<Answer<Kept>> {
    let now = desk.clock.now_ms();
    desk.db
        .write(move |tx| {
            let kept = tx.execute(
                "INSERT INTO create_drafts (user_id, form, revision, saved_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (user_id) DO UPDATE SET form = excluded.form, revision = excluded.revision, saved_at = excluded.saved_at WHERE create_drafts.revision < excluded.revision",
                params![caller.user_id, serde_json::to_string(&draft.form)?, draft.revision, now],
            )?;
            if kept == 0 {
                // The later draft was deleted meanwhile: the job is run again.
                let later = find(tx, &caller.user_id)?.ok_or(Error::Raced)?;
                return Err(Error::refused(StatusCode::CONFLICT, "DRAFT_NEWER", EDITOR.draft_newer).with(&later)?);
            }
            Ok(Answer(Kept { revision: draft.revision, saved_at: rfc3339(now) }))
        })
        .await
}

/// Delete the caller's draft.
#[utoipa::path(delete, path = "/createDraft", tag = "editor",
    responses((status = 204, description = "There is none any more"), (status = 401), (status = 403)))]
pub(super) async fn delete(State(desk): State<Desk>, Admin(caller): Admin) -> Result<StatusCode> {
    desk.db
        .write(move |tx| {
            tx.execute("DELETE FROM create_drafts WHERE user_id = $1", params![caller.user_id])?;
            Ok(StatusCode::NO_CONTENT)
        })
        .await
}

fn find(tx: &Tx<'_>, user_id: &str) -> Result<Option<Draft>> {
    let row = tx.query_opt("SELECT form, revision, saved_at FROM create_drafts WHERE user_id = $1", params![user_id], |row| {
        Ok((row.get::<String>(0)?, row.get(1)?, row.get(2)?))
    })?;
    row.map(|(form, revision, at)| Ok(Draft { form: serde_json::from_str(&form)?, revision, saved_at: rfc3339(at) })).transpose()
}
