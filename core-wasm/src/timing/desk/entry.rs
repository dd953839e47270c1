//! Entries by hand at the line: what becomes of an entry that is kept on a device until the server has it.

use serde::{Deserialize, Serialize};

/// How far an entry is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EntryState {
    /// On this device only.
    #[default]
    Kept,
    /// The server has it.
    Sent,
    /// The server does not take it.
    Refused,
    /// It was taken back.
    Undone,
    /// It was made for another run of the race, and was not sent.
    #[serde(rename = "otherRun")]
    OtherRun,
}

/// The words about an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntryWords {
    /// The state in a few words.
    pub state: String,
    /// The runner's name, or that nobody has the bib, or why the entry was refused.
    pub who: String,
    /// Whether a person should look at it.
    pub attention: bool,
}

/// The words about an entry: `name` as the server's answer has it, `problem` the reason of a refusal.
pub fn entry_words(state: EntryState, bib: &str, name: Option<&str>, problem: &str) -> EntryWords {
    let of = |words: &str, who: String, attention: bool| EntryWords { state: words.to_owned(), who, attention };
    match state {
        EntryState::Kept => of("Kept on this device, not sent yet", String::new(), true),
        EntryState::Refused => of("Refused", problem.to_owned(), true),
        EntryState::OtherRun => of("Not sent", "It was entered for another run of this race.".to_owned(), true),
        EntryState::Undone => of("Taken back", name.unwrap_or_default().to_owned(), false),
        EntryState::Sent => match name {
            Some(name) => of("Sent", name.to_owned(), false),
            None => of("Sent", format!("{} The entry counts once somebody has it.", bib_unknown(bib)), true),
        },
    }
}

/// The sentence about a bib that nobody has.
pub fn bib_unknown(bib: &str) -> String {
    format!("Nobody has bib {}.", crate::timing::read::clean_bib(bib))
}

/// Whether a failed request with this HTTP status is the server's refusal of what was sent. If not, the same is sent again later: the
/// connection was lost, the server is overloaded, or somebody has to log in again.
pub fn is_refusal(status: Option<u16>) -> bool {
    status.is_some_and(|status| (400..500).contains(&status) && ![401, 403, 408, 425, 429].contains(&status))
}
