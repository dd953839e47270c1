//! The requests that save a part, as the browser sends them (SPEC §7). [`super::Edit`] reads them.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{MemoryAction, Part, Versions, values};
use crate::editor::create::{CreateForm, FormField};
use crate::editor::words;
use crate::error::CoreError;
use crate::links;
use crate::race::{CommunityPartners, Race};
use crate::text;

/// A `PUT` that saves a part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EditRequest {
    /// Its path under the API.
    pub path: String,
    /// The body of a JSON request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub json: Option<String>,
    /// The texts of a multipart request; files are added to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub fields: Option<Vec<FormField>>,
    /// For sponsors: the positions whose logos are sent as `communityPartnerImages`, in this order; an empty file means no logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub logos: Option<Vec<u32>>,
}

impl EditRequest {
    /// A JSON request.
    fn json(path: &str, body: Map<String, Value>) -> Self {
        Self { path: path.into(), json: Some(Value::Object(body).to_string()), ..Self::default() }
    }

    /// A multipart request.
    pub(super) fn multipart(path: String, fields: Vec<FormField>) -> Self {
        Self { path, fields: Some(fields), ..Self::default() }
    }
}

/// The request that saves a part of a race: `before` as it was loaded, `after` as it was edited. Only the part's own fields are
/// sent.
///
/// It contains no files: the caller adds a logo, prizes and memories, and the fields for the marks on the prizes
/// ([`super::prize_send`]). A sponsor whose picture is in `before` keeps it; every other sponsor has a file.
///
/// # Errors
/// `no_race` when `before` has no name.
pub fn request(part: Part, before: &Race, after: &Race, versions: &Versions) -> Result<EditRequest, CoreError> {
    let name = before.name.trim();
    if text::is_blank(name) {
        return Err(CoreError::new("no_race", words::EDITOR.no_race));
    }
    let (prizes, memories) = (format!("/updatePrizeImages/{}", links::encode(name)), memories_path(name));
    let path = match part {
        Part::Header => "/updateHeaderText",
        Part::Location => "/updateAboutDirectionsText",
        Part::Details | Part::Awards | Part::Training | Part::Rules | Part::Safety | Part::Refund => "/updateContentSections",
        Part::Buttons | Part::Accommodation => "/updateInteractiveFeatures",
        Part::Course if after.course3.trim().is_empty() => "/updateCourse2Text",
        Part::Course => "/updateCourse3Text",
        Part::Media => "/updateRaceMedia",
        Part::Partners => return Ok(partners(name, &before.community_partners, &after.community_partners, versions)),
        Part::Card => return Ok(EditRequest::multipart(card_path(name), card(after, versions))),
        Part::Prizes => return Ok(EditRequest::multipart(prizes, version_field(part, versions).collect())),
        Part::Memories => {
            let add = FormField { name: "action".into(), value: "add".into() };
            return Ok(EditRequest::multipart(memories, [add].into_iter().chain(version_field(part, versions)).collect()));
        }
    };
    let mut body = body(part, before, after);
    body.insert("RaceName".into(), name.into());
    if let Some(version) = version(part, versions) {
        body.insert("Versions".into(), version);
    }
    Ok(EditRequest::json(path, body))
}

/// The request that deletes a picture of the memories.
pub fn memory_delete(race: &str, image_id: &str, versions: &Versions) -> EditRequest {
    let mut body = Map::from_iter([("action".to_owned(), json!(MemoryAction::Remove)), ("imageId".to_owned(), image_id.into())]);
    if let Some(version) = version(Part::Memories, versions) {
        body.insert("Versions".into(), version);
    }
    EditRequest::json(&memories_path(race.trim()), body)
}

/// The request that deletes one or several pictures of the memories.
///
/// It contains no version: it deletes these pictures whatever else was added or deleted meanwhile, so no change of another person
/// can be lost.
pub fn memories_delete(race: &str, image_ids: &[String]) -> EditRequest {
    match image_ids {
        [one] => memory_delete(race, one, &Versions::default()),
        several => memories_call(race, MemoryAction::Remove, several),
    }
}

