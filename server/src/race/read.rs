//! The calls that read races.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use core_wasm::dates::{RaceDate, date_in, zone_or_default};
use core_wasm::editor::edit::Versions;
use core_wasm::race::failure::{LoadEnd, LoadKind, LoadOutcome, load_failure};
use core_wasm::race::listing::{sort_admin, sort_calendar};
use core_wasm::race::{Race, RaceCard, RaceDateEntry, RaceListItem};
use serde::{Deserialize, Serialize};

use super::store::Stored;
use super::{Pictures, pictures, store, versions};
use crate::account::Admin;
use crate::app::App;
use crate::described::{Card, EditableRace, OneRace, RaceDates, RaceNames};
use crate::error::{OrNotFound, Result};
use crate::http::answer::json;
use crate::http::extract::{Path, Query};

/// `?images=url`
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    images: Pictures,
}

/// `?name=…&id=…&images=url`
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    name: String,
    /// From an administrator, it goes before the name: somebody may have renamed the race meanwhile.
    id: Option<String>,
    #[serde(default)]
    images: Pictures,
}

/// One race.
#[derive(Serialize)]
pub(super) struct Read {
    race: Race,
}

/// One race and the versions of its parts.
#[derive(Serialize)]
pub(super) struct Editable {
    /// For administrators alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    race: Race,
    versions: Versions,
}

/// The administrator's list.
#[derive(Serialize)]
pub(super) struct RaceList {
    races: Vec<RaceListItem>,
}

/// Every race's date and start times, for the live window.
#[utoipa::path(get, path = "/getRaceDates", tag = "race", responses((status = 200, description = "Every race that is not deleted", body = Vec<RaceDates>), (status = 304, description = "As the caller has it")))]
pub(super) async fn race_dates(State(app): State<App>, asked: HeaderMap) -> Result<Response> {
    let races = app.db().read(store::all).await?;
    let entry = |race: Race| RaceDateEntry {
        date: race.date,
        distance_start_times: race.distance_start_times,
        time_zone: race.time_zone,
        race: race.name,
        is_canceled: race.is_canceled,
    };
    // Every open page asks once a minute.
    json(&asked, &races.into_iter().map(|stored| entry(stored.race)).collect::<Vec<_>>())
}

/// The calendar.
#[utoipa::path(get, path = "/getRaceCards", tag = "race",
    params(("images" = Option<String>, Query, description = "url: pictures by address, in every size; without it in base64, at most 480 pixels wide")),
    responses((status = 200, description = "Upcoming races first", body = Vec<Card>), (status = 304, description = "As the caller has it")))]
pub(super) async fn race_cards(
    State(app): State<App>,
    Query(Asked { images }): Query<Asked>,
    asked: HeaderMap,
) -> Result<Response> {
    let today = today(&app);
    let cards = app
        .db()
        .read(move |tx| {
            let mut cards = Vec::new();
            for stored in store::all(tx)? {
                let logo = pictures::logo(tx, &stored.id, images)?;
                cards.push(card(stored.race, logo));
            }
            sort_calendar(&mut cards, today);
            Ok(cards)
        })
        .await?;
    json(&asked, &cards)
}

/// Every race's name and date, for the selector of Edit Pages.
#[utoipa::path(get, path = "/getAllPageRaces", tag = "race", responses((status = 200, description = "Upcoming races first", body = RaceNames)))]
pub(super) async fn all_page_races(State(app): State<App>) -> Result<Json<RaceList>> {
    let mut races = app
        .db()
        .read(|tx| {
            tx.query_all("SELECT name, date FROM races WHERE deleted_at IS NULL", [], |row| {
                Ok(RaceListItem { name: row.get(0)?, date: row.get(1)? })
            })
        })
        .await?;
    sort_admin(&mut races, today(&app));
    Ok(Json(RaceList { races }))
}

/// One race by the query's name, and the version of each of its parts, for the editor.
#[utoipa::path(get, path = "/AllRacePages", tag = "race", params(("name" = String, Query),
    ("id" = Option<String>, Query, description = "administrators: the race of this id, whatever it is called by now"), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record, a version for each part, and for administrators its id", body = EditableRace), (status = 404)))]
pub(super) async fn all_race_pages(
    State(app): State<App>,
    admin: Result<Admin>,
    Query(Named { name, id, images }): Query<Named>,
) -> Result<Json<Editable>> {
    let admin = admin.is_ok();
    let found = app
        .db()
        .read(move |tx| {
            let stored = match id.filter(|_| admin) {
                Some(id) => store::find_id(tx, &id)?,
                None => store::find_whole(tx, &name, Pictures::Url)?,
            };
            let Some(Stored { id, race }) = stored else { return Ok(None) };
            let versions = versions(&race);
            let race = if images == Pictures::Url { race } else { store::with_pictures(tx, &id, race, images)? };
            Ok(Some(Editable { id: admin.then_some(id), race, versions }))
        })
        .await?;
    let found = found.or_not_found(not_found(LoadKind::Race))?;
    Ok(Json(Editable { race: found.race.with_frames(&app.config().embed_hosts), ..found }))
}

/// One race, as its page shows it.
#[utoipa::path(get, path = "/race/{RaceName}", tag = "race", params(("RaceName" = String, Path), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record", body = OneRace), (status = 404)))]
pub(super) async fn race(State(app): State<App>, Path(name): Path<String>, Query(asked): Query<Asked>) -> Result<Json<Read>> {
    one(&app, LoadKind::Race, name, asked.images).await
}

/// One race, as its media page shows it.
#[utoipa::path(get, path = "/race-media/{RaceName}", tag = "race", params(("RaceName" = String, Path), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record", body = OneRace), (status = 404)))]
pub(super) async fn race_media(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Read>> {
    one(&app, LoadKind::Media, name, asked.images).await
}

async fn one(app: &App, kind: LoadKind, name: String, images: Pictures) -> Result<Json<Read>> {
    let stored = app.db().read(move |tx| store::find_whole(tx, &name, images)).await?;
    let race = stored.or_not_found(not_found(kind))?.race;
    Ok(Json(Read { race: race.with_frames(&app.config().embed_hosts) }))
}

/// The code and the core's words for a race that is not there.
pub(crate) fn not_found(kind: LoadKind) -> (&'static str, String) {
    let missing = LoadOutcome { outcome: LoadEnd::Missing, status: None, text: None };
    ("RACE_NOT_FOUND", load_failure(kind, &missing).text)
}

/// Today at the company's own place.
pub(crate) fn today(app: &App) -> RaceDate {
    date_in(app.now_ms(), zone_or_default(""))
}

fn card(race: Race, race_logo: Option<core_wasm::race::Image>) -> RaceCard {
    RaceCard {
        race: race.name,
        date: race.date,
        day: race.day,
        distance: race.distance,
        distance_start_times: race.distance_start_times,
        card_location: race.card_location,
        info: race.info,
        is_canceled: race.is_canceled,
        max_capacity: race.max_capacity,
        link: race.link,
        race_logo,
        time_zone: race.time_zone,
    }
}
