//! The calls that change a page, as they travel (SPEC §7). What a call does not name stays as it is.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Part, Versions};
use crate::editor::images::PrizeKind;
use crate::error::Problems;
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, DistanceStart, Image, Partner, Race, name, schedule};

/// A call that changes a race's page.
pub trait Edit: DeserializeOwned {
    /// The parts that it may change.
    const PARTS: &'static [Part];

    /// The race's current name; blank where the call's path has it.
    fn race_name(&self) -> &str;

    /// Which state of its parts the editor knew.
    fn versions(&self) -> &Versions;

    /// Changes the race as the call says. [`super::check`] then tells whether it may stay so.
    fn apply(&self, race: &mut Race);
}

/// Lays the named fields, where they were sent, over the race's of the same names.
macro_rules! lay {
    ($edit:ident over $race:ident: $($field:ident),+) => {
        $(if let Some(sent) = &$edit.$field { $race.$field.clone_from(sent); })+
    };
}

/// The part of [`Edit`] that is alike for calls whose body names the race.
macro_rules! named {
    () => {
        fn race_name(&self) -> &str {
            &self.race_name
        }

        fn versions(&self) -> &Versions {
            &self.versions
        }
    };
}

/// `PUT /updateHeaderText`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct HeaderEdit {
    /// The name so far.
    pub race_name: String,
    /// The name from now on.
    pub edited_name: Option<String>,
    /// Not read: it follows from `Date`.
    pub day: Option<String>,
    pub date: Option<String>,
    /// Blank means the names of the rows.
    pub distance: Option<String>,
    /// JSON text, or the list itself.
    #[serde(deserialize_with = "rows")]
    pub distance_start_times: Option<Vec<DistanceStart>>,
    pub max_capacity: Option<Flag>,
    #[serde(rename = "isCanceled")]
    pub is_canceled: Option<Flag>,
    pub link: Option<String>,
    pub time_zone: Option<String>,
    pub versions: Versions,
}

impl Edit for HeaderEdit {
    const PARTS: &'static [Part] = &[Part::Header];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: date, distance, distance_start_times, max_capacity, is_canceled, link, time_zone);
        if let Some(edited) = &self.edited_name {
            // A name that is refused stays as it was typed, for `check` to say why.
            race.name = name::check(edited).unwrap_or_else(|_| edited.clone());
        }
        race.link = race.link.trim().to_owned();
        schedule::settle(race);
    }
}

/// `PUT /updateAboutDirectionsText`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct AboutEdit {
    pub race_name: String,
    pub about: Option<String>,
    pub string_address: Option<String>,
    pub coordinates: Option<String>,
    pub military_base: Option<Flag>,
    pub military_base_name: Option<String>,
    pub military_base_deadline: Option<String>,
    pub military_base_form_link: Option<String>,
    pub versions: Versions,
}

impl Edit for AboutEdit {
    const PARTS: &'static [Part] = &[Part::Location];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: about, string_address, coordinates, military_base, military_base_name, military_base_deadline,
            military_base_form_link);
        race.coordinates = race.coordinates.trim().to_owned();
        race.military_base_form_link = link(race.military_base, &race.military_base_form_link);
    }
}

/// `PUT /updateContentSections`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct ContentEdit {
    pub race_name: String,
    pub packet_pick_up: Option<String>,
    pub timing: Option<String>,
    pub training: Option<String>,
    pub safety: Option<String>,
    pub refund: Option<String>,
    pub award_text: Option<String>,
    pub more_info: Option<String>,
    pub amenities: Option<Vec<String>>,
    pub rules: Option<Vec<String>>,
    pub versions: Versions,
}

impl Edit for ContentEdit {
    const PARTS: &'static [Part] = &[Part::Details, Part::Awards, Part::Training, Part::Rules, Part::Safety, Part::Refund];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: packet_pick_up, timing, training, safety, refund, award_text, more_info, amenities, rules);
    }
}

/// A sponsor as the editor sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct PartnerEdit {
    /// Where the logo leads; may be blank.
    pub link: String,
    /// The position, from 0, at which the sponsor stood whose logo this one keeps. Without it, the next file is its logo.
    #[serde(rename = "keep")]
    pub keep: Option<usize>,
    /// The logo that is kept, by its address as the record names it. It goes before the position: since the list was loaded, another sponsor may
    /// have come to stand there.
    pub image: Option<Image>,
}

