//! The JSON requests.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Call, Edit, link};
use crate::editor::table::{AboutEdit, ContentEdit, CourseEdit, FeaturesEdit, HeaderEdit, MediaEdit};
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, DistanceStart, Race, name, schedule};

impl Edit for HeaderEdit {
    fn apply(&self, race: &mut Race) {
        self.copy_direct_fields(race);
        if let Some(distance) = &self.distance {
            race.distance.clone_from(distance);
        }
        if let Some(rows) = &self.distance_start_times {
            race.distance_start_times.clone_from(rows);
            schedule::derive_distance(race);
        }
        if let Some(edited) = &self.edited_name {
            // A refused name is stored as it was typed, so that `check` reports the problem.
            race.name = name::check(edited).unwrap_or_else(|_| edited.clone());
        }
        race.link = links::completed(&race.link);
        schedule::derive_fields(race);
    }
}

impl Edit for AboutEdit {
    fn apply(&self, race: &mut Race) {
        self.copy_direct_fields(race);
        race.coordinates = race.coordinates.trim().to_owned();
        race.military_base_form_link = link(race.military_base, &race.military_base_form_link);
    }
}

impl Edit for ContentEdit {}

impl Edit for FeaturesEdit {
    fn apply(&self, race: &mut Race) {
        set_button(&mut race.donate_button, self.donate_button_enabled, self.donate_link.as_ref());
        set_button(&mut race.volunteer_button, self.volunteer_button_enabled, self.volunteer_link.as_ref());
        set_button(&mut race.sponsor_button, self.sponsor_button_enabled, self.sponsor_link.as_ref());
        if self.accommodation_enabled.is_some() || self.accommodation_description.is_some() {
            let current = race.accommodation.first().cloned().unwrap_or_default();
            race.accommodation = vec![Accommodation {
                enabled: self.accommodation_enabled.unwrap_or(current.enabled),
                description: self.accommodation_description.clone().unwrap_or(current.description),
            }];
        }
    }
}

impl Edit for CourseEdit {
    fn apply(&self, race: &mut Race) {
        self.copy_direct_fields(race);
        race.course3 = self.course3.clone().unwrap_or_default();
    }
}

impl Edit for MediaEdit {}

fn set_button(button: &mut Vec<Button>, enabled: Option<Flag>, sent: Option<&String>) {
    if enabled.is_none() && sent.is_none() {
        return;
    }
    let current = button.first().cloned().unwrap_or_default();
    let enabled = enabled.unwrap_or(current.enabled);
    *button = vec![Button { enabled, link: link(enabled, sent.unwrap_or(&current.link)) }];
}

/// Reads the rows as JSON text, as the spec sends them, or as a list.
pub(in crate::editor) fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<DistanceStart>>, D::Error> {
    let value = match Value::deserialize(deserializer)? {
        Value::String(text) => serde_json::from_str(&text).map_err(D::Error::custom)?,
        value => value,
    };
    serde_json::from_value(value).map_err(D::Error::custom)
}