/// The request that sorts the memories. It contains no version either: pictures that another person added meanwhile follow after
/// the others.
pub fn memories_order(race: &str, image_ids: &[String]) -> EditRequest {
    memories_call(race, MemoryAction::Order, image_ids)
}

fn memories_call(race: &str, action: MemoryAction, image_ids: &[String]) -> EditRequest {
    let fields = [("action".to_owned(), json!(action)), ("imageIds".to_owned(), json!(image_ids))];
    EditRequest::json(&memories_path(race.trim()), Map::from_iter(fields))
}

/// The part's own fields under the request's names, which are mostly those of the record.
fn body(part: Part, before: &Race, after: &Race) -> Map<String, Value> {
    let mut body = values(part, after);
    match part {
        Part::Header => {
            body.remove("StartTime");
            body.remove("Race");
            body.insert("EditedName".into(), after.name.as_str().into());
            body.remove("DistanceStartTimes");
            // Rows that are sent overwrite `Distance`, which may be the card's own text: so unchanged rows are not sent.
            if before.distance_start_times != after.distance_start_times {
                let rows = json!(after.distance_start_times).to_string();
                body.insert("DistanceStartTimes".into(), rows.into());
            }
        }
        Part::Course if after.course3.trim().is_empty() => drop(body.remove("Course3")),
        Part::Buttons | Part::Accommodation => body = features(part, after),
        _ => {}
    }
    body
}

fn features(part: Part, after: &Race) -> Map<String, Value> {
    let form = CreateForm::of(after);
    let description = form.accommodation.into_iter().next().map(|first| first.description).unwrap_or_default();
    let fields = if part == Part::Accommodation {
        json!({ "AccommodationEnabled": form.accommodation_enabled, "AccommodationDescription": description })
    } else {
        json!({
            "DonateButtonEnabled": form.donate_button_enabled, "DonateLink": form.donate_link,
            "VolunteerButtonEnabled": form.volunteer_button_enabled, "VolunteerLink": form.volunteer_link,
            "SponsorButtonEnabled": form.sponsor_button_enabled, "SponsorLink": form.sponsor_link,
        })
    };
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn partners(name: &str, before: &CommunityPartners, after: &CommunityPartners, versions: &Versions) -> EditRequest {
    let mut logos = Vec::new();
    let mut list = Vec::new();
    for (position, partner) in (0..).zip(&after.partners) {
        let own = |old: &crate::race::Partner| partner.image.is_some() && old.image == partner.image;
        match before.partners.iter().position(own) {
            Some(keep) => list.push(json!({ "Link": partner.link, "keep": keep, "Image": partner.image })),
            None => {
                logos.push(position);
                list.push(json!({ "Link": partner.link }));
            }
        }
    }
    let field = |name: &str, value: String| FormField { name: name.into(), value };
    let fields = [
        field("RaceName", name.into()),
        field("CommunityPartnersEnabled", after.enabled.as_str().into()),
        field("CommunityPartnersData", Value::Array(list).to_string()),
    ];
    let fields = fields.into_iter().chain(version_field(Part::Partners, versions)).collect();
    EditRequest { logos: Some(logos), ..EditRequest::multipart("/updateCommunityPartners".into(), fields) }
}

fn card(after: &Race, versions: &Versions) -> Vec<FormField> {
    let texts = [("Distance", &after.distance), ("CardLocation", &after.card_location), ("Info", &after.info)];
    let fields = texts.map(|(name, text)| FormField { name: name.into(), value: text.clone() });
    fields.into_iter().chain(version_field(Part::Card, versions)).collect()
}

pub(super) fn card_path(name: &str) -> String {
    format!("/updateRaceCard/{}", links::encode(name))
}

fn memories_path(name: &str) -> String {
    format!("/{}/memory-images", links::encode(name))
}

/// The version of this part only: a change in another part is no conflict here.
fn version(part: Part, versions: &Versions) -> Option<Value> {
    Some(json!({ part.id(): versions.0.get(&part)? }))
}

pub(super) fn version_field(part: Part, versions: &Versions) -> impl Iterator<Item = FormField> {
    version(part, versions).map(|version| FormField { name: "Versions".into(), value: version.to_string() }).into_iter()
}
