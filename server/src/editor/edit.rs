//! The function through which every change of a page goes: everything that one call changes is saved, or nothing.
//!
//! Which parts a call may change and how, the errors of the result, and the message of the answer are decided in the core.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use core_wasm::dates::{date_in, zone_or_default};
use core_wasm::editor::create::CreatePhase;
use core_wasm::editor::edit::{self as rules, Edit, Part, SaveResult, Versions};
use core_wasm::editor::words::EDITOR;
use core_wasm::race::{Image, Race};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::race_ref::RaceRef;
use super::{Desk, history, pictures, rfc3339};
use crate::account::Caller;
use crate::audit::{self, Actor, Event};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::images::Cleaned;
use crate::race::store::{self, Stored};
use crate::race::{PictureFormat, convert, version, versions};

/// `?images=url&id=…`
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// url: pictures by address
    #[param(value_type = Option<String>)]
    images: PictureFormat,
    /// The race of this id, whatever it is called by now
    id: Option<String>,
}

impl Asked {
    /// The race that the call is for; `name` is used when the query has no id.
    pub(super) fn race(&self, name: String) -> RaceRef {
        RaceRef { name, id: self.id.clone() }
    }
}

/// The change that a call requests.
pub(super) struct Change {
    /// The race.
    pub(super) race: RaceRef,
    /// The parts that the call may change, and whose errors it reports.
    pub(super) parts: Vec<Part>,
    /// The versions of the parts that the caller had loaded.
    pub(super) versions: Versions,
    /// Whether it restores an earlier state.
    pub(super) restores: bool,
}

impl Change {
    /// The change of a form of the core; `named` is the race in the call's path, if it has one there.
    pub(super) fn of<E: Edit>(edit: &E, named: Option<String>, asked: &Asked) -> Self {
        let race = asked.race(named.unwrap_or_else(|| edit.race_name().to_owned()));
        Self { race, parts: E::PARTS.to_vec(), versions: edit.versions().clone(), restores: false }
    }
}

/// The page's state after a call.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedPage)]
pub(super) struct Saved {
    /// `NO_CHANGES` when the page had these values already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    pub(super) message: String,
    pub(super) updated_race: Race,
    versions: Versions,
    #[serde(rename = "RaceName")]
    race_name: String,
}

impl IntoResponse for Saved {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// What the refusal of a change tells beside its words.
#[derive(Serialize, ToSchema)]
pub(super) struct Refused {
    /// With EDIT_CONFLICT alone.
    conflict: Option<Conflict>,
}

/// The part in conflict, and the page's present state.
#[derive(Serialize, ToSchema)]
struct Conflict {
    part: Part,
    /// Its present version.
    version: String,
    /// Who changed it last.
    by: String,
    /// When, in RFC 3339.
    at: String,
    /// Its pictures are by address.
    race: Race,
    /// The present versions of all its parts.
    versions: Versions,
}

/// Saves a form without files.
///
/// # Errors
/// As [`save`].
pub(super) async fn save_form<E: Edit + Send + 'static>(desk: &Desk, caller: &Caller, asked: Asked, edit: E) -> Result<Saved> {
    let change = Change::of(&edit, None, &asked);
    save(desk, caller, asked, change, Vec::<((), Cleaned)>::new(), move |race, _| {
        edit.apply(race);
        Ok(())
    })
    .await
}

