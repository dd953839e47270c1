//! `POST /createPage`

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use core_wasm::dates::{date_in, zone_or_default};
use core_wasm::editor::create::{self as rules, CREATED, CreateForm, DUPLICATE_NAME};
use core_wasm::error::Problems;
use core_wasm::race::{Image, MemImage, Partner, Race};
use serde::Serialize;

use super::Desk;
use super::pictures::{self, AssignedFile};
use crate::account::Admin;
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::Tx;
use crate::described::CreatePage;
use crate::error::{Error, Result};
use crate::http::upload::{self, Upload, Uploaded};
use crate::race::{Kind, store};
use crate::words;

/// The answer for a new page.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Created {
    message: &'static str,
    #[serde(rename = "RaceName")]
    race_name: String,
}

/// The picture that a file of the form becomes: its kind, and its position among several of that kind.
type Place = (Kind, usize);

/// Create a race page: every field and file of the form.
#[utoipa::path(post, path = "/createPage", tag = "editor",
    request_body(content = CreatePage, content_type = "multipart/form-data", description = "The form's fields by name, lists as JSON text; files raceLogo, shirt, medal, medals3, acrylic, memImages (repeated), communityPartnerImages (repeated, in the order of CommunityPartnersData; an empty file stands for a missing logo)"),
    responses((status = 201, body = Created), (status = 400, description = "fields says what is wrong with which"),
        (status = 401), (status = 403), (status = 409, description = "DUPLICATE_NAME"), (status = 413, description = "More than 50 MB")))]
pub(super) async fn create_page(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    request: Request,
) -> Result<(StatusCode, Json<Created>)> {
    let Upload { texts, files } = upload::read(request, desk.images.spool()).await?;
    let form = CreateForm::from_fields(&texts)?;
    let race_name = make(&desk, &Actor::from(&caller), form, files).await?;
    Ok((StatusCode::CREATED, Json(Created { message: CREATED, race_name })))
}

/// Creates a race from a filled form and its files, and returns its name.
///
/// # Errors
/// 400 with the error of each field or file, 409 when another race has the name; nothing is saved then.
async fn make(desk: &Desk, actor: &Actor, form: CreateForm, files: Vec<Uploaded>) -> Result<String> {
    let now = desk.clock.now_ms();
    let today = date_in(now, zone_or_default(&form.time_zone));
    let mut problems = rules::check(&form, today, &desk.config.embed_hosts);
    let files = places(files, &mut problems);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let mut race = rules::to_race(form);
    // A logo without an entry in CommunityPartnersData becomes a sponsor without a link.
    let logos = files.iter().filter(|file| file.place.0 == Kind::Partner).map(|file| file.place.1 + 1).max();
    let partners = &mut race.community_partners.partners;
    partners.resize_with(partners.len().max(logos.unwrap_or(0)), Partner::default);
    refuse_a_taken_name(desk, &race.name).await?;
    let pictures = pictures::clean(desk, files).await?;
    for ((kind, position), cleaned) in &pictures {
        put(&mut race, *kind, *position, cleaned.image());
    }
    let (actor, race_name) = (actor.clone(), race.name.clone());
    desk.db
        .write(move |tx| {
            // Checked again before the pictures are written: another user may have taken the name meanwhile.
            refuse_taken(tx, &race.name)?;
            pictures::store_all(tx, pictures.iter().map(|(_, cleaned)| cleaned), now)?;
            let id = store::add(tx, &race, now)?;
            audit::record(tx, now, &actor, Event::RaceCreated, About { id: &id, name: &race.name }, &NOTHING, &race)
        })
        .await?;
    Ok(race_name)
}

/// Refuses a name that is taken, before time is spent on a page's pictures; in the end the table's unique index decides.
pub(super) async fn refuse_a_taken_name(desk: &Desk, name: &str) -> Result<()> {
    let name = name.to_owned();
    desk.db.read(move |tx| refuse_taken(tx, &name)).await
}

fn refuse_taken(tx: &Tx<'_>, name: &str) -> Result<()> {
    match store::find(tx, name)? {
        Some(_) => Err(Error::refused(StatusCode::CONFLICT, "DUPLICATE_NAME", DUPLICATE_NAME)),
        None => Ok(()),
    }
}

/// Assigns every file its place; a file with an unknown field name is a problem.
fn places(files: Vec<Uploaded>, problems: &mut Problems) -> Vec<AssignedFile<Place>> {
    let (mut memories, mut partners) = (0, 0);
    let mut places = Vec::<AssignedFile<Place>>::new();
    for Uploaded { field, file } in files {
        let (kind, next) = match field.as_str() {
            "raceLogo" => (Kind::RaceLogo, None),
            "shirt" => (Kind::Shirt, None),
            "medal" => (Kind::Medal, None),
            "medals3" => (Kind::Medals3, None),
            "acrylic" => (Kind::Acrylic, None),
            "memImages" => (Kind::Memory, Some(&mut memories)),
            // Counted even when empty, because the position says whose logo it is.
            "communityPartnerImages" => (Kind::Partner, Some(&mut partners)),
            _ => {
                problems.add(field.clone(), "unknown_field", words::unknown_file(&field));
                continue;
            }
        };
        let (position, field) = match next {
            None => {
                // Of two files for one place the last is used, as with the texts.
                places.retain(|other| other.place.0 != kind);
                (0, field)
            }
            Some(next) => {
                let position: usize = *next;
                *next += 1;
                (position, format!("{field}.{position}"))
            }
        };
        if let Some(file) = file {
            places.push(AssignedFile { place: (kind, position), field, file });
        }
    }
    places
}

/// Puts a picture into its field of a new record; memories are added in their order.
fn put(race: &mut Race, kind: Kind, position: usize, image: Image) {
    match kind {
        Kind::Memory => race.mem_images.push(MemImage { image_id: String::new(), image }),
        Kind::Partner => {
            if let Some(partner) = race.community_partners.partners.get_mut(position) {
                partner.image = Some(image);
            }
        }
        _ => {
            if let Some(place) = kind.field(race) {
                *place = Some(image);
            }
        }
    }
}
