//! The calls that read races.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use core_wasm::editor::edit::Versions;
use core_wasm::race::failure::LoadKind;
use core_wasm::race::listing::{sort_admin, sort_calendar};
use core_wasm::race::{Race, RaceCard, RaceDateEntry, RaceListItem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::Stored;
use super::{PictureFormat, convert, names, pictures, store, versions};
use crate::account::{Admin, Viewer};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, Tx};
use crate::error::{Error, Result};
use crate::http::answer::{PRIVATE, TaggedJson, json};
use crate::http::extract::{Path, Query};
use crate::http::unread::{Reservation, UnreadBudget};

/// About how many bytes a race takes in an answer in addition to its record and its pictures.
const OVERHEAD: usize = 4096;

/// The state of the calls that read races; cheap to clone.
#[derive(Clone)]
pub(crate) struct Races {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) unread: UnreadBudget,
}

/// `?images=url`
#[derive(Debug, Deserialize)]
pub(super) struct ImagesQuery {
    #[serde(default)]
    images: PictureFormat,
}

/// `?name=…&id=…&images=url`
#[derive(Debug, Deserialize)]
pub(super) struct NameQuery {
    name: String,
    /// From an administrator, the id is used instead of the name: the race may have been renamed meanwhile.
    id: Option<String>,
    #[serde(default)]
    images: PictureFormat,
}

/// One race.
#[derive(Serialize, ToSchema)]
#[schema(as = OneRace)]
pub(super) struct Read {
    race: Race,
}

/// One race and the versions of its parts.
#[derive(Serialize, ToSchema)]
#[schema(as = EditableRace)]
pub(super) struct Editable {
    /// Only for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    race: Race,
    versions: Versions,
}

/// The administrator's list.
#[derive(Serialize, ToSchema)]
pub(super) struct RaceList {
    races: Vec<RaceListItem>,
}

/// Every race's date and start times, for the live window.
#[utoipa::path(get, path = "/getRaceDates", tag = "race", responses((status = 200, description = "Every race that is neither deleted nor hidden", body = Vec<RaceDateEntry>), (status = 304, description = "As the caller has it")))]
pub(super) async fn race_dates(State(db): State<Db>, request_headers: HeaderMap) -> Result<Response> {
    let races = db.read_public(store::listed).await?;
    // Every open page requests this once a minute, hence the tag.
    json(&request_headers, &races.into_iter().map(|stored| RaceDateEntry::from(stored.race)).collect::<Vec<_>>())
}

/// The calendar.
#[utoipa::path(get, path = "/getRaceCards", tag = "race",
    params(("images" = Option<String>, Query, description = "url: pictures by address, in every size; without it in base64, at most 480 pixels wide")),
    responses((status = 200, description = "Upcoming races first", body = Vec<RaceCard>), (status = 304, description = "As the caller has it")))]
pub(super) async fn race_cards(
    State(races): State<Races>,
    Query(ImagesQuery { images }): Query<ImagesQuery>,
    request_headers: HeaderMap,
) -> Result<Response> {
    let today = races.clock.today();
    let estimate = move |tx: &Tx<'_>| {
        let races = store::listed(tx)?;
        races.iter().map(|stored| Ok(OVERHEAD + pictures::encoded_logo_size(tx, &stored.race)?)).sum::<Result<usize>>()
    };
    let make = move |tx: &Tx<'_>| {
        let mut cards = Vec::new();
        for stored in store::listed(tx)? {
            let logo = pictures::logo(tx, &stored.race, images)?;
            cards.push(card(stored.race, logo));
        }
        sort_calendar(&mut cards, today);
        TaggedJson::new(&cards)
    };
    let (cards, reservation) = with_reservation(&races, images, estimate, make).await?;
    Ok((reservation, cards.answer(&request_headers)).into_response())
}

/// Makes an answer once memory for the estimated number of bytes is reserved. Pictures in base64 make it long: it is then read on
/// the threads for long reads, so that short reads do not wait.
async fn with_reservation<T: Send + 'static>(
    races: &Races,
    images: PictureFormat,
    estimate: impl Fn(&Tx<'_>) -> Result<usize> + Send + 'static,
    make: impl Fn(&Tx<'_>) -> Result<T> + Send + Sync + 'static,
) -> Result<(T, Option<Extension<Reservation>>)> {
    if images == PictureFormat::Url {
        return Ok((races.db.read_public(make).await?, None));
    }
    let reservation = races.unread.reserve(races.db.read(estimate).await?).await?;
    // The job holds the reservation until it ends, even when the client disconnects.
    races.db.read_long(move |tx| Ok((make(tx)?, Some(Extension(reservation.clone()))))).await
}

/// Every race's name and date, for the selector of Edit Pages.
#[utoipa::path(get, path = "/getAllPageRaces", tag = "race", responses((status = 200, description = "Upcoming races first; hidden ones, and ids, for administrators and timers alone", body = RaceList)))]
pub(super) async fn all_page_races(State(races): State<Races>, viewer: Viewer) -> Result<Json<RaceList>> {
    let mut listed = races
        .db
        .read_public(move |tx| {
            let staff = viewer.may_time(tx)?;
            let hidden = if staff { store::hidden(tx)? } else { Vec::new() };
            let item = |Stored { id, race, .. }: Stored| {
                let Race { name, date, time_zone, is_hidden, .. } = race;
                RaceListItem { id: if staff { id } else { String::new() }, name, date, time_zone, is_hidden }
            };
            Ok(store::listed(tx)?.into_iter().chain(hidden).map(item).collect::<Vec<_>>())
        })
        .await?;
    sort_admin(&mut listed, races.clock.today());
    Ok(Json(RaceList { races: listed }))
}

/// One race by its present or a former name, and the version of each of its parts, for the editor.
#[utoipa::path(get, path = "/AllRacePages", tag = "race", params(("name" = String, Query),
    ("id" = Option<String>, Query, description = "administrators: the race of this id, whatever it is called by now"), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record, a version for each part, and for administrators its id", body = Editable), (status = 404)))]
pub(super) async fn all_race_pages(
    State(races): State<Races>,
    admin: Result<Admin>,
    viewer: Viewer,
    Query(NameQuery { name, id, images }): Query<NameQuery>,
) -> Result<Response> {
    let admin = admin.is_ok();
    let hosts = races.config.embed_hosts.clone();
    let id = id.filter(|_| admin);
    let wanted = match id {
        Some(id) => Wanted::Id(id),
        None => Wanted::Named(name, viewer),
    };
    let write = move |tx: &Tx<'_>, Stored { id, mut race, .. }: Stored| {
        let versions = versions(&race);
        convert(tx, &mut race, images)?;
        let answer = Editable { id: admin.then_some(id), race: race.with_frames(&hosts), versions };
        Ok(serde_json::to_vec(&answer)?)
    };
    let (race, reservation) = whole(&races, images, LoadKind::Race, wanted, write).await?;
    Ok((reservation, JSON, race).into_response())
}

