//! The sections of the Create Race form in their order (SPEC §2), and the fields that complete each of them.

use serde::{Deserialize, Serialize};

use crate::editor::edit::Part;
use crate::editor::fields::Input;
use crate::editor::table::FIELDS;

/// A section of the form; its name is its anchor on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is named as its title")]
pub enum FormSection {
    Card,
    Schedule,
    Location,
    Course,
    Details,
    Rules,
    Partners,
    Policies,
    Awards,
    Memories,
    Media,
}

/// A section and its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FormSectionInfo {
    /// The section.
    pub id: FormSection,
    /// Its title.
    pub title: &'static str,
    /// Its fields, by their names in problems.
    pub fields: Vec<&'static str>,
    /// The fields that complete the section: one of them is enough, or all are needed when `all` is true.
    pub done: Vec<&'static str>,
    /// Whether all fields of `done` are needed.
    pub all: bool,
}

const SECTIONS: [(FormSection, &str); 11] = [
    (FormSection::Card, "Race card"),
    (FormSection::Schedule, "Name and schedule"),
    (FormSection::Location, "Location and information"),
    (FormSection::Course, "The course"),
    (FormSection::Details, "Race details and amenities"),
    (FormSection::Rules, "Race rules"),
    (FormSection::Partners, "Community partners"),
    (FormSection::Policies, "Training, safety and refunds"),
    (FormSection::Awards, "Awards and prizes"),
    (FormSection::Memories, "Memories"),
    (FormSection::Media, "Race media"),
];

/// The section that contains a part's fields.
fn of(part: Part) -> FormSection {
    match part {
        Part::Card => FormSection::Card,
        Part::Header => FormSection::Schedule,
        Part::Location => FormSection::Location,
        Part::Course => FormSection::Course,
        Part::Details => FormSection::Details,
        Part::Rules => FormSection::Rules,
        Part::Partners | Part::Buttons => FormSection::Partners,
        Part::Training | Part::Safety | Part::Accommodation | Part::Refund => FormSection::Policies,
        Part::Awards | Part::Prizes => FormSection::Awards,
        Part::Memories => FormSection::Memories,
        Part::Media => FormSection::Media,
    }
}

/// All sections, in the order of the form.
pub fn sections() -> Vec<FormSectionInfo> {
    let asked = || FIELDS.iter().filter(|field| !matches!(field.input, Input::Derived | Input::Shared));
    let info = |(id, title)| {
        let own = || asked().filter(move |field| of(field.part) == id);
        let mut fields: Vec<_> = own().flat_map(|field| field.form_names().iter().copied()).collect();
        if id == FormSection::Schedule {
            // The switch that hides a page is shown next to its name, and belongs to no part.
            fields.push("isHidden");
        }
        let done = own().filter(|field| field.completes).filter_map(|field| field.form_names().first().copied()).collect();
        FormSectionInfo { id, title, fields, done, all: id == FormSection::Schedule }
    };
    SECTIONS.map(info).to_vec()
}
