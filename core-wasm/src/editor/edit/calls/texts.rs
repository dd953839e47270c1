//! The calls in JSON.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Edit, link};
use crate::editor::edit::{Part, Versions};
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, DistanceStart, Race, name, schedule};

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
    /// Not read where rows are sent: it follows from them (SPEC §5). Else blank means the names of the rows.
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
        if self.distance_start_times.is_some() {
            schedule::derive_distance(race);
        }
        if let Some(edited) = &self.edited_name {
            // A name that is refused stays as it was typed, for `check` to say why.
            race.name = name::check(edited).unwrap_or_else(|_| edited.clone());
        }
        race.link = links::typed(&race.link);
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
    /// This and the next two tune the usual rules (SPEC §3).
    #[serde(rename = "requireID")]
    pub require_id: Option<Flag>,
    #[serde(rename = "noCoaches")]
    pub no_coaches: Option<Flag>,
    pub age_requirement: Option<u32>,
    pub versions: Versions,
}

impl Edit for ContentEdit {
    const PARTS: &'static [Part] = &[Part::Details, Part::Awards, Part::Training, Part::Rules, Part::Safety, Part::Refund];
    named!();

    fn apply(&self, race: &mut Race) {
        lay!(self over race: packet_pick_up, timing, training, safety, refund, award_text, more_info, amenities, rules,
            require_id, no_coaches, age_requirement);
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
