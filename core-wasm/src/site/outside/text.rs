//! The long texts of the site (`texts/`), for those who run no scripts. The app imports the same files.

use std::sync::LazyLock;

use serde::Deserialize;

/// A text: its title, what it is in short, its sections.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// Its heading.
    pub title: String,
    /// What it is in short.
    pub lead: Vec<Inline>,
    /// When it last changed: `November 20, 2026`.
    #[serde(default)]
    pub updated: String,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Section {
    /// Its anchor in the address.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// What stands under each other.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    P(Vec<Inline>),
    /// A list.
    List(Vec<Vec<Inline>>),
    /// The app's button that opens the privacy preferences; nothing without it.
    Preferences(bool),
    /// What must not be overlooked.
    Notice {
        /// In short.
        title: String,
        /// Why, and what to do.
        text: String,
    },
    /// Where claims on a bought protection go, one per registration provider.
    Claims(Vec<Claim>),
    /// What to do, one step after the other.
    Steps(Vec<Step>),
}

/// A registration provider, and where it takes claims on the protection that it sold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Claim {
    /// Its name.
    pub provider: String,
    /// What the protection is called at its checkout.
    pub protection: String,
    /// Who can claim, and what is needed.
    pub terms: String,
    /// Where the claim is made.
    pub url: String,
}

/// A step of several. The app draws a picture beside it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Step {
    /// What to do.
    pub title: String,
    /// Where, and what is seen there.
    pub text: String,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Inline {
    /// Plain.
    Plain(String),
    /// Emphasized.
    Strong {
        /// What.
        strong: String,
    },
    /// A way to another page.
    Link {
        /// Where it leads.
        link: String,
        /// What it says.
        text: String,
    },
    /// What the installation fills in.
    Slot {
        /// Which.
        slot: Slot,
        /// Where the installation has none.
        #[serde(default)]
        without: String,
    },
}

/// What an installation fills in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// The site's name.
    Site,
    /// Where people write to.
    Contact,
    /// What is said of counting visits ([`crate::site::consent::words`]).
    Analytics,
}

/// A path and its text.
type Entry = (&'static str, Option<Text>);

static TEXTS: LazyLock<[Entry; 4]> = LazyLock::new(|| {
    [
        ("termsandconditions", read(include_str!("../../../texts/terms.json"))),
        ("privacypolicy", read(include_str!("../../../texts/privacy.json"))),
        ("raceleague", read(include_str!("../../../texts/league.json"))),
        ("refundtransfer", read(include_str!("../../../texts/refund.json"))),
    ]
});

fn read(json: &str) -> Option<Text> {
    serde_json::from_str(json).ok()
}

/// The text of a path, without outer slashes and in any case; none of most.
pub(super) fn text(path: &str) -> Option<&'static Text> {
    TEXTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(path)).and_then(|(_, text)| text.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_can_be_read() {
        assert!(TEXTS.iter().all(|(_, text)| text.as_ref().is_some_and(|text| !text.sections.is_empty())));
        assert_eq!(text("TermsAndConditions").map(|text| text.title.as_str()), Some("Terms and conditions"));
        assert_eq!(text("races"), None);
    }
}
