//! The long texts of the site (`texts/`), for clients without scripts. The app imports the same files.

use std::sync::LazyLock;

use serde::Deserialize;

/// A text: its title, its summary, its sections.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// Its heading.
    pub title: String,
    /// Its summary.
    pub lead: Vec<Inline>,
    /// The date of its last change: `November 20, 2026`.
    #[serde(default)]
    pub updated: String,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A section of a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Section {
    /// Its anchor in the address.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its contents.
    pub blocks: Vec<Block>,
}

/// One block of a section.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    P(Vec<Inline>),
    /// A list.
    List(Vec<Vec<Inline>>),
    /// The app's button that opens the privacy preferences; left out without the app.
    Preferences(bool),
    /// An important notice.
    Notice {
        /// Its heading.
        title: String,
        /// The reason, and what to do.
        text: String,
    },
    /// Where to make claims on a purchased protection, one entry per registration provider.
    Claims(Vec<Claim>),
    /// Instructions in steps.
    Steps(Vec<Step>),
}

/// A registration provider, and where to make claims on the protection that it sold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Claim {
    /// Its name.
    pub provider: String,
    /// The name of the protection at its checkout.
    pub protection: String,
    /// The conditions: who can claim, and what is needed.
    pub terms: String,
    /// The address for the claim.
    pub url: String,
}

/// One of several steps. The app draws a picture next to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Step {
    /// The instruction.
    pub title: String,
    /// Where to do it, and what the screen shows there.
    pub text: String,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Inline {
    /// Plain text.
    Plain(String),
    /// Emphasized text.
    Strong {
        /// The text.
        strong: String,
    },
    /// A link to another page.
    Link {
        /// Its address.
        link: String,
        /// Its text.
        text: String,
    },
    /// A value of the installation's configuration.
    Slot {
        /// The value.
        slot: Slot,
        /// The text when the installation has no such value.
        #[serde(default)]
        without: String,
    },
}

/// A configured value that texts may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// The site's name.
    Site,
    /// The contact address.
    Contact,
    /// The text about counting visits ([`crate::site::consent::words`]).
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

/// The text of a path, without outer slashes and in any case; `None` for most paths.
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