/// `PUT /updateCommunityPartners`, its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct PartnersEdit {
    /// The race's name.
    pub race_name: String,
    /// Whether the section shows.
    pub community_partners_enabled: Option<Flag>,
    /// The sponsors from now on, in their order.
    pub community_partners_data: Option<Vec<PartnerEdit>>,
    /// As in [`Edit::versions`].
    pub versions: Versions,
}

impl Edit for PartnersEdit {
    const PARTS: &'static [Part] = &[Part::Partners];
    named!();

    /// Logos that are kept move with their sponsors; the files are the server's to add.
    fn apply(&self, race: &mut Race) {
        let partners = &mut race.community_partners;
        if let Some(enabled) = self.community_partners_enabled {
            partners.enabled = enabled;
        }
        if let Some(sent) = &self.community_partners_data {
            let there = |keep: usize| partners.partners.get(keep)?.image.clone();
            let named = |sent: &PartnerEdit| sent.image.clone().filter(|image| image.url.is_some());
            let logo = |sent: &PartnerEdit| sent.keep.and_then(|keep| named(sent).or_else(|| there(keep)));
            let partner = |sent: &PartnerEdit| Partner { link: sent.link.clone(), image: logo(sent) };
            partners.partners = sent.iter().map(partner).collect();
        }
        for partner in &mut partners.partners {
            partner.link = link(partners.enabled, &partner.link);
        }
    }
}

/// `PUT /updateInteractiveFeatures`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of CreateForm")]
pub struct FeaturesEdit {
    pub race_name: String,
    pub donate_button_enabled: Option<Flag>,
    pub donate_link: Option<String>,
    pub volunteer_button_enabled: Option<Flag>,
    pub volunteer_link: Option<String>,
    pub sponsor_button_enabled: Option<Flag>,
    pub sponsor_link: Option<String>,
    pub accommodation_enabled: Option<Flag>,
    pub accommodation_description: Option<String>,
    pub versions: Versions,
}

impl Edit for FeaturesEdit {
    const PARTS: &'static [Part] = &[Part::Buttons, Part::Accommodation];
    named!();

    fn apply(&self, race: &mut Race) {
        lay_button(&mut race.donate_button, self.donate_button_enabled, self.donate_link.as_ref());
        lay_button(&mut race.volunteer_button, self.volunteer_button_enabled, self.volunteer_link.as_ref());
        lay_button(&mut race.sponsor_button, self.sponsor_button_enabled, self.sponsor_link.as_ref());
        if self.accommodation_enabled.is_some() || self.accommodation_description.is_some() {
            let so_far = race.accommodation.first().cloned().unwrap_or_default();
            race.accommodation = vec![Accommodation {
                enabled: self.accommodation_enabled.unwrap_or(so_far.enabled),
                description: self.accommodation_description.clone().unwrap_or(so_far.description),
            }];
        }
    }
}

/// `PUT /updateCourse3Text` and `PUT /updateCourse2Text`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct CourseEdit {
    pub race_name: String,
    pub course_description: Option<String>,
    #[serde(alias = "CourseEmbed1")]
    pub course1: Option<String>,
    #[serde(alias = "CourseEmbed2")]
    pub course2: Option<String>,
    /// Without it the race has two courses from now on, as when it is made with two.
    #[serde(alias = "CourseEmbed3")]
    pub course3: Option<String>,
    pub versions: Versions,
}

impl Edit for CourseEdit {
    const PARTS: &'static [Part] = &[Part::Course];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: course_description, course1, course2);
        race.course3 = self.course3.clone().unwrap_or_default();
    }
}

/// `PUT /updateRaceMedia`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct MediaEdit {
    pub race_name: String,
    pub race_map: Option<String>,
    pub youtube_link: Option<String>,
    pub smug_mug_embed: Option<String>,
    pub versions: Versions,
}

impl Edit for MediaEdit {
    const PARTS: &'static [Part] = &[Part::Media];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: race_map, youtube_link, smug_mug_embed);
    }
}

/// `PUT /updateRaceCard/{raceName}`, its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct CardEdit {
    /// Not needed: the path has it.
    pub race_name: String,
    /// Blank means the names of the rows.
    pub distance: Option<String>,
    pub card_location: Option<String>,
    pub info: Option<String>,
    pub versions: Versions,
}

