//! The sections of a race's page: their order and their titles (SPEC §2), from `texts/sections.json`. The page itself imports that
//! file, so that they are no part of the module that every visitor downloads. What is inside a section is computed in
//! [`sections`](super::sections).

use std::sync::OnceLock;

use serde::Deserialize;

/// A section of a race's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
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
    /// Its heading on the page and in both editors.
    pub fn title(self) -> &'static str {
        headings().iter().find(|heading| heading.id == self).map_or("", |heading| heading.title.as_str())
    }
}

/// A section with its heading.
#[derive(Debug, Deserialize)]
struct Heading {
    /// The section; its name is also its anchor in the address.
    id: PageSection,
    /// Its heading.
    title: String,
}

/// Every section, in the order of the page.
fn headings() -> &'static [Heading] {
    static HEADINGS: OnceLock<Vec<Heading>> = OnceLock::new();
    HEADINGS.get_or_init(|| serde_json::from_str(include_str!("../../texts/sections.json")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC §2, Public race page.
    #[test]
    fn sections_have_the_order_of_the_spec() {
        let titles: Vec<&str> = headings().iter().map(|heading| heading.title.as_str()).collect();
        assert_eq!(
            titles,
            [
                "Race Card",
                "Location & Information",
                "Race Details",
                "The Course",
                "Awards & Prizes",
                "Community Partners",
                "Training",
                "Race Rules",
                "Safety Information",
                "Accommodation Information",
                "Refund Policy",
                "Memories"
            ]
        );
        assert_eq!(PageSection::Safety.title(), "Safety Information");
    }
}
