//! The race card's form (SPEC §4, §5): an original copy, the current edits, and the fields that are sent.

use serde::{Deserialize, Serialize};

use super::request::{EditRequest, card_path, version_field};
use super::{Part, Versions};
use crate::editor::create::FormField;
use crate::editor::words;
use crate::notice::{CARD_FAILURE_MS, Notice};
use crate::text;

/// The texts of the card's form. `Race` identifies the race and is not edited here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct CardTexts {
    pub race: String,
    pub distance: String,
    pub card_location: String,
    pub info: String,
}

/// The result of saving the card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum CardSave {
    /// The request to send; the chosen logo is added to it.
    Send(EditRequest),
    /// The notice that explains why nothing is sent.
    Say(Notice),
}

impl CardTexts {
    fn texts(&self) -> [(&'static str, &str); 3] {
        [("Distance", &self.distance), ("CardLocation", &self.card_location), ("Info", &self.info)]
    }
}

/// Whether the form was changed: a text differs, or a logo is chosen.
pub fn changed(original: &CardTexts, current: &CardTexts, logo_chosen: bool) -> bool {
    logo_chosen || original.texts() != current.texts()
}

/// Builds the request that saves the card. The race's name is `name`, the name in the initial data, or else that of the form or
/// of the original copy.
///
/// Only texts that differ are sent, ignoring blanks around them.
pub fn save(name: &str, original: &CardTexts, current: &CardTexts, logo_chosen: bool, versions: &Versions) -> CardSave {
    let say = |text: &str| CardSave::Say(failure(text));
    if !changed(original, current, logo_chosen) {
        return say(words::CARD_UNCHANGED);
    }
    let names = [name, &current.race, &original.race];
    let Some(name) = names.into_iter().map(str::trim).find(|name| !text::is_blank(name)) else {
        return say(words::CARD_NAMELESS);
    };
    let pairs = original.texts().into_iter().zip(current.texts());
    let differing = pairs.filter(|((_, original), (_, current))| original.trim() != current.trim());
    let mut fields: Vec<_> = differing.map(|(_, (name, text))| FormField { name: name.into(), value: text.into() }).collect();
    if fields.is_empty() && !logo_chosen {
        return say(words::CARD_NOTHING_VALID);
    }
    fields.extend(version_field(Part::Card, versions));
    CardSave::Send(EditRequest::multipart(card_path(name), fields))
}

/// The warning of a form whose initial data has no race name.
pub fn nameless_warning(name: &str) -> Option<Notice> {
    text::is_blank(name).then(|| failure(words::CARD_NAMELESS_WARNING))
}

fn failure(text: &str) -> Notice {
    Notice { clear_after_ms: Some(CARD_FAILURE_MS), ..Notice::error(text) }
}
