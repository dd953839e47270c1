//! The sections of a race's page: their order and their titles (SPEC §2). What is inside a section is computed in
//! [`sections`](super::sections).

use serde::{Deserialize, Serialize};

/// A section of a race's page, declared in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is named as its title")]
pub enum PageSection {
    RaceCard,
    Location,
    Details,
    Course,
    Awards,
    Partners,
    Training,
    Rules,
    Safety,
    Accommodation,
    Refund,
    Memories,
}

impl PageSection {
    /// Every section, in the order of the page.
    pub const ALL: [Self; 12] = [
        Self::RaceCard,
        Self::Location,
        Self::Details,
        Self::Course,
        Self::Awards,
        Self::Partners,
        Self::Training,
        Self::Rules,
        Self::Safety,
        Self::Accommodation,
        Self::Refund,
        Self::Memories,
    ];

    /// Its heading on the page and in both editors.
    pub const fn title(self) -> &'static str {
        match self {
            Self::RaceCard => "Race Card",
            Self::Location => "Location & Information",
            Self::Details => "Race Details",
            Self::Course => "The Course",
            Self::Awards => "Awards & Prizes",
            Self::Partners => "Community Partners",
            Self::Training => "Training",
            Self::Rules => "Race Rules",
            Self::Safety => "Safety Information",
            Self::Accommodation => "Accommodation Information",
            Self::Refund => "Refund Policy",
            Self::Memories => "Memories",
        }
    }
}

/// The heading of a section that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Heading {
    /// The section; its name is also its anchor in the address.
    pub id: PageSection,
    /// Its heading.
    pub title: &'static str,
}