/// The content type of bytes that are serialized already.
const JSON: [(header::HeaderName, HeaderValue); 1] = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];

/// The race that a call requests.
enum Wanted {
    Id(String),
    Named(String, Viewer),
}

impl Wanted {
    fn id(&self, tx: &Tx<'_>) -> Result<Option<String>> {
        match self {
            Self::Id(id) => Ok(Some(id.clone())),
            Self::Named(name, viewer) => names::id_of(tx, name, viewer),
        }
    }

    fn bare(&self, tx: &Tx<'_>) -> Result<Option<Stored>> {
        match self {
            Self::Id(id) => store::bare(tx, id),
            Self::Named(name, viewer) => names::bare(tx, name, viewer),
        }
    }
}

/// Returns one race with its pictures, serialized by `write`. With pictures in base64 it is read once memory for the estimated
/// number of bytes is reserved.
async fn whole<T: Send + 'static>(
    races: &Races,
    images: PictureFormat,
    kind: LoadKind,
    wanted: Wanted,
    write: impl Fn(&Tx<'_>, Stored) -> Result<T> + Send + Sync + 'static,
) -> Result<(T, Option<Extension<Reservation>>)> {
    let missing = move || Error::no_race(kind);
    if images == PictureFormat::Url {
        let make = move |tx: &Tx<'_>| write(tx, store::whole(tx, wanted.bare(tx)?.ok_or_else(missing)?)?);
        return Ok((races.db.read_public(make).await?, None));
    }
    // The size is estimated without reading the race, because many requests may come at once.
    let estimate = move |tx: &Tx<'_>| {
        let id = wanted.id(tx)?.ok_or_else(missing)?;
        Ok((OVERHEAD + store::length(tx, &id)? + pictures::encoded_size(tx, &id)?, id))
    };
    let (size, id) = races.db.read(estimate).await?;
    let reservation = races.unread.reserve(size).await?;
    // The job holds the reservation until it ends, even when the client disconnects.
    let make = move |tx: &Tx<'_>| {
        let stored = store::whole(tx, store::bare(tx, &id)?.ok_or_else(missing)?)?;
        Ok((write(tx, stored)?, Some(Extension(reservation.clone()))))
    };
    races.db.read_long(make).await
}

/// One race, as its page shows it. A former name finds the race too; the answer has its present name.
#[utoipa::path(get, path = "/race/{RaceName}", tag = "race", params(("RaceName" = String, Path), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record", body = Read), (status = 404)))]
pub(super) async fn race(
    State(races): State<Races>,
    viewer: Viewer,
    Path(name): Path<String>,
    Query(query): Query<ImagesQuery>,
) -> Result<Response> {
    one(&races, viewer, LoadKind::Race, name, query.images).await
}

/// One race, as its media page shows it; a former name finds it too.
#[utoipa::path(get, path = "/race-media/{RaceName}", tag = "race", params(("RaceName" = String, Path), ("images" = Option<String>, Query)),
    responses((status = 200, description = "The full record", body = Read), (status = 404)))]
pub(super) async fn race_media(
    State(races): State<Races>,
    viewer: Viewer,
    Path(name): Path<String>,
    Query(query): Query<ImagesQuery>,
) -> Result<Response> {
    one(&races, viewer, LoadKind::Media, name, query.images).await
}

async fn one(races: &Races, viewer: Viewer, kind: LoadKind, name: String, images: PictureFormat) -> Result<Response> {
    let hosts = races.config.embed_hosts.clone();
    let write = move |tx: &Tx<'_>, Stored { mut race, .. }: Stored| {
        convert(tx, &mut race, images)?;
        Ok((race.is_hidden.0, serde_json::to_vec(&Read { race: race.with_frames(&hosts) })?))
    };
    let ((hidden, race), reservation) = whole(races, images, kind, Wanted::Named(name, viewer), write).await?;
    let mut response = (reservation, JSON, race).into_response();
    if hidden {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(PRIVATE));
    }
    Ok(response)
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
