//! The changes of entrants, as the desk lists them. Their sentences name bibs, not people.

use serde::{Deserialize, Serialize};

use super::entrants::Field;
use super::entrants::words::{counted, listed};
use super::plan::EntrantChange;
use crate::text;

/// The most characters of a file's name that are kept.
const LONGEST_FILE: usize = 100;

/// The kind of a change of entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = EntrantChangeKind))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A list was applied.
    List,
    /// One entrant was added by hand.
    Added,
    /// One entrant was changed by hand.
    Changed,
    /// One entrant was withdrawn.
    Withdrawn,
    /// A contest or a wave got another name.
    Renamed,
    /// Another change was undone.
    Undone,
}

impl Kind {
    const ALL: [Self; 6] = [Self::List, Self::Added, Self::Changed, Self::Withdrawn, Self::Renamed, Self::Undone];

    /// Its name where it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Withdrawn => "withdrawn",
            Self::Renamed => "renamed",
            Self::Undone => "undone",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::List => "List",
            Self::Added => "Entrant added",
            Self::Changed => "Entrant changed",
            Self::Withdrawn => "Entrant withdrawn",
            Self::Renamed => "Contest or wave renamed",
            Self::Undone => "Undone",
        }
    }

    /// Reads its name; an unknown one is a list.
    pub fn parse(word: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(Self::List)
    }
}

/// A change of one entrant as a sentence.
pub fn one(change: &EntrantChange) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let fields = before.differences(after).into_iter().map(|field| text::lowercase(field.label()));
            let bibs = if before.bib == after.bib {
                format!("Bib {}", after.bib)
            } else {
                format!("Bib {}, before {}", after.bib, before.bib)
            };
            let fields: Vec<String> = fields.filter(|field| *field != text::lowercase(Field::Bib.label())).collect();
            if fields.is_empty() { format!("{bibs}.") } else { format!("{bibs}: {}.", listed(&fields)) }
        }
        _ => format!("Bib {}.", change.bib()),
    }
}

/// What a list changed, with the name of its file when it has one.
pub fn list(file: &str, summary: &str) -> String {
    let file: String = text::cleaned(file).trim().chars().take(LONGEST_FILE).collect();
    if file.is_empty() { summary.to_owned() } else { format!("{file}: {summary}") }
}

/// A change as it is announced to others at the desk.
pub fn news(kind: Kind, summary: &str) -> String {
    format!("{}: {summary}", kind.label())
}

/// The new name of a contest or a wave as a sentence.
pub fn renamed(from: &str, to: &str, entrants: usize) -> String {
    format!("{from} is now {to}; {} with it.", counted(entrants, "entrant went", "entrants went"))
}
