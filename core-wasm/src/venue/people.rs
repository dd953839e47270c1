//! What only the announcer knows of runners: age and town.
//!
//! Not here: names, which the announcer's page has from the live board, as everybody may see them.

use serde::{Deserialize, Serialize};

use super::VenueBoard;
use crate::error::CoreError;
use crate::privacy::NameShown;
use crate::timing::Entrant;
use crate::timing::engine::Field;

/// The age and the town of a runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnnouncerPerson {
    /// The runner's bib.
    pub bib: String,
    /// The age on the day of the race; absent when it is not known, or hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<u32>,
    /// Where the runner lives; empty when it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub town: String,
}

impl AnnouncerPerson {
    /// What the announcer may know of an entrant; `None` when that is nothing. Of a private runner it is nothing; who shows the initials only
    /// has no town, by which a name could be found; who hides the age has none.
    pub fn of(entrant: &Entrant, age: Option<u32>) -> Option<Self> {
        let shown = entrant.shown;
        if shown.hides_person() {
            return None;
        }
        let age = age.filter(|_| !shown.hides_age);
        let town = entrant.town.clone().filter(|_| shown.name == NameShown::Whole).unwrap_or_default();
        (age.is_some() || !town.is_empty()).then(|| Self { bib: entrant.bib.clone(), age, town })
    }
}

/// The answer of the announcer's call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnnouncerList {
    /// The race's id, by which a device keeps who was announced.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// The race's name.
    pub race: String,
    /// The label of the link; empty for somebody of the desk.
    pub link: String,
    /// Until when the link is valid, in words; empty for somebody of the desk.
    pub until: String,
    /// The version of the people, for the next request.
    pub revision: String,
    /// Everybody of whom something is known; absent when the caller has this version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<Vec<AnnouncerPerson>>,
}

/// Everybody of a field of whom the announcer may know something, by bib.
pub fn of_field(field: &Field) -> Vec<AnnouncerPerson> {
    let day = field.facts().date;
    let person = |bib: &str| {
        let entrant = field.entrant(bib)?;
        AnnouncerPerson::of(entrant, entrant.age_on(day))
    };
    let mut people: Vec<AnnouncerPerson> = field.rows().filter_map(|row| person(&row.bib)).collect();
    people.sort_by(|a, b| a.bib.cmp(&b.bib));
    people
}

impl VenueBoard {
    /// Takes the people of an answer of the announcer's call, and returns the rest of it; without people it leaves those that are there.
    ///
    /// # Errors
    /// `unreadable_people`: it is no such answer; the people are unchanged.
    pub fn take_people(&mut self, bytes: &[u8]) -> Result<AnnouncerList, CoreError> {
        let unreadable = || CoreError::new("unreadable_people", "The announcer's list could not be read: it is not complete.");
        let text = std::str::from_utf8(bytes).map_err(|_| unreadable())?;
        let mut list: AnnouncerList = serde_json::from_str(text).map_err(|_| unreadable())?;
        if let Some(people) = list.people.take() {
            self.people = people.into_iter().map(|person| (person.bib.clone(), person)).collect();
        }
        Ok(list)
    }

    /// The age and the town of a runner as they are shown: `34` and `Lake City`.
    pub(super) fn person(&self, bib: &str) -> (String, String) {
        let person = self.people.get(bib);
        let age = person.and_then(|person| person.age).map(|age| age.to_string()).unwrap_or_default();
        (age, person.map(|person| person.town.clone()).unwrap_or_default())
    }
}
