use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::editor::table::FIELDS;
use crate::error::CoreError;
use crate::race::PageSection;

/// A part of a race's page that is edited separately and has its own version and history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is named as its title")]
pub enum Part {
    Header,
    Location,
    Details,
    Partners,
    Buttons,
    Course,
    Awards,
    Prizes,
    Training,
    Rules,
    Safety,
    Accommodation,
    Refund,
    Memories,
    Card,
    Media,
}

/// The versions of the parts that an editor has loaded: the server's short hash of each part's values. A part that is missing is
/// not compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "Partial<Record<Part, string>>"))]
#[serde(transparent)]
pub struct Versions(pub BTreeMap<Part, String>);

/// A part, in the form in which the editor lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PartInfo {
    /// The part.
    pub part: Part,
    /// Its title.
    pub title: &'static str,
    /// The heading of the editor's section that contains it; the parts of one section are consecutive.
    pub section: &'static str,
}

impl Part {
    /// Every part, in the order of the editor.
    pub const ALL: [Self; 16] = [
        Self::Header,
        Self::Location,
        Self::Details,
        Self::Partners,
        Self::Buttons,
        Self::Course,
        Self::Awards,
        Self::Prizes,
        Self::Training,
        Self::Rules,
        Self::Safety,
        Self::Accommodation,
        Self::Refund,
        Self::Memories,
        Self::Card,
        Self::Media,
    ];

    /// Its name in requests: `header`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Location => "location",
            Self::Details => "details",
            Self::Partners => "partners",
            Self::Buttons => "buttons",
            Self::Course => "course",
            Self::Awards => "awards",
            Self::Prizes => "prizes",
            Self::Training => "training",
            Self::Rules => "rules",
            Self::Safety => "safety",
            Self::Accommodation => "accommodation",
            Self::Refund => "refund",
            Self::Memories => "memories",
            Self::Card => "card",
            Self::Media => "media",
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Header => "Header",
            Self::Location => PageSection::Location.title(),
            Self::Details => PageSection::Details.title(),
            Self::Partners => PageSection::Partners.title(),
            Self::Buttons => "Donate, Volunteer and Sponsor Buttons",
            Self::Course => PageSection::Course.title(),
            Self::Awards => "Awards",
            Self::Prizes => "Prize Pictures",
            Self::Training => PageSection::Training.title(),
            Self::Rules => PageSection::Rules.title(),
            Self::Safety => PageSection::Safety.title(),
            Self::Accommodation => PageSection::Accommodation.title(),
            Self::Refund => PageSection::Refund.title(),
            Self::Memories => PageSection::Memories.title(),
            Self::Card => PageSection::RaceCard.title(),
            Self::Media => "Race Media",
        }
    }

    /// The heading of the section that contains it: the eleven sections of the editor (SPEC §2), where Training is split into
    /// four, so that rules, safety and accommodation have their own headings.
    pub fn section(self) -> &'static str {
        match self {
            Self::Awards | Self::Prizes => PageSection::Awards.title(),
            Self::Buttons => Self::Partners.title(),
            part => part.title(),
        }
    }

    /// The names of its fields in the create form, which [`super::check`] uses for problems.
    pub fn form_fields(self) -> impl Iterator<Item = &'static str> {
        FIELDS.iter().filter(move |field| field.part == self).flat_map(|field| field.form_names().iter().copied())
    }

    /// The part, in the form in which the editor lists it.
    pub fn info(self) -> PartInfo {
        PartInfo { part: self, title: self.title(), section: self.section() }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Part {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let unknown = || CoreError::new("unknown_part", format!("A race's page has no part {text}."));
        Self::ALL.into_iter().find(|part| part.id() == text).ok_or_else(unknown)
    }
}
