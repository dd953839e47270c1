//! `POST /createPage`

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use core_wasm::dates::{date_in, zone_or_default};
use core_wasm::editor::create::{self as rules, CREATED, CreateForm, DUPLICATE_NAME};
use core_wasm::error::Problems;
use core_wasm::race::{Partner, Race};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::upload::{self, Upload, Uploaded};
use crate::account::Admin;
use crate::app::App;
use crate::audit::{self, Actor};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::UPLOAD_LIMIT;
use crate::images::{self, Cleaned};
use crate::race::{Kind, store};
use crate::words;

/// What a new page answers.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Created {
    message: &'static str,
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// A file of the form with its place in the record.
struct Place {
    kind: Kind,
    position: u32,
    /// What the form calls it: `raceLogo`, `memImages.2`.
    field: String,
    file: NamedTempFile,
}

/// A picture ready to be stored.
struct Picture {
    kind: Kind,
    position: u32,
    cleaned: Cleaned,
}

/// Create a race page: every field and file of the form.
#[utoipa::path(post, path = "/createPage", tag = "editor",
    request_body(content_type = "multipart/form-data", description = "The form's fields by name, lists as JSON text; files raceLogo, shirt, medal, medals3, acrylic, memImages (repeated), communityPartnerImages (repeated, in the order of CommunityPartnersData; an empty file stands for a missing logo)"),
    responses((status = 201, body = Created), (status = 400, description = "fields says what is wrong with which"),
        (status = 401), (status = 403), (status = 409, description = "DUPLICATE_NAME"), (status = 413, description = "More than 50 MB")))]
pub(super) async fn create_page(
    State(app): State<App>,
    Admin(caller): Admin,
    request: Request,
) -> Result<(StatusCode, Json<Created>)> {
    refuse_at_once_when_too_large(request.headers())?;
    let Upload { texts, files } = upload::read(request, &app.spool()).await?;
    let form = CreateForm::from_fields(&texts)?;
    let race_name = make(&app, &Actor::from(&caller), form, files).await?;
    Ok((StatusCode::CREATED, Json(Created { message: CREATED, race_name })))
}

/// Makes a race of a filled form and its files, and answers its name.
///
/// # Errors
/// 400 with what is wrong with which field or file, 409 when the name is taken; nothing is kept then.
pub(crate) async fn make(app: &App, actor: &Actor, form: CreateForm, files: Vec<Uploaded>) -> Result<String> {
    let now = app.now_ms();
    let today = date_in(now, zone_or_default(&form.time_zone));
    let mut problems = rules::check(&form, today, &app.config().embed_hosts);
    let places = places(files, &mut problems);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let mut race = rules::to_race(form);
    // A logo without a line of CommunityPartnersData is a sponsor without a link.
    let logos = places.iter().filter(|place| place.kind == Kind::Partner).map(|place| place.position as usize + 1).max();
    let partners = &mut race.community_partners.partners;
    partners.resize_with(partners.len().max(logos.unwrap_or(0)), Partner::default);
    refuse_a_taken_name(app, &race).await?;
    let pictures = clean(app, places).await?;
    let (actor, race_name) = (actor.clone(), race.name.clone());
    app.db().write(move |tx| save(tx, now, &actor, &race, &pictures)).await?;
    Ok(race_name)
}

/// A client that tells the truth about its length need not send it all to be refused.
fn refuse_at_once_when_too_large(headers: &HeaderMap) -> Result<()> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > UPLOAD_LIMIT) {
        return Err(Error::say(StatusCode::PAYLOAD_TOO_LARGE, words::TOO_LARGE));
    }
    Ok(())
}

/// Before minutes go into its pictures; the table's own constraint decides in the end.
async fn refuse_a_taken_name(app: &App, race: &Race) -> Result<()> {
    let name = race.name.clone();
    if app.db().read(move |tx| store::find(tx, &name)).await?.is_some() {
        return Err(Error::refused(StatusCode::CONFLICT, "DUPLICATE_NAME", DUPLICATE_NAME));
    }
    Ok(())
}

/// Gives every file its place; a file of another name is a problem.
fn places(files: Vec<Uploaded>, problems: &mut Problems) -> Vec<Place> {
    let (mut memories, mut partners) = (0, 0);
    let mut places = Vec::new();
    for Uploaded { field, file } in files {
        let (kind, position) = match field.as_str() {
            "raceLogo" => (Kind::RaceLogo, None),
            "shirt" => (Kind::Shirt, None),
            "medal" => (Kind::Medal, None),
            "medals3" => (Kind::Medals3, None),
            "acrylic" => (Kind::Acrylic, None),
            "memImages" => (Kind::Memory, Some(&mut memories)),
            // Counted also when empty: the order says whose logo it is.
            "communityPartnerImages" => (Kind::Partner, Some(&mut partners)),
            _ => {
                problems.add(field.clone(), "unknown_field", words::unknown_file(&field));
                continue;
            }
        };
        let (position, field) = match position {
            None => {
                // Of two, the last counts, as with the texts.
                places.retain(|place: &Place| place.kind != kind);
                (0, field)
            }
            Some(next) => {
                let position: u32 = *next;
                *next += 1;
                (position, format!("{field}.{position}"))
            }
        };
        if let Some(file) = file {
            places.push(Place { kind, position, field, file });
        }
    }
    places
}

/// Makes every picture clean; those that are none are told together, each by its field.
async fn clean(app: &App, places: Vec<Place>) -> Result<Vec<Picture>> {
    let (mut pictures, mut problems) = (Vec::with_capacity(places.len()), Problems::default());
    for Place { kind, position, field, file } in places {
        let cleaned = images::clean_file(app, file.path().to_owned()).await?;
        if let Some(cleaned) = problems.take(&field, cleaned) {
            pictures.push(Picture { kind, position, cleaned });
        }
    }
    if problems.is_empty() { Ok(pictures) } else { Err(problems.into()) }
}

/// Race, pictures and audit row, or none of them.
fn save(tx: &Tx<'_>, now: i64, actor: &Actor, race: &Race, pictures: &[Picture]) -> Result<()> {
    let id = store::add(tx, race, now)?;
    for picture in pictures {
        store::add_picture(tx, &id, picture.kind, picture.position, &picture.cleaned, now)?;
    }
    let kept: Vec<_> = pictures.iter().map(|p| (p.kind.as_str(), p.position, p.cleaned.hash.as_str())).collect();
    let new = serde_json::json!({ "race": race, "pictures": kept });
    audit::record(tx, now, actor, "race.created", &format!("race:{}", race.name), None::<&()>, Some(&new))
}