/// Changes a page with `apply`, which receives the call's new pictures with their places.
///
/// # Errors
/// 404 when there is no such race; 409 `EDIT_CONFLICT`, with the present state, when a part that would change has another version
/// than the caller had loaded; 400 with the error of each field; 409 `DUPLICATE_NAME`.
pub(super) async fn save<P, F>(
    desk: &Desk,
    caller: &Caller,
    Asked { images, .. }: Asked,
    change: Change,
    pictures: Vec<(P, Cleaned)>,
    apply: F,
) -> Result<Saved>
where
    P: Send + 'static,
    F: Fn(&mut Race, Vec<(&P, Image)>) -> Result<()> + Send + 'static,
{
    let (now, actor, hosts) = (desk.clock.now_ms(), Actor::from(caller), desk.config.embed_hosts.clone());
    let (id, changed, mut saved) = desk
        .db
        .write(move |tx| {
            let stored = change.race.lock(tx)?.find(tx)?;
            let mut race = stored.race.clone();
            let count = pictures.len();
            apply(&mut race, pictures.iter().map(|(place, cleaned)| (place, cleaned.image())).collect())?;
            rules::update_own_link(&stored.race, &mut race);
            let touched = rules::changed_parts(&stored.race, &race);
            if let Some(part) = touched.iter().find(|part| is_outdated(**part, &change.versions, &stored.race)) {
                return Err(conflict(tx, *part, stored, &hosts)?);
            }
            let changed_parts: Vec<Part> = change.parts.iter().copied().filter(|part| touched.contains(part)).collect();
            let today = date_in(now, zone_or_default(&race.time_zone));
            for part in &changed_parts {
                let problems = rules::check(*part, &race, today, &hosts);
                if !problems.is_empty() {
                    return Err(problems.into());
                }
            }
            if !touched.is_empty() {
                // Only here, so that a refused call writes no picture.
                pictures::store_all(tx, pictures.iter().map(|(_, cleaned)| cleaned), now)?;
                put(tx, now, &actor, &stored, &race)?;
            }
            let code = touched.is_empty().then_some("NO_CHANGES");
            let part = changed_parts.first().or(change.parts.first());
            let message =
                part.map(|part| message_of(*part, code, count, [&stored.race, &race], change.restores)).unwrap_or_default();
            let versions = versions(&race);
            let is_renamed = stored.race.name != race.name;
            let race_name = race.name.clone();
            convert(tx, &mut race, images)?;
            let saved = Saved { code, message, updated_race: race, versions, race_name };
            Ok((stored.id, (!touched.is_empty()).then_some(is_renamed), saved))
        })
        .await?;
    if let Some(is_renamed) = changed {
        desk.boards.page_changed(&id, is_renamed);
    }
    saved.updated_race = saved.updated_race.with_frames(&desk.config.embed_hosts);
    Ok(saved)
}

/// Refuses what [`save`] would refuse, before time is spent on the pictures of a call: a race that does not exist, and a part that
/// another user changed since the caller loaded it. A part that the caller changed is not refused: that may have been this very
/// call, if its answer was lost.
///
/// # Errors
/// 404 and 409 `EDIT_CONFLICT` as [`save`].
pub(super) async fn refuse_early(desk: &Desk, caller: &Caller, change: &Change) -> Result<()> {
    let (race, parts, versions) = (change.race.clone(), change.parts.clone(), change.versions.clone());
    let (own, hosts) = (Actor::from(caller).name, desk.config.embed_hosts.clone());
    let refused = desk
        .db
        .read(move |tx| {
            let stored = race.find(tx)?;
            for part in parts.iter().copied().filter(|part| is_outdated(*part, &versions, &stored.race)) {
                if history::last(tx, &stored.id, part)?.0 != own {
                    return Ok(Some(conflict(tx, part, stored, &hosts)?));
                }
            }
            Ok(None)
        })
        .await?;
    refused.map_or(Ok(()), Err)
}

/// The core's message for a saved part; `pictures` is how many the call sent, `restores` whether it restored an earlier state.
fn message_of(part: Part, code: Option<&str>, pictures: usize, [before, after]: [&Race; 2], restores: bool) -> String {
    let (action, count) = rules::memories_changed(before, after);
    let end = SaveResult {
        end: CreatePhase::Answered,
        status: Some(StatusCode::OK.as_u16()),
        code: code.map(str::to_owned),
        message: restores.then(|| rules::restored_words(before, after)),
        count: Some(u32::try_from(pictures).ok().filter(|sent| *sent > 0).unwrap_or(count)),
        action: Some(action),
        restored: restores,
    };
    rules::outcome(part, &end).notice.map(|notice| notice.text).unwrap_or_default()
}

/// Writes a changed race: its rows, the history of its parts, and the audit record.
///
/// # Errors
/// 409 `DUPLICATE_NAME` when another race has its name.
fn put(tx: &Tx<'_>, now: i64, actor: &Actor, before: &Stored, after: &Race) -> Result<()> {
    store::save(tx, before, after, now)?;
    history::remember(tx, now, &actor.name, before, after)?;
    let touched = rules::changed_parts(&before.race, after);
    let values = |race: &Race| touched.iter().map(|part| (*part, rules::values(*part, race))).collect::<BTreeMap<_, _>>();
    audit::record(tx, now, actor, Event::RaceUpdated, before.about(), &values(&before.race), &values(after))
}

/// Whether the caller had loaded another version of a part.
fn is_outdated(part: Part, known: &Versions, race: &Race) -> bool {
    known.0.get(&part).is_some_and(|known| *known != version(part, race))
}

fn conflict(tx: &Tx<'_>, part: Part, stored: Stored, hosts: &[String]) -> Result<Error> {
    let (by, at) = history::last(tx, &stored.id, part)?;
    let version = version(part, &stored.race);
    let versions = versions(&stored.race);
    let conflict = Conflict { part, version, by, at: rfc3339(at), race: stored.race.with_frames(hosts), versions };
    let refusal = Error::refused(StatusCode::CONFLICT, "EDIT_CONFLICT", EDITOR.conflict);
    refusal.with(&Refused { conflict: Some(conflict) })
}