impl Edit for CardEdit {
    const PARTS: &'static [Part] = &[Part::Card];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: distance, card_location, info);
        race.info = race.info.trim().to_owned();
        schedule::settle_distance(race);
    }
}

/// `PUT /updatePrizeImages/{race}`, its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct PrizesEdit {
    /// Not needed: the path has it.
    pub race_name: String,
    /// The prizes whose pictures go.
    #[serde(rename = "imagesToDelete")]
    pub images_to_delete: Vec<PrizeKind>,
    /// As in [`Edit::versions`].
    pub versions: Versions,
}

impl Edit for PrizesEdit {
    const PARTS: &'static [Part] = &[Part::Prizes];
    named!();

    /// Takes the pictures away; new ones are the server's to add, and go before a deletion of the same kind.
    fn apply(&self, race: &mut Race) {
        for kind in &self.images_to_delete {
            *match kind {
                PrizeKind::Medal => &mut race.medal_image,
                PrizeKind::Shirt => &mut race.shirt_image,
                PrizeKind::Medals3 => &mut race.medals3_image,
                PrizeKind::Acrylic => &mut race.acrylic_image,
            } = None;
        }
    }
}

/// What is done to the memories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryAction {
    /// The files under `memories` join them.
    #[default]
    Add,
    /// The picture `imageId` goes.
    Remove,
}

/// `PUT /{race}/memory-images`, its texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct MemoriesEdit {
    /// Not needed: the path has it.
    pub race_name: String,
    /// What is done.
    #[serde(rename = "action")]
    pub action: MemoryAction,
    /// Which picture goes.
    #[serde(rename = "imageId")]
    pub image_id: Option<String>,
    /// As in [`Edit::versions`].
    pub versions: Versions,
}

impl Edit for MemoriesEdit {
    const PARTS: &'static [Part] = &[Part::Memories];
    named!();

    /// Takes the picture away; new ones are the server's to add.
    fn apply(&self, race: &mut Race) {
        if self.action == MemoryAction::Remove {
            race.mem_images.retain(|memory| Some(&memory.image_id) != self.image_id.as_ref());
        }
    }
}

/// The fields of a multipart call that are JSON text.
const JSON_FIELDS: [&str; 3] = ["CommunityPartnersData", "imagesToDelete", "Versions"];

/// Reads the texts of a multipart call.
///
/// # Errors
/// `unreadable_field` for a list that is no JSON and for a field that the call does not have.
pub fn from_fields<E: Edit>(fields: &BTreeMap<String, String>) -> Result<E, Problems> {
    let mut problems = Problems::default();
    let mut call = Map::new();
    for (name, text) in fields {
        // A multipart body has every line end in CR and LF; kept so, an unchanged text would look changed.
        let value = if JSON_FIELDS.contains(&name.as_str()) {
            serde_json::from_str(text.trim())
        } else {
            Ok(Value::String(text.replace("\r\n", "\n")))
        };
        match value {
            Ok(value) => drop(call.insert(name.clone(), value)),
            Err(_) => problems.add(name, "unreadable_field", format!("The field {name} can't be read.")),
        }
    }
    let call =
        serde_json::from_value(Value::Object(call)).map_err(|error| problems.add("", "unreadable_field", error.to_string()));
    call.ok().filter(|_| problems.is_empty()).ok_or(problems)
}

/// A link behind a toggle. Behind one that is off nobody sees it and nothing checks it, so it stays only when it is safe.
fn link(shown: Flag, link: &str) -> String {
    if shown.0 { link.trim().to_owned() } else { links::safe(link).unwrap_or_default() }
}

fn lay_button(button: &mut Vec<Button>, enabled: Option<Flag>, sent: Option<&String>) {
    if enabled.is_none() && sent.is_none() {
        return;
    }
    let so_far = button.first().cloned().unwrap_or_default();
    let enabled = enabled.unwrap_or(so_far.enabled);
    *button = vec![Button { enabled, link: link(enabled, sent.unwrap_or(&so_far.link)) }];
}

/// The rows as JSON text, as the spec sends them, or as a list.
fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<DistanceStart>>, D::Error> {
    let value = match Value::deserialize(deserializer)? {
        Value::String(text) => serde_json::from_str(&text).map_err(D::Error::custom)?,
        value => value,
    };
    serde_json::from_value(value).map_err(D::Error::custom)
}
