//! The sections of the Create Race form in their order (SPEC §2), and the fields that complete each of them.

use serde::{Deserialize, Serialize};

use super::Filled;
use crate::editor::edit::Part;
use crate::editor::fields::Input;
use crate::editor::table::FIELDS;
use crate::race::PageSection;

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

/// The sections of the form in their order, with their titles.
fn titles() -> [(FormSection, &'static str); 11] {
    [
        (FormSection::Card, PageSection::RaceCard.title()),
        (FormSection::Schedule, "Name and Schedule"),
        (FormSection::Location, PageSection::Location.title()),
        (FormSection::Course, PageSection::Course.title()),
        (FormSection::Details, PageSection::Details.title()),
        (FormSection::Rules, PageSection::Rules.title()),
        (FormSection::Partners, PageSection::Partners.title()),
        (FormSection::Policies, "Training, Safety and Refunds"),
        (FormSection::Awards, PageSection::Awards.title()),
        (FormSection::Memories, PageSection::Memories.title()),
        (FormSection::Media, "Race Media"),
    ]
}

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

/// The state of a section of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SectionState {
    /// The user has filled in nothing.
    Empty,
    /// It is done.
    Ready,
    /// Something in it is wrong.
    Open,
}

/// A section with its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SectionProgress {
    /// The section.
    pub id: FormSection,
    /// Its state.
    pub state: SectionState,
    /// Whether it holds only default text, which the user may confirm.
    pub usual: bool,
}

/// Returns the state of every section: `wrong` are the names of the fields that have a problem, `confirmed` the sections whose
/// default text the user has confirmed.
pub fn progress(filled: &Filled, wrong: &[String], confirmed: &[FormSection]) -> Vec<SectionProgress> {
    // The problem of a list's item has the item's index behind the field's name: `Rules.3`.
    let is_wrong = |field: &str| wrong.iter().any(|name| name.split('.').next() == Some(field));
    let state = |FormSectionInfo { id, fields, done, all, .. }| {
        let has = |field: &&str| filled.own.iter().any(|name| name == field);
        let own = if all { done.iter().all(has) } else { done.iter().any(has) };
        let usual = !own && fields.iter().any(|field| filled.usual.iter().any(|name| name == field));
        let state = if fields.iter().any(|field| is_wrong(field)) {
            SectionState::Open
        } else if own || (usual && confirmed.contains(&id)) {
            SectionState::Ready
        } else {
            SectionState::Empty
        };
        SectionProgress { id, state, usual }
    };
    sections().into_iter().map(state).collect()
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
    titles().map(info).to_vec()
}
